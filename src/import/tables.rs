//! Recognizes rows of tables: Markdown, tab-separated or comma-separated.

use super::labels::{PageLabel, of_phrase};
use super::values::value;

/// Characters that separate the cells of a row, in the order in which they are tried.
const SEPARATORS: [char; 4] = ['\t', '|', ';', ','];
/// Words in the heading of a column of answers, beside the words of labels.
const ANSWERS: [&str; 9] =
    ["expected", "moves", "steps", "distance", "checkmate", "checkmated", "mate", "mated", "truth"];
/// Headings of a column of inputs, beside the words of labels.
const INPUTS: [&str; 4] = ["board", "position", "query", "question"];
/// Headings of the columns of a query.
const QUERY: [&str; 14] = [
    "piece",
    "figure",
    "color",
    "colour",
    "side",
    "start",
    "from",
    "source",
    "finish",
    "end",
    "to",
    "target",
    "goal",
    "destination",
];
/// Headings of columns of names.
const NAMES: [&str; 3] = ["name", "title", "case"];
/// Largest number of columns of a table with headings.
const MOST_COLUMNS: usize = 32;
/// Characters that no line of headings has.
const NO_HEADING: [char; 5] = ['[', ']', '{', '}', '='];
/// Largest number of words of a heading.
const LONGEST_HEADING: usize = 4;

/// The input in a row of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) input: String,
    /// Answer in the row; `None` if the row or the table has none.
    pub(super) answer: Option<String>,
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
    /// The line before the current one.
    last: String,
}

#[derive(Debug)]
struct Header {
    separator: char,
    columns: usize,
    /// Column of the answers, if there is exactly one.
    answer: Option<usize>,
    /// Columns of the input; empty if the headings name none.
    input: Vec<usize>,
    name: Option<usize>,
    kind: Option<usize>,
}

impl PageTable {
    /// Returns what a line is in the current table: a heading, a row, or neither. `is_input` tells
    /// inputs from other texts.
    pub(super) fn read(&mut self, line: &str, is_input: impl Fn(&str) -> bool) -> RowKind {
        let last = std::mem::replace(&mut self.last, line.to_owned());
        if is_rule(line) {
            let known = self.header.take();
            self.header = known.or_else(|| Header::of(&last, '|', true));
            return RowKind::Heading;
        }
        let is_over = |header: &Header| match line {
            "" => header.separator == '|',
            line => !line.contains(header.separator),
        };
        self.header.take_if(|header| is_over(header));
        if let Some(header) = &self.header
            && let Some(row) = header.row(line)
        {
            return row;
        }
        let row = SEPARATORS.into_iter().find_map(|separator| unheaded(line, separator, &is_input));
        if let Some(row) = row {
            return RowKind::Row(row);
        }
        let header =
            SEPARATORS.into_iter().find_map(|separator| Header::of(line, separator, false));
        self.header = header.or_else(|| self.header.take());
        match &self.header {
            Some(header) if !header.input.is_empty() && line == self.last && header.is_of(line) => {
                RowKind::Heading
            }
            _ => RowKind::None,
        }
    }
}

impl Header {
    /// Parses a line as the headings of a table. Unless `is_known`, one heading must be that of an
    /// input, or all headings must consist of letters.
    fn of(line: &str, separator: char, is_known: bool) -> Option<Self> {
        if !line.contains(separator) || line.contains(NO_HEADING) || line.contains("\":") {
            return None;
        }
        let cells = cells(line, separator);
        let is_short = |cell: &String| cell.split_whitespace().count() <= LONGEST_HEADING;
        let are_headings = separator == '\t' || cells.iter().all(is_short);
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
            words.clone().count() <= LONGEST_HEADING && words.any(|word| ANSWERS.contains(&word))
                || of_phrase(heading) == Some(PageLabel::Output)
        };
        let answers = columns(&is_answer);
        let expected = columns(&|heading| heading.contains("expected"));
        let answer = match (&answers[..], &expected[..]) {
            ([answer], _) | (_, [answer]) => Some(*answer),
            _ => None,
        };
        let is_input = |heading: &str| {
            INPUTS.contains(&heading) || of_phrase(heading) == Some(PageLabel::Input)
        };
        let inputs = columns(&is_input);
        let input =
            if inputs.len() == 1 { inputs } else { columns(&|heading| QUERY.contains(&heading)) };
        let is_heading = |cell: &String| {
            !cell.is_empty() && cell.chars().all(|c| c.is_alphabetic() || c == ' ' || c == '_')
        };
        let has_headings = !input.is_empty() || headings.iter().all(is_heading);
        let name = columns(&|heading| NAMES.contains(&heading)).first().copied();
        let kind = columns(&|heading| heading == "kind").first().copied();
        let columns = headings.len();
        (is_known || has_headings).then_some(Self { separator, columns, answer, input, name, kind })
    }

    /// Returns `true` if a line has as many cells as there are headings.
    fn is_of(&self, line: &str) -> bool {
        cells(line, self.separator).len() == self.columns
    }

    /// Returns a row with as many cells as there are headings, or [`RowKind::None`] if the headings
    /// name no input; `None` for other lines.
    fn row(&self, line: &str) -> Option<RowKind> {
        let cells = cells(line, self.separator);
        if cells.len() != self.columns {
            return None;
        }
        let input: Vec<&str> = self.input.iter().map(|nth| cells[*nth].as_str()).collect();
        if input.is_empty() {
            return Some(RowKind::None);
        }
        let answer = self.answer.and_then(|nth| value(&cells[nth])).map(str::to_owned);
        let of = |nth: Option<usize>| nth.map(|nth| cells[nth].as_str()).unwrap_or_default();
        let name = match (of(self.name), of(self.kind)) {
            ("", _) => None,
            (name, "") => Some(name.to_owned()),
            (name, kind) => Some(format!("{name} ({kind})")),
        };
        Some(RowKind::Row(Row { input: input.join(" "), answer, name }))
    }
}

/// Returns a heading in lower case, without what follows a colon.
fn heading(cell: &str) -> String {
    let cell = cell.split(':').next().unwrap_or_default().trim_end_matches(['?', '!']);
    cell.trim().to_lowercase()
}

/// Returns a row without headings: an input and then a single answer, after an optional name.
fn unheaded(line: &str, separator: char, is_input: &impl Fn(&str) -> bool) -> Option<Row> {
    if !line.contains(separator) {
        return None;
    }
    let row = |input: &str, answer: &str, name: Option<String>| {
        let answer = Some(value(answer)?.to_owned());
        is_input(input).then(|| Row { input: input.to_owned(), answer, name })
    };
    let is_sign = |c: char| "->= ".contains(c);
    if let Some((input, answer)) = line.trim_matches('|').rsplit_once(separator)
        && let Some(row) = row(input.trim().trim_end_matches(is_sign), answer, None)
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
