//! The forms of exported cases.

use std::fmt::Write as _;

use clap::ValueEnum;
use serde::Serialize;

use crate::cases::{Case, Form, Puzzle, document};
use crate::cli::cases::{Asked, JsonCase, are_in};
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
    /// A problem package of Kattis and ICPC: problem.yaml, data/sample and data/secret
    Kattis,
    /// Tests of Polygon: tests/01 and tests/01.a, …
    Polygon,
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
pub(super) fn markdown(asked: &[Asked]) -> String {
    let mut text = String::new();
    for (nth, asked) in asked.iter().enumerate() {
        let (case, input) = (asked.case(), asked.text(Form::Line));
        let name = escaped(&printable(&case.to_string()));
        // Writing to a string never fails.
        let _ = writeln!(text, "{}. {name}: `{}` → `{}`", nth + 1, input.trim_end(), case.expected);
    }
    if !are_in(asked, &text) {
        let file = document(asked.iter().map(Asked::case));
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

pub(super) fn array(asked: &[Asked]) -> Result<String, Failure> {
    let lines: Vec<JsonCase<'_>> = asked.iter().map(|it| JsonCase::new(it.case())).collect();
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
        let is_validator = has_kind(case, "validator");
        Self {
            title: Title { english: &case.name },
            test_in: input.trim_end().to_owned(),
            test_out: case.expected.to_string(),
            // A test with neither flag would never run.
            is_test: has_kind(case, "test") || !is_validator,
            is_validator,
        }
    }
}

pub(super) fn codingame(asked: &[Asked]) -> Result<String, Failure> {
    let tests = asked.iter().map(|it| CodingameTest::new(it.case(), &it.text(Form::Puzzle)));
    Ok(format!("{{\"testCases\":[{}\n]}}\n", lines_of(&tests.collect::<Vec<_>>())?))
}

/// A file of an exported folder: its name, and its text.
pub(super) type NewFile = (String, String);

/// Number of samples of a package in which all cases are secret.
const SAMPLES: usize = 3;

/// Returns the files of an exported folder: an input and an answer for each case, and in most forms
/// `cases.toml` with the fields that file names cannot express.
///
/// # Errors
/// Returns an error if a form that has the cases of one puzzle gets those of two.
pub(super) fn files(asked: &[Asked], form: Option<ExportForm>) -> Result<Vec<NewFile>, Failure> {
    if matches!(form, Some(ExportForm::Kattis | ExportForm::Polygon | ExportForm::Dmoj)) {
        expect_one_puzzle(asked)?;
    }
    let text_form = match form {
        Some(ExportForm::Line) => Form::Line,
        Some(ExportForm::Grid) => Form::Grid,
        Some(ExportForm::Json) => Form::Json,
        _ => Form::Puzzle,
    };
    let has_secrets = asked.iter().any(|asked| is_secret(asked.case()));
    let digits = asked.len().to_string().len();
    let (mut files, mut inputs, mut rows) = (Vec::new(), Vec::new(), String::new());
    for (asked, number) in asked.iter().zip(1..) {
        let (case, text) = (asked.case(), asked.text(text_form));
        let name = format!("{number:0digits$}-{}", slug(case, number));
        let name = name.trim_end_matches('-');
        let (input, answer) = match form {
            Some(ExportForm::Kattis) => {
                let folder = if has_secrets && !is_secret(case) { "sample" } else { "secret" };
                (format!("data/{folder}/{name}.in"), format!("data/{folder}/{name}.ans"))
            }
            Some(ExportForm::Polygon) => {
                let name = format!("tests/{number:0width$}", width = digits.max(2));
                (name.clone(), format!("{name}.a"))
            }
            Some(ExportForm::Oj) => {
                let name = format!("test/sample-{number:0digits$}");
                (format!("{name}.in"), format!("{name}.out"))
            }
            _ => (format!("{name}.in"), format!("{name}.out")),
        };
        let mut add = |name: &str, text: &str| files.push((name.to_owned(), text.to_owned()));
        let expected = format!("{}\n", case.expected);
        add(&input, &text);
        add(&answer, &expected);
        if form == Some(ExportForm::Kattis) && !has_secrets && number <= SAMPLES {
            let sample = |name: &str| name.replacen("/secret/", "/sample/", 1);
            add(&sample(&input), &text);
            add(&sample(&answer), &expected);
        }
        // Writing to a string never fails.
        let _ = writeln!(rows, "- {{in: {input}, out: {answer}, points: 1}}");
        inputs.push(input);
    }
    match form {
        Some(ExportForm::Dmoj) => {
            files.push(("init.yml".to_owned(), format!("test_cases:\n{rows}")));
        }
        Some(ExportForm::Kattis) => files.extend(asked.first().map(problem_yaml)),
        _ => {}
    }
    // The list of cases comes last, so that a folder with the list is complete.
    if form != Some(ExportForm::Polygon) {
        let cases = asked.iter().map(Asked::case).zip(inputs.iter().map(String::as_str));
        files.push((details::FILE.to_owned(), details::document(cases)));
    }
    Ok(files)
}

fn expect_one_puzzle(asked: &[Asked]) -> Result<(), Failure> {
    let has = |puzzle| asked.iter().any(|asked| asked.question.puzzle() == puzzle);
    if Puzzle::ALL.into_iter().all(has) {
        let message =
            "a package has the cases of one puzzle, and these are of `path` and of `mate`";
        let hint =
            "name one of them, as in `export path`, or choose cases with `--only` or `--case`";
        return Err(Failure::with_hint(message, Some(hint.to_owned())));
    }
    Ok(())
}

/// Returns the description of a problem package, without its statement and its programs.
fn problem_yaml(asked: &Asked) -> NewFile {
    let name = match asked.question.puzzle() {
        Puzzle::Path => "Least Number of Moves",
        Puzzle::Mate => "Checkmate in Three Dimensions",
    };
    let text = format!("problem_format_version: legacy\nname: {name}\nvalidation: default\n");
    ("problem.yaml".to_owned(), text)
}

fn is_secret(case: &Case) -> bool {
    has_kind(case, "validator") || has_kind(case, "secret")
}

fn has_kind(case: &Case, kind: &str) -> bool {
    case.kind.split(", ").any(|word| word == kind)
}

/// Returns a part of a file name made of the name and kind of a case, without the `number` that
/// stands before it. It has at most 60 characters: lowercase letters and digits, and `-` for all
/// others.
fn slug(case: &Case, number: usize) -> String {
    let text = case.to_string().to_lowercase();
    let words = text.split(|c: char| !c.is_ascii_alphanumeric());
    let words = words.filter(|word| !word.is_empty() && word.parse() != Ok(number));
    let slug: String = words.collect::<Vec<_>>().join("-").chars().take(60).collect();
    slug.trim_end_matches('-').to_owned()
}
