//! Reasons why a move is illegal.

use std::fmt;

use super::Position;
use crate::board::{Empty, Move};
use crate::cell::Cell;
use crate::common::sorted;
use crate::movement::MoveKind;
use crate::piece::{Piece, Role};

/// The reason why a move is illegal.
///
/// [`Display`](fmt::Display) writes a sentence without names.
/// [`render::why_illegal`](crate::render::why_illegal) names the pieces and cells.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum IllegalMove {
    /// The game is over.
    GameOver,
    /// The move starts on an empty cell.
    NoPiece,
    /// The move starts on the cell of an opponent's piece.
    NotYours,
    /// The piece has no step from the start to the end of the move.
    NoSuchStep,
    /// A piece of the side to move stands on the cell where the move ends.
    OwnPiece,
    /// The piece could make the move only if no piece stood on the cell where the move ends.
    NoCapture,
    /// The piece could make the move only as a capture.
    OnlyCapture,
    /// A king stands on the cell where the move ends; kings are never captured.
    King,
    /// Pieces on these cells block the move.
    Blocked(Vec<Cell>),
    /// The king on this cell holds the moving king.
    Held(Cell),
    /// The move must promote to one of these roles. If the list is empty, the move must not name a
    /// role.
    Promotion(Vec<Role>),
    /// A king of the side to move would be attacked from these cells after the move.
    KingAttacked(Vec<Cell>),
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::GameOver => "the game is over",
            Self::NoPiece => "there is no piece to move",
            Self::NotYours => "the piece is the opponent's",
            Self::NoSuchStep => "the piece has no such step",
            Self::OwnPiece => "a piece can't capture one of its own side",
            Self::NoCapture => "the piece can't capture there",
            Self::OnlyCapture => "the piece goes there only to capture",
            Self::King => "a king is never captured",
            Self::Blocked(_) => "pieces are in the way",
            Self::Held(_) => "the king is held",
            Self::Promotion(roles) if roles.is_empty() => "the piece does not promote there",
            Self::Promotion(_) => "the piece must promote to another piece",
            Self::KingAttacked(_) => "it leaves the king in check",
        })
    }
}

impl std::error::Error for IllegalMove {}

impl Position {
    /// Checks that a move is legal.
    ///
    /// # Errors
    /// Returns the reason if the move is illegal.
    ///
    /// # Example
    /// ```
    /// use kubikschach::{notation, position::{IllegalMove, Position}, rules::Rules};
    /// let rules = Rules::cube();
    /// let setup = notation::parse_board(&rules, "[#q,##],[##,K#]")?;
    /// let size = setup.board.size();
    /// let mv = notation::parse_move(&rules, size, "a1(I)-b1(I)")?;
    /// let error = Position::new(&rules, setup)?.check_legal(mv).expect_err("the queen attacks b1(I)");
    /// assert!(matches!(error, IllegalMove::KingAttacked(_)));
    /// assert_eq!(error.to_string(), "it leaves the king in check");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn check_legal(&self, mv: Move) -> Result<(), IllegalMove> {
        if self.is_ended_by_bare_king() {
            return Err(IllegalMove::GameOver);
        }
        if self.is_legal(mv) { Ok(()) } else { Err(self.why_illegal(mv)) }
    }

    /// Returns the piece on `from`. The result is an error if there is none, or if it is the
    /// opponent's.
    pub(crate) fn own_piece(&self, from: Cell) -> Result<Piece, IllegalMove> {
        let piece = self.board.piece_at(from).ok_or(IllegalMove::NoPiece)?;
        if piece.color() == self.turn { Ok(piece) } else { Err(IllegalMove::NotYours) }
    }

    /// Returns the reason why the rules of movement forbid a move. They must forbid the move.
    pub(crate) fn why_illegal(&self, mv: Move) -> IllegalMove {
        let piece = match self.own_piece(mv.from) {
            Ok(piece) => piece,
            Err(illegal) => return illegal,
        };
        let there: Vec<Move> = self
            .pseudo_legal_moves(mv.from)
            .into_iter()
            .filter(|other| other.to == mv.to)
            .collect();
        if there.is_empty() {
            return self.why_unreachable(piece, mv);
        }
        if !there.contains(&mv) {
            let promotes = there.iter().any(|mv| mv.promotion.is_some());
            let roles = if promotes { self.rules.promotions(piece) } else { &[] };
            return IllegalMove::Promotion(roles.to_vec());
        }
        let size = self.board.size();
        let attackers = self.checks_after(mv).into_iter().map(|check| size.cell(check.from));
        IllegalMove::KingAttacked(sorted(attackers))
    }

    fn why_unreachable(&self, piece: Piece, mv: Move) -> IllegalMove {
        let size = self.board.size();
        if !size.contains(mv.to) {
            return IllegalMove::NoSuchStep;
        }
        let [from, to] = [mv.from, mv.to].map(|cell| size.index(cell));
        let lines = |kind| {
            let lines = self.movement.lines(piece, from, to, kind);
            lines.filter(|line| line.is_open(&Empty(size)))
        };
        let is_step = |kind| lines(kind).next().is_some();
        let target = self.board.piece_at(mv.to);
        if ![MoveKind::Quiet, MoveKind::Capture].into_iter().any(is_step) {
            return IllegalMove::NoSuchStep;
        }
        if target.is_some_and(|target| target.color() == piece.color()) {
            return IllegalMove::OwnPiece;
        }
        if let ([holder], true) = (self.kings(!self.turn), self.is_held_from(mv.from, mv.to)) {
            return IllegalMove::Held(*holder);
        }
        // Lines of the other kind of move are left out.
        let blockers = lines(MoveKind::onto(target)).flat_map(|line| line.blockers(&self.board));
        let blockers = sorted(blockers.map(|index| size.cell(index)));
        match target {
            _ if !blockers.is_empty() => IllegalMove::Blocked(blockers),
            None => IllegalMove::OnlyCapture,
            Some(king) if self.rules.is_royal(king) => IllegalMove::King,
            Some(_) => IllegalMove::NoCapture,
        }
    }
}
