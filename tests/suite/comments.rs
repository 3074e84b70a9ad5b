//! Checks that doc comments open with a noun or a verb.

use std::fs;
use std::path::Path;

use crate::layout::sources;

/// Words that no doc comment may open with, because they leave a clause without a subject or refer
/// to another comment.
const NEVER_FIRST: [&str; 13] = [
    "What", "Where", "How", "Who", "Whose", "Whoever", "Whether", "Why", "The same", "Those",
    "Such", "Perhaps", "So that",
];

#[test]
#[ignore = "a house rule, which .ci/run checks"]
fn doc_comments_open_with_a_verb_or_a_noun() {
    let mut wrong = Vec::new();
    let folders = ["src", "tests", "benches", "examples", "fuzz/src", "fuzz/fuzz_targets"];
    for file in folders.into_iter().flat_map(|folder| sources(Path::new(folder))) {
        let name = file.display().to_string();
        let text = fs::read_to_string(&file).expect("sources are text");
        let bad = summaries(&text).filter(|(_, summary)| opens_badly(summary));
        wrong.extend(bad.map(|(line, summary)| format!("{name}:{line}: {summary}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn summaries(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut follows = false;
    (1..).zip(text.lines()).filter_map(move |(number, line)| {
        let line = line.trim_start();
        let comment = line.strip_prefix("///").or_else(|| line.strip_prefix("//!"));
        let is_first = !std::mem::replace(&mut follows, comment.is_some());
        comment.filter(|_| is_first).map(|summary| (number, summary.trim()))
    })
}

fn opens_badly(summary: &str) -> bool {
    NEVER_FIRST.iter().any(|word| {
        let rest = summary.strip_prefix(word);
        rest.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
    })
}
