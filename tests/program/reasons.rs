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
        let texts: Vec<&str> = lines.iter().filter_map(|line| line["text"].as_str()).collect();
        assert_eq!(texts, printed_lines.lines().collect::<Vec<_>>(), "{board:?}");
        for line in lines {
            let text = line["text"].as_str().expect("a text");
            let cells = line["cells"].as_array().expect("the cells");
            let mut names = cells.iter().filter_map(|cell| cell.as_str());
            assert!(names.all(|name| text.contains(name)), "{line}");
        }
    }
}
