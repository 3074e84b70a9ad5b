//! Answers questions that are given as JSON objects, with JSON objects.
//!
//! [`ask`] answers a question, whose command and fields `docs/json.md` documents. The server calls
//! [`ask`], and the command line uses the same types of questions and answers.
//!
//! # Example
//! ```
//! use kubikschach::api::{Context, Fields, Limits, ask};
//! use kubikschach::control::Control;
//! let object = r#"{"piece": "King", "color": "W", "start": "A1a", "finish": "B3d"}"#;
//! let fields = Fields::of_object(object).expect("an object");
//! let (mut context, mut answer) = (Context::new(Limits::NONE), Vec::new());
//! ask("path", &fields, &mut context, &Control::FREE, &mut answer)?;
//! assert!(answer.ends_with(b"\"moves\":3}\n"));
//! # Ok::<(), kubikschach::api::Error>(())
//! ```

mod board;
pub(crate) mod context;
mod distances;
mod endgame;
mod error;
mod examples;
mod explain;
pub(crate) mod field_names;
pub(crate) mod field_values;
pub(crate) mod fields;
mod graph;
mod illegal;
pub(crate) mod json;
pub(crate) mod mate;
mod mate_in;
mod mate_try;
mod moves;
pub(crate) mod object;
mod parts;
mod path;
mod perft;
pub(crate) mod picture;
mod placed;
mod play;
pub(crate) mod position;
mod query;
mod rules;
mod shared_search;

use std::io::Write;

use serde::Serialize;

pub use self::context::{Context, Limits};
pub use self::error::{Error, ErrorKind, Origin, Place};
pub use self::examples::{THUMBNAIL, thumbnail};
pub(crate) use self::field_names::expect_known;
pub use self::fields::Fields;
#[doc(hidden)]
pub use self::play::PlayQuestion;
pub(crate) use self::{
    board::BoardQuestion, distances::DistancesQuestion, endgame::EndgameQuestion,
    graph::GraphQuestion, mate::PositionQuestion, moves::MovesQuestion, path::PathQuestion,
    perft::PerftQuestion, picture::PictureQuestion, query::QueryQuestion,
};
#[cfg(feature = "cli")]
pub(crate) use self::{
    endgame::{AllPositions, EndgameAnswer, OnePosition, OneSide},
    mate::{MateOptions, MateQuestion},
    mate_in::MateInAnswer,
    path::{PathAnswer, PathOptions},
    play::PlayAnswer,
    rules::RulesAnswer,
};
use crate::control::Control;
use crate::mistake::{LineColumn, Mistake};

/// A function that parses a question, answers it and writes the answer.
type AnswerFn =
    fn(&Fields<'_>, &mut Context<'_>, &Control<'_>, &mut dyn Write) -> Result<(), Error>;

/// The commands of the API.
static ANSWERS: [(&str, AnswerFn); 13] = [
    ("path", |fields, context, control, out| {
        let PathQuestion { query, options } = PathQuestion::read(fields, context)?;
        write(fields, &options.answer(query, control)?, out)
    }),
    ("query", |fields, context, _, out| {
        write(fields, &QueryQuestion::read(fields, context)?.answer(), out)
    }),
    ("distances", |fields, context, control, out| {
        let question = DistancesQuestion::read(fields, context)?;
        write(fields, &question.answer(control)?, out)
    }),
    ("mate", |fields, context, control, out| match PositionQuestion::read(fields, context)? {
        PositionQuestion::Verdict(question) => write(fields, &question.answer(control)?, out),
        PositionQuestion::MateIn(question) => {
            write(fields, &question.answer(control)?.to_json(control)?, out)
        }
        PositionQuestion::Try(question) => write(fields, &question.answer(control)?, out),
    }),
    ("board", |fields, context, control, out| {
        write(fields, &BoardQuestion::read(fields, context)?.answer(control)?, out)
    }),
    ("moves", |fields, context, control, out| {
        write(fields, &MovesQuestion::read(fields, context)?.answer(control)?, out)
    }),
    ("play", |fields, context, control, out| {
        write(fields, &PlayQuestion::read(fields, context)?.answer(control)?, out)
    }),
    ("graph", |fields, context, control, out| {
        let question = GraphQuestion::read(fields, context)?;
        write(fields, &question.answer(&question.graph(), control)?, out)
    }),
    ("perft", |fields, context, control, out| {
        write(fields, &PerftQuestion::read(fields, context)?.answer(control)?, out)
    }),
    ("endgame", |fields, context, control, out| {
        write(fields, &EndgameQuestion::read(fields, context)?.answer(control)?, out)
    }),
    ("rules", |fields, context, _, out| rules::answer(fields, context, out)),
    ("examples", |_, _, _, out| Ok(json::line(out, &examples::examples())?)),
    (picture::COMMAND, |fields, context, control, out| {
        PictureQuestion::read(fields, context)?.write(control, out)
    }),
];

/// Answers the question of a command, such as `path`, and writes the answer.
///
/// A picture is written as SVG, a list of rule sets or examples as a JSON array. All other answers
/// are JSON objects, which start with the `id` of the question.
///
/// # Errors
/// Returns an error if no command has this name, if a field is unknown or has a mistake, if fields
/// exclude each other, if the question has no answer or exceeds a limit of `context`, if `control`
/// stops the work, or if the answer cannot be written. The byte ranges of the error, its line and its
/// column are places in the text of the object.
pub fn ask(
    command: &str,
    fields: &Fields<'_>,
    context: &mut Context<'_>,
    control: &Control<'_>,
    out: &mut impl Write,
) -> Result<(), Error> {
    answer(command, fields, context, control, out).map_err(|error| {
        let text = fields.object_text().unwrap_or_default().as_bytes();
        fields.in_object(error).in_text(text, LineColumn::START)
    })
}

fn answer(
    command: &str,
    fields: &Fields<'_>,
    context: &mut Context<'_>,
    control: &Control<'_>,
    out: &mut impl Write,
) -> Result<(), Error> {
    let (_, answer) = ANSWERS.iter().find(|(name, _)| *name == command).ok_or_else(|| {
        let names = ANSWERS.each_ref().map(|(name, _)| *name);
        let span = 0..command.len();
        let error = Mistake::unknown(span, "a command", command.as_bytes(), names);
        Error::new(error.message).with_hint(error.hint)
    })?;
    if command != picture::COMMAND {
        expect_known(command, fields)?;
    }
    answer(fields, context, control, out)
}

fn write(fields: &Fields<'_>, answer: &impl Serialize, out: &mut dyn Write) -> Result<(), Error> {
    Ok(json::answer(out, fields.id(), answer)?)
}
