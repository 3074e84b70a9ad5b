//! Witnesses: questions that wrong readings answer wrongly.

mod maker;

use std::collections::BTreeMap;

use fixedbitset::FixedBitSet;

use self::maker::Maker;
use super::generate::{MateConstraint, MateGenerator};
use super::reading::{Reading, ReadingKind};
use super::shrink::{Measure, measure};
use crate::board::Setup;
use crate::cases::{Puzzle, Question};
use crate::cell::Size;
use crate::notation::Query;
use crate::path::{MoveGraph, PathError};
use crate::piece::{Color, Piece, Role};
use crate::rules::Rules;

/// A question with the readings that answer it wrongly.
#[derive(Clone, Debug)]
pub(super) struct Witness {
    pub(super) question: Question,
    /// The indexes of the readings.
    pub(super) catches: FixedBitSet,
}

/// The extent of a search for witnesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Searched {
    /// Every pair of cells, for both colors, on boards of the cases' sizes, but at most ten cells
    /// an edge.
    AllPairs,
    /// This number of random boards.
    Boards(usize),
}

/// The most random boards; as many constructed boards may follow.
const MOST_BOARDS: usize = 100_000;
/// The number of boards to find for each reading.
const CHOICE: usize = 12;
/// The longest edge on which pairs of cells are compared, if the rules leave the size open.
const MOST_EDGE: usize = 10;

/// Returns the size on which pairs of cells are compared instead of a large one.
fn searchable(rules: &Rules, size: Size) -> Size {
    match Size::new(size.edge().min(MOST_EDGE)) {
        Some(smaller) if rules.size().is_none() => smaller,
        _ => size,
    }
}

/// Returns questions that some of the readings answer wrongly, small ones first, and the extent of
/// the search.
pub(super) fn witnesses(
    rules: &Rules,
    puzzle: Puzzle,
    sizes: &[Size],
    readings: &[Reading],
    wanted: &[usize],
    seed: u64,
) -> Result<(Vec<Witness>, Searched), PathError> {
    match puzzle {
        Puzzle::Path => {
            let mut witnesses = Vec::new();
            let mut sizes: Vec<Size> = sizes.iter().map(|&size| searchable(rules, size)).collect();
            sizes.dedup();
            for size in sizes {
                for (role, _) in rules.roles() {
                    let of_role = |nth: &&usize| match readings[**nth].kind {
                        ReadingKind::Movement(moved, _) => moved == role,
                        _ => false,
                    };
                    let own: Vec<usize> = wanted.iter().filter(of_role).copied().collect();
                    for (color, own) in Color::ALL
                        .into_iter()
                        .flat_map(|color| own.chunks(64).map(move |own| (color, own)))
                    {
                        witnesses.extend(of_piece(rules, size, (role, color), readings, own)?);
                    }
                }
            }
            witnesses.sort_by_key(|(measure, _)| *measure);
            let witnesses = witnesses.into_iter().map(|(_, witness)| witness);
            Ok((witnesses.collect(), Searched::AllPairs))
        }
        Puzzle::Mate => {
            let (mut witnesses, searched) = boards(rules, readings, wanted, seed)?;
            let small = |witness: &Witness| match &witness.question {
                Question::Mate(setup) => (setup.board.size(), setup.board.count()),
                Question::Path(size, _) => (*size, 0),
            };
            witnesses.sort_by_key(small);
            Ok((witnesses, Searched::Boards(searched)))
        }
    }
}

/// Returns the smallest query of the piece for each set of readings that some query catches.
///
/// `own` has at most 64 readings, one for each bit of a word.
fn of_piece(
    rules: &Rules,
    size: Size,
    (role, color): (Role, Color),
    readings: &[Reading],
    own: &[usize],
) -> Result<Vec<(Measure, Witness)>, PathError> {
    let piece = Piece::new(color, role);
    let graph = |rules| MoveGraph::new(rules, size, piece);
    let mut smallest: BTreeMap<u64, (Measure, Query)> = BTreeMap::new();
    for start in size {
        let right = graph(rules).distances_from(start)?;
        let wrong = own.iter().map(|&nth| graph(readings[nth].rules()).distances_from(start));
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
            let mut catches = FixedBitSet::with_capacity(readings.len());
            catches.extend(caught.map(|(_, &reading)| reading));
            (measure, Witness { question: Question::Path(size, query), catches })
        })
        .collect())
}

/// Returns boards that catch readings, several for each, and the number of boards searched.
fn boards(
    rules: &Rules,
    readings: &[Reading],
    wanted: &[usize],
    seed: u64,
) -> Result<(Vec<Witness>, usize), PathError> {
    let mut generator = MateGenerator::new(rules, MateConstraint::default(), seed);
    let missing = wanted.iter().map(|&nth| (nth, CHOICE)).collect();
    let mut hunt = Hunt { rules, readings, wanted, missing, witnesses: Vec::new(), seen: 0 };
    while hunt.goes_on(MOST_BOARDS) {
        match generator.find(1, |_| true) {
            Some(setup) => hunt.look_at(setup)?,
            None => hunt.seen += 1,
        }
    }
    // Random boards are rarely decided by a single piece, so such boards are constructed.
    hunt.missing.retain(|(_, count)| *count == CHOICE);
    let mut maker = Maker::new(rules, generator, seed);
    // Boards are shared evenly, because a reading may get many at once.
    let mut spent = vec![0; readings.len()];
    while hunt.goes_on(2 * MOST_BOARDS)
        && let Some(nth) = hunt.missing.iter().map(|(nth, _)| *nth).min_by_key(|&nth| spent[nth])
    {
        let before = (hunt.seen, maker.seen);
        let boards = match readings[nth].kind {
            ReadingKind::Movement(role, _) if !rules.role(role).royal => {
                maker.with_defender(role, readings[nth].rules()).into_iter().collect()
            }
            _ => maker.with_another_man(),
        };
        boards.into_iter().try_for_each(|setup| hunt.look_at(setup))?;
        hunt.seen += maker.seen - before.1;
        spent[nth] += hunt.seen - before.0;
    }
    Ok((hunt.witnesses, hunt.seen))
}

/// A search for boards that readings answer wrongly.
struct Hunt<'h> {
    rules: &'h Rules,
    readings: &'h [Reading],
    wanted: &'h [usize],
    /// The readings that need more boards, with the number missing.
    missing: Vec<(usize, usize)>,
    witnesses: Vec<Witness>,
    /// The number of boards examined so far.
    seen: usize,
}

impl Hunt<'_> {
    fn goes_on(&self, most: usize) -> bool {
        !self.missing.is_empty() && self.seen < most
    }

    /// Keeps a board if a reading that needs more boards answers it wrongly.
    fn look_at(&mut self, setup: Setup) -> Result<(), PathError> {
        self.seen += 1;
        let question = Question::Mate(setup);
        let expected = question.answer(self.rules)?;
        let mut is_witness = false;
        for (nth, count) in &mut self.missing {
            if self.readings[*nth].fails(&question, &expected)? {
                *count -= 1;
                is_witness = true;
            }
        }
        self.missing.retain(|(_, count)| *count > 0);
        if is_witness {
            let mut catches = FixedBitSet::with_capacity(self.readings.len());
            for &nth in self.wanted {
                catches.set(nth, self.readings[nth].fails(&question, &expected)?);
            }
            self.witnesses.push(Witness { question, catches });
        }
        Ok(())
    }
}
