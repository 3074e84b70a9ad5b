//! Readings: mistakes in understanding the rules, derived from a rule set.

mod input;
mod mutations;
mod output;

use std::borrow::Cow;

pub use self::input::InputMutation;
use self::mutations::mutations;
pub use self::output::AnswerMutation;
use self::output::Distance;
use super::misreading::{self, Misreading};
use crate::board::Setup;
use crate::cases::{Answer, Puzzle, Question};
use crate::cell::{Cell, Size};
use crate::movement::{Atom, Step};
use crate::notation::Query;
use crate::path::{MoveGraph, PathError};
use crate::piece::{Color, Piece, Role};
use crate::position::Position;
use crate::rules::Rules;
use crate::verdict::Verdict;

/// A wrong reading of the rules, as one contestant's program may have it.
///
/// # Example
/// ```
/// use kubikschach::{cases::Puzzle, render, rules::Rules, workbench::Reading};
/// let rules = Rules::kubikschach();
/// let readings = Reading::all(&rules, Puzzle::Path);
/// assert!(!render::reading(&rules, &readings[0]).is_empty());
/// ```
#[derive(Clone, Debug)]
pub struct Reading {
    /// The mutation that the reading makes.
    pub kind: ReadingKind,
    /// The rules as read; the right ones unless a movement is misread.
    rules: Rules,
}

/// A mutation of movement, verdict, input or answer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReadingKind {
    /// A mutation of a piece's movement.
    Movement(Role, Box<Mutation>),
    /// A misreading of checkmate.
    Verdict(Misreading),
    /// A mistake in parsing the input.
    Input(InputMutation),
    /// A mistake in the printed answer.
    Answer(AnswerMutation),
    /// Two mutations at once.
    Both(Box<[Self; 2]>),
}

/// A mutation of a piece's definition.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Mutation {
    /// The definition lacks this line.
    Without(Atom),
    /// The definition has this line more.
    With(Atom),
    /// The definition has the second line instead of the first.
    Instead(Atom, Atom),
    /// The piece rides where it should leap.
    Rides,
    /// The piece leaps where it should ride.
    Leaps,
    /// The piece never leaves its level.
    WithinLevel,
    /// Each color has the moves of the other.
    ColorsExchanged,
    /// Black's pieces have White's moves.
    ColorsIgnored,
    /// The piece only moves towards the opponent.
    ForwardOnly,
    /// The piece also moves back.
    Backward,
    /// The piece also moves sideways.
    Sideways,
    /// The piece also makes two of its steps at once.
    AtOnce,
    /// Nothing blocks the piece.
    Jumps,
    /// Pieces on its way block the piece, though it should leap.
    Blocked,
}

impl ReadingKind {
    /// Returns the single mutations, one or two.
    #[must_use]
    pub fn parts(&self) -> &[Self] {
        match self {
            Self::Both(parts) => &parts[..],
            one => std::slice::from_ref(one),
        }
    }

    /// Returns a measure of the distance from the rules; simple explanations are preferred.
    pub(super) fn complexity(&self) -> usize {
        let of_part = |part: &Self| match part {
            Self::Movement(_, mutation) if matches!(**mutation, Mutation::Instead(..)) => 2,
            // A bound is a number, and some number fits many programs.
            Self::Answer(AnswerMutation::StopsAfter(_)) => 2,
            _ => 1,
        };
        self.parts().iter().map(of_part).sum()
    }
}

