//! Rule sets: pieces and their moves, cell names, invariants, promotion and the results of games.
//!
//! A rule set is a TOML document. One parser handles both the built-in documents and those of
//! users.

mod cells;
mod game;
mod load;
mod numeral;
mod roles;

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

#[cfg(feature = "cli")]
pub(crate) use cells::NameBuffer;
pub use cells::{CellNames, Coordinate, NameTable};
pub use game::{Hold, Invariant, Promotion, Results, Score, VerdictRules, Zone};
pub use numeral::Numeral;
pub use roles::RoleDef;
use roles::spellings;

use toml::Spanned;

use crate::board::Setup;
use crate::cell::{Axis, Cell, Isometry, Size};
use crate::movement::{Atom, Movement};
use crate::piece::{Color, Piece, Role, RoleSet};

#[cfg(doc)]
#[doc = include_str!("../docs/rules.md")]
pub mod format {}

/// The built-in rule sets, each as its name and its TOML document.
pub const BUILT_IN: [(&str, &str); 4] = [
    ("kubikschach", include_str!("rules/kubikschach.toml")),
    ("cube", include_str!("rules/cube.toml")),
    ("great-shatranj", include_str!("rules/great-shatranj.toml")),
    ("raumschach", include_str!("rules/raumschach.toml")),
];

/// A rule set. Clones are cheap, because all clones share one reference-counted value.
///
/// Positions, games, move graphs and path finders own a clone of their rules. So a struct can own
/// them together with the rules, and they can be sent to other threads.
///
/// # Example
/// ```
/// use kubikschach::{game::Game, notation, position::Position, rules::Rules};
/// struct Table {
///     rules: Rules,
///     game: Game,
/// }
/// let rules = Rules::raumschach();
/// let start = Position::new(&rules, notation::parse_board(&rules, "start")?)?;
/// let table = Table { game: Game::new(start)?, rules };
/// assert_eq!(table.rules.name(), table.game.position().rules().name());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Rules(Arc<RuleSet>);

/// The data that clones of [`Rules`] share.
#[derive(Clone, Debug, PartialEq, Eq)]
struct RuleSet {
    name: String,
    title: String,
    source: String,
    size: Option<Size>,
    captures: bool,
    cells: CellNames,
    roles: Vec<RoleDef>,
    kings: RoleSet,
    verdict: Option<VerdictRules>,
    promotion: Option<Promotion>,
    holds: Vec<Hold>,
    results: Option<Results>,
    /// The setups by name, each with the place of its text in the document.
    setups: BTreeMap<String, Spanned<Setup>>,
    /// The name of the variant; `None` if the rule set has no variant.
    variant_name: Option<String>,
    /// The variant; `None` if the rule set has no variant, or if it is the variant itself.
    variant: Option<Rules>,
    /// The isometry that maps the moves of the document to those of the rule set.
    turn: Isometry,
    movement: Movement,
}

impl RuleSet {
    /// Returns the rule set turned by a quarter, so that White plays towards the last file. The
    /// name of the variant becomes part of its name.
    fn turned(&self, variant: &str) -> Self {
        let (turn, name) = (Isometry::QUARTER, format!("{}:{variant}", self.name));
        let title = format!("{}, turned a quarter", self.title);
        let movement = movement(&self.roles, turn, self.captures);
        let turned = |(name, setup): (&String, &Spanned<Setup>)| {
            let (span, setup) = (setup.span(), setup.get_ref().clone());
            let setup = Setup { board: setup.board.turned(turn), ..setup };
            (name.clone(), Spanned::new(span, setup))
        };
        let setups = self.setups.iter().map(turned).collect();
        Self { name, title, setups, turn, movement, ..self.clone() }
    }
}

