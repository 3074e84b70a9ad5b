//! Recognizes rows of tables, with or without headings.

use super::inputs::Inputs;
use super::labels::{PageLabel, of_phrase};
use super::lines::PageLine;
use super::page_text::FoundInput;
use super::records::SeparatedValues;
use super::values::{FoundAnswer, answer_at_start, value};

/// Characters that separate the cells of a row, in the order in which they are tried.
const SEPARATORS: [char; 4] = ['\t', '|', ';', ','];
/// Words in the heading of a column of answers, beside the words of labels.
const ANSWERS: &str = "expected moves steps distance checkmate checkmated mate mated truth";
/// Headings of a column of inputs, beside the words of labels.
const INPUTS: &str = "board position query question";
/// Headings of the columns of a query.
const QUERY: &str =
    "piece figure color colour side start from source finish end to target goal destination";
/// Headings of columns of names.
const NAMES: &str = "name title case";
/// Largest number of columns of a table with headings.
const MOST_COLUMNS: usize = 32;
/// Characters that no line of headings has.
const NO_HEADING: [char; 5] = ['[', ']', '{', '}', '='];
const NO_HEADINGS: &str = "the headings of its table name no input";
/// Largest number of words of a heading.
const LONGEST_HEADING: usize = 4;

/// The meaning of a line that may be a row.
#[derive(Clone, Debug)]
pub(super) enum RowKind {
    Row(Box<FoundInput>),
    /// The headings of the columns, or the line below them.
    Heading,
    /// Headings of one column of inputs and one of outputs, below which the columns may be lines.
    Labels,
    None,
}

/// The table that the current line may belong to.
#[derive(Default)]
pub(super) struct PageTable {
    records: SeparatedValues,
    header: Option<Header>,
    /// Cells of the line before the current one if it is a row of a Markdown table.
    last: Vec<String>,
}

/// A row with its separator, which a row of HTML does not have.
struct Row {
    separator: Option<char>,
    cells: Vec<String>,
}

struct Header {
    separator: Option<char>,
    columns: usize,
    /// Column of the answers, if there is exactly one.
    answer: Option<usize>,
    /// Columns of the input; empty if the headings name none.
    input: Vec<usize>,
    name: Option<usize>,
    kind: Option<usize>,
}

impl PageTable {
    /// Returns the meaning of a line in the current table.
    pub(super) fn read(&mut self, line: &PageLine, inputs: &Inputs<'_>) -> RowKind {
        let text = line.text.as_str();
        let last = std::mem::take(&mut self.last);
        if is_rule(text) {
            let known = self.header.take();
            let row = Row { separator: Some('|'), cells: last };
            self.header = known.or_else(|| Header::of(&row, true));
            return RowKind::Heading;
        }
        let is_row = |separator: &char| text.contains(*separator);
        let is_over = |header: &mut Header| match header.separator {
            Some('|') => !text.contains('|'),
            Some(separator) => !text.is_empty() && !text.contains(separator),
            None => !text.is_empty(),
        };
        self.header.take_if(is_over);
        let rows: Vec<Row> = if !line.cells.is_empty() {
            vec![Row { separator: None, cells: line.cells.clone() }]
        } else if line.is_heading && !text.contains(['|', '\t']) {
            return RowKind::None;
        } else {
            let records = &mut self.records;
            let row = |separator| {
                let cells = records.cells(text, separator);
                Row { separator: Some(separator), cells }
            };
            SEPARATORS.into_iter().filter(is_row).map(row).collect()
        };
        if let Some(row) = rows.iter().find(|row| row.separator == Some('|')) {
            self.last.clone_from(&row.cells);
        }
        let is_labels = rows.iter().any(is_of_labels);
        if let Some(header) = self.header.as_ref().filter(|_| !is_labels)
            && let Some(row) = rows.iter().find(|row| header.is_of(row))
        {
            let found = header.row(row, inputs).or_else(|| {
                let found = unheaded(row, text, inputs)?;
                let is_known = !header.input.is_empty();
                Some(if is_known { found } else { FoundInput::wrong(&found.text, NO_HEADINGS) })
            });
            return found.map_or(RowKind::None, |found| RowKind::Row(Box::new(found)));
        }
        if let Some(found) = rows.iter().find_map(|row| unheaded(row, text, inputs)) {
            return RowKind::Row(Box::new(found));
        }
        let header = (!text.contains(NO_HEADING) && !text.contains("\":"))
            .then(|| rows.iter().find_map(|row| Header::of(row, false)));
        let Some(header) = header.flatten() else { return RowKind::None };
        self.header = Some(header);
        if is_labels { RowKind::Labels } else { RowKind::Heading }
    }
}

/// Returns `true` for the headings of two columns, one of inputs and one of outputs.
fn is_of_labels(row: &Row) -> bool {
    let cells = row.cells.iter().filter(|cell| !cell.is_empty()).map(|cell| of_phrase(cell));
    cells.eq([Some(PageLabel::Input), Some(PageLabel::Output)])
}

