//! Checks the import of cases from the text of a page, and the report of lines that belong to no
//! case.

use kubikschach::cases::Case;
use kubikschach::cell::Size;
use kubikschach::workbench::{Importer, Unused};
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
    /// Name, kind, rule set, input and answer of each expected case.
    cases: Vec<[String; 5]>,
    /// `true` if the page states no answers and the program computes them.
    #[serde(default)]
    own_answers: bool,
    /// Expected unused lines, each with its line number, its text, and the error if the line looked
    /// like a case.
    unused: Vec<[String; 3]>,
}

/// The case of a query stores the board size only if the rule set fixes no size. The case of a
/// board never stores it, because the board shows it.
#[test]
fn a_query_has_the_size_of_its_board() {
    let (cube, size) = (rules("cube"), Size::new(5));
    let importer = Importer { path: (&cube, "cube"), mate: (&cube, "cube"), size, object: None };
    let found = |input: &str, answer: &str| importer.case("1", input, answer).map(|case| case.size);
    assert_eq!(found("Rook W a1I e1I", "1"), Ok(Some(5)));
    assert_eq!(found("[#q,##],[##,K#]", "false"), Ok(None));
    let puzzle = rules("kubikschach");
    let importer = Importer { path: (&puzzle, "kubikschach"), ..importer };
    assert_eq!(importer.case("1", "Rook W A1a A1b", "1").map(|case| case.size), Ok(None));
}

#[test]
fn cases_of_a_page_are_imported_and_other_lines_reported() {
    let (path, mate) = (rules("kubikschach"), rules("cube"));
    let importer = Importer {
        path: (&path, "kubikschach"),
        mate: (&mate, "cube"),
        size: None,
        object: Some(|_, object, _| Ok(object.replace(['{', '}'], " "))),
    };
    let mut differences = Differences::default();
    for page in fixture::<Pages>(include_str!("../../fixtures/pages.toml")).page {
        let found = importer.page(&page.text);
        let cases: Vec<[String; 5]> =
            found.cases.into_iter().map(|found| fields(found.case)).collect();
        let unused: Vec<[String; 3]> = found.unused.into_iter().map(shown).collect();
        let expected = (page.cases, page.own_answers, page.unused);
        differences.compare(&page.name, &expected, &(cases, found.own_answers, unused));
    }
    differences.finish();
}

fn fields(case: Case) -> [String; 5] {
    [case.name, case.kind, case.rules, case.input, case.expected.to_string()]
}

fn shown(unused: Unused) -> [String; 3] {
    let (start, end) = unused.lines.into_inner();
    let lines = if start == end { start.to_string() } else { format!("{start}-{end}") };
    [lines, unused.text, unused.why.unwrap_or_default()]
}
