//! Queries: `King W A1a B3d`, or the same words on three lines.

mod common;

use std::ops::Range;

pub use common::{CommonQueries, CommonQuery, Numbering};

use super::error::quote;
use super::{ErrorKind, Reader, SyntaxError, Taken, color};
use crate::cell::{Cell, Size};
use crate::piece::{Color, Piece};
use crate::rules::Rules;

/// A question about the way of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Query {
    /// The piece.
    pub piece: Piece,
    /// Where it stands.
    pub start: Cell,
    /// Where it should go.
    pub finish: Cell,
}

/// A reader of queries in the names of a rule set.
#[derive(Clone, Copy, Debug)]
pub struct Queries<'r> {
    rules: &'r Rules,
    size: Size,
}

type Word = Range<usize>;

/// A longer line is judged by its beginning: no query is as long, and a file without line ends
/// is not read to its end to find that out.
const LONGEST_LINE: usize = 1 << 16;

/// No piece has a name of more words.
const LONGEST_NAME: usize = 3;

impl<'r> Queries<'r> {
    /// A reader of queries about a board of this size.
    #[must_use]
    pub const fn new(rules: &'r Rules, size: Size) -> Self {
        Self { rules, size }
    }

    fn record(&self, lines: &mut Lines<'_>) -> Option<Result<Query, SyntaxError>> {
        let text = lines.text;
        let words = name_as_one(self.rules, text, lines.next()?);
        Some(match &words[..] {
            [piece, color, start, finish] => {
                self.query(text, [piece, color, start, finish].map(Clone::clone))
            }
            [piece, color] => self.three_lines(lines, piece, color),
            _ => Err(wrong_count(text, &words)),
        })
    }

    /// Reads a query whose cells follow on lines of their own.
    ///
    /// All its lines are taken before any word is looked at, so that a broken query takes no other
    /// with it: a line that starts with a piece, or has the words of a whole query, is another's.
    fn three_lines(
        &self,
        lines: &mut Lines<'_>,
        piece: &Word,
        color: &Word,
    ) -> Result<Query, SyntaxError> {
        let text = lines.text;
        let own = |words: &[Word]| {
            let words = name_as_one(self.rules, text, words.to_vec());
            let name = words.first().and_then(|word| str::from_utf8(&text[word.clone()]).ok());
            words.len() < 4 && name.is_none_or(|name| self.rules.role_named(name).is_none())
        };
        let start = lines.next_if(own);
        let finish = start.is_ok().then(|| lines.next_if(own));
        let piece = piece_of(self.rules, text, piece, color)?;
        let start = alone(text, start, "the start cell")?;
        let start = self.cell(text, &start)?;
        let finish = finish.expect("it was read as the start was");
        let finish = alone(text, finish, "the finish cell")?;
        Ok(Query { piece, start, finish: self.cell(text, &finish)? })
    }

    fn query(&self, text: &[u8], words: [Word; 4]) -> Result<Query, SyntaxError> {
        let [piece, color, start, finish] = words;
        Ok(Query {
            piece: piece_of(self.rules, text, &piece, &color)?,
            start: self.cell(text, &start)?,
            finish: self.cell(text, &finish)?,
        })
    }

    pub(super) fn cell(&self, text: &[u8], word: &Word) -> Result<Cell, SyntaxError> {
        let names = self.rules.cells();
        str::from_utf8(&text[word.clone()])
            .ok()
            .and_then(|name| names.parse(self.size, name))
            .ok_or_else(|| {
                let [first, last] = names.corners(self.size);
                let expected = format!("a cell such as `{first}` (up to `{last}`)");
                let found = quote(&text[word.clone()]);
                SyntaxError::new(ErrorKind::Cell, word.clone(), expected, found)
            })
    }
}

impl Reader for Queries<'_> {
    type Record = Query;

    const WHAT: &'static str = "a query";

    fn take(&self, text: &[u8]) -> Taken<Query> {
        let mut lines = Lines { text, at: 0, starved: false };
        let record = self.record(&mut lines);
        Taken { record, used: lines.at, starved: lines.starved }
    }

    type Begun = ();

    fn go_on(&self, (): &mut (), text: &[u8], _: bool) -> Option<Taken<Query>> {
        Some(self.take(text))
    }

    fn has_begun((): &()) -> bool {
        false
    }

    fn text(&self, (): ()) -> Vec<u8> {
        Vec::new()
    }

    fn skip(&self, text: &[u8]) -> (usize, bool) {
        let taken = self.take(text);
        (taken.used, taken.starved)
    }
}

/// The word of a line that has just one, where `what` is expected alone.
///
/// The line is an error if it belongs to another query or there is none.
fn alone(
    text: &[u8],
    line: Result<Vec<Word>, Option<Vec<Word>>>,
    what: &str,
) -> Result<Word, SyntaxError> {
    let expected = format!("{what} alone on its line");
    let (Ok(words) | Err(Some(words))) = line else {
        let end = text.len()..text.len();
        return Err(SyntaxError::new(ErrorKind::End, end, expected, "the end of the input"));
    };
    if let [word] = &words[..] {
        return Ok(word.clone());
    }
    let line = span_of(&words);
    let found = quote(&text[line.clone()]);
    Err(SyntaxError::new(ErrorKind::Words, line, expected, found))
}

