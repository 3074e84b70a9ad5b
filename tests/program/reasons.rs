//! Checks that explanations in JSON have the lines that are printed without `--json`.

use serde_json::Value;

use crate::stdout_of;

const BOARDS: [&[&str]; 6] = [
    &["[rq,##],[##,K#]"],
    &["[#q,##],[##,K#]"],
    &["--force", "[##,##],[##,K#]"],
    &[
        "--all",
        "[####,####,####,k###],[####,####,####,####],[####,####,#Q##,####],[####,####,####,K###]",
    ],
    &["--rules", "raumschach", "start"],
    &["--rules", "great-shatranj", "start"],
];

#[test]
fn explanations_in_json_have_the_printed_lines() {
    for board in BOARDS {
        let printed_lines = stdout_of(&[&["mate", "--explain"], board].concat());
        let answer = stdout_of(&[&["mate", "--json", "--explain"], board].concat());
        let answer: Value = serde_json::from_str(&answer).expect("an object");
        let lines = answer["lines"].as_array().expect("the lines");
        let printed: Vec<String> = printed_lines.lines().map(in_single_spaces).collect();
        assert_eq!(lines.iter().map(outlined).collect::<Vec<_>>(), printed, "{board:?}");
        for line in lines {
            let words = outlined(line);
            let cells = line["cells"].as_array().expect("the cells");
            let mut names = cells.iter().filter_map(|cell| cell.as_str());
            assert!(names.all(|name| words.contains(name)), "{line}");
        }
        check_reasons(&answer, lines);
    }
}

/// Checks that an answer has a headline, and that each of its reasons has the attacks of its lines.
fn check_reasons(answer: &Value, lines: &[Value]) {
    assert!(answer["headline"].is_string(), "{answer}");
    for reason in answer["reasons"].as_array().expect("the reasons") {
        let own = reason["lines"].as_array().expect("indexes").iter();
        let index = |index: &Value| usize::try_from(index.as_u64().expect("an index"));
        let own = own.map(|line| &lines[index(line).expect("a small number")]);
        let attacks = own.flat_map(|line| line["attacks"].as_array().into_iter().flatten());
        let listed = reason["attacks"].as_array().expect("the attacks");
        assert!(attacks.clone().all(|attack| listed.contains(attack)), "{reason}");
        assert!(listed.iter().all(|attack| attacks.clone().any(|own| own == attack)), "{reason}");
    }
}

/// Returns a line of text with its indent, but with single spaces between its words.
fn in_single_spaces(line: &str) -> String {
    let indent = line.len() - line.trim_start().len();
    " ".repeat(indent) + &line.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns a line of a JSON explanation as it is printed without `--json`, but with single spaces
/// between its words.
fn outlined(line: &Value) -> String {
    let [label, text] = ["label", "text"].map(|name| line[name].as_str().expect("a text"));
    let front = match (line["depth"].as_u64(), line["works"].as_bool()) {
        (Some(0), Some(false)) => "",
        (Some(1), Some(false)) => "  ",
        (Some(2), Some(true)) => "  + ",
        (Some(2), Some(false)) => "    ",
        _ => panic!("{line}"),
    };
    in_single_spaces(&format!("{front}{}", format!("{label} {text}").trim_start()))
}
