//! The moves of one piece that a program answered 1 to, and those that it did not.

use std::collections::BTreeMap;

use super::change::CellChange;
use super::pieces::PieceMoves;
use crate::cases::{Answer, Question};
use crate::notation::Query;
use crate::rules::Rules;
use crate::workbench::{Answered, Reply};

/// The moves that a program was asked for one piece, by the change of the cell's numbers.
///
/// A move that was asked on several cells counts as made if all replies are 1, and as not made if
/// no reply is 1.
#[derive(Clone, Debug)]
pub struct Survey<'a> {
    /// Piece.
    pub piece: &'a PieceMoves,
    /// Single steps of the piece; those that are not made are wrong.
    pub steps: MoveSet,
    /// Rides of two or more steps; those that are not made are wrong. Rides along a single step
    /// that is not made are left out.
    pub rides: MoveSet,
    /// Moves that the piece can't make in one move; those that are made are wrong.
    pub others: MoveSet,
    /// Moves that are made on some cells and not made on others.
    pub mixed: Vec<CellChange>,
    /// Moves that are made, right or wrong.
    pub made: Vec<CellChange>,
    moves: BTreeMap<CellChange, Vec<&'a Answered>>,
}

/// A set of moves that a program was asked, and the moves of it to which it gave a wrong answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveSet {
    /// Moves that were asked, sorted.
    pub asked: Vec<CellChange>,
    /// Moves of these with a wrong answer, sorted.
    pub wrong: Vec<CellChange>,
}

impl MoveSet {
    /// Returns `true` if all answers to the moves are wrong.
    #[must_use]
    pub fn is_all_wrong(&self) -> bool {
        self.asked.len() == self.wrong.len()
    }

    /// Returns the moves with a right answer.
    #[must_use]
    pub fn right(&self) -> Vec<CellChange> {
        self.asked.iter().filter(|change| !self.wrong.contains(change)).copied().collect()
    }

    fn add(&mut self, change: CellChange, is_wrong: bool) {
        self.asked.push(change);
        self.wrong.extend(is_wrong.then_some(change));
    }
}

/// Returns the query of a question about `path`.
pub(super) const fn query_of(asked: &Answered) -> Option<Query> {
    match asked.question {
        Question::Path(_, query) => Some(query),
        Question::Mate(_) => None,
    }
}

fn is_one(asked: &Answered) -> bool {
    asked.reply == Reply::Answer(Answer::Moves(Some(1)))
}

impl<'a> Survey<'a> {
    pub(super) fn new(
        rules: &Rules,
        piece: &'a PieceMoves,
        asked: impl IntoIterator<Item = &'a Answered>,
    ) -> Self {
        let mut moves: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for asked in asked {
            let Some(query) = query_of(asked).filter(|query| piece.is(query.piece)) else {
                continue;
            };
            let change = CellChange::of(rules.cells(), query.start.offset_to(query.finish));
            // A step that starts only on some cells is asked on other cells too: no fact about it.
            let is_right = asked.expected == Answer::Moves(Some(1));
            if change.length() > 0 && is_right == piece.step(change).is_some() {
                moves.entry(change).or_default().push(asked);
            }
        }
        let [steps, rides, others] = [(); 3].map(|()| MoveSet::default());
        let (mixed, made) = (Vec::new(), Vec::new());
        let mut survey = Self { piece, steps, rides, others, mixed, made, moves };
        survey.sort_moves();
        survey
    }

    fn sort_moves(&mut self) {
        for change in self.moves.keys().copied() {
            let Some(is_made) = self.is_made(change) else {
                self.mixed.push(change);
                continue;
            };
            self.made.extend(is_made.then_some(change));
            match self.piece.step(change) {
                None => self.others.add(change, is_made),
                Some((_, 1)) => self.steps.add(change, !is_made),
                Some((step, _)) if self.is_made(step.change) == Some(false) => {}
                Some(_) => self.rides.add(change, !is_made),
            }
        }
    }

    /// Returns `true` if all replies to a move are 1, and `false` if none is; `None` if the move was
    /// not asked, or is made only on some cells.
    pub(super) fn is_made(&self, change: CellChange) -> Option<bool> {
        let mut ones = self.asked(change).iter().map(|asked| is_one(asked));
        let first = ones.next()?;
        ones.all(|one| one == first).then_some(first)
    }

    /// Returns the number of moves that were asked, on one cell or several.
    #[must_use]
    pub fn count(&self) -> usize {
        self.moves.len()
    }

