//! Recognizes inputs by parsing them: queries on one or three lines, boards and JSON objects.

use std::cell::{Cell, RefCell};

use super::importer::Importer;
use super::names;
use super::page_text::{FoundInput, PageText};
use crate::cases::{Form, Puzzle, Question};
use crate::notation::{self, Boards, Next, Queries, Reader, is_rule, variable_length};

/// Largest number of page parts of a query on three lines, with blank lines between them.
const QUERY_PARTS: usize = 8;
/// Largest number of lines of a JSON object.
const OBJECT_LINES: usize = 200;
/// Largest number of lines of a board: 64 levels of 64 rows, and a line between levels.
const BOARD_LINES: usize = 64 * 65;
/// Number of failed attempts to read a board of several lines in one run of rows. After these, each
/// row of the run is read alone, so that the time for a hostile text stays linear.
const ATTEMPTS: usize = 100;
/// Largest number of words of a query with words such as `to` between its own.
const MOST_WORDS: usize = 8;
/// Words between those of a query.
const FILLERS: [&str; 9] = ["to", "from", "->", "→", "-", "–", "nach", "von", "bis"];

/// A reader of the inputs on a page: queries, boards and JSON objects.
pub(super) struct Inputs<'i> {
    importer: &'i Importer<'i>,
    queries: RefCell<Queries>,
    boards: RefCell<Boards<'i>>,
    /// Letters and signs of the cells of a board.
    cells: Vec<char>,
    /// Run of rows that was read last.
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
        let letters = importer.mate.0.letters().map(|(letter, _)| letter);
        Self {
            importer,
            queries: RefCell::new(Queries::new(importer.path.0, importer.path_size())),
            boards: RefCell::new(Boards::new(importer.mate.0)),
            cells: "#._".chars().chain(letters).collect(),
            run: Cell::default(),
        }
    }

    /// Returns the input that is the whole text, perhaps after a label such as `3.` or `Board 3:`;
    /// `None` if the text is none or has a mistake.
    pub(super) fn line(&self, text: &str) -> Option<FoundInput> {
        let after_label = |(start, name)| Some(FoundInput { name, ..self.single(&text[start..])? });
        self.single(text).or_else(|| names::input_starts(text).find_map(after_label))
    }

    /// Returns the input that is the whole text, which may have several lines.
    fn single(&self, text: &str) -> Option<FoundInput> {
        if text.starts_with('{')
            && let Some(found) = self.object(text).ok()
        {
            return Some(found);
        }
        if text
            .split('\n')
            .all(|line| line.is_empty() || self.is_rows(line) || is_rule(line.as_bytes()))
        {
            let board = &text[name_length(text)..];
            let read = |board: &str| self.boards.borrow_mut().single(board.as_bytes()).ok();
            return read(board).map(|setup| FoundInput::new(board, Ok(Question::Mate(setup))));
        }
        self.query(text)
    }

    fn query(&self, text: &str) -> Option<FoundInput> {
        let mut words = text.split_whitespace();
        let cells = words.clone().filter(|word| is_like_cell(word)).count();
        // The number of an item, as in `1. King W A1a B3d`, is no part of the case.
        let is_word = words.clone().nth(1).is_none();
        if text.starts_with(|first: char| first.is_ascii_digit()) || cells == 0 || is_word {
            return None;
        }
        if words.nth(MOST_WORDS).is_none()
            && let Some(found) = self.read_query(text)
        {
            return Some(found);
        }
        self.read_query(&named_words(text).or_else(|| spoken_words(text))?)
    }

    fn read_query(&self, text: &str) -> Option<FoundInput> {
        let query = self.queries.borrow_mut().single(text.as_bytes()).ok()?;
        Some(FoundInput::new(text, Ok(Question::Path(self.importer.path_size(), query))))
    }

    /// Parses a JSON object.
    fn object(&self, text: &str) -> Result<FoundInput, String> {
        let puzzle = if text.contains("\"piece\"") { Puzzle::Path } else { Puzzle::Mate };
        let question = self.importer.object(text, puzzle).map_err(|error| error.to_string())?;
        let text = question.text(self.importer.rules(puzzle).0, Form::Puzzle);
        Ok(FoundInput::new(&text, Ok(question)))
    }

    /// Returns `true` if a query or a board stands among other words of a line.
    pub(super) fn is_among(&self, line: &str) -> bool {
        let words = line.split(|c: char| c.is_whitespace() || "|,;()\"'".contains(c));
        let words = words.map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()));
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        let is_query = |words: &[&str]| {
            is_like_cell(words[2])
                && is_like_cell(words[3])
                && self.query(&words.join(" ")).is_some()
        };
        let board = || {
            let (start, end) = (line.find('[')?, line.rfind(']')?);
            self.single(line.get(start..=end)?)
        };
        let mut cells = line.split('|').map(str::trim).filter(|cell| cell.len() < line.len());
        words.windows(4).any(is_query)
            || board().is_some()
            || cells.any(|cell| self.single(cell).is_some())
    }

    /// Returns the input that starts in part `nth` and goes on in the next parts, and the number of
    /// the part after the input. An input with a mistake is returned only if its text looks like an
    /// input.
    pub(super) fn at(&self, page: &PageText, nth: usize) -> MaybeInput {
        let text = page.text_at(nth)?;
        let after_label = |(start, name)| {
            let (input, end) = self.right(page, nth, start)?;
            Some((FoundInput { name, ..input }, end))
        };
        let found = self.right(page, nth, 0);
        let found = found.or_else(|| names::input_starts(text).find_map(after_label));
        found.or_else(|| self.broken(page, nth))
    }

    /// Returns the input without mistakes that starts at byte `start` of part `nth`; `None` if
    /// there is none.
    fn right(&self, page: &PageText, nth: usize, start: usize) -> MaybeInput {
        let line = &page.text_at(nth)?[start..];
        if line.starts_with('{')
            && let Some(found) = self.object_at(page, nth, start)
        {
            return Some(found);
        }
        if self.is_rows(line) {
            return self.board(page, nth, start + name_length(line)).ok();
        }
        if !self.is_piece(line) {
            return None;
        }
        let text = page.slice(nth..page.run(nth, QUERY_PARTS, |_| true), start);
        let mut queries = self.queries.borrow_mut();
        queries.restart();
        let Next::Record { end, result: Ok(query) } = queries.next(text.as_bytes(), true) else {
            return None;
        };
        let question = Question::Path(self.importer.path_size(), query);
        Some((FoundInput::new(&text[..end], Ok(question)), page.after(nth, start + end)?))
    }

    fn is_piece(&self, line: &str) -> bool {
        line.contains(' ') && notation::parse_piece(self.importer.path.0, line).is_ok()
    }

    /// Returns `true` for the first line of an input of several lines.
    pub(super) fn starts(&self, line: &str) -> bool {
        self.is_piece(line) || self.is_rows(line)
    }

    /// Returns the board that starts at byte `start` of part `nth`, or the mistake in the board.
    fn board(
        &self,
        page: &PageText,
        nth: usize,
        start: usize,
    ) -> Result<(FoundInput, usize), String> {
        let run = self.run_at(page, nth);
        let end = if run.failures < ATTEMPTS { run.end.min(nth + BOARD_LINES) } else { nth + 1 };
        let text = page.slice(nth..end, start);
        let mut boards = self.boards.borrow_mut();
        boards.restart();
        match boards.next(text.as_bytes(), true) {
            Next::Record { end, result: Ok(setup) } => {
                let after = page.after(nth, start + end).ok_or("expected one board a line")?;
                Ok((FoundInput::new(&text[..end], Ok(Question::Mate(setup))), after))
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
        Some((self.object(text).ok()?, end + 1))
    }

    /// Returns the mistake in a text that looks like an input on one line.
    pub(super) fn mistake(&self, text: &str) -> Option<String> {
        let page = PageText::of_text(text);
        self.broken(&page, 0).and_then(|(input, _)| input.question.err())
    }

    /// Returns an input with a mistake: text that looks like an input, but cannot be parsed.
    fn broken(&self, page: &PageText, nth: usize) -> MaybeInput {
        let line = page.text_at(nth)?;
        let mut starts = [0].into_iter().chain(names::starts(line));
        let (start, puzzle) = starts.find_map(|start| {
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
                let is_whole = rest.split_whitespace().count() > 2;
                let end = if is_whole { nth + 1 } else { cells_end(page, nth) };
                let text = page.slice(nth..end, start);
                (end, self.queries.borrow_mut().single(text.as_bytes()).err()?.to_string())
            }
            Puzzle::Mate if rest.starts_with("{\"") => (nth + 1, self.object(rest).err()?),
            Puzzle::Mate => {
                let is_bare = |text: &str| self.is_rows(text) && !text.contains(BRACKETS);
                let end = if is_bare(rest) { page.run(nth, BOARD_LINES, is_bare) } else { nth + 1 };
                let end = (nth + 1..=end).rfind(|end| page.text_at(end - 1).is_some())?;
                // A single row, such as a line of `#`, is other text.
                if end == nth + 1 && is_bare(rest) {
                    return None;
                }
                (end, self.board(page, nth, start).err()?)
            }
        };
        Some((FoundInput::wrong(page.slice(nth..end, start), &error), end))
    }

    /// Returns `true` for a list with a row of cells, an object with a board, and a row with empty
    /// cells.
    fn looks_like_board(&self, line: &str) -> bool {
        if line.starts_with("{\"") {
            return line.contains("\"board\"") || line.contains("\"piece\"");
        }
        let mut words = line.split(|c: char| !c.is_alphabetic() && c != '#');
        self.is_rows(line)
            && (line.contains('#') || line.contains(BRACKETS))
            && words
                .any(|word| word.chars().nth(1).is_some() && word.chars().all(|c| self.is_cell(c)))
    }

    /// Returns `true` for a row of cells, or a list of rows.
    pub(super) fn is_rows(&self, line: &str) -> bool {
        let rows = without_size(&line[name_length(line)..]);
        if rows.chars().all(|c| self.is_cell(c)) {
            return rows.chars().nth(1).is_some();
        }
        // Parentheses and braces inside a line are those of a sentence or a function.
        let is_round = rows.starts_with(['(', '{']) && rows.contains(|c| self.is_cell(c));
        let signs = if is_round { "(){},[]\"'-" } else { "[],\"'-" };
        let is_part = |c: char| c.is_alphabetic() || c.is_whitespace() || self.is_cell(c);
        !rows.starts_with("\"[")
            && (is_round || rows.contains(['[', ']']))
            && rows.chars().all(|c| is_part(c) || signs.contains(c))
            && (rows.contains('#')
                || rows.chars().filter(|c| c.is_alphabetic()).all(|c| self.is_cell(c)))
    }

    fn is_cell(&self, letter: char) -> bool {
        self.cells.contains(&letter) || ('♔'..='♟').contains(&letter)
    }
}

/// Brackets around the levels of a board.
const BRACKETS: [char; 6] = ['[', ']', '(', ')', '{', '}'];

/// Returns `true` for a piece, a color and two words, one of them with a digit, on one line or on
/// three lines.
fn looks_like_query(page: &PageText, nth: usize, line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().take(7).collect();
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
pub(super) fn is_like_cell(word: &str) -> bool {
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

/// Returns the query in a line such as `King W: A1a to B3d`.
fn spoken_words(line: &str) -> Option<String> {
    let words = line.split_whitespace().filter(|word| !FILLERS.contains(word));
    let words: Vec<&str> = words.map(|word| word.trim_end_matches([':', ','])).take(5).collect();
    let spoken = words.join(" ");
    (words.len() <= 4 && spoken != line).then_some(spoken)
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
    let length = if line.contains('=') { variable_length(line.as_bytes()) } else { 0 };
    if line[..length].contains(':') { 0 } else { length }
}
