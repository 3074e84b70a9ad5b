//! Mistakes that a contestant's program may make: misreadings of a rule set, and errors in parsing
//! the input or printing the answer.

mod answer;
mod input;
mod movement;
mod verdict;

use std::borrow::Cow;

pub use self::answer::AnswerMisreading;
use self::answer::Distance;
pub use self::input::InputMisreading;
use self::movement::movement_misreadings;
pub use self::verdict::VerdictMisreading;
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

/// A misreading that a contestant's program may make: a misreading of the rules, or an error in
/// parsing the input or printing the answer.
///
/// # Example
/// ```
/// use kubikschach::{cases::Puzzle, render, rules::Rules, workbench::Misreading};
/// let rules = Rules::kubikschach();
/// let misreadings = Misreading::all(&rules, Puzzle::Path);
/// assert!(!render::misreading(&rules, &misreadings[0]).is_empty());
/// ```
#[derive(Clone, Debug)]
pub struct Misreading {
    /// Mistake that the program makes, such as a wrong movement of a piece.
    pub kind: MisreadingKind,
    rules: Rules,
}

/// A single misreading of a contestant's program, or a pair of misreadings.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MisreadingKind {
    /// The program follows the rules.
    None,
    /// The program moves the pieces of this role wrongly.
    Movement(Role, Box<MovementMisreading>),
    /// The program follows wrong rules of check, checkmate or legal moves.
    Verdict(VerdictMisreading),
    /// The program parses the input wrongly, for example with exchanged coordinates.
    Input(InputMisreading),
    /// The program prints an answer that differs from the one that it computed.
    Answer(AnswerMisreading),
    /// The program makes these two single misreadings.
    Both(Box<[Self; 2]>),
}

/// A wrong change to a piece's definition, which lists the piece's moves as atoms.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MovementMisreading {
    /// Removes this atom from the piece's definition.
    Without(Atom),
    /// Adds this atom to the piece's definition.
    With(Atom),
    /// Replaces the first atom of the pair by the second in the piece's definition.
    Instead(Atom, Atom),
    /// Turns the piece's leaps into rides.
    Rides,
    /// Limits the piece's rides to a single step.
    Leaps,
    /// Keeps only the piece's moves within a level.
    WithinLevel,
    /// Gives each color the moves of the other color.
    ColorsExchanged,
    /// Gives Black's piece the moves of White's piece.
    ColorsIgnored,
    /// Keeps only the piece's moves towards the opponent.
    ForwardOnly,
    /// Adds the backward mirror images of the piece's moves.
    Backward,
    /// Lets the piece also move to the left and to the right.
    Sideways,
    /// Adds moves that combine two steps of the piece in one move.
    CombinedSteps,
    /// Lets the piece jump over pieces that should block it.
    Jumps,
    /// Lets other pieces on the cells in between block the piece's leaps of two or more cells.
    Blocked,
}

impl MisreadingKind {
    /// Returns the two misreadings of [`Self::Both`], or a single misreading itself.
    #[must_use]
    pub fn parts(&self) -> &[Self] {
        match self {
            Self::Both(parts) => &parts[..],
            Self::None => &[],
            one => std::slice::from_ref(one),
        }
    }

    /// Returns the number of changes that this misreading consists of; a diagnosis prefers fewer
    /// changes.
    pub(super) fn complexity(&self) -> usize {
        let of_part = |part: &Self| match part {
            Self::Movement(_, misreading)
                if matches!(**misreading, MovementMisreading::Instead(..)) =>
            {
                2
            }
            // A limit of moves counts twice, because some number fits many programs by chance.
            Self::Answer(AnswerMisreading::StopsAfter(_)) => 2,
            _ => 1,
        };
        self.parts().iter().map(of_part).sum()
    }
}

impl Misreading {
    /// Returns the right program, which has no misreading.
    #[must_use]
    pub fn right(rules: &Rules) -> Self {
        Self { kind: MisreadingKind::None, rules: rules.clone() }
    }