impl Header {
    /// Parses a row as the headings of a table. Unless `is_known`, one heading must be that of an
    /// input.
    fn of(row: &Row, is_known: bool) -> Option<Self> {
        let Row { separator, cells } = row;
        let is_short = |cell: &String| cell.split_whitespace().count() <= LONGEST_HEADING;
        let are_headings = *separator == Some('\t') || cells.iter().all(is_short);
        if !are_headings || !(2..=MOST_COLUMNS).contains(&cells.len()) {
            return None;
        }
        let headings: Vec<String> = cells.iter().map(|cell| heading(cell)).collect();
        let is_text = |heading: &String| {
            !heading.contains(|c: char| c.is_ascii_digit()) || of_phrase(heading).is_some()
        };
        if !headings.iter().all(is_text) {
            return None;
        }
        let columns = |is: &dyn Fn(&str) -> bool| -> Vec<usize> {
            (0..headings.len()).filter(|nth| is(&headings[*nth])).collect()
        };
        let is_answer = |heading: &str| {
            let mut words = heading.split_whitespace();
            words.clone().count() <= LONGEST_HEADING && words.any(|word| is_in(ANSWERS, word))
                || of_phrase(heading) == Some(PageLabel::Output)
        };
        let answers = columns(&is_answer);
        let expected = columns(&|heading| heading.contains("expected"));
        let answer = match (&answers[..], &expected[..]) {
            ([answer], _) | (_, [answer]) => Some(*answer),
            _ => None,
        };
        let is_input =
            |heading: &str| is_in(INPUTS, heading) || of_phrase(heading) == Some(PageLabel::Input);
        let inputs = columns(&is_input);
        let input =
            if inputs.len() == 1 { inputs } else { columns(&|heading| is_in(QUERY, heading)) };
        let name = columns(&|heading| is_in(NAMES, heading)).first().copied();
        let kind = columns(&|heading| heading == "kind").first().copied();
        let (separator, columns) = (*separator, headings.len());
        (is_known || !input.is_empty()).then_some(Self {
            separator,
            columns,
            answer,
            input,
            name,
            kind,
        })
    }

    /// Returns `true` if a row has as many cells as there are headings.
    fn is_of(&self, row: &Row) -> bool {
        row.separator == self.separator && row.cells.len() == self.columns
    }

    /// Returns the input and the answer of a row; `None` if the row has no input.
    fn row(&self, Row { cells, .. }: &Row, inputs: &Inputs<'_>) -> Option<FoundInput> {
        let text: Vec<&str> = self.input.iter().map(|nth| cells[*nth].as_str()).collect();
        let text = text.join(" ");
        let wrong = || Some(FoundInput::wrong(&text, &inputs.mistake(&text)?));
        let mut input = inputs.line(&text).or_else(wrong)?;
        input.answer = self.answer.and_then(|nth| answer_at_start(&cells[nth]));
        if input.answer.is_none() && input.question.is_ok() {
            input.question = Err("its row has no answer".to_owned());
        }
        let of = |nth: Option<usize>| nth.map(|nth| cells[nth].as_str()).unwrap_or_default();
        input.name = match (of(self.name), of(self.kind)) {
            ("", _) => input.name,
            (name, "") => name.to_owned(),
            (name, kind) => format!("{name} ({kind})"),
        };
        Some(input)
    }
}

fn is_in(words: &str, word: &str) -> bool {
    words.split(' ').any(|known| known == word)
}

/// Returns a heading in lower case, without what follows a colon.
fn heading(cell: &str) -> String {
    let cell = cell.split(':').next().unwrap_or_default().trim_end_matches(['?', '!']);
    cell.trim().to_lowercase()
}

/// Returns a row without headings: an input and then a single answer, after an optional name.
fn unheaded(row: &Row, text: &str, inputs: &Inputs<'_>) -> Option<FoundInput> {
    let (answer, before) = row.cells.split_last()?;
    let value = value(answer)?;
    let answer = || Some(FoundAnswer::new(value));
    // The cells of a query are its words; those of a board are not.
    let board = row.separator.and_then(|separator| {
        let (board, _) = text.trim_matches('|').rsplit_once(separator)?;
        board.contains('[').then(|| board.trim().trim_end_matches(|c: char| "->= ".contains(c)))
    });
    if let Some(input) = board.and_then(|board| inputs.line(board)) {
        return Some(FoundInput { answer: answer(), ..input });
    }
    (1..=before.len().min(4)).rev().find_map(|count| {
        let (rest, input) = before.split_at(before.len() - count);
        let mut input =
            inputs.line(input.join(" ").trim_end_matches(|c: char| "->= ".contains(c)))?;
        let name = rest.iter().find(|cell| cell.contains(char::is_alphabetic)).cloned();
        input.name = name.unwrap_or(input.name);
        Some(FoundInput { answer: answer(), ..input })
    })
}

/// Returns `true` for the line below the headings of a Markdown table.
fn is_rule(line: &str) -> bool {
    line.contains('|') && line.contains('-') && line.chars().all(|c| "|-: ".contains(c))
}
