//! Finds questions to which programs with different misreadings give different answers.

mod boards;

use std::collections::BTreeSet;

use fastrand::Rng;
use petgraph::Direction;

use super::diagnosis::Observation;
use super::generate::{MateConstraint, MateGenerator};
use super::misreading::{Misreading, MisreadingKind};
use super::situations::Situations;
use crate::cases::{Puzzle, Question};
use crate::cell::{Cell, Size};
use crate::notation::Query;
use crate::path::{MoveGraph, PathError};
use crate::piece::{Color, Piece, Role};
use crate::rules::Rules;

/// A finder of questions that separate misreadings: programs with the misreadings give different
/// answers.
///
/// One of the misreadings may be [`Misreading::right`], the program without a misreading. A
/// question that separates the right program from a misreading is answered wrongly by a program
/// with it.
///
/// # Example
/// ```
/// use kubikschach::{cases::Puzzle, rules::Rules, workbench::{Misreading, Separator}};
/// let rules = Rules::kubikschach();
/// let (right, wrong) = (Misreading::right(&rules), &Misreading::all(&rules, Puzzle::Path)[0]);
/// let mut separator = Separator::new(&rules, Puzzle::Path, rules.size(), 1);
/// let question = separator.separating(&[&right, wrong], &[])?.expect("these two differ");
/// assert!(wrong.fails(&question, &question.answer(&rules)?)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Separator {
    rules: Rules,
    puzzle: Puzzle,
    /// Size of the boards; `None` creates boards of several sizes, but no queries.
    size: Option<Size>,
    boards: MateGenerator,
    situations: Situations,
    rng: Rng,
}

/// Largest number of misreadings, chosen at random, whose answers to one question are compared.
const COMPARED: usize = 8;
/// Largest number of distances to compute in the search for one query.
const SEARCHED_CELLS: usize = 1 << 16;
/// Number of boards to try before the search for a question is given up.
const BOARDS: usize = 1000;
/// Largest number of cells along an edge of a board that counts as small.
pub(super) const SMALL: usize = 4;
/// Number of further questions to try after the first suitable question, to find one that separates
/// more misreadings.
const EXTRA_DRAWS: usize = 4;

/// The number of misreadings that give the most frequent answer to a question, and the question.
///
/// A question is better if this number is smaller.
type Separation = (usize, Question);

impl Separator {
    /// Creates a finder whose random questions depend on `seed`.
    ///
    /// `size` is the board size if the rule set leaves the size open. `None` then creates boards of
    /// several sizes, but no queries.
    #[must_use]
    pub fn new(rules: &Rules, puzzle: Puzzle, size: Option<Size>, seed: u64) -> Self {
        let size = rules.size().or(size);
        let constraint = MateConstraint { size, ..MateConstraint::default() };
        Self {
            rules: rules.clone(),
            puzzle,
            size,
            boards: MateGenerator::new(rules, constraint, seed),
            situations: Situations::new(rules, size, seed),
            rng: Rng::with_seed(seed),
        }
    }

    /// Returns a question to which the misreadings give different answers; `None` if none was
    /// found.
    ///
    /// The question is not in `seen`. Some boards resemble one in `seen` that the program answered
    /// wrongly.
    ///
    /// # Errors
    /// Returns an error if a query names a cell that is not on the board.
    pub fn separating(
        &mut self,
        misreadings: &[&Misreading],
        seen: &[Observation],
    ) -> Result<Option<Question>, PathError> {
        self.separating_within(BOARDS, misreadings, seen)
    }

