//! The directions along the axes, as White sees them.

use crate::cell::Axis;
use crate::rules::Rules;

/// A direction along an axis, as White sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Heading {
    Right,
    Left,
    /// Towards Black's side.
    Forward,
    /// Towards White's side.
    Back,
    Up,
    Down,
}

impl Heading {
    /// Returns the direction in which the coordinate along `axis` grows if `grows` is true, and
    /// otherwise the opposite direction.
    pub(super) fn new(rules: &Rules, axis: Axis, grows: bool) -> Self {
        match (axis, grows) {
            (Axis::Level, true) => Self::Up,
            (Axis::Level, false) => Self::Down,
            (axis, true) if axis == rules.forward() => Self::Forward,
            (axis, false) if axis == rules.forward() => Self::Back,
            // If White plays towards the last file, the last rank is at White's left.
            (Axis::File, true) | (Axis::Rank, false) => Self::Right,
            (Axis::File, false) | (Axis::Rank, true) => Self::Left,
        }
    }
}