impl Reading {
    /// Returns the wrong readings that the cases of a puzzle should catch: of the movement of each
    /// piece and, for mates, of checkmate. No two readings of movement give equal moves.
    #[must_use]
    pub fn all(rules: &Rules, puzzle: Puzzle) -> Vec<Self> {
        let mut readings = Vec::new();
        for (role, _) in rules.roles() {
            let mut known = vec![steps(rules, role)];
            for (mutation, atoms) in mutations(rules, role) {
                let rules = rules.with_moves(role, atoms);
                let moves = steps(&rules, role);
                if !known.contains(&moves) {
                    known.push(moves);
                    let kind = ReadingKind::Movement(role, Box::new(mutation));
                    readings.push(Self { kind, rules });
                }
            }
        }
        if puzzle == Puzzle::Mate {
            // Every checkmate reveals a program that ignores check.
            let audited = Misreading::ALL.into_iter().filter(|it| *it != Misreading::IgnoresCheck);
            let kinds = audited.map(ReadingKind::Verdict);
            readings.extend(kinds.map(|kind| Self { kind, rules: rules.clone() }));
        }
        readings
    }

    /// Returns the single readings to compare a program with, the simplest first. Besides those of
    /// [`Reading::all`] they include mistakes in input and answer.
    #[must_use]
    pub fn for_diagnosis(rules: &Rules, puzzle: Puzzle) -> Vec<Self> {
        let mut readings = Self::all(rules, puzzle);
        let verdicts = (puzzle == Puzzle::Mate).then_some(Misreading::IgnoresCheck);
        let kinds = verdicts.into_iter().map(ReadingKind::Verdict);
        let kinds = kinds.chain(InputMutation::ALL.map(ReadingKind::Input));
        let answers = AnswerMutation::all(puzzle).into_iter().map(ReadingKind::Answer);
        readings.extend(kinds.chain(answers).map(|kind| Self { kind, rules: rules.clone() }));
        readings.sort_by_key(|reading| reading.kind.complexity());
        readings
    }

    /// Returns the reading that makes both mistakes; `None` if they exclude each other.
    #[must_use]
    pub fn and(&self, other: &Self) -> Option<Self> {
        let rules = match (&self.kind, &other.kind) {
            (ReadingKind::Both(_), _) | (_, ReadingKind::Both(_)) => return None,
            (ReadingKind::Movement(one, _), ReadingKind::Movement(role, mutation)) => {
                let atoms = if one == role {
                    let mut others = mutations(&self.rules, *role).into_iter();
                    others.find(|(other, _)| *other == **mutation)?.1
                } else {
                    other.rules.role(*role).atoms.clone()
                };
                self.rules.with_moves(*role, atoms)
            }
            (ReadingKind::Movement(..), _) => self.rules.clone(),
            _ => other.rules.clone(),
        };
        let kind = ReadingKind::Both(Box::new([self.kind.clone(), other.kind.clone()]));
        Some(Self { kind, rules })
    }

    /// Returns the rules as read; the right ones unless a movement is misread.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns the answer of a program with this reading. `expected` is the right answer.
    ///
    /// # Errors
    /// If a query names a cell that is not on the board.
    pub fn answer(&self, question: &Question, expected: &Answer) -> Result<Answer, PathError> {
        let mut read = Cow::Borrowed(question);
        for input in self.inputs() {
            read = Cow::Owned(input.apply(&read));
        }
        match &*read {
            Question::Path(size, query) => self.number(*size, *query, &read, expected),
            Question::Mate(setup) => Ok(self.verdict(setup, expected)),
        }
    }

    /// Returns the printed number of moves for a query as parsed.
    fn number(
        &self,
        size: Size,
        query: Query,
        read: &Question,
        expected: &Answer,
    ) -> Result<Answer, PathError> {
        // Most readings concern other pieces, whose answers stay right.
        let is_right = self.inputs().next().is_none() && !self.misreads(query.piece.role());
        let found = if is_right { expected.clone() } else { read.answer(&self.rules)? };
        let Answer::Moves(moves) = found else { return Ok(found) };
        let needs_farthest = self.answers().any(|answer| answer == AnswerMutation::StopsEarly);
        let farthest =
            if needs_farthest { self.farthest(size, query.piece, query.start)? } else { 0 };
        let right = Distance { moves, farthest, cells: size.cells() };
        Ok(Answer::Moves(self.answers().fold(moves, |found, answer| answer.number(found, right))))
    }

