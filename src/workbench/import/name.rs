//! Derives the names of cases from headings and labels.

use std::collections::HashMap;

use crate::cases::{Case, Puzzle};

/// Kind of the cases that a page shows first as examples and often repeats under a name.
pub(super) const EXAMPLE: &str = "example";

const KINDS: [&str; 3] = ["test", "validator", EXAMPLE];

/// Adds numbers to repeated names: of two cases `far`, the second becomes `far (2)`.
///
/// Cases of different kinds may share a name.
///
/// # Example
/// ```
/// use kubikschach::{cases::Case, workbench::distinguish};
/// let case = "[[case]]\nname = 'far'\nrules = 'cube'\ninput = '[#q,##],[##,K#]'\nexpected = false\n";
/// let mut cases = Case::parse(&case.repeat(2))?;
/// distinguish(&mut cases);
/// assert_eq!(cases[1].name, "far (2)");
/// # Ok::<(), kubikschach::diagnostic::Diagnostics>(())
/// ```
pub fn distinguish(cases: &mut [Case]) {
    let mut uses: HashMap<String, u32> = HashMap::new();
    for case in cases {
        let name = case.name.clone();
        loop {
            let earlier = uses.get(&case.to_string()).copied().unwrap_or(0);
            *uses.entry(case.to_string()).or_default() += 1;
            if earlier == 0 {
                break;
            }
            case.name = format!("{name} ({})", earlier + 1);
        }
    }
}

/// Returns the name and kind of a case, and the number of heading lines that they were taken from.
///
/// These lines are the last ones of the heading. The kind is the whole last line or the last word
/// of the name, and may be empty. Returns `None` if the heading is empty.
pub(super) fn of_heading(heading: &[&str]) -> Option<(String, String, usize)> {
    let bare = |line: &str| line.trim_matches(['#', '*', ':', '-', ' ']).to_owned();
    let (last, above) = heading.split_last()?;
    let name = bare(last);
    let (front, word) = name.rsplit_once(char::is_whitespace).unwrap_or_default();
    Some(match (kind(&name), kind(word)) {
        (Some(EXAMPLE), _) => (name, EXAMPLE.to_owned(), 1),
        (Some(kind), _) => {
            let name = above.last().map_or(name, |line| bare(line));
            (name, kind.to_owned(), heading.len().min(2))
        }
        (None, Some(kind)) => {
            (front.trim_end_matches([' ', '-', ':']).to_owned(), kind.to_owned(), 1)
        }
        (None, None) => (name, String::new(), 1),
    })
}

fn kind(word: &str) -> Option<&'static str> {
    let bare = word.trim_matches(['(', ')', ':', '-', ' ']).to_lowercase();
    KINDS.into_iter().find(|kind| *kind == bare)
}

/// Splits a line into a label such as `3.` or `Board 3:`, which may be empty, and the input after
/// it.
pub(super) fn split_label(line: &str) -> (&str, &str) {
    let first = |texts: &[&str]| texts.iter().filter_map(|text| line.find(text)).min();
    let input = ["n=", "N=", "[", "{"].iter().find_map(|text| line.find(text));
    let mark = || line.rfind(": ").or_else(|| first(&[". ", ") "])).map(|at| at + 2);
    let (label, input) = line.split_at(input.or_else(mark).unwrap_or(0));
    (label.trim(), input.trim())
}

/// Returns `true` if a label is the size of the board after it, as in `2, [#q,##],[##,K#]`.
pub(super) fn is_edge(label: &str, board: &str) -> bool {
    let rows = board.trim_start_matches(['[', '"', ' ']);
    let first = rows.split(['"', ',', ']']).next().unwrap_or_default();
    label.trim_end_matches([',', ' ']).parse() == Ok(first.trim_end().len())
}

/// Returns the name that a short label with a number gives to a case, such as `Board 3`.
///
/// Returns `None` if the label is long or has no number.
pub(super) fn of_label(label: &str, puzzle: Puzzle) -> Option<String> {
    let digits = label.len() - label.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (item, rest) = label.split_at(digits);
    let words =
        rest.trim_matches(|c: char| !c.is_alphanumeric() && c != ')').trim_start_matches(") ");
    let is_name = words.len() <= 24
        && words.starts_with(char::is_alphabetic)
        && words.trim_matches(|c: char| !c.is_ascii_digit()).parse::<usize>().is_ok();
    let number = item.parse().ok().filter(|_| label.len() <= 24);
    if is_name { Some(words.to_owned()) } else { Some(numbered(puzzle, number?)) }
}

pub(super) fn numbered(puzzle: Puzzle, number: usize) -> String {
    let noun = match puzzle {
        Puzzle::Path => "Query",
        Puzzle::Mate => "Board",
    };
    format!("{noun} {number}")
}