/// The piece of a text of two words.
pub(super) fn piece(rules: &Rules, text: &[u8]) -> Result<Piece, SyntaxError> {
    if let [piece, color] = &name_as_one(rules, text, words(text, 0..text.len()))[..] {
        piece_of(rules, text, piece, color)
    } else {
        let found = quote(text);
        Err(SyntaxError::new(ErrorKind::Words, 0..text.len(), "a piece and its color", found))
    }
}

/// The words of a line with the name of a piece that has several, such as `High Priestess`, as one
/// word.
fn name_as_one(rules: &Rules, text: &[u8], mut words: Vec<Word>) -> Vec<Word> {
    if !rules.roles().any(|(_, def)| def.name.contains(' ')) {
        return words;
    }
    let name = |end: usize| words[0].start..words[end - 1].end;
    let is_name = |end: &usize| {
        let name = str::from_utf8(&text[name(*end)]).ok();
        name.is_some_and(|name| rules.role_named(name).is_some())
    };
    if let Some(end) = (2..=words.len().min(LONGEST_NAME)).find(is_name) {
        let name = name(end);
        words.splice(..end, [name]);
    }
    words
}

/// The piece of these two words.
fn piece_of(rules: &Rules, text: &[u8], piece: &Word, side: &Word) -> Result<Piece, SyntaxError> {
    let role = str::from_utf8(&text[piece.clone()])
        .ok()
        .and_then(|name| rules.role_named(name))
        .ok_or_else(|| {
            let names: Vec<String> = rules.roles().map(|(_, def)| def.name.clone()).collect();
            let expected = format!("a piece ({})", names.join(", "));
            let found = quote(&text[piece.clone()]);
            let error = SyntaxError::new(ErrorKind::Piece, piece.clone(), expected, found);
            SyntaxError { names, ..error }
        })?;
    let color = str::from_utf8(&text[side.clone()]).ok().and_then(color).ok_or_else(|| {
        let found = quote(&text[side.clone()]);
        let error = SyntaxError::new(ErrorKind::Color, side.clone(), "a color (W or B)", found);
        SyntaxError { names: Color::ALL.map(|color| color.to_string()).to_vec(), ..error }
    })?;
    Ok(Piece::new(color, role))
}

fn wrong_count(text: &[u8], words: &[Word]) -> SyntaxError {
    let (span, found) = match words {
        [_, _, _, _, surplus @ ..] if !surplus.is_empty() => {
            let span = span_of(surplus);
            let found =
                format!("{} words, from {} on too many", words.len(), quote(&text[span.clone()]));
            (span, found)
        }
        [word] => (word.clone(), format!("only {}", quote(&text[word.clone()]))),
        _ => {
            let line = span_of(words);
            let found = quote(&text[line.clone()]);
            (line, format!("{} words, {found}", words.len()))
        }
    };
    let expected =
        "`PIECE COLOR START FINISH`, or `PIECE COLOR` and a cell on each of the next two lines";
    SyntaxError::new(ErrorKind::Words, span, expected, found)
}

fn span_of(words: &[Word]) -> Range<usize> {
    let [first, .., last] = words else { return words.first().cloned().unwrap_or(0..0) };
    first.start..last.end
}

/// The lines of a text that have words.
struct Lines<'t> {
    text: &'t [u8],
    at: usize,
    starved: bool,
}

impl Lines<'_> {
    /// The words of the next line that has any, if they are `own`; else the line stays, and its
    /// words are the error.
    fn next_if(&mut self, own: impl Fn(&[Word]) -> bool) -> Result<Vec<Word>, Option<Vec<Word>>> {
        let before = self.at;
        let words = self.next().ok_or(None)?;
        if own(&words) {
            return Ok(words);
        }
        self.at = before;
        Err(Some(words))
    }

    /// The words of the next line that has any.
    fn next(&mut self) -> Option<Vec<Word>> {
        let rest = self.text[self.at..].trim_ascii_start();
        let start = self.text.len() - rest.len();
        let most = &rest[..rest.len().min(LONGEST_LINE + 1)];
        let newline = most.iter().position(|&byte| byte == b'\n');
        // A line that is too long ends here, however much of it has come.
        self.starved |= newline.is_none() && most.len() <= LONGEST_LINE;
        let end = start + newline.unwrap_or(most.len());
        self.at = newline.map_or(end, |_| end + 1);
        (!rest.is_empty()).then(|| words(self.text, start..end))
    }
}

/// The words of a line, parted by blanks.
fn words(text: &[u8], line: Range<usize>) -> Vec<Word> {
    let mut words = Vec::with_capacity(4);
    let mut at = line.start;
    while let Some(start) = find(text, at..line.end, |byte| !byte.is_ascii_whitespace()) {
        let end =
            find(text, start..line.end, |byte| byte.is_ascii_whitespace()).unwrap_or(line.end);
        words.push(start..end);
        at = end;
    }
    words
}

fn find(text: &[u8], range: Range<usize>, is: impl Fn(u8) -> bool) -> Option<usize> {
    let start = range.start;
    text[range].iter().position(|&byte| is(byte)).map(|length| start + length)
}
