//! Rule sets: which pieces there are and how they move, how cells are named, what is promised.
//!
//! A rule set is data, a TOML document. The built-in ones are read by the same loader as a
//! user's own.

mod built_in;
mod cells;
mod game;
mod load;
mod numeral;

use std::collections::BTreeMap;
use std::fmt;
#[cfg(feature = "cli")]
use std::ops::Range;
use std::sync::Arc;

pub use built_in::BUILT_IN;
pub use cells::{CellNames, Coordinate, NameTable};
pub use game::{Hold, Invariant, Promotion, Results, Score, VerdictRules, Zone};
pub use numeral::Numeral;

use toml::Spanned;

use crate::cell::{Axis, Cell, Size};
use crate::diagnostic::Diagnostics;
use crate::movement::{Atom, Facing, Movement};
use crate::piece::{Color, Piece, PieceSet, Role};

#[cfg(doc)]
#[doc = include_str!("rules/README.md")]
pub mod format {}

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

/// A rule set: a handle that is cheap to clone and to send to other threads.
///
/// Positions, games, move graphs and path finders own one, so a program can keep them together with
/// their rules in one struct.
///
/// # Example
/// ```
/// use kubikschach::{game::Game, notation, position::Position, rules::Rules};
/// struct Table {
///     rules: Rules,
///     game: Game,
/// }
/// let rules = Rules::raumschach();
/// let start = Position::new(&rules, notation::board(&rules, "start")?)?;
/// let table = Table { game: Game::new(start), rules };
/// assert_eq!(table.rules.name(), table.game.position().rules().name());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Rules(Arc<RuleSet>);

/// The data behind a handle.
#[derive(Clone, Debug)]
struct RuleSet {
    name: String,
    title: String,
    source: String,
    size: Option<Size>,
    captures: bool,
    cells: CellNames,
    roles: Vec<RoleDef>,
    kings: PieceSet,
    verdict: Option<VerdictRules>,
    promotion: Option<Promotion>,
    holds: Vec<Hold>,
    results: Option<Results>,
    /// The texts of positions to start from, by their names.
    setups: BTreeMap<String, Spanned<String>>,
    /// What the same game turned a quarter is called.
    quarter_turn: Option<String>,
    facing: Facing,
    movement: Movement,
}

impl From<RuleSet> for Rules {
    fn from(rule_set: RuleSet) -> Self {
        Self(Arc::new(rule_set))
    }
}

impl fmt::Debug for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Rules").field(&self.0.name).finish()
    }
}

impl Rules {
    /// Reads a rule set from its TOML document, whose keys [`format`](mod@format) explains;
    /// [`BUILT_IN`] has some to start from.
    ///
    /// # Errors
    /// Every mistake of the document, with its place; those in the boards of setups come to light when
    /// these are read.
    ///
    /// # Example
    /// ```
    /// use kubikschach::rules::Rules;
    /// let mistakes = Rules::parse("name = 'mine'\nsize = 1").expect_err("this is no rule set");
    /// assert!(mistakes.to_string().contains("expected a size from 2 to 256"));
    /// ```
    pub fn parse(document: &str) -> Result<Self, Diagnostics> {
        Self::parse_with(document, |_| Vec::new())
    }

