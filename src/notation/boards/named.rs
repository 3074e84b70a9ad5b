//! The parser of setup names, which are accepted instead of boards.

use std::ops::Range;

use super::line::BoardLine;
use super::{Boards, Written, lead, tail};
use crate::board::Setup;
use crate::common::list;
use crate::mistake::{Mistake, is_similar, nearest, quote};
use crate::notation::page_line;
use crate::rules::{BUILT_IN, Rules, START};

/// Returns a hint with the built-in rule sets that have this setup; `None` if none has it.
fn rule_sets_with(setup: &str) -> Option<String> {
    let all = BUILT_IN.iter().filter_map(|(name, _)| Rules::built_in(name));
    let having = all.filter(|rules| rules.setup(setup).is_some());
    let names: Vec<String> = having.map(|rules| format!("`{}`", rules.name())).collect();
    let hint = || format!("rule sets with this setup: {}", list(&names, "and"));
    (!names.is_empty()).then(hint)
}

/// A board that a name stands for.
pub(super) struct NamedBoard {
    /// Byte offset after the record.
    pub(super) end: usize,
    pub(super) written: Written,
    /// Rule set of the board if the name is that of another rule set.
    pub(super) rules: Option<Rules>,
}

impl Boards<'_> {
    /// Reads the name of a setup or a rule set, and the sides after it; `None` if the line starts
    /// with neither. The name of a rule set stands for its setup `start`.
    pub(super) fn named(&self, line: &mut BoardLine<'_>) -> Result<Option<NamedBoard>, Mistake> {
        let is_letter = line.peek().is_some_and(|first| first.is_ascii_alphabetic());
        if !is_letter || lead::size_digits(line).is_some() {
            return Ok(None);
        }
        let own = self.alphabet.rules.setup_at_start(line.rest()).filter(|_| self.reads_names);
        let Some((name, length)) = own else {
            return self.of_other_rules(line);
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
        let written = Written { setup, places: Vec::new() };
        Ok(Some(NamedBoard { end, written, rules: None }))
    }

    /// Reads the name of a built-in rule set, and the sides after it.
    fn of_other_rules(&self, line: &BoardLine<'_>) -> Result<Option<NamedBoard>, Mistake> {
        if !self.reads_names {
            return Ok(None);
        }
        let (word, own) = (line.words().next().unwrap_or_default(), self.rules().name());
        let rules = Rules::built_in_in_any_case(word);
        let Some(rules) = rules.filter(|_| line.alphabet.count(word).is_none()) else {
            return Ok(None);
        };
        let (name, span) = (rules.name(), line.at..line.at + word.len());
        if !self.takes_other_rules && name != own {
            let message = format!("`{name}` is another rule set than `{own}`");
            return Err(Mistake::new(span, message));
        }
        let mut boards = Boards::new(&rules);
        // Rules of one's own may have the name of a built-in rule set, and are never replaced by it.
        if name == own || rules.setup_at_start(name.as_bytes()).is_none() {
            let error = Mistake::new(span, format!("`{name}` has no setup `{START}`"));
            return Err(Mistake { hint: rule_sets_with(START), ..error });
        }
        // A fixed size of the reader's own rule set is no demand on a board of other rules.
        boards.alphabet.size = self.alphabet.size.filter(|_| self.rules().size().is_none());
        let read = boards.named(&mut BoardLine { alphabet: &boards.alphabet, ..*line });
        Ok(read?.map(|named| NamedBoard { rules: Some(rules.clone()), ..named }))
    }

    /// Returns `true` if the name of a setup starts with this letter.
    pub(super) fn may_start_name(&self, letter: u8) -> bool {
        self.reads_names && self.alphabet.rules.may_start_setup(letter)
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
        self.reads_names && self.alphabet.rules.setup_names().next().is_some()
    }

    /// Returns `true` if a word at the start of a record may be meant as the name of a setup.
    pub(super) fn may_be_name(&self, word: &[u8]) -> bool {
        let is_row = word.len() < 2 || word.iter().all(|letter| self.alphabet.is_letter(*letter));
        let is_plain = word.iter().all(u8::is_ascii_alphabetic);
        let is_near = || {
            let word = String::from_utf8_lossy(word);
            let is_similar = |name: &str| is_similar(name, &word);
            word.starts_with(|first: char| first.is_ascii_alphabetic())
                && self.names().into_iter().any(is_similar)
        };
        !is_row && (is_plain && self.has_names() || is_near())
    }

    /// Returns the names of setups and rule sets with which a record may start.
    fn names(&self) -> Vec<&str> {
        let others = BUILT_IN.iter().filter(|_| self.takes_other_rules);
        let own = self.alphabet.rules.setup_names().filter(|_| self.reads_names);
        own.chain(others.map(|(name, _)| *name)).collect()
    }

    /// Returns a hint with the setups or rule sets whose names are most similar to a word; `None` if
    /// none is similar.
    fn nearest_name(&self, word: &str) -> Option<String> {
        nearest(&self.names(), word)
    }

    /// Returns the mistake for a record that starts neither as a board nor with a setup name.
    /// `has_size` is true after a size, which no setup may follow.
    pub(super) fn neither_board_nor_name(&self, line: &BoardLine<'_>, has_size: bool) -> Mistake {
        let is_answer = |line: &str| line == "true" || line == "false";
        page_line::with_hint(line.rest(), "boards", is_answer, self.no_start(line, has_size))
    }

    fn no_start(&self, line: &BoardLine<'_>, has_size: bool) -> Mistake {
        let expected = self.alphabet.board_forms();
        if !self.has_names() || has_size {
            let elsewhere = if self.reads_names { self.setup_elsewhere(line) } else { None };
            let word = line.words().next().unwrap_or_default();
            let nearest = || self.nearest_name(&String::from_utf8_lossy(word));
            let hint = if has_size { None } else { nearest() };
            return elsewhere.unwrap_or_else(|| match hint {
                None => line.error(expected),
                hint => {
                    let span = line.at..line.at + word.len();
                    Mistake { hint, ..Mistake::expected(span, expected, quote(word)) }
                }
            });
        }
        let names: Vec<&str> = self.rules().setup_names().collect();
        let word = line.words().next().unwrap_or_default();
        let found = String::from_utf8_lossy(word);
        let expected = format!("{expected}, or a setup (`{}`)", names.join("`, `"));
        if !found.chars().all(|letter| letter.is_alphanumeric() || ":-_".contains(letter)) {
            return line.error(expected);
        }
        let name = found.split(':').next().unwrap_or_default();
        let hint = self.nearest_name(&found).or_else(|| self.nearest_name(name));
        let span = line.at..line.at + word.len();
        Mistake { hint, ..Mistake::expected(span, expected, quote(word)) }
    }

    /// Returns the mistake for a record that is a setup name of other built-in rule sets; `None`
    /// if the record is no such name.
    fn setup_elsewhere(&self, line: &BoardLine<'_>) -> Option<Mistake> {
        let rules = self.rules();
        let word = str::from_utf8(line.words().next()?).ok()?;
        let hint = rule_sets_with(word).filter(|_| rules.setup(word).is_none());
        let message = format!("`{}` has no setup `{word}`", rules.name());
        let error = Mistake::new(line.at..line.at + word.len(), message);
        hint.map(|hint| Mistake { hint: Some(hint), ..error })
    }
}
