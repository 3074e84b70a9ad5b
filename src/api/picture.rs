//! The command `picture`: draws the answer to the question that it contains as SVG.

use std::io::Write;

use super::context::Context;
use super::error::{Error, Place};
use super::field_names::expect_known;
use super::fields::Fields;
use super::mate::{PositionQuestion, expect_few_kings};
use super::moves::MovesQuestion;
use super::path::PathQuestion;
use crate::control::Control;
use crate::mistake::{Mistake, nearest};
use crate::position::Position;
use crate::render::Picture;

/// Asks for an SVG picture of the answer to another question.
#[derive(Clone, Debug)]
pub(crate) struct PictureQuestion {
    /// Question whose answer is drawn.
    pub(crate) of: Pictured,
    /// Number of levels per row of the picture; `None` lets the picture choose.
    pub(crate) columns: Option<usize>,
}

/// A question whose answer can be drawn.
#[derive(Clone, Debug)]
pub(crate) enum Pictured {
    /// Draws a piece and the first of its shortest routes.
    Path(Box<PathQuestion>),
    /// Draws a position, its checks and the attackers of each cell that the king could step to.
    Mate(Box<PositionQuestion>),
    /// Draws a piece and the cells that it can move to or capture on.
    Moves(Box<MovesQuestion>),
}

/// The name of the command, whose fields depend on the field `command`.
pub(super) const COMMAND: &str = "picture";

/// Commands whose answers can be drawn.
const PICTURED: [&str; 3] = ["path", "moves", "mate"];

/// Fields of the picture itself; all other fields belong to the question whose answer is drawn.
const FIELDS: [&str; 2] = ["command", "columns"];

impl PictureQuestion {
    /// Parses the question that the field `command` names, and the number of columns.
    ///
    /// # Errors
    /// Returns an error if a field has a mistake.
    pub(crate) fn read(fields: &Fields<'_>, context: &mut Context) -> Result<Self, Error> {
        let columns = fields.number("columns", "a number of levels", 1..=u64::MAX, u64::MAX)?;
        let command = fields.required("command")?;
        let of =
            Self::pictured(command, &fields.without(&FIELDS), context).map_err(|mut error| {
                if let Some(Place::Name(name)) = &error.field {
                    let hint = nearest(&FIELDS, name);
                    error.mistake.hint = hint.or(error.mistake.hint);
                }
                error
            })?;
        Ok(Self { of, columns: columns.map(|n| usize::try_from(n).unwrap_or(usize::MAX)) })
    }

    fn pictured(
        command: &str,
        fields: &Fields<'_>,
        context: &mut Context,
    ) -> Result<Pictured, Error> {
        if !PICTURED.contains(&command) {
            let span = 0..command.len();
            let error = Mistake::unknown(span, "a command", command.as_bytes(), PICTURED);
            return Err(Error::at("command", error));
        }
        expect_known(command, fields)?;
        Ok(match command {
            "path" => {
                let mut question = PathQuestion::read(fields, context)?;
                question.options.route = true;
                Pictured::Path(Box::new(question))
            }
            "moves" => Pictured::Moves(Box::new(MovesQuestion::read(fields, context)?)),
            _ => {
                let question = PositionQuestion::read(fields, context)?;
                Pictured::Mate(Box::new(question))
            }
        })
    }

    /// Answers the other question, and writes a picture of its answer as SVG.
    ///
    /// # Errors
    /// Returns an error if the other question has no answer, if `control` stops the computation, or
    /// if writing fails.
    pub(crate) fn write(
        &self,
        control: &Control<'_>,
        out: &mut (impl Write + ?Sized),
    ) -> Result<(), Error> {
        match &self.of {
            Pictured::Path(question) => {
                let answer = question.options.answer(question.query, control)?;
                let board = answer.board();
                answer.picture(&board).write_svg(self.columns, out)?;
            }
            Pictured::Mate(question) => {
                of_verdict(question.position(), control)?.write_svg(self.columns, out)?;
            }
            Pictured::Moves(question) => {
                question.answer(control)?.picture().write_svg(self.columns, out)?;
            }
        }
        Ok(out.write_all(b"\n")?)
    }
}

/// Returns a picture of a position, its checks and the attackers of each cell that the king could
/// step to.
///
/// # Errors
/// Returns an error if the side to move has too many kings, or if `control` stops the explanation.
pub(crate) fn of_verdict<'p>(
    position: &'p Position,
    control: &Control<'_>,
) -> Result<Picture<'p>, Error> {
    expect_few_kings(position)?;
    Ok(Picture::of_verdict(position, &position.explain_with(control)?))
}
