//! Rule sets: which pieces there are and how they move, how cells are named, what is promised.
//!
//! A rule set is data, a TOML document. The built-in ones are read by the same loader as a
//! user's own.

mod cells;
mod load;

use std::ops::RangeInclusive;

pub use cells::{CellNames, Coordinate, Numeral};

use crate::cell::Size;
use crate::document::Mistakes;
use crate::movement::{Atom, Movement};
use crate::piece::{Color, Piece, Role};

/// The names of the built-in rule sets and their documents.
pub const BUILT_IN: [(&str, &str); 2] = [
    ("kubikschach", include_str!("rules/kubikschach.toml")),
    ("cube", include_str!("rules/cube.toml")),
];

/// The definition of a role.
#[derive(Clone, Debug)]
pub struct RoleDef {
    /// Its name, such as `Knight`.
    pub name: String,
    /// Its letter on boards, upper case as for White.
    pub letter: char,
    /// Whether it is a king: the piece that check is given to.
    pub royal: bool,
    /// How it moves.
    pub atoms: Vec<Atom>,
}

/// Something a rule set promises of the positions a verdict is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promise {
    /// No king could capture the other.
    KingsApart,
    /// The kings are not both in check.
    OneCheck,
}

/// When a rule set can say whether a side is checkmated.
#[derive(Clone, Debug)]
pub struct VerdictRules {
    /// How many kings each color has, White's first.
    pub kings: [RangeInclusive<usize>; 2],
    /// What holds in every position.
    pub promises: Vec<Promise>,
}

/// A rule set.
#[derive(Clone, Debug)]
pub struct Rules {
    name: String,
    title: String,
    source: String,
    size: Option<Size>,
    captures: bool,
    cells: CellNames,
    roles: Vec<RoleDef>,
    verdict: Option<VerdictRules>,
    movement: Movement,
}

impl Rules {
    /// Reads a rule set from its TOML document.
    ///
    /// # Errors
    /// Every mistake of the document, with its place.
    ///
    /// # Example
    /// ```
    /// use kubikschach::rules::Rules;
    /// let mistakes = Rules::parse("name = 'mine'\nsize = 1").expect_err("this is no rule set");
    /// assert!(mistakes.to_string().contains("expected a size from 2 to 65535"));
    /// ```
    pub fn parse(document: &str) -> Result<Self, Mistakes> {
        load::load(document)
    }

    /// A built-in rule set.
    ///
    /// # Panics
    /// Never: the tests read each of them.
    #[must_use]
    pub fn built_in(name: &str) -> Option<Self> {
        let (_, document) = BUILT_IN.iter().find(|(built_in, _)| *built_in == name)?;
        Some(Self::parse(document).expect("the built-in rule sets have no mistakes"))
    }

    /// The short name, such as `cube`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A line that says what it is.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Where the rules come from.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The size of its boards; `None` if any will do.
    #[must_use]
    pub const fn size(&self) -> Option<Size> {
        self.size
    }

    /// Whether its pieces capture.
    #[must_use]
    pub const fn captures(&self) -> bool {
        self.captures
    }

    /// How its cells are named.
    #[must_use]
    pub const fn cells(&self) -> &CellNames {
        &self.cells
    }

    /// When it can say whether a side is checkmated; `None` if never.
    #[must_use]
    pub const fn verdict(&self) -> Option<&VerdictRules> {
        self.verdict.as_ref()
    }

    /// How its pieces move.
    #[must_use]
    pub const fn movement(&self) -> &Movement {
        &self.movement
    }

    /// The roles in the order of their definitions, each with its definition.
    pub fn roles(&self) -> impl Iterator<Item = (Role, &RoleDef)> {
        self.roles.iter().enumerate().filter_map(|(index, def)| Some((Role::new(index)?, def)))
    }

    /// The definition of a role.
    ///
    /// # Panics
    /// If the role is another rule set's and this one has no such.
    #[must_use]
    pub fn role(&self, role: Role) -> &RoleDef {
        &self.roles[role.index()]
    }

    /// Whether the piece is a king.
    #[must_use]
    pub fn is_royal(&self, piece: Piece) -> bool {
        self.role(piece.role()).royal
    }

    /// The role of a name or letter, in upper or lower case.
    #[must_use]
    pub fn role_named(&self, text: &str) -> Option<Role> {
        let named = |def: &RoleDef| {
            def.name.eq_ignore_ascii_case(text)
                || text.chars().eq([def.letter])
                || text.chars().eq([def.letter.to_ascii_lowercase()])
        };
        self.roles().find(|(_, def)| named(def)).map(|(role, _)| role)
    }

    /// The letter of a piece on boards: upper case for White, lower for Black.
    #[must_use]
    pub fn letter(&self, piece: Piece) -> char {
        let letter = self.role(piece.role()).letter;
        match piece.color() {
            Color::White => letter,
            Color::Black => letter.to_ascii_lowercase(),
        }
    }

    /// The pieces and their letters.
    pub fn letters(&self) -> impl Iterator<Item = (char, Piece)> {
        self.roles().flat_map(|(role, _)| {
            Color::ALL.map(|color| {
                let piece = Piece::new(color, role);
                (self.letter(piece), piece)
            })
        })
    }
}
