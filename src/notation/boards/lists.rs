//! Boards in brackets, read line by line into lists of words, each with its place.
//!
//! Lists and words are kept flat, in text order. All words are in the same number of brackets, so
//! the depths of the lists and the words of each tell the whole tree. Nothing here knows rows or
//! levels, except for the question whether the board is over with an outermost list.

use std::ops::Range;

use memchr::memmem;

use super::MOST_CELLS;
use super::lead::Declared;
use super::line::BoardLine;
use super::rows::BoardEnd;
use super::shape;
use super::words::CellWords;
use crate::mistake::{Mistake, quote};
use crate::notation::cursor::{BLANK, blank};

const DEEPEST: usize = 1000;

/// A list in brackets.
#[derive(Clone, Debug)]
pub(super) struct List {
    pub(super) span: Range<usize>,
    /// Number of brackets around its elements, its own included.
    pub(super) depth: usize,
    pub(super) words: Range<usize>,
    pub(super) closing: u8,
    /// True if the name of a function is before the bracket.
    is_call: bool,
}

/// The sign or word that was read last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Last {
    #[default]
    Nothing,
    Open,
    Comma,
    Word,
    Close,
}

/// The lists of a board.
#[derive(Clone, Debug, Default)]
pub(super) struct Lists {
    pub(super) words: CellWords,
    pub(super) all: Vec<List>,
    /// Depth of all words; 0 before the first word.
    pub(super) word_depth: usize,
    /// True if blanks part cells and commas part rows, as in `[n K,r q]`.
    pub(super) has_comma_rows: bool,
    /// Lists that are open, outermost first.
    pub(super) open: Vec<usize>,
    /// First list that closed.
    pub(super) first: Option<usize>,
    last: Last,
    /// End of the last outermost list or of the comma after it.
    end: usize,
    /// Number of outermost lists that closed, and the number that makes a board if it is known.
    pub(super) closed: usize,
    pub(super) needed: Option<usize>,
    /// True if a comma is between outermost lists.
    has_commas: bool,
    is_in_comment: bool,
}

impl Lists {
    pub(super) fn clear(&mut self) {
        let (mut words, mut all) = (std::mem::take(&mut self.words), std::mem::take(&mut self.all));
        words.clear();
        all.clear();
        *self = Self { words, all, open: std::mem::take(&mut self.open), ..Self::default() };
        self.open.clear();
    }

    /// Reads a line.
    pub(super) fn line(
        &mut self,
        mut line: BoardLine<'_>,
        declared: Option<&Declared>,
    ) -> Result<BoardEnd, Mistake> {
        while let Some(next) = line.peek() {
            if self.is_in_comment {
                let end = memmem::find(line.rest(), b"*/");
                self.is_in_comment = end.is_none();
                line.at = end.map_or(line.end, |end| line.at + end + 2);
                continue;
            }
            match next {
                b'[' | b'(' | b'{' if self.is_over() || self.is_other(next) => {
                    return Ok(self.ends(line));
                }
                b'[' | b'(' | b'{' => self.open(&mut line, 0)?,
                b']' | b')' | b'}' if !self.open.is_empty() => {
                    self.close(&mut line, next)?;
                    if self.open.is_empty() && self.is_complete(&line, declared)? {
                        return Ok(BoardEnd::Ends(line.at));
                    }
                }
                b',' if !self.open.is_empty() || self.last == Last::Close => {
                    self.comma(&mut line)?;
                }
                b'/' if line.rest().starts_with(b"//") => break,
                b'/' if line.skip(b"/*") => self.is_in_comment = true,
                b'#' if line.rest().starts_with(b"# ") && self.is_between_lists() => break,
                _ => match blank(line.rest()) {
                    0 if !self.open.is_empty() || line.call_length() > 1 => self.word(&mut line)?,
                    0 if self.lacks_list(&line) => return Err(line.error("`[`")),
                    0 => return Ok(self.ends(line)),
                    length => line.at += length,
                },
            }
        }
        Ok(if self.is_over() { self.ends(line) } else { BoardEnd::More })
    }

    /// Returns `true` if no list can follow the last one.
    fn is_over(&self) -> bool {
        self.open.is_empty() && self.last == Last::Close && self.has_commas
            || self.open.is_empty() && self.closed > 0 && self.needed.is_none() && !self.has_commas
    }

    /// Returns `true` if an outermost list has another bracket than the first one.
    fn is_other(&self, bracket: u8) -> bool {
        let first = self.all.first().map(|list| list.closing);
        self.open.is_empty() && first.is_some_and(|first| first != closing(bracket))
    }

    /// Returns `true` after a comma in this line, if more lists must follow.
    fn lacks_list(&self, line: &BoardLine<'_>) -> bool {
        let is_after_comma = line.text[..line.at].trim_ascii_end().ends_with(b",");
        is_after_comma && self.needed.is_some() && !line.text[self.end..line.at].contains(&b'\n')
    }

    /// Ends a board that lacks a list: in this line, or before it.
    fn ends(&self, line: BoardLine<'_>) -> BoardEnd {
        let is_here = line.text[self.end..line.at].contains(&b'\n');
        if is_here { BoardEnd::EndsBefore } else { BoardEnd::Ends(self.end) }
    }

