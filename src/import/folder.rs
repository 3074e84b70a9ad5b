//! Loads cases from pairs of files, and from `cases.toml` the fields that file names cannot
//! express.

use std::collections::HashMap;
use std::rc::Rc;

use super::chosen::{Chosen, LoadedCases, PlacedText};
use super::details::{self, Details};
use super::error::ImportError;
use super::importer::Importer;
use super::layouts::{FilePair, pairs};
use super::loader::Loader;
use super::place::{NamedText, SourcePlace};
use crate::cases::Case;
use crate::rules::Rules;

/// The files from which cases are read, and the rule sets that they name.
pub(crate) trait CaseFiles {
    type Error: From<ImportError>;

    fn names(&self) -> &[String];

    fn read(&mut self, name: &str) -> Result<NamedText, Self::Error>;

    /// Returns `true` after an attempt to read more than the files may have in sum.
    fn is_over_limit(&self) -> bool;

    /// Returns the rule set that a document names at `place`.
    fn rules(&self, name: &str, place: &SourcePlace) -> Result<Rules, Self::Error>;
}

/// The cases of a folder, and the files that belong to no case.
pub(crate) struct FolderCases<E> {
    pub(crate) cases: LoadedCases<E>,
    /// The names of files that belong to no case, each with the name of its missing partner if the
    /// name fits a layout.
    pub(crate) unused: Vec<(String, Option<String>)>,
}

/// Loads one case from each pair of files, in the order of their names.
pub(crate) fn folder_cases<F: CaseFiles>(
    loader: &Loader<'_>,
    files: &mut F,
) -> Result<FolderCases<F::Error>, F::Error> {
    let is_details = |name: &String| name.rsplit('/').next() == Some(details::FILE);
    let names = files.names().to_vec();
    let (with_details, names): (Vec<_>, Vec<_>) = names.into_iter().partition(is_details);
    let mut known = HashMap::new();
    for name in &with_details {
        known.extend(details::parse(name, files.read(name)?)?);
    }
    let (mut pairs, unused) = pairs(&names);
    pairs.sort_by_key(|pair| known.get(&pair.input).map(|details| details.place.span.start));
    let mut rule_sets = HashMap::new();
    let mut cases = Vec::with_capacity(pairs.len());
    for pair in &pairs {
        let details = known.remove(&pair.input);
        let case = case(loader, files, pair, details, &mut rule_sets);
        if files.is_over_limit() {
            return case.map(|_| FolderCases { cases: LoadedCases::new(), unused: Vec::new() });
        }
        cases.push(case);
    }
    // A case that `cases.toml` names must not get lost with its file.
    let mut lost: Vec<Details> = known.into_values().collect();
    lost.sort_by_key(|details| details.place.span.start);
    cases.extend(lost.into_iter().map(|Details { place, .. }| {
        Err(place.failure("expected an input file with an answer file beside it").into())
    }));
    Ok(FolderCases { cases, unused })
}

fn case<F: CaseFiles>(
    loader: &Loader<'_>,
    files: &mut F,
    pair: &FilePair,
    details: Option<Details>,
    rule_sets: &mut HashMap<String, Rules>,
) -> Result<Chosen, F::Error> {
    let texts: [Rc<NamedText>; 2] =
        [Rc::new(files.read(&pair.input)?), Rc::new(files.read(&pair.answer)?)];
    let [input, answer] = texts
        .each_ref()
        .map(|text| PlacedText { text: &text.1, place: SourcePlace::of_text(text) });
    let Some(details) = details else {
        let chosen = Chosen::read(&loader.importer, &pair.name, input, answer);
        let chosen = chosen?;
        let case = Case { kind: pair.kind.to_owned(), ..chosen.case };
        return Ok(Chosen { case, ..chosen });
    };
    let name = details.name.clone().unwrap_or_else(|| pair.name.clone());
    let size = details.size;
    let chosen = match &details.rules {
        None => {
            let importer = Importer { size: size.or(loader.importer.size), ..loader.importer };
            Chosen::read(&importer, &name, input, answer)
        }
        Some(rules_name) => {
            if !rule_sets.contains_key(rules_name) {
                let rules = files.rules(rules_name, &details.place)?;
                rule_sets.insert(rules_name.clone(), rules);
            }
            let rules = (&rule_sets[rules_name], &**rules_name);
            let importer = Importer { path: rules, mate: rules, size, ..loader.importer };
            Chosen::read(&importer, &name, input, answer)
        }
    };
    let chosen = chosen?;
    Ok(Chosen {
        rules: details.place.clone(),
        case: Case { kind: details.kind, why: details.why, source: details.source, ..chosen.case },
        ..chosen
    })
}
