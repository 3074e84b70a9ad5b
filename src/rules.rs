//! Rule sets: pieces and their moves, cell names, invariants, promotion and the results of games.
//!
//! A rule set is a TOML document. One parser handles both the built-in documents and those of
//! users.

mod cells;
mod game;
mod load;
mod numeral;
mod roles;
mod setups;

use std::fmt;
use std::sync::Arc;

#[cfg(feature = "cli")]
pub(crate) use cells::NameBuffer;
pub use cells::{CellNames, Coordinate, NameTable};
pub use game::{Hold, Invariant, Promotion, Results, Score, VerdictRules, Zone};
pub use numeral::Numeral;
pub use roles::RoleDef;
use roles::spellings;
pub(crate) use setups::START;
use setups::Setups;

use crate::cell::{Axis, Cell, Size};
use crate::movement::{Atom, Movement};
use crate::piece::{Color, Piece, Role, RoleSet};

#[cfg(doc)]
#[doc = include_str!("../docs/rules.md")]
pub mod format {}

/// The built-in rule sets, each as its name and its TOML document.
pub const BUILT_IN: [(&str, &str); 5] = [
    ("kubikschach", include_str!("rules/kubikschach.toml")),
    ("cube", include_str!("rules/cube.toml")),
    ("great-shatranj", include_str!("rules/great-shatranj.toml")),
    ("great-shatranj:sideways", include_str!("rules/great-shatranj-sideways.toml")),
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
    setups: Setups,
    forward: Axis,
    movement: Movement,
}

fn movement(roles: &[RoleDef], captures: bool) -> Movement {
    let roles = roles.iter().enumerate().filter_map(|(nth, def)| Some((Role::new(nth)?, def)));
    let atoms =
        roles.flat_map(|(role, def)| def.atoms.iter().map(move |atom| (role, atom.clone())));
    Movement::new(atoms, captures)
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

    /// Returns a copy of the rule set in which `role` has the moves `atoms` instead of its own. As
    /// in documents, `atoms` are those of White.
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
        roles[role.index()].atoms = atoms;
        let movement = movement(&roles, self.0.captures);
        RuleSet { roles, movement, ..(*self.0).clone() }.into()
    }

    /// Returns the axis along which White plays towards Black's side: the ranks or the files.
    #[must_use]
    pub fn forward(&self) -> Axis {
        self.0.forward
    }

    /// Returns the axis that runs across the board as White sees it: the files or the ranks.
    pub(crate) fn across(&self) -> Axis {
        if self.forward() == Axis::File { Axis::Rank } else { Axis::File }
    }

    /// Returns the axes along which Black's steps are reversed unless a piece says otherwise.
    pub(crate) fn default_mirrors(&self) -> [Axis; 2] {
        [self.forward(), Axis::Level]
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
            Zone::Forward => forward,
            Zone::Nowhere => false,
        }
    }

    /// Returns the moves of all pieces.
    #[must_use]
    pub fn movement(&self) -> &Movement {
        &self.0.movement
    }
}
