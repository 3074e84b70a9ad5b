//! Finds questions to which programs with two misreadings give different answers.

mod boards;

use std::collections::BTreeSet;

use fastrand::Rng;
use petgraph::Direction;

use super::generate::{RandomBoards, Situations};
use super::misreading::{Misreading, MisreadingKind};
use crate::cases::{Puzzle, Question};
use crate::cell::{Cell, Size};
use crate::notation::Query;
use crate::path::{MoveGraph, PathError};
use crate::piece::{Color, Piece, Role};
use crate::rules::Rules;

/// A finder of questions that separate two misreadings: programs with them give different answers.
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
/// let question = separator.separating(&right, wrong)?.expect("these two differ");
/// assert!(wrong.fails(&question, &question.answer(&rules)?)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Separator {
    rules: Rules,
    puzzle: Puzzle,
    /// Size of the boards; `None` creates boards of several sizes, but no queries.
    size: Option<Size>,
    boards: RandomBoards,
    situations: Situations,
    rng: Rng,
}

/// Largest number of distances to compute in the search for one query.
const SEARCHED_CELLS: usize = 1 << 16;
/// Number of boards to try before the search for a question is given up.
const BOARDS: usize = 1000;
/// Largest number of cells along an edge of a board that counts as small.
pub(super) const SMALL: usize = 4;
/// Number of random start cells after which a misreading of moves is searched for in all of them.
const STARTS: usize = 4;

impl Separator {
    /// Creates a finder whose random questions depend on `seed`.
    ///
    /// `size` is the board size if the rule set leaves the size open. `None` then creates boards of
    /// several sizes, but no queries.
    #[must_use]
    pub fn new(rules: &Rules, puzzle: Puzzle, size: Option<Size>, seed: u64) -> Self {
        let size = rules.size().or(size);
        Self {
            rules: rules.clone(),
            puzzle,
            size,
            boards: RandomBoards::new(rules, size, seed),
            situations: Situations::new(rules, size, seed),
            rng: Rng::with_seed(seed),
        }
    }

    /// Returns a question to which the two misreadings give different answers; `None` if none was
    /// found.
    ///
    /// # Errors
    /// Returns an error if a query names a cell that is not on the board.
    pub fn separating(
        &mut self,
        one: &Misreading,
        other: &Misreading,
    ) -> Result<Option<Question>, PathError> {
        self.separating_within(BOARDS, [one, other])
    }

    /// Returns a question as [`Self::separating`] does, but tries at most `boards` boards if the
    /// puzzle is [`Puzzle::Mate`].
    pub(super) fn separating_within(
        &mut self,
        boards: usize,
        pair: [&Misreading; 2],
    ) -> Result<Option<Question>, PathError> {
        let tries = match self.puzzle {
            Puzzle::Path => self.size.map_or(0, starts),
            Puzzle::Mate => boards,
        };
        for nth in 0..tries {
            let question = match self.puzzle {
                // Random starts that find nothing may mean that there is nothing to find.
                Puzzle::Path if nth == STARTS && pair.iter().all(|it| is_about_moves(it)) => {
                    return Ok(self.differing_move(pair));
                }
                Puzzle::Path => self.separating_query(pair)?,
                Puzzle::Mate => self.separating_board(pair)?,
            };
            if question.is_some() {
                return Ok(question);
            }
        }
        Ok(None)
    }

    /// Returns a query from a random start cell to a random one of the cells that separate the
    /// misreadings; `None` if they agree on all queries from the start cell.
    fn separating_query(&mut self, pair: [&Misreading; 2]) -> Result<Option<Question>, PathError> {
        let (Some(size), Some(piece)) = (self.size, self.piece(pair)) else { return Ok(None) };
        let start = self.cell(size);
        let [one, other] = pair.map(|misreading| misreading.numbers(size, piece, start));
        let answers = one?.into_iter().zip(other?).zip(size.iter());
        let differing = answers.filter(|((one, other), _)| one != other);
        let mut finishes: Vec<Cell> = differing.map(|(_, finish)| finish).collect();
        self.rng.shuffle(&mut finishes);
        let query = |&finish: &Cell| Question::Path(size, Query { piece, start, finish });
        Ok(finishes.first().map(query))
    }

    /// Returns a query for a move that one of the misreadings allows and the other does not.
    ///
    /// Returns `None` if they allow equal moves. Then they agree on all queries.
    fn differing_move(&mut self, pair: [&Misreading; 2]) -> Option<Question> {
        let size = self.size?;
        let mut pieces: Vec<Piece> = self.rules.letters().map(|(_, piece)| piece).collect();
        self.rng.shuffle(&mut pieces);
        let mut starts: Vec<Cell> = size.iter().collect();
        self.rng.shuffle(&mut starts);
        let is_misread = |piece: &Piece| pair.iter().any(|it| it.misreads(piece.role()));
        for piece in pieces.into_iter().filter(is_misread) {
            let graphs = pair.map(|misreading| MoveGraph::new(misreading.rules(), size, piece));
            for &start in &starts {
                let moves = graphs
                    .each_ref()
                    .map(|graph| BTreeSet::from_iter(graph.adjacent(start, Direction::Outgoing)));
                if let Some(&finish) = moves[0].symmetric_difference(&moves[1]).next() {
                    return Some(Question::Path(size, Query { piece, start, finish }));
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

    /// Returns a random piece whose moves the misreadings change; in one of four calls, any piece.
    fn piece(&mut self, pair: [&Misreading; 2]) -> Option<Piece> {
        let color = if self.rng.bool() { Color::White } else { Color::Black };
        Some(Piece::new(color, self.role(&pair, |_| true)?))
    }

    /// Returns a random role whose moves `misreadings` change; in one of four calls, any role.
    fn role(&mut self, misreadings: &[&Misreading], is_fit: impl Fn(Role) -> bool) -> Option<Role> {
        let misread: BTreeSet<Role> = misreadings.iter().filter_map(|it| it.role()).collect();
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

/// Returns `true` if the misreading changes nothing but moves, so that a program with it agrees on
/// all queries with another one whose pieces have equal moves.
fn is_about_moves(misreading: &Misreading) -> bool {
    matches!(misreading.kind, MisreadingKind::None | MisreadingKind::Movement(..))
}
