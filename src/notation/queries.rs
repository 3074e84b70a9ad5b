//! The parser of queries, such as `King W A1a B3d`, with the words on one line or on three.

mod mistakes;
mod word_cache;

use std::ops::Range;

use memchr::memchr;
use smallvec::SmallVec;

#[cfg(feature = "serde")]
pub(super) use self::mistakes::number_hint;
use self::mistakes::{span_of, wrong_count};
pub(super) use self::mistakes::{unknown_cell, unknown_color, unknown_piece};
use self::word_cache::WordCache;
use super::cursor::{Cursor, Stop, blank};
use super::skip::{Lines, Skip};
use super::{Next, Reader, parse_color};
use crate::cell::{Cell, Size};
use crate::diagnostic::{Diagnostic, quote};
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
    /// The number of words in the piece name with the most words, such as 2 for `High Priestess`.
    longest: usize,
}

/// The maximum length of a line in bytes. A longer line, such as a file without line ends, is a
/// mistake.
const LONGEST_LINE: usize = 1 << 16;

type Word = Range<usize>;
type Words = SmallVec<[Word; 8]>;

/// The reason why a query could not be parsed, and the text to skip after a mistake.
struct Broken {
    stop: Stop,
    then: Skip,
}

impl Queries {
    /// Creates a reader of queries on a board of this size.
    #[must_use]
    pub fn new(rules: &Rules, size: Size) -> Self {
        let names = Names::new(rules, size);
        Self { names, cache: WordCache::default(), skip: Skip::default() }
    }

    /// Parses the query at the cursor, and moves the cursor to the end of the query's last line.
    fn query(&mut self, cursor: &mut Cursor<'_>) -> Result<Query, Broken> {
        let (Self { names, cache, .. }, text) = (self, cursor.text);
        let first = match line(cursor) {
            Ok(line) => line,
            Err(stop) => return Err(Broken { stop, then: Skip::Blanks }),
        };
        let words = names.words(text, first.clone());
        let then = match &words[..] {
            [name] | [name, _] if names.is_piece(text, name) => Skip::Lines,
            _ => Skip::Blanks,
        };
        let query = match &words[..] {
            [name, side] => names.on_lines(cursor, first.end, [name, side]),
            [name, side, start, finish] => {
                let query = names.on_a_line(text, [name, side, start, finish]);
                cursor.at = first.end;
                query.inspect(|query| cache.insert(text, &words, *query)).map_err(Stop::Bad)
            }
            _ => Err(wrong_count(text, &words).into()),
        };
        query.map_err(|stop| Broken { stop, then })
    }
}

impl Names {
    fn new(rules: &Rules, size: Size) -> Self {
        let words = |name: &str| name.split(' ').count();
        let longest = rules.roles().map(|(_, def)| words(&def.name)).max().unwrap_or(1);
        Self { rules: rules.clone(), size, longest }
    }

    fn on_a_line(&self, text: &[u8], words: [&Word; 4]) -> Result<Query, Diagnostic> {
        let [name, side, start, finish] = words;
        let piece = self.piece(text, name, side)?;
        let (start, finish) = (self.cell(text, start)?, self.cell(text, finish)?);
        Ok(Query { piece, start, finish })
    }

    /// Parses a query whose piece is on a line that ends at byte offset `end`. The two cells are on
    /// the next two lines that are not empty, and the cursor moves to the end of the second of
    /// these lines.
    fn on_lines(
        &self,
        cursor: &mut Cursor<'_>,
        end: usize,
        [name, side]: [&Word; 2],
    ) -> Result<Query, Stop> {
        let piece = self.piece(cursor.text, name, side)?;
        cursor.at = end;
        let start = self.lone_cell(cursor, "the start cell")?;
        let finish = self.lone_cell(cursor, "the finish cell")?;
        Ok(Query { piece, start, finish })
    }

