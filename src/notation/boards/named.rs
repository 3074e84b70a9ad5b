//! The parser of setup names, which are accepted instead of boards.

use std::ops::Range;

use super::line::BoardLine;
use super::{Boards, Written, lead, tail};
use crate::board::Setup;
use crate::common::list;
use crate::mistake::{Mistake, nearest, quote};
use crate::rules::{BUILT_IN, Rules};

impl Boards<'_> {
    /// Reads a setup name and the sides after it. Returns the end of the record and the setup;
    /// `None` if the line starts with no setup name.
    pub(super) fn named(
        &self,
        line: &mut BoardLine<'_>,
    ) -> Result<Option<(usize, Written)>, Mistake> {
        let first = line.peek().filter(|first| *first != b'[' && self.may_start_name(*first));
        if first.is_none() || lead::size_digits(line).is_some() {
            return Ok(None);
        }
        let Some((name, length)) = self.rules().setup_at_start(line.rest()) else {
            return Ok(None);
        };
        let mut setup = self.setup_of(name, line.at..line.at + length)?;
        line.at += length;
        let mut sides = Setup { turn: None, holder: None, ..setup.clone() };
        tail::read(line, 0, &mut sides)?;
        // The record is the whole line, so another board on the line is a mistake.
        if !line.is_empty() {
            return Err(line.error("the end of the line after the setup"));
        }
        if sides.turn.is_some() {
            setup = sides;
        }
        let end = line.text.len().min(line.end + 1);
        Ok(Some((end, Written { setup, places: Vec::new() })))
    }

    /// Returns `true` if the name of a setup starts with this letter.
    pub(super) fn may_start_name(&self, letter: u8) -> bool {
        self.reads_names && self.rules().may_start_setup(letter)
    }

    /// Returns the setup with this name, which is at `span` in the text.
    fn setup_of(&self, name: &str, span: Range<usize>) -> Result<Setup, Mistake> {
        let (setup, _) = self.rules().setup(name).expect("the names are those of setups");
        let (found, size) = (setup.board.size(), self.alphabet.size);
        match size.filter(|size| *size != found) {
            Some(size) => Err(Mistake::new(
                span,
                format!("the setup `{name}`: expected a board of {size}, but found one of {found}"),
            )),
            None => Ok(setup.clone()),
        }
    }

    fn has_names(&self) -> bool {
        self.reads_names && self.rules().setup_names().next().is_some()
    }

    /// Returns `true` if a word at the start of a record may be meant as the name of a setup.
    pub(super) fn may_be_name(&self, word: &[u8]) -> bool {
        self.has_names()
            && word.len() > 1
            && word.iter().all(u8::is_ascii_alphabetic)
            && !word.iter().all(|letter| self.alphabet.is_letter(*letter))
    }

    /// Returns the mistake for a record that starts neither as a board nor with a setup name.
    /// `has_size` is true after a size, which no setup may follow.
    pub(super) fn neither_board_nor_name(&self, line: &BoardLine<'_>, has_size: bool) -> Mistake {
        let expected = self.alphabet.board_forms();
        if !self.has_names() || has_size {
            let elsewhere = if self.reads_names { self.setup_elsewhere(line) } else { None };
            return elsewhere.unwrap_or_else(|| line.error(expected));
        }
        let names: Vec<&str> = self.rules().setup_names().collect();
        let word = line.words().next().unwrap_or_default();
        let found = String::from_utf8_lossy(word);
        let expected = format!("{expected}, or a setup (`{}`)", names.join("`, `"));
        if !found.chars().all(|letter| letter.is_alphanumeric() || ":-_".contains(letter)) {
            return line.error(expected);
        }
        let hint = nearest(&names, &found);
        let span = line.at..line.at + word.len();
        Mistake { hint, ..Mistake::expected(span, expected, quote(word)) }
    }

    /// Returns the mistake for a record that is a setup name of other built-in rule sets; `None`
    /// if the record is no such name.
    fn setup_elsewhere(&self, line: &BoardLine<'_>) -> Option<Mistake> {
        let rules = self.rules();
        let word = str::from_utf8(line.words().next()?).ok()?;
        let having: Vec<String> = BUILT_IN
            .iter()
            .filter_map(|(name, _)| Rules::built_in(name))
            .filter(|other| other.setup(word).is_some() && rules.setup(word).is_none())
            .map(|other| format!("`{}`", other.name()))
            .collect();
        let hint = format!("rule sets with this setup: {}", list(&having, "and"));
        let message = format!("`{}` has no setup `{word}`", rules.name());
        let error = Mistake::new(line.at..line.at + word.len(), message);
        (!having.is_empty()).then_some(Mistake { hint: Some(hint), ..error })
    }
}
