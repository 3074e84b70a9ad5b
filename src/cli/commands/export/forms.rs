//! The forms of exported cases.

use std::fmt::Write as _;

use clap::ValueEnum;
use serde::Serialize;

use crate::cases::{Case, Form, document};
use crate::cli::cases::{AskedCases, JsonCase};
use crate::cli::failure::Failure;
use crate::import::details;
use crate::mistake::printable;

/// The output formats of `export`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportForm {
    /// Queries and boards on one line
    Line,
    /// Boards as rows, with an empty line between levels
    Grid,
    /// JSON: an object for a query or a board with a side to move, nested arrays for other boards
    Json,
    /// A list in Markdown, with inputs and answers as code
    Markdown,
    /// The tests of a contribution to CodinGame, in JSON
    Codingame,
    /// A problem package of Kattis and ICPC: data/sample/NAME.in and NAME.ans
    Kattis,
    /// Tests of DMOJ: NAME.in and NAME.out with init.yml
    Dmoj,
    /// Tests of online-judge-tools: test/sample-1.in and sample-1.out
    Oj,
}

impl ExportForm {
    /// Returns the name of the form if it is a list that has no folder.
    pub(crate) const fn list_name(self) -> Option<&'static str> {
        match self {
            Self::Markdown => Some("export --form markdown"),
            Self::Codingame => Some("export --form codingame"),
            _ => None,
        }
    }
}

/// Returns the cases as a Markdown list, which `import` can read.
///
/// If the list cannot express the cases wholly, for example their rule sets, a block of code with a
/// file of cases follows.
pub(super) fn markdown(asked: &AskedCases) -> String {
    let mut text = String::new();
    for (nth, (case, question)) in asked.cases.iter().zip(&asked.questions).enumerate() {
        let input = question.text(asked.rule_sets.rules(case), Form::Line);
        let name = escaped(&printable(&case.to_string()));
        // Writing to a string never fails.
        let _ = writeln!(text, "{}. {name}: `{}` → `{}`", nth + 1, input.trim_end(), case.expected);
    }
    if !asked.are_in(&text) {
        let file = document(&asked.cases);
        let longest = file.split(|c| c != '`').map(str::len).max().unwrap_or(0);
        let fence = "`".repeat(3.max(longest + 1));
        let _ = write!(text, "\n{fence}toml\n{file}{fence}\n");
    }
    text
}

fn escaped(name: &str) -> String {
    let letter = |c: char| {
        let escape = if "\\`*_[]<#".contains(c) { "\\" } else { "" };
        format!("{escape}{c}")
    };
    name.chars().map(letter).collect()
}

pub(super) fn array(cases: &[Case]) -> Result<String, Failure> {
    let lines: Vec<JsonCase<'_>> = cases.iter().map(JsonCase::new).collect();
    Ok(format!("[{}\n]\n", lines_of(&lines)?))
}

fn lines_of(values: &[impl Serialize]) -> Result<String, Failure> {
    let line = |value| serde_json::to_string(value).map(|text| format!("\n  {text}"));
    let lines: Result<Vec<String>, _> = values.iter().map(line).collect();
    Ok(lines.map_err(std::io::Error::from)?.join(","))
}

/// A test of a contribution to CodinGame.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CodingameTest<'a> {
    title: Title<'a>,
    test_in: String,
    test_out: String,
    is_test: bool,
    is_validator: bool,
}

/// The titles of a CodinGame test by language; English has the key 2.
#[derive(Serialize)]
struct Title<'a> {
    #[serde(rename = "2")]
    english: &'a str,
}

impl<'a> CodingameTest<'a> {
    fn new(case: &'a Case, input: &str) -> Self {
        let has = |kind| case.kind.split(", ").any(|word| word == kind);
        let is_validator = has("validator");
        Self {
            title: Title { english: &case.name },
            test_in: input.trim_end().to_owned(),
            test_out: case.expected.to_string(),
            // A test with neither flag would never run.
            is_test: has("test") || !is_validator,
            is_validator,
        }
    }
}

pub(super) fn codingame(asked: &AskedCases) -> Result<String, Failure> {
    let cases = asked.cases.iter().zip(&asked.questions);
    let tests = cases.map(|(case, question)| {
        let input = question.text(asked.rule_sets.rules(case), Form::Puzzle);
        CodingameTest::new(case, &input)
    });
    Ok(format!("{{\"testCases\":[{}\n]}}\n", lines_of(&tests.collect::<Vec<_>>())?))
}

/// Returns the names and contents of the files: an input and an answer for each case, and
/// `cases.toml` with the fields that file names cannot express.
pub(super) fn files(asked: &AskedCases, form: Option<ExportForm>) -> Vec<(String, String)> {
    let text_form = match form {
        Some(ExportForm::Line) => Form::Line,
        Some(ExportForm::Grid) => Form::Grid,
        Some(ExportForm::Json) => Form::Json,
        _ => Form::Puzzle,
    };
    let digits = asked.cases.len().to_string().len();
    let numbered = asked.cases.iter().zip(1..);
    let names: Vec<(String, String)> = numbered
        .map(|(case, number)| {
            let number = format!("{number:0digits$}");
            file_names(form, &number, case)
        })
        .collect();
    let mut files = Vec::new();
    for ((case, question), (input, answer)) in asked.cases.iter().zip(&asked.questions).zip(&names)
    {
        let text = question.text(asked.rule_sets.rules(case), text_form);
        files.push((input.clone(), text));
        files.push((answer.clone(), format!("{}\n", case.expected)));
    }
    let inputs = names.iter().map(|(input, _)| &**input);
    files.push((details::FILE.to_owned(), details::document(asked.cases.iter().zip(inputs))));
    if form == Some(ExportForm::Dmoj) {
        let line = |(input, answer): &(String, String)| {
            format!("- {{in: {input}, out: {answer}, points: 1}}\n")
        };
        let lines: String = names.iter().map(line).collect();
        files.push(("init.yml".to_owned(), format!("test_cases:\n{lines}")));
    }
    files
}

/// Returns the names of the input file and the answer file of a case.
fn file_names(form: Option<ExportForm>, number: &str, case: &Case) -> (String, String) {
    let name = format!("{number}-{}", slug(case));
    let (start, answer_end) = match form {
        Some(ExportForm::Kattis) if case.kind == "secret" => (format!("data/secret/{name}"), "ans"),
        Some(ExportForm::Kattis) => (format!("data/sample/{name}"), "ans"),
        Some(ExportForm::Oj) => (format!("test/sample-{number}"), "out"),
        _ => (name, "out"),
    };
    (format!("{start}.in"), format!("{start}.{answer_end}"))
}

/// Returns a file name made of the name and kind of a case. It has at most 60 characters: lowercase
/// letters and digits, and `-` for all other characters.
fn slug(case: &Case) -> String {
    let text = case.to_string().to_lowercase();
    let words = text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-").chars().take(60).collect()
}
