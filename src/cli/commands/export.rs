//! `export`: writes cases as a folder of files for other test runners, as a Markdown list or as
//! JSON.

mod folder;
mod forms;
#[cfg(test)]
mod tests;

use std::io::Write;
use std::path::PathBuf;

use clap::{Parser, ValueEnum};
use serde::Serialize;

use crate::api::json;
use crate::cli::args::CaseArgs;
use crate::cli::cases::AskedCases;
use crate::cli::output::Output;
use crate::cli::{Failure, Success, print_message};
use crate::words::counted;

#[derive(Debug, Parser)]
#[command(after_help = "\
Examples:
  kubikschach export --only king tests/
  kubikschach export --cases my-cases.toml --form kattis problem/
  kubikschach export --cases my-cases.toml --form markdown > post.md")]
pub(crate) struct ExportArgs {
    /// Folder to write to, created if missing; no file in it is overwritten
    pub(crate) dir: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) cases: CaseArgs,
    /// Write this form [default: queries on three lines, boards as `n=3, […]`]
    ///
    /// Without a folder, `markdown` prints a list for a post, `json` an array of cases, and `codingame` the tests
    /// of a contribution.
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
    let Some(dir) = &args.dir else {
        let text = match args.form {
            Some(ExportForm::Markdown) => forms::markdown(&asked),
            Some(ExportForm::Codingame) => forms::codingame(&asked)?,
            Some(ExportForm::Json) => forms::array(&asked.cases)?,
            _ => return Err(without_folder()),
        };
        write!(out, "{text}")?;
        return Ok(Success::Yes);
    };
    if let Some(name) = args.form.and_then(ExportForm::list_name) {
        let form = name.trim_start_matches("export ");
        return Err(Failure::new(format!("expected no DIR, because `{form}` prints one list")));
    }
    let files = folder::write(dir, &forms::files(&asked, args.form))?;
    if json {
        for path in files {
            json::line(out, &Written { file: path.display().to_string() })?;
        }
    } else {
        let cases = counted(asked.cases.len(), "case");
        print_message(&format!("wrote {cases} into {}", dir.display()));
    }
    Ok(Success::Yes)
}

fn without_folder() -> Failure {
    let hint = "without a folder, `--form markdown` prints a list, and `--form json` and \
        `--form codingame` print JSON";
    Failure::with_hint("expected the folder DIR, but found none", Some(hint.to_owned()))
}

#[derive(Serialize)]
struct Written {
    file: String,
}
