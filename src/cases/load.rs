//! Parses the cases of a TOML document.

use std::ops::Range;

use toml::Spanned;
use toml::de::DeValue;

use super::{Answer, Case, Located};
use crate::cell::Size;
use crate::diagnostic::Diagnostic;
use crate::document::{Read, Table, Value, read};
use crate::notation::parse_color;
use crate::rules::Score;
use crate::verdict::{Reason, Verdict};

/// Returns an error if the first line shows that the document lists bare inputs instead of cases.
pub(super) fn list(document: &str) -> Option<Diagnostic> {
    // The first line of a document with cases may be a comment such as `#####`.
    if document.contains("[[case]]") {
        return None;
    }
    let start = document.len() - document.trim_start().len();
    let line = document[start..].lines().next()?.trim_end();
    let is_row = |c: char| c.is_alphabetic() || c == '#';
    let is_board = line.starts_with("n=")
        || (line.starts_with('[') && line.contains([',', '"', '#']))
        || (line.chars().count() > 1 && line.chars().all(is_row));
    let is_query = line.split_whitespace().nth(1).is_some_and(|word| parse_color(word).is_some());
    let found = match line {
        _ if is_board => "a list of boards",
        _ if is_query => "a list of queries",
        _ if line.starts_with('{') => "a list of JSON objects",
        _ => return None,
    };
    let error =
        Diagnostic::expected(start..start + line.len(), "cases, each after `[[case]]`", found);
    let hint = "`kubikschach import FILE > cases.toml` makes cases of them".to_owned();
    Some(Diagnostic { hint: Some(hint), ..error })
}

pub(super) fn cases(table: &mut Table, mistakes: &mut Vec<Diagnostic>) -> Vec<Located> {
    let _source = table.optional::<String>("source", mistakes);
    let rules = table.optional::<String>("rules", mistakes);
    let size = table.optional::<Edge>("size", mistakes).map(|edge| edge.into_inner().0);
    // `case` is optional because `audit` writes a document without cases if it has nothing to
    // suggest.
    let list = table.optional::<Vec<Value<'_>>>("case", mistakes);
    let values = list.map(Spanned::into_inner).unwrap_or_default();
    let cases = values.into_iter().filter_map(|value| {
        let table = read::<Table>(value, mistakes)?.into_inner();
        case(table, rules.as_ref(), size, mistakes)
    });
    cases.collect()
}

fn case(
    mut table: Table,
    common_rules: Option<&Spanned<String>>,
    common_size: Option<usize>,
    mistakes: &mut Vec<Diagnostic>,
) -> Option<Located> {
    let name = table.required::<String>("name", mistakes);
    let kind = table.optional::<String>("kind", mistakes);
    let why = table.optional::<String>("why", mistakes);
    let input = table.required::<String>("input", mistakes);
    let rules = match common_rules {
        Some(rules) => table.optional::<String>("rules", mistakes).or_else(|| Some(rules.clone())),
        None => table.required::<String>("rules", mistakes),
    };
    let size = table.optional::<Edge>("size", mistakes).map(|edge| edge.into_inner().0);
    let expected = table.required::<Answer>("expected", mistakes);
    table.finish(mistakes);
    let (rules, input, expected) = (rules?, input?, expected?);
    let [rules_span, input_span, expected_span] = [rules.span(), input.span(), expected.span()];
    let case = Case {
        name: name?.into_inner(),
        kind: kind.map(Spanned::into_inner).unwrap_or_default(),
        rules: rules.into_inner(),
        size: size.or(common_size),
        input: input.into_inner(),
        expected: expected.into_inner(),
        why: why.map(Spanned::into_inner).unwrap_or_default(),
    };
    Some(Located { case, rules: rules_span, input: input_span, expected: expected_span })
}

/// A number of cells along an edge. A number that is too large is a mistake of its case only.
struct Edge(usize);

impl<'t> Read<'t> for Edge {
    const KIND: &'static str = Size::KIND;
    fn read(value: &mut DeValue<'t>, span: Range<usize>) -> Option<Self> {
        let edge = usize::try_from(i64::read(value, span)?).ok()?;
        (edge >= Size::MIN).then_some(Self(edge))
    }
}

impl<'t> Read<'t> for Answer {
    const KIND: &'static str = "a number of moves or -1, true or false, a verdict (checkmate, \
        stalemate, check, ongoing), a result with its reason, such as `1-0 checkmate`, or a number of \
        moves until mate with the key, such as `2 c3(I)-b3(I)`";
    fn read(value: &mut DeValue<'t>, span: Range<usize>) -> Option<Self> {
        if let Some(checkmate) = value.as_bool() {
            return Some(Self::Checkmate(checkmate));
        }
        if let Some(status) = value.as_str() {
            return Self::of_words(status);
        }
        Self::of_number(i64::read(value, span)?)
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
