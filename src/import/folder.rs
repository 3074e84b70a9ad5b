//! Loads cases from pairs of files, and from `cases.toml` the fields that file names cannot
//! express.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::chosen::{Chosen, LoadedCases, TextInFile};
use super::details::{self, Details};
use super::error::ImportError;
use super::importer::Importer;
use super::layouts::{FilePair, PairedFiles, Unpaired, pairs};
use super::loader::Loader;
use super::place::{NamedText, SourcePlace};
use super::several;
use crate::cases::{Answer, Case};
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
    pub(crate) unused: Vec<(String, Unpaired)>,
}

/// Name of the file in which DMOJ lists the tests of a problem.
const INDEX: &str = "init.yml";
/// Name of the file that describes a problem package and has no cases.
const DESCRIPTION: &str = "problem.yaml";
/// Endings of the names of JSON files with cases: those of Competitive Programming Helper are the
/// second.
const JSON: [&str; 2] = [".json", ".prob"];

/// Loads the cases of each pair of files, in the order of their names, and then those of JSON
/// files.
pub(crate) fn folder_cases<F: CaseFiles>(
    loader: &Loader<'_>,
    files: &mut F,
) -> Result<FolderCases<F::Error>, F::Error> {
    let mut names = files.names().to_vec();
    names.retain(|name| file_of(name) != DESCRIPTION);
    let mut known = HashMap::new();
    for name in names.extract_if(.., |name| file_of(name) == details::FILE) {
        known.extend(details::parse(&name, files.read(&name)?)?);
    }
    let mut listed = Vec::new();
    for index in names.iter().filter(|name| file_of(name) == INDEX) {
        let text = files.read(index)?.1;
        listed.extend(of_index(index.strip_suffix(INDEX).unwrap_or_default(), &text, &names));
    }
    if !listed.is_empty() {
        names.retain(|name| file_of(name) != INDEX);
    }
    let PairedFiles { mut pairs, unpaired: mut unused } = pairs(&names, &listed);
    pairs.sort_by_key(|pair| known.get(&pair.input).map(|details| details.place.span.start));
    let mut reader = PairReader { loader, files, rule_sets: HashMap::new() };
    let mut found = Vec::with_capacity(pairs.len());
    for pair in &pairs {
        let details = known.remove(&pair.input);
        let cases = reader.cases(pair, details.as_ref());
        if reader.files.is_over_limit() {
            return cases.map(|_| FolderCases { cases: LoadedCases::new(), unused: Vec::new() });
        }
        let cases = cases.unwrap_or_else(|error| vec![Err(error)]);
        found.extend(cases.into_iter().map(|case| (pair, case)));
    }
    let mut cases = without_copies(found);
    unused.retain(|(name, _)| {
        let json = JSON.iter().any(|ending| name.ends_with(ending));
        let text = json.then(|| files.read(name).ok()).flatten();
        let of_file = text.and_then(|text| loader.json(text));
        let is_unused = of_file.is_none();
        cases.extend(of_file.into_iter().flatten());
        is_unused
    });
    // A case that `cases.toml` names must not get lost with its file.
    let mut lost: Vec<Details> = known.into_values().collect();
    lost.sort_by_key(|details| details.place.span.start);
    cases.extend(lost.into_iter().map(|Details { place, .. }| {
        Err(place.failure("expected an input file with an answer file beside it").into())
    }));
    Ok(FolderCases { cases, unused })
}

fn file_of(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}

/// Returns the pairs of files that an index of DMOJ lists and that exist, by the keys `in` and
/// `out` in any nesting.
fn of_index(folder: &str, text: &str, names: &[String]) -> Vec<(String, String)> {
    let names: HashSet<&String> = names.iter().collect();
    let (mut pairs, mut input) = (Vec::new(), None);
    for part in text.split(['{', '}', ',', '\n']) {
        let part = part.trim_start_matches([' ', '-']).trim_end();
        let value = |key| {
            let value = part.strip_prefix(key)?.trim().trim_matches(['"', '\'']);
            Some(format!("{folder}{value}")).filter(|name| names.contains(name))
        };
        if let Some(found) = value("in:") {
            input = Some(found);
        } else if let Some(answer) = value("out:") {
            pairs.extend(input.take().map(|input| (input, answer)));
        }
    }
    pairs
}

