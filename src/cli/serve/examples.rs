//! The examples that the page offers: published cases, as questions.

use serde::Serialize;

use crate::cases::{Case, PUBLISHED, Question};
use crate::cli::json;
use crate::rules::Rules;

/// A case as the page takes it: a query, or a board.
#[derive(Serialize)]
struct Example {
    name: String,
    /// The title of the rule set, under which the page lists the case.
    title: String,
    rules: String,
    #[serde(flatten)]
    question: Asked,
}

/// The question of a case.
#[derive(Serialize)]
#[serde(untagged)]
enum Asked {
    Path { size: usize, piece: String, color: &'static str, start: String, finish: String },
    Mate { board: String },
}

/// The mate problems of the gallery.
const PROBLEMS: &str = include_str!("../../../fixtures/problems.toml");

/// Returns the published tests and the mate problems as a JSON array. Validators are left out: they
/// have the tests' names.
pub(super) fn array() -> Vec<u8> {
    let documents = PUBLISHED.iter().filter_map(|(_, _, document)| Case::parse(document).ok());
    let tests = documents.flatten().filter(|case| case.kind == "test");
    let tests = tests.filter_map(|case| example(case, ""));
    let problems = Case::parse(PROBLEMS).unwrap_or_default().into_iter();
    let problems = problems.filter_map(|case| example(case, "Mate problems: "));
    json::bytes(&tests.chain(problems).collect::<Vec<_>>())
}

fn example(case: Case, before: &str) -> Option<Example> {
    let rules = Rules::built_in(&case.rules)?;
    let question = match case.question(&rules).ok()? {
        Question::Mate(_) => Asked::Mate { board: case.input },
        Question::Path(size, query) => Asked::Path {
            size: size.edge(),
            piece: rules.role(query.piece.role()).letter.to_string(),
            color: query.piece.color().name(),
            start: rules.cells().name(size, query.start),
            finish: rules.cells().name(size, query.finish),
        },
    };
    Some(Example {
        name: case.name,
        title: format!("{before}{}", rules.title()),
        rules: case.rules,
        question,
    })
}
