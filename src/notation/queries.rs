//! Queries: `King W A1a B3d`, or the same words on three lines.

mod common;
mod mistakes;

use std::ops::Range;

use memchr::memchr;
use smallvec::{SmallVec, smallvec};

use self::mistakes::{span_of, wrong_count};
pub(super) use self::mistakes::{unknown_cell, unknown_color, unknown_piece};
use super::memo::{Memo, Word};
use super::text::{LongLine, front_line};
use super::{Frame, Reader, Text, color};
use crate::cell::{Cell, Size};
use crate::diagnostic::{Diagnostic, quote};
use crate::path::Query;
use crate::piece::{Color, Piece, Role};
use crate::rules::Rules;

/// A reader of queries in the names of a rule set.
#[derive(Clone, Debug)]
pub struct Queries {
    rules: Rules,
    size: Size,
    /// The most words that the name of a piece has.
    longest_name: usize,
    /// The names of pieces, and words that are none.
    roles: Memo<Option<Role>>,
    /// The pieces of names and colors with a blank between.
    pieces: Memo<Piece>,
    /// Cells, [packed](Cell::packed).
    cells: Memo<u64>,
    long_line: LongLine,
}

/// A longer line is judged by its beginning: no query is as long, and a file without line ends
/// is not read to its end to find that out.
const LONGEST_LINE: usize = 1 << 16;

type Words = SmallVec<[Word; 8]>;

/// A line that has words.
#[derive(Clone, Debug)]
struct Line {
    start: usize,
    /// Where the next line starts.
    next: usize,
    /// Whether it goes on there, as it is too long.
    is_cut: bool,
    words: Words,
}

/// The lines of a query.
struct Lines {
    own: SmallVec<[Line; 3]>,
    /// The line after them, if it was looked at.
    other: Option<Line>,
    /// How much of the text was looked at.
    seen: usize,
}

impl Lines {
    /// Whether the line after them may be the query's own.
    fn may_go_on(&self) -> bool {
        let ends = self.own.last().is_some_and(|line| line.is_cut) || self.other.is_some();
        self.own[0].words.len() == 2 && self.own.len() < 3 && !ends
    }

    /// The word of a line that has just one, where `what` is expected alone.
    fn alone(&self, bytes: &[u8], nth: usize, what: &str) -> Result<Word, Diagnostic> {
        let expected = format!("{what} alone on its line");
        let own = self.own.get(nth);
        if let Some([word]) = own.map(|line| &line.words[..]) {
            return Ok(*word);
        }
        let Some(line) = own.or(self.other.as_ref()) else {
            let blanks = self.own.last().map_or(0, |last| self.seen - last.next);
            let found = if blanks > LONGEST_LINE { "only blanks" } else { "the end of the input" };
            return Err(Diagnostic::expected(self.seen..self.seen, expected, found));
        };
        let span = span_of(&line.words);
        Err(Diagnostic::expected(span.clone(), expected, quote(&bytes[span])))
    }
}

impl Queries {
    /// A reader of queries about a board of this size.
    #[must_use]
    pub fn new(rules: &Rules, size: Size) -> Self {
        let words = |name: &str| name.split(' ').count();
        Self {
            rules: rules.clone(),
            size,
            longest_name: rules.roles().map(|(_, def)| words(&def.name)).max().unwrap_or(1),
            roles: Memo::new(),
            pieces: Memo::new(),
            cells: Memo::new(),
            long_line: LongLine::default(),
        }
    }

    /// The query of four words, blanks around them left out; else the number of the bad one, and
    /// what is wrong with it.
    #[cfg(feature = "cli")]
    pub(crate) fn of_words(&mut self, words: [&[u8]; 4]) -> Result<Query, (usize, Diagnostic)> {
        let [name, side, start, finish] = words.map(|word| {
            let start = word.len() - word.trim_ascii_start().len();
            Word::new(start, start + word.trim_ascii().len())
        });
        let [of_name, of_side] = [name.of(words[0]), side.of(words[1])];
        let role = self.role(words[0], name);
        let role = role.ok_or_else(|| (0, unknown_piece(&self.rules, name.span(), of_name)))?;
        let color = color_of(of_side);
        let color = color.ok_or_else(|| (1, unknown_color(side.span(), of_side)))?;
        let start = self.cell(words[2], start).map_err(|error| (2, error))?;
        let finish = self.cell(words[3], finish).map_err(|error| (3, error))?;
        Ok(Query { piece: Piece::new(color, role), start, finish })
    }