    /// Returns the questions and replies about all moves.
    pub(super) fn all(&self) -> impl Iterator<Item = &'a Answered> {
        self.moves.values().flatten().copied()
    }

    /// Returns the questions and replies about a move.
    #[must_use]
    pub fn asked(&self, change: CellChange) -> &[&'a Answered] {
        self.moves.get(&change).map_or(&[], Vec::as_slice)
    }

    const fn sets(&self) -> [&MoveSet; 3] {
        [&self.steps, &self.rides, &self.others]
    }

    /// Returns `true` if a reply to a move is wrong.
    pub(super) fn has_flaw(&self) -> bool {
        self.sets().iter().any(|set| !set.wrong.is_empty()) || !self.mixed.is_empty()
    }

    /// Returns the number of cells that no ride exceeds: all rides asked of at most this many cells
    /// are made, and no longer ones. The longest ride is asked in each direction.
    #[must_use]
    pub fn longest_ride(&self) -> Option<i32> {
        let first = self.rides.wrong.iter().map(|ride| ride.length()).min()?;
        let right = self.rides.right();
        let longest = right.iter().map(|ride| ride.length()).max().unwrap_or(1);
        let is_same = |ride: &CellChange| {
            longest == 1 || right.contains(&CellChange(ride.0.map(|by| by.signum() * longest)))
        };
        (first == longest + 1 && self.rides.wrong.iter().all(is_same)).then_some(longest)
    }

    /// Returns `true` if a reply is less than the piece needs.
    pub(super) fn has_short_answer(&self) -> bool {
        self.all().any(|asked| match (&asked.reply, &asked.expected) {
            (Reply::Answer(Answer::Moves(Some(reply))), Answer::Moves(right)) => {
                *reply > 0 && right.is_none_or(|right| *reply < right)
            }
            _ => false,
        })
    }

    /// Returns the examples that a sentence about the moves shows.
    #[must_use]
    pub fn examples(&self) -> Vec<&'a Answered> {
        let wrong = self.sets().into_iter().filter_map(|set| self.example(set));
        let both = self.mixed.first().map(|&change| self.both(change));
        wrong.chain(both.into_iter().flatten()).collect()
    }

    /// Returns the simplest of the wrong answers in a set.
    #[must_use]
    pub fn example(&self, set: &MoveSet) -> Option<&'a Answered> {
        let asked = set.wrong.iter().flat_map(|&change| self.asked(change)).copied();
        asked.min_by_key(|asked| super::fact::size(asked))
    }

    /// Returns an answer of 1 and another answer to a move.
    #[must_use]
    pub fn both(&self, change: CellChange) -> Vec<&'a Answered> {
        let asked = self.asked(change);
        let [made, not] = [true, false].map(|one| asked.iter().find(|asked| is_one(asked) == one));
        made.into_iter().chain(not).copied().collect()
    }

    /// Returns `true` if a sentence about the moves of `other` is the same.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        let of_both = |holds: fn(&Self) -> bool| holds(self) && holds(other);
        let same_steps = self.steps == other.steps
            || of_both(|survey| survey.steps.wrong.is_empty())
            || of_both(|survey| survey.steps.is_all_wrong());
        let longest = self.longest_ride();
        let same_rides = longest == other.longest_ride()
            && (longest.is_some() || self.rides.wrong == other.rides.wrong);
        let same_others = self.others.wrong == other.others.wrong && self.mixed == other.mixed;
        same_steps && same_rides && same_others
    }

    /// Returns another piece that makes exactly the moves that were made, of all that were asked, and
    /// `true` if its longer rides are made too. All steps of both pieces must have been asked.
    pub(super) fn like(
        &self,
        mut pieces: impl Iterator<Item = &'a PieceMoves>,
    ) -> Option<(&'a PieceMoves, bool)> {
        let is_known = |piece: &PieceMoves| {
            piece.steps.iter().all(|step| self.moves.contains_key(&step.change))
        };
        let fits = |other: &PieceMoves, rides: bool| {
            let makes = |change| other.step(change).is_some_and(|(_, count)| rides || count == 1);
            self.moves.keys().all(|&change| makes(change) == self.made.contains(&change))
        };
        let like = |other: &'a PieceMoves| {
            let is_ride = |change| other.step(change).is_some_and(|(_, count)| count > 1);
            let has_rides = other.steps.iter().any(|step| step.rides);
            let asked = !has_rides || self.moves.keys().any(|&change| is_ride(change));
            let is_other = other != self.piece && is_known(other) && asked;
            let rides = [true, false].into_iter().find(|&rides| fits(other, rides));
            rides.filter(|_| is_other).map(|rides| (other, rides && has_rides))
        };
        let is_clear = is_known(self.piece) && self.mixed.is_empty() && self.has_flaw();
        pieces.find_map(like).filter(|_| is_clear)
    }
}
