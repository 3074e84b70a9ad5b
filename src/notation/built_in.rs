//! The rule sets that are built into the program, with their setups parsed.

use std::sync::OnceLock;

use super::{Boards, Reader as _};
use crate::cell::Size;
use crate::rules::{BUILT_IN, Rules};

impl Rules {
    /// Returns the built-in rule set with this name, or `None` if no rule set has it.
    ///
    /// # Example
    /// ```
    /// use kubikschach::rules::{BUILT_IN, Rules};
    /// assert!(BUILT_IN.iter().all(|(name, _)| Rules::built_in(name).is_some()));
    /// assert!(Rules::built_in("mine").is_none());
    /// ```
    #[must_use]
    pub fn built_in(name: &str) -> Option<Self> {
        let nth = BUILT_IN.iter().position(|(built_in, _)| *built_in == name)?;
        Some(Self::nth_built_in(nth))
    }

    /// Returns the built-in rule set with this name in any case, or `None` if no rule set has it.
    pub(crate) fn built_in_in_any_case(name: &[u8]) -> Option<Self> {
        let is_start = |known: &str| {
            name.get(..known.len())
                .is_some_and(|start| start.eq_ignore_ascii_case(known.as_bytes()))
        };
        BUILT_IN.iter().find(|(known, _)| is_start(known))?;
        Self::built_in(&str::from_utf8(name).ok()?.to_ascii_lowercase())
    }

    /// Returns all built-in rule sets, in the order of [`BUILT_IN`].
    pub fn all_built_in() -> impl Iterator<Item = Self> {
        (0..BUILT_IN.len()).map(Self::nth_built_in)
    }

    /// Returns the rules of the Kubikschach puzzle, played on 8×8×8 without captures.
    #[must_use]
    pub fn kubikschach() -> Self {
        Self::nth_built_in(0)
    }

    /// Returns the rules of chess without pawns on a cube of any size.
    #[must_use]
    pub fn cube() -> Self {
        Self::nth_built_in(1)
    }

    /// Returns the rules of 3D Great Shatranj, played on 6×6×6, in which a king can hold the other
    /// king. `great-shatranj:sideways` is the same game turned by a quarter.
    #[must_use]
    pub fn great_shatranj() -> Self {
        Self::nth_built_in(2)
    }

    /// Returns the rules of Raumschach, played on 5×5×5.
    #[must_use]
    pub fn raumschach() -> Self {
        Self::nth_built_in(4)
    }

    /// Returns the rule set of the document with index `nth` in [`BUILT_IN`]. The document is
    /// parsed only at the first call.
    fn nth_built_in(nth: usize) -> Self {
        static PARSED: [OnceLock<Rules>; BUILT_IN.len()] =
            [const { OnceLock::new() }; BUILT_IN.len()];
        let parse = || {
            // The tests check the positions and names of the setups.
            let read = |rules: &Self, text: &str| Boards::of_setups(rules).single(text.as_bytes());
            let parsed = Self::parse_with(BUILT_IN[nth].1, read, |_| Vec::new());
            parsed.expect("the tests parse every document")
        };
        PARSED[nth].get_or_init(parse).clone()
    }

    pub(crate) fn is_built_in(&self) -> bool {
        BUILT_IN.iter().any(|(name, _)| *name == self.name())
    }

    /// Returns the name of the first built-in rule set that decides checkmates and allows boards of
    /// `size`. If `size` is `None`, only rule sets without a fixed size are considered.
    pub(crate) fn built_in_for(size: Option<Size>) -> Option<&'static str> {
        let fits = |rules: &Self| rules.size().is_none() || rules.size() == size;
        BUILT_IN.map(|(name, _)| name).into_iter().find(|name| {
            Self::built_in(name).is_some_and(|rules| rules.verdict().is_some() && fits(&rules))
        })
    }

    /// Returns the name of a rule set and the name of a piece in it: of the only built-in rule set
    /// with a piece whose name, or the first word of whose name, is `word`. Rule sets of the same
    /// pieces count as one, the first. The result is `None` if there is no such rule set, or more
    /// than one.
    pub(crate) fn built_in_with_piece(word: &str) -> Option<(String, String)> {
        let mut found = Self::all_built_in().filter_map(|rules| {
            let is_meant = |name: &&String| {
                name.eq_ignore_ascii_case(word)
                    || name.split(' ').next().is_some_and(|first| first.eq_ignore_ascii_case(word))
            };
            let names: Vec<_> = rules.roles().map(|(_, role)| role.name.clone()).collect();
            let piece = names.iter().find(is_meant)?.clone();
            Some((rules.name().to_owned(), piece, names))
        });
        let (rules, piece, pieces) = found.next()?;
        found.all(|(_, _, others)| others == pieces).then_some((rules, piece))
    }

    /// Returns the first built-in rule set with these cells and, unless `piece` is `None`, with
    /// this piece. For a rule set without a fixed size, the cells of the largest board count.
    pub(crate) fn built_in_with_names(piece: Option<&[u8]>, cells: &[&[u8]]) -> Option<Self> {
        let largest = Size::new(Size::MAX);
        Self::all_built_in().find(|rules| {
            let size = rules.size().or(largest);
            let is_cell = |size, name| {
                str::from_utf8(name).is_ok_and(|name| rules.cells().parse(size, name).is_some())
            };
            let has_cells = |size| cells.iter().all(|name| is_cell(size, name));
            piece.is_none_or(|name| rules.role_named(name).is_some()) && size.is_some_and(has_cells)
        })
    }
}
