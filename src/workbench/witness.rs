//! Searches for witnesses: questions that programs with misreadings answer wrongly.

mod maker;

use std::collections::BTreeMap;

use fixedbitset::FixedBitSet;

use self::maker::Maker;
use super::generate::{MateConstraint, MateGenerator};
use super::misreading::{Misreading, MisreadingKind};
use super::shrink::{Measure, measure};
use crate::board::Setup;
use crate::cases::{Puzzle, Question};
use crate::cell::Size;
use crate::control::Control;
use crate::notation::Query;
use crate::path::{MoveGraph, PathError};
use crate::piece::{Color, Piece};
use crate::rules::Rules;

#[derive(Clone, Debug)]
pub(super) struct Witness {
    pub(super) question: Question,
    /// Indexes of the misreadings that answer the question wrongly.
    pub(super) catches: FixedBitSet,
}

/// The questions that an audit tried in order to find one that a misreading answers wrongly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Searched {
    /// Queries from every cell to every cell, for pieces of both colors, on boards of the cases'
    /// sizes.
    ///
    /// If the rule set leaves the size open, sizes of more than ten cells along an edge are reduced
    /// to ten.
    AllPairs,
    /// This number of boards, some random and some constructed to catch a misreading.
    Boards(usize),
}

/// Largest number of random boards to try, and of constructed boards to try after them.
const MOST_BOARDS: usize = 100_000;
/// Number of wrongly answered boards to find for each misreading.
const BOARDS_PER_MISREADING: usize = 12;
/// Largest number of cells along an edge of a board on which queries between all pairs of cells are
/// tried.
///
/// The limit applies only if the rule set leaves the size open.
const MOST_EDGE: usize = 10;

fn searchable(rules: &Rules, size: Size) -> Size {
    match Size::new(size.edge().min(MOST_EDGE)) {
        Some(smaller) if rules.size().is_none() => smaller,
        _ => size,
    }
}

/// Returns questions that programs with the `wanted` misreadings answer wrongly, smallest first.
///
/// The second value of the result states which questions were tried; `None` if `control` stopped the
/// search.
///
/// `wanted` has indexes into `misreadings`.
pub(super) fn witnesses(
    rules: &Rules,
    puzzle: Puzzle,
    sizes: &[Size],
    (misreadings, wanted): (&[Misreading], &[usize]),
    seed: u64,
    control: &Control<'_>,
) -> Result<(Vec<Witness>, Option<Searched>), PathError> {
    match puzzle {
        Puzzle::Path => {
            let mut found = Vec::new();
            let end = queries(rules, sizes, (misreadings, wanted), control, &mut found);
            found.sort_by_key(|(measure, _)| *measure);
            let witnesses = found.into_iter().map(|(_, witness)| witness).collect();
            Ok((witnesses, unless_stopped(end)?.map(|()| Searched::AllPairs)))
        }
        Puzzle::Mate => {
            let missing = wanted.iter().map(|&nth| (nth, BOARDS_PER_MISREADING)).collect();
            let (witnesses, tried) = (Vec::new(), 0);
            let mut hunt = Hunt { rules, misreadings, wanted, missing, witnesses, tried, control };
            let end = hunt.search(seed);
            let small = |witness: &Witness| match &witness.question {
                Question::Mate(setup) => (setup.board.size(), setup.board.count()),
                Question::Path(size, _) => (*size, 0),
            };
            hunt.witnesses.sort_by_key(small);
            Ok((hunt.witnesses, unless_stopped(end)?.map(|()| Searched::Boards(hunt.tried))))
        }
    }
}

fn unless_stopped(end: Result<(), PathError>) -> Result<Option<()>, PathError> {
    match end {
        Err(PathError::Stopped) => Ok(None),
        end => end.map(Some),
    }
}

/// Adds queries that some of the `wanted` misreadings answer wrongly to `found`, piece by piece.
fn queries(
    rules: &Rules,
    sizes: &[Size],
    (misreadings, wanted): (&[Misreading], &[usize]),
    control: &Control<'_>,
    found: &mut Vec<(Measure, Witness)>,
) -> Result<(), PathError> {
    let mut sizes: Vec<Size> = sizes.iter().map(|&size| searchable(rules, size)).collect();
    sizes.dedup();
    for size in sizes {
        for (role, _) in rules.roles() {
            let of_role = |nth: &&usize| misreadings[**nth].misreads(role);
            let own: Vec<usize> = wanted.iter().filter(of_role).copied().collect();
            for piece in Color::ALL.map(|color| Piece::new(color, role)) {
                for own in own.chunks(64) {
                    found.extend(of_piece(rules, size, piece, (misreadings, own), control)?);
                }
            }
        }
    }
    Ok(())
}

