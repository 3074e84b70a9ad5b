//! Mistakes that a contestant's program may make: misreadings of a rule set, and errors in parsing
//! the input or printing the answer.

mod answer;
mod input;
mod kind;
mod movement;
mod verdict;

use std::borrow::Cow;
use std::collections::HashSet;

pub use self::answer::AnswerMisreading;
use self::answer::Distance;
pub use self::input::InputMisreading;
pub use self::kind::MisreadingKind;
pub use self::movement::MovementMisreading;
use self::movement::{WrongDefinition, definitions};
pub use self::verdict::VerdictMisreading;
pub(super) use self::verdict::is_mate_by;
use crate::board::{Board, Setup};
use crate::cases::{Answer, Puzzle, Question};
use crate::cell::{Cell, Size};
use crate::movement::{Atom, Movement, Step};
use crate::notation::Query;
use crate::path::{Distances, MoveGraph, PathError};
use crate::piece::{Color, Piece, Role};
use crate::position::Position;
use crate::rules::Rules;

/// A mistake that a contestant's program may make: a wrong belief about the rules, or an error in
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

impl Misreading {
    /// Returns the right program, which has no misreading.
    #[must_use]
    pub fn right(rules: &Rules) -> Self {
        Self { kind: MisreadingKind::None, rules: rules.clone() }
    }

    /// Returns the misreadings that the cases of a puzzle should catch.
    ///
    /// These are misreadings of each piece's movement, of the input and of the answer and, for
    /// [`Puzzle::Mate`], of check and checkmate. No two misreadings of a piece's movement give the
    /// piece equal moves.
    #[must_use]
    pub fn all(rules: &Rules, puzzle: Puzzle) -> Vec<Self> {
        let of_moves = |role| movements(rules, role, definitions(rules, role));
        let mut misreadings: Vec<Self> =
            rules.roles().flat_map(|(role, _)| of_moves(role)).collect();
        let verdicts = match puzzle {
            Puzzle::Mate => VerdictMisreading::all(rules),
            Puzzle::Path => Vec::new(),
        };
        let inputs = InputMisreading::all(rules, puzzle).into_iter().map(MisreadingKind::Input);
        let answers = AnswerMisreading::all(rules, puzzle).into_iter().map(MisreadingKind::Answer);
        let kinds = verdicts.into_iter().map(MisreadingKind::Verdict).chain(inputs).chain(answers);
        misreadings.extend(kinds.map(|kind| Self { kind, rules: rules.clone() }));
        misreadings
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
        let read = match self.input() {
            Some(input) => Cow::Owned(input.apply(&self.rules, question)),
            None => Cow::Borrowed(question),
        };
        match &*read {
            Question::Path(size, query) => self.number(*size, *query, expected),
            Question::Mate(setup) => Ok(self.verdict(setup, expected)),
        }
    }

    /// Returns the number of moves that a program with this misreading prints. `size` and `query`
    /// are those that the program has read, perhaps wrongly.
    fn number(&self, size: Size, query: Query, expected: &Answer) -> Result<Answer, PathError> {
        // Most misreadings change other pieces, so the right answer saves a search.
        let is_right = self.input().is_none() && !self.misreads(query.piece.role());
        let graph = || self.graph(size, query);
        let moves = match expected {
            Answer::Moves(moves) if is_right => *moves,
            _ => graph().distance(query.start, query.finish)?,
        };
        let needs_farthest = self.printing() == Some(AnswerMisreading::StopsEarly);
        let farthest =
            if needs_farthest { graph().distances_from(query.start)?.farthest() } else { 0 };
        Ok(Answer::Moves(self.printed(Distance { moves, farthest, cells: size.cells() })))
    }

    /// Returns the graph in which a program with this misreading searches.
    ///
    /// A program for smaller boards never moves to a cell outside its board, which is as if an own
    /// piece stood there.
    fn graph(&self, size: Size, Query { piece, start, .. }: Query) -> MoveGraph {
        let outside = self.input().map(|input| input.outside(&self.rules, size));
        let outside = outside.unwrap_or_default();
        if outside.is_empty() {
            return MoveGraph::new(&self.rules, size, piece);
        }
        let mut board = Board::new(size);
        for cell in outside.into_iter().filter(|cell| *cell != start) {
            board.set(cell, Some(piece));
        }
        MoveGraph::among(&self.rules, board, piece)
    }

    fn printed(&self, right: Distance) -> Option<u32> {
        self.printing().map_or(right.moves, |printing| printing.number(right))
    }

    /// Returns the verdict that a program with this misreading prints.
    ///
    /// `setup` is the board as the program reads it.
    fn verdict(&self, setup: &Setup, expected: &Answer) -> Answer {
        let position = Position::new_unchecked(&self.rules, setup.clone());
        let misreadings: Vec<VerdictMisreading> = self.misread_verdict().into_iter().collect();
        let found = match expected {
            Answer::Status(_) => Self::status(&position, &misreadings),
            _ if misreadings.is_empty() => Answer::Checkmate(position.is_checkmate()),
            _ => Answer::Checkmate(verdict::is_checkmate(&misreadings, &position)),
        };
        match self.printing() {
            Some(printing) => printing.verdict(found),
            None => found,
        }
    }

