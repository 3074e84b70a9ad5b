//! The parser of queries, such as `King W A1a B3d`, with the words on one line or on three.

mod mistakes;
mod parts;
mod word;
mod word_cache;

#[cfg(feature = "serde")]
pub(super) use self::mistakes::number_hint;
use self::mistakes::{no_color, no_finish, no_query, with_page_hint};
pub(super) use self::mistakes::{unknown_cell, unknown_color, unknown_piece};
use self::parts::QueryParts;
pub use self::parts::QueryWords;
#[cfg(feature = "serde")]
pub(super) use self::parts::role_and_color;
use self::word::{Word, Words};
use self::word_cache::WordCache;
use super::cursor::{Cursor, Stop};
use super::skip::{RecordLines, Skip};
use super::{Next, Reader, is_on_larger_board};
use crate::cell::{Cell, Size};
use crate::mistake::{Mistake, quote};
use crate::path::Query;
use crate::piece::{Color, Piece, Role};
use crate::rules::Rules;

/// A [`Reader`] of queries that accepts the piece and cell names of a rule set.
#[derive(Clone, Debug)]
pub struct Queries {
    names: Names,
    cache: WordCache,
    skip: Skip,
}

/// The piece and cell names of a rule set on boards of one size.
#[derive(Clone, Debug)]
struct Names {
    rules: Rules,
    size: Size,
    /// Hint for a cell that only larger boards have.
    larger_hint: Option<String>,
    /// True if other pieces are on the board, so that captures depend on the piece's color.
    among_others: bool,
    /// Number of words in the piece name with the most words, such as 2 for `High Priestess`.
    longest: usize,
}

/// The maximum length of a line in bytes. A longer line, such as a file without line ends, is a
/// mistake.
const LONGEST_LINE: usize = 1 << 16;

/// The maximum length in bytes of two cells without a blank between them.
const LONGEST_PAIR: usize = 32;

impl Queries {
    /// Creates a reader of queries on a board of this size.
    #[must_use]
    pub fn new(rules: &Rules, size: Size) -> Self {
        Self { names: Names::new(rules, size), cache: WordCache::default(), skip: Skip::default() }
    }

    /// Sets the hint for a cell that only larger boards have.
    #[cfg(feature = "cli")]
    pub(crate) fn with_larger_hint(mut self, hint: Option<String>) -> Self {
        self.names.larger_hint = hint;
        self
    }

    /// Requires the color of every piece, because other pieces are on the board.
    #[cfg(feature = "cli")]
    pub(crate) fn among_others(mut self) -> Self {
        self.names.among_others = true;
        self
    }

    /// Returns the query of these words (piece, color, start and finish) if all are remembered.
    #[cfg(feature = "cli")]
    pub(crate) fn remembered(&self, words: [&str; 4]) -> Option<Query> {
        self.cache.query_of(words.map(str::as_bytes))
    }

    /// Remembers the words of a query, and returns the query.
    #[cfg(feature = "cli")]
    pub(crate) fn remember(&mut self, words: [&str; 4], query: Query) -> Query {
        let [name, color, start, finish] = words.map(|word| Word { text: word.as_bytes(), at: 0 });
        self.cache.insert_piece([name.text, color.text], query.piece);
        self.remember_cell(start, query.start);
        self.remember_cell(finish, query.finish);
        query
    }

    #[inline(never)]
    fn read_any_form(&mut self, text: &[u8], start: usize, ended: bool) -> Next<Query> {
        let mut cursor = Cursor::new(text, start, ended);
        let mut words = Words::new();
        let query = line(&cursor).and_then(|line| {
            words = self.names.words(line);
            cursor.at = line.span().end;
            self.query(line, &words, &mut cursor)
        });
        let Self { names, skip, .. } = self;
        match query {
            Ok(query) => skip.ends(&cursor, query),
            Err(Stop::NeedMore) => Next::NeedMore,
            Err(Stop::Bad(error)) => match words[..] {
                [name] | [name, _] if names.role(name).is_some() => {
                    skip.broken(&cursor, start, error, names)
                }
                _ => {
                    let error = with_page_hint(&text[start..cursor.at], error);
                    skip.ends_line(&cursor, Err(error), Skip::Blanks, LONGEST_LINE)
                }
            },
        }
    }

