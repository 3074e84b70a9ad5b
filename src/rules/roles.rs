//! The roles (kinds of piece) of a rule set: their definitions, names and letters.

use super::Rules;
use crate::movement::Atom;
use crate::piece::{Color, Piece, Role};

/// A role as the rule set defines it: its name, letter and moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoleDef {
    /// Name of the role, such as `Knight`.
    pub name: String,
    /// Letter of the role in boards, always upper case.
    pub letter: char,
    /// True if the role is a king, which can be in check.
    pub royal: bool,
    /// Moves of the role, one atom for each entry of `moves` in the document.
    pub atoms: Vec<Atom>,
}

impl Rules {
    /// Returns White's piece of a role if the color makes no difference to its moves, so that a
    /// user may leave the color out. The result is `None` if White's and Black's piece move in
    /// different ways, or if the piece can promote.
    #[must_use]
    pub fn piece_of_any_color(&self, role: Role) -> Option<Piece> {
        let [white, black] = Color::ALL.map(|color| Piece::new(color, role));
        let is_same = self.movement().steps_of(white).eq(self.movement().steps_of(black));
        (is_same && !self.can_promote(white)).then_some(white)
    }

    /// Returns the roles with their definitions, in the order of the document.
    pub fn roles(&self) -> impl Iterator<Item = (Role, &RoleDef)> {
        self.0.roles.iter().enumerate().filter_map(|(index, def)| Some((Role::new(index)?, def)))
    }

    /// Returns `true` if the rule set defines the role.
    #[must_use]
    pub fn defines(&self, role: Role) -> bool {
        role.index() < self.0.roles.len()
    }

    /// Returns the definition of a role.
    ///
    /// # Panics
    /// Panics if the rule set does not define the role.
    #[must_use]
    pub fn role(&self, role: Role) -> &RoleDef {
        &self.0.roles[role.index()]
    }

    /// Returns `true` if the role of the piece is a king.
    #[must_use]
    pub fn is_royal(&self, piece: Piece) -> bool {
        self.0.kings.contains(piece.role())
    }

    /// Returns the role with this name or letter, in upper or lower case; `None` if no role has it.
    #[must_use]
    pub fn role_named(&self, text: impl AsRef<[u8]>) -> Option<Role> {
        let text = text.as_ref();
        let is_letter = |def: &RoleDef| matches!(text, [letter] if def.letter.eq_ignore_ascii_case(&char::from(*letter)));
        let found = self.roles().find(|(_, def)| is_spelling(text, &def.name) || is_letter(def));
        found.map(|(role, _)| role)
    }

    /// Returns the letter of a piece in boards: upper case for White, lower case for Black.
    ///
    /// # Panics
    /// Panics if the rule set does not define the piece's role.
    #[must_use]
    pub fn letter(&self, piece: Piece) -> char {
        let letter = self.role(piece.role()).letter;
        match piece.color() {
            Color::White => letter,
            Color::Black => letter.to_ascii_lowercase(),
        }
    }

    /// Returns all pieces of both colors with their letters.
    pub fn letters(&self) -> impl Iterator<Item = (char, Piece)> {
        self.roles().flat_map(|(role, _)| {
            Color::ALL.map(|color| {
                let piece = Piece::new(color, role);
                (self.letter(piece), piece)
            })
        })
    }
}

/// The texts that may join the words of a name in its spellings.
const JOINTS: [&str; 4] = [" ", "-", "_", ""];

/// Returns the spellings of a name such as `Great Rook`: its words joined by a blank, `-`, `_` or
/// nothing.
pub(super) fn spellings(name: &str) -> impl Iterator<Item = String> {
    JOINTS.into_iter().map(|joint| name.replace(' ', joint))
}

/// Returns `true` if `text` is one of the [`spellings`] of `name`, in upper or lower case.
fn is_spelling(text: &[u8], name: &str) -> bool {
    let joined_by = |joint: &str| {
        let joined = |byte| if byte == b' ' { joint.bytes().next() } else { Some(byte) };
        let lower = |byte: u8| byte.to_ascii_lowercase();
        name.bytes().filter_map(joined).map(lower).eq(text.iter().copied().map(lower))
    };
    text.eq_ignore_ascii_case(name.as_bytes())
        || name.contains(' ') && JOINTS.into_iter().any(joined_by)
}
