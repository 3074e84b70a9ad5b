//! `import`: reads cases from a copied page, a folder or an archive of files, or JSON.

use std::io::Write;
use std::path::PathBuf;

use clap::Parser;

use crate::api::json;
use crate::cases::{Puzzle, document};
use crate::cli::args::PuzzleArgs;
use crate::cli::cases::{Asked, JsonCase, Solvers};
use crate::cli::command::CliCommand;
use crate::cli::failure::Failure;
use crate::cli::messages::{print_message, report_errors};
use crate::cli::output::Output;
use crate::cli::questions::size_if_any;
use crate::cli::rule_sets::load;
use crate::cli::success::Success;
use crate::common::{list, numbered};
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
    /// Exit with status 1 if an input or an answer could not be used
    #[arg(long)]
    pub(crate) strict: bool,
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
        let loader = Loader::new(importer, &report);
        let (mut found, failures) = import_all(&loader, &self.files);
        let is_read = failures.is_empty();
        match Failure::all(failures) {
            Err(failure) if found.is_empty() => return Err(failure),
            Err(failure) => report_errors(&failure.into_errors(), json),
            Ok(()) => {}
        }
        distinguish(found.iter_mut().map(|asked| &mut asked.chosen.case));
        for warning in found.iter().filter_map(Asked::warning) {
            print_message(&warning);
        }
        if json {
            found.iter().try_for_each(|asked| json::line(out, &JsonCase::new(asked.case())))?;
        } else {
            write!(out, "{}", document(found.iter().map(Asked::case)))?;
        }
        out.flush()?;
        let is_whole = self.sum_up(found.len(), loader.lost());
        let success = Success::when(is_whole || !self.strict);
        Ok(if is_read { success } else { Success::Bad })
    }
}

impl ImportArgs {
    /// Prints how many inputs and answers could not be used. Returns `true` if there are none.
    fn sum_up(&self, cases: usize, (inputs, answers): (usize, usize)) -> bool {
        let lost = [(inputs, "input"), (answers, "answer")].into_iter();
        let lost = lost.filter(|(count, _)| *count > 0).map(|(count, noun)| numbered(count, noun));
        let lost: Vec<String> = lost.collect();
        if !lost.is_empty() {
            let hint = if self.verbose { "" } else { " (--verbose)" };
            let (cases, lost) = (numbered(cases, "case"), list(&lost, "and"));
            print_message(&format!("{cases}; {lost} not used{hint}"));
        }
        lost.is_empty()
    }
}

/// Reads the cases of all sources. Returns them, and the errors about sources that cannot be read or
/// have no cases.
fn import_all(loader: &Loader<'_>, files: &[PathBuf]) -> (Vec<Asked>, Vec<Failure>) {
    let (mut found, mut failures, mut unknown) = (Vec::new(), Vec::new(), Vec::new());
    let mut solvers = Solvers::default();
    for file in files {
        let cases = match loader.load(file) {
            Ok(cases) => cases,
            Err(failure) => {
                failures.push(failure);
                continue;
            }
        };
        let before = found.len();
        for case in cases {
            match case.and_then(|chosen| solvers.ask(found.len() + 1, chosen)) {
                Ok(asked) => found.push(asked),
                Err(bad) => {
                    loader.lose(1, 1);
                    print_message(&format!("{}; not used", bad.sentences()));
                }
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
    if found.is_empty() && !unknown.is_empty() {
        failures.push(Failure::with_hint(unknown.join("; "), Some(KNOWN.to_owned())));
    } else {
        for message in &unknown {
            print_message(message);
        }
    }
    (found, failures)
}

/// Prints the lines of a page that look like a part of a case and belong to none; with `verbose`, all
/// lines that belong to no case.
fn report_page(name: &str, Imported { cases, unused }: &Imported, verbose: bool) {
    for Unused { lines, text, why, .. } in unused {
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
