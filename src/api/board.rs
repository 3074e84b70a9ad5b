//! The command `board`: parses a board and writes it in its normal text form.

use serde::Serialize;

use super::context::Context;
use super::error::Error;
use super::fields::Fields;
use super::parts::text_of;
use crate::piece::Color;
use crate::position::Position;

/// Asks for a board in its normal text form, even if the position is illegal.
#[derive(Clone, Debug)]
pub struct BoardQuestion {
    /// Position to write, which may be illegal.
    pub position: Position,
}

impl BoardQuestion {
    /// Parses the question from `fields`, and checks it against the limits of `context`.
    ///
    /// # Errors
    /// Returns an error if a field has a mistake, such as a text that is not a board of the rule
    /// set.
    pub fn read(fields: &Fields<'_>, context: &mut Context) -> Result<Self, Error> {
        let rules = context.rules(fields, "cube")?;
        let text = fields.required_board("board")?;
        let (rules, setup) = context.setup(fields, &rules, ("board", text))?;
        Ok(Self { position: Position::new_unchecked(&rules, setup) })
    }

    /// Returns the board in its normal text form.
    #[must_use]
    pub fn answer(&self) -> BoardAnswer {
        let position = &self.position;
        BoardAnswer {
            size: position.board().size().edge(),
            side: position.turn().name(),
            holder: position.holder().map(Color::name),
            board: text_of(position),
        }
    }
}

/// The answer to a [`BoardQuestion`]: a board in its normal text form.
#[derive(Debug, Serialize)]
pub struct BoardAnswer {
    /// Cells along an edge of the board.
    pub size: usize,
    /// Side to move, `white` or `black`; white if the question names no side.
    pub side: &'static str,
    /// Side whose king holds the other king; `None` if there is no hold.
    pub holder: Option<&'static str>,
    /// Text of the position: the board, the side to move and, in rule sets with holds, the side
    /// whose king holds the other king.
    pub board: String,
}
