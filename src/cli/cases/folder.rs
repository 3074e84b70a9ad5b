//! Loads cases from pairs of files, and prints the names of other files.

use super::file_set::FileSet;
use crate::cli::failure::Failure;
use crate::cli::messages::print_message;
use crate::cli::report::{Excerpt, ReportedError};
use crate::cli::rule_sets::load;
use crate::common::counted;
use crate::import::{
    CaseFiles, FolderCases, LoadedCases, Loader, NamedText, SourcePlace, folder_cases,
};
use crate::rules::Rules;

/// Largest number of unused files whose names are printed.
const MOST_NAMED: usize = 20;

/// Loads one case from each pair of files, in the order of their names, and prints the names of
/// other files.
pub(super) fn cases(
    loader: &Loader<'_>,
    mut files: FileSet,
) -> Result<LoadedCases<Failure>, Failure> {
    let FolderCases { cases, unused } = folder_cases(loader, &mut files)?;
    print_unused(&files, &unused);
    Ok(cases)
}

impl CaseFiles for FileSet {
    type Error = Failure;

    fn names(&self) -> &[String] {
        &self.names
    }

    fn read(&mut self, name: &str) -> Result<NamedText, Failure> {
        Self::read(self, name)
    }

    fn is_over_limit(&self) -> bool {
        self.is_over_limit
    }

    fn rules(&self, name: &str, place: &SourcePlace) -> Result<Rules, Failure> {
        let excerpt = Excerpt::whole(place.file(), place.document());
        let report = |error| ReportedError::drawn(error, &excerpt);
        load(name).map_err(|failure| failure.placed(&place.span, report))
    }
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