    fn farthest(&self, size: Size, piece: Piece, start: Cell) -> Result<u32, PathError> {
        let distances = MoveGraph::new(&self.rules, size, piece).distances_from(start)?;
        Ok(distances.iter().flatten().max().unwrap_or(0))
    }

    /// Returns the printed answer for a board as parsed.
    fn verdict(&self, setup: &Setup, expected: &Answer) -> Answer {
        let position = Position::new_unchecked(&self.rules, setup.clone());
        let right = position.verdict();
        let mistakes: Vec<Misreading> = self.misreadings().collect();
        let verdict = match &mistakes[..] {
            [] => right,
            mistakes => misreading::verdict(mistakes, &position),
        };
        let found = match expected {
            // A game may have ended for another reason than its verdict.
            Answer::Status(_) if verdict == right => Answer::Status(position.status().to_string()),
            Answer::Status(_) => Answer::Status(verdict.to_string()),
            _ => Answer::Checkmate(verdict == Verdict::Checkmate),
        };
        self.answers().fold(found, |found, answer| answer.verdict(found))
    }

    /// Returns `true` if a program with this reading answers the question wrongly.
    ///
    /// # Errors
    /// If a query names a cell that is not on the board.
    pub fn fails(&self, question: &Question, expected: &Answer) -> Result<bool, PathError> {
        Ok(self.answer(question, expected)? != *expected)
    }

    /// Returns the numbers of moves that a program with this reading prints from `start` to all
    /// cells, in the order of the cells.
    pub(super) fn numbers(
        &self,
        size: Size,
        piece: Piece,
        start: Cell,
    ) -> Result<Vec<Option<u32>>, PathError> {
        let read = |finish| {
            let query = Query { piece, start, finish };
            self.inputs().fold(query, |query, input| input.query(size, query))
        };
        let Query { piece, start: from, .. } = read(start);
        let distances = MoveGraph::new(&self.rules, size, piece).distances_from(from)?;
        let all = size.iter().map(|cell| distances.get(read(cell).finish));
        let all = all.collect::<Result<Vec<_>, _>>()?;
        let (farthest, cells) = (all.iter().flatten().max().copied().unwrap_or(0), size.cells());
        let printed = |moves| {
            let right = Distance { moves, farthest, cells };
            self.answers().fold(moves, |found, answer| answer.number(found, right))
        };
        Ok(all.into_iter().map(printed).collect())
    }

    /// Returns `true` if the moves of `role` are misread.
    pub(super) fn misreads(&self, role: Role) -> bool {
        self.roles().any(|misread| misread == role)
    }

    /// Returns the roles whose moves are misread.
    pub(super) fn roles(&self) -> impl Iterator<Item = Role> {
        self.kind.parts().iter().filter_map(|part| match part {
            ReadingKind::Movement(role, _) => Some(*role),
            _ => None,
        })
    }

    fn inputs(&self) -> impl Iterator<Item = InputMutation> {
        self.kind.parts().iter().filter_map(|part| match part {
            ReadingKind::Input(input) => Some(*input),
            _ => None,
        })
    }

    fn answers(&self) -> impl Iterator<Item = AnswerMutation> {
        self.kind.parts().iter().filter_map(|part| match part {
            ReadingKind::Answer(answer) => Some(*answer),
            _ => None,
        })
    }

    fn misreadings(&self) -> impl Iterator<Item = Misreading> {
        self.kind.parts().iter().filter_map(|part| match part {
            ReadingKind::Verdict(misreading) => Some(*misreading),
            _ => None,
        })
    }
}

/// Returns the steps of both colors of a role.
fn steps(rules: &Rules, role: Role) -> [Vec<Step>; 2] {
    Color::ALL.map(|color| steps_of(rules, role, color))
}

fn steps_of(rules: &Rules, role: Role, color: Color) -> Vec<Step> {
    rules.movement().steps_of(Piece::new(color, role)).cloned().collect()
}
