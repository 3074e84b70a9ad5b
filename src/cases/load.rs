//! Parses the cases of a TOML document.

use toml::Spanned;

use super::{Answer, Case, Located};
use crate::cell::Size;
use crate::mistake::{Mistake, quote_string};
use crate::rules::Score;
use crate::toml_reader::{FromToml, TomlList, TomlTable, TomlValue};
use crate::verdict::{Reason, Verdict};

/// The maximum number of cases of a document.
const MOST_CASES: usize = 100_000;

pub(super) fn cases(table: &mut TomlTable<'_>) -> Vec<Located> {
    let _source: Option<String> = table.optional("source");
    let rules = table.optional("rules");
    let size = edge(table);
    // `case` is optional because `audit` writes a document without cases if it has nothing to
    // suggest.
    let list = table.take("case");
    let list = list.and_then(|list| list.convert("the tables `[[case]]`", TomlList::read));
    let tables = list.into_iter().flat_map(|mut list: TomlList<'_>| {
        list.expect_at_most(MOST_CASES, "cases");
        list.values
    });
    let tables = tables.filter_map(TomlValue::read);
    let numbered = tables.zip(1..);
    numbered.filter_map(|(table, number)| case(table, number, rules.as_ref(), size)).collect()
}

/// Parses the case with this number in the document. A case without a name gets the number as its
/// name, and one without rules gets the rule set of its puzzle.
fn case(
    mut table: TomlTable<'_>,
    number: usize,
    common_rules: Option<&Spanned<String>>,
    common_size: Option<usize>,
) -> Option<Located> {
    let name = match table.take("name") {
        Some(name) => name.read(),
        None => Some(String::new()),
    };
    let kind = table.optional("kind").unwrap_or_default();
    let why = table.optional("why").unwrap_or_default();
    let source = table.optional("source").unwrap_or_default();
    let input = table.required::<Spanned<String>>("input");
    let rules = table.optional("rules").or_else(|| common_rules.cloned());
    let size = edge(&mut table).or(common_size);
    let expected = expected(&mut table);
    table.finish();
    let (mut name, input, expected) = (name?, input?, expected?);
    let spans = (input.span(), expected.span());
    let (input, expected) = (input.into_inner(), expected.into_inner());
    let puzzle = expected.puzzle();
    if name.is_empty() {
        name = format!("{} {number}", puzzle.name());
    }
    let of_puzzle = || Spanned::new(spans.1.clone(), puzzle.rules().to_owned());
    let rules = rules.unwrap_or_else(of_puzzle);
    let (rules_span, rules) = (rules.span(), rules.into_inner());
    let case = Case { name, kind, rules, size, input, expected, why, source };
    Some(Located { case, rules: rules_span, input: spans.0, expected: spans.1 })
}

/// Parses the expected answer. A number or truth value in quotation marks is a mistake with a hint.
fn expected(table: &mut TomlTable<'_>) -> Option<Spanned<Answer>> {
    let value = table.expect("expected")?;
    let quoted = value.text().and_then(Answer::parse);
    if let Some(answer @ (Answer::Moves(_) | Answer::Checkmate(_))) = quoted {
        let found = quote_string(value.text().unwrap_or_default());
        let error = Mistake::expected(value.span.clone(), "no quotation marks", found);
        let hint = Some(format!("write `expected = {answer}`"));
        table.report(Mistake { hint, ..error });
        return None;
    }
    value.read()
}

/// Parses the number of cells along an edge.
///
/// A number above [`Size::MAX`] is accepted here, so that only the case with this number has an
/// error.
fn edge(table: &mut TomlTable<'_>) -> Option<usize> {
    table.take("size")?.number(Size::KIND, Size::MIN..=usize::MAX)
}

impl<'t> FromToml<'t> for Answer {
    const KIND: &'static str = "a number of moves or -1, true or false, a verdict (checkmate, \
        stalemate, check, ongoing), a result with its reason, such as `1-0 checkmate`, or a number of \
        moves until mate with the key, such as `2 c3(I)-b3(I)`";
    fn read(value: &mut TomlValue<'t>) -> Option<Self> {
        if let Some(checkmate) = bool::read(value) {
            return Some(Self::Checkmate(checkmate));
        }
        if let Some(status) = value.text() {
            return Self::of_words(status);
        }
        Self::of_number(value.integer()?)
    }
}

/// Returns `true` for a verdict such as `check`, or a result with its reason.
pub(super) fn is_status(text: &str) -> bool {
    let is_result = |result: &str| {
        let scores = result.split_once('-').map(|(white, black)| [white, black].map(Score::parse));
        matches!(scores, Some([Some(white), Some(black)]) if white.rest() == black)
    };
    let is_reason =
        |reason: &str| Reason::OF_POSITION.iter().any(|known| known.to_string() == reason);
    Verdict::ALL.iter().any(|verdict| verdict.to_string() == text)
        || text
            .split_once(' ')
            .is_some_and(|(result, reason)| is_result(result) && is_reason(reason))
}