    /// Returns a question as [`Self::separating`] does, but tries at most `boards` boards if the
    /// puzzle is [`Puzzle::Mate`].
    pub(super) fn separating_within(
        &mut self,
        boards: usize,
        misreadings: &[&Misreading],
        seen: &[Observation],
    ) -> Result<Option<Question>, PathError> {
        let tries = match (self.puzzle, self.size) {
            _ if misreadings.len() < 2 => 0,
            (Puzzle::Path, size) => size.map_or(0, starts),
            (Puzzle::Mate, _) => boards,
        };
        let extra = if misreadings.len() > 2 { EXTRA_DRAWS } else { 0 };
        let (mut best, mut left): (Option<Separation>, usize) = (None, extra);
        for nth in 0..tries {
            let compared = self.rng.choose_multiple(misreadings.iter().copied(), COMPARED);
            let split = match self.puzzle {
                // Random starts that find nothing may mean that there is nothing to find.
                Puzzle::Path if nth == EXTRA_DRAWS && is_about_moves(&compared) => {
                    return Ok(self.differing_move(&compared, seen));
                }
                Puzzle::Path => self.split_query(&compared, seen)?,
                Puzzle::Mate => self.split_board(&compared, seen)?,
            };
            let is_found = best.is_some();
            if let Some(split) = split
                && best.as_ref().is_none_or(|best| split.0 < best.0)
            {
                best = Some(split);
            }
            if best.is_some() && left == 0 {
                break;
            }
            left -= usize::from(is_found);
        }
        Ok(best.map(|(_, question)| question))
    }

    /// Returns a random question; `None` if the random board is illegal or a query has no board
    /// size.
    ///
    /// A query is usually about a piece whose moves `misreadings` change. A board usually resembles
    /// one in `seen` that the program answered wrongly, or has a verdict that depends on a piece
    /// with those moves.
    pub fn any_question(
        &mut self,
        misreadings: &[&Misreading],
        seen: &[Observation],
    ) -> Option<Question> {
        if self.puzzle == Puzzle::Mate {
            return self.board(misreadings, seen).map(Question::Mate);
        }
        let (size, piece) = (self.size?, self.piece(misreadings)?);
        let start = self.cell(size);
        let finish = self.finish(misreadings, size, piece, start);
        Some(Question::Path(size, Query { piece, start, finish }))
    }

    /// Returns a finish for a query. One of two calls chooses any cell. The others first choose one
    /// of the first misreading's answers from `start`, so that near cells are as likely as far
    /// ones.
    fn finish(
        &mut self,
        misreadings: &[&Misreading],
        size: Size,
        piece: Piece,
        start: Cell,
    ) -> Cell {
        let numbers = misreadings.first().and_then(|it| it.numbers(size, piece, start).ok());
        let Some(numbers) = numbers.filter(|_| self.rng.bool()) else { return self.cell(size) };
        let all: BTreeSet<Option<u32>> = numbers.iter().copied().collect();
        let wanted = self.rng.choice(all);
        let cells = size.iter().zip(&numbers).filter(|(_, number)| wanted == Some(**number));
        self.rng.choice(cells.collect::<Vec<_>>()).map_or(start, |(cell, _)| cell)
    }

    /// Returns the query from a random start cell that divides the misreadings best.
    ///
    /// For that query, the largest group of misreadings with equal answers is smallest. Returns
    /// `None` if the misreadings agree on all queries from the start cell.
    fn split_query(
        &mut self,
        misreadings: &[&Misreading],
        seen: &[Observation],
    ) -> Result<Option<Separation>, PathError> {
        let (Some(size), Some(piece)) = (self.size, self.piece(misreadings)) else {
            return Ok(None);
        };
        let start = self.cell(size);
        let numbers = misreadings.iter().map(|misreading| misreading.numbers(size, piece, start));
        let numbers = numbers.collect::<Result<Vec<_>, _>>()?;
        let (mut least, mut finishes) = (misreadings.len(), Vec::new());
        for (index, finish) in size.iter().enumerate() {
            let row: Vec<Option<u32>> = numbers.iter().map(|row| row[index]).collect();
            let left = most_frequent(&row);
            if left < least {
                (least, finishes) = (left, vec![finish]);
            } else if left == least && left < misreadings.len() {
                finishes.push(finish);
            }
        }
        self.rng.shuffle(&mut finishes);
        let question = |finish| Question::Path(size, Query { piece, start, finish });
        let questions = finishes.into_iter().map(question);
        Ok(questions.filter(|it| !is_seen(it, seen)).map(|it| (least, it)).next())
    }

