//! Colors, roles and pieces.

use std::fmt;
use std::num::NonZeroU8;
use std::ops::Not;

use crate::bits;

/// The side a piece belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Color {
    /// The side that plays from rank 0 and level 0.
    White,
    /// The side that plays from the last rank and level.
    Black,
}

impl Color {
    /// Both sides, White first.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// `white` or `black`, as in sentences and JSON; at the front of a text it is written large,
    /// see its [`Display`](fmt::Display).
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Black => "black",
        }
    }

    /// The color of a name or its first letter, in any case.
    pub(crate) fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|color| {
            let whole = color.name();
            word.eq_ignore_ascii_case(whole) || word.eq_ignore_ascii_case(&whole[..1])
        })
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

/// What a piece is, as the index of its definition in the rule set: see
/// [`Rules::roles`](crate::rules::Rules::roles). In another rule set it is another piece, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Role(u8);

impl Role {
    /// A rule set defines at most this many roles, one for each letter.
    pub const MAX: usize = 26;

    /// The role defined at `index` of a rule set, if there can be one.
    #[must_use]
    pub fn new(index: usize) -> Option<Self> {
        let role = u8::try_from(index).ok()?;
        (index < Self::MAX).then_some(Self(role))
    }

    /// The index of the definition in the rule set.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of roles.
///
/// # Example
/// ```
/// use kubikschach::{piece::RoleSet, rules::Rules};
/// let rules = Rules::built_in("cube").expect("it is built in");
/// let kings: RoleSet = rules.roles().filter(|(_, def)| def.royal).map(|(role, _)| role).collect();
/// assert!(kings.contains(rules.role_named("King").expect("it has one")));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RoleSet(u32);

impl RoleSet {
    /// Adds a role.
    pub const fn insert(&mut self, role: Role) {
        self.0 |= 1 << role.0;
    }

    /// The set with the roles of another.
    #[must_use]
    pub const fn with(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    /// Whether the role is in the set.
    #[must_use]
    pub const fn contains(self, role: Role) -> bool {
        self.0 >> role.0 & 1 == 1
    }

    /// The roles in the set, in their order.
    pub fn iter(self) -> impl Iterator<Item = Role> {
        bits::ones(u64::from(self.0)).filter_map(Role::new)
    }
}

impl FromIterator<Role> for RoleSet {
    fn from_iter<I: IntoIterator<Item = Role>>(roles: I) -> Self {
        let mut set = Self::default();
        roles.into_iter().for_each(|role| set.insert(role));
        set
    }
}

/// A piece: a role of a color. An `Option<Piece>` takes one byte.
///
/// # Example
/// ```
/// use kubikschach::{piece::{Color, Piece}, rules::Rules};
/// let rules = Rules::built_in("cube").expect("it is built in");
/// let queen = Piece::new(Color::Black, rules.role_named("Queen").expect("it has one"));
/// assert_eq!((rules.letter(queen), queen.color()), ('q', Color::Black));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Piece(NonZeroU8);

impl Piece {
    /// The piece of a color and role.
    #[must_use]
    pub const fn new(color: Color, role: Role) -> Self {
        Self(NonZeroU8::MIN.saturating_add(role.0 << 1 | color as u8))
    }

    /// There are at most this many pieces.
    pub const COUNT: usize = 2 * Role::MAX;

    /// Any byte is taken for a code.
    pub(crate) const CODES: usize = 1 << 8;

    /// Codes are less than this power of two.
    pub(crate) const NO_CODE: u8 = 1 << 7;

    /// The index of the piece among all: by role, and White's before Black's.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    /// A byte other than 0 that stands for the piece; odd for White's.
    pub(crate) const fn code(self) -> u8 {
        self.0.get()
    }

    /// The piece of a code; `None` for 0.
    pub(crate) const fn from_code(code: u8) -> Option<Self> {
        match NonZeroU8::new(code) {
            Some(code) => Some(Self(code)),
            None => None,
        }
    }

    /// Whose piece it is.
    #[must_use]
    pub const fn color(self) -> Color {
        if (self.0.get() - 1) & 1 == 0 { Color::White } else { Color::Black }
    }

    /// What it is.
    #[must_use]
    pub const fn role(self) -> Role {
        Role((self.0.get() - 1) >> 1)
    }
}

/// A set of pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PieceSet(u64);

impl PieceSet {
    /// Adds the pieces of a color with these roles.
    pub(crate) fn insert(&mut self, color: Color, roles: RoleSet) {
        let pieces = roles.iter().map(|role| Piece::new(color, role).index());
        pieces.for_each(|index| self.0 |= 1 << index);
    }

    /// Whether a piece is in the set.
    pub(crate) const fn contains(self, piece: Piece) -> bool {
        self.0 >> piece.index() & 1 == 1
    }
}

impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Piece({:?}, {:?})", self.color(), self.role())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_keeps_its_color_and_role_in_one_byte() {
        assert_eq!(size_of::<Option<Piece>>(), 1);
        for color in Color::ALL {
            for role in (0..Role::MAX).map(|index| Role::new(index).expect("below the maximum")) {
                let piece = Piece::new(color, role);
                assert_eq!((piece.color(), piece.role()), (color, role));
                assert_eq!(piece.index(), 2 * role.index() + color as usize);
            }
        }
        assert_eq!(Role::new(Role::MAX), None);
    }
}
