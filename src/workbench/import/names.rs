//! Derives the names and kinds of cases from headings and labels.

use std::collections::HashMap;

use super::labels::{self, is_section};
use super::values::value;
use crate::cases::Case;

/// Kind of the cases that a page shows first as examples and often repeats under a name.
pub(super) const EXAMPLE: &str = "example";

const KINDS: [&str; 3] = ["test", "validator", EXAMPLE];

/// Largest number of characters and of words of a line that names the case after it.
const LONGEST: (usize, usize) = (50, 6);
/// Largest number of words of such a line if the line is not marked and has no number.
const FEW: usize = 3;

/// A line of text that may name the case after it.
#[derive(Clone, Debug)]
pub(super) struct Heading {
    pub(super) line: usize,
    pub(super) text: String,
    /// True if the page marks the line as a heading.
    pub(super) is_marked: bool,
    /// True if the line follows an answer directly, as an explanation does.
    pub(super) follows_answer: bool,
}

/// The name and kind that the text before a case gives to the case.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct CaseTitle {
    pub(super) name: String,
    pub(super) kind: String,
    /// Lines of the name and the kind.
    pub(super) lines: Vec<usize>,
}

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

/// Returns the title in the lines between the previous case and an input; `None` if they have none.
///
/// The last line is a title if it looks like one. Otherwise the last marked heading is.
pub(super) fn title(lines: &[Heading]) -> Option<CaseTitle> {
    let (last, above) = lines.split_last()?;
    let name = bare(&last.text);
    let above = above.last().filter(|above| above.is_short());
    match (kind(&name), above) {
        (Some(kind), Some(above)) if kind != EXAMPLE => {
            let (name, lines) = (bare(&above.text), vec![above.line, last.line]);
            Some(CaseTitle { name, kind: kind.to_owned(), lines })
        }
        (Some(kind), _) => Some(CaseTitle { name, kind: kind.to_owned(), lines: vec![last.line] }),
        (None, _) => {
            let marked =
                || lines.iter().rfind(|line| line.is_marked).filter(|line| line.is_title());
            let found = Some(last).filter(|last| last.is_title()).or_else(marked)?;
            let (name, kind) = split_kind(&bare(&found.text));
            Some(CaseTitle { name, kind, lines: vec![found.line] })
        }
    }
}

impl Heading {
    fn is_short(&self) -> bool {
        let (characters, words) = LONGEST;
        self.text.chars().count() <= characters
            && self.text.split_whitespace().count() <= words
            && self.text.contains(char::is_alphabetic)
            && !self.text.contains("://")
    }

    fn is_title(&self) -> bool {
        let is_sentence = self.text.ends_with(['.', '!', '?', ';', ',']);
        let has_number = self.text.split(' ').any(|word| {
            let word = word.trim_matches(|c: char| !c.is_alphanumeric());
            !word.is_empty() && word.chars().all(|c| c.is_ascii_digit())
        });
        let is_brief = self.text.split_whitespace().count() <= FEW;
        let has_kind = !split_kind(&bare(&self.text)).1.is_empty();
        let is_plain =
            if self.follows_answer { is_brief && has_number } else { is_brief || has_number };
        let is_text = !is_sentence && value(&self.text).is_none() && !is_section(&self.text);
        self.is_short() && is_text && (self.is_marked || has_kind || is_plain)
    }
}

/// Splits `King 1 (test)` or `King 1 - test` into the name and the kind, which may be empty.
fn split_kind(name: &str) -> (String, String) {
    let (front, word) = name.rsplit_once(char::is_whitespace).unwrap_or_default();
    match kind(word) {
        Some(kind) => (front.trim_end_matches([' ', '-', ':']).to_owned(), kind.to_owned()),
        None => (name.to_owned(), String::new()),
    }
}

fn kind(word: &str) -> Option<&'static str> {
    let bare = word.trim_matches(['(', ')', ':', '-', ' ']).to_lowercase();
    KINDS.into_iter().find(|kind| *kind == bare)
}

fn bare(line: &str) -> String {
    line.trim_matches(['#', '*', '_', ':', '-', ' ']).to_owned()
}

/// Returns the places in a line at which an input may start after a label such as `3.` or
/// `Board 3:`.
pub(super) fn input_starts(line: &str) -> impl Iterator<Item = usize> {
    let bracket = ["n=", "N=", "[", "{"].iter().filter_map(|text| line.find(text)).min();
    let colon = line.rfind(": ").map(|at| at + 2);
    let item = [". ", ") "].iter().filter_map(|text| line.find(text)).min().map(|at| at + 2);
    [bracket, colon, item].into_iter().flatten().filter(|start| *start > 0)
}

/// Returns the name in a label before an input, such as `Board 3`; `None` if the label is a number
/// or is long.
pub(super) fn of_label(label: &str) -> Option<String> {
    let item = label.trim_start_matches(|c: char| c.is_ascii_digit());
    let item = item.strip_prefix(['.', ')']).map_or(label, str::trim_start);
    // `King 1 Input:` names King 1.
    let words: Vec<&str> = item.trim_end_matches(':').split_whitespace().collect();
    let is_label = |from: &usize| {
        !words[*from].starts_with(|c: char| c.is_ascii_digit())
            && labels::of_phrase(&words[*from..].join(" ")).is_some()
    };
    let end = (0..words.len()).find(is_label);
    let name = words[..end.unwrap_or(words.len())].join(" ");
    let name = name.trim_matches(|c: char| !c.is_alphanumeric() && c != ')');
    let (characters, count) = LONGEST;
    let is_name = name.starts_with(char::is_alphabetic)
        && name.chars().count() <= characters
        && name.split(' ').count() <= count;
    is_name.then(|| name.to_owned())
}
