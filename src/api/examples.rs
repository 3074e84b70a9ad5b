//! Examples for the web page: published cases and mate problems.

use serde::Serialize;

use crate::cases::{Answer, Case, PUBLISHED, Question};
use crate::piece::Color;
use crate::render::task;
use crate::rules::Rules;

#[derive(Serialize)]
pub(super) struct Example {
    name: String,
    /// Heading of the example's group on the web page, with the title of the rule set.
    title: String,
    rules: String,
    #[serde(flatten)]
    question: ExampleQuestion,
}

#[derive(Serialize)]
#[serde(untagged)]
enum ExampleQuestion {
    Path {
        size: usize,
        piece: String,
        color: &'static str,
        start: String,
        finish: String,
    },
    Mate {
        size: usize,
        board: String,
        /// Side to move.
        side: &'static str,
        /// Number of moves of a mate problem; `None` if a verdict is asked for.
        #[serde(rename = "in", skip_serializing_if = "Option::is_none")]
        moves: Option<usize>,
        /// Task of a mate problem, such as `White to move: mate in 3`.
        #[serde(skip_serializing_if = "Option::is_none")]
        task: Option<String>,
    },
}

const PROBLEMS: &str = include_str!("../../fixtures/problems.toml");

/// Returns the published tests and the mate problems, in the order of the web page.
///
/// The published validators are left out, because they have the same names as the tests.
pub(super) fn examples() -> Vec<Example> {
    let documents = PUBLISHED.iter().filter_map(|(_, _, document)| Case::parse(document).ok());
    let tests = documents.flatten().filter(|case| case.kind == "test");
    let tests = tests.filter_map(|case| example(case, ""));
    let problems = Case::parse(PROBLEMS).unwrap_or_default().into_iter();
    let problems = problems.filter_map(|case| example(case, "Mate problems: "));
    tests.chain(problems).collect()
}

fn example(case: Case, before: &str) -> Option<Example> {
    let rules = Rules::built_in(&case.rules)?;
    let question = match case.question(&rules).ok()? {
        Question::Mate(setup) => {
            let side = setup.turn.unwrap_or(Color::White);
            let moves = match case.expected {
                Answer::MateIn { moves, .. } => moves,
                _ => None,
            };
            ExampleQuestion::Mate {
                size: setup.board.size().edge(),
                board: case.input,
                side: side.name(),
                moves,
                task: moves.map(|moves| task(side, moves)),
            }
        }
        Question::Path(size, query) => ExampleQuestion::Path {
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
