//! Examples for the web page: published cases and mate problems, with small pictures.

use serde::Serialize;

use crate::board::Board;
use crate::cases::{Answer, Case, PUBLISHED, Question};
use crate::cell::Size;
use crate::notation::Query;
use crate::path::PathFinder;
use crate::piece::Color;
use crate::render::{Picture, task};
use crate::rules::Rules;

#[derive(Serialize)]
pub(super) struct Example {
    name: String,
    /// Name for files about this example, without extension: ASCII letters, digits and hyphens.
    file: String,
    /// The task in a few words, such as `Mate in 2 on 3×3×3`.
    about: String,
    /// Heading of the example's group on the web page, with the title of the rule set.
    title: String,
    rules: String,
    size: usize,
    #[serde(flatten)]
    question: ExampleQuestion,
}

#[derive(Serialize)]
#[serde(untagged)]
enum ExampleQuestion {
    Path {
        piece: String,
        color: &'static str,
        start: String,
        finish: String,
    },
    Mate {
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
pub(super) fn examples() -> Vec<Example> {
    cases().into_iter().filter_map(|(case, before)| example(case, before)).collect()
}

/// The width and height of the examples' pictures on the web page, in pixels.
pub const THUMBNAIL: [u32; 2] = [160, 120];

/// Returns a small picture of an example as an SVG document; `None` if there is no such example.
///
/// `file` is the field `file` of the example in the answer of the command `examples`. The size is
/// the width and height in pixels.
#[must_use]
pub fn thumbnail(file: &str, size: [u32; 2]) -> Option<String> {
    let (case, _) = cases().into_iter().find(|(case, _)| file_name(&case.name) == file)?;
    let rules = Rules::built_in(&case.rules)?;
    match case.question(&rules).ok()? {
        Question::Mate(setup) => {
            Some(Picture::new(&rules, &setup.board, case.name).thumbnail(size))
        }
        Question::Path(edge, query) => {
            let route = PathFinder::new(&rules, edge).route(query).ok().flatten();
            let mut board = Board::new(edge);
            board.set(query.start, Some(query.piece));
            let picture = Picture::new(&rules, &board, case.name);
            Some(picture.with_route(&route.unwrap_or_default()).thumbnail(size))
        }
    }
}

/// Returns the cases of all examples, each with the words before the title of its group.
///
/// The published validators are left out, because they have the same names as the tests.
fn cases() -> Vec<(Case, &'static str)> {
    let documents = PUBLISHED.iter().filter_map(|(_, _, document)| Case::parse(document).ok());
    let tests = documents.flatten().filter(|case| case.kind == "test").map(|case| (case, ""));
    let problems = Case::parse(PROBLEMS).unwrap_or_default().into_iter();
    tests.chain(problems.map(|case| (case, "Mate problems: "))).collect()
}

fn example(case: Case, before: &str) -> Option<Example> {
    let rules = Rules::built_in(&case.rules)?;
    let (size, about, question) = match case.question(&rules).ok()? {
        Question::Mate(setup) => {
            let turn = setup.turn.unwrap_or(Color::White);
            let moves = match case.expected {
                Answer::MateIn { moves, .. } => moves,
                _ => None,
            };
            let about = moves.map_or_else(|| case.name.clone(), |moves| format!("Mate in {moves}"));
            let size = setup.board.size();
            let question = ExampleQuestion::Mate {
                board: case.input,
                side: turn.name(),
                moves,
                task: moves.map(|moves| task(turn, moves)),
            };
            (size, on(size, &about), question)
        }
        Question::Path(size, query) => {
            let question = path(&rules, size, query);
            (size, on(size, &case.name), question)
        }
    };
    Some(Example {
        file: file_name(&case.name),
        name: case.name,
        about,
        title: format!("{before}{}", rules.title()),
        rules: case.rules,
        size: size.edge(),
        question,
    })
}

fn path(rules: &Rules, size: Size, query: Query) -> ExampleQuestion {
    ExampleQuestion::Path {
        piece: rules.role(query.piece.role()).letter.to_string(),
        color: query.piece.color().name(),
        start: rules.cells().name(size, query.start),
        finish: rules.cells().name(size, query.finish),
    }
}

/// Returns a task with the size of the board, such as `Mate in 2 on 3×3×3`.
fn on(size: Size, task: &str) -> String {
    let edge = size.edge();
    format!("{task} on {edge}×{edge}×{edge}")
}

/// Returns a name in lower case, with a hyphen in place of other characters than letters and digits.
fn file_name(name: &str) -> String {
    let lower = name.replace('×', "x").to_ascii_lowercase();
    let words = lower.split(|char: char| !char.is_ascii_alphanumeric());
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-")
}
