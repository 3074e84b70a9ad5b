//! The layouts in which other programs keep inputs and answers as pairs of files.
//!
//! A file is an input or an answer by a word in its name, by the folder that it is in, or by both.

use std::collections::{BTreeMap, HashMap};

/// Words for inputs and for answers, such as those in `1.in` and `1.ans`, or the names of folders.
///
/// If an input has answers by several pairs of words, the first pair counts. Letters may be upper or
/// lower case.
const WORDS: [(&str, &str); 25] = [
    // Kattis and ICPC.
    ("in", "ans"),
    // This program, online-judge-tools, DMOJ, AtCoder.
    ("in", "out"),
    // HackerRank and USACO.
    ("input", "output"),
    ("input", "answer"),
    ("input", "ans"),
    ("input", "expected"),
    ("input", "expected_output"),
    ("in", "answer"),
    ("in", "expected"),
    ("in", "output"),
    // Older judges of several countries.
    ("inp", "oup"),
    ("inp", "out"),
    ("inp", "ans"),
    ("dat", "ans"),
    ("dat", "out"),
    ("in", "sol"),
    ("in", "ok"),
    ("in", "a"),
    // `I.1` and `O.1`; `x_i01` and `x_e01`.
    ("i", "o"),
    ("i", "e"),
    ("txt", "ans"),
    ("txt", "out"),
    ("txt", "expected"),
    ("txt", "sol"),
    ("txt", "ok"),
];
/// Number of pairs of words that hardly occur in other names, so that a missing file can be named.
const CLEAR: usize = 17;
/// Endings of an answer that follow the whole name of its input, such as `01.a` of Polygon.
const ADDED: [&str; 6] = [".ans", ".a", ".out", ".expected", ".sol", ".ok"];
/// Endings of names that say nothing about a case.
const ENDINGS: [&str; 2] = [".txt", ".dat"];

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

/// The reason why a file belongs to no case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Unpaired {
    /// The name fits no layout.
    Other,
    /// The file is in a folder of inputs that are wrong on purpose, such as `invalid_input`.
    Invalid,
    /// The input has no answer file, which would have this name.
    NoAnswer(String),
    /// The answer has no input file, which would have this name.
    NoInput(String),
    /// This input has another answer file, which comes first.
    AnotherAnswer(String, String),
}

/// The pairs of input and answer files, and the other files with the reason.
pub(crate) struct PairedFiles {
    pub(crate) pairs: Vec<FilePair>,
    pub(crate) unpaired: Vec<(String, Unpaired)>,
}

/// A way to read the name of a file as that of an input or an answer.
struct Reading {
    is_input: bool,
    /// Key that the input and the answer of a case share. Pairs are found in the order of the keys.
    key: (usize, usize, String),
    /// Folders, and name of the case.
    case: String,
    /// Name of the file that completes the pair; `None` if many other names could be read like
    /// this.
    partner: Option<String>,
}

/// A way to read the name of a file or folder: with a word for inputs or answers, or without.
struct MarkedName {
    /// Number of the pair of words; larger than all of them without a word.
    rank: usize,
    /// `None` if the name has no such word.
    is_input: Option<bool>,
    /// Name with a placeholder instead of the word.
    stem: String,
    /// Name with the other word.
    partner: String,
    /// Name without the word, as a part of the name of the case.
    case: String,
}

/// Files whose names differ only in their words for inputs and answers.
#[derive(Default)]
struct Alike<'n> {
    /// Inputs, each with the folders and the name of its case.
    inputs: Vec<(&'n String, String)>,
    answers: Vec<&'n String>,
}

