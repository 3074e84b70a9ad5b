//! What a page's text is read as: its cases, and what of it is passed over and why.

use kubikschach::workbench::Importer;
use serde::Deserialize;

use crate::common::{Differences, fixture, rules};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Pages {
    page: Vec<Page>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Page {
    name: String,
    text: String,
    /// Each with its name, kind, rule set, input and answer.
    cases: Vec<[String; 5]>,
    /// Each with its line and, if it looked like a part of a case, why it is none.
    unused: Vec<(usize, String, String)>,
}

#[test]
fn the_cases_of_a_page_are_read_and_all_else_is_told() {
    let (path, mate) = (rules("kubikschach"), rules("cube"));
    let importer = Importer { path: (&path, "kubikschach"), mate: (&mate, "cube"), size: None };
    let mut differences = Differences::default();
    for page in fixture::<Pages>(include_str!("../../fixtures/pages.toml")).page {
        let found = importer.page(&page.text);
        let cases = found
            .cases
            .into_iter()
            .map(|case| [case.name, case.kind, case.rules, case.input, case.expected.to_string()]);
        let unused = found.unused.into_iter();
        let unused = unused.map(|it| (it.line, it.text, it.why.unwrap_or_default()));
        let found = (cases.collect::<Vec<_>>(), unused.collect::<Vec<_>>());
        differences.compare(&page.name, &(page.cases, page.unused), &found);
    }
    differences.finish();
}
