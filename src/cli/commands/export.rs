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
  kubikschach export path --only king --dir tests/
  kubikschach export my-cases.toml --form kattis --dir problem/
  kubikschach export my-cases.toml --form markdown > post.md")]
pub(crate) struct ExportArgs {
    #[command(flatten)]
    pub(crate) cases: CaseArgs,
    /// Write to this folder, created if missing; no file in it is overwritten
    #[arg(short, long, value_name = "DIR")]
    pub(crate) dir: Option<PathBuf>,
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
    let list = args.form.and_then(ExportForm::list_name);
    if args.dir.is_none() && list.is_none() && args.form != Some(ExportForm::Json) {
        return Err(without_folder());
    }
    if let Some(name) = list.filter(|_| args.dir.is_some()) {
        let form = name.trim_start_matches("export ");
        return Err(Failure::new(format!("`{form}` prints one list, so leave `--dir` out")));
    }
    if let Some(file) = args.dir.as_ref().filter(|dir| dir.is_file()) {
        return Err(Failure::new(format!("--dir: {} is a file, not a folder", file.display())));
    }
    let (asked, failures) = AskedCases::all(&args.cases);
    // If any case has a mistake, the command ends before it writes a file.
    Failure::all(failures)?;
    asked.print_warnings("exported with its answer");
    let Some(dir) = &args.dir else {
        let text = match args.form {
            Some(ExportForm::Markdown) => forms::markdown(&asked),
            Some(ExportForm::Codingame) => forms::codingame(&asked)?,
            _ => forms::array(&asked.cases)?,
        };
        write!(out, "{text}")?;
        return Ok(Success::Yes);
    };
    let files = folder::write(dir, &forms::files(&asked, args.form))?;
    if json {
        for path in files {
            json::line(out, &WrittenFile { file: path.display().to_string() })?;
        }
    } else {
        let cases = counted(asked.cases.len(), "case");
        print_message(&format!("wrote {cases} into {}", dir.display()));
    }
    Ok(Success::Yes)
}

fn without_folder() -> Failure {
    let hint =
        "`--form markdown` prints a list, and `--form json` and `--form codingame` print JSON";
    Failure::with_hint("name the folder to write to: `--dir DIR`", Some(hint.to_owned()))
}

#[derive(Serialize)]
struct WrittenFile {
    file: String,
}
