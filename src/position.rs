//! Positions: boards with a side to move, their checks and legal moves.

mod checks;
mod error;
mod hold;
mod illegal;
mod legality;
mod mating;
mod play;
mod rule_document;

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use smallvec::SmallVec;

pub use self::error::{PositionError, PositionErrorKind};
pub use self::illegal::IllegalMove;
pub use self::play::Undo;
use crate::board::{Board, Occupancy as _, Setup};
use crate::cell::Cell;
use crate::movement::{BoardMovement, MoveKind};
use crate::piece::{Color, Piece};
use crate::rules::Rules;

/// A position: the board, the side to move, the holder under the Held King rule, and the rule set.
///
/// The holder is the side whose king holds the other king; see [`Hold`](crate::rules::Hold).
#[derive(Clone)]
pub struct Position {
    rules: Rules,
    movement: Arc<BoardMovement>,
    board: Board,
    turn: Color,
    /// Side whose king holds the other king; `None` if neither king does.
    holder: Option<Color>,
    /// Cells of each color's kings, sorted.
    kings: [SmallVec<[Cell; 2]>; 2],
}

/// An attack of one piece on a king.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Check {
    /// Cell of the attacked king.
    pub king: Cell,
    /// Cell of the attacking piece.
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

/// Compares the rule sets, the boards, the sides to move and the holders.
impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        (self.turn, self.holder) == (other.turn, other.holder)
            && self.rules == other.rules
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
    /// Creates the position of a setup; White is to move unless the setup names a side.
    ///
    /// # Errors
    /// Returns an error if a piece is not defined by the rule set, or if the position violates an
    /// invariant of the rule set; see [`Position::validate`]. [`Position::validate_playable`] also
    /// checks that a game can continue.
    ///
    /// # Example
    /// ```
    /// use kubikschach::{notation, position::Position, rules::Rules};
    /// let rules = Rules::cube();
    /// let setup = notation::parse_board(&rules, "[#q,##],[##,##]")?;
    /// let error = Position::new(&rules, setup).expect_err("there is no king");
    /// assert_eq!(error.to_string(), "expected 1 white king, but found none");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(rules: &Rules, setup: Setup) -> Result<Self, PositionError> {
        let unknown = setup.board.pieces().filter(|(_, piece)| !rules.defines(piece.role()));
        let cells: Vec<Cell> = unknown.map(|(cell, _)| cell).collect();
        if !cells.is_empty() {
            let kinds = vec![PositionErrorKind::UnknownPieces { cells }];
            return Err(PositionError::new(kinds, setup));
        }
        let position = Self::new_unchecked(rules, setup);
        match position.errors() {
            kinds if kinds.is_empty() => Ok(position),
            kinds => Err(PositionError::new(kinds, position.into_setup())),
        }
    }

    /// Creates the position of a setup without validation.
    ///
    /// All methods still work: kings attack like other pieces, and a side without a king is never
    /// in check. Pieces that the rule set does not define have no moves. Methods panic if they
    /// write the name of such a piece.
    ///
    /// # Example
    /// ```
    /// use kubikschach::{notation, position::Position, rules::Rules};
    /// let rules = Rules::cube();
    /// let setup = notation::parse_board(&rules, "[#q,##],[##,##]")?;
    /// let position = Position::new_unchecked(&rules, setup);
    /// assert!(position.validate().is_err() && !position.is_checkmate());
    /// # Ok::<(), kubikschach::mistake::Mistake>(())
    /// ```
    #[must_use]
    pub fn new_unchecked(rules: &Rules, setup: Setup) -> Self {
        let Setup { board, turn, holder } = setup;
        let mut kings = [SmallVec::new(), SmallVec::new()];
        for color in Color::ALL {
            for (index, piece) in board.indexed_pieces_of(color) {
                if rules.is_royal(piece) {
                    kings[color as usize].push(board.size().cell(index));
                }
            }
        }
        let movement = rules.movement().on(board.size());
        let (rules, turn) = (rules.clone(), turn.unwrap_or(Color::White));
        Self { rules, movement, board, turn, holder, kings }
    }

    pub(crate) fn cell_name(&self, cell: Cell) -> String {
        self.rules.cells().name(self.board.size(), cell)
    }

    /// Returns the name of a piece in lower case, such as `rook`.
    pub(crate) fn piece_name(&self, piece: Piece) -> String {
        self.rules.role(piece.role()).name.to_lowercase()
    }

    /// Returns the name of a piece with its cell, such as `the rook on c1(III)`.
    pub(crate) fn placed_name(&self, piece: Piece, cell: Cell) -> String {
        let mut name = String::with_capacity(32);
        name.extend(["the ", &self.piece_name(piece), " on "]);
        self.rules.cells().write_name(self.board.size(), cell, &mut name);
        name
    }

    /// Converts the position back into a setup, without copying the board.
    #[must_use]
    pub fn into_setup(self) -> Setup {
        Setup { board: self.board, turn: Some(self.turn), holder: self.holder }
    }

    /// Returns the rule set.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns the board.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the side to move.
    #[must_use]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// Returns the side whose king holds the other king; `None` if neither king does.
    #[must_use]
    pub const fn holder(&self) -> Option<Color> {
        self.holder
    }

    /// Returns the cells of a side's kings, sorted.
    #[must_use]
    pub fn kings(&self, color: Color) -> &[Cell] {
        &self.kings[color as usize]
    }

    /// Returns the cells of a side's pieces other than kings.
    pub fn non_royal(&self, color: Color) -> impl Iterator<Item = Cell> {
        let pieces = self.board.pieces_of(color).filter(|(_, piece)| !self.rules.is_royal(*piece));
        pieces.map(|(cell, _)| cell)
    }

    /// Returns `true` if a side has only kings, and the rule set ends games by a bare king.
    pub(crate) fn is_bare(&self, color: Color) -> bool {
        let ends = self.rules.results().is_some_and(|results| results.bare_king);
        ends && self.non_royal(color).next().is_none()
    }

    /// Returns `true` if a bare king has ended the game, even if the side to move could still move.
    ///
    /// Every other end of a game by its position leaves no legal move.
    pub(crate) fn is_ended_by_bare_king(&self) -> bool {
        Color::ALL.into_iter().any(|color| self.is_bare(color))
    }

    /// Returns the cells of the pieces of color `by` that attack `cell`, sorted and without
    /// repeats.
    ///
    /// The contents of `cell` are ignored. The list is empty if `cell` is not on the board.
    #[must_use]
    pub fn attackers(&self, cell: Cell, by: Color) -> Vec<Cell> {
        let size = self.board.size();
        if !size.contains(cell) {
            return Vec::new();
        }
        let (target, capture) = (size.index(cell), MoveKind::Capture);
        let pieces = self.board.indexed_pieces_of(by).map(|(from, _)| from);
        let attackers =
            pieces.filter(|&from| self.movement.reaches(&self.board, from, target, capture));
        attackers.map(|from| size.cell(from)).collect()
    }

    /// Returns the movement on boards of the position's size.
    pub(crate) fn movement(&self) -> &BoardMovement {
        &self.movement
    }

    fn is_king(&self, index: usize) -> bool {
        self.board.piece_on(index).is_some_and(|piece| self.rules.is_royal(piece))
    }

    fn is_king_of(&self, color: Color, index: usize) -> bool {
        self.is_king(index)
            && self.board.piece_on(index).is_some_and(|piece| piece.color() == color)
    }
}