    /// Parses the query whose first line has these words. The cursor is at the end of this line,
    /// and moves to the end of the query's last line.
    fn query(
        &mut self,
        line: Word<'_>,
        words: &[Word<'_>],
        cursor: &mut Cursor<'_>,
    ) -> Result<Query, Stop> {
        let QueryParts { name, color, cells } = self.names.parts(words, 2);
        match (color, cells) {
            (_, &[start, finish]) => {
                let piece = self.piece(name, color)?;
                let start_cell = self.cell(start, &[name, finish])?;
                Ok(Query { piece, start: start_cell, finish: self.cell(finish, &[name, start])? })
            }
            (Some(_), []) => {
                let piece = self.piece(name, color)?;
                let start = self.lone_cell(cursor, name, "the start cell")?;
                let finish = self.lone_cell(cursor, name, "the finish cell")?;
                Ok(Query { piece, start, finish })
            }
            (None, &[start]) if self.names.role(name).is_some() => {
                Err(no_finish(&self.names, line, start).into())
            }
            _ => Err(no_query(&self.names, line, words, cells).into()),
        }
    }

    /// Parses the next line that is not empty, which must have a cell and no other word. `name` is
    /// the piece of the query, and `what` names the cell in messages.
    fn lone_cell(
        &mut self,
        cursor: &mut Cursor<'_>,
        name: Word<'_>,
        what: &str,
    ) -> Result<Cell, Stop> {
        let expected = || format!("{what} on a line of its own");
        cursor.at += usize::from(cursor.peek()? == Some(b'\n'));
        let (mut blanks, is_cut) = cursor.cut_after(LONGEST_LINE + 1);
        let is_blank = match blanks.skip_space().and_then(|()| blanks.peek()) {
            Err(stop) if !is_cut => return Err(stop),
            found => found.ok().flatten().is_none(),
        };
        let is_long = blanks.at - cursor.at > LONGEST_LINE;
        cursor.at = blanks.at;
        if is_blank {
            let found = if is_long { "only blanks" } else { "the end of the input" };
            return Err(Mistake::expected(cursor.at..cursor.at, expected(), found).into());
        }
        let line = line(cursor)?;
        let words = self.names.words(line);
        match words[..] {
            [word] if !self.names.starts_query(word) => {
                let cell = self.cell(word, &[name])?;
                cursor.at = line.span().end;
                Ok(cell)
            }
            _ => {
                let found = line.joined(&words);
                Err(Mistake::expected(found.span(), expected(), quote(found.text)).into())
            }
        }
    }

    fn piece(&mut self, name: Word<'_>, color: Option<Word<'_>>) -> Result<Piece, Mistake> {
        let Some(color) = color else { return self.names.piece_of_any_color(name) };
        let piece = self.names.piece(name, color)?;
        self.cache.insert_piece([name.text, color.text], piece);
        Ok(piece)
    }

    /// Parses a cell of a query. `others` are the piece of the query and perhaps its other cell.
    fn cell(&mut self, word: Word<'_>, others: &[Word<'_>]) -> Result<Cell, Mistake> {
        let cell = self.names.cell(word, others)?;
        self.remember_cell(word, cell);
        Ok(cell)
    }

    fn remember_cell(&mut self, word: Word<'_>, cell: Cell) {
        // On a line of its own, such a word starts the next query.
        if !self.names.starts_query(word) {
            self.cache.insert_cell(word.text, cell);
        }
    }
}

impl Names {
    fn new(rules: &Rules, size: Size) -> Self {
        let words = |name: &str| name.split(' ').count();
        let longest = rules.roles().map(|(_, def)| words(&def.name)).max().unwrap_or(1);
        Self { rules: rules.clone(), size, larger_hint: None, among_others: false, longest }
    }