    /// Returns the status that a program with these misreadings prints.
    ///
    /// If the verdict is right, so is the status, which may name another result, such as a bare
    /// king.
    fn status(position: &Position, misreadings: &[VerdictMisreading]) -> Answer {
        let right = position.verdict();
        let verdict = match misreadings {
            [] => right,
            misreadings => verdict::verdict(misreadings, position),
        };
        Answer::Status(if verdict == right {
            position.status().to_string()
        } else {
            verdict.to_string()
        })
    }

    /// Returns `true` if a program with this misreading answers the question wrongly.
    ///
    /// # Errors
    /// Returns an error if a query names a cell that is not on the board.
    pub fn fails(&self, question: &Question, expected: &Answer) -> Result<bool, PathError> {
        Ok(self.answer(question, expected)? != *expected)
    }

    /// Returns the answers of a program with this misreading to the queries from `start` to each
    /// cell.
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
            let query = (size, Query { piece, start, finish });
            self.input().map_or(query, |input| input.query(&self.rules, size, query.1))
        };
        let (own, first) = read(start);
        let graph = self.graph(own, first);
        let is_exchanged = self.input() == Some(InputMisreading::EndsExchanged);
        let distances = if is_exchanged {
            graph.distances_to(first.finish)?
        } else {
            graph.distances_from(first.start)?
        };
        let farthest = distances.farthest();
        let printed = |finish| {
            let (_, query) = read(finish);
            let moves = distances.get(if is_exchanged { query.start } else { query.finish })?;
            Ok(self.printed(Distance { moves, farthest, cells: own.cells() }))
        };
        size.iter().map(printed).collect()
    }

    /// Returns the answers as [`Self::numbers`] does. `right` are the distances from `start`, which
    /// save a search if the misreading changes only what a program prints.
    pub(super) fn numbers_given(
        &self,
        right: &Distances,
        size: Size,
        piece: Piece,
        start: Cell,
    ) -> Result<Vec<Option<u32>>, PathError> {
        if self.input().is_some() || self.misreads(piece.role()) {
            return self.numbers(size, piece, start);
        }
        let (farthest, cells) = (right.farthest(), size.cells());
        let distances = right.iter().map(|moves| Distance { moves, farthest, cells });
        Ok(distances.map(|distance| self.printed(distance)).collect())
    }

    /// Returns the number of cells along an edge of the smallest board on which the misreading may
    /// change a verdict.
    pub(super) fn least_edge(&self) -> usize {
        match &self.kind {
            MisreadingKind::Movement(_, misreading) => match **misreading {
                MovementMisreading::AtMost(most) => usize::from(most) + 2,
                // A knight needs five cells for two leaps in one direction.
                MovementMisreading::Rides => 5,
                _ => Size::MIN,
            },
            MisreadingKind::Input(InputMisreading::OneDigit) => 10,
            _ => Size::MIN,
        }
    }

    pub(super) fn misreads(&self, role: Role) -> bool {
        self.role() == Some(role)
    }

    /// Returns the role whose pieces move wrongly.
    pub(super) const fn role(&self) -> Option<Role> {
        match self.kind {
            MisreadingKind::Movement(role, _) => Some(role),
            _ => None,
        }
    }

    const fn input(&self) -> Option<InputMisreading> {
        match self.kind {
            MisreadingKind::Input(input) => Some(input),
            _ => None,
        }
    }

    const fn printing(&self) -> Option<AnswerMisreading> {
        match self.kind {
            MisreadingKind::Answer(answer) => Some(answer),
            _ => None,
        }
    }

    pub(super) const fn misread_verdict(&self) -> Option<VerdictMisreading> {
        match self.kind {
            MisreadingKind::Verdict(misreading) => Some(misreading),
            _ => None,
        }
    }
}

/// Returns the misreadings of a role that lead to `definitions`, without those that give the role
/// its right moves or the moves of an earlier misreading.
fn movements(rules: &Rules, role: Role, definitions: Vec<WrongDefinition>) -> Vec<Misreading> {
    let mut known = HashSet::from([steps(role, &rules.role(role).atoms)]);
    let mut misreadings = Vec::new();
    for (misreading, atoms) in definitions {
        if known.insert(steps(role, &atoms)) {
            let kind = MisreadingKind::Movement(role, Box::new(misreading));
            misreadings.push(Misreading { kind, rules: rules.with_moves(role, atoms) });
        }
    }
    misreadings
}

/// Returns White's and Black's steps by these atoms of a role.
fn steps(role: Role, atoms: &[Atom]) -> [Vec<Step>; 2] {
    let movement = Movement::new(atoms.iter().map(|atom| (role, atom.clone())), true);
    Color::ALL.map(|color| movement.steps_of(Piece::new(color, role)).cloned().collect())
}
