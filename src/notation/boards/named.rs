//! Setups of the rule set by their names, wherever a board may stand.

use std::fmt::Display;
use std::ops::Range;

use super::Boards;
use super::line::quotation_mark;
use super::reader::BoardReader;
use crate::board::Setup;
use crate::diagnostic::{Diagnostic, nearest, quote};
use crate::notation::Reader as _;
use crate::rules::Rules;

/// Which of some names of setups a line starts with, and how long it is there: under a variant of a rule set
/// that of the variant may follow it, as in `start:sideways`.
pub(super) fn setup_name<'r>(
    rules: &Rules,
    names: &[&'r str],
    line: &[u8],
) -> Option<(&'r str, usize)> {
    let written = |name: &'r str| {
        let after = line.strip_prefix(name.as_bytes())?;
        let variant = rules
            .own_variant()
            .and_then(|variant| after.strip_prefix(b":")?.strip_prefix(variant.as_bytes()));
        let rest = variant.unwrap_or(after);
        let ends = rest.first().is_none_or(u8::is_ascii_whitespace);
        ends.then(|| (name, line.len() - rest.len()))
    };
    names.iter().copied().filter_map(written).max_by_key(|(_, length)| *length)
}

impl BoardReader<'_, '_, '_> {
    /// The setup whose name the record starts with, turned as the rule set's variant is, with the sides
    /// that follow the name; `None` if there is none.
    pub(super) fn named(&mut self) -> Option<Result<Setup, Diagnostic>> {
        let rules = self.boards.rules();
        let rest = self.rest();
        let (name, length) = setup_name(rules, &self.boards.names, &self.text[rest.clone()])?;
        let setup = self.setup_of(name, rest.start..rest.start + length);
        self.at += length;
        Some(setup.and_then(|setup| {
            let (turn, holder) = self.sides()?;
            // The record is the whole line, so no other board may follow on it.
            if self.peek().is_some_and(|byte| byte != b'\n') {
                return Err(self.unexpected("the end of the line after a setup"));
            }
            let holder = if turn.is_some() { holder } else { setup.holder };
            Ok(Setup { turn: turn.or(setup.turn), holder, ..setup })
        }))
    }

    /// The setup of a name that stands at this place.
    fn setup_of(&mut self, name: &str, span: Range<usize>) -> Result<Setup, Diagnostic> {
        let rules = self.boards.rules();
        let told =
            |error: &str| Diagnostic::new(span.clone(), format!("the setup `{name}`: {error}"));
        // This reader may be in the middle of another record.
        let mut boards = Boards { size: self.boards.size, ..Boards::of_setups(rules) };
        let text = rules.setup(name).unwrap_or_default();
        let setup = boards.single(text.as_bytes()).map_err(|error| told(&error.message))?;
        let board = setup.board.turned(rules.facing().isometry());
        let board = board.map_err(|_| told("there is not enough memory"))?;
        Ok(Setup { board, ..setup })
    }

    /// An error about a record that is neither a board nor the name of a setup.
    pub(super) fn neither_board_nor_name(&self) -> Diagnostic {
        let letters = self.boards.letters();
        let expected = format!("a board, which starts with `[`, `n=` or a letter of `{letters}`");
        let names = &self.boards.names;
        if names.is_empty() {
            return self.no_start(expected);
        }
        let (rest, names_list) = (self.rest(), names.join("`, `"));
        let line = &self.text[rest.clone()];
        let word = line.split(u8::is_ascii_whitespace).next().unwrap_or(line);
        let span = rest.start..rest.start + word.len();
        let found = String::from_utf8_lossy(word);
        let expected = format!("{expected}, or a setup (`{names_list}`)");
        if !found.chars().all(|letter| letter.is_alphanumeric() || ":-_".contains(letter)) {
            return self.no_start(expected);
        }
        let name = found.split(':').next().unwrap_or_default();
        let hint = self.variant_hint(&found).or_else(|| nearest(names, name));
        Diagnostic { hint, ..Diagnostic::expected(span, expected, quote(found.as_bytes())) }
    }

    /// How to ask for the variant that is named, or nearly so, after the name of a setup.
    fn variant_hint(&self, found: &str) -> Option<String> {
        let rules = self.boards.rules();
        let ((name, variant), known) = (found.split_once(':')?, rules.variant_name()?);
        rules.setup(name)?;
        nearest(&[known], variant)?;
        let part = "a variant is part of the rule set's name";
        Some(match rules.own_variant() {
            Some(_) => format!("did you mean `{name}:{known}`?"),
            None if rules.is_built_in() => format!("{part}: `{}:{known}`", rules.name()),
            None => format!("{part}, as in `FILE:{known}`"),
        })
    }

    /// An error about the first character of a record.
    fn no_start(&self, expected: impl Display) -> Diagnostic {
        let error = self.unexpected(expected);
        let is_quoted = quotation_mark(&self.text[self.at..]) > 0 || self.peek() == Some(b'`');
        let quoted = is_quoted.then(|| "leave out the quotation marks around the board".to_owned());
        Diagnostic { hint: quoted.or(error.hint), ..error }
    }

    /// All that is left of the record but blanks at its end.
    fn rest(&self) -> Range<usize> {
        self.at..self.at + self.text[self.at..].trim_ascii_end().len()
    }
}
