//! Loads cases from every kind of source: a case file, JSON, a folder, an archive or the text of a
//! page.

use std::cell::Cell;
use std::ops::Range;
use std::sync::Arc;

use super::chosen::{Chosen, LoadedCases};
use super::error::ImportError;
use super::importer::{FoundCase, Imported, Importer};
use super::json_cases;
use super::place::{NamedText, SourcePlace};
use crate::cases::Located;
use crate::mistake::{Mistake, Mistakes};
use crate::notation::parse_color;

/// Largest number of lines of a page, which is kept in memory several times.
const MOST_LINES: usize = 400_000;

/// Loads cases, with the rule sets of cases that name none.
pub(crate) struct Loader<'r> {
    pub(crate) importer: Importer<'r>,
    /// Callback that reports the cases and the unused lines of the page with this name.
    pub(crate) report_page: &'r dyn Fn(&str, &Imported),
    /// Numbers of inputs and of answers that could not be used.
    lost: Cell<(usize, usize)>,
}

impl<'r> Loader<'r> {
    pub(crate) const fn new(
        importer: Importer<'r>,
        report_page: &'r dyn Fn(&str, &Imported),
    ) -> Self {
        Self { importer, report_page, lost: Cell::new((0, 0)) }
    }

    /// Returns the numbers of inputs and of answers that could not be used so far.
    pub(crate) const fn lost(&self) -> (usize, usize) {
        self.lost.get()
    }

    /// Counts inputs and answers that cannot be used.
    pub(crate) fn lose(&self, inputs: usize, answers: usize) {
        let lost = self.lost.get();
        self.lost.set((lost.0 + inputs, lost.1 + answers));
    }

    /// Loads the cases of a text.
    ///
    /// # Errors
    /// Returns all mistakes of a case file, or the mistake that makes JSON unreadable.
    pub(crate) fn text<E: From<ImportError>>(
        &self,
        document: NamedText,
    ) -> Result<LoadedCases<E>, E> {
        let document = Arc::new(document);
        if let Some(range) = fenced_case_file(&document.1) {
            return Ok(of_toml(&document, range)?);
        }
        if is_rule_set(&document.1) {
            return Err(ImportError::RuleSet(document.0.clone()).into());
        }
        if is_case_file(&document) {
            return Ok(of_toml(&document, 0..document.1.len())?);
        }
        expect_short(&document)?;
        json_cases::cases(self.importer, &document).unwrap_or_else(|| Ok(self.page(&document)))
    }

    /// Returns the cases of a JSON document; `None` if it has none.
    pub(super) fn json<E: From<ImportError>>(&self, document: NamedText) -> Option<LoadedCases<E>> {
        json_cases::cases(self.importer, &Arc::new(document))?.ok()
    }

    fn page<E>(&self, document: &Arc<NamedText>) -> LoadedCases<E> {
        let (name, text) = &**document;
        let imported = self.importer.page(text);
        (self.report_page)(name.as_deref().unwrap_or("standard input"), &imported);
        for unused in &imported.unused {
            self.lose(unused.inputs, unused.answers);
        }
        let (lines, whole) = (SourcePlace::of_lines(document), SourcePlace::of_text(document));
        let chosen = |FoundCase { case, question, line, .. }| {
            let place = lines.get(line - 1).unwrap_or(&whole).clone();
            Ok(Chosen { question: Some(question), ..Chosen::at(case, place.clone(), place) })
        };
        imported.cases.into_iter().map(chosen).collect()
    }
}

/// Returns an error if a document has more lines than a page may have.
fn expect_short(document: &Arc<NamedText>) -> Result<(), ImportError> {
    let lines = memchr::memchr_iter(b'\n', document.1.as_bytes()).count();
    if lines <= MOST_LINES {
        return Ok(());
    }
    let message = format!("a page has at most {MOST_LINES} lines, and this one has {lines}");
    Err(SourcePlace::of_text(document).error(Mistake::new(0..0, message)))
}