/// Leaves out samples that are secret cases with the same file name, too, as in many problem
/// packages.
fn without_copies<E>(found: Vec<(&FilePair, Result<Chosen, E>)>) -> LoadedCases<E> {
    let key = |pair: &FilePair, case: &Case| -> (String, String, Answer) {
        (file_of(&pair.input).to_owned(), case.input.clone(), case.expected.clone())
    };
    let good = found.iter().filter_map(|(pair, case)| Some((*pair, &case.as_ref().ok()?.case)));
    let secret = good.filter(|(pair, _)| pair.kind == "secret");
    let secret: HashSet<_> = secret.map(|(pair, case)| key(pair, case)).collect();
    let is_copy = |(pair, case): &(&FilePair, Result<Chosen, E>)| {
        pair.kind == "sample"
            && case.as_ref().is_ok_and(|chosen| secret.contains(&key(pair, &chosen.case)))
    };
    found.into_iter().filter(|it| !is_copy(it)).map(|(_, case)| case).collect()
}

/// A reader of pairs of files, with the rule sets that `cases.toml` names.
struct PairReader<'f, 'r, F> {
    loader: &'f Loader<'r>,
    files: &'f mut F,
    rule_sets: HashMap<String, Rules>,
}

impl<F: CaseFiles> PairReader<'_, '_, F> {
    /// Returns the case of a pair, or its cases if the input has several records and the answer as
    /// many lines.
    fn cases(
        &mut self,
        pair: &FilePair,
        details: Option<&Details>,
    ) -> Result<LoadedCases<F::Error>, F::Error> {
        let texts: [Arc<NamedText>; 2] =
            [Arc::new(self.files.read(&pair.input)?), Arc::new(self.files.read(&pair.answer)?)];
        let importer = self.importer(details)?;
        let name = details.and_then(|details| details.name.as_ref()).unwrap_or(&pair.name);
        let read = |importer: &Importer<'_>| {
            let [input, answer] = texts
                .each_ref()
                .map(|text| TextInFile { text: &text.1, place: SourcePlace::of_text(text) });
            let case = Chosen::read(importer, name, input, answer);
            match case {
                Err(_) => several::cases(importer, name, &texts).unwrap_or_else(|| vec![case]),
                _ => vec![case],
            }
        };
        let complete = |chosen: Chosen| match details {
            None => {
                let case = Case { kind: pair.kind.to_owned(), ..chosen.case };
                Chosen { case, ..chosen }
            }
            Some(Details { place, kind, why, source, .. }) => {
                let [kind, why, source] = [kind, why, source].map(String::clone);
                let case = Case { kind, why, source, ..chosen.case };
                Chosen { rules: place.clone(), case, ..chosen }
            }
        };
        let cases = read(&importer).into_iter();
        Ok(cases.map(|case| case.map(complete).map_err(F::Error::from)).collect())
    }

    /// Returns the importer with the rule set and the size of a case.
    fn importer(&mut self, details: Option<&Details>) -> Result<Importer<'_>, F::Error> {
        let usual = self.loader.importer;
        let Some(Details { place, rules, size, .. }) = details else { return Ok(usual) };
        let Some(name) = rules else {
            return Ok(Importer { size: size.or(usual.size), ..usual });
        };
        if !self.rule_sets.contains_key(name) {
            self.rule_sets.insert(name.clone(), self.files.rules(name, place)?);
        }
        let (name, rules) = self.rule_sets.get_key_value(name).expect("it was inserted");
        let rules = (rules, &**name);
        Ok(Importer { path: rules, mate: rules, size: *size, ..usual })
    }
}
