//! Published boards and queries on the page.

use kubikschach::cases::{Case, PUBLISHED};

use crate::web::board::{quiet, strings, value, verdict};
use crate::web::page;

#[test]
#[ignore = "drives a browser"]
fn every_published_test_is_an_example_with_its_answer() {
    let Some((server, browser)) = page() else { return };
    let documents = PUBLISHED.iter().map(|(_, _, document)| Case::parse(document).expect("cases"));
    let tests: Vec<Case> = documents.flatten().filter(|case| case.kind == "test").collect();
    let names = browser.run(
        "return [...document.getElementById('examples').options].map((option) => option.value)",
    );
    let mut expected: std::collections::BTreeSet<String> =
        tests.iter().map(|case| case.name.clone()).collect();
    assert_eq!(expected.len(), tests.len(), "names are told apart");
    let problems = std::fs::read_to_string("fixtures/problems.toml").expect("it is there");
    let problems = Case::parse(&problems).expect("cases");
    expected.extend(problems.iter().map(|problem| problem.name.clone()));
    expected.insert(String::new());
    assert_eq!(strings(&names), expected);
    for problem in &problems {
        browser.choose("examples", &problem.name);
        let shown = ["rules", "board"].map(|id| value(&browser, id));
        assert_eq!(shown, [problem.rules.clone(), problem.input.clone()], "{problem}");
        assert_eq!(verdict(&browser), "ongoing", "{problem}");
        let task = browser.text("verdict");
        assert!(task.contains(" to move: mate in "), "{problem}: {task}");
    }
    for case in &tests {
        browser.choose("examples", &case.name);
        assert_eq!(
            (value(&browser, "rules"), browser.text("error")),
            (case.rules.clone(), String::new())
        );
        let expected = case.expected.to_string();
        match expected.as_str() {
            "true" => assert_eq!(verdict(&browser), "checkmate", "{case}"),
            "false" => assert_ne!(verdict(&browser), "checkmate", "{case}"),
            moves => assert_eq!(browser.text("answer").split(' ').next(), Some(moves), "{case}"),
        }
        if case.rules == "cube" {
            assert_eq!(value(&browser, "board"), case.input, "{case}");
        }
    }
    let before = browser.run("return location.href");
    browser.choose("examples", &tests[0].name);
    assert_ne!(browser.run("return location.href"), before);
    browser.click("#undo");
    assert_eq!(browser.run("return location.href"), before, "an example can be undone");
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn an_unfinished_setup_says_the_next_step() {
    let Some((server, browser)) = page() else { return };
    browser.click("#tab-mate");
    assert_eq!(browser.text("verdict"), "Place the white king", "the knight alone is no position");
    browser.click("#clear");
    assert_eq!(browser.text("verdict"), "Place the white king");
    assert_eq!(browser.text("explanation"), "Paste a board or place pieces.");
    assert_eq!((browser.text("error"), verdict(&browser)), Default::default());
    assert_eq!(value(&browser, "board"), "");
    quiet(server, &browser);
}