/// Pairs the input and answer files among `names`. Both lists are in the order of the names, with
/// numbers sorted by value.
///
/// `known` has pairs that a file such as `init.yml` lists.
pub(crate) fn pairs(names: &[String], known: &[(String, String)]) -> PairedFiles {
    let (invalid, names): (Vec<_>, Vec<_>) = names.iter().partition(|name| is_invalid(name));
    let mut files: BTreeMap<_, Alike<'_>> = BTreeMap::new();
    for name in &names {
        for Reading { is_input, key, case, .. } in readings(name) {
            let alike = files.entry(key).or_default();
            if is_input {
                alike.inputs.push((name, case));
            } else {
                alike.answers.push(name);
            }
        }
    }
    let mut found: Vec<(&String, &String, String)> =
        known.iter().map(|(input, answer)| (input, answer, case_of(input))).collect();
    // For each used file, the answer of its case.
    let used = known.iter().flat_map(|(input, answer)| [(input, answer), (answer, answer)]);
    let mut used: HashMap<&String, &String> = used.collect();
    // For each answer to a used input, that input.
    let mut others: HashMap<&String, &String> = HashMap::new();
    for Alike { inputs, answers } in files.values() {
        let input = inputs.iter().find(|(input, _)| !used.contains_key(input));
        let answer = answers.iter().find(|answer| !used.contains_key(*answer));
        match (input, answer) {
            (Some((input, case)), Some(answer)) if input != answer => {
                used.extend([(*input, *answer), (*answer, *answer)]);
                found.push((input, answer, case.clone()));
            }
            _ => {
                others.extend(answer.zip(inputs.first()).map(|(answer, input)| (*answer, input.0)));
            }
        }
    }
    let reason = |name: &String| {
        let another = others.get(name).and_then(|input| Some((*input, *used.get(*input)?)));
        another.map_or_else(
            || lonely(name),
            |(input, answer)| Unpaired::AnotherAnswer(input.clone(), answer.clone()),
        )
    };
    let lonely = names.into_iter().filter(|name| !used.contains_key(name));
    let lonely = lonely.map(|name| (name.clone(), reason(name)));
    let invalid = invalid.into_iter().map(|name| (name.clone(), Unpaired::Invalid));
    let mut unpaired: Vec<(String, Unpaired)> = lonely.chain(invalid).collect();
    found.sort_by_cached_key(|(input, ..)| NaturalOrder::new(input));
    unpaired.sort_by_cached_key(|(name, _)| NaturalOrder::new(name));
    PairedFiles { pairs: named(&found), unpaired }
}

/// Returns the reason why a file without a partner belongs to no case.
fn lonely(name: &str) -> Unpaired {
    // An input alone is more often one of `.out` than of `.ans`.
    let rank =
        |reading: &Reading| (reading.is_input && reading.key.0 == 0, reading.key.0, reading.key.1);
    let with_partner = readings(name).into_iter().filter(|reading| reading.partner.is_some());
    match with_partner.min_by_key(rank) {
        Some(Reading { is_input: true, partner: Some(partner), .. }) => Unpaired::NoAnswer(partner),
        Some(Reading { partner: Some(partner), .. }) => Unpaired::NoInput(partner),
        _ => Unpaired::Other,
    }
}

fn is_invalid(name: &str) -> bool {
    let folders = name.rsplit_once('/').map_or("", |(folders, _)| folders);
    folders.split('/').any(|folder| folder.starts_with("invalid_"))
}

/// Returns all ways to read a file name as that of an input or an answer.
fn readings(name: &str) -> Vec<Reading> {
    let (folders, file) = name.rsplit_once('/').unwrap_or(("", name));
    let folders: Vec<&str> = folders.split('/').filter(|folder| !folder.is_empty()).collect();
    let (mut readings, files) = (Vec::new(), file_marks(file));
    for nth in 0..=folders.len() {
        // The last turn is for files whose folders do not matter.
        let marks =
            folders.get(nth).map_or_else(|| vec![MarkedName::none("")], |it| folder_marks(it));
        for folder in &marks {
            readings.extend(files.iter().filter_map(|file| reading(&folders, (nth, folder), file)));
        }
    }
    readings
}

fn reading(
    folders: &[&str],
    (nth, folder): (usize, &MarkedName),
    file: &MarkedName,
) -> Option<Reading> {
    let is_input = match (folder.is_input, file.is_input) {
        (Some(one), Some(other)) if one != other => return None,
        (one, other) => one.or(other)?,
    };
    let path = |of_folder: &str, of_file: &str| {
        let own = folders.iter().enumerate();
        let folders = own.map(|(at, &own)| if at == nth { of_folder } else { own });
        let parts = folders.chain([of_file]).filter(|part| !part.is_empty());
        parts.collect::<Vec<_>>().join("/")
    };
    let case = path("", &file.case);
    let is_clear = file.rank < CLEAR || file.is_input.is_none();
    Some(Reading {
        is_input,
        key: (file.rank, folder.rank, path(&folder.stem, &file.stem)),
        partner: (is_clear && !case.is_empty()).then(|| path(&folder.partner, &file.partner)),
        case,
    })
}

