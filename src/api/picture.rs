//! `picture`: the answer to another question as SVG.

use serde::Serialize;

use super::context::Context;
use super::error::{Error, Place};
use super::fields::Fields;
use super::mate::{PositionQuestion, expect_few_kings};
use super::moves::MovesQuestion;
use super::path::PathQuestion;
use crate::control::Control;
use crate::diagnostic::{Diagnostic, nearest};
use crate::position::Position;
use crate::render::Picture;

/// Nobody looks at larger boards cell by cell.
const LARGEST: usize = 64;

/// Asks for a picture of the answer to another question.
#[derive(Clone, Debug)]
pub struct PictureQuestion {
    /// The question.
    pub of: Pictured,
    /// The number of levels side by side.
    pub columns: Option<usize>,
}

/// A question with an answer that can be drawn.
#[derive(Clone, Debug)]
pub enum Pictured {
    /// A query with its route.
    Path(Box<PathQuestion>),
    /// A position with its checks and the guards of each king step.
    Mate(Box<PositionQuestion>),
    /// A piece with its moves.
    Moves(Box<MovesQuestion>),
}

/// The fields beside those of the other question.
const FIELDS: [&str; 2] = ["command", "columns"];

impl PictureQuestion {
    /// Reads a question; the field `command` says which.
    ///
    /// # Errors
    /// If a field has a mistake.
    pub fn read(fields: &Fields<'_>, context: &mut Context) -> Result<Self, Error> {
        let columns = fields.number("columns", "a number of levels", 1..=u64::MAX, u64::MAX)?;
        let command = fields.required("command")?;
        let of =
            Self::pictured(command, &fields.without(&FIELDS), context).map_err(|mut error| {
                if let Some(Place::Name(name)) = &error.field {
                    let hint = nearest(&FIELDS, name);
                    error.diagnostic.hint = hint.or(error.diagnostic.hint);
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
        Ok(match command {
            "path" => {
                let mut question = PathQuestion::read(fields, context)?;
                question.options.route = true;
                Pictured::Path(Box::new(question))
            }
            "moves" => Pictured::Moves(Box::new(MovesQuestion::read(fields, context)?)),
            "mate" => {
                let question = PositionQuestion::read(fields, context)?;
                Pictured::Mate(Box::new(question))
            }
            other => {
                let names = ["path", "moves", "mate"];
                let span = 0..other.len();
                let error = Diagnostic::unknown(span, "a command", other.as_bytes(), names);
                return Err(Error::at("command", error));
            }
        })
    }

    /// Answers the question.
    ///
    /// # Errors
    /// If the board is too large, the other question has no answer, or `control` stops the answer.
    pub fn answer(&self, control: &Control<'_>) -> Result<PictureAnswer, Error> {
        let svg = match &self.of {
            Pictured::Path(question) => {
                let answer = question.options.answer(question.query, control)?;
                let board = answer.board();
                svg(&answer.picture(&board), self.columns, control)
            }
            Pictured::Mate(question) => {
                svg(&of_verdict(question.position(), control)?, self.columns, control)
            }
            Pictured::Moves(question) => svg(&question.answer().picture(), self.columns, control),
        };
        Ok(PictureAnswer { svg: svg? })
    }
}

/// Returns the picture of a verdict.
///
/// # Errors
/// If there are too many kings to give reasons about, or `control` stops the search.
pub(crate) fn of_verdict<'p>(
    position: &'p Position,
    control: &Control<'_>,
) -> Result<Picture<'p>, Error> {
    expect_few_kings(position)?;
    Ok(Picture::of_verdict(position, &position.explain_with(control)?))
}

/// Returns a picture as SVG.
pub(crate) fn svg(
    picture: &Picture<'_>,
    columns: Option<usize>,
    control: &Control<'_>,
) -> Result<String, Error> {
    let edge = picture.board.size().edge();
    if edge > LARGEST {
        let message =
            format!("--svg: expected a board of at most {LARGEST} cells an edge, but found {edge}");
        return Err(Error::new(message));
    }
    Ok(picture.svg_with(columns, control)?)
}

/// The answer to a [`PictureQuestion`].
#[derive(Clone, Debug, Serialize)]
pub struct PictureAnswer {
    /// The picture.
    pub svg: String,
}
