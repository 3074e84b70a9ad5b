//! What may follow a board on its line: the side to move, and whose king holds the other.

use std::ops::Range;

use super::reader::BoardReader;
use crate::diagnostic::{Diagnostic, quote};
use crate::notation::{color, nearest_side};
use crate::piece::Color;

impl BoardReader<'_, '_, '_> {
    /// Reads the side to move and the holder, if they stand on the board's last line, and that
    /// line's end, or stops before another board on it.
    pub(super) fn sides(&mut self) -> Result<(Option<Color>, Option<Color>), Diagnostic> {
        if self.peek().is_none_or(|byte| byte == b'\n') {
            return Ok((None, None));
        }
        let turn = self.side();
        let after_turn = self.at;
        let holder = if turn.is_some() { self.holder() } else { None };
        match self.peek() {
            None | Some(b'[' | b'\n') => {}
            Some(_) if self.at_declaration() => {}
            Some(_) => return Err(self.unexpected_after_board(turn, self.at > after_turn)),
        }
        Ok((turn, holder))
    }

    fn side(&mut self) -> Option<Color> {
        self.skip_blanks();
        let word = self.next_word();
        let side = str::from_utf8(&self.text[word.clone()]).ok().and_then(color)?;
        self.at = word.end;
        self.skip_blanks();
        Some(side)
    }

    /// Reads who holds; `-` stands for nobody.
    fn holder(&mut self) -> Option<Color> {
        if self.boards.rules.holds().is_empty() {
            return None;
        }
        if self.peek() == Some(b'-') {
            self.at += 1;
            self.skip_blanks();
            return None;
        }
        self.side()
    }

    /// The letters from here on.
    fn next_word(&self) -> Range<usize> {
        let letters = self.text[self.at..].iter().take_while(|byte| byte.is_ascii_alphabetic());
        self.at..self.at + letters.count()
    }

    /// An error about the word that follows a board, where only sides may stand.
    fn unexpected_after_board(&mut self, turn: Option<Color>, tells_holder: bool) -> Diagnostic {
        let expected = match turn {
            None => "the side to move (`w` or `b`) or the end of the line",
            Some(_) if tells_holder => "the end of the line after the side that holds",
            Some(_) if self.boards.rules.holds().is_empty() => {
                "the end of the line after the side to move"
            }
            Some(_) => {
                "the side whose king holds the other (`w`, `b` or `-`) or the end of the line"
            }
        };
        let word = self.next_word();
        if word.is_empty() {
            return self.unexpected(expected);
        }
        let found = &self.text[word.clone()];
        let hint = nearest_side(&String::from_utf8_lossy(found)).filter(|_| !tells_holder);
        Diagnostic { hint, ..Diagnostic::expected(word, expected, quote(found)) }
    }
}