impl MarkedName {
    fn none(name: &str) -> Self {
        let (stem, partner, case) = (name.to_owned(), name.to_owned(), without_ending(name));
        Self { rank: WORDS.len(), is_input: None, stem, partner, case: case.to_owned() }
    }
}

/// Returns the ways to read the name of a folder that is a word, perhaps in the plural.
fn folder_marks(folder: &str) -> Vec<MarkedName> {
    let mark = |(rank, is_input, word, other): (usize, bool, &str, &str)| {
        let plural = folder.get(word.len()..).filter(|rest| matches!(*rest, "" | "s"))?;
        folder[..word.len()].eq_ignore_ascii_case(word).then(|| MarkedName {
            rank,
            is_input: Some(is_input),
            stem: "\0".to_owned(),
            partner: format!("{other}{plural}"),
            case: String::new(),
        })
    };
    words().filter_map(mark).collect()
}

/// Returns the ways to read the name of a file, without a word last.
fn file_marks(file: &str) -> Vec<MarkedName> {
    let lower = file.to_ascii_lowercase();
    let mut marks = Vec::new();
    for (rank, is_input, word, other) in words() {
        for (at, _) in lower.match_indices(word) {
            let (before, after) = (&file[..at], &file[at + word.len()..]);
            if before.ends_with(char::is_alphabetic) || after.starts_with(char::is_alphabetic) {
                continue;
            }
            let case = format!("{before}{}", without_ending(after));
            marks.push(MarkedName {
                rank,
                is_input: Some(is_input),
                stem: format!("{before}\0{after}"),
                partner: format!("{before}{other}{after}"),
                case: case.trim_matches(['.', '_', '-']).to_owned(),
            });
        }
    }
    for (rank, ending) in (WORDS.len() + 1..).zip(ADDED) {
        let added = |is_input, stem: &str| MarkedName {
            rank,
            is_input: Some(is_input),
            ..MarkedName::none(stem)
        };
        let stem = lower.strip_suffix(ending).map(|stem| &file[..stem.len()]);
        marks.extend(stem.filter(|stem| !stem.is_empty()).map(|stem| added(false, stem)));
        marks.push(added(true, file));
    }
    marks.push(MarkedName::none(file));
    marks
}

/// Returns each word with the number of its pair, whether it marks inputs, and the other word.
fn words() -> impl Iterator<Item = (usize, bool, &'static str, &'static str)> {
    let both =
        |(rank, (input, answer))| [(rank, true, input, answer), (rank, false, answer, input)];
    WORDS.into_iter().enumerate().flat_map(both)
}

fn without_ending(name: &str) -> &str {
    ENDINGS.iter().find_map(|ending| name.strip_suffix(ending)).unwrap_or(name)
}

/// Returns the folders and the name of the case of an input file.
fn case_of(input: &str) -> String {
    let reading = readings(input).into_iter().find(|reading| reading.is_input);
    reading.map_or_else(|| without_ending(input).to_owned(), |reading| reading.case)
}

/// Names the cases, each an input, its answer, and its folders with its own name. A name carries
/// the folders below that of its kind, or those that not all cases have.
fn named(found: &[(&String, &String, String)]) -> Vec<FilePair> {
    let cases = found.iter().map(|(.., case)| case.split('/').collect::<Vec<_>>());
    let cases: Vec<Vec<&str>> = cases.collect();
    let folders = |case: &[&str]| case.len() - 1;
    let common = cases.iter().map(|case| {
        let pairs = case[..folders(case)].iter().zip(&cases[0][..folders(&cases[0])]);
        pairs.take_while(|(one, other)| one == other).count()
    });
    let common = common.min().unwrap_or(0);
    let pair = |((input, answer, _), case): (&(&String, &String, String), &Vec<&str>)| {
        let kind = |folder: &&str| KINDS.into_iter().find(|it| it.eq_ignore_ascii_case(folder));
        let at = case[..folders(case)].iter().rposition(|folder| kind(folder).is_some());
        let name = case[at.map_or(common, |at| at + 1)..].join("/");
        FilePair {
            name: if name.is_empty() { "1".to_owned() } else { name },
            kind: at.and_then(|at| kind(&case[at])).unwrap_or_default(),
            input: (*input).clone(),
            answer: (*answer).clone(),
        }
    };
    found.iter().zip(&cases).map(pair).collect()
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
