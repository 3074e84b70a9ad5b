//! Splits the lines of a page into labels, inputs, answers and other text.

use std::ops::RangeInclusive;

use super::inputs::{Inputs, is_like_cell};
use super::labels::{self, LabelMark, Labelled, PageLabel};
use super::lines::PageLine;
use super::page_text::{FoundInput, PageText, Part};
use super::tables::{PageTable, RowKind};
use super::values::{AnswerPlace, FoundAnswer, answer_at_start, places, value};

/// Splits the lines of a page.
pub(super) fn parts(lines: Vec<PageLine>, inputs: &Inputs<'_>) -> PageText {
    let (mut page, mut table) = (PageText::new(), PageTable::default());
    for mut line in lines {
        let lines = line.lines.clone();
        match table.read(&line, inputs) {
            RowKind::Row(input) => page.push(&lines, Part::Input(input)),
            RowKind::Labels => {
                page.push(&lines, Part::Label(PageLabel::Both, LabelMark::default()));
            }
            RowKind::Heading => page.push(&lines, Part::Blank),
            RowKind::None if line.cells.is_empty() => {
                line.text = without_columns(&line.text).unwrap_or(line.text);
                add(&mut page, &lines, &line.text, line.is_heading, inputs);
            }
            RowKind::None => {
                for text in line.cells.iter().flat_map(|cell| cell.split('\n')) {
                    add(&mut page, &lines, text, false, inputs);
                }
            }
        }
    }
    page
}

/// Adds the parts of a line without columns.
fn add(
    page: &mut PageText,
    lines: &RangeInclusive<usize>,
    text: &str,
    is_heading: bool,
    inputs: &Inputs<'_>,
) {
    if text.is_empty() {
        return page.push(lines, Part::Blank);
    }
    let labels = columns(text).map(|(left, right)| [left, right].map(labels::of_phrase));
    if labels == Some([Some(PageLabel::Input), Some(PageLabel::Output)]) {
        return page.push(lines, Part::Label(PageLabel::Both, LabelMark::default()));
    }
    if let Some(Labelled { label, rest, mark, is_certain }) = labels::at_start(text) {
        let rest = if rest.is_empty() { Vec::new() } else { split(unquoted(rest), false, inputs) };
        let has_input = rest.iter().any(|part| matches!(part, Part::Input(_) | Part::Answer(_)));
        let is_group = matches!(label, PageLabel::Group(_)) && !rest.is_empty();
        let is_value =
            |part: &Part| matches!(part, Part::Text { text, .. } if value(text).is_some());
        let is_wanted = match label {
            PageLabel::Output => rest.iter().any(is_value),
            _ => has_input,
        };
        if is_wanted || is_certain && !is_group {
            page.push(lines, Part::Label(label, mark));
            for part in rest {
                page.push(lines, part);
            }
            return;
        }
    }
    for part in split(text, is_heading, inputs) {
        page.push(lines, part);
    }
}

/// Rewrites a table row of two columns, a label and a value, as `LABEL: VALUE`; `None` for other
/// lines.
fn without_columns(line: &str) -> Option<String> {
    if !line.contains(['\t', '|']) {
        return None;
    }
    let cells = line.split(['\t', '|']).map(str::trim).filter(|cell| !cell.is_empty());
    match cells.collect::<Vec<_>>()[..] {
        [label, value] if labels::of_phrase(label.trim_end_matches(':')).is_some() => {
            Some(format!("{}: {value}", label.trim_end_matches(':')))
        }
        _ => None,
    }
}

/// Splits a line into two columns.
fn columns(text: &str) -> Option<(&str, &str)> {
    let tab = text.find('\t').map(|at| (at, at + 1));
    let blanks = || text.as_bytes().windows(3).position(|blanks| blanks == b"   ");
    let (left, right) = tab.or_else(|| blanks().map(|at| (at, at + 3)))?;
    Some((text[..left].trim_end(), text[right..].trim_start()))
}

/// Removes quotation marks around a text.
fn unquoted(text: &str) -> &str {
    let inner = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    inner.filter(|inner| !inner.contains('"')).unwrap_or(text)
}

/// Number of places in a line that are tried as the end of its input, so that the time for a long
/// line stays linear.
const MOST_PLACES: usize = 16;

/// Splits a line into its input and its answer, if there are both.
fn split(text: &str, is_heading: bool, inputs: &Inputs<'_>) -> Vec<Part> {
    if let Some((left, right)) = columns(text)
        && let Some(answer) = value(right).filter(|_| inputs.starts(left))
    {
        let beside = Some(FoundAnswer::new(answer));
        return vec![Part::Text { text: left.to_owned(), is_heading, beside }];
    }
    let spaced = text.contains('\t').then(|| text.replace('\t', " "));
    let text = spaced.as_deref().unwrap_or(text);
    let labelled = labels::before_output(text).and_then(|(before, rest)| {
        Some(AnswerPlace {
            before,
            answer: answer_at_start(rest)?,
            is_arrow: false,
            is_certain: true,
        })
    });
    for AnswerPlace { before, answer, is_arrow, is_certain } in
        labelled.into_iter().chain(places(text).take(MOST_PLACES))
    {
        if before.is_empty() {
            return vec![Part::Answer(answer)];
        }
        if let Some(input) = inputs.line(before) {
            return vec![Part::Input(Box::new(FoundInput { answer: Some(answer), ..input }))];
        }
        // The last line of an input may have its answer.
        if is_certain || is_arrow && (is_like_cell(before) || inputs.is_rows(before)) {
            return vec![Part::text(before), Part::Answer(answer)];
        }
    }
    if let Some(input) = inputs.line(text) {
        return vec![Part::Input(Box::new(input))];
    }
    vec![Part::Text { text: text.to_owned(), is_heading, beside: None }]
}