    /// Parses the next line that is not empty, which must have a cell and no other word. `what`
    /// names the cell in messages.
    fn lone_cell(&self, cursor: &mut Cursor<'_>, what: &str) -> Result<Cell, Stop> {
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
            return Err(Diagnostic::expected(cursor.at..cursor.at, expected(), found).into());
        }
        let line = line(cursor)?;
        let words = self.words(cursor.text, line.clone());
        match &words[..] {
            [word] if !self.starts_query(cursor.text, word) => {
                let cell = self.cell(cursor.text, word)?;
                cursor.at = line.end;
                Ok(cell)
            }
            _ => {
                let span = span_of(&words);
                let found = quote(&cursor.text[span.clone()]);
                Err(Diagnostic::expected(span, expected(), found).into())
            }
        }
    }

    /// Splits a line into words. A piece's name counts as one word even if it has several words,
    /// such as `High Priestess`; the longest name wins.
    fn words(&self, text: &[u8], line: Range<usize>) -> Words {
        let mut words = split(text, line);
        let name = |end: usize| words[0].start..words[end - 1].end;
        let longest = words.len().min(self.longest);
        if let Some(end) = (2..=longest).rev().find(|&end| self.is_piece(text, &name(end))) {
            words[0] = name(end);
            words.drain(1..end);
        }
        self.split_cells(text, &mut words);
        words
    }

    /// Splits the words after the color at hyphens, as in `A1a-B3d`. The method splits nothing
    /// unless every part is a cell.
    fn split_cells(&self, text: &[u8], words: &mut Words) {
        let Some(cells) = words.get(2..).filter(|cells| !cells.is_empty()) else { return };
        let hyphens = &text[cells[0].start..cells[cells.len() - 1].end];
        let is_between = !hyphens.starts_with(b"-") && !hyphens.ends_with(b"-");
        if !is_between || memchr(b'-', hyphens).is_none() {
            return;
        }
        let parts: Words = cells.iter().flat_map(|word| parts(text, word)).collect();
        if parts.iter().all(|part| self.known_cell(text, part).is_some()) {
            words.truncate(2);
            words.extend(parts);
        }
    }

    /// Returns `true` if a line with `word` as its first word starts a new record. Such a word
    /// names a piece, or starts with `{` as a JSON object does.
    fn starts_query(&self, text: &[u8], word: &Word) -> bool {
        text[word.start] == b'{' || self.is_piece(text, word)
    }

    fn is_piece(&self, text: &[u8], word: &Word) -> bool {
        self.known_role(text, word).is_some()
    }

    fn known_role(&self, text: &[u8], word: &Word) -> Option<Role> {
        self.rules.role_named(str::from_utf8(&text[word.clone()]).ok()?)
    }

    fn piece(&self, text: &[u8], name: &Word, side: &Word) -> Result<Piece, Diagnostic> {
        let unknown = || unknown_piece(&self.rules, name.clone(), &text[name.clone()]);
        let role = self.known_role(text, name).ok_or_else(unknown)?;
        Ok(Piece::new(side_of(text, side.clone())?, role))
    }

    fn known_cell(&self, text: &[u8], word: &Word) -> Option<Cell> {
        self.rules.cells().parse_any_case(self.size, &text[word.clone()])
    }

    fn cell(&self, text: &[u8], word: &Word) -> Result<Cell, Diagnostic> {
        let unknown = || unknown_cell(&self.rules, self.size, word.clone(), &text[word.clone()]);
        self.known_cell(text, word).ok_or_else(unknown)
    }
}

impl Lines for Names {
    fn longest_line(&self) -> usize {
        LONGEST_LINE
    }

    fn starts_record(&self, start: &Cursor<'_>) -> Result<bool, Stop> {
        let line = line(start)?;
        let words = self.words(start.text, line);
        Ok(words.first().is_some_and(|word| self.is_piece(start.text, word)))
    }
}

impl Reader for Queries {
    type Record = Query;

    const WHAT: &'static str = "a query";

    #[inline]
    fn read(&mut self, text: &[u8], start: usize, ended: bool) -> Next<Query> {
        if let Some((query, end)) = self.cache.lookup(&text[start..]) {
            return Next::Record { end: start + end, result: Ok(query) };
        }
        self.read_any_form(text, start, ended)
    }

