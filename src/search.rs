//! Search for forced mates, as in mate problems.
//!
//! The search decides whether the side to move can mate in at most N of its moves, whatever the
//! other side replies. Stalemates and other ends of a game do not count as mates.

mod judged;
mod problem;
mod proof;
mod table;

use std::collections::TryReserveError;
use std::fmt;

pub use self::judged::TryOutcome;
pub(crate) use self::problem::passed;
pub use self::problem::{Problem, ProblemParts, Try};
pub use self::proof::{MOST_PROOF_MOVES, Proof, ProofError, Variation};
use self::table::{TranspositionTable, key_of, piece_key, state_key};
use crate::board::Move;
use crate::common::sorted;
use crate::control::{Control, Stopped};
use crate::piece::Color;
use crate::position::Position;

/// A search for forced mates from a position.
///
/// The search deepens iteratively, by one move at a time. A transposition table of bounded size
/// stores positions with the attacker to move. Each entry has a number of moves that suffices for
/// mate and a number that does not. Moves that give check are tried first. A reply that refuted one
/// move is tried first against the next move (killer heuristic).
///
/// # Example
/// ```
/// use kubikschach::{control::Control, notation, position::Position, rules::Rules, search::MateSearch};
/// let rules = Rules::cube();
/// let setup = notation::parse_board(&rules, "[###,###,#Q#],[###,###,###],[k##,###,##K]")?;
/// let position = Position::new(&rules, setup)?;
/// let mut search = MateSearch::new(position, 1 << 20)?;
/// let mate = search.within(2, &Control::FREE)?.expect("there is one");
/// assert_eq!(mate.moves, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct MateSearch {
    position: Position,
    key: u64,
    table: TranspositionTable,
    /// For each number of remaining moves, the reply that last refuted a move of the attacker.
    refutations: Vec<Option<Move>>,
    nodes: u64,
    /// Number of positions between two reports to the control.
    ask_after: u64,
    /// Number of moves within which the last [`MateSearch::within`] has excluded a mate.
    none_within: usize,
    /// Number of the attacker's moves in the proofs found so far. The search stops if this
    /// number exceeds [`MOST_PROOF_MOVES`].
    proof_moves: usize,
}

/// Shows the position and the number of nodes, without the transposition table.
impl fmt::Debug for MateSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("MateSearch");
        shown.field("position", &self.position).field("nodes", &self.nodes);
        shown.finish_non_exhaustive()
    }
}

/// A forced mate in the least number of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mate {
    /// Number of moves that the side to move needs to mate against the best defense.
    pub moves: usize,
    /// Key moves, sorted: all first moves that force mate in [`Mate::moves`] moves.
    pub keys: Vec<Move>,
}

/// The limit on the length of mates, in moves of the side that mates. Searches do not find mates
/// beyond this limit.
pub const MOST_MOVES: usize = 99;

/// Returns the number of positions between two reports to the [`Control`]. Positions with more pieces
/// take longer.
fn ask_after(position: &Position) -> u64 {
    let pieces = position.board().pieces().count().max(1) as u64;
    ((1 << 12) / pieces).clamp(1, 1 << 8)
}

impl MateSearch {
    /// Creates a search from `position` with a transposition table of at most `memory` bytes.
    ///
    /// # Errors
    /// Returns an error if there is not enough memory.
    pub fn new(position: Position, memory: usize) -> Result<Self, TryReserveError> {
        let (key, table) = (key_of(&position), TranspositionTable::new(memory)?);
        let ask_after = ask_after(&position);
        Ok(Self {
            position,
            key,
            table,
            refutations: vec![None; MOST_MOVES + 1],
            nodes: 0,
            ask_after,
            none_within: 0,
            proof_moves: 0,
        })
    }

    /// Restarts the search in `kept` at `position`, or creates a new search if `kept` is `None`
    /// or has another rule set.
    pub(crate) fn restarted(
        kept: &mut Option<Self>,
        position: Position,
        memory: usize,
    ) -> Result<&mut Self, TryReserveError> {
        if kept.as_ref().is_some_and(|search| search.position.rules() != position.rules()) {
            *kept = None;
        }
        match kept {
            Some(search) => {
                search.restart(position);
                Ok(search)
            }
            none => Ok(none.insert(Self::new(position, memory)?)),
        }
    }

    /// Restarts the search at another position of the same rule set. The transposition table keeps
    /// its entries.
    pub fn restart(&mut self, position: Position) {
        (self.key, self.ask_after) = (key_of(&position), ask_after(&position));
        self.position = position;
    }

    /// Returns the shortest forced mate in at most `most` moves, with all its keys; `None` if there
    /// is none.
    ///
    /// `most` is limited to [`MOST_MOVES`]. Each searched position is a unit of work for `control`.
    ///
    /// # Errors
    /// Returns an error if `control` stops the search.
    pub fn within(&mut self, most: usize, control: &Control<'_>) -> Result<Option<Mate>, Stopped> {
        self.none_within = 0;
        for moves in 1..=most.min(MOST_MOVES) {
            let keys = self.keys(moves, control)?;
            if !keys.is_empty() {
                return Ok(Some(Mate { moves, keys }));
            }
            self.none_within = moves;
        }
        Ok(None)
    }

