//! `export`: writes cases as a folder of files for other test runners, as a Markdown list or as
//! JSON.

mod folder;
mod forms;

use std::io::Write;
use std::path::PathBuf;

use clap::Parser;
use serde::Serialize;

use self::forms::ExportForm;
use crate::api::json;
use crate::cli::args::CaseArgs;
use crate::cli::cases::AskedCases;
use crate::cli::command::CliCommand;
use crate::cli::failure::Failure;
use crate::cli::messages::print_message;
use crate::cli::output::Output;
use crate::cli::success::Success;
use crate::common::counted;

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

impl CliCommand for ExportArgs {
    fn against_json(&self) -> Vec<(bool, &'static str)> {
        let name = self.form.and_then(ExportForm::list_name);
        vec![(name.is_some(), name.unwrap_or_default())]
    }

    fn run(&self, json: bool, out: &mut Output) -> Result<Success, Failure> {
        let list = self.form.and_then(ExportForm::list_name);
        if self.dir.is_none() && list.is_none() && self.form != Some(ExportForm::Json) {
            return Err(without_folder());
        }
        if let Some(name) = list.filter(|_| self.dir.is_some()) {
            let form = name.trim_start_matches("export ");
            return Err(Failure::new(format!("`{form}` prints one list, so leave `--dir` out")));
        }
        if let Some(file) = self.dir.as_ref().filter(|dir| dir.is_file()) {
            return Err(Failure::new(format!("--dir: {} is a file, not a folder", file.display())));
        }
        let (asked, failures) = AskedCases::all(&self.cases);
        // If any case has a mistake, the command ends before it writes a file.
        Failure::all(failures)?;
        asked.print_warnings("exported with its answer");
        let Some(dir) = &self.dir else {
            let text = match self.form {
                Some(ExportForm::Markdown) => forms::markdown(&asked),
                Some(ExportForm::Codingame) => forms::codingame(&asked)?,
                _ => forms::array(&asked.cases)?,
            };
            write!(out, "{text}")?;
            return Ok(Success::Yes);
        };
        let files = folder::write(dir, &forms::files(&asked, self.form))?;
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
