//! The parser of setup names, which are accepted instead of boards.

use std::ops::Range;

use super::shape::{BoardReader, Ending};
use super::tokens::size_digits;
use crate::board::Setup;
use crate::mistake::{Mistake, nearest, quote};
use crate::notation::cursor::Stop;
use crate::rules::{BUILT_IN, Rules};
use crate::words::list;

/// Returns the setup that the start of `line` names, and the length in bytes of its name there.
///
/// A match in exact case wins over matches in any case. The result is `None` if no name matches, or
/// if several names of the same length match.
pub(super) fn setup_name<'r>(names: &[(String, &'r str)], line: &[u8]) -> Option<(&'r str, usize)> {
    let exact = |text: &[u8], name: &str| text == name.as_bytes();
    let any_case = |text: &[u8], name: &str| text.eq_ignore_ascii_case(name.as_bytes());
    longest_name(names, line, exact).or_else(|| longest_name(names, line, any_case))
}

fn longest_name<'r>(
    names: &[(String, &'r str)],
    line: &[u8],
    is_same: impl Fn(&[u8], &str) -> bool,
) -> Option<(&'r str, usize)> {
    let is_written = |(name, _): &&(String, &'r str)| {
        line.split_at_checked(name.len()).is_some_and(|(front, rest)| {
            is_same(front, name) && rest.first().is_none_or(u8::is_ascii_whitespace)
        })
    };
    let found = || names.iter().filter(is_written).map(|(name, setup)| (*setup, name.len()));
    let (setup, length) = found().max_by_key(|(_, length)| *length)?;
    (found().filter(|(_, other)| *other == length).count() == 1).then_some((setup, length))
}

impl BoardReader<'_, '_, '_> {
    /// Parses a setup name and the sides after the name: the side to move and the side that holds
    /// the other king. The result is `None` if the record does not start with a setup name.
    pub(super) fn named(&mut self) -> Result<Option<Setup>, Stop> {
        let is_name = self.cursor.peek()?.is_some_and(|first| first != b'[');
        if self.declared().is_some() || self.boards.names.is_empty() || !is_name {
            return Ok(None);
        }
        let names = &self.boards.names;
        let first = self.cursor.rest().first().map(u8::to_ascii_lowercase);
        if !names
            .iter()
            .any(|(name, _)| name.bytes().next().map(|byte| byte.to_ascii_lowercase()) == first)
            || self.within_line(|reader| size_digits(reader.cursor))?.is_some()
        {
            return Ok(None);
        }
        let line = self.line()?;
        let Some((name, length)) = setup_name(names, line) else {
            return Ok(None);
        };
        let start = self.cursor.at;
        let setup = self.setup_of(name, start..start + length)?;
        self.cursor.at += length;
        let (turn, holder) = self.sides(Ending::SidesOnly)?;
        // The record is the whole line, so another board on the line is a mistake.
        if self.cursor.peek()?.is_some_and(|byte| byte != b'\n') {
            return Err(self.cursor.unexpected("the end of the line after the setup"));
        }
        let holder = if turn.is_some() { holder } else { setup.holder };
        Ok(Some(Setup { turn: turn.or(setup.turn), holder, ..setup }))
    }

    /// Returns the setup with this name, which is at `span` in the text.
    fn setup_of(&self, name: &str, span: Range<usize>) -> Result<Setup, Mistake> {
        let (setup, _) = self.boards.rules().setup(name).expect("the names are those of setups");
        let (found, size) = (setup.board.size(), self.boards.size);
        match size.filter(|size| *size != found) {
            Some(size) => Err(Mistake::new(
                span,
                format!("the setup `{name}`: expected a board of {size}, but found one of {found}"),
            )),
            None => Ok(setup.clone()),
        }
    }

    /// Returns the mistake for a record that starts neither as a board nor with a setup name.
    pub(super) fn neither_board_nor_name(&self) -> Stop {
        let letters = self.boards.letters();
        let expected = format!("a board in brackets or in rows, of the letters `{letters}`");
        // No setup may follow a size.
        if self.boards.names.is_empty() || self.declared.is_some() {
            return self.setup_elsewhere().unwrap_or_else(|| self.cursor.unexpected(expected));
        }
        let names: Vec<&str> = self.boards.rules.setup_names().collect();
        let start = self.cursor.at;
        let line = match self.line() {
            Ok(line) => line,
            Err(stop) => return stop,
        };
        let word = line.split(u8::is_ascii_whitespace).next().unwrap_or(line);
        let found = String::from_utf8_lossy(word);
        let expected = format!("{expected}, or a setup (`{}`)", names.join("`, `"));
        if !found.chars().all(|letter| letter.is_alphanumeric() || ":-_".contains(letter)) {
            return self.cursor.unexpected(expected);
        }
        let name = found.split(':').next().unwrap_or_default();
        let hint = self.variant_hint(&found).or_else(|| nearest(&names, name));
        let span = start..start + word.len();
        Mistake { hint, ..Mistake::expected(span, expected, quote(word)) }.into()
    }

    /// Returns the mistake for a record that is a setup name of other built-in rule sets; `None`
    /// if the record is no such name.
    fn setup_elsewhere(&self) -> Option<Stop> {
        let rules = self.boards.rules();
        let others = || BUILT_IN.iter().filter_map(|(name, _)| Rules::built_in(name));
        let first = self.cursor.rest().first();
        // Only then the end of the line, which may come later, is worth waiting for.
        let has_such =
            |other: Rules| other.setup_names().any(|name| name.as_bytes().first() == first);
        if !others().any(has_such) {
            return None;
        }
        let line = match self.line() {
            Ok(line) => line,
            Err(stop) => return Some(stop),
        };
        let word = str::from_utf8(line).ok()?.split_whitespace().next()?;
        let having: Vec<String> = others()
            .filter(|other| other.setup(word).is_some() && rules.setup(word).is_none())
            .map(|other| format!("`{}`", other.name()))
            .collect();
        let hint = format!("rule sets with this setup: {}", list(&having, "and"));
        let at = self.cursor.at;
        let message = format!("`{}` has no setup `{word}`", rules.name());
        let error = Mistake::new(at..at + word.len(), message);
        (!having.is_empty()).then(|| Mistake { hint: Some(hint), ..error }.into())
    }

    /// Returns a hint if `found` is a setup name, a colon and a text similar to the variant's name,
    /// else `None`.
    fn variant_hint(&self, found: &str) -> Option<String> {
        let rules = self.boards.rules();
        let ((name, variant), known) = (found.split_once(':')?, rules.variant_name()?);
        rules.setup(name)?;
        nearest(&[known], variant)?;
        let full = format!("{name}:{known}");
        let part = "name the variant with the rule set";
        Some(if self.boards.names.iter().any(|(name, _)| *name == full) {
            format!("did you mean `{full}`?")
        } else if rules.is_built_in() {
            format!("{part}: `{}:{known}`", rules.name())
        } else {
            format!("{part}, as in `FILE:{known}`")
        })
    }
}