    /// Returns the number of moves within which the last call of [`MateSearch::within`] or
    /// [`MateSearch::problem`] has excluded a mate, even if that call was stopped.
    #[must_use]
    pub const fn none_within(&self) -> usize {
        self.none_within
    }

    /// Returns the number of positions searched so far.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns the first moves that force mate within `moves` moves, sorted.
    fn keys(&mut self, moves: usize, control: &Control<'_>) -> Result<Vec<Move>, Stopped> {
        let mut keys = Vec::new();
        if self.ends_without_mate() {
            return Ok(keys);
        }
        // If the opponent is already in check, a move that attacks nothing new may mate.
        let is_checked = self.position.is_in_check(!self.position.turn());
        let tries = if moves == 1 && !is_checked {
            self.position.mating_moves()
        } else {
            self.position.unsorted_legal_moves()
        };
        for mv in sorted(tries) {
            if self.after(mv, |search| search.is_lost(moves, control))? {
                keys.push(mv);
            }
        }
        Ok(keys)
    }

    /// Counts a searched position. After every [`MateSearch::ask_after`] positions, `control` may stop
    /// the search.
    fn count(&mut self, control: &Control<'_>) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(self.ask_after) {
            control.tick(self.ask_after)
        } else {
            Ok(())
        }
    }

    /// Returns `true` if the side to move forces mate within `moves` of its moves.
    fn wins(&mut self, moves: usize, control: &Control<'_>) -> Result<bool, Stopped> {
        self.count(control)?;
        if let Some(known) = self.table.wins(self.key, moves) {
            return Ok(known);
        }
        let wins = !self.ends_without_mate()
            && (self.mates_at_once(control)? || moves > 1 && self.forces_mate(moves, control)?);
        self.table.insert(self.key, moves, wins);
        Ok(wins)
    }

    fn mates_at_once(&mut self, control: &Control<'_>) -> Result<bool, Stopped> {
        for mv in self.position.mating_moves() {
            if self.after(mv, |search| search.is_lost(1, control))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns `true` if a move of the side to move forces mate within `moves` moves. Moves that
    /// give check are tried first, then captures.
    fn forces_mate(&mut self, moves: usize, control: &Control<'_>) -> Result<bool, Stopped> {
        let mut tries = self.position.unsorted_legal_moves();
        tries.sort_by_cached_key(|&mv| {
            (!self.position.gives_check(mv), self.position.board().is_empty(mv.to))
        });
        for mv in tries {
            if self.after(mv, |search| search.is_lost(moves, control))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns `true` if the attacker mates within `moves` moves after every reply of the defender,
    /// who is to move.
    ///
    /// The attacker's last move, already made, is the first of the `moves`. The reply that last
    /// refuted a move is tried first, then captures.
    fn is_lost(&mut self, moves: usize, control: &Control<'_>) -> Result<bool, Stopped> {
        self.count(control)?;
        if moves == 1 || self.ends_without_mate() {
            return Ok(self.is_mate());
        }
        let refutation = self.refutations[moves].filter(|&mv| self.position.is_legal(mv));
        if let Some(mv) = refutation
            && !self.after(mv, |search| search.wins(moves - 1, control))?
        {
            return Ok(false);
        }
        let mut replies = self.position.unsorted_legal_moves();
        if replies.is_empty() {
            return Ok(self.is_mate());
        }
        replies.retain(|mv| Some(*mv) != refutation);
        replies.sort_by_key(|mv| self.position.board().is_empty(mv.to));
        for mv in replies {
            if !self.after(mv, |search| search.wins(moves - 1, control))? {
                self.refutations[moves] = Some(mv);
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns `true` if the side to move is checkmated, unless both kings are bare, which is a
    /// draw.
    fn is_mate(&self) -> bool {
        self.position.is_checkmate() && self.bare_sides() < 2
    }

    fn bare_sides(&self) -> usize {
        Color::ALL.into_iter().filter(|&side| self.position.is_bare(side)).count()
    }

    /// Returns `true` if a bare king has ended the game without a mate.
    fn ends_without_mate(&self) -> bool {
        self.bare_sides() > 0 && !self.is_mate()
    }

    /// Makes a move, calls `ask`, takes the move back, and returns the result of `ask`.
    ///
    /// During the call, the position and its Zobrist key are those after the move.
    fn after<T>(&mut self, mv: Move, ask: impl FnOnce(&mut Self) -> T) -> T {
        let (before, size) = (self.key, self.position.board().size());
        let moved = self.position.board().piece_at(mv.from);
        let state = state_key(&self.position);
        let undo = self.position.make(mv);
        let [from, to] = [mv.from, mv.to].map(|cell| size.index(cell));
        let changes = [
            moved.map(|piece| piece_key(piece, from)),
            undo.captured().map(|piece| piece_key(piece, to)),
            moved.map(|piece| piece_key(mv.arriving(piece), to)),
        ];
        self.key ^= state ^ state_key(&self.position);
        self.key = changes.into_iter().flatten().fold(self.key, |key, change| key ^ change);
        let answer = ask(self);
        self.key = before;
        self.position.unmake(undo);
        answer
    }
}
