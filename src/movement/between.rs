//! Attacks on tiny boards, whose places are the bits of a word: a mask tells for each piece and
//! each way from a place to another which places must be open.

use super::{Mode, Purpose, Route, Step};
use crate::board::Empty;
use crate::cell::{Cell, Size};
use crate::piece::{Role, RoleSet};

/// The most places a board with masks has.
pub(super) const PLACES: usize = u64::BITS as usize;

/// What must be open for the captures of a color.
#[derive(Clone, Debug)]
pub(super) struct Between {
    /// For each target and role the mask of each place to come from. Where there is no way the
    /// mask has all bits, that of the piece itself among them.
    masks: Vec<[u64; PLACES]>,
    /// The number of rows of masks for a target.
    roles: usize,
}

impl Between {
    /// The masks of these steps; none if the board is too large, or if a piece can choose between
    /// ways so that no single mask tells.
    pub(super) fn new(steps: &[(Step, RoleSet)], size: Size) -> Option<Self> {
        if size.cells() > PLACES {
            return None;
        }
        let some_step_of = |role: &Role| steps.iter().any(|(_, roles)| roles.contains(*role));
        let roles: Vec<Role> = (0..Role::MAX).filter_map(Role::new).filter(some_step_of).collect();
        let count = roles.last().map_or(0, |role| role.index() + 1);
        let mut between =
            Self { masks: vec![[u64::MAX; PLACES]; size.cells() * count], roles: count };
        for (step, with_step) in steps.iter().filter(|(step, _)| step.serves(Purpose::Capture)) {
            let roles: Vec<_> = roles.iter().filter(|&&role| with_step.contains(role)).collect();
            for (from, target, mask) in size.iter().flat_map(|from| step.masks(size, from)) {
                let targets = size.place(target) * count;
                for role in &roles {
                    let known = &mut between.masks[targets + role.index()][size.place(from)];
                    narrow(known, mask)?;
                }
            }
        }
        Some(between)
    }

    /// The masks of the ways to a place, for each role up to the last that has a step.
    pub(super) fn to(&self, place: usize) -> &[[u64; PLACES]] {
        &self.masks[place * self.roles..][..self.roles]
    }
}

/// Makes a mask tell of another way too; `None` if neither way needs all that the other does.
fn narrow(mask: &mut u64, other: u64) -> Option<()> {
    let both = *mask & other;
    let tells = both == *mask || both == other;
    *mask = both;
    tells.then_some(())
}

impl Step {
    /// Where it leads to from a cell of an empty board, and what must be open for each way.
    fn masks(&self, size: Size, from: Cell) -> Vec<(Cell, Cell, u64)> {
        let bit = |cell| 1_u64 << size.place(cell);
        let through = |route: &Route| {
            let mut cells = route.iter().map(|&passed| size.step(from, passed));
            cells.try_fold(0, |mask, cell| Some(mask | bit(cell?)))
        };
        let routes = if self.mode == Mode::Lame {
            self.routes.iter().filter_map(through).collect()
        } else {
            vec![0]
        };
        let (mut masks, mut passed) = (Vec::new(), 0);
        for target in self.walk(&Empty(size), Some(from), self.offset) {
            masks.extend(routes.iter().map(|route| (from, target, route | passed)));
            passed |= bit(target);
        }
        masks
    }
}
