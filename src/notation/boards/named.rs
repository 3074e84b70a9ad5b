//! Setups of the rule set by their names, wherever a board may stand.

use std::fmt::Display;
use std::ops::Range;

use super::line::quotation_mark;
use super::reader::BoardReader;
use crate::board::Setup;
use crate::diagnostic::{Diagnostic, nearest, quote};
use crate::notation::{Reader as _, Text};

impl BoardReader<'_, '_, '_> {
    /// The setup that the record is the name of, turned as the rule set's variant is; `None` if it
    /// is none.
    pub(super) fn named(&mut self) -> Option<Result<Setup, Diagnostic>> {
        let rules = self.boards.rules();
        rules.setup_names().next()?;
        let span = self.name();
        let name = str::from_utf8(&self.text[span.clone()]).ok()?;
        let written = rules.setup(name)?;
        let told =
            |error: String| Diagnostic::new(span.clone(), format!("the setup `{name}`: {error}"));
        let mut text = Text::new(written.as_bytes(), true);
        let Some(frame) = self.boards.frame(&mut text) else {
            return Some(Err(told("expected a board, but found nothing".to_owned())));
        };
        let setup = BoardReader::new(self.boards, &text, &frame).written();
        Some(setup.map_err(|error| told(error.message)).and_then(|setup| {
            let board = rules.facing().turn_board(setup.board);
            let board = board.map_err(|_| told("there is not enough memory".to_owned()))?;
            Ok(Setup { board, ..setup })
        }))
    }

    /// An error about a record that is neither a board nor the name of a setup.
    pub(super) fn neither_board_nor_name(&self) -> Diagnostic {
        let letters = self.boards.letters();
        let expected = format!("a board, which starts with `[`, `n=` or a letter of `{letters}`");
        let names: Vec<&str> = self.boards.rules().setup_names().collect();
        if names.is_empty() {
            return self.no_start(expected);
        }
        let (span, names_list) = (self.name(), names.join("`, `"));
        let found = String::from_utf8_lossy(&self.text[span.clone()]);
        let expected = format!("{expected}, or a setup (`{names_list}`)");
        if !found.chars().all(|letter| letter.is_alphanumeric() || ":-_".contains(letter)) {
            return self.no_start(expected);
        }
        let hint = match found.split_once(':') {
            Some((name, variant)) if names.contains(&name) => Some(format!(
                "a variant is part of the rule set's name: `{}:{variant}`",
                self.boards.rules().name()
            )),
            Some((name, _)) => nearest(&names, name),
            None => nearest(&names, &found),
        };
        Diagnostic { hint, ..Diagnostic::expected(span, expected, quote(found.as_bytes())) }
    }

    /// An error about the first character of a record.
    fn no_start(&self, expected: impl Display) -> Diagnostic {
        let error = self.unexpected(expected);
        let is_quoted = quotation_mark(&self.text[self.at..]) > 0 || self.peek() == Some(b'`');
        let quoted = is_quoted.then(|| "leave out the quotation marks around the board".to_owned());
        Diagnostic { hint: quoted.or(error.hint), ..error }
    }

    /// Where the name of a setup would stand: all that is left of the record.
    fn name(&self) -> Range<usize> {
        self.at..self.at + self.text[self.at..].trim_ascii_end().len()
    }
}
