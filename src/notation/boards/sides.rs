//! The parser of the words after a board: the side to move, and the side that holds the other king.

use std::ops::Range;

use super::brackets::only_levels;
use super::shape::{BoardReader, Ending};
use super::tokens::{number, size_digits};
use crate::mistake::{Mistake, quote};
use crate::notation::cursor::Stop;
use crate::notation::{nearest_side, parse_color};
use crate::piece::Color;

/// The side to move and the side that holds the other king; each is `None` if the text does not
/// name that side.
pub(super) type Sides = (Option<Color>, Option<Color>);

impl BoardReader<'_, '_, '_> {
    /// Parses the words after a board, which may name the side to move and the side that holds the
    /// other king. The words end at the line end or at another board.
    pub(super) fn sides(&mut self, ending: Ending) -> Result<Sides, Stop> {
        self.cursor.skip_blanks()?;
        self.size_after_board()?;
        if ending == Ending::CommaAllowed && self.cursor.peek()? == Some(b',') {
            self.cursor.at += 1;
            self.cursor.skip_blanks()?;
            if self.cursor.peek()?.is_some_and(|byte| byte != b'\n') {
                return Err(self.cursor.unexpected(only_levels(self.edge)));
            }
        }
        // A statement of a program ends so.
        if self.cursor.peek()? == Some(b';') {
            self.cursor.at += 1;
            self.cursor.skip_blanks()?;
        }
        if self.ends()? {
            return Ok((None, None));
        }
        let turn = self.side()?;
        let after_turn = self.cursor.at;
        let holder = if turn.is_some() { self.holder()? } else { None };
        if self.ends()? {
            return Ok((turn, holder));
        }
        Err(self.unexpected_after_board(turn, self.cursor.at > after_turn))
    }

    /// Parses a size after the board, as in `board = [[…]], n = 2`, if there is one.
    fn size_after_board(&mut self) -> Result<(), Stop> {
        let mut cursor = self.cursor;
        if cursor.peek()? != Some(b',') {
            return Ok(());
        }
        cursor.at += 1;
        cursor.skip_blanks()?;
        let start = cursor.at;
        if matches!(cursor.peek()?, Some(b'n' | b'N'))
            && let Some(digits) = size_digits(cursor)?
        {
            self.cursor = digits;
            let size = number(&mut self.cursor)?;
            self.declared = Some((size, start..self.cursor.at));
            self.check_declared(self.edge, || format!("the board has {} levels", self.edge))?;
            self.cursor.skip_blanks()?;
        }
        Ok(())
    }

    /// Returns `true` if the cursor is at the end of the line or at the start of another board.
    fn ends(&self) -> Result<bool, Stop> {
        Ok(match self.cursor.peek()? {
            None | Some(b'[' | b'\n') => true,
            Some(b'n' | b'N') => size_digits(self.cursor)?.is_some(),
            Some(_) => false,
        })
    }

    fn side(&mut self) -> Result<Option<Color>, Stop> {
        let word = self.next_word()?;
        let name = str::from_utf8(&self.cursor.text[word.clone()]).ok();
        let Some(side) = name.and_then(parse_color) else { return Ok(None) };
        self.cursor.at = word.end;
        self.cursor.skip_blanks()?;
        Ok(Some(side))
    }

    /// Parses the word for the holder, the side whose king holds the other king.
    ///
    /// Returns `None` for `-`, for a word that names no side, and if the rule set defines no
    /// [`Hold`](crate::rules::Hold).
    fn holder(&mut self) -> Result<Option<Color>, Stop> {
        if self.boards.rules().holds().is_empty() {
            return Ok(None);
        }
        if self.cursor.peek()? == Some(b'-') {
            self.cursor.at += 1;
            self.cursor.skip_blanks()?;
            return Ok(None);
        }
        self.side()
    }

    fn next_word(&self) -> Result<Range<usize>, Stop> {
        let mut end = self.cursor;
        while end.peek()?.is_some_and(|byte| byte.is_ascii_alphabetic()) {
            end.at += 1;
        }
        Ok(self.cursor.at..end.at)
    }

    /// Returns the mistake for a sign after a board, such as the arrow before an answer.
    fn unexpected_sign(&self, expected: &str) -> Stop {
        let starts = |sign: &&str| self.cursor.rest().starts_with(sign.as_bytes());
        match self.cursor.unexpected(expected) {
            Stop::Bad(error) if ["->", "=", "→"].iter().any(starts) => {
                let hint = "`kubikschach import -` reads boards with answers";
                Mistake { hint: Some(hint.to_owned()), ..error }.into()
            }
            stop => stop,
        }
    }

    /// Returns the mistake for a word after a board, if the word is neither a side nor the start
    /// of another board. `has_holder` is true if the text also gives the side that holds the other
    /// king.
    fn unexpected_after_board(&self, turn: Option<Color>, has_holder: bool) -> Stop {
        let has_holds = !self.boards.rules().holds().is_empty();
        let expected = match turn {
            None => "the side to move (`w` or `b`) or the end of the line",
            Some(_) if has_holder => "the end of the line after the holder",
            Some(_) if has_holds => {
                "the holder, the side whose king holds the other (`w`, `b` or `-`), or the end of the line"
            }
            Some(_) => "the end of the line after the side to move",
        };
        let word = match self.next_word() {
            Ok(word) if !word.is_empty() => word,
            Ok(_) => return self.unexpected_sign(expected),
            Err(stop) => return stop,
        };
        let found = &self.cursor.text[word.clone()];
        let hint = nearest_side(&String::from_utf8_lossy(found)).filter(|_| !has_holder);
        Mistake { hint, ..Mistake::expected(word, expected, quote(found)) }.into()
    }
}
