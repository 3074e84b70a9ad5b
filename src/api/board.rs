//! `board`: a board as it is read.

use serde::Serialize;

use super::context::Context;
use super::error::Error;
use super::fields::Fields;
use super::position::text_of;
use crate::piece::Color;
use crate::position::Position;

/// Asks how a board is read, whatever its rule set says of positions.
#[derive(Clone, Debug)]
pub struct BoardQuestion {
    /// The position, which may be illegal.
    pub position: Position,
}

const FIELDS: [&str; 3] = ["board", "rules", "size"];

impl BoardQuestion {
    /// Reads a question.
    ///
    /// # Errors
    /// If the text is no board of the rule set.
    pub fn read(fields: &Fields<'_>, context: &mut Context) -> Result<Self, Error> {
        fields.expect_only("board", &FIELDS, &["side", "holder"])?;
        let rules = context.rules(fields, "cube")?;
        let text = fields.required_board("board")?;
        let (rules, setup) = context.setup(fields, &rules, ("board", text))?;
        Ok(Self { position: Position::new_unchecked(&rules, setup) })
    }

    /// Answers the question.
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

/// The answer to a [`BoardQuestion`].
#[derive(Debug, Serialize)]
pub struct BoardAnswer {
    /// Cells along an edge.
    pub size: usize,
    /// The side to move; White if the text does not say.
    pub side: &'static str,
    /// The side whose king holds the other.
    pub holder: Option<&'static str>,
    /// The board, with the side to move and the holder.
    pub board: String,
}
