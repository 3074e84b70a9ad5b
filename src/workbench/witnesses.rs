//! Finds questions that catch the misreadings that no case of an audit catches.

use super::audit::{AuditOutcome, Searched};
use super::misreading::Misreading;
use super::separator::{SMALL, Separator};
use super::shrink::shrink;
use crate::cases::{Puzzle, Question};
use crate::cell::Size;
use crate::control::Control;
use crate::notation::Query;
use crate::path::{MoveGraph, PathError};
use crate::rules::Rules;

/// Number of boards in succession that catch no further misreading, after which the search ends.
const BOARDS: usize = 20_000;
/// Largest number of cells along an edge of a board on which queries between all pairs of cells are
/// tried.
///
/// The limit applies only if the rule set leaves the size open.
const MOST_EDGE: usize = 10;

/// A search for questions that catch the misreadings whose outcome is unknown.
pub(super) struct WitnessSearch<'s> {
    pub(super) rules: &'s Rules,
    pub(super) misreadings: &'s [Misreading],
    pub(super) outcomes: Vec<AuditOutcome>,
    pub(super) seed: u64,
    pub(super) control: &'s Control<'s>,
}

impl WitnessSearch<'_> {
    fn unknown(&self) -> Vec<usize> {
        let all = 0..self.outcomes.len();
        all.filter(|&nth| self.outcomes[nth] == AuditOutcome::Unknown).collect()
    }

    /// Finds a small query for each misreading, on boards of one of the sizes: a random one, or
    /// else one of all queries.
    pub(super) fn find_queries(&mut self, sizes: &[Size]) -> Result<(), PathError> {
        let right = Misreading::right(self.rules);
        let mut sizes: Vec<Size> = sizes.iter().map(|&size| searchable(self.rules, size)).collect();
        sizes.dedup();
        let of_size = |&size| Separator::new(self.rules, Puzzle::Path, Some(size), self.seed);
        let mut separators: Vec<Separator> = sizes.iter().map(of_size).collect();
        for nth in self.unknown() {
            self.control.tick(1)?;
            let wrong = &self.misreadings[nth];
            let mut found = None;
            for separator in &mut separators {
                if found.is_none() {
                    found = separator.separating(&right, wrong)?;
                }
            }
            if let Some(question) = found {
                self.outcomes[nth] = AuditOutcome::Survives(self.shrunk(question, wrong)?);
            }
        }
        let mut left = self.unknown();
        for size in sizes {
            self.try_all_queries(size, &mut left)?;
        }
        for nth in left {
            self.outcomes[nth] = AuditOutcome::NoWitness(Searched::AllPairs);
        }
        Ok(())
    }

    /// Tries the queries between all cells for all pieces, and removes the misreadings that one of
    /// them catches from `left`.
    fn try_all_queries(&mut self, size: Size, left: &mut Vec<usize>) -> Result<(), PathError> {
        // The search for a random query compares all moves if a misreading changes nothing else.
        let mut open: Vec<usize> = left.clone();
        open.retain(|&nth| self.misreadings[nth].role().is_none());
        for (_, piece) in self.rules.letters() {
            let graph = MoveGraph::new(self.rules, size, piece);
            for start in size {
                if open.is_empty() {
                    return Ok(());
                }
                self.control.tick(1)?;
                let right = graph.distances_from(start)?;
                for nth in std::mem::take(&mut open) {
                    let wrong = &self.misreadings[nth];
                    let numbers = wrong.numbers_given(&right, size, piece, start)?;
                    let differs = |(number, right): (Option<u32>, Option<u32>)| number != right;
                    let Some(at) = numbers.into_iter().zip(right.iter()).position(differs) else {
                        open.push(nth);
                        continue;
                    };
                    let query = Query { piece, start, finish: size.cell(at) };
                    let question = self.shrunk(Question::Path(size, query), wrong)?;
                    self.outcomes[nth] = AuditOutcome::Survives(question);
                    left.retain(|other| *other != nth);
                }
            }
        }
        Ok(())
    }

    /// Returns a smaller question that a program with the misreading still answers wrongly.
    fn shrunk(&self, question: Question, wrong: &Misreading) -> Result<Question, PathError> {
        let fails = |question: &Question| {
            let expected = question.answer(self.rules);
            self.control.tick(1).is_ok()
                && expected.is_ok_and(|right| wrong.fails(question, &right).unwrap_or(false))
        };
        let small = shrink(self.rules, question, |smaller| smaller.iter().position(fails));
        self.control.tick(0)?;
        Ok(small)
    }

    /// Finds a board for each misreading, until [`BOARDS`] boards in succession catch none.
    pub(super) fn find_boards(&mut self) -> Result<(), PathError> {
        let right = Misreading::right(self.rules);
        let mut separator = Separator::new(self.rules, Puzzle::Mate, None, self.seed);
        let (mut left, mut turn, mut in_vain) = (self.unknown(), 0, 0);
        let mut tested = vec![0; self.misreadings.len()];
        while let Some(&next) = left.get(turn % left.len().max(1))
            && in_vain < BOARDS
        {
            self.control.tick(1)?;
            (turn, in_vain) = (turn + 1, in_vain + 1);
            let aimed = [&right, &self.misreadings[next]];
            let Some(setup) = separator.board(&aimed) else { continue };
            let size = setup.board.size();
            let question = Question::Mate(setup);
            let (expected, before) = (question.answer(self.rules)?, left.len());
            for nth in std::mem::take(&mut left) {
                let wrong = &self.misreadings[nth];
                // A large board is large for the misreading at which it is aimed.
                let is_tested = nth == next || size.edge() <= wrong.least_edge().max(SMALL);
                tested[nth] += usize::from(is_tested);
                if is_tested && wrong.fails(&question, &expected)? {
                    let small = self.shrunk(question.clone(), wrong)?;
                    self.outcomes[nth] = AuditOutcome::Survives(small);
                } else {
                    left.push(nth);
                }
            }
            if left.len() < before {
                in_vain = 0;
            }
        }
        for nth in left {
            self.outcomes[nth] = AuditOutcome::NoWitness(Searched::Boards(tested[nth]));
        }
        Ok(())
    }
}

fn searchable(rules: &Rules, size: Size) -> Size {
    match Size::new(size.edge().min(MOST_EDGE)) {
        Some(smaller) if rules.size().is_none() => smaller,
        _ => size,
    }
}
