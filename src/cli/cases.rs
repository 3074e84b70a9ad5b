//! Cases that commands are about: the published ones or those of files, each with its rules.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::Serialize;
use serde_json::Value;

use super::Failure;
use super::args::workbench as args;
use super::failure::Told;
use super::files::named;
use super::report::Excerpt;
use super::rules::load;
use crate::cases::{Answer, Case, CaseError, Form, PUBLISHED, Puzzle, Question};
use crate::diagnostic::Diagnostic;
use crate::path::PathFinder;
use crate::position::Position;
use crate::render::{self, Reason};
use crate::rules::Rules;

/// The cases of the files, or the published ones; those with a text in their names, if it is given.
pub(crate) fn chosen<'f>(
    files: impl IntoIterator<Item = &'f PathBuf>,
    only: Option<&str>,
) -> Result<Vec<Case>, Failure> {
    let (mut cases, mut files) = (Vec::new(), files.into_iter().peekable());
    if files.peek().is_none() {
        for (_, name, document) in PUBLISHED {
            cases.extend(parse(Some(name), document)?);
        }
    }
    for file in files {
        let (name, text) = named(file)?;
        cases.extend(parse(name.as_deref(), &text)?);
    }
    let Some(text) = only else { return Ok(cases) };
    let small = text.to_lowercase();
    cases.retain(|case| case.to_string().to_lowercase().contains(&small));
    if cases.is_empty() {
        return Err(Failure::new(format!("--only: no case has `{text}` in its name")));
    }
    Ok(cases)
}

/// The cases of a document.
pub(crate) fn parse(name: Option<&str>, document: &str) -> Result<Vec<Case>, Failure> {
    Case::parse(document).map_err(|mistakes| Failure::mistakes(name, document, mistakes))
}

/// The rule sets that cases name, each loaded once.
pub(crate) struct RuleSets(BTreeMap<String, Rules>);

impl RuleSets {
    pub(crate) fn of(cases: &[Case]) -> Result<Self, Failure> {
        let mut sets = BTreeMap::new();
        for case in cases {
            if !sets.contains_key(&case.rules) {
                let rules = load(&case.rules).map_err(|failure| failure.about(case))?;
                sets.insert(case.rules.clone(), rules);
            }
        }
        Ok(Self(sets))
    }

    pub(crate) fn rules(&self, case: &Case) -> &Rules {
        &self.0[&case.rules]
    }

    /// What a case asks, if its expected answer is the right one.
    pub(crate) fn question(&self, case: &Case) -> Result<Question, Failure> {
        let rules = self.rules(case);
        let right = case.answer(rules).map_err(|error| unanswered(case, error))?;
        if right != case.expected {
            let message = format!("expected {}, but the right answer is {right}", case.expected);
            return Err(Failure::new(message).about(case));
        }
        case.question(rules).map_err(|error| unanswered(case, error))
    }
}

/// Why a case has no answer, with its input if that can't be read.
fn unanswered(case: &Case, error: CaseError) -> Failure {
    let CaseError::Input(diagnostic) = error else {
        return Failure::new(error.to_string()).about(case);
    };
    let message = format!("case `{case}`: {}", diagnostic.message);
    let excerpt = Excerpt::whole(None, &case.input);
    Told::drawn(Diagnostic { message, ..diagnostic }, &excerpt).into()
}

/// An answer as JSON.
pub(crate) fn value(answer: &Answer) -> Value {
    match answer {
        Answer::Moves(moves) => moves.map_or(Value::from(-1), Value::from),
        Answer::Checkmate(checkmate) => Value::from(*checkmate),
        Answer::Status(status) => Value::from(status.as_str()),
    }
}

/// A case as an object, as a case file has it.
#[derive(Serialize)]
pub(crate) struct CaseObject<'a> {
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
}

impl<'a> CaseObject<'a> {
    pub(crate) fn new(case: &'a Case) -> Self {
        let Case { name, kind, rules, size, input, expected, why } = case;
        let (size, expected) = (size.map(crate::cell::Size::edge), value(expected));
        Self { name, kind, rules, size, input, expected, why }
    }
}

/// Why the right answer is right: a route, what keeps the piece from the finish, or the reasons of the
/// verdict.
pub(crate) fn reason(rules: &Rules, question: &Question) -> Result<String, Failure> {
    match question {
        Question::Path(size, query) => {
            let mut finder = PathFinder::new(rules, *size);
            let failure = |error| Failure::path(*size, &error);
            if let Some(obstacle) = finder.obstacle(*query).map_err(failure)? {
                return Ok(Reason::new(&finder, *query, obstacle).to_string());
            }
            let route = finder.route(*query).map_err(failure)?.unwrap_or_default();
            let names = route.into_iter().map(|cell| rules.cells().name(*size, cell));
            Ok(format!("a shortest route is {}", names.collect::<Vec<_>>().join(" ")))
        }
        Question::Mate(setup) => {
            let position = Position::new_unchecked(rules, setup.clone());
            Ok(render::explain(&position, &position.explain(), false).trim_end().to_owned())
        }
    }
}

/// The puzzle that an argument names.
impl From<args::Puzzle> for Puzzle {
    fn from(puzzle: args::Puzzle) -> Self {
        match puzzle {
            args::Puzzle::Path => Self::Path,
            args::Puzzle::Mate => Self::Mate,
        }
    }
}

/// The form of inputs that an argument names.
pub(crate) fn form(form: Option<args::Form>) -> Form {
    match form {
        None => Form::Puzzle,
        Some(args::Form::Line) => Form::Line,
        Some(args::Form::Grid) => Form::Grid,
        Some(args::Form::Json) => Form::Json,
    }
}
