//! The parser of setup names, which are accepted instead of boards.

use std::ops::Range;

use super::line::BoardLine;
use super::{Boards, Written, lead, tail};
use crate::board::Setup;
use crate::mistake::{Mistake, nearest, quote};
use crate::rules::{BUILT_IN, Rules, START};
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
    /// The byte offset after the record.
    pub(super) end: usize,
    pub(super) written: Written,
    /// The rule set of the board if the name is that of another rule set.
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
        let Some((name, length)) = setup_name(&self.names, line.rest()) else {
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
        if self.is_in_document {
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
        if boards.names.iter().all(|(known, _)| known != name) {
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
        word.len() > 1
            && word.iter().all(u8::is_ascii_alphabetic)
            && !word.iter().all(|letter| self.alphabet.is_letter(*letter))
            && (!self.names.is_empty()
                || self.nearest_name(&String::from_utf8_lossy(word)).is_some())
    }

    /// Returns a hint with the setup or rule set whose name is most similar to a word; `None` if
    /// none is similar.
    fn nearest_name(&self, word: &str) -> Option<String> {
        let others = BUILT_IN.iter().filter(|_| self.takes_other_rules);
        let names = self.names.iter().map(|(name, _)| name.as_str());
        let names: Vec<&str> = names.chain(others.map(|(name, _)| *name)).collect();
        nearest(&names, &word.to_ascii_lowercase())
    }

    /// Returns the mistake for a record that starts neither as a board nor with a setup name.
    /// `has_size` is true after a size, which no setup may follow.
    pub(super) fn neither_board_nor_name(&self, line: &BoardLine<'_>, has_size: bool) -> Mistake {
        let expected = self.alphabet.board_forms();
        if self.names.is_empty() || has_size {
            let elsewhere = if self.is_in_document { None } else { self.setup_elsewhere(line) };
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
        let hint = self.variant_hint(&found).or_else(|| self.nearest_name(name));
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
