//! The parser of setup names, which are accepted instead of boards.

use std::ops::Range;

use super::line::BoardLine;
use super::{Boards, Written, lead, tail};
use crate::board::Setup;
use crate::mistake::{Mistake, nearest, quote};
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
        let Some((name, length)) = setup_name(&self.names, line.rest()) else { return Ok(None) };
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
        let is_same = |first: &u8| first.eq_ignore_ascii_case(&letter);
        self.names.iter().any(|(name, _)| name.as_bytes().first().is_some_and(is_same))
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

    /// Returns `true` if a word at the start of a record may be meant as the name of a setup.
    pub(super) fn may_be_name(&self, word: &[u8]) -> bool {
        !self.names.is_empty()
            && word.len() > 1
            && word.iter().all(u8::is_ascii_alphabetic)
            && !word.iter().all(|letter| self.alphabet.is_letter(*letter))
    }

    /// Returns the mistake for a record that starts neither as a board nor with a setup name.
    /// `has_size` is true after a size, which no setup may follow.
    pub(super) fn neither_board_nor_name(&self, line: &BoardLine<'_>, has_size: bool) -> Mistake {
        let expected = self.alphabet.board_forms();
        if self.names.is_empty() || has_size {
            let elsewhere = if self.is_in_document { None } else { self.setup_elsewhere(line) };
            return elsewhere.unwrap_or_else(|| line.error(expected));
        }
        let names: Vec<&str> = self.rules().setup_names().collect();
        let word = line.words().next().unwrap_or_default();
        let found = String::from_utf8_lossy(word);
        let expected = format!("{expected}, or a setup (`{}`)", names.join("`, `"));
        if !found.chars().all(|letter| letter.is_alphanumeric() || ":-_".contains(letter)) {
            return line.error(expected);
        }
        let name = found.split(':').next().unwrap_or_default();
        let hint = self.variant_hint(&found).or_else(|| nearest(&names, name));
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

    /// Returns a hint if `found` is a setup name, a colon and a text similar to the variant's name,
    /// else `None`.
    fn variant_hint(&self, found: &str) -> Option<String> {
        let rules = self.rules();
        let ((name, variant), known) = (found.split_once(':')?, rules.variant_name()?);
        rules.setup(name)?;
        nearest(&[known], variant)?;
        let full = format!("{name}:{known}");
        let part = "name the variant with the rule set";
        Some(if self.names.iter().any(|(name, _)| *name == full) {
            format!("did you mean `{full}`?")
        } else if rules.is_built_in() {
            format!("{part}: `{}:{known}`", rules.name())
        } else {
            format!("{part}, as in `FILE:{known}`")
        })
    }
}
