//! The setups of a rule set: positions with names that may stand in place of boards.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::{Bound, Range};

use toml::Spanned;

use super::Rules;
use crate::board::Setup;

/// The name of the setup from which a game starts if no other position is given.
pub(crate) const START: &str = "start";

/// The setups of a rule set, and the texts that may stand in place of a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Setups {
    /// Setups by name, each with the place of its text in the document.
    by_name: BTreeMap<String, Spanned<Setup>>,
    /// Names of the setups that a text in lower case may stand for.
    by_text: BTreeMap<Vec<u8>, Vec<String>>,
    /// Lengths in bytes of all these texts.
    lengths: BTreeSet<usize>,
}

impl Setups {
    /// Collects the setups of the rule set with the name `own`. This name stands for the setup
    /// [`START`], unless it is the name of a setup.
    pub(super) fn new(own: &str, by_name: BTreeMap<String, Spanned<Setup>>) -> Self {
        let mut by_text: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for name in by_name.keys() {
            by_text.entry(lower(name)).or_default().push(name.clone());
        }
        if by_name.contains_key(START) {
            by_text.entry(lower(own)).or_insert_with(|| vec![START.to_owned()]);
        }
        let lengths = by_text.keys().map(Vec::len).collect();
        Self { by_name, by_text, lengths }
    }

    /// Returns what `find` returns for the longest text before a blank or the end of `line`, and
    /// the length of that text; `None` if `find` knows none of them.
    fn longest<T>(&self, line: &[u8], find: impl Fn(&[u8]) -> Option<T>) -> Option<(T, usize)> {
        let is_text = |at: &usize| line.get(*at).is_none_or(u8::is_ascii_whitespace);
        let lengths = self.lengths.range(..=line.len()).rev().copied().filter(is_text);
        lengths.into_iter().find_map(|at| Some((find(&line[..at])?, at)))
    }
}

impl Rules {
    /// Returns the setup with this name, and the byte range of its text in the document; `None` if
    /// no setup has this name.
    pub(crate) fn setup(&self, name: &str) -> Option<(&Setup, Range<usize>)> {
        let setup = self.0.setups.by_name.get(name)?;
        Some((setup.get_ref(), setup.span()))
    }

    /// Returns the names of the setups, in alphabetical order.
    ///
    /// [`notation::parse_board`](crate::notation::parse_board) accepts such a name in place of a
    /// board.
    pub fn setup_names(&self) -> impl Iterator<Item = &str> {
        self.0.setups.by_name.keys().map(String::as_str)
    }

    /// Returns `true` if this letter, in upper or lower case, starts a text that stands for a setup.
    pub(crate) fn may_start_setup(&self, letter: u8) -> bool {
        let letter = letter.to_ascii_lowercase();
        let from = (Bound::Included(&[letter][..]), Bound::Unbounded);
        let next = self.0.setups.by_text.range::<[u8], _>(from).next();
        next.is_some_and(|(text, _)| text.first() == Some(&letter))
    }

    /// Returns the name of the setup for which the start of `line` stands, and the length in bytes
    /// of the text there: a setup name or, for the setup [`START`], the name of the rule set.
    ///
    /// A setup name in exact case wins over texts in any case. The result is `None` if the line
    /// starts with no such text, or if several setups have the same name in different cases.
    pub(crate) fn setup_at_start(&self, line: &[u8]) -> Option<(&str, usize)> {
        let Setups { by_name, by_text, .. } = &self.0.setups;
        let exact = |text: &[u8]| {
            let (name, _) = by_name.get_key_value(str::from_utf8(text).ok()?)?;
            Some(std::slice::from_ref(name))
        };
        let any_case = |text: &[u8]| by_text.get(&text.to_ascii_lowercase()).map(Vec::as_slice);
        let found = self.0.setups.longest(line, exact);
        match found.or_else(|| self.0.setups.longest(line, any_case))? {
            ([name], length) => Some((name, length)),
            _ => None,
        }
    }
}

fn lower(name: &str) -> Vec<u8> {
    name.to_ascii_lowercase().into_bytes()
}