    /// Returns the misreadings that the cases of a puzzle should catch.
    ///
    /// These are misreadings of each piece's movement and, for [`Puzzle::Mate`], of check and
    /// checkmate. No two misreadings of a piece's movement give the piece equal moves.
    #[must_use]
    pub fn all(rules: &Rules, puzzle: Puzzle) -> Vec<Self> {
        let mut misreadings = Vec::new();
        for (role, _) in rules.roles() {
            let mut known = vec![steps(rules, role)];
            for (misreading, atoms) in movement_misreadings(rules, role) {
                let rules = rules.with_moves(role, atoms);
                let moves = steps(&rules, role);
                if !known.contains(&moves) {
                    known.push(moves);
                    let kind = MisreadingKind::Movement(role, Box::new(misreading));
                    misreadings.push(Self { kind, rules });
                }
            }
        }
        if puzzle == Puzzle::Mate {
            // Programs that ignore check need no case of their own, because every checkmate catches
            // them.
            let audited = VerdictMisreading::ALL
                .into_iter()
                .filter(|it| *it != VerdictMisreading::IgnoresCheck);
            let kinds = audited.map(MisreadingKind::Verdict);
            misreadings.extend(kinds.map(|kind| Self { kind, rules: rules.clone() }));
        }
        misreadings
    }

    /// Returns the misreadings that a diagnosis considers, those with the fewest changes first.
    ///
    /// The list has the misreadings of [`Misreading::all`] and the misreadings in parsing the input and
    /// printing the answer.
    #[must_use]
    pub fn for_diagnosis(rules: &Rules, puzzle: Puzzle) -> Vec<Self> {
        let mut misreadings = Self::all(rules, puzzle);
        let verdicts = (puzzle == Puzzle::Mate).then_some(VerdictMisreading::IgnoresCheck);
        let kinds = verdicts.into_iter().map(MisreadingKind::Verdict);
        let kinds = kinds.chain(InputMisreading::ALL.map(MisreadingKind::Input));
        let answers = AnswerMisreading::all(puzzle).into_iter().map(MisreadingKind::Answer);
        misreadings.extend(kinds.chain(answers).map(|kind| Self { kind, rules: rules.clone() }));
        misreadings.sort_by_key(|misreading| misreading.kind.complexity());
        misreadings
    }

    /// Combines two single misreadings; `None` if either is a pair or the misreadings exclude each other.
    #[must_use]
    pub fn and(&self, other: &Self) -> Option<Self> {
        let rules = match (&self.kind, &other.kind) {
            (MisreadingKind::Both(_), _) | (_, MisreadingKind::Both(_)) => return None,
            (MisreadingKind::Movement(one, _), MisreadingKind::Movement(role, misreading)) => {
                let atoms = if one == role {
                    let mut others = movement_misreadings(&self.rules, *role).into_iter();
                    others.find(|(other, _)| *other == **misreading)?.1
                } else {
                    other.rules.role(*role).atoms.clone()
                };
                self.rules.with_moves(*role, atoms)
            }
            (MisreadingKind::Movement(..), _) => self.rules.clone(),
            _ => other.rules.clone(),
        };
        let kind = MisreadingKind::Both(Box::new([self.kind.clone(), other.kind.clone()]));
        Some(Self { kind, rules })
    }

    /// Returns the rules that a program with this misreading follows.
    ///
    /// They are the right rules, unless the misreading changes a piece's movement.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns the answer of a program with this misreading; `expected` is the right answer.
    ///
    /// # Errors
    /// Returns an error if a query names a cell that is not on the board.
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