    /// Returns a query for a move that some of the misreadings allow and others do not.
    ///
    /// Returns `None` if they allow equal moves. Then they agree on all queries.
    fn differing_move(
        &mut self,
        misreadings: &[&Misreading],
        seen: &[Observation],
    ) -> Option<Question> {
        let size = self.size?;
        let mut pieces: Vec<Piece> = self.rules.letters().map(|(_, piece)| piece).collect();
        self.rng.shuffle(&mut pieces);
        let mut starts: Vec<Cell> = size.iter().collect();
        self.rng.shuffle(&mut starts);
        let is_misread = |piece: &Piece| misreadings.iter().any(|it| it.misreads(piece.role()));
        for piece in pieces.into_iter().filter(is_misread) {
            let graph = |it: &&Misreading| MoveGraph::new(it.rules(), size, piece);
            let graphs: Vec<MoveGraph> = misreadings.iter().map(graph).collect();
            for &start in &starts {
                let moves = graphs.iter().map(|graph| graph.adjacent(start, Direction::Outgoing));
                let moves: Vec<BTreeSet<Cell>> = moves.map(BTreeSet::from_iter).collect();
                let all: BTreeSet<Cell> = moves.iter().flatten().copied().collect();
                let differs = |&cell: &Cell| moves.iter().any(|own| !own.contains(&cell));
                let question = |finish| Question::Path(size, Query { piece, start, finish });
                let mut found = all.into_iter().filter(differs).map(question);
                if let Some(found) = found.find(|it| !is_seen(it, seen)) {
                    return Some(found);
                }
            }
        }
        None
    }

    /// Returns a random cell, in one of four calls a corner, where the longest ways start.
    fn cell(&mut self, size: Size) -> Cell {
        if self.rng.u8(..4) > 0 {
            return size.cell(self.rng.usize(..size.cells()));
        }
        let mut end = || if self.rng.bool() { 0 } else { size.opposite(0) };
        Cell::new(end(), end(), end())
    }

    /// Returns a random piece whose moves `misreadings` change; in one of four calls, any piece.
    fn piece(&mut self, misreadings: &[&Misreading]) -> Option<Piece> {
        let color = if self.rng.bool() { Color::White } else { Color::Black };
        Some(Piece::new(color, self.role(misreadings, |_| true)?))
    }

    /// Returns a random role whose moves `misreadings` change; in one of four calls, any role.
    fn role(&mut self, misreadings: &[&Misreading], is_fit: impl Fn(Role) -> bool) -> Option<Role> {
        let misread: BTreeSet<Role> = misreadings.iter().flat_map(|it| it.roles()).collect();
        let misread: Vec<Role> = misread.into_iter().filter(|&role| is_fit(role)).collect();
        if misread.is_empty() || self.rng.u8(..4) == 0 {
            let all = self.rules.roles().map(|(role, _)| role).filter(|&role| is_fit(role));
            return self.rng.choice(all.collect::<Vec<_>>());
        }
        self.rng.choice(misread)
    }
}

/// Returns the number of start cells to try on a board of this size.
const fn starts(size: Size) -> usize {
    SEARCHED_CELLS / size.cells() + 2
}

/// Returns `true` if the misreadings change nothing but moves, so that programs with them agree on
/// all queries if their pieces have equal moves.
fn is_about_moves(misreadings: &[&Misreading]) -> bool {
    let is_movement = |kind: &MisreadingKind| matches!(kind, MisreadingKind::Movement(..));
    misreadings.iter().flat_map(|it| it.kind.parts()).all(is_movement)
}

fn most_frequent<T: PartialEq>(answers: &[T]) -> usize {
    let count = |answer: &T| answers.iter().filter(|other| *other == answer).count();
    answers.iter().map(count).max().unwrap_or(0)
}

fn is_seen(question: &Question, seen: &[Observation]) -> bool {
    seen.iter().any(|observation| observation.question == *question)
}