/// Returns, for each set of misreadings, the smallest query that exactly these misreadings answer
/// wrongly.
///
/// The queries are those of one piece. `own` has the indexes of at most 64 misreadings, because a set
/// is stored in the bits of a `u64`.
fn of_piece(
    rules: &Rules,
    size: Size,
    piece: Piece,
    (misreadings, own): (&[Misreading], &[usize]),
    control: &Control<'_>,
) -> Result<Vec<(Measure, Witness)>, PathError> {
    let graph = |rules| MoveGraph::new(rules, size, piece);
    let right_graph = graph(rules);
    let wrong_graphs: Vec<MoveGraph> =
        own.iter().map(|&nth| graph(misreadings[nth].rules())).collect();
    let mut smallest: BTreeMap<u64, (Measure, Query)> = BTreeMap::new();
    for start in size {
        control.tick(1)?;
        let right = right_graph.distances_from(start)?;
        let wrong = wrong_graphs.iter().map(|graph| graph.distances_from(start));
        let wrong = wrong.collect::<Result<Vec<_>, _>>()?;
        for (finish, moves) in size.iter().zip(right.iter()) {
            let differs = wrong.iter().enumerate().fold(0, |differs, (nth, wrong)| {
                differs | u64::from(wrong.get(finish) != Ok(moves)) << nth
            });
            let query = Query { piece, start, finish };
            let found = (measure(moves, query), query);
            if differs != 0 && smallest.get(&differs).is_none_or(|known| found.0 < known.0) {
                smallest.insert(differs, found);
            }
        }
    }
    Ok(smallest
        .into_iter()
        .map(|(differs, (measure, query))| {
            let caught = own.iter().enumerate().filter(|(nth, _)| differs >> nth & 1 == 1);
            let mut catches = FixedBitSet::with_capacity(misreadings.len());
            catches.extend(caught.map(|(_, &misreading)| misreading));
            (measure, Witness { question: Question::Path(size, query), catches })
        })
        .collect())
}

struct Hunt<'h> {
    rules: &'h Rules,
    misreadings: &'h [Misreading],
    wanted: &'h [usize],
    /// Indexes of the misreadings that need more boards, each with the number of boards still needed.
    missing: Vec<(usize, usize)>,
    witnesses: Vec<Witness>,
    tried: usize,
    control: &'h Control<'h>,
}

impl Hunt<'_> {
    /// Searches for boards that some of the wanted misreadings answer wrongly.
    ///
    /// The search ends when each misreading has [`BOARDS_PER_MISREADING`] boards. Otherwise it ends after
    /// [`MOST_BOARDS`] random boards and the same number of constructed boards.
    fn search(&mut self, seed: u64) -> Result<(), PathError> {
        let mut generator = MateGenerator::new(self.rules, MateConstraint::default(), seed);
        while self.needs_more(MOST_BOARDS) {
            self.control.tick(1)?;
            match generator.find(1, |_| true) {
                Some(setup) => self.add_if_witness(setup)?,
                None => self.tried += 1,
            }
        }
        // A single piece rarely decides on random boards, so boards are constructed for the
        // remaining misreadings.
        self.missing.retain(|(_, count)| *count == BOARDS_PER_MISREADING);
        let mut maker = Maker::new(self.rules, generator, seed);
        // The misreading on which the fewest boards were spent is next, so that none uses up the limit.
        let mut spent = vec![0; self.misreadings.len()];
        while self.needs_more(2 * MOST_BOARDS)
            && let Some(nth) =
                self.missing.iter().map(|(nth, _)| *nth).min_by_key(|&nth| spent[nth])
        {
            self.control.tick(1)?;
            let before = (self.tried, maker.tried);
            let boards = match self.misreadings[nth].kind {
                MisreadingKind::Movement(role, _) if !self.rules.role(role).royal => {
                    maker.with_defender(role, self.misreadings[nth].rules()).into_iter().collect()
                }
                _ => maker.with_another_piece(),
            };
            boards.into_iter().try_for_each(|setup| self.add_if_witness(setup))?;
            self.tried += maker.tried - before.1;
            spent[nth] += self.tried - before.0;
        }
        Ok(())
    }

    fn needs_more(&self, most: usize) -> bool {
        !self.missing.is_empty() && self.tried < most
    }

    fn add_if_witness(&mut self, setup: Setup) -> Result<(), PathError> {
        self.tried += 1;
        let question = Question::Mate(setup);
        let expected = question.answer(self.rules)?;
        let mut is_witness = false;
        for (nth, count) in &mut self.missing {
            if self.misreadings[*nth].fails(&question, &expected)? {
                *count -= 1;
                is_witness = true;
            }
        }
        self.missing.retain(|(_, count)| *count > 0);
        if is_witness {
            let mut catches = FixedBitSet::with_capacity(self.misreadings.len());
            for &nth in self.wanted {
                catches.set(nth, self.misreadings[nth].fails(&question, &expected)?);
            }
            self.witnesses.push(Witness { question, catches });
        }
        Ok(())
    }
}