    /// Splits a line into words. A piece's name counts as one word even if it has several words,
    /// such as `High Priestess`; the longest name wins.
    fn words<'t>(&self, line: Word<'t>) -> Words<'t> {
        let mut words = line.split();
        drop_marks(&mut words);
        if matches!(words[0].text, [b'[' | b'"', ..]) {
            let array = line.split_array();
            let is_query = |array: &Words<'_>| matches!(array[..], [name, _, _] | [name, _, _, _] if self.role(name).is_some());
            if is_query(&array) {
                words = array;
            }
        }
        let most = words.len().min(self.longest);
        let is_name = |count: &usize| self.role(line.joined(&words[..*count])).is_some();
        if let Some(count) = (2..=most).rev().find(is_name) {
            words[0] = line.joined(&words[..count]);
            words.drain(1..count);
        }
        self.split_cells(&mut words);
        words
    }

    /// Splits the words after the piece, and its color if there is one, at hyphens, as in
    /// `A1a-B3d`, or between two cells, as in `A1aB3d`. The method splits nothing unless every part
    /// is a cell.
    fn split_cells(&self, words: &mut Words<'_>) {
        let is_cell = |word: Word<'_>| self.known_cell(word).is_some();
        let has_color = words.len() > 2 && !words[1].text.contains(&b'-') && !is_cell(words[1]);
        let before = 1 + usize::from(has_color);
        let cells = words.get(before..).unwrap_or_default();
        let [Some(first), Some(last)] = [cells.first(), cells.last()] else { return };
        let is_between = !first.text.starts_with(b"-") && !last.text.ends_with(b"-");
        let parts: Words<'_> = if cells.iter().all(|word| !word.text.contains(&b'-')) {
            self.cells_of(cells).into_iter().flatten().collect()
        } else {
            cells.iter().flat_map(word::Word::split_at_hyphens).collect()
        };
        let is_pair = is_between && !parts.is_empty();
        if is_pair && parts.iter().all(|part| is_cell(*part)) {
            words.truncate(before);
            words.extend(parts);
        }
    }

    /// Splits a single word into two cells; `None` unless there is exactly one way.
    fn cells_of<'t>(&self, words: &[Word<'t>]) -> Option<[Word<'t>; 2]> {
        let [word] = words else { return None };
        let length = word.text.len();
        let is_cell = |part: &Word<'_>| self.known_cell(*part).is_some();
        let pairs = (1..length).map(|at| [word.part(0..at), word.part(at..length)]);
        let mut pairs = pairs.filter(|pair| length <= LONGEST_PAIR && pair.iter().all(is_cell));
        pairs.next().filter(|_| pairs.next().is_none())
    }

    /// Returns `true` if a line with `word` as its first word starts a new record. Such a word
    /// names a piece, or starts with `{` as a JSON object does.
    fn starts_query(&self, word: Word<'_>) -> bool {
        word.text.starts_with(b"{") || self.role(word).is_some()
    }

    fn role(&self, word: Word<'_>) -> Option<Role> {
        self.rules.role_named(word.text)
    }

    fn piece(&self, name: Word<'_>, color: Word<'_>) -> Result<Piece, Mistake> {
        let unknown = || {
            let error = unknown_piece(&self.rules, name.span(), name.text);
            // A board between the words of a query is no board for `mate`.
            let is_query = known_color(color).is_some();
            Mistake {
                hint: error.hint.filter(|_| !is_query || !name.text.starts_with(b"[")),
                ..error
            }
        };
        let role = self.role(name).ok_or_else(unknown)?;
        Ok(Piece::new(self::color(color)?, role))
    }

    fn piece_of_any_color(&self, name: Word<'_>) -> Result<Piece, Mistake> {
        let unknown = || unknown_piece(&self.rules, name.span(), name.text);
        let role = self.role(name).ok_or_else(unknown)?;
        let piece = self.rules.piece_of_any_color(role).filter(|_| !self.among_others);
        piece.ok_or_else(|| no_color(name, &self.rules.role(role).name))
    }

    fn known_cell(&self, word: Word<'_>) -> Option<Cell> {
        self.rules.cells().parse_any_case(self.size, word.text)
    }

    fn cell(&self, word: Word<'_>, others: &[Word<'_>]) -> Result<Cell, Mistake> {
        let unknown = || {
            let piece = others.first().map(|piece| piece.text);
            let cells = [&word].into_iter().chain(others.iter().skip(1));
            let cells: Vec<&[u8]> = cells.map(|cell| cell.text).collect();
            let error = unknown_cell(&self.rules, self.size, word.span(), (piece, &cells));
            let hint = self.larger_hint.clone();
            let hint = hint.filter(|_| is_on_larger_board(&self.rules, word.text));
            Mistake { hint: hint.or(error.hint), ..error }
        };
        self.known_cell(word).ok_or_else(unknown)
    }
}

