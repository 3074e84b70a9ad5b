//! Facts about a program that counts moves: each owns the questions and replies that it counts.

use super::evidence::BoardFace;
use super::grouped;
use super::pieces::PieceMoves;
use super::survey::{Survey, query_of};
use crate::cases::Answer;
use crate::rules::Rules;
use crate::workbench::{Answered, Reply};

/// A fact about a program that counts moves.
#[derive(Clone, Debug)]
pub struct PathFact {
    /// Pieces that the fact is about; none if it is about all pieces.
    pub pieces: Vec<PieceMoves>,
    /// Subject of the fact.
    pub subject: PathSubject,
    /// All questions that the fact counts, with the replies.
    pub asked: Vec<Answered>,
    pub(super) rules: Rules,
}

/// The subject of a fact about a program that counts moves.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PathSubject {
    /// All questions about the pieces have the same reply, although the right answers differ.
    Constant,
    /// Queries without a way.
    NoWay,
    /// Queries whose finish is their start.
    StartIsFinish,
    /// Queries for single moves, which were all answered wrong.
    SingleMoves,
    /// Moves into faces of the board that were all answered wrong.
    Faces(Vec<BoardFace>),
    /// Moves of the pieces, which [`PathFact::surveys`] tells apart.
    Moves,
    /// Moves of the piece, which were exactly those of another piece.
    Like {
        /// Other piece.
        other: PieceMoves,
        /// True if rides of two or more steps were made as well.
        rides: bool,
    },
    /// Ways of pieces whose single steps are all right, or else longer ways.
    Ways,
    /// Wrong answers that no other fact is about, with all others about the pieces.
    Other,
    /// Pieces without a wrong answer.
    Right,
}

impl PathFact {
    /// Returns the moves of each of the pieces that the program was asked.
    #[must_use]
    pub fn surveys(&self) -> Vec<Survey<'_>> {
        let survey = |piece| Survey::new(&self.rules, piece, &self.asked);
        self.pieces.iter().map(survey).collect()
    }

    /// Returns the wrong answers that the fact counts.
    pub fn wrong(&self) -> impl Iterator<Item = &Answered> {
        self.asked.iter().filter(|asked| asked.is_wrong())
    }

    /// Returns the questions and replies for each right answer, the least first.
    #[must_use]
    pub fn by_right_answer(&self) -> Vec<Vec<&Answered>> {
        let mut groups = grouped(&self.asked, |one, other| one.expected == other.expected);
        groups.sort_by_key(|group| moves(&group[0].expected));
        groups
    }

    /// Returns the one reply of all wrong answers; `None` if they differ.
    #[must_use]
    pub fn reply(&self) -> Option<&Reply> {
        one_reply(self.wrong())
    }

    /// Returns a telling example of the wrong answers: a short one, or the one that differs most from
    /// the right answer if the fact is about long ways.
    #[must_use]
    pub fn example(&self) -> Option<&Answered> {
        match self.subject {
            PathSubject::Right => None,
            PathSubject::Constant => self.asked.first(),
            PathSubject::Ways => {
                self.wrong().min_by_key(|asked| (-asked.excess().unwrap_or(0).abs(), size(asked)))
            }
            _ => self.wrong().min_by_key(|asked| size(asked)),
        }
    }

    /// Returns the questions whose replies the sentence shows.
    pub(in crate::workbench::observe) fn shown(&self) -> Vec<&Answered> {
        match (&self.subject, self.surveys().first()) {
            (PathSubject::Moves, Some(survey)) => survey.examples(),
            _ => self.example().into_iter().collect(),
        }
    }
}

/// Returns the first reply if all others are like it; `None` if they differ, or without questions.
pub(super) fn one_reply<'a>(asked: impl IntoIterator<Item = &'a Answered>) -> Option<&'a Reply> {
    let mut replies = asked.into_iter().map(|asked| &asked.reply);
    let first = replies.next()?;
    replies.all(|other| other.is_like(first)).then_some(first)
}

/// Returns the number of moves of an answer; the largest number if there is no way.
const fn moves(answer: &Answer) -> u32 {
    match answer {
        Answer::Moves(Some(moves)) => *moves,
        _ => u32::MAX,
    }
}

/// Returns a key by which questions are sorted, small ones first: few moves, near cells, White.
pub(super) fn size(asked: &Answered) -> impl Ord + use<> {
    let query = query_of(asked);
    let parts = query.map(|query| query.start.offset_to(query.finish).parts().map(i32::abs));
    let far = parts.map(|parts| (parts.into_iter().max(), parts.into_iter().sum::<i32>()));
    // A query without a way is as long to think about as one of two moves.
    let moves = if asked.expected == Answer::Moves(None) { 2 } else { moves(&asked.expected) };
    let rest = query.map(|it| (it.piece.color(), it.piece.role(), it.start, it.finish));
    (moves, far, rest)
}
