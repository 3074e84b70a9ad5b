//! Recognizes inputs by parsing them: queries on one or three lines, boards and JSON objects.

use std::cell::{Cell, RefCell};

use super::importer::Importer;
use super::names;
use super::page_text::PageText;
use super::part::Part;
use crate::cases::Puzzle;
use crate::notation::{self, Boards, Next, Queries, Reader, is_rule, variable_length};

/// Largest number of page parts of a query on three lines, with blank lines between them.
const QUERY_PARTS: usize = 8;
/// Largest number of lines of a JSON object.
const OBJECT_LINES: usize = 200;
/// Number of failed attempts to read a board of several lines in one run of rows. After these, each
/// row of the run is read alone, so that the time for a hostile text stays linear.
const ATTEMPTS: usize = 100;

/// An input on a page.
#[derive(Clone, Debug)]
pub(super) struct FoundInput {
    pub(super) text: String,
    pub(super) puzzle: Puzzle,
    /// Mistake in the input; `None` if the input is right.
    pub(super) error: Option<String>,
    /// Name in the line of the input.
    pub(super) name: Option<String>,
    /// Answer in the line of the input or after an arrow.
    pub(super) answer: Option<String>,
    /// True if a label announces the input, but no input follows.
    pub(super) is_missing: bool,
}

impl FoundInput {
    /// Returns an input that cannot be used because of `error`: a label announces it, but it stands
    /// among other words.
    pub(super) fn among(text: &str, error: &str) -> Self {
        Self { error: Some(error.to_owned()), ..input(text, Puzzle::Mate) }
    }

    /// Returns a placeholder for an input that a label announces, but that does not follow the
    /// label.
    pub(super) fn missing() -> Self {
        let error = Some("no input follows this label".to_owned());
        Self { error, is_missing: true, ..input("", Puzzle::Path) }
    }
}

/// A reader of the inputs on a page: queries, boards and JSON objects.
pub(super) struct Inputs<'i> {
    importer: &'i Importer<'i>,
    queries: RefCell<Queries>,
    boards: RefCell<Boards<'i>>,
    /// The run of rows that was read last.
    run: Cell<RowRun>,
}

/// Consecutive parts of a page that are rows of boards or blank.
#[derive(Clone, Copy, Debug, Default)]
struct RowRun {
    start: usize,
    /// Number of the part after the run.
    end: usize,
    /// Number of failed attempts to read a board of several lines in this run.
    failures: usize,
}

/// An input, perhaps with a mistake, and the number of the page part after it; `None` if there is
/// no input.
type MaybeInput = Option<(FoundInput, usize)>;

impl<'i> Inputs<'i> {
    pub(super) fn new(importer: &'i Importer<'i>) -> Self {
        Self {
            importer,
            queries: RefCell::new(Queries::new(importer.path.0, importer.path_size())),
            boards: RefCell::new(Boards::new(importer.mate.0)),
            run: Cell::default(),
        }
    }

    /// Returns `true` if a line is a query, a board or a JSON object, without mistakes.
    pub(super) fn is_line(&self, line: &str) -> bool {
        self.queries.borrow_mut().single(line.as_bytes()).is_ok()
            || (self.is_rows(line) && self.boards.borrow_mut().single(line.as_bytes()).is_ok())
            || (line.starts_with('{') && self.object(line).is_ok())
    }

