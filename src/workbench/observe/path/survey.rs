//! The moves of one piece that a program answered 1 to, and those that it did not.

use std::collections::BTreeMap;

use super::change::CellChange;
use super::pieces::PieceMoves;
use crate::cases::{Answer, Question};
use crate::notation::Query;
use crate::rules::Rules;
use crate::workbench::{Asked, Reply};

/// The moves that a program was asked for one piece, by the change of the cell's numbers.
///
/// A move that was asked on several cells counts as made if all replies are 1, and as not made if
/// no reply is 1.
#[derive(Clone, Debug)]
pub struct Survey<'a> {
    /// The piece.
    pub piece: &'a PieceMoves,
    moves: BTreeMap<CellChange, Vec<&'a Asked>>,
}

/// The replies to one move on all cells where it was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Seen {
    Made,
    NotMade,
    Mixed,
}

/// A set of moves that a program was asked, and the moves of it to which it gave a wrong answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveSet {
    /// The moves that were asked, sorted.
    pub asked: Vec<CellChange>,
    /// The moves of these with a wrong answer, sorted.
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
}

/// Returns the query of a question about `path`.
pub(super) const fn query_of(asked: &Asked) -> Option<Query> {
    match asked.question {
        Question::Path(_, query) => Some(query),
        Question::Mate(_) => None,
    }
}

fn is_one(asked: &Asked) -> bool {
    asked.reply == Reply::Answer(Answer::Moves(Some(1)))
}

impl<'a> Survey<'a> {
    pub(super) fn new(
        rules: &Rules,
        piece: &'a PieceMoves,
        asked: impl IntoIterator<Item = &'a Asked>,
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
        Self { piece, moves }
    }

    pub(super) fn seen(&self, change: CellChange) -> Option<Seen> {
        let asked = self.moves.get(&change)?;
        Some(match asked.iter().filter(|asked| is_one(asked)).count() {
            0 => Seen::NotMade,
            made if made == asked.len() => Seen::Made,
            _ => Seen::Mixed,
        })
    }

    fn set(&self, wrong: Seen, belongs: impl Fn(CellChange) -> bool) -> MoveSet {
        let asked: Vec<CellChange> = self.moves.keys().copied().filter(|&it| belongs(it)).collect();
        let asked: Vec<_> =
            asked.into_iter().filter(|&it| self.seen(it) != Some(Seen::Mixed)).collect();
        let wrong = asked.iter().copied().filter(|&it| self.seen(it) == Some(wrong)).collect();
        MoveSet { asked, wrong }
    }

    /// Returns the single steps of the piece; those that are not made are wrong.
    #[must_use]
    pub fn steps(&self) -> MoveSet {
        self.set(Seen::NotMade, |change| self.piece.is_step(change))
    }

    /// Returns the rides of two or more steps; those that are not made are wrong. Rides along a
    /// single step that is not made are left out.
    #[must_use]
    pub fn rides(&self) -> MoveSet {
        let is_ride = |change| {
            let found = self.piece.step(change).filter(|_| !self.piece.is_step(change));
            found.is_some_and(|(step, _)| self.seen(step.change) != Some(Seen::NotMade))
        };
        self.set(Seen::NotMade, is_ride)
    }

    /// Returns the moves that the piece can't make in one move; those that are made are wrong.
    #[must_use]
    pub fn others(&self) -> MoveSet {
        self.set(Seen::Made, |change| self.piece.step(change).is_none())
    }

    /// Returns the moves that are made, of all that were asked.
    #[must_use]
    pub fn made(&self) -> MoveSet {
        self.set(Seen::NotMade, |_| true)
    }

    /// Returns the moves that are made on some cells and not made on others.
    #[must_use]
    pub fn mixed(&self) -> Vec<CellChange> {
        let all = self.moves.keys().copied();
        all.filter(|&change| self.seen(change) == Some(Seen::Mixed)).collect()
    }

    /// Returns the questions and replies about a move.
    #[must_use]
    pub fn asked(&self, change: CellChange) -> &[&'a Asked] {
        self.moves.get(&change).map_or(&[], Vec::as_slice)
    }

    /// Returns `true` if a reply to a move is wrong.
    #[must_use]
    pub fn has_flaw(&self) -> bool {
        let sets = [self.steps(), self.rides(), self.others()];
        sets.iter().any(|set| !set.wrong.is_empty()) || !self.mixed().is_empty()
    }