fn movement(roles: &[RoleDef], turn: Isometry, captures: bool) -> Movement {
    let roles = roles.iter().enumerate().filter_map(|(nth, def)| Some((Role::new(nth)?, def)));
    let atoms = roles.flat_map(|(role, def)| def.atoms.iter().map(move |atom| (role, atom)));
    Movement::new(atoms.map(|(role, atom)| (role, atom.turned(turn))), captures)
}

impl From<RuleSet> for Rules {
    fn from(rule_set: RuleSet) -> Self {
        Self(Arc::new(rule_set))
    }
}

/// Compares whole rule sets, not only their names.
impl PartialEq for Rules {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0 == other.0
    }
}

impl Eq for Rules {}

impl fmt::Debug for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Rules").field(&self.0.name).finish()
    }
}

impl Rules {
    /// Returns the short name of the rule set, such as `cube`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// Returns the description of the rule set in one line; empty if the document has no `title`.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.0.title
    }

    /// Returns the source of the rules, such as a book; empty if the document has no `source`.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.0.source
    }

    /// Returns the only size of boards, or `None` if boards may have any size.
    #[must_use]
    pub fn size(&self) -> Option<Size> {
        self.0.size
    }

    /// Returns the size of boards if no other is chosen: the fixed size of the rule set, or else
    /// [`Size::DEFAULT`].
    #[must_use]
    pub fn default_size(&self) -> Size {
        self.size().unwrap_or(Size::DEFAULT)
    }

    /// Returns `true` if pieces can capture.
    #[must_use]
    pub fn captures(&self) -> bool {
        self.0.captures
    }

    /// Returns the naming of cells, which writes and parses the names of cells.
    #[must_use]
    pub fn cells(&self) -> &CellNames {
        &self.0.cells
    }

    /// Returns the invariants of positions and the numbers of kings; `None` if the rule set decides
    /// no checkmate.
    #[must_use]
    pub fn verdict(&self) -> Option<&VerdictRules> {
        self.0.verdict.as_ref()
    }

    /// Returns the rule of promotion; `None` if pieces never promote.
    #[must_use]
    pub fn promotion(&self) -> Option<&Promotion> {
        self.0.promotion.as_ref()
    }

    /// Returns the ways in which one king can hold the other king; empty if kings are never held.
    #[must_use]
    pub fn holds(&self) -> &[Hold] {
        &self.0.holds
    }

    /// Returns the kind of hold between kings on these two cells; `None` if they hold each other by
    /// neither a shared level nor a shared column.
    pub(crate) fn hold_between(&self, one: Cell, other: Cell) -> Option<Hold> {
        let offset = one.offset_to(other);
        self.holds().iter().copied().find(|hold| hold.joins(offset))
    }

    /// Returns the rules for the end of a game, except checkmate; `None` if the rule set has none.
    #[must_use]
    pub fn results(&self) -> Option<&Results> {
        self.0.results.as_ref()
    }

    /// Returns the setup with this name, and the byte range of its text in the document; `None` if
    /// no setup has this name.
    pub(crate) fn setup(&self, name: &str) -> Option<(&Setup, Range<usize>)> {
        let setup = self.0.setups.get(name)?;
        Some((setup.get_ref(), setup.span()))
    }

    /// Returns the names of the setups, in alphabetical order.
    ///
    /// [`notation::parse_board`](crate::notation::parse_board) accepts such a name in place of a
    /// board.
    pub fn setup_names(&self) -> impl Iterator<Item = &str> {
        self.0.setups.keys().map(String::as_str)
    }

    /// Returns the texts that may stand in place of a board, each with the name of its setup. In a
    /// variant, the name of the variant may follow, as in `start:sideways`. The name of the rule
    /// set stands for the setup `start`, unless a setup has the name of the rule set.
    pub(crate) fn setup_spellings(&self) -> impl Iterator<Item = (String, &str)> {
        let own = self.variant_name().filter(|_| self.0.variant.is_none());
        let base = self.0.name.split(':').next().unwrap_or_default();
        let is_free = !self.0.setups.keys().any(|name| name.eq_ignore_ascii_case(base));
        let start = self.0.setups.get_key_value(START).filter(|_| is_free);
        let start = start.map(|(start, _)| (base, start.as_str()));
        let names = self.setup_names().map(|name| (name, name)).chain(start);
        names.flat_map(move |(text, name)| {
            let full = own.map(|variant| (format!("{text}:{variant}"), name));
            [Some((text.to_owned(), name)), full].into_iter().flatten()
        })
    }

    /// Returns the variant with this name, or `None` if the rule set has no such variant. The
    /// variant is the rule set turned by a quarter, so that White plays towards the last file.
    ///
    /// If this rule set is already the variant with this name, the result is a clone of it.
    #[must_use]
    pub fn variant(&self, name: &str) -> Option<Self> {
        self.variant_name().filter(|variant| *variant == name)?;
        Some(self.0.variant.as_ref().unwrap_or(self).clone())
    }

    /// Returns a copy of the rule set in which `role` has the moves `atoms` instead of its own. As
    /// in documents, `atoms` are written for White playing towards the last rank.
    ///
    /// # Panics
    /// Panics if the rule set does not define the role.
    ///
    /// # Example
    /// ```
    /// use kubikschach::{board::Empty, cell::{Cell, Size}, piece::{Color, Piece}, rules::Rules};
    /// let rules = Rules::cube();
    /// let [king, knight] = ["King", "Knight"].map(|name| rules.role_named(name).expect("it has one"));
    /// let other = rules.with_moves(king, rules.role(knight).atoms.clone());
    /// let size = Size::new(3).expect("a size of boards");
    /// let (king, from) = (Piece::new(Color::White, king), Cell::new(0, 0, 0));
    /// assert_eq!(rules.movement().destinations(&Empty(size), king, from).len(), 7);
    /// assert_eq!(other.movement().destinations(&Empty(size), king, from).len(), 6);
    /// ```
    #[must_use]
    pub fn with_moves(&self, role: Role, atoms: Vec<Atom>) -> Self {
        let mut roles = self.0.roles.clone();
        roles[role.index()].atoms.clone_from(&atoms);
        let movement = movement(&roles, self.0.turn, self.0.captures);
        let variant = self.0.variant.as_ref().map(|variant| variant.with_moves(role, atoms));
        RuleSet { roles, variant, movement, ..(*self.0).clone() }.into()
    }

    /// Returns the name of the variant, or `None` if the rule set has no variant.
    #[must_use]
    pub fn variant_name(&self) -> Option<&str> {
        self.0.variant_name.as_deref()
    }

    /// Returns the axis along which White plays forward: the ranks, or in a variant the files.
    #[must_use]
    pub fn forward(&self) -> Axis {
        self.0.turn.axis(Axis::Rank)
    }

    /// Returns the roles to which pieces of this kind promote; none if they promote on no cell.
    #[must_use]
    pub fn promotions(&self, piece: Piece) -> &[Role] {
        match self.promotion() {
            Some(Promotion { pieces, to, zone })
                if *zone != Zone::Nowhere && pieces.contains(piece.role()) =>
            {
                to
            }
            _ => &[],
        }
    }

    /// Returns `true` if pieces of this kind promote, on some cell.
    pub(crate) fn can_promote(&self, piece: Piece) -> bool {
        !self.promotions(piece).is_empty()
    }

    /// Returns `true` if `piece` must promote when it arrives on the cell `to` of a board of this
    /// size.
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
        let (level, forward) = (last(Axis::Level), last(self.forward()));
        match promotion.zone {
            Zone::Both => level && forward,
            Zone::Level => level,
            Zone::Either => level || forward,
            Zone::Rank => forward,
            Zone::Nowhere => false,
        }
    }

    /// Returns the moves of all pieces.
    #[must_use]
    pub fn movement(&self) -> &Movement {
        &self.0.movement
    }
}

/// The name of the setup from which a game starts if no other position is given.
pub(crate) const START: &str = "start";
