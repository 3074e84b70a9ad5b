//! Recognizes labels, such as `Sample Input 1:`, in several languages.

use std::collections::HashMap;
use std::sync::LazyLock;

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

/// The part of a word in a label.
#[derive(Clone, Copy, PartialEq, Eq)]
enum WordKind {
    /// The word makes a text a label. Each label has exactly one such word.
    Label(PageLabel),
    /// The word may stand beside the word of a label, as may numbers and text in parentheses.
    Beside,
    /// The word is a label if no other word stands beside it, and otherwise may stand beside one.
    Alone(PageLabel),
}

const WORDS: [(WordKind, &str); 7] = [
    (
        WordKind::Label(PageLabel::Input),
        "input inputs stdin entrada entradas entrée entrées entree entrees eingabe eingaben \
        beispieleingabe 入力 入力例 標準入力 サンプル入力 inputcopy",
    ),
    (
        WordKind::Label(PageLabel::Output),
        "output outputs stdout answer result salida salidas resultado respuesta saída saida sortie \
        sorties résultat réponse ausgabe ausgaben beispielausgabe ergebnis antwort 出力 出力例 \
        標準出力 サンプル出力 outputcopy",
    ),
    (WordKind::Label(PageLabel::Group(true)), "truthy"),
    (WordKind::Label(PageLabel::Group(false)), "falsy falsey"),
    (
        WordKind::Beside,
        "sample samples example examples standard test tests case cases testcase testcases of \
        ejemplo ejemplos de esperada esperado estándar estandar exemple exemples exemplo d attendue \
        attendu beispiel erwartete erwarteter erwartetes copy esempio di correct サンプル 例",
    ),
    (WordKind::Alone(PageLabel::Output), "expected out"),
    (WordKind::Alone(PageLabel::Input), "in"),
];

static KINDS: LazyLock<HashMap<&str, WordKind>> = LazyLock::new(|| {
    let words = |(kind, words): &(WordKind, &'static str)| {
        let kind = *kind;
        words.split_whitespace().map(move |word| (word, kind)).collect::<Vec<_>>()
    };
    WORDS.iter().flat_map(words).collect()
});

/// Largest number of words of a label.
const LONGEST: usize = 6;
/// Largest number of bytes of a label.
const LONGEST_TEXT: usize = 80;

/// Words in the labels of answers by rank: those that a page gives, and those that it expects.
const RANKS: [&[&str]; 2] = [
    &["answer", "respuesta", "réponse", "antwort"],
    &["expected", "correct", "esperad", "attendu", "erwartet"],
];

/// The part of a label that distinguishes labels of the same kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct LabelMark {
    /// Number in the label, as in `Sample Input 1`.
    pub(super) number: Option<u32>,
    /// Larger for the label of the right answer than for that of a program's output.
    pub(super) rank: usize,
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
    let labelled = |label, end: usize, is_certain| {
        let mark = LabelMark::of(&line[..end]);
        Labelled { label, rest: trimmed(&line[end..]), mark, is_certain }
    };
    // A label stands in the first characters of a line, however long the line is.
    let near = line.char_indices().nth(LONGEST_TEXT).map_or(line, |(at, _)| &line[..at]);
    let head = near.find(':').unwrap_or(line.len());
    if let Some(label) = group(&line[..head]).filter(|_| head < line.len()) {
        return Some(labelled(label, head, true));
    }
    // Most lines start with a word that no label has.
    let first = words(&near[..head.min(near.len())]).next();
    if !line.starts_with('(') && first.and_then(kind).is_none() {
        return None;
    }
    let whole = line.trim_end_matches(['.', '=']).len();
    if let Some((label, end)) =
        [whole, head].into_iter().find_map(|end| Some((of_phrase(&line[..end])?, end)))
    {
        return Some(labelled(label, if end == whole { line.len() } else { end }, true));
    }
    // The number in `Output 3` may be the answer.
    let mut ends = line.match_indices(' ').map(|(at, _)| at).take(LONGEST);
    ends.find_map(|end| Some(labelled(of_phrase(&line[..end])?, end, false)))
}

