//! Derives the names and kinds of cases from headings and labels.

use std::collections::HashMap;

use super::labels::{self, is_section};
use super::values::value;
use crate::cases::Case;

/// Kind of the cases that a page shows as examples, and often again later with names.
pub(super) const EXAMPLE: &str = "example";

const KINDS: [&str; 3] = ["test", "validator", EXAMPLE];

/// Largest number of characters, and of words beside the kind, of a line that names the case after it.
const LONGEST: (usize, usize) = (50, 5);
/// Characters that no name has.
const FOREIGN: [char; 5] = ['=', '[', '{', '|', ','];

/// A line of text that may name the case after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct PageHeading<'t> {
    pub(super) line: usize,
    pub(super) text: &'t str,
    /// True if the page marks the line as a heading.
    pub(super) is_marked: bool,
}

/// The name and kind that the text before a case gives to the case.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct CaseTitle {
    pub(super) name: String,
    pub(super) kind: String,
    /// Numbers of the lines that have the name and the kind.
    pub(super) lines: Vec<usize>,
}

/// Adds numbers to repeated names: of two cases `far`, the second becomes `far (2)`.
///
/// Cases of different kinds may share a name.
///
/// # Example
/// ```
/// use kubikschach::{cases::Case, import::distinguish};
/// let case = "[[case]]\nname = 'far'\nrules = 'cube'\ninput = '[#q,##],[##,K#]'\nexpected = false\n";
/// let mut cases = Case::parse(&case.repeat(2))?;
/// distinguish(&mut cases);
/// assert_eq!(cases[1].name, "far (2)");
/// # Ok::<(), kubikschach::mistake::Mistakes>(())
/// ```
pub fn distinguish<'c>(cases: impl IntoIterator<Item = &'c mut Case>) {
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

/// Returns the title that the text before an input gives to its case; `None` if the text has none.
///
/// `lines` are the lines of other text since the previous input or answer. The last of them is the
/// title if it has the form of one. Otherwise the title is the last line that the page marks as a
/// heading.
pub(super) fn title(lines: &[PageHeading<'_>]) -> Option<CaseTitle> {
    let (last, above) = lines.split_last()?;
    let name = bare(last.text);
    let above = above.last().filter(|above| above.is_short());
    match (kind(&name), above) {
        (Some(kind), Some(above)) if kind != EXAMPLE => {
            let (name, lines) = (bare(above.text), vec![above.line, last.line]);
            Some(CaseTitle { name, kind: kind.to_owned(), lines })
        }
        (Some(kind), _) => {
            // A kind alone stands below the name of the previous case.
            let name = if kind == EXAMPLE { name } else { String::new() };
            Some(CaseTitle { name, kind: kind.to_owned(), lines: vec![last.line] })
        }
        (None, _) => {
            let marked =
                || lines.iter().rfind(|line| line.is_marked).filter(|line| line.is_title());
            let found = Some(last).filter(|last| last.is_title()).or_else(marked)?;
            let (name, kind) = split_kind(&bare(found.text));
            Some(CaseTitle { name, kind, lines: vec![found.line] })
        }
    }
}

impl PageHeading<'_> {
    fn is_short(&self) -> bool {
        let (characters, words) = LONGEST;
        self.text.chars().count() <= characters
            && split_kind(self.text).0.split_whitespace().count() <= words
            && self.text.contains(char::is_alphabetic)
            && !self.text.contains("://")
    }

    /// Returns `true` if the line is marked as a heading, or starts with a capital letter and has a
    /// number or a kind, as in `King 1` and `Rook (test)`.
    fn is_title(&self) -> bool {
        let text = bare(self.text);
        let is_sentence = self.text.ends_with(['.', '!', '?', ';', ',', '。']);
        let is_number = |word: &str| {
            let word = word.trim_matches(|c: char| !c.is_alphanumeric());
            !word.is_empty() && word.chars().all(|c| c.is_ascii_digit())
        };
        let has_number = text.split(' ').any(is_number);
        let is_capital = text.starts_with(|c: char| c.is_alphabetic() && !c.is_lowercase());
        let has_kind = !split_kind(&text).1.is_empty();
        let is_plain = is_capital && has_number && !text.contains(FOREIGN);
        let is_other = value(self.text).is_some() || is_section(self.text);
        self.is_short() && !is_sentence && !is_other && (self.is_marked || has_kind || is_plain)
    }
}

/// Splits `King 1 (test)` or `King 1 - test` into the name and the kind, which may be empty.
pub(super) fn split_kind(name: &str) -> (String, String) {
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

/// Returns the byte offsets in a line at which an input may start after a label such as `3.` or
/// `Board 3:`, each with the name in the label, which may be empty.
pub(super) fn input_starts(line: &str) -> impl Iterator<Item = (usize, String)> {
    starts(line).filter_map(|start| Some((start, of_label(line[..start].trim_end())?)))
}

/// Returns the byte offsets in a line at which an input may start after other text.
pub(super) fn starts(line: &str) -> impl Iterator<Item = usize> {
    let bytes = line.as_bytes();
    let bracket = bytes.iter().position(|byte| matches!(byte, b'[' | b'{' | b'='));
    let size =
        bracket.filter(|at| bytes[*at] == b'=' && *at > 0 && matches!(bytes[at - 1], b'n' | b'N'));
    let bracket =
        size.map(|at| at - 1).or_else(|| bytes.iter().position(|byte| matches!(byte, b'[' | b'{')));
    let after = |signs: [u8; 2]| move |pair: &[u8]| signs.contains(&pair[0]) && pair[1] == b' ';
    let colon = bytes.windows(2).rposition(after([b':'; 2])).map(|at| at + 2);
    let item = bytes.windows(2).position(after([b'.', b')'])).map(|at| at + 2);
    [bracket, colon, item].into_iter().flatten().filter(|start| *start > 0)
}

/// Returns the name in the label before an input, such as `Board 3`; an empty text for a label
/// without a name, such as `3.`. The result is `None` for a text that is no label, such as a
/// sentence.
fn of_label(label: &str) -> Option<String> {
    // `board = ` names a variable.
    if label.ends_with('=') {
        return Some(String::new());
    }
    if label.chars().count() > LONGEST.0 {
        return None;
    }
    let item = label.trim_start_matches(|c: char| c.is_ascii_digit() || c == '(');
    let item = item.trim_start_matches(['.', ')', ',', ':']).trim();
    // `King 1 Input:` names King 1.
    let words: Vec<&str> = item.trim_end_matches(':').split_whitespace().collect();
    let is_label = |from: &usize| {
        !words[*from].starts_with(|c: char| c.is_ascii_digit())
            && labels::of_phrase(&words[*from..].join(" ")).is_some()
    };
    let end = (0..words.len()).find(is_label).unwrap_or(words.len());
    let name = words[..end].join(" ");
    let heading = PageHeading { line: 0, text: &name, is_marked: true };
    let is_named = || label.ends_with([':', '.', ')']) && heading.is_title();
    (name.is_empty() || is_named()).then_some(name)
}