    /// The frame of any query, good or broken, by its lines.
    fn frame_lines(&mut self, text: &mut Text<'_>) -> Option<Frame> {
        let lines = self.lines(text)?;
        let (first, last) = (&lines.own[0], &lines.own[lines.own.len() - 1]);
        self.long_line = LongLine(last.is_cut);
        text.seek(last.next);
        let (seen, is_cut) = (lines.seen, last.is_cut);
        Some(Frame { seen, is_cut, ..Frame::new(first.start, last.next) })
    }

    /// Whether a line that starts with this word is another record's.
    fn starts_other(&mut self, bytes: &[u8], word: Word) -> bool {
        bytes[word.start] == b'{' || self.role(bytes, word).is_some()
    }

    /// The lines of the query that starts here; `None` if that depends on text to come.
    ///
    /// A broken query takes no other record with it: a line that starts with a piece or a brace, or
    /// has the words of a whole query, is another's.
    fn lines(&mut self, text: &Text<'_>) -> Option<Lines> {
        let bytes = text.bytes();
        let first = self.line(text, text.at())??;
        let mut lines = Lines { seen: first.next, own: smallvec![first], other: None };
        while lines.may_go_on() {
            let Some(line) = self.line(text, lines.seen)? else {
                lines.seen += front_line(&bytes[lines.seen..], LONGEST_LINE).len();
                break;
            };
            lines.seen = line.next;
            if line.words.len() < 4 && !self.starts_other(bytes, line.words[0]) {
                lines.own.push(line);
            } else {
                lines.other = Some(line);
            }
        }
        Some(lines)
    }

    /// The first line from a byte on that has words, if there is one before more blanks than a line may
    /// have; `None` if that depends on text to come.
    fn line(&mut self, text: &Text<'_>, from: usize) -> Option<Option<Line>> {
        let front = front_line(&text.bytes()[from..], LONGEST_LINE);
        let blanks = front.len() - front.trim_ascii_start().len();
        if blanks == front.len() {
            return (blanks > LONGEST_LINE || text.has_ended()).then_some(None);
        }
        let start = from + blanks;
        let most = front_line(&text.bytes()[start..], LONGEST_LINE);
        let newline = memchr(b'\n', most);
        let is_cut = newline.is_none() && most.len() > LONGEST_LINE;
        if newline.is_none() && !is_cut && !text.has_ended() {
            return None;
        }
        let end = start + newline.unwrap_or(most.len());
        let next = newline.map_or(end, |_| end + 1);
        let words = self.words(text.bytes(), start..end);
        Some(Some(Line { start, next, is_cut, words }))
    }

    /// The words of a line, parted by blanks; the name of a piece that has several, such as
    /// `High Priestess`, is one word. Of names that start alike it is the longest.
    fn words(&mut self, bytes: &[u8], line: Range<usize>) -> Words {
        let mut words = Words::new();
        let mut at = line.start;
        for word in bytes[line].split(u8::is_ascii_whitespace) {
            if !word.is_empty() {
                words.push(Word::new(at, at + word.len()));
            }
            at += word.len() + 1;
        }
        let name = |end: usize| Word::new(words[0].start, words[end - 1].end);
        let long_names = (2..=words.len().min(self.longest_name)).map(name);
        let found: SmallVec<[Word; 2]> = long_names.collect();
        if let Some(nth) = found.iter().rposition(|name| self.role(bytes, *name).is_some()) {
            words.drain(1..nth + 2);
            words[0] = found[nth];
        }
        words
    }

    fn role(&mut self, bytes: &[u8], word: Word) -> Option<Role> {
        let rules = self.rules.clone();
        let role = |name: &[u8]| str::from_utf8(name).ok().and_then(|name| rules.role_named(name));
        self.roles.get(word.of(bytes), |name| Some(role(name))).flatten()
    }

    /// The piece of two words.
    fn piece(&mut self, bytes: &[u8], name: Word, side: Word) -> Result<Piece, Diagnostic> {
        let rules = self.rules.clone();
        let unknown = || unknown_piece(&rules, name.span(), name.of(bytes));
        let role = self.role(bytes, name).ok_or_else(unknown)?;
        let of_side = side.of(bytes);
        let color = color_of(of_side).ok_or_else(|| unknown_color(side.span(), of_side))?;
        Ok(Piece::new(color, role))
    }

