//! `import`: reads cases from a copied page, a folder or an archive of files, or JSON.

use std::io::Write;
use std::path::PathBuf;

use clap::Parser;

use crate::api::json;
use crate::cases::{Case, Puzzle, document};
use crate::cli::args::PuzzleArgs;
use crate::cli::cases::{JsonCase, RuleSets, mistake};
use crate::cli::command::CliCommand;
use crate::cli::failure::Failure;
use crate::cli::messages::print_message;
use crate::cli::output::Output;
use crate::cli::questions::size_if_any;
use crate::cli::rule_sets::load;
use crate::cli::success::Success;
use crate::common::numbered;
use crate::import::{Imported, Importer, Loader, Unused, distinguish};

const KNOWN: &str = "`import` reads pages with `Input` and `Output`, items such as \
    `King W A1a B3d -> 3`, tables, JSON, and folders and archives with pairs of files such as NAME.in \
    and NAME.out; `--answer` answers inputs that have no answer";

#[derive(Debug, Parser)]
#[command(after_help = "\
Examples:
  kubikschach import page.txt > cases.toml
  kubikschach import --answer boards.txt > cases.toml
  kubikschach import tests/ > cases.toml")]
pub(crate) struct ImportArgs {
    /// Copied page, list of inputs, JSON, folder or zip archive; `-` is standard input
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Answer inputs that have no answer, and mark these cases with `source = "kubikschach"`
    #[arg(long)]
    pub(crate) answer: bool,
    /// List all lines that belong to no case, not only those that look like an input or an answer
    #[arg(short, long)]
    pub(crate) verbose: bool,
    #[command(flatten)]
    pub(crate) board: PuzzleArgs,
}

impl CliCommand for ImportArgs {
    fn run(&self, json: bool, out: &mut Output) -> Result<Success, Failure> {
        let named = Puzzle::ALL.map(|puzzle| self.board.rules.as_deref().unwrap_or(puzzle.rules()));
        let [path, mate] = [load(named[0])?, load(named[1])?];
        let size = size_if_any(&path, self.board.size.as_deref())?;
        let importer = Importer {
            path: (&path, named[0]),
            mate: (&mate, named[1]),
            size,
            answers: self.answer,
        };
        let report = |name: &str, page: &Imported| report_page(name, page, self.verbose);
        let cases = import_all(&Loader::new(importer, &report), self)?;
        if json {
            cases.iter().try_for_each(|case| json::line(out, &JsonCase::new(case)))?;
        } else {
            write!(out, "{}", document(&cases))?;
        }
        Ok(Success::Yes)
    }
}

/// Reads the cases of all sources, and makes the names of the cases unique.
fn import_all(loader: &Loader<'_>, args: &ImportArgs) -> Result<Vec<Case>, Failure> {
    let (mut found, mut unknown) = (Vec::new(), Vec::new());
    for file in &args.files {
        let before = found.len();
        for case in loader.load(file)? {
            match case {
                Ok(case) => found.push(case),
                Err(bad) => print_message(&format!("{}; not used", bad.sentences())),
            }
        }
        if found.len() == before {
            let name = if file.as_os_str() == "-" {
                "standard input".to_owned()
            } else {
                file.display().to_string()
            };
            unknown.push(format!("{name}: no inputs with their outputs"));
        }
    }
    if found.is_empty() {
        return Err(Failure::with_hint(unknown.join("; "), Some(KNOWN.to_owned())));
    }
    for message in &unknown {
        print_message(message);
    }
    let mut cases: Vec<Case> = found.iter().map(|found| found.case.clone()).collect();
    distinguish(&mut cases);
    let mut rule_sets = RuleSets::default();
    for (case, found) in cases.iter().zip(&found) {
        if let Some(mistake) = mistake(case, rule_sets.load(found)?) {
            print_message(&format!("warning: {}: {mistake}", found.expected.line()));
        }
    }
    Ok(cases)
}

/// Prints the lines of a page that look like a part of a case and belong to none; with `verbose`, all
/// lines that belong to no case.
fn report_page(name: &str, Imported { cases, unused }: &Imported, verbose: bool) {
    for Unused { lines, text, why } in unused {
        let (start, end) = (lines.start(), lines.end());
        let (lines, more) = if start == end {
            (format!("line {start}"), "")
        } else {
            (format!("lines {start}-{end}"), " …")
        };
        let reason = why.as_ref().map_or_else(String::new, |why| format!(" ({why})"));
        if verbose || why.is_some() {
            print_message(&format!("{name}, {lines}: not used{reason}: {text}{more}"));
        }
    }
    let others = unused.iter().filter(|unused| unused.why.is_none()).count();
    let (cases, others) = (numbered(cases.len(), "case"), numbered(others, "block"));
    print_message(&format!("{name}: {cases}, {others} of other text"));
}
