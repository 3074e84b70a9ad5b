//! Search: whether a side forces mate, and how.
//!
//! The question is that of mate problems: can the side to move mate within N of its moves,
//! whatever the other side replies? Stalemate is no mate, nor is any other end of a game.

mod problem;
mod proof;
mod table;

use std::collections::TryReserveError;
use std::error::Error;
use std::fmt;

pub use self::problem::{Problem, ProblemParts, Try};
pub use self::proof::{MOST_PROOF_MOVES, Proof, ProofError, Variation};
use self::table::{TranspositionTable, key_of, piece_key, state_key};
use crate::board::Move;
use crate::control::Control;
use crate::position::Position;

/// A search for mates from a position.
///
/// It deepens by a move at a time. Positions with the attacker to move are kept in a table of bounded
/// size, with the moves known to be enough and those known not to be. Moves that give check are tried
/// first, and a reply that refuted one move is tried first against the next.
///
/// # Example
/// ```
/// use kubikschach::{control::Control, notation, position::Position, rules::Rules, search::MateSearch};
/// let rules = Rules::cube();
/// let setup = notation::board(&rules, "[###,###,#Q#],[###,###,###],[k##,###,##K]")?;
/// let position = Position::new(&rules, setup)?;
/// let mut search = MateSearch::new(position, 1 << 20)?;
/// let mate = search.within(2, &Control::FREE)?.expect("there is one");
/// assert_eq!(mate.moves, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct MateSearch {
    position: Position,
    key: u64,
    table: TranspositionTable,
    /// For each number of moves that are left the reply that refuted an attack last.
    refutations: Vec<Option<Move>>,
    nodes: u64,
    /// The number of moves in the proofs that are being made.
    proof_moves: usize,
}

/// A forced mate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mate {
    /// The least number of moves of the side to move.
    pub moves: usize,
    /// Its first moves that are enough, in their order.
    pub keys: Vec<Move>,
}

/// A search was told to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped {
    /// There is no mate within this many moves.
    pub none_within: usize,
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.none_within {
            0 => f.write_str("stopped before anything was known"),
            1 => f.write_str("stopped: there is no mate in one move"),
            moves => write!(f, "stopped: there is no mate within {moves} moves"),
        }
    }
}

impl Error for Stopped {}

/// Mates in more moves are not searched for.
pub const MOST_MOVES: usize = 99;

/// The number of positions between two reports to the control.
const ASK_AFTER: u64 = 1 << 8;

/// The reason why a search ends at a position of unknown value.
#[derive(Clone, Copy, Debug)]
enum Interrupted {
    /// The control stops it.
    Stopped,
    /// The proofs are too large.
    TooLarge,
}

/// The finding of a search, unless it is interrupted.
type Searched<T> = Result<T, Interrupted>;

impl MateSearch {
    /// A search from a position, with a table of at most this many bytes.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn new(position: Position, memory: usize) -> Result<Self, TryReserveError> {
        let (key, table) = (key_of(&position), TranspositionTable::new(memory)?);
        Ok(Self {
            position,
            key,
            table,
            refutations: vec![None; MOST_MOVES + 1],
            nodes: 0,
            proof_moves: 0,
        })
    }

    /// Returns the kept search, restarted at a position of the same rules, or else a new one.
    pub(crate) fn restarted(
        kept: &mut Option<Self>,
        position: Position,
        memory: usize,
    ) -> Result<&mut Self, TryReserveError> {
        match kept {
            Some(search) => {
                search.restart(position);
                Ok(search)
            }
            none => Ok(none.insert(Self::new(position, memory)?)),
        }
    }

    /// Goes on to another position of the same rules, with what is known of others.
    pub fn restart(&mut self, position: Position) {
        self.key = key_of(&position);
        self.position = position;
    }

    /// The least number of moves, at most `most`, in which the side to move forces mate, and all first
    /// moves that do; `None` if it can't. More than [`MOST_MOVES`] are not tried.
    ///
    /// # Errors
    /// If `control` stops the search; the work it reports is positions.
    pub fn within(&mut self, most: usize, control: &Control<'_>) -> Result<Option<Mate>, Stopped> {
        for moves in 1..=most.min(MOST_MOVES) {
            match self.keys(moves, control) {
                Ok(keys) if keys.is_empty() => {}
                Ok(keys) => return Ok(Some(Mate { moves, keys })),
                Err(_) => return Err(Stopped { none_within: moves - 1 }),
            }
        }
        Ok(None)
    }

    /// Returns the number of positions searched so far.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The first moves that force mate within `moves`.
    fn keys(&mut self, moves: usize, control: &Control<'_>) -> Searched<Vec<Move>> {
        let mut keys = Vec::new();
        if self.ends_without_mate() {
            return Ok(keys);
        }
        // If the king to be mated is in check already, other moves may leave it so.
        let is_checked = self.position.is_in_check(!self.position.turn());
        let mut tries = if moves == 1 && !is_checked {
            self.position.mating_moves()
        } else {
            self.position.unsorted_legal_moves()
        };
        tries.sort_unstable();
        tries.dedup();
        for mv in tries {
            if self.after(mv, |search| search.is_lost(moves, control))? {
                keys.push(mv);
            }
        }
        Ok(keys)
    }

    /// Returns `true` if the side to move forces mate within N moves.
    fn wins(&mut self, moves: usize, control: &Control<'_>) -> Searched<bool> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(ASK_AFTER) && control.tick(ASK_AFTER).is_err() {
            return Err(Interrupted::Stopped);
        }
        if let Some(known) = self.table.wins(self.key, moves) {
            return Ok(known);
        }
        let wins = !self.ends_without_mate()
            && (self.mates_at_once() || moves > 1 && self.forces_mate(moves, control)?);
        self.table.insert(self.key, moves, wins);
        Ok(wins)
    }

    /// Returns `true` if a move mates.
    fn mates_at_once(&mut self) -> bool {
        let moves = self.position.mating_moves();
        moves.into_iter().any(|mv| self.after(mv, |search| search.is_mate()))
    }

    /// Returns `true` if a move forces mate within several moves. Checks are tried first, then
    /// captures.
    fn forces_mate(&mut self, moves: usize, control: &Control<'_>) -> Searched<bool> {
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

    /// Returns `true` if the side to move, which has just been attacked by the first of `moves`
    /// moves, is mated by them whatever it replies. The reply that refuted another attack is tried
    /// first, then captures.
    fn is_lost(&mut self, moves: usize, control: &Control<'_>) -> Searched<bool> {
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

    /// Returns `true` if the game has ended by mate of the side to move.
    fn is_mate(&self) -> bool {
        self.position.is_checkmate() && !self.is_drawn_by_bare_kings()
    }

    fn is_drawn_by_bare_kings(&self) -> bool {
        self.position.is_bare(self.position.turn()) && self.position.is_bare(!self.position.turn())
    }

    /// Returns `true` if the game is over by a bare king.
    fn ends_without_mate(&self) -> bool {
        let turn = self.position.turn();
        (self.position.is_bare(turn) || self.position.is_bare(!turn)) && !self.is_mate()
    }

    /// Returns the answer to a question asked after a move, which is taken back. The key is kept up.
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