    /// Returns the number of moves that a program with this misreading prints.
    ///
    /// `read` is the question as the program parses it, misreadings included. `query` is the query in
    /// `read`.
    fn number(
        &self,
        size: Size,
        query: Query,
        read: &Question,
        expected: &Answer,
    ) -> Result<Answer, PathError> {
        // Most misreadings mutate other pieces, so the right answer saves a search.
        let is_right = self.inputs().next().is_none() && !self.misreads(query.piece.role());
        let found = if is_right { expected.clone() } else { read.answer(&self.rules)? };
        let Answer::Moves(moves) = found else { return Ok(found) };
        let needs_farthest = self.answers().any(|answer| answer == AnswerMisreading::StopsEarly);
        let farthest =
            if needs_farthest { self.farthest(size, query.piece, query.start)? } else { 0 };
        let right = Distance { moves, farthest, cells: size.cells() };
        Ok(Answer::Moves(self.answers().fold(moves, |found, answer| answer.number(found, right))))
    }

    fn farthest(&self, size: Size, piece: Piece, start: Cell) -> Result<u32, PathError> {
        let distances = MoveGraph::new(&self.rules, size, piece).distances_from(start)?;
        Ok(distances.iter().flatten().max().unwrap_or(0))
    }

    /// Returns the verdict that a program with this misreading prints.
    ///
    /// `setup` is the board as the program parses it, misreadings included.
    fn verdict(&self, setup: &Setup, expected: &Answer) -> Answer {
        let position = Position::new_unchecked(&self.rules, setup.clone());
        let right = position.verdict();
        let misreadings: Vec<VerdictMisreading> = self.misreadings().collect();
        let verdict = match &misreadings[..] {
            [] => right,
            misreadings => verdict::verdict(misreadings, &position),
        };
        let found = match expected {
            // A right verdict has the right status, which may be a result for another reason.
            Answer::Status(_) if verdict == right => Answer::Status(position.status().to_string()),
            Answer::Status(_) => Answer::Status(verdict.to_string()),
            _ => Answer::Checkmate(verdict == Verdict::Checkmate),
        };
        self.answers().fold(found, |found, answer| answer.verdict(found))
    }

    /// Returns `true` if a program with this misreading answers the question wrongly.
    ///
    /// # Errors
    /// Returns an error if a query names a cell that is not on the board.
    pub fn fails(&self, question: &Question, expected: &Answer) -> Result<bool, PathError> {
        Ok(self.answer(question, expected)? != *expected)
    }

    /// Returns the answers of a program with this misreading to the queries from `start` to each cell.
    ///
    /// The answers are numbers of moves, in the order of the cells' indexes. `None` means that the
    /// program finds the cell unreachable.
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

    pub(super) fn misreads(&self, role: Role) -> bool {
        self.roles().any(|misread| misread == role)
    }

    pub(super) fn roles(&self) -> impl Iterator<Item = Role> {
        self.kind.parts().iter().filter_map(|part| match part {
            MisreadingKind::Movement(role, _) => Some(*role),
            _ => None,
        })
    }

    fn inputs(&self) -> impl Iterator<Item = InputMisreading> {
        self.kind.parts().iter().filter_map(|part| match part {
            MisreadingKind::Input(input) => Some(*input),
            _ => None,
        })
    }

    fn answers(&self) -> impl Iterator<Item = AnswerMisreading> {
        self.kind.parts().iter().filter_map(|part| match part {
            MisreadingKind::Answer(answer) => Some(*answer),
            _ => None,
        })
    }

    fn misreadings(&self) -> impl Iterator<Item = VerdictMisreading> {
        self.kind.parts().iter().filter_map(|part| match part {
            MisreadingKind::Verdict(misreading) => Some(*misreading),
            _ => None,
        })
    }
}

fn steps(rules: &Rules, role: Role) -> [Vec<Step>; 2] {
    Color::ALL.map(|color| steps_of(rules, role, color))
}

fn steps_of(rules: &Rules, role: Role, color: Color) -> Vec<Step> {
    rules.movement().steps_of(Piece::new(color, role)).cloned().collect()
}