/// Returns `true` if the document is a file of cases in TOML, by its name or a line that starts its
/// cases.
///
/// A file `NAME.toml` that starts with an input is a pasted page, unless a line starts cases.
pub(crate) fn is_case_file((name, text): &NamedText) -> bool {
    let is_toml = |name: &String| name.to_lowercase().ends_with(".toml");
    // A page may have a line of code such as `case = input()`.
    let is_list = |value: &str| value.trim_start().starts_with(['[', '{']);
    let starts_cases = |line: &str| {
        let line = line.trim_start();
        let rest = line.strip_prefix("case").map(str::trim_start);
        line.starts_with("[[case]]")
            || line.starts_with("[case]")
            || rest.and_then(|rest| rest.strip_prefix('=')).is_some_and(is_list)
    };
    name.as_ref().is_some_and(is_toml) && !starts_with_record(text)
        || text.lines().any(starts_cases)
}

/// Returns `true` if the document is a rule set in TOML, by a line that starts a piece.
pub(crate) fn is_rule_set(text: &str) -> bool {
    let has = |header| text.lines().any(|line: &str| line.trim_start().starts_with(header));
    has("[[piece]]") && !has("[[case]]")
}

/// Returns `true` if the first line is a query, a board, a row of a board or a JSON object.
fn starts_with_record(text: &str) -> bool {
    let line = text.trim_start().lines().next().unwrap_or_default().trim_end();
    let is_row = |letter: char| letter.is_alphabetic() || letter == '#';
    let is_list = line.starts_with('[') && line.contains([',', '"', '#']);
    let is_query = line.split_whitespace().nth(1).is_some_and(|word| parse_color(word).is_some());
    let is_grid = line.chars().count() > 1 && line.chars().all(is_row);
    line.starts_with("n=") || line.starts_with('{') || is_list || is_query || is_grid
}

/// Returns the byte range of the first code block of the language `toml` that is a file of cases. A
/// post can have such a file for programs beside a list for people.
fn fenced_case_file(text: &str) -> Option<Range<usize>> {
    let mut lines = text.split_inclusive('\n').scan(0, |end, line| {
        *end += line.len();
        Some((*end, line.trim_end()))
    });
    while let Some((start, line)) = lines.next() {
        let Some(fence) = line.strip_suffix("toml").filter(|fence| is_fence(fence)) else {
            continue;
        };
        let is_end = |line: &str| is_fence(line) && line.len() >= fence.len();
        let (after, last) = lines.find(|(_, line)| is_end(line))?;
        let block = start..text[..after].rfind(last)?;
        if text[block.clone()].lines().any(|line| line.trim_start().starts_with("[[case]]")) {
            return Some(block);
        }
    }
    None
}

fn is_fence(text: &str) -> bool {
    text.len() >= 3 && text.bytes().all(|byte| byte == b'`')
}

/// Parses a file of cases, which is the `range` of the document.
fn of_toml<E>(
    document: &Arc<NamedText>,
    range: Range<usize>,
) -> Result<LoadedCases<E>, ImportError> {
    let text = &document.1;
    let start = range.start;
    let cases = Located::parse(&text[range]).map_err(|Mistakes(mistakes)| {
        let moved = mistakes.into_iter().map(|mistake| mistake.moved(start)).collect();
        ImportError::Mistakes(document.clone(), Mistakes(moved))
    })?;
    let place =
        |span: Range<usize>| SourcePlace::new(document, start + span.start..start + span.end);
    let chosen = |Located { case, rules, input, expected }| {
        let [rules, input, expected] = [rules, input, expected].map(place);
        Ok(Chosen { case, question: None, rules, input, expected })
    };
    Ok(cases.into_iter().map(chosen).collect())
}

/// Returns the error about a source without cases.
pub(crate) fn none_found() -> Mistake {
    let hint = "cases may be a file with `[[case]]`, JSON, a folder or an archive with pairs of \
        files such as NAME.in and NAME.out, or the text of a page with inputs and answers";
    let mistake = Mistake::new(0..0, "no cases found");
    Mistake { hint: Some(hint.to_owned()), ..mistake }
}