    fn open(&mut self, line: &mut BoardLine<'_>, call: usize) -> Result<(), Mistake> {
        line.at += call;
        let (at, depth) = (line.at, self.open.len() + 1);
        if self.word_depth > 0 && depth > self.word_depth {
            return Err(self.missing_row(line));
        } else if depth > DEEPEST {
            let expected = format!("at most {DEEPEST} brackets in one another");
            return Err(Mistake::expected(at..at + 1, expected, "more"));
        } else if self.is_full(line, depth) {
            self.check_first_row(line)?;
            return Err(line.error(shape::only_levels(self.first_row())));
        }
        let closing = closing(line.text[at]);
        let words = self.words.all.len()..self.words.all.len();
        self.open.push(self.all.len());
        self.all.push(List { span: at..at, depth, words, closing, is_call: call > 0 });
        self.last = Last::Open;
        line.at += 1;
        Ok(())
    }

    fn close(&mut self, line: &mut BoardLine<'_>, bracket: u8) -> Result<(), Mistake> {
        let Some(&nth) = self.open.last() else { return Ok(()) };
        let list = &mut self.all[nth];
        if list.closing != bracket {
            return Err(line.error(format!("`{}`", char::from(list.closing))));
        } else if self.last == Last::Open {
            return Err(line.error("a row of letters"));
        }
        line.at += 1;
        (list.span.end, list.words.end) = (line.at, self.words.all.len());
        if self.first.is_none() {
            self.first = Some(nth);
            let words = &self.words.all[list.words.clone()];
            self.has_comma_rows = words.iter().any(|word| word.is_after_comma)
                && words[1..].iter().any(|word| !word.is_after_comma)
                && words.iter().all(|word| word.cells.len() == 1 && !word.is_quoted);
        }
        self.open.pop();
        (self.last, self.end) = (Last::Close, line.at);
        Ok(())
    }

    fn comma(&mut self, line: &mut BoardLine<'_>) -> Result<(), Mistake> {
        if matches!(self.last, Last::Comma | Last::Open) {
            return Err(self.missing_row(line));
        }
        line.at += 1;
        if self.open.is_empty() {
            (self.has_commas, self.end) = (true, line.at);
        }
        self.last = Last::Comma;
        Ok(())
    }

    fn word(&mut self, line: &mut BoardLine<'_>) -> Result<(), Mistake> {
        match line.call_length() {
            0 => {}
            // The prefix of a string.
            1 if matches!(line.rest()[1], b'"' | b'\'') => line.at += 1,
            call => return self.open(line, call),
        }
        if !self.words.all.is_empty() && self.open.len() != self.word_depth {
            return self.argument(line);
        }
        self.word_depth = self.open.len();
        let read = self.words.read(line, true, self.last == Last::Comma);
        self.last = Last::Word;
        if self.words.cells.len() > MOST_CELLS
            && let Some(first) = self.words.all.first()
        {
            // The reason is more likely the length of the rows than their number.
            shape::size_of_row(line, &first.row(), None, None)?;
        }
        read
    }

    /// Skips an argument such as `dtype='<U1'` after the board in a call.
    fn argument(&self, line: &mut BoardLine<'_>) -> Result<(), Mistake> {
        let is_call = self.open.last().is_some_and(|nth| self.all[*nth].is_call);
        let mut after = BoardLine { at: line.name().end, ..*line };
        let is_named = after.at > line.at && after.skip(b"=");
        let mark = after.peek().filter(|mark| matches!(mark, b'"' | b'\''));
        let value = after.rest().get(1..).unwrap_or_default();
        let length = mark.and_then(|mark| value.iter().position(|byte| *byte == mark));
        let Some(length) = length.filter(|_| is_call && is_named) else {
            let name = line.name();
            let found = quote(&line.text[name.clone()]);
            if is_call && !name.is_empty() {
                return Err(Mistake::expected(name, "`)`", found));
            }
            return Err(line.error("`[`"));
        };
        line.at = after.at + length + 2;
        Ok(())
    }

    /// Returns the mistake of a sign where a row was expected.
    fn missing_row(&self, line: &BoardLine<'_>) -> Mistake {
        let level = self.all.iter().filter(|list| list.depth == self.word_depth).count();
        let start = self.open.last().map_or(0, |nth| self.all[*nth].words.start);
        let (rows, edge) = (self.words.all.len() - start, self.first_row());
        let is_level = self.open.len() == self.word_depth && edge > 1 && rows >= edge;
        if is_level && self.words.all[0].cells.len() > 1 {
            return line.error(shape::after_rows(edge, level));
        }
        let hint = line.text[..line.at].ends_with(b" ").then(|| BLANK.to_owned());
        Mistake { hint, ..line.error("a row of letters") }
    }

    /// Returns `true` if `#` is no cell here, but starts a comment.
    fn is_between_lists(&self) -> bool {
        let is_after_row = self.last == Last::Comma && self.open.len() < self.word_depth;
        self.last == Last::Close || is_after_row
    }
}

/// Returns the closing bracket for an opening one.
const fn closing(bracket: u8) -> u8 {
    if bracket == b'(' { b')' } else { bracket + 2 }
}