impl RecordLines for Names {
    fn longest_line(&self) -> usize {
        LONGEST_LINE
    }

    fn starts_record(&self, start: &Cursor<'_>) -> Result<bool, Stop> {
        let words = self.words(line(start)?);
        Ok(words.first().is_some_and(|word| self.role(*word).is_some()))
    }
}

impl Reader for Queries {
    type Record = Query;

    const WHAT: &'static str = "a query";

    #[inline(always)]
    fn read(&mut self, text: &[u8], start: usize, ended: bool) -> Next<Query> {
        if let Some((query, length)) = self.cache.query(&text[start..]) {
            self.skip = Skip::Blanks;
            return Next::Record { end: start + length, result: Ok(query) };
        }
        self.read_any_form(text, start, ended)
    }

    #[inline(always)]
    fn start(&mut self, text: &[u8], ended: bool) -> Result<usize, Next<Query>> {
        if self.skip == Skip::Blanks && text.first().is_some_and(u8::is_ascii_graphic) {
            return Ok(0);
        }
        self.skip.start(text, ended, &self.names)
    }

    fn restart(&mut self) {
        self.skip = Skip::default();
    }

    fn skip_line(&mut self) {
        self.skip = Skip::Line(false);
    }
}

/// Removes the number of an item of a list, such as `1.`, before a query, and the word `to` before
/// its last cell.
fn drop_marks(words: &mut Words<'_>) {
    let number = words[0].text.strip_suffix(b".").or_else(|| words[0].text.strip_suffix(b")"));
    let is_digit = |number: &[u8]| !number.is_empty() && number.iter().all(u8::is_ascii_digit);
    if words.len() > 2 && number.is_some_and(is_digit) {
        words.remove(0);
    }
    let before_last = words.len().saturating_sub(2);
    if before_last > 1 && words[before_last].is_to() {
        words.remove(before_last);
    }
}

/// Returns the rest of the cursor's line, without the line end.
///
/// Stops if the line is longer than [`LONGEST_LINE`], or if its end has not arrived yet.
fn line<'t>(cursor: &Cursor<'t>) -> Result<Word<'t>, Stop> {
    Ok(Word { text: cursor.line(LONGEST_LINE)?, at: cursor.at })
}

/// Parses a piece: its name and color, or its letter in boards.
pub(super) fn piece(rules: &Rules, text: &[u8]) -> Result<Piece, Mistake> {
    // Names of pieces do not depend on the board size, so any size will do.
    let size = Size::new(Size::MIN).expect("it is the smallest there is");
    let names = Names::new(rules, size);
    match names.words(Word { text, at: 0 })[..] {
        [name, color] => names.piece(name, color),
        [Word { text: [letter], at }] => {
            let piece = rules.letters().find(|(known, _)| *known == char::from(*letter));
            let unknown = || unknown_piece(rules, at..at + 1, &[*letter]);
            piece.map(|(_, piece)| piece).ok_or_else(unknown)
        }
        _ => Err(Mistake::expected(0..text.len(), "a piece and its color", quote(text))),
    }
}

fn known_color(word: Word<'_>) -> Option<Color> {
    str::from_utf8(word.text).ok()?.parse().ok()
}

fn color(word: Word<'_>) -> Result<Color, Mistake> {
    known_color(word).ok_or_else(|| unknown_color(word.span(), word.text))
}