    /// Returns the number of cells that no ride exceeds: all rides asked of at most this many cells
    /// are made, and no longer ones. The longest ride is asked in each direction.
    #[must_use]
    pub fn longest_ride(&self) -> Option<i32> {
        let rides = self.rides();
        let first = rides.wrong.iter().map(|ride| ride.length()).min()?;
        let right = rides.right();
        let longest = right.iter().map(|ride| ride.length()).max().unwrap_or(1);
        let is_same = |ride: &CellChange| {
            let (direction, _) = ride.direction();
            longest == 1 || right.contains(&(direction * longest))
        };
        (first == longest + 1 && rides.wrong.iter().all(is_same)).then_some(longest)
    }

    /// Returns `true` if a reply is less than the piece needs.
    pub(super) fn has_short_answer(&self) -> bool {
        let is_short = |asked: &&'a Asked| match (&asked.reply, &asked.expected) {
            (Reply::Answer(Answer::Moves(Some(reply))), Answer::Moves(right)) => {
                *reply > 0 && right.is_none_or(|right| *reply < right)
            }
            _ => false,
        };
        self.moves.values().flatten().any(is_short)
    }

    /// Returns the examples that a sentence about the moves shows.
    #[must_use]
    pub fn examples(&self) -> Vec<&'a Asked> {
        let sets = [self.steps(), self.rides(), self.others()];
        let wrong = sets.iter().filter_map(|set| self.example(set));
        let mixed = self.mixed();
        let both = mixed.first().map(|&change| self.both(change));
        wrong.chain(both.into_iter().flatten()).collect()
    }

    /// Returns the simplest of the wrong answers in a set.
    #[must_use]
    pub fn example(&self, set: &MoveSet) -> Option<&'a Asked> {
        let asked = set.wrong.iter().flat_map(|&change| self.asked(change)).copied();
        asked.min_by_key(|asked| super::fact::size(asked))
    }

    /// Returns an answer of 1 and another answer to a move.
    #[must_use]
    pub fn both(&self, change: CellChange) -> Vec<&'a Asked> {
        let asked = self.asked(change);
        let [made, not] = [true, false].map(|one| asked.iter().find(|asked| is_one(asked) == one));
        made.into_iter().chain(not).copied().collect()
    }

    /// Returns `true` if a sentence about the moves of `other` is the same.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        let none = |survey: &Self| survey.steps().is_all_wrong();
        let same_steps = self.steps() == other.steps() || none(self) && none(other);
        let same_rides = match (self.longest_ride(), other.longest_ride()) {
            (None, None) => self.rides().wrong == other.rides().wrong,
            (one, another) => one == another,
        };
        let is_right = |survey: &Self| survey.steps().wrong.is_empty();
        let same_steps = same_steps || is_right(self) && is_right(other);
        let is_same = self.others().wrong == other.others().wrong && self.mixed() == other.mixed();
        same_steps && same_rides && is_same
    }

    /// Returns another piece that makes exactly the moves that were made, of all that were asked, and
    /// `true` if its longer rides are made too. All steps of both pieces must have been asked.
    pub(super) fn like<'o>(&self, pieces: &'o [PieceMoves]) -> Option<(&'o PieceMoves, bool)> {
        let made = self.made();
        let is_known =
            |piece: &PieceMoves| piece.steps.iter().all(|step| made.asked.contains(&step.change));
        if !is_known(self.piece) || !self.mixed().is_empty() || !self.has_flaw() {
            return None;
        }
        let fits = |other: &PieceMoves, rides: bool| {
            let makes = |change| other.step(change).is_some_and(|(_, count)| count == 1 || rides);
            made.asked.iter().all(|&change| makes(change) != made.wrong.contains(&change))
        };
        let has_known_rides = |other: &PieceMoves| {
            let is_ride = |change| other.step(change).is_some_and(|(_, count)| count > 1);
            let rides = other.steps.iter().any(|step| step.rides);
            !rides || made.asked.iter().any(|&change| is_ride(change))
        };
        let is_known = |other: &PieceMoves| is_known(other) && has_known_rides(other);
        let others = pieces.iter().filter(|other| *other != self.piece && is_known(other));
        others.flat_map(|other| [(other, true), (other, false)]).find_map(|(other, rides)| {
            let has_rides = other.steps.iter().any(|step| step.rides);
            fits(other, rides).then_some((other, rides && has_rides))
        })
    }
}
