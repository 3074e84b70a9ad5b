//! Fuzz target `cases`: the text is a TOML file of cases, or a page from which cases are imported.

use kubikschach::cases::{Case, Question, document};
use kubikschach::import::{Importer, distinguish};

use crate::items::{built_in, expect_ok, is_small, named};

/// Checks that no text makes the parsers panic. Parsed cases must have answers, and must stay equal
/// if they are written and parsed again.
pub fn run(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    if let Ok(cases) = Case::parse(&text) {
        check(&cases);
    }
    let [puzzle, cube] = ["kubikschach", "cube"].map(built_in);
    let importer = Importer {
        path: (puzzle, puzzle.name()),
        mate: (cube, cube.name()),
        size: None,
        answers: true,
    };
    let mut found: Vec<Case> =
        importer.page(&text).cases.into_iter().map(|found| found.case).collect();
    distinguish(&mut found);
    check(&found);
    for case in found {
        let rules = built_in(&case.rules);
        assert!(case.question(rules).is_ok(), "{case:?}");
    }
}

fn check(cases: &[Case]) {
    if cases.is_empty() {
        return;
    }
    let again = expect_ok(Case::parse(&document(cases)));
    assert_eq!(format!("{again:?}"), format!("{cases:?}"));
    for case in cases.iter().take(3) {
        let Some(rules) = named(&case.rules) else { continue };
        let is_small = match case.question(rules) {
            Ok(Question::Path(size, _)) => size.edge() <= 9,
            Ok(Question::Mate(setup)) => is_small(&setup.board),
            Err(_) => true,
        };
        if is_small {
            let answer = case.answer(rules).map_err(|error| error.to_string());
            assert_eq!(case.passes(rules), answer.as_ref() == Ok(&case.expected), "{case:?}");
        }
    }
}