    /// Returns `true` if a query or a board stands among other words of a line.
    pub(super) fn is_among(&self, line: &str) -> bool {
        let words: Vec<&str> =
            line.split(|c: char| c.is_whitespace() || "|,;()\"'".contains(c)).collect();
        let words: Vec<&str> = words
            .into_iter()
            .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()))
            .filter(|word| !word.is_empty())
            .collect();
        let is_query = |words: &[&str]| {
            is_like_cell(words[2]) && is_like_cell(words[3]) && self.is_line(&words.join(" "))
        };
        let board = || {
            let (start, end) = (line.find('[')?, line.rfind(']')?);
            line.get(start..=end).filter(|board| self.is_line(board))
        };
        let mut cells = line.split('|').map(str::trim);
        words.windows(4).any(is_query) || board().is_some() || cells.any(|cell| self.is_line(cell))
    }

    /// Returns the input that starts in part `nth`, and the number of the part after the input. An
    /// input with a mistake is returned only if its text looks like an input.
    pub(super) fn at(&self, page: &PageText, nth: usize) -> MaybeInput {
        let text = page.text_at(nth)?;
        let after_labels = || {
            let starts = names::input_starts(text);
            starts.into_iter().find_map(|start| {
                let name = names::of_label(text[..start].trim_end())?;
                let name = Some(name).filter(|name| !name.is_empty());
                let (input, end) = self.right(page, nth, start)?;
                Some((FoundInput { name, ..input }, end))
            })
        };
        let found = self.right(page, nth, 0).or_else(after_labels);
        let (mut input, end) =
            found.or_else(|| self.sized(page, nth)).or_else(|| self.broken(page, nth))?;
        if let Some((_, Part::Text { name: Some(name), .. })) = page.part(nth) {
            input.name = Some(name.clone());
        }
        Some((input, end))
    }

    /// Returns the input without mistakes that starts at byte `start` of part `nth`; `None` if
    /// there is none.
    fn right(&self, page: &PageText, nth: usize, start: usize) -> MaybeInput {
        let line = &page.text_at(nth)?[start..];
        if line.starts_with('{') {
            self.object_at(page, nth, start)
        } else if self.is_rows(line) {
            self.board(page, nth, start + name_length(line)).ok()
        } else {
            self.query(page, nth, start)
        }
    }

    fn query(&self, page: &PageText, nth: usize, start: usize) -> MaybeInput {
        let line = &page.text_at(nth)?[start..];
        // The number of an item, as in `1. King W A1a B3d`, is no part of the case.
        if line.starts_with(|first: char| first.is_ascii_digit()) {
            return None;
        }
        let text = if self.queries.borrow_mut().single(line.as_bytes()).is_ok() {
            return Some((input(line, Puzzle::Path), nth + 1));
        } else if let Some(words) = named_words(line) {
            self.queries.borrow_mut().single(words.as_bytes()).ok()?;
            return Some((input(&words, Puzzle::Path), nth + 1));
        } else if self.is_piece(line) {
            page.slice(nth..page.run(nth, QUERY_PARTS, |_| true), start)
        } else {
            return None;
        };
        let mut queries = self.queries.borrow_mut();
        queries.restart();
        match queries.next(text.as_bytes(), true) {
            Next::Record { end, result: Ok(_) } => {
                Some((input(text[..end].trim(), Puzzle::Path), page.after(nth, start + end)?))
            }
            _ => None,
        }
    }

    fn is_piece(&self, line: &str) -> bool {
        line.contains(' ') && notation::parse_piece(self.importer.path.0, line).is_ok()
    }

    /// Returns the board that starts at byte `start` of part `nth`, or the mistake in the board.
    fn board(
        &self,
        page: &PageText,
        nth: usize,
        start: usize,
    ) -> Result<(FoundInput, usize), String> {
        let run = self.run_at(page, nth);
        let end = if run.failures < ATTEMPTS { run.end } else { nth + 1 };
        let text = page.slice(nth..end, start);
        let mut boards = self.boards.borrow_mut();
        boards.restart();
        match boards.next(text.as_bytes(), true) {
            Next::Record { end, result: Ok(_) } => {
                if let Some(after) = page.after(nth, start + end) {
                    return Ok((input(text[..end].trim(), Puzzle::Mate), after));
                }
                Err("expected one board a line".to_owned())
            }
            Next::Record { result: Err(error), .. } => {
                self.run.set(RowRun { failures: run.failures + 1, ..run });
                Err(error.to_string())
            }
            Next::NeedMore | Next::Done => Err("expected a board".to_owned()),
        }
    }

    /// Returns the run of rows that contains part `nth`.
    fn run_at(&self, page: &PageText, nth: usize) -> RowRun {
        let known = self.run.get();
        if (known.start..known.end).contains(&nth) {
            return known;
        }
        let is_part = |text: &str| self.is_rows(text) || is_rule(text.as_bytes());
        let end = page.run(nth, usize::MAX, is_part).max(nth + 1);
        let run = RowRun { start: nth, end, failures: 0 };
        self.run.set(run);
        run
    }

    /// Returns the board below a line that has only the size of the board, as in `3`.
    fn sized(&self, page: &PageText, nth: usize) -> MaybeInput {
        let size: usize = page.text_at(nth)?.parse().ok()?;
        let rows = page.text_at(nth + 1)?;
        let (board, end) = self.right(page, nth + 1, 0)?;
        let first = rows.split(|c: char| !self.is_cell(c)).find(|word| !word.is_empty())?;
        (board.puzzle == Puzzle::Mate && first.chars().count() == size).then_some((board, end))
    }

    fn object_at(&self, page: &PageText, nth: usize, start: usize) -> MaybeInput {
        let run_end = page.run(nth, OBJECT_LINES, |_| true);
        let mut open = 0_isize;
        let end = (nth..run_end).find(|part| {
            let line = page.text_at(*part).unwrap_or_default();
            open +=
                line.chars().map(|c| isize::from(c == '{') - isize::from(c == '}')).sum::<isize>();
            open <= 0
        })?;
        let text = page.slice(nth..end + 1, start).trim();
        let puzzle = self.object(text).ok()?;
        Some((input(text, puzzle), end + 1))
    }

    /// Parses a JSON object, and returns the puzzle that it belongs to, or the mistake in it.
    fn object(&self, text: &str) -> Result<Puzzle, String> {
        let puzzle = if text.contains("\"piece\"") { Puzzle::Path } else { Puzzle::Mate };
        let read = self.importer.object(text, puzzle);
        read.map(|_| puzzle).map_err(|error| error.to_string())
    }

    /// Returns an input with a mistake: text that looks like an input, but cannot be parsed.
    fn broken(&self, page: &PageText, nth: usize) -> MaybeInput {
        let line = page.text_at(nth)?;
        let starts = || [0].into_iter().chain(names::input_starts(line));
        let (start, puzzle) = starts().find_map(|start| {
            let line = &line[start..];
            if looks_like_query(page, nth, line) {
                Some((start, Puzzle::Path))
            } else {
                self.looks_like_board(line).then_some((start, Puzzle::Mate))
            }
        })?;
        let rest = &line[start..];
        let (end, error) = match puzzle {
            Puzzle::Path => {
                let end = if rest.split_whitespace().count() > 2 {
                    nth + 1
                } else {
                    cells_end(page, nth)
                };
                let text = page.slice(nth..end, start);
                (end, self.queries.borrow_mut().single(text.as_bytes()).err()?.to_string())
            }
            Puzzle::Mate if rest.starts_with('{') => (nth + 1, self.object(rest).err()?),
            Puzzle::Mate => {
                let is_bare = |text: &str| self.is_rows(text) && !text.contains(['[', ']']);
                let end = if is_bare(rest) { page.run(nth, usize::MAX, is_bare) } else { nth + 1 };
                let end = (nth + 1..=end).rfind(|end| page.text_at(end - 1).is_some())?;
                // A single row, such as a line of `#`, is other text.
                if end == nth + 1 && is_bare(rest) {
                    return None;
                }
                (end, self.board(page, nth, start).err()?)
            }
        };
        let text = page.slice(nth..end, start).trim();
        Some((FoundInput { error: Some(error), ..input(text, puzzle) }, end))
    }

    /// Returns `true` for a list with a row of cells, an object with a board, and a row with empty
    /// cells.
    fn looks_like_board(&self, line: &str) -> bool {
        let has_row = || {
            let words = line.split(|c: char| !c.is_alphabetic() && c != '#');
            words
                .into_iter()
                .any(|word| word.chars().count() > 1 && word.chars().all(|c| self.is_cell(c)))
        };
        if line.starts_with('{') {
            return line.contains("\"board\"") || line.contains("\"piece\"");
        }
        self.is_rows(line) && (line.contains('#') || line.contains('[')) && has_row()
    }

    /// Returns `true` for a row of cells, or a list of rows.
    fn is_rows(&self, line: &str) -> bool {
        let rows = without_size(&line[name_length(line)..]);
        let is_row = rows.chars().count() > 1 && rows.chars().all(|c| self.is_cell(c));
        let is_list = !rows.starts_with("\"[")
            && rows.contains(['[', ']'])
            && rows.chars().all(|c| {
                c.is_alphabetic() || c.is_whitespace() || "[],\"'-".contains(c) || self.is_cell(c)
            })
            && (rows.contains('#')
                || rows.chars().filter(|c| c.is_alphabetic()).all(|c| self.is_cell(c)));
        is_row || is_list
    }

    fn is_cell(&self, letter: char) -> bool {
        "#._".contains(letter)
            || ('♔'..='♟').contains(&letter)
            || self.importer.mate.0.letters().any(|(known, _)| known == letter)
    }
}

