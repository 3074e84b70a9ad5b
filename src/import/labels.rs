//! Recognizes labels, such as `Sample Input 1:`, in several languages.

/// A label, which tells what the text after it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PageLabel {
    Input,
    Output,
    /// The boards after the label have this answer.
    Group(bool),
    /// Labels of an input and of its answer side by side.
    Both,
}

/// Words that make a text a label. Each label has exactly one of them.
const WORDS: [(PageLabel, &[&str]); 4] = [
    (
        PageLabel::Input,
        &[
            "input",
            "inputs",
            "stdin",
            "entrada",
            "entradas",
            "entrée",
            "entrées",
            "entree",
            "entrees",
            "eingabe",
            "eingaben",
            "beispieleingabe",
            "入力",
            "入力例",
            "標準入力",
            "サンプル入力",
            "inputcopy",
        ],
    ),
    (
        PageLabel::Output,
        &[
            "output",
            "outputs",
            "stdout",
            "answer",
            "result",
            "salida",
            "salidas",
            "saída",
            "saida",
            "sortie",
            "sorties",
            "ausgabe",
            "ausgaben",
            "beispielausgabe",
            "出力",
            "出力例",
            "標準出力",
            "サンプル出力",
            "outputcopy",
        ],
    ),
    (PageLabel::Group(true), &["truthy"]),
    (PageLabel::Group(false), &["falsy", "falsey"]),
];

/// Words that may stand beside the word of a label, as may numbers and text in parentheses.
const BESIDE: &[&str] = &[
    "sample",
    "samples",
    "example",
    "examples",
    "expected",
    "standard",
    "test",
    "tests",
    "case",
    "cases",
    "testcase",
    "testcases",
    "of",
    "ejemplo",
    "ejemplos",
    "de",
    "esperada",
    "esperado",
    "estándar",
    "estandar",
    "exemple",
    "exemples",
    "exemplo",
    "d",
    "attendue",
    "attendu",
    "beispiel",
    "erwartete",
    "erwarteter",
    "copy",
    "esempio",
    "di",
    "correct",
    "サンプル",
    "例",
];

/// Words that are a label only if no other word stands beside them.
const ALONE: [(PageLabel, &str); 3] =
    [(PageLabel::Output, "expected"), (PageLabel::Input, "in"), (PageLabel::Output, "out")];

/// Largest number of words of a label.
const LONGEST: usize = 6;
/// Largest number of bytes of a label.
const LONGEST_TEXT: usize = 80;

/// Words in the labels of expected answers, which are preferred to the answers of a program.
const RIGHT: [&str; 5] = ["expected", "correct", "esperad", "attendu", "erwartet"];

/// The part of a label that distinguishes labels of the same kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct LabelMark {
    /// Number in the label, as in `Sample Input 1`.
    pub(super) number: Option<u32>,
    /// True if the label calls the answer the expected one.
    pub(super) is_expected: bool,
}

/// A label at the start of a line, and the text after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Labelled<'t> {
    pub(super) label: PageLabel,
    pub(super) rest: &'t str,
    pub(super) mark: LabelMark,
    /// True if a colon or the end of the line follows the label.
    pub(super) is_certain: bool,
}

/// Returns the label at the start of a line; `None` if there is none.
pub(super) fn at_start(line: &str) -> Option<Labelled<'_>> {
    if let Some(label) = of_phrase(line.trim_end_matches(['.', '='])) {
        return Some(Labelled { label, rest: "", mark: LabelMark::of(line), is_certain: true });
    }
    if let Some((head, rest)) = line.split_once(':')
        && let Some(label) = of_phrase(head).or_else(|| group(head))
    {
        let (rest, mark) = (trimmed(rest), LabelMark::of(head));
        return Some(Labelled { label, rest, mark, is_certain: true });
    }
    let mut ends = line.match_indices(' ').map(|(at, _)| at).take(LONGEST);
    // The number in `Output 3` may be the answer.
    let shortest = ends.find_map(|end| Some((end, of_phrase(&line[..end])?)));
    let (end, label) = shortest?;
    let mark = LabelMark::of(&line[..end]);
    Some(Labelled { label, rest: trimmed(&line[end..]), mark, is_certain: false })
}

