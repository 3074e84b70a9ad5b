//! Wrong definitions that differ from the right one in single steps, directions or lengths.

use super::{Definition, MovementMisreading, WrongDefinition};
use crate::cell::{Axis, Cell, Offset, Size};
use crate::movement::{Atom, Mode, Starts};
use crate::rules::CellNames;

/// Limits of the lengths of rides. A limit of one step is [`MovementMisreading::Leaps`].
const LIMITS: std::ops::RangeInclusive<u16> = 2..=6;

impl Definition<'_> {
    /// Returns the definitions in which one step of the piece's table is missing.
    pub(super) fn without_a_step(&self) -> Vec<WrongDefinition> {
        let table = self.table();
        let without = |nth: usize| {
            let mut steps = table.clone();
            (MovementMisreading::WithoutStep(steps.remove(nth).step), steps)
        };
        (0..table.len()).filter(|_| table.len() > 1).map(without).collect()
    }

    /// Returns the definitions in which rides have a limit; none if the piece has no unlimited
    /// rides, or if the board of this size has no longer ones.
    pub(super) fn shorter_rides(&self, size: Option<Size>) -> Vec<WrongDefinition> {
        let is_unlimited = |atom: &Atom| atom.mode == Mode::Ride && atom.most.is_none();
        if !self.atoms.iter().any(is_unlimited) {
            return Vec::new();
        }
        let limited = |most: u16| {
            let shorter = |atom: &Atom| match atom {
                atom if is_unlimited(atom) => Atom { most: Some(most), ..atom.clone() },
                atom => atom.clone(),
            };
            (MovementMisreading::AtMost(most), self.atoms.iter().map(shorter).collect())
        };
        let longest = size.map_or(u16::MAX, |size| size.opposite(0));
        LIMITS.filter(|most| *most < longest).map(limited).collect()
    }

    /// Returns the definition that keeps the steps along which no coordinate of the cell's name
    /// decreases; `None` if there are no such steps.
    pub(super) fn increasing(&self, names: &CellNames) -> Option<WrongDefinition> {
        let increases = |step: Offset, axis: Axis| {
            let by = step.along(axis);
            by == 0 || (by < 0) == names.along(axis).reversed
        };
        let mut steps = self.table();
        steps.retain(|atom| Axis::ALL.into_iter().all(|axis| increases(atom.step, axis)));
        (!steps.is_empty()).then_some((MovementMisreading::Increasing, steps))
    }

    /// Returns the steps that go neither left nor right, each with one cell more to the left or to
    /// the right.
    pub(super) fn diagonal_steps(&self) -> Vec<Atom> {
        let across = self.rules.across();
        let aside = |atom: &Atom, by| Atom { step: atom.step.with(across, by), ..atom.clone() };
        let straight = self.steps.iter().filter(|atom| atom.step.along(across) == 0);
        straight.flat_map(|atom| [aside(atom, -1), aside(atom, 1)]).collect()
    }

    /// Returns a leap of two steps forward, which starts on White's second rank.
    pub(super) fn first_double_step(&self, size: Size) -> Vec<Atom> {
        let forward = self.rules.forward();
        let cells: Vec<Cell> = size.iter().filter(|cell| cell.along(forward) == 1).collect();
        let from = Some(Starts { size, cells });
        let ahead = Offset::ZERO.with(forward, 1);
        let steps = self.steps.iter().filter(|atom| atom.step == ahead);
        steps.map(|atom| Atom { from: from.clone(), ..doubled(atom) }).collect()
    }
}

/// Returns a leap of twice the step of `atom`.
pub(super) fn doubled(atom: &Atom) -> Atom {
    Atom { step: atom.step * 2, mode: Mode::Leap, most: None, ..atom.clone() }
}
