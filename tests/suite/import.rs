//! What a page's text is read as: its cases, and what of it is passed over and why.

use kubikschach::cell::Size;
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

/// Where the rules leave the size open a query has one of its own, and a board shows its.
#[test]
fn a_query_has_the_size_of_its_board() {
    let (cube, size) = (rules("cube"), Size::new(5));
    let importer = Importer { path: (&cube, "cube"), mate: (&cube, "cube"), size };
    let found = |input: &str, answer: &str| importer.case("1", input, answer).map(|case| case.size);
    assert_eq!(found("Rook W a1I e1I", "1"), Ok(size));
    assert_eq!(found("[#q,##],[##,K#]", "false"), Ok(None));
    let puzzle = rules("kubikschach");
    let importer = Importer { path: (&puzzle, "kubikschach"), ..importer };
    assert_eq!(importer.case("1", "Rook W A1a A1b", "1").map(|case| case.size), Ok(None));
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
