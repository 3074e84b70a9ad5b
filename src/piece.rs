//! Colors, roles, sets of roles, and pieces.

use std::error::Error;
use std::fmt;
use std::num::NonZeroU8;
use std::ops::Not;
use std::str::FromStr;

/// The side that a piece belongs to, White or Black.
///
/// # Example
/// ```
/// use kubikschach::piece::Color;
/// assert_eq!("w".parse(), Ok(Color::White));
/// assert_eq!("BLACK".parse(), Ok(Color::Black));
/// assert_eq!((Color::White.to_string(), Color::White.name()), ("White".to_owned(), "white"));
/// assert!("red".parse::<Color>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum Color {
    /// The side that plays from rank 0 and level 0.
    White,
    /// The side that plays from the last rank and level.
    Black,
}

impl Color {
    /// Both sides, White first.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// Returns `white` or `black` in lower case, for JSON and sentences. [`Display`](fmt::Display)
    /// writes `White` or `Black`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Black => "black",
        }
    }
}

/// The error for a text that is no color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseColorError;

impl fmt::Display for ParseColorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected `W`, `B`, `White` or `Black`")
    }
}

impl Error for ParseColorError {}

/// Parses `white`, `black`, `w` or `b`, in any case.
impl FromStr for Color {
    type Err = ParseColorError;

    fn from_str(word: &str) -> Result<Self, ParseColorError> {
        let is_named = |color: &Self| {
            let name = color.name();
            word.eq_ignore_ascii_case(name) || word.eq_ignore_ascii_case(&name[..1])
        };
        Self::ALL.into_iter().find(is_named).ok_or(ParseColorError)
    }
}

impl Not for Color {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::White => "White",
            Self::Black => "Black",
        })
    }
}

/// A kind of piece, such as king or knight, as an index into the roles of a rule set.
///
/// [`Rules::roles`](crate::rules::Rules::roles) lists the roles. The same value may stand for
/// different kinds of pieces in different rule sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Role(u8);

impl Role {
    /// The maximum number of roles in a rule set: one for each letter from A to Z.
    pub const MAX: usize = 26;

    /// Returns the role with this index, or `None` if the index is not below [`Role::MAX`].
    #[must_use]
    pub fn new(index: usize) -> Option<Self> {
        let role = u8::try_from(index).ok()?;
        (index < Self::MAX).then_some(Self(role))
    }

    /// Returns the index of the role in its rule set.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of roles, one bit per role.
///
/// # Example
/// ```
/// use kubikschach::{piece::RoleSet, rules::Rules};
/// let rules = Rules::cube();
/// let kings: RoleSet = rules.roles().filter(|(_, def)| def.royal).map(|(role, _)| role).collect();
/// assert!(kings.contains(rules.role_named("King").expect("it has one")));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RoleSet(u32);

impl RoleSet {
    /// Adds a role to the set.
    pub const fn insert(&mut self, role: Role) {
        self.0 |= 1 << role.0;
    }

    /// Returns `true` if the set has no roles.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns `true` if the role is in the set.
    #[must_use]
    pub const fn contains(self, role: Role) -> bool {
        self.0 >> role.0 & 1 == 1
    }
}

impl FromIterator<Role> for RoleSet {
    fn from_iter<I: IntoIterator<Item = Role>>(roles: I) -> Self {
        let mut set = Self::default();
        roles.into_iter().for_each(|role| set.insert(role));
        set
    }
}

/// A piece: a color and a role. An `Option<Piece>` takes one byte.
///
/// # Example
/// ```
/// use kubikschach::{piece::{Color, Piece}, rules::Rules};
/// let rules = Rules::cube();
/// let queen = Piece::new(Color::Black, rules.role_named("Queen").expect("it has one"));
/// assert_eq!((rules.letter(queen), queen.color()), ('q', Color::Black));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Piece(NonZeroU8);

impl Piece {
    /// Creates a piece from its color and role.
    #[must_use]
    pub const fn new(color: Color, role: Role) -> Self {
        Self(NonZeroU8::MIN.saturating_add(role.0 << 1 | color as u8))
    }

    /// Returns all pieces that a rule set can have, ordered by [`Piece::index`].
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        let roles = (0..Role::MAX).filter_map(Role::new);
        roles.flat_map(|role| Color::ALL.map(|color| Self::new(color, role)))
    }

    /// The maximum number of different pieces in a rule set.
    pub const COUNT: usize = 2 * Role::MAX;

    /// Returns an index below [`Piece::COUNT`]. The order is by role, and for each role White's
    /// piece comes before Black's.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    /// Returns the side that the piece belongs to.
    #[must_use]
    pub const fn color(self) -> Color {
        if (self.0.get() - 1) & 1 == 0 { Color::White } else { Color::Black }
    }

    /// Returns the role of the piece.
    #[must_use]
    pub const fn role(self) -> Role {
        Role((self.0.get() - 1) >> 1)
    }
}

/// Writes the color and the index of the role, as in `{"color":"white","role":3}`, because only a
/// rule set has names for roles.
#[cfg(feature = "serde")]
impl serde::Serialize for Piece {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;
        let mut piece = serializer.serialize_struct("Piece", 2)?;
        piece.serialize_field("color", &self.color())?;
        piece.serialize_field("role", &self.role())?;
        piece.end()
    }
}

/// Shows the color and the index of the role, as in `White 3`.
impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.color(), self.role().index())
    }
}
