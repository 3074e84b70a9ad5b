//! Positions: a board with a side to move, its checks and its legal moves.

mod error;
mod hold;
mod illegal;
mod legality;
mod mating;
mod no_step;
mod play;

use std::fmt;
use std::hash::{Hash, Hasher};

use smallvec::SmallVec;

pub use self::error::{PositionError, PositionErrorKind};
pub use self::illegal::{IllegalMove, IllegalMoveKind};
pub use self::play::Undo;
use crate::board::{Board, Setup};
use crate::cell::Cell;
use crate::movement::{MaxBlockers, MoveKind};
use crate::piece::{Color, Piece};
use crate::rules::Rules;

/// A board, the side to move, and the rules it is played by.
#[derive(Clone)]
pub struct Position {
    rules: Rules,
    board: Board,
    turn: Color,
    /// The side whose king holds the other.
    holder: Option<Color>,
    /// The cells of the kings of each color, in their order.
    kings: [SmallVec<[Cell; 2]>; 2],
}

/// A piece that attacks a king of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Check {
    /// The cell of the attacked king.
    pub king: Cell,
    /// The cell of the attacking piece.
    pub checker: Cell,
}

/// Shows the rule set, the pieces by letter and cell, and the side to move.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({}, {}", self.rules.name(), self.board.size())?;
        for (cell, piece) in self.board.pieces() {
            write!(f, " {}{}", self.rules.letter(piece), self.cell_name(cell))?;
        }
        write!(f, ", {} to move)", self.turn)
    }
}

/// Two positions are the same if all that can follow is the same: by rules of the same name, which
/// [`Rules::with_moves`] keeps, with the same pieces, side to move and holder.
impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.rules.name() == other.rules.name()
            && (self.turn, self.holder) == (other.turn, other.holder)
            && self.board == other.board
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.turn, self.holder).hash(state);
        self.board.hash(state);
    }
}

impl Position {
    /// The position of a setup; White is to move if the setup doesn't say who is.
    ///
    /// # Errors
    /// Pieces that the rule set doesn't define; else every promise of the rule set that it breaks, as
    /// [`Position::validate`]. [`Position::validate_playable`] asks more: that a game can go on.
    ///
    /// # Example
    /// ```
    /// use kubikschach::{notation, position::Position, rules::Rules};
    /// let rules = Rules::cube();
    /// let setup = notation::board(&rules, "[#q,##],[##,##]")?;
    /// let error = Position::new(&rules, setup).expect_err("there is no king");
    /// assert_eq!(error.to_string(), "expected 1 white king, but found none");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(rules: &Rules, setup: Setup) -> Result<Self, PositionError> {
        let unknown = setup.board.pieces().filter(|(_, piece)| !rules.defines(piece.role()));
        let cells: Vec<Cell> = unknown.map(|(cell, _)| cell).collect();
        if !cells.is_empty() {
            return Err(PositionErrorKind::UnknownPieces { cells }.into());
        }
        let position = Self::new_unchecked(rules, setup);
        position.validate()?;
        Ok(position)
    }

    /// The position of a setup, whatever invariants it breaks: it answers every question all the
    /// same. A king then attacks like any other piece, and a side without a king is never in check.
    /// Only the pieces must be those of the rule set: others have no moves, and what names them panics.
    ///
    /// # Example
    /// ```
    /// use kubikschach::{notation, position::Position, rules::Rules};
    /// let rules = Rules::cube();
    /// let setup = notation::board(&rules, "[#q,##],[##,##]")?;
    /// let position = Position::new_unchecked(&rules, setup);
    /// assert!(position.validate().is_err() && !position.is_checkmate());
    /// # Ok::<(), kubikschach::diagnostic::Diagnostic>(())
    /// ```
    #[must_use]
    pub fn new_unchecked(rules: &Rules, setup: Setup) -> Self {
        let Setup { board, turn, holder } = setup;
        let mut kings = [SmallVec::new(), SmallVec::new()];
        for (index, king) in board.indexed_pieces().filter(|(_, piece)| rules.is_royal(*piece)) {
            kings[king.color() as usize].push(board.size().cell(index));
        }
        Self { rules: rules.clone(), board, turn: turn.unwrap_or(Color::White), holder, kings }
    }

    /// The name of a cell of the board.
    pub(crate) fn cell_name(&self, cell: Cell) -> String {
        self.rules.cells().name(self.board.size(), cell)
    }

    /// Returns the name of a piece, such as `rook`.
    pub(crate) fn piece_name(&self, piece: Piece) -> String {
        self.rules.role(piece.role()).name.to_lowercase()
    }

    /// Returns a piece with its cell, such as `the rook on c1(III)`.
    pub(crate) fn placed_name(&self, piece: Piece, cell: Cell) -> String {
        format!("the {} on {}", self.piece_name(piece), self.cell_name(cell))
    }

    /// The setup of the position, whose memory can serve another.
    #[must_use]
    pub fn into_setup(self) -> Setup {
        Setup { board: self.board, turn: Some(self.turn), holder: self.holder }
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns the board.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The side to move.
    #[must_use]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// The side whose king holds the other, if one does.
    #[must_use]
    pub const fn holder(&self) -> Option<Color> {
        self.holder
    }

    /// The cells of a side's kings, in their order.
    #[must_use]
    pub fn kings(&self, color: Color) -> &[Cell] {
        &self.kings[color as usize]
    }

    /// The cells of a side's men: all its pieces but kings.
    pub fn men(&self, color: Color) -> impl Iterator<Item = Cell> {
        let men = self.board.pieces_of(color).filter(|(_, piece)| !self.rules.is_royal(*piece));
        men.map(|(cell, _)| cell)
    }

    /// Returns `true` if a side has no man and the rule set ends games by that.
    pub(crate) fn is_bare(&self, color: Color) -> bool {
        let ends = self.rules.results().is_some_and(|results| results.bare_king);
        ends && self.men(color).next().is_none()
    }

    /// The pieces of a color that attack a cell, whatever stands there, in the order of the cells;
    /// none if the board has no such cell.
    #[must_use]
    pub fn attackers(&self, cell: Cell, by: Color) -> Vec<Cell> {
        let (size, capture) = (self.board.size(), MoveKind::Capture);
        if !size.contains(cell) {
            return Vec::new();
        }
        let (movement, target) = (self.rules.movement(), size.index(cell));
        let lines = movement.attackers(&self.board, target, by, capture, MaxBlockers::None);
        let mut attackers: Vec<Cell> = lines.iter().map(|line| size.cell(line.from)).collect();
        attackers.sort_unstable();
        attackers.dedup();
        attackers
    }

    /// Returns `true` if a king stands on the cell of an index.
    fn is_king(&self, index: usize) -> bool {
        self.board.piece_on(index).is_some_and(|piece| self.rules.is_royal(piece))
    }
}