/// Returns the label of a group of boards for a truth value, such as `True` in `True:`.
fn group(head: &str) -> Option<PageLabel> {
    let is_truth = |truth: bool| head.trim().eq_ignore_ascii_case(&truth.to_string());
    [true, false].into_iter().find(|truth| is_truth(*truth)).map(PageLabel::Group)
}

impl LabelMark {
    fn of(label: &str) -> Self {
        let lower = label.to_lowercase();
        let is_expected = RIGHT.iter().any(|word| lower.contains(word));
        // A number at the start is that of an item of a list.
        let rest = lower.trim().trim_start_matches(|c: char| c.is_ascii_digit());
        let digits = rest.split(|c: char| !c.is_ascii_digit()).rfind(|digits| !digits.is_empty());
        Self { number: digits.and_then(|digits| digits.parse().ok()), is_expected }
    }
}

/// Returns the text before the first label of an output inside a line, and the text after the
/// label.
pub(super) fn before_output(line: &str) -> Option<(&str, &str)> {
    let lower = line.to_lowercase();
    if !words_of(PageLabel::Output).any(|word| lower.contains(word)) {
        return None;
    }
    let starts = line.match_indices([' ', ',', ';', '(']).map(|(at, _)| at);
    let places = starts.filter_map(|at| {
        let after = line[at..].trim_start_matches([' ', ',', ';', '(']);
        let labelled = at_start(after).filter(|it| it.label == PageLabel::Output)?;
        Some((line[..at].trim_end_matches([' ', ',', ';', '(']), labelled.rest))
    });
    // The first place has all words of the label, as in `Sample Output`.
    places.into_iter().find(|(before, rest)| !before.is_empty() && !rest.is_empty())
}

/// Parses a text as a label. Returns `None` if the text has words that no label has, or not exactly
/// one word that makes it a label.
pub(super) fn of_phrase(text: &str) -> Option<PageLabel> {
    let text = text.trim();
    if text.len() > LONGEST_TEXT {
        return None;
    }
    // `2 Answers` counts answers, and `1. Answer` is an item of a list.
    let item = text.trim_start_matches(|c: char| c.is_ascii_digit());
    if item.len() < text.len() && item.starts_with(' ') {
        return None;
    }
    let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')).unwrap_or(text);
    let text = without_parentheses(inner).to_lowercase();
    let is_between = |c: char| c.is_whitespace() || "'’#/-_.*[]【】=".contains(c);
    let words =
        text.split(is_between).map(|word| word.trim_end_matches(|c: char| c.is_ascii_digit()));
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let label = |word: &&str| WORDS.iter().find(|(_, words)| words.contains(word));
    let mut labels = words.iter().filter_map(label);
    let Some((found, _)) = labels.next() else {
        let is_alone = |(_, alone): &&(PageLabel, &str)| words == [*alone];
        return ALONE.iter().find(is_alone).map(|(label, _)| *label);
    };
    let is_known = |word: &&str| BESIDE.contains(word) || label(word).is_some();
    (labels.next().is_none() && words.len() <= LONGEST && words.iter().all(is_known))
        .then_some(*found)
}

fn words_of(label: PageLabel) -> impl Iterator<Item = &'static str> {
    WORDS.iter().filter(move |(other, _)| *other == label).flat_map(|(_, words)| *words).copied()
}

/// Returns `true` for words such as `Test cases`, which stand above several cases.
pub(super) fn is_section(text: &str) -> bool {
    let lower = text.to_lowercase();
    !text.is_empty()
        && lower
            .split(|c: char| !c.is_alphanumeric())
            .all(|word| word.is_empty() || BESIDE.contains(&word))
}

fn trimmed(rest: &str) -> &str {
    rest.trim_start_matches(|c: char| c.is_whitespace() || "*_:".contains(c)).trim_end()
}

fn without_parentheses(text: &str) -> String {
    match (text.find('('), text.rfind(')')) {
        (Some(open), Some(close)) if open < close => {
            format!("{} {}", &text[..open], &text[close + 1..])
        }
        _ => text.to_owned(),
    }
}
