//! The layouts in which other programs keep inputs and answers as pairs of files.

use std::collections::{BTreeSet, HashMap};

/// Forms of the names of an input and of its answer. `*` stands for the name of the case. Letters may
/// be upper or lower case, and folders may stand before the form.
const LAYOUTS: [(&str, &str); 10] = [
    // This program, online-judge-tools, DMOJ, and `.INP`/`.OUT` of older judges.
    ("*.in", "*.out"),
    ("*.inp", "*.out"),
    // ICPC problem packages and Kattis: data/sample and data/secret.
    ("*.in", "*.ans"),
    // AtCoder.
    ("in/*.txt", "out/*.txt"),
    ("in/*", "out/*"),
    // HackerRank.
    ("input/input*.txt", "output/output*.txt"),
    ("input/*.txt", "output/*.txt"),
    ("input/*", "output/*"),
    ("input*.txt", "output*.txt"),
    // Polygon and Codeforces: 01 and 01.a.
    ("*", "*.a"),
];

/// Folders whose names are kinds of cases: those of ICPC problem packages.
const KINDS: [&str; 2] = ["sample", "secret"];

/// An input file with its answer file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FilePair {
    /// Name of the case.
    pub(crate) name: String,
    /// Kind of the case; may be empty.
    pub(crate) kind: &'static str,
    pub(crate) input: String,
    pub(crate) answer: String,
}

/// Returns the pairs of input and answer files among `names`, and the names that are in no pair.
///
/// Both lists are in the order of names. A name that is in no pair comes with the name of its
/// missing partner, or with `None` if it fits no layout.
pub(crate) fn pairs(names: &[String]) -> (Vec<FilePair>, Vec<(String, Option<String>)>) {
    let mut rest: BTreeSet<&String> = names.iter().collect();
    let mut pairs = Vec::new();
    for (input_form, answer_form) in LAYOUTS {
        let mut answers: HashMap<(String, String), &String> = HashMap::new();
        for name in &rest {
            if let Some(found) = captured(answer_form, name) {
                answers.entry(found).or_insert(name);
            }
        }
        let inputs = rest.iter().filter_map(|name| Some((*name, captured(input_form, name)?)));
        let found: Vec<_> = inputs
            .filter_map(|(input, found)| Some((input, *answers.get(&found)?, found)))
            .filter(|(input, answer, _)| input != answer)
            .collect();
        for (input, answer, (folder, name)) in found {
            // With two spellings of one file name, the first spelling has the pair.
            if !rest.contains(input) || !rest.contains(answer) {
                continue;
            }
            rest.remove(input);
            rest.remove(answer);
            let last = folder.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
            let kind = KINDS.into_iter().find(|kind| last.eq_ignore_ascii_case(kind));
            let kind = kind.unwrap_or_default();
            let (input, answer) = (input.clone(), answer.clone());
            pairs.push((NaturalOrder::new(&input), FilePair { name, kind, input, answer }));
        }
    }
    pairs.sort_by(|a, b| a.0.cmp(&b.0));
    let pairs = pairs.into_iter().map(|(_, pair)| pair).collect();
    let mut rest: Vec<&String> = rest.into_iter().collect();
    rest.sort_by_cached_key(|name| NaturalOrder::new(name));
    (pairs, rest.into_iter().map(|name| (name.clone(), missing(name))).collect())
}

/// Returns the folder and the case name in a file name; `None` if the name does not match `form`.
fn captured(form: &str, name: &str) -> Option<(String, String)> {
    let segments = form.matches('/').count() + 1;
    let start = name.rmatch_indices('/').nth(segments - 1).map_or(0, |(at, _)| at + 1);
    let (folder, file) = name.split_at(start);
    if file.matches('/').count() + 1 != segments {
        return None;
    }
    let (before, after) = form.split_once('*')?;
    let middle = before.len()..file.len().checked_sub(after.len())?;
    let is = |part: Option<&str>, form: &str| part.is_some_and(|it| it.eq_ignore_ascii_case(form));
    let name = file.get(middle.clone())?;
    let fits = is(file.get(..middle.start), before) && is(file.get(middle.end..), after);
    (fits && !name.is_empty() && !name.contains('/')).then(|| (folder.to_owned(), name.to_owned()))
}

/// Returns the name of the answer file that an input file lacks, or the reverse.
///
/// Returns `None` if the name fits no layout.
fn missing(name: &str) -> Option<String> {
    let other = |(input, answer): (&str, &str)| {
        let partner = |from: &str, to: &str| {
            let (folder, name) = captured(from, name)?;
            Some(format!("{folder}{}", to.replace('*', &name)))
        };
        partner(input, answer).or_else(|| partner(answer, input))
    };
    LAYOUTS.into_iter().filter(|(input, _)| *input != "*").find_map(other)
}

/// A sort key for file names: the numbers and other parts of a name, and then the whole name.
///
/// The derived order sorts numbers by value, as in 1, 2, 10.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct NaturalOrder(Vec<NamePart>, String);

#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum NamePart {
    /// A number in a file name: how many digits it has without leading zeros, and these digits. The
    /// derived order compares first how many digits there are, and so sorts numbers by value.
    Number(usize, String),
    Text(String),
}

impl NaturalOrder {
    fn new(name: &str) -> Self {
        let chars: Vec<char> = name.chars().collect();
        let parts = chars.chunk_by(|a, b| a.is_ascii_digit() == b.is_ascii_digit()).map(|part| {
            let text: String = part.iter().collect();
            if part[0].is_ascii_digit() {
                let digits = text.trim_start_matches('0');
                NamePart::Number(digits.len(), digits.to_owned())
            } else {
                NamePart::Text(text)
            }
        });
        Self(parts.collect(), name.to_owned())
    }
}
