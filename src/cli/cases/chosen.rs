//! Chooses cases by their sources, numbers and names.

use std::path::Path;

use crate::cases::{Case, PUBLISHED, Puzzle};
use crate::cli::args::CaseArgs;
use crate::cli::failure::Failure;
use crate::cli::messages::print_message;
use crate::cli::report::Excerpt;
use crate::common::{counted, list};
use crate::import::{Chosen, Imported, Importer, LoadedCases, Loader, none_found};
use crate::mistake::{nearest, quote};
use crate::rules::Rules;

/// A case with its number among all cases of the sources, or the reason why it cannot be used.
pub(super) type Numbered = (usize, Result<Chosen, Failure>);

/// Returns the cases of the sources, or all published cases if there are no sources. `--case` leaves
/// those with its numbers, and `--only` then those whose names match its text best.
///
/// Without these options, files are read lazily, so that the cases before a bad file can be answered
/// first.
pub(super) fn chosen(args: &CaseArgs) -> Box<dyn Iterator<Item = Numbered> + '_> {
    let mut sources: Vec<&Path> = args.sources().collect();
    if sources.is_empty() {
        sources.extend(Puzzle::ALL.map(|puzzle| Path::new(puzzle.name())));
    }
    let mut count = 0;
    let numbered = sources.into_iter().flat_map(move |source| match cases_of(source) {
        Ok(cases) => {
            let first = count + 1;
            count += cases.len();
            (first..).zip(cases).collect()
        }
        Err(failure) => vec![(OF_SOURCE, Err(failure))],
    });
    if args.numbers.is_empty() && args.only.is_none() {
        return Box::new(numbered);
    }
    let mut cases: Vec<Numbered> = numbered.collect();
    if !args.numbers.is_empty() {
        cases = with_numbers(cases, args);
    }
    if let Some(text) = &args.only {
        cases = best_matches(cases, text);
    }
    Box::new(cases.into_iter())
}

/// The number of a failure that is about a whole source. Cases are numbered from 1.
const OF_SOURCE: usize = 0;

/// Keeps the cases that `--case` names. If one of its numbers is too large, adds a failure.
fn with_numbers(cases: Vec<Numbered>, args: &CaseArgs) -> Vec<Numbered> {
    let count = cases.iter().filter(|(number, _)| *number != OF_SOURCE).count();
    let mut last = 0;
    for range in &args.numbers {
        last = last.max(*range.end());
    }
    let is_named = |(number, _): &Numbered| {
        *number == OF_SOURCE || args.numbers.iter().any(|range| range.contains(number))
    };
    let mut kept: Vec<Numbered> = cases.into_iter().filter(is_named).collect();
    if last > count {
        let there = if count == 1 { "there is" } else { "there are" };
        let message = format!("--case: {there} {}, and no number {last}", counted(count, "case"));
        kept.push((last, Err(Failure::new(message))));
    }
    kept
}

/// The largest number of names of cases in a hint.
const FEW_NAMES: usize = 4;

/// Returns the published cases if the source is the name of a puzzle, else the cases of a file, a
/// folder or an archive.
fn cases_of(source: &Path) -> Result<LoadedCases<Failure>, Failure> {
    let is_named = |(puzzle, ..): &&(Puzzle, _, _)| source.as_os_str() == puzzle.name();
    if let Some((_, name, text)) = PUBLISHED.iter().find(is_named) {
        let document = (Some(format!("{name}.toml")), (*text).to_owned());
        return load_with(|loader| loader.text(document));
    }
    let puzzle = || nearest(&Puzzle::ALL.map(Puzzle::name), &source.display().to_string());
    let cases = load_cases(source).map_err(|failure| match puzzle() {
        Some(hint) if !source.exists() => Failure::with_hint(failure.sentences(), Some(hint)),
        _ => failure,
    })?;
    if cases.is_empty() {
        let name = Some(source.display().to_string()).filter(|name| name != "-");
        let excerpt = Excerpt::whole(name.as_deref(), "");
        return Err(excerpt.locate(none_found()).into());
    }
    Ok(cases)
}

/// Keeps the failures and the cases with the best [`Match`]. If nothing is kept, returns a failure.
fn best_matches(cases: Vec<Numbered>, text: &str) -> Vec<Numbered> {
    let match_of = |chosen: &Chosen| Match::of(&chosen.case, &text.to_lowercase());
    let good = || cases.iter().filter_map(|(_, case)| case.as_ref().ok());
    let best = good().filter_map(match_of).min();
    let names: Vec<String> =
        good().take(FEW_NAMES).map(|case| format!("`{}`", case.case)).collect();
    let is_kept = |(_, case): &Numbered| match case {
        Ok(chosen) => best.is_some() && match_of(chosen) == best,
        Err(_) => true,
    };
    let mut kept: Vec<Numbered> = cases.into_iter().filter(is_kept).collect();
    if kept.is_empty() {
        let message = format!("--only: no case has {} in its name", quote(text.as_bytes()));
        let hint = Some(format!("there are names such as {}", list(&names, "and")));
        kept.push((0, Err(Failure::with_hint(message, hint))));
    }
    kept
}

/// The degrees to which a text matches the name of a case, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Match {
    Exact,
    /// The text is one or more whole words of the name.
    Words,
    /// The text is a substring of the name, but is not made of whole words.
    Part,
}

impl Match {
    /// Returns the degree to which a lowercase text matches the name of a case, or `None` if it
    /// does not.
    fn of(case: &Case, text: &str) -> Option<Self> {
        let full = case.to_string().to_lowercase();
        if full == text || case.name.to_lowercase() == text {
            return Some(Self::Exact);
        }
        let is_inside = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        let is_word = |(at, part): (usize, &str)| {
            let (before, after) = (&full[..at], &full[at + part.len()..]);
            let starts_inside =
                is_inside(before.chars().next_back()) && is_inside(part.chars().next());
            let ends_inside =
                is_inside(part.chars().next_back()) && is_inside(after.chars().next());
            !starts_inside && !ends_inside
        };
        if full.match_indices(text).any(is_word) {
            return Some(Self::Words);
        }
        full.contains(text).then_some(Self::Part)
    }
}

/// Loads the cases of a file, a folder or an archive.
///
/// A case that names no rule set gets the rule set of its puzzle.
pub(crate) fn load_cases(path: &Path) -> Result<LoadedCases<Failure>, Failure> {
    load_with(|loader| loader.load(path))
}

/// Calls `load` with a loader, which gives a case the rule set of its puzzle if none is named.
///
/// If a source is a page, the loader prints only the lines that look like inputs or answers but
/// belong to no case.
fn load_with<T>(load: impl FnOnce(&Loader<'_>) -> T) -> T {
    load_reporting(&report_lost, load)
}

pub(super) fn load_reporting<T>(
    report_page: &dyn Fn(&str, &Imported),
    load: impl FnOnce(&Loader<'_>) -> T,
) -> T {
    let (path, mate) = (Rules::kubikschach(), Rules::cube());
    let (path, mate) = ((&path, Puzzle::Path.rules()), (&mate, Puzzle::Mate.rules()));
    let importer = Importer { path, mate, size: None, answers: false };
    load(&Loader::new(importer, report_page))
}

fn report_lost(name: &str, imported: &Imported) {
    for unused in &imported.unused {
        if let Some(why) = &unused.why {
            let line = unused.lines.start();
            print_message(&format!("{name}, line {line}: not used ({why}): {}", unused.text));
        }
    }
}
