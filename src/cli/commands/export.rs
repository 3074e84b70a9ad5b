//! `export`: writes cases as a folder of files for other test runners, as a Markdown list or as a
//! JSON array.

mod folder;

use std::io::Write;
use std::path::PathBuf;

use clap::{Parser, ValueEnum};
use serde::Serialize;

use crate::api::json;
use crate::cases::{Case, Form};
use crate::cli::args::CaseArgs;
use crate::cli::cases::{AskedCases, JsonCase};
use crate::cli::output::Output;
use crate::cli::{Failure, Success, print_message};
use crate::words::{counted, printable};

#[derive(Debug, Parser)]
#[command(after_help = "\
Examples:
  kubikschach export --only king tests/
  kubikschach export --cases my-cases.toml --form grid tests/
  kubikschach export --cases my-cases.toml --form markdown > post.md")]
pub(crate) struct ExportArgs {
    /// Folder to write to, created if missing; no file in it is overwritten
    pub(crate) dir: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) cases: CaseArgs,
    /// Write inputs in this form [default: queries on three lines, boards as `n=3, […]`]
    ///
    /// Without a folder, `markdown` prints a list for a post and `json` an array of cases.
    #[arg(long, value_enum)]
    pub(crate) form: Option<ExportForm>,
}

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
}

pub(crate) fn run(args: &ExportArgs, json: bool, out: &mut Output) -> Result<Success, Failure> {
    if let Some(file) = args.dir.as_ref().filter(|dir| dir.is_file()) {
        let file = file.display();
        let message = format!("expected a folder, but found the file {file}");
        return Err(Failure::with_hint(message, Some(format!("`-f {file}` exports its cases"))));
    }
    let (asked, end) = AskedCases::all(&args.cases);
    // If any case has a mistake, the command ends before it writes a file.
    end?;
    asked.print_warnings("exported with its answer");
    match (&args.dir, args.form) {
        (Some(_), Some(ExportForm::Markdown)) => {
            let message = "expected no DIR, because `--form markdown` prints one list";

            return Err(Failure::new(message));
        }
        (None, Some(ExportForm::Markdown)) => markdown(&asked, out)?,
        (None, Some(ExportForm::Json)) => array(&asked.cases, out)?,
        (None, _) => {
            let hint =
                "without a folder, `--form markdown` prints a list and `--form json` an array";
            return Err(Failure::with_hint(
                "expected the folder DIR, but found none",
                Some(hint.to_owned()),
            ));
        }
        (Some(dir), form) => {
            let files = folder::write(dir, &files(&asked, form))?;
            if json {
                for path in files {
                    json::line(out, &Written { file: path.display().to_string() })?;
                }
            } else {
                let cases = counted(asked.cases.len(), "case");
                print_message(&format!("wrote {cases} into {}", dir.display()));
            }
        }
    }
    Ok(Success::Yes)
}

#[derive(Serialize)]
struct Written {
    file: String,
}

/// Writes the cases as a Markdown list, which `import` can read.
fn markdown(asked: &AskedCases, out: &mut Output) -> Result<(), Failure> {
    for (nth, (case, question)) in asked.cases.iter().zip(&asked.questions).enumerate() {
        let input = question.text(asked.rule_sets.rules(case), Form::Line);
        let name = escaped(&printable(&case.to_string()));
        writeln!(out, "{}. {name}: `{}` → `{}`", nth + 1, input.trim_end(), case.expected)?;
    }
    Ok(())
}

fn escaped(name: &str) -> String {
    let letter = |c: char| {
        let escape = if "\\`*_[]<#".contains(c) { "\\" } else { "" };
        format!("{escape}{c}")
    };
    name.chars().map(letter).collect()
}

fn array(cases: &[Case], out: &mut Output) -> Result<(), Failure> {
    write!(out, "[")?;
    for (nth, case) in cases.iter().enumerate() {
        let text = serde_json::to_string(&JsonCase::new(case)).map_err(std::io::Error::from)?;
        write!(out, "{}\n  {text}", if nth == 0 { "" } else { "," })?;
    }
    Ok(writeln!(out, "\n]")?)
}

/// Returns the names and contents of the files: `NAME.in` and `NAME.out` for each case.
fn files(asked: &AskedCases, form: Option<ExportForm>) -> Vec<(String, String)> {
    let form = match form {
        None | Some(ExportForm::Markdown) => Form::Puzzle,
        Some(ExportForm::Line) => Form::Line,
        Some(ExportForm::Grid) => Form::Grid,
        Some(ExportForm::Json) => Form::Json,
    };
    let digits = asked.cases.len().to_string().len();
    let cases = asked.cases.iter().zip(&asked.questions).enumerate();
    let files = cases.flat_map(|(nth, (case, question))| {
        let input = question.text(asked.rule_sets.rules(case), form);
        let name = format!("{:0digits$}-{}", nth + 1, slug(case));
        [(format!("{name}.in"), input), (format!("{name}.out"), format!("{}\n", case.expected))]
    });
    files.collect()
}

/// Returns a file name made of the name and kind of a case. It has at most 60 characters: lowercase
/// letters and digits, and `-` for all other characters.
fn slug(case: &Case) -> String {
    let text = case.to_string().to_lowercase();
    let words = text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-").chars().take(60).collect()
}
