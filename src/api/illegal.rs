//! Mistakes about illegal positions.

use super::parts::role;
use crate::cell::Cell;
use crate::mistake::{Label, Mistake};
use crate::notation::Boards;
use crate::position::{Position, PositionError, PositionErrorKind};

/// Returns the mistake of an illegal position.
///
/// The mistake marks the pieces that break an invariant, as byte ranges into the board's text.
#[cold]
pub(super) fn broken(position: &Position, error: &PositionError, text: &str) -> Mistake {
    let size = position.board().size();
    let places = Boards::new(position.rules()).of_size(size).written(text.as_bytes());
    let places = places.map(|written| written.places).unwrap_or_default();
    let label = |cell: Cell| {
        let span = places.get(size.index(cell))?.clone();
        Some(Label { span, text: label(position, cell) })
    };
    let mut labels: Vec<Label> = error.cells().into_iter().filter_map(label).collect();
    labels.sort_by_key(|label| label.span.start);
    if labels.is_empty() {
        labels.push(Label::plain(0..1));
    }
    let is_missing = |kind| matches!(kind, &PositionErrorKind::HolderMissing { .. });
    let hint = error.kinds().iter().any(is_missing);
    let hint = hint.then(|| "write the holder after the side to move, as in `… w b`".to_owned());
    Mistake { message: error.to_string(), labels, hint }
}

/// Returns the color, role and cell of a piece, such as `white rook on a1(I)`.
fn label(position: &Position, cell: Cell) -> String {
    let (rules, board) = (position.rules(), position.board());
    let Some(piece) = board.piece_at(cell) else { return String::new() };
    let name = rules.cells().name(board.size(), cell);
    format!("{} {} on {name}", piece.color().name(), role(rules, piece).to_lowercase())
}
