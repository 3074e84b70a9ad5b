//! The cases of a command: published cases, or those of case files, with their rule sets.

mod archive;
mod asked;
mod chosen;
mod file_set;
mod loader;

use serde::Serialize;
use serde_json::Value;

pub(crate) use self::asked::{
    Asked, Solvers, are_in, asked, asked_without_problems, divided, print_warnings,
};
pub(crate) use self::file_set::FileSet;
use super::args;
use super::failure::Failure;
use crate::cases::{Answer, Case, Form, Puzzle, Question};
use crate::path::PathFinder;
use crate::position::Position;
use crate::render::{self, WhyNoRoute};
use crate::rules::Rules;

pub(crate) fn answer_to_json(answer: &Answer) -> Value {
    match answer {
        Answer::Moves(moves) => moves.map_or(Value::from(-1), Value::from),
        Answer::Checkmate(checkmate) => Value::from(*checkmate),
        Answer::Status(_) | Answer::MateIn { .. } => Value::from(answer.to_string()),
    }
}

/// A case as a JSON object with the fields of a case file.
#[derive(Serialize)]
pub(crate) struct JsonCase<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    kind: &'a str,
    rules: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<usize>,
    input: &'a str,
    expected: Value,
    #[serde(skip_serializing_if = "str::is_empty")]
    why: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    source: &'a str,
}

impl<'a> JsonCase<'a> {
    pub(crate) fn new(case: &'a Case) -> Self {
        let Case { name, kind, rules, size, input, expected, why, source } = case;
        let expected = answer_to_json(expected);
        Self { name, kind, rules, size: *size, input, expected, why, source }
    }
}

/// Explains the right answer to a question: by a shortest route, by the obstacle on the way, or by
/// the reasons for a verdict.
pub(crate) fn reason(rules: &Rules, question: &Question) -> Result<String, Failure> {
    match question {
        Question::Path(size, query) => {
            let finder = PathFinder::new(rules, *size);
            if let Some(obstacle) = finder.why_no_route(*query)? {
                return Ok(WhyNoRoute::new(&finder, *query, obstacle).to_string());
            }
            let route = finder.route(*query)?.unwrap_or_default();
            let names = route.into_iter().map(|cell| rules.cells().name(*size, cell));
            Ok(format!("a shortest route is {}", names.collect::<Vec<_>>().join(" ")))
        }
        Question::Mate(setup) => {
            let position = Position::new_unchecked(rules, setup.clone());
            Ok(render::explain(&position, &position.explain()).to_string())
        }
    }
}

impl From<args::PuzzleName> for Puzzle {
    fn from(puzzle: args::PuzzleName) -> Self {
        match puzzle {
            args::PuzzleName::Path => Self::Path,
            args::PuzzleName::Mate => Self::Mate,
        }
    }
}

/// Converts the value of `--form`. Without the option, inputs have the form in which the original
/// puzzle gives them.
pub(crate) fn form(form: Option<args::ProgramForm>) -> Form {
    match form {
        None => Form::Puzzle,
        Some(args::ProgramForm::Line) => Form::Line,
        Some(args::ProgramForm::Grid) => Form::Grid,
        Some(args::ProgramForm::Json) => Form::Json,
    }
}
