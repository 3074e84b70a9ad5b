//! Loads cases from pairs of files, and from `cases.toml` the fields that file names cannot
//! express.

use std::collections::HashMap;
use std::rc::Rc;

use super::chosen::Chosen;
use super::details::{self, Details};
use super::file_set::FileSet;
use super::layouts::{FilePair, pairs};
use super::loader::{Loaded, Loader};
use super::place::SourcePlace;
use crate::cases::Case;
use crate::cli::files::NamedText;
use crate::cli::rule_sets::load;
use crate::cli::{Failure, print_message};
use crate::rules::Rules;
use crate::words::counted;
use crate::workbench::Importer;

/// Largest number of unused files whose names are printed.
const MOST_NAMED: usize = 20;

/// Loads one case from each pair of files, in the order of their names, and prints the names of
/// other files.
pub(super) fn cases(loader: &Loader<'_>, mut files: FileSet) -> Result<Loaded, Failure> {
    let is_details = |name: &String| name.rsplit('/').next() == Some(details::FILE);
    let names = files.names.clone();
    let (with_details, names): (Vec<_>, Vec<_>) = names.into_iter().partition(is_details);
    let mut known = HashMap::new();
    for name in &with_details {
        known.extend(details::parse(name, files.read(name)?)?);
    }
    let (mut pairs, others) = pairs(&names);
    pairs.sort_by_key(|pair| known.get(&pair.input).map(|details| details.place.span.start));
    let mut rule_sets = HashMap::new();
    let mut cases = Vec::with_capacity(pairs.len());
    for pair in &pairs {
        let details = known.remove(&pair.input);
        let case = case(loader, &mut files, pair, details, &mut rule_sets);
        if files.is_over_limit {
            return case.map(|_| Loaded::new());
        }
        cases.push(case);
    }
    // A case that `cases.toml` names must not get lost with its file.
    let mut lost: Vec<Details> = known.into_values().collect();
    lost.sort_by_key(|details| details.place.span.start);
    cases.extend(lost.into_iter().map(|Details { place, .. }| {
        Err(place.failure("expected an input file with an answer file beside it"))
    }));
    print_unused(&files, &others);
    Ok(cases)
}

fn case(
    loader: &Loader<'_>,
    files: &mut FileSet,
    pair: &FilePair,
    details: Option<Details>,
    rule_sets: &mut HashMap<String, Rules>,
) -> Result<Chosen, Failure> {
    let texts: [Rc<NamedText>; 2] =
        [Rc::new(files.read(&pair.input)?), Rc::new(files.read(&pair.answer)?)];
    let [input, answer] = texts.each_ref().map(|text| (&*text.1, SourcePlace::of_text(text)));
    let Some(details) = details else {
        let chosen = Loader::case(&loader.importer, &pair.name, input, answer);
        return chosen.map(|chosen| Chosen {
            case: Case { kind: pair.kind.to_owned(), ..chosen.case },
            ..chosen
        });
    };
    let name = details.name.clone().unwrap_or_else(|| pair.name.clone());
    let size = details.size;
    let chosen = match &details.rules {
        None => {
            let importer = Importer { size: size.or(loader.importer.size), ..loader.importer };
            Loader::case(&importer, &name, input, answer)
        }
        Some(rules_name) => {
            if !rule_sets.contains_key(rules_name) {
                let place = |error| details.place.error(error);
                let rules = load(rules_name);
                let rules = rules.map_err(|failure| failure.placed(&details.place.span, place))?;
                rule_sets.insert(rules_name.clone(), rules);
            }
            let rules = (&rule_sets[rules_name], &**rules_name);
            let importer = Importer { path: rules, mate: rules, size, ..loader.importer };
            Loader::case(&importer, &name, input, answer)
        }
    };
    chosen.map(|chosen| Chosen {
        rules: details.place.clone(),
        case: Case { kind: details.kind, why: details.why, source: details.source, ..chosen.case },
        ..chosen
    })
}

fn print_unused(files: &FileSet, others: &[(String, Option<String>)]) {
    for (name, missing) in others.iter().take(MOST_NAMED) {
        let why = missing
            .as_ref()
            .map_or_else(String::new, |missing| format!(": there is no {}", files.shown(missing)));
        print_message(&format!("{}: not used{why}", files.shown(name)));
    }
    let more = others.len().saturating_sub(MOST_NAMED);
    if more > 0 {
        print_message(&format!("{}: {} not used", files.shown(""), counted(more, "more file")));
    }
}