/// Returns the label of a group of boards for a truth value, such as `True` in `True:`.
fn group(head: &str) -> Option<PageLabel> {
    let is = |word: &str| head.trim().eq_ignore_ascii_case(word);
    (is("true") || is("false")).then(|| PageLabel::Group(is("true")))
}

impl LabelMark {
    fn of(label: &str) -> Self {
        let starts = |word: &str, known: &[&str]| known.iter().any(|start| word.starts_with(start));
        let rank = |word: &str| {
            let word = word.to_lowercase();
            RANKS.iter().rposition(|known| starts(&word, known)).map_or(0, |rank| rank + 1)
        };
        let rank = words(label).map(rank).max().unwrap_or_default();
        // A number at the start is that of an item of a list.
        let rest = label.trim().trim_start_matches(|c: char| c.is_ascii_digit());
        let digits = rest.split(|c: char| !c.is_ascii_digit()).rfind(|digits| !digits.is_empty());
        Self { number: digits.and_then(|digits| digits.parse().ok()), rank }
    }
}

/// Returns the text before the first label of an output inside a line, and the text after the
/// label.
pub(super) fn before_output(line: &str) -> Option<(&str, &str)> {
    let signs = [' ', ',', ';', '('];
    let starts = line.match_indices(signs).map(|(at, _)| at).filter(|at| *at > 0);
    let mut places = starts.filter_map(|at| {
        let after = line[at..].trim_start_matches(signs);
        let after = Some(after).filter(|after| after.starts_with(char::is_alphabetic))?;
        let labelled = at_start(after).filter(|it| it.label == PageLabel::Output)?;
        Some((line[..at].trim_end_matches(signs), labelled.rest))
    });
    // The first place has all words of the label, as in `Sample Output`.
    places.find(|(before, rest)| !before.is_empty() && !rest.is_empty())
}

/// Parses a text as a label. Returns `None` if the text has words that no label has, or not exactly
/// one word that makes it a label.
pub(super) fn of_phrase(text: &str) -> Option<PageLabel> {
    let text = text.trim();
    // `2 Answers` counts answers, and `1. Answer` is an item of a list.
    let item = text.trim_start_matches(|c: char| c.is_ascii_digit());
    if text.len() > LONGEST_TEXT || item.len() < text.len() && item.starts_with(' ') {
        return None;
    }
    let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')).unwrap_or(text);
    let outside = match (inner.find('('), inner.rfind(')')) {
        (Some(open), Some(close)) if open < close => [&inner[..open], &inner[close + 1..]],
        _ => [inner, ""],
    };
    let (mut found, mut alone, mut count) = (None, None, 0);
    for word in outside.into_iter().flat_map(words) {
        count += 1;
        match kind(word)? {
            WordKind::Label(_) if found.is_some() => return None,
            WordKind::Label(label) => found = Some(label),
            WordKind::Alone(label) => alone = Some(label),
            WordKind::Beside => {}
        }
    }
    found.filter(|_| count <= LONGEST).or(alone.filter(|_| count == 1))
}

/// Returns `true` for words such as `Test cases`, which stand above several cases.
pub(super) fn is_section(text: &str) -> bool {
    let words = || text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let is_beside = |word| matches!(kind(word), Some(WordKind::Beside | WordKind::Alone(_)));
    words().next().is_some() && words().all(is_beside)
}

/// Returns the words of a text without the digits around them.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_between = |c: char| c.is_whitespace() || "'’#/-_.*[]【】=".contains(c);
    let words = text.split(is_between).map(|word| word.trim_matches(|c: char| c.is_ascii_digit()));
    words.filter(|word| !word.is_empty())
}

fn kind(word: &str) -> Option<WordKind> {
    let is_lower = !word.contains(char::is_uppercase);
    if is_lower { KINDS.get(word) } else { KINDS.get(&*word.to_lowercase()) }.copied()
}

fn trimmed(rest: &str) -> &str {
    rest.trim_start_matches(|c: char| c.is_whitespace() || "*_:".contains(c)).trim_end()
}