    /// The short name, such as `cube`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// A line that says what it is.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.0.title
    }

    /// Where the rules come from.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.0.source
    }

    /// The size of its boards; `None` if any will do.
    #[must_use]
    pub fn size(&self) -> Option<Size> {
        self.0.size
    }

    /// Whether its pieces capture.
    #[must_use]
    pub fn captures(&self) -> bool {
        self.0.captures
    }

    /// How its cells are named.
    #[must_use]
    pub fn cells(&self) -> &CellNames {
        &self.0.cells
    }

    /// When it can say whether a side is checkmated; `None` if never.
    #[must_use]
    pub fn verdict(&self) -> Option<&VerdictRules> {
        self.0.verdict.as_ref()
    }

    /// Which pieces promote, if any do.
    #[must_use]
    pub fn promotion(&self) -> Option<&Promotion> {
        self.0.promotion.as_ref()
    }

    /// On what occasions one king holds the other.
    #[must_use]
    pub fn holds(&self) -> &[Hold] {
        &self.0.holds
    }

    /// How games end besides by checkmate, if the rule set says so.
    #[must_use]
    pub fn results(&self) -> Option<&Results> {
        self.0.results.as_ref()
    }

    /// The text of a position to start from, always written for [`Facing::Upright`];
    /// [`notation::board`](crate::notation::board) reads its name and turns it as the variant is.
    #[must_use]
    pub fn setup(&self, name: &str) -> Option<&str> {
        self.0.setups.get(name).map(|text| text.get_ref().as_str())
    }

    /// Where the text of a position to start from stands in the document, with its quotation marks.
    #[cfg(feature = "cli")]
    pub(crate) fn setup_span(&self, name: &str) -> Option<Range<usize>> {
        self.0.setups.get(name).map(Spanned::span)
    }

    /// The names of the positions to start from.
    pub fn setup_names(&self) -> impl Iterator<Item = &str> {
        self.0.setups.keys().map(String::as_str)
    }

    /// The variant of a name: the same game turned a quarter, if the rule set names it. That of a
    /// variant is itself.
    #[must_use]
    pub fn variant(&self, name: &str) -> Option<Self> {
        if self.0.quarter_turn.as_deref() != Some(name) {
            return None;
        }
        if self.own_variant().is_some() {
            return Some(self.clone());
        }
        let facing = Facing::Sideways;
        let movement = Movement::new(self.0.roles.iter().map(|def| &def.atoms[..]), facing);
        let name = format!("{}:{name}", self.0.name);
        Some(RuleSet { name, facing, movement, ..(*self.0).clone() }.into())
    }

    /// The same rules but for the moves of a role.
    ///
    /// # Panics
    /// If the role is another rule set's and this one has no such.
    ///
    /// # Example
    /// ```
    /// use kubikschach::{board::Empty, cell::{Cell, Size}, piece::{Color, Piece}, rules::Rules};
    /// let rules = Rules::built_in("cube").expect("it is built in");
    /// let [king, knight] = ["King", "Knight"].map(|name| rules.role_named(name).expect("it has one"));
    /// let other = rules.with_moves(king, rules.role(knight).atoms.clone());
    /// let size = Size::new(3).expect("a size of boards");
    /// let (king, from) = (Piece::new(Color::White, king), Cell::new(0, 0, 0));
    /// assert_eq!(rules.movement().destinations(&Empty(size), king, from, true).len(), 7);
    /// assert_eq!(other.movement().destinations(&Empty(size), king, from, true).len(), 6);
    /// ```
    #[must_use]
    pub fn with_moves(&self, role: Role, atoms: Vec<Atom>) -> Self {
        let mut roles = self.0.roles.clone();
        roles[role.index()].atoms = atoms;
        let movement = Movement::new(roles.iter().map(|def| &def.atoms[..]), self.0.facing);
        RuleSet { roles, movement, ..(*self.0).clone() }.into()
    }

    /// The name of the variant that [`Rules::variant`] knows.
    #[must_use]
    pub fn variant_name(&self) -> Option<&str> {
        self.0.quarter_turn.as_deref()
    }

    /// The name of the variant that this is itself, if it is one.
    pub(crate) fn own_variant(&self) -> Option<&str> {
        self.variant_name().filter(|_| self.0.facing == Facing::Sideways)
    }

    /// Which way White's pieces look.
    #[must_use]
    pub fn facing(&self) -> Facing {
        self.0.facing
    }

    /// Whether a piece promotes when it arrives on a cell of a board of this size.
    #[must_use]
    pub fn promotes(&self, piece: Piece, size: Size, to: Cell) -> bool {
        let Some(promotion) = &self.0.promotion else { return false };
        if !promotion.pieces.contains(piece.role()) {
            return false;
        }
        let last = |axis: Axis| match piece.color() {
            Color::White => usize::from(to.along(axis)) + 1 == size.edge(),
            Color::Black => to.along(axis) == 0,
        };
        let (level, forward) = (last(Axis::Level), last(self.0.facing.forward()));
        match promotion.zone {
            Zone::Both => level && forward,
            Zone::Level => level,
            Zone::Either => level || forward,
            Zone::Rank => forward,
            Zone::Nowhere => false,
        }
    }

    /// How its pieces move.
    #[must_use]
    pub fn movement(&self) -> &Movement {
        &self.0.movement
    }

    /// The roles in the order of their definitions, each with its definition.
    pub fn roles(&self) -> impl Iterator<Item = (Role, &RoleDef)> {
        self.0.roles.iter().enumerate().filter_map(|(index, def)| Some((Role::new(index)?, def)))
    }

    /// Whether a role of its index is defined: any rule set's role of that index is taken for it.
    #[must_use]
    pub fn defines(&self, role: Role) -> bool {
        role.index() < self.0.roles.len()
    }

    /// The definition of a role.
    ///
    /// # Panics
    /// If the role is another rule set's and this one has no such.
    #[must_use]
    pub fn role(&self, role: Role) -> &RoleDef {
        &self.0.roles[role.index()]
    }

    /// Whether the piece is a king.
    #[must_use]
    pub fn is_royal(&self, piece: Piece) -> bool {
        self.0.kings.contains(piece)
    }

    /// The pieces that are kings.
    pub(crate) fn kings(&self) -> PieceSet {
        self.0.kings
    }

    /// The role of a name or letter, in upper or lower case.
    #[must_use]
    pub fn role_named(&self, text: &str) -> Option<Role> {
        let named = |def: &RoleDef| {
            is_same_name(&def.name, text)
                || text.chars().eq([def.letter])
                || text.chars().eq([def.letter.to_ascii_lowercase()])
        };
        self.roles().find(|(_, def)| named(def)).map(|(role, _)| role)
    }

    /// The letter of a piece on boards: upper case for White, lower for Black.
    ///
    /// # Panics
    /// If it is no piece of the rule set.
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

/// Whether the text is the name, in upper or lower case.
fn is_same_name(name: &str, text: &str) -> bool {
    spellings(name).any(|spelling| spelling.eq_ignore_ascii_case(text))
}

/// The name as it may be written: its words may be joined by `-`, `_` or nothing.
fn spellings(name: &str) -> impl Iterator<Item = String> {
    [" ", "-", "_", ""].into_iter().map(|joint| name.replace(' ', joint))
}
