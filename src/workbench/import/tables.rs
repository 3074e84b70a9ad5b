//! Recognizes rows of tables: Markdown, tab-separated or comma-separated.

use super::labels::{PageLabel, of_phrase};
use super::values::value;

/// Characters that separate the cells of a row, in the order in which they are tried.
const SEPARATORS: [char; 4] = ['\t', '|', ';', ','];
/// Headings of a column of answers, beside the words of labels.
const ANSWERS: [&str; 5] = ["expected", "moves", "checkmate", "mate", "truth"];
/// Headings of a column of inputs, beside the words of labels.
const INPUTS: [&str; 4] = ["board", "position", "query", "question"];
/// Headings of the columns of a query.
const QUERY: [&str; 8] = ["piece", "color", "colour", "start", "finish", "from", "to", "target"];
/// Headings of a column of names.
const NAMES: [&str; 3] = ["name", "title", "case"];

/// Largest number of columns of a table with headings.
const MOST_COLUMNS: usize = 32;

/// The input and the answer in a row of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) input: String,
    pub(super) answer: String,
    pub(super) name: Option<String>,
}

/// The meaning of a line that may be a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum RowKind {
    Row(Row),
    /// The headings of the columns, or the line below them.
    Heading,
    None,
}

/// The table that the current line may belong to.
#[derive(Debug, Default)]
pub(super) struct PageTable {
    header: Option<Header>,
}

#[derive(Debug)]
struct Header {
    separator: char,
    columns: usize,
    answer: usize,
    /// Columns of the input.
    input: Vec<usize>,
    name: Option<usize>,
}

impl PageTable {
    /// Recognizes a line as a row of the table. `is_input` tells whether a text is an input.
    pub(super) fn read(&mut self, line: &str, is_input: impl Fn(&str) -> bool) -> RowKind {
        if is_rule(line) {
            return RowKind::Heading;
        }
        if let Some(row) = self.header.as_ref().and_then(|header| header.row(line)) {
            return RowKind::Row(row);
        }
        let row = SEPARATORS.into_iter().find_map(|separator| unheaded(line, separator, &is_input));
        if let Some(row) = row {
            return RowKind::Row(row);
        }
        self.header = SEPARATORS.into_iter().find_map(|separator| Header::of(line, separator));
        if self.header.is_some() { RowKind::Heading } else { RowKind::None }
    }
}

impl Header {
    /// Returns the headings in a line; `None` unless exactly one column is of answers, and others are
    /// of inputs.
    fn of(line: &str, separator: char) -> Option<Self> {
        let headings: Vec<String> =
            cells(line, separator).iter().map(|cell| cell.to_lowercase()).collect();
        if headings.len() > MOST_COLUMNS {
            return None;
        }
        let columns = |known: &[&str], label: Option<PageLabel>| -> Vec<usize> {
            let is_known = |nth: &usize| {
                let heading = headings[*nth].as_str();
                known.contains(&heading) || (label.is_some() && of_phrase(heading) == label)
            };
            (0..headings.len()).filter(is_known).collect()
        };
        let [answer] = columns(&ANSWERS, Some(PageLabel::Output))[..] else { return None };
        let inputs = columns(&INPUTS, Some(PageLabel::Input));
        let input = if inputs.len() == 1 { inputs } else { columns(&QUERY, None) };
        let name = columns(&NAMES, None).first().copied();
        (!input.is_empty()).then_some(Self {
            separator,
            columns: headings.len(),
            answer,
            input,
            name,
        })
    }

    /// Returns a row with as many cells as there are headings; `None` for other lines.
    fn row(&self, line: &str) -> Option<Row> {
        let cells = cells(line, self.separator);
        if cells.len() != self.columns {
            return None;
        }
        let answer = value(&cells[self.answer])?.to_owned();
        let input: Vec<&str> = self.input.iter().map(|nth| cells[*nth].as_str()).collect();
        let name = self.name.map(|nth| cells[nth].clone()).filter(|name| !name.is_empty());
        Some(Row { input: input.join(" "), answer, name })
    }
}

/// Returns a row without headings: an input and then a single answer, after an optional name.
fn unheaded(line: &str, separator: char, is_input: &impl Fn(&str) -> bool) -> Option<Row> {
    if !line.contains(separator) {
        return None;
    }
    let row = |input: &str, answer: &str, name: Option<String>| {
        let answer = value(answer)?.to_owned();
        is_input(input).then(|| Row { input: input.to_owned(), answer, name })
    };
    if let Some((input, answer)) = line.trim_matches('|').rsplit_once(separator)
        && let Some(row) = row(input.trim(), answer, None)
    {
        // The cells of a query are its words; those of a board are not.
        let words = if input.contains('[') { row.input } else { row.input.replace(separator, " ") };
        return Some(Row { input: words, ..row });
    }
    let cells = cells(line, separator);
    let (answer, before) = cells.split_last()?;
    (1..=before.len().min(4)).find_map(|count| {
        let (rest, input) = before.split_at(before.len() - count);
        let name = rest.iter().find(|cell| cell.contains(char::is_alphabetic)).cloned();
        row(&input.join(" "), answer, name)
    })
}

/// Splits a line into cells. Text between quotation marks is one cell, in which a doubled mark
/// stands for one mark.
fn cells(line: &str, separator: char) -> Vec<String> {
    let line = if separator == '|' { line.trim_matches('|') } else { line };
    let (mut cells, mut cell, mut is_quoted) = (Vec::new(), String::new(), false);
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if is_quoted && letters.peek() == Some(&'"') => {
                letters.next();
                cell.push('"');
            }
            '"' if is_quoted || cell.trim().is_empty() => is_quoted = !is_quoted,
            letter if letter == separator && !is_quoted => {
                cells.push(std::mem::take(&mut cell).trim().to_owned());
            }
            letter => cell.push(letter),
        }
    }
    cells.push(cell.trim().to_owned());
    cells
}

/// Returns `true` for the line below the headings of a Markdown table.
fn is_rule(line: &str) -> bool {
    line.contains('|') && line.contains('-') && line.chars().all(|c| "|-: ".contains(c))
}