    fn cell(&mut self, bytes: &[u8], word: Word) -> Result<Cell, Diagnostic> {
        let (rules, size) = (self.rules.clone(), self.size);
        let cell = self.packed_cell(bytes, word).map(Cell::unpacked);
        cell.ok_or_else(|| unknown_cell(&rules, size, word.span(), word.of(bytes)))
    }

    /// The cell of a word, [packed](Cell::packed).
    #[cold]
    fn packed_cell(&mut self, bytes: &[u8], word: Word) -> Option<u64> {
        let (rules, size) = (self.rules.clone(), self.size);
        self.cells.get(word.of(bytes), |name| {
            Some(rules.cells().parse(size, str::from_utf8(name).ok()?)?.packed())
        })
    }

    /// Reads a query line by line.
    fn read_lines(&mut self, text: &Text<'_>, frame: &Frame) -> Result<Query, Diagnostic> {
        if let Some(error) = frame.too_long(LONGEST_LINE) {
            return Err(error);
        }
        let bytes = text.bytes();
        let lines = self.lines(text).expect("the query has a frame, so its lines are known");
        let [name, side] = lines.own[0].words[..] else {
            let whole = <[Word; 4]>::try_from(&lines.own[0].words[..]);
            let words = whole.map_err(|_| wrong_count(bytes, &lines.own[0].words))?;
            let [name, side, start, finish] = words;
            let piece = self.piece(bytes, name, side)?;
            let start = self.cell(bytes, start)?;
            return Ok(Query { piece, start, finish: self.cell(bytes, finish)? });
        };
        let piece = self.piece(bytes, name, side)?;
        let mut cells = [Cell::new(0, 0, 0); 2];
        for (nth, what) in ["the start cell", "the finish cell"].into_iter().enumerate() {
            let word = lines.alone(bytes, nth + 1, what)?;
            cells[nth] = self.cell(bytes, word)?;
        }
        Ok(Query { piece, start: cells[0], finish: cells[1] })
    }
}

impl Reader for Queries {
    type Record = Query;

    const WHAT: &'static str = "a query";

    #[inline(always)]
    fn skip_to_record(&mut self, text: &mut Text<'_>) -> bool {
        self.long_line.leave(text);
        text.skip_space()
    }

    fn frame_here(&mut self, text: &mut Text<'_>) -> Option<Frame> {
        let start = text.at();
        match self.common(text) {
            Some(_) => Some(Frame::new(start, text.at())),
            None => self.frame_lines(text),
        }
    }

    #[inline(always)]
    fn common(&mut self, text: &mut Text<'_>) -> Option<Query> {
        if self.long_line.0 {
            return None;
        }
        let (query, length) = self.front(text)?;
        text.skip(length);
        Some(query)
    }

    fn restart(&mut self) {
        self.long_line = LongLine::default();
    }

    fn read(&mut self, text: &Text<'_>, frame: &Frame) -> Result<Query, Diagnostic> {
        let mut text = text.back_at(frame.start);
        match self.common(&mut text) {
            Some(query) => Ok(query),
            None => self.read_lines(&text, frame),
        }
    }
}

/// The piece of a text of two words.
pub(super) fn piece(rules: &Rules, bytes: &[u8]) -> Result<Piece, Diagnostic> {
    // The names of pieces don't depend on the board.
    let size = Size::new(Size::MIN).expect("it is the smallest there is");
    let mut queries = Queries::new(rules, size);
    match queries.words(bytes, 0..bytes.len())[..] {
        [name, color] => queries.piece(bytes, name, color),
        [letter] if letter.of(bytes).len() == 1 => {
            let letters = rules.letters().find(|(known, _)| letter.of(bytes) == [*known as u8]);
            let piece = letters.map(|(_, piece)| piece);
            piece.ok_or_else(|| unknown_piece(rules, letter.span(), letter.of(bytes)))
        }
        _ => Err(Diagnostic::expected(0..bytes.len(), "a piece and its color", quote(bytes))),
    }
}

fn color_of(name: &[u8]) -> Option<Color> {
    color(str::from_utf8(name).ok()?)
}
