//! The command `board`: parses a board in any form, and writes it in the others.

use std::collections::BTreeMap;

use serde::Serialize;

use super::context::Context;
use super::error::Error;
use super::fields::Fields;
use crate::control::{Control, Stopped};
use crate::notation::{write_board, write_pieces};
use crate::piece::Color;
use crate::play::text_of;
use crate::position::{Position, PositionErrorKind};

/// Asks for a board in its normal text form, even if the position is illegal.
#[derive(Clone, Debug)]
pub(crate) struct BoardQuestion {
    /// Position to write, which may be illegal.
    pub(crate) position: Position,
}

impl BoardQuestion {
    /// Parses the question from `fields`, and checks it against the limits of `context`.
    ///
    /// # Errors
    /// Returns an error if a field has a mistake, such as a text that is not a board of the rule
    /// set.
    pub(crate) fn read(fields: &Fields<'_>, context: &mut Context) -> Result<Self, Error> {
        fields.expect_one_of(["rules", "default_rules"])?;
        let default = fields.text("default_rules")?.unwrap_or("cube");
        let rules = context.rules(fields, default)?;
        let text = fields.required_board("board")?;
        let (rules, setup) = context.setup(fields, &rules, "board", text)?;
        Ok(Self { position: Position::new_unchecked(&rules, setup) })
    }

    /// Returns the board in its normal text form, as a list of pieces and by its cells.
    ///
    /// # Errors
    /// Returns an error if `control` stops the work.
    pub(crate) fn answer(&self, control: &Control<'_>) -> Result<BoardAnswer<'_>, Stopped> {
        let position = &self.position;
        let (rules, board) = (position.rules(), position.board());
        let size = board.size();
        let placed = |cell| {
            let letter = rules.letter(board.piece_at(cell)?);
            Some((rules.cells().name(size, cell), letter))
        };
        let mut cells = BTreeMap::new();
        for cell in size {
            control.tick(1)?;
            cells.extend(placed(cell));
        }
        let (levels, pieces) = (write_board(rules, board), write_pieces(rules, board));
        control.tick(0)?;
        let violations = violations(position);
        control.tick(0)?;
        Ok(BoardAnswer {
            rules: rules.name(),
            size: size.edge(),
            side: position.turn().name(),
            holder: position.holder().map(Color::name),
            board: text_of(position),
            levels,
            pieces,
            cells,
            violations,
        })
    }
}

/// The answer to a [`BoardQuestion`]: a board in all forms that are written.
#[derive(Debug, Serialize)]
pub(crate) struct BoardAnswer<'q> {
    /// Name of the rule set of the board.
    pub(crate) rules: &'q str,
    /// Cells along an edge of the board.
    pub(crate) size: usize,
    /// Side to move, `white` or `black`; white if the question names no side.
    pub(crate) side: &'static str,
    /// Side whose king holds the other king and limits the moves of that king; `None` if there is
    /// no hold.
    pub(crate) holder: Option<&'static str>,
    /// Text of the position: the board, the side to move and, in rule sets with holds, the side
    /// whose king holds the other king.
    pub(crate) board: String,
    /// Text of the board alone.
    pub(crate) levels: String,
    /// List of the pieces with their cells, such as `Ka1(I) qb2(II)`.
    pub(crate) pieces: String,
    /// Letters of the pieces by the names of their cells.
    pub(crate) cells: BTreeMap<String, char>,
    /// Invariants of the rule set that the position breaks; empty if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) violations: Vec<Violation>,
}

/// A broken invariant of the rule set, such as a missing king.
#[derive(Debug, Serialize)]
pub(crate) struct Violation {
    /// Violation in words.
    pub(crate) text: String,
    /// Cells of the pieces that the violation concerns.
    pub(crate) cells: Vec<String>,
    /// Side that lacks a king, `white` or `black`; `None` for other violations.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) kingless: Option<&'static str>,
}

fn violations(position: &Position) -> Vec<Violation> {
    let Err(error) = position.validate() else { return Vec::new() };
    let (names, size) = (position.rules().cells(), position.board().size());
    let of_kind = |kind: &PositionErrorKind| {
        let kingless = match kind {
            PositionErrorKind::Kings { color, cells, most: 1.., .. } if cells.is_empty() => {
                Some(color.name())
            }
            _ => None,
        };
        let cells = kind.cells().into_iter().map(|cell| names.name(size, cell));
        Violation { text: kind.to_string(), cells: cells.collect(), kingless }
    };
    error.kinds().iter().map(of_kind).collect()
}
