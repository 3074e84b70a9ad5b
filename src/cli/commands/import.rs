//! `import`: reads cases from a copied page or a folder of files.

mod folder;
mod layout;
mod object;

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Parser;

use crate::api::json;
use crate::cases::{Case, Puzzle, document};
use crate::cli::args::PuzzleArgs;
use crate::cli::cases::JsonCase;
use crate::cli::files::named;
use crate::cli::output::Output;
use crate::cli::rule_sets::{load, size_if_any};
use crate::cli::{Failure, Success, print_message};
use crate::words::numbered;
use crate::workbench::{Imported, Importer, Unused, distinguish};

/// An imported case. `place` says in messages where its expected answer is, such as `FILE, line 3`.
struct PlacedCase {
    case: Case,
    place: String,
}

#[derive(Debug, Parser)]
#[command(after_help = "\
Examples:
  kubikschach import page.txt > cases.toml
  kubikschach import tests/ > cases.toml")]
pub(crate) struct ImportArgs {
    /// Copied page, list of inputs, or folder; `-` is standard input
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) board: PuzzleArgs,
}

pub(crate) fn run(args: &ImportArgs, json: bool, out: &mut Output) -> Result<Success, Failure> {
    let named = Puzzle::ALL.map(|puzzle| args.board.rules.as_deref().unwrap_or(puzzle.rules()));
    let [path, mate] = [load(named[0])?, load(named[1])?];
    let size = size_if_any(&path, args.board.size.as_deref())?;
    let object = Some(object::rewrite as _);
    let importer = Importer { path: (&path, named[0]), mate: (&mate, named[1]), size, object };
    let cases = import_all(&importer, args)?;
    if json {
        cases.iter().try_for_each(|case| json::line(out, &JsonCase::new(case)))?;
    } else {
        write!(out, "{}", document(&cases))?;
    }
    Ok(Success::Yes)
}

/// Reads the cases of all files and folders, and makes the names of the cases unique.
fn import_all(importer: &Importer<'_>, args: &ImportArgs) -> Result<Vec<Case>, Failure> {
    let (mut cases, mut places, mut unknown) = (Vec::new(), Vec::new(), Vec::new());
    for file in &args.files {
        let ReadFile { placed, name, layout } = read(importer, file)?;
        if placed.is_empty() {
            let found = layout.unwrap_or_else(|| "none".to_owned());
            unknown
                .push(format!("{name}: expected inputs and outputs of cases, but found {found}"));
        }
        for PlacedCase { case, place } in placed {
            cases.push(case);
            places.push(place);
        }
    }
    if cases.is_empty() {
        return Err(Failure::with_hint(unknown.join("; "), Some(layout::KNOWN.to_owned())));
    }
    for message in &unknown {
        print_message(message);
    }
    distinguish(&mut cases);
    for (case, place) in cases.iter().zip(&places) {
        warn_if_wrong(importer, case, place);
    }
    Ok(cases)
}

struct ReadFile {
    placed: Vec<PlacedCase>,
    name: String,
    /// The recognized layout of a file without cases; `None` if there are cases or the layout is
    /// unknown.
    layout: Option<String>,
}

fn read(importer: &Importer<'_>, file: &Path) -> Result<ReadFile, Failure> {
    if file.is_dir() {
        let placed = folder::cases(importer, file)?;
        let layout = if placed.is_empty() { layout::of_folder(file) } else { None };
        return Ok(ReadFile { placed, name: file.display().to_string(), layout });
    }
    let (name, text) = named(file)?;
    let name = name.unwrap_or_else(|| "standard input".to_owned());
    let placed = page(importer, &name, &text);
    let layout = layout::of_text(&text).filter(|_| placed.is_empty());
    Ok(ReadFile { placed, name, layout: layout.map(str::to_owned) })
}

/// Parses the cases of a page, and prints the lines that belong to no case.
fn page(importer: &Importer<'_>, name: &str, text: &str) -> Vec<PlacedCase> {
    let Imported { cases, own_answers, unused } = importer.page(text);
    for Unused { lines, text, why } in unused {
        let (start, end) = lines.into_inner();
        let (lines, more) = if start == end {
            (format!("line {start}"), "")
        } else {
            (format!("lines {start}-{end}"), " …")
        };
        let why = why.map_or_else(String::new, |why| format!(" ({why})"));
        print_message(&format!("{name}, {lines}: not used{why}: {text}{more}"));
    }
    if own_answers {
        let cases = numbered(cases.len(), "case");
        print_message(&format!("{name}: no answers found; this program answers {cases} itself"));
    }
    let placed = cases.into_iter().map(|found| PlacedCase {
        case: found.case,
        place: format!("{name}, line {}", found.line),
    });
    placed.collect()
}

fn warn_if_wrong(importer: &Importer<'_>, case: &Case, place: &str) {
    let expected = &case.expected;
    match importer.right_answer(case) {
        Ok(right) if right == *expected => {}
        Ok(right) => print_message(&format!(
            "warning: {place}: case `{case}` expects {expected}, but the right answer is {right}"
        )),
        Err(error) => {
            print_message(&format!("warning: {place}: case `{case}` can't be answered: {error}"));
        }
    }
}