/// Returns `true` for a piece, a color and two words, one of them with a digit, on one line or on
/// three lines.
fn looks_like_query(page: &PageText, nth: usize, line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    let is_color = |word: &str| notation::parse_color(word).is_some();
    match *words {
        [_, color] => is_color(color) && cells_end(page, nth) > nth + 1,
        [_, color, cell] => is_color(color) && is_like_cell(cell),
        [_, color, start, finish, ..] => {
            words.len() <= 6 && is_color(color) && [start, finish].into_iter().any(is_like_cell)
        }
        _ => false,
    }
}

/// Returns the number of the part after part `nth` and the cells of a query below, which are at
/// most two lines.
fn cells_end(page: &PageText, nth: usize) -> usize {
    let parts = nth + 1..=nth + 2;
    nth + 1 + parts.take_while(|nth| page.text_at(*nth).is_some_and(is_like_cell)).count()
}

/// Returns `true` for a word with a letter and a digit.
fn is_like_cell(word: &str) -> bool {
    !word.contains(char::is_whitespace)
        && word.contains(|c: char| c.is_ascii_digit())
        && word.contains(char::is_alphabetic)
}

/// Returns the query in a line with named words, such as `piece = "King", color = "W"` and so on.
fn named_words(line: &str) -> Option<String> {
    let fields = line.split(',').map(|field| field.split_once(['=', ':']));
    let fields: Vec<(&str, &str)> = fields.collect::<Option<_>>()?;
    let names = fields.iter().map(|(name, _)| name.trim().trim_matches('"').to_lowercase());
    let is_query = names.eq(["piece", "color", "start", "finish"]);
    let word = |value: &str| value.trim().trim_matches(['"', '\'']).to_owned();
    is_query.then(|| fields.iter().map(|(_, value)| word(value)).collect::<Vec<_>>().join(" "))
}

fn input(text: &str, puzzle: Puzzle) -> FoundInput {
    FoundInput {
        text: text.to_owned(),
        puzzle,
        error: None,
        name: None,
        answer: None,
        is_missing: false,
    }
}

/// Removes a size such as `n=3,` or `N = 3` from the start or the end of a board.
fn without_size(line: &str) -> &str {
    let after = line.rsplit_once(',').filter(|(_, size)| {
        let digits = size.trim_start().trim_start_matches(['n', 'N']).trim_start();
        let digits = digits.strip_prefix('=').unwrap_or_default().trim();
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    });
    let line = after.map_or(line, |(board, _)| board);
    let rest = line.strip_prefix(['n', 'N']).map(str::trim_start);
    let rest = rest.and_then(|rest| rest.strip_prefix('='));
    rest.map_or(line, |rest| {
        rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == ',' || c == ' ')
    })
}

/// Returns the length in bytes of a variable's name before a board, as in `n=2, board = `; 0 if a
/// colon ends the name, which then is a label.
fn name_length(line: &str) -> usize {
    let length = variable_length(line.as_bytes());
    if line[..length].contains(':') { 0 } else { length }
}