    #[inline]
    fn start(&mut self, text: &[u8], ended: bool) -> Result<usize, Next<Query>> {
        self.skip.start(text, ended, &self.names)
    }

    fn restart(&mut self) {
        self.skip = Skip::default();
    }

    fn skip_line(&mut self) {
        self.skip = Skip::Line(false);
    }
}

impl Queries {
    fn read_any_form(&mut self, text: &[u8], start: usize, ended: bool) -> Next<Query> {
        let mut cursor = Cursor::new(text, start, ended);
        match self.query(&mut cursor) {
            Ok(query) => self.skip.ends(&cursor, query),
            Err(Broken { stop: Stop::NeedMore, .. }) => Next::NeedMore,
            Err(Broken { stop: Stop::Bad(error), then: Skip::Lines }) => {
                self.skip.broken(&cursor, start, error, &self.names)
            }
            Err(Broken { stop: Stop::Bad(error), then }) => {
                self.skip.ends_line(&cursor, Err(error), then, LONGEST_LINE)
            }
        }
    }
}

/// Returns the byte range from the cursor to the end of its line, without the line end.
///
/// Stops if the line is longer than [`LONGEST_LINE`], or if its end has not arrived yet.
fn line(cursor: &Cursor<'_>) -> Result<Range<usize>, Stop> {
    let line = cursor.line(LONGEST_LINE)?;
    Ok(cursor.at..cursor.at + line.len())
}

/// Splits a line at blanks, commas and arrows. If the line starts with `[` like a board, it is
/// split only at blanks. A line of separators alone becomes one word, so that a diagnostic can mark
/// the line.
fn split(text: &[u8], line: Range<usize>) -> Words {
    let (mut words, mut at) = (Words::new(), line.start);
    let is_board = text[line.clone()].starts_with(b"[");
    while at < line.end {
        let rest = &text[at..line.end];
        let length = if is_board { blank(rest) } else { separator(rest) };
        match words.last_mut() {
            _ if length > 0 => {}
            Some(word) if word.end == at => word.end += 1,
            _ => words.push(at..at + 1),
        }
        at += length.max(1);
    }
    if words.is_empty() && !line.is_empty() {
        words.push(line.start..line.start + text[line.clone()].trim_ascii_end().len());
    }
    words
}

/// Returns the length in bytes of the separator at the start of a text, or 0 if there is none.
fn separator(text: &[u8]) -> usize {
    match text {
        [b',', ..] => 1,
        [b'-', b'>', ..] => 2,
        _ if text.starts_with("→".as_bytes()) => "→".len(),
        _ => blank(text),
    }
}

/// Splits a word at hyphens, and drops empty parts.
fn parts(text: &[u8], word: &Word) -> impl Iterator<Item = Word> {
    let mut start = word.start;
    let parts = text[word.clone()].split(|byte| *byte == b'-').map(move |part| {
        let found = start..start + part.len();
        start = found.end + 1;
        found
    });
    parts.filter(|part| !part.is_empty())
}

/// Parses a piece: its name and color, or its letter in boards.
pub(super) fn piece(rules: &Rules, text: &[u8]) -> Result<Piece, Diagnostic> {
    // Names of pieces do not depend on the board size, so any size will do.
    let size = Size::new(Size::MIN).expect("it is the smallest there is");
    let names = Names::new(rules, size);
    match &names.words(text, 0..text.len())[..] {
        [name, color] => names.piece(text, name, color),
        [letter] if letter.len() == 1 => {
            let found = &text[letter.clone()];
            let letters = rules.letters().find(|(known, _)| found == [*known as u8]);
            let piece = letters.map(|(_, piece)| piece);
            piece.ok_or_else(|| unknown_piece(rules, letter.clone(), found))
        }
        _ => Err(Diagnostic::expected(0..text.len(), "a piece and its color", quote(text))),
    }
}

fn side_of(text: &[u8], word: Word) -> Result<Color, Diagnostic> {
    let name = &text[word.clone()];
    let side = str::from_utf8(name).ok().and_then(parse_color);
    side.ok_or_else(|| unknown_color(word, name))
}
