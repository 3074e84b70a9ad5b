//! Making and unmaking moves, and perft.

use super::Position;
use crate::board::Move;
use crate::cell::Cell;
use crate::control::{Control, Stopped};
use crate::piece::{Color, Piece};

/// The data that [`Position::unmake`] needs to take back a move.
#[derive(Clone, Debug)]
pub struct Undo {
    mv: Move,
    moved: Option<Piece>,
    captured: Option<Piece>,
    holder: Option<Color>,
}

impl Undo {
    /// Returns the move that was made.
    #[must_use]
    pub const fn mv(&self) -> Move {
        self.mv
    }

    /// Returns the captured piece; `None` if the move was quiet.
    #[must_use]
    pub const fn captured(&self) -> Option<Piece> {
        self.captured
    }
}

impl Position {
    /// Makes a move and passes the turn to the opponent.
    ///
    /// The move must be pseudo-legal; the method does not check it. A pseudo-legal move may leave a
    /// king of the moving side in check; [`Position::is_in_check`] then returns `true` for that
    /// side. Moves from [`Position::legal_moves`] are safe. [`Game::play`](crate::game::Game::play)
    /// checks legality.
    ///
    /// # Panics
    /// Panics if a cell of the move is not on the board.
    ///
    /// # Example
    /// ```
    /// use kubikschach::{notation, position::Position, rules::Rules};
    /// let rules = Rules::raumschach();
    /// let setup = notation::parse_board(&rules, "start")?;
    /// let mut position = Position::new(&rules, setup)?;
    /// let before = position.clone();
    /// let undo = position.make(position.legal_moves()[0]);
    /// assert!(position != before);
    /// position.unmake(undo);
    /// assert!(position == before);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn make(&mut self, mv: Move) -> Undo {
        let moved = self.board.piece_at(mv.from);
        let captured = self.board.piece_at(mv.to);
        let undo = Undo { mv, moved, captured, holder: self.holder };
        self.holder = self.holder_after(mv);
        self.put(mv.from, None);
        self.put(mv.to, moved.map(|piece| mv.arriving(piece)));
        self.turn = !self.turn;
        undo
    }

    /// Takes back the last move.
    ///
    /// # Panics
    /// Panics if a cell of the move is not on the board. That can only happen if `undo` comes from
    /// a position on a larger board.
    #[expect(clippy::needless_pass_by_value, reason = "a move is taken back once")]
    pub fn unmake(&mut self, undo: Undo) {
        let Undo { mv, moved, captured, holder } = undo;
        self.turn = !self.turn;
        self.put(mv.to, captured);
        self.put(mv.from, moved);
        self.holder = holder;
    }

    /// Returns the number of sequences of `depth` legal moves (perft), saturated at [`u64::MAX`].
    ///
    /// A sequence does not continue after the end of the game. There is one sequence of no moves.
    ///
    /// # Example
    /// ```
    /// use kubikschach::{notation, position::Position, rules::Rules};
    /// let rules = Rules::great_shatranj();
    /// let setup = notation::parse_board(&rules, "start")?;
    /// let mut position = Position::new(&rules, setup)?;
    /// assert_eq!(position.perft(2), 2916);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn perft(&mut self, depth: u8) -> u64 {
        self.perft_with(depth, &Control::FREE).unwrap_or(u64::MAX)
    }

    /// Returns the number of sequences as [`Position::perft`] does; each position before the last
    /// ply is a unit of work for `control`.
    ///
    /// # Errors
    /// Returns an error if `control` stops the count. The position is then unchanged.
    pub fn perft_with(&mut self, depth: u8, control: &Control<'_>) -> Result<u64, Stopped> {
        if depth == 0 {
            return Ok(1);
        }
        if depth == 1 {
            control.tick(1)?;
            return Ok(self.count_legal_moves(control)? as u64);
        }
        let mut count = 0_u64;
        for mv in self.legal_moves_with(control)? {
            let undo = self.make(mv);
            let found = self.perft_with(depth - 1, control);
            self.unmake(undo);
            count = count.saturating_add(found?);
        }
        Ok(count)
    }

    /// Sets the side to move, and the side whose king holds the other king (`None` if neither does).
    pub(crate) const fn set_state(&mut self, turn: Color, holder: Option<Color>) {
        (self.turn, self.holder) = (turn, holder);
    }

    fn put(&mut self, cell: Cell, piece: Option<Piece>) {
        assert!(self.board.size().contains(cell), "{cell:?} is not on the board");
        self.put_on(self.board.size().index(cell), piece);
    }

    /// Puts a piece on the cell with this index, or takes the piece there away.
    pub(crate) fn put_on(&mut self, index: usize, piece: Option<Piece>) {
        let king = |piece: Option<Piece>| piece.filter(|piece| self.rules.is_royal(*piece));
        if let Some(king) = king(self.board.piece_on(index)) {
            let cell = self.board.size().cell(index);
            self.kings[king.color() as usize].retain(|other| *other != cell);
        }
        if let Some(king) = king(piece) {
            let cell = self.board.size().cell(index);
            let kings = &mut self.kings[king.color() as usize];
            kings.insert(kings.partition_point(|other| *other < cell), cell);
        }
        self.board.put(index, piece);
    }
}
