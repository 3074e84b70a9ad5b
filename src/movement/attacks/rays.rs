//! Attacks by rays: a search from a cell backwards to the pieces that have a step to the cell.

use std::ops::Range;

use super::line::{Between, Indexes, Line, Lines, MaxBlockers};
use crate::board::Occupancy;
use crate::cell::{Cell, Offset, Size};
use crate::movement::{Mode, MoveKind, Movement, Step};
use crate::piece::{Color, RoleSet};

/// All steps of one color that have the same offset. One walk from a cell, back along the offset,
/// finds the pieces that can make any of these steps to the cell.
#[derive(Clone, Debug)]
pub(in crate::movement) struct Ray {
    /// The offset from the end of a step back to its start.
    back: Offset,
    /// The indexes of the ray's steps in the list of [`Movement::steps`].
    steps: Range<usize>,
    rides: bool,
}

impl Ray {
    /// Groups the steps of a color into rays. The steps must be sorted by offset.
    pub(in crate::movement) fn group(steps: &[(Step, RoleSet)]) -> Vec<Self> {
        let mut rays: Vec<Self> = Vec::new();
        for group in steps.chunk_by(|(one, _), (other, _)| one.offset == other.offset) {
            let start = rays.last().map_or(0, |ray| ray.steps.end);
            rays.push(Self {
                back: -group[0].0.offset,
                steps: start..start + group.len(),
                rides: group.iter().any(|(step, _)| step.mode == Mode::Ride),
            });
        }
        rays
    }

    fn len(&self, size: Size, cell: Cell) -> u16 {
        if self.rides {
            size.room(cell, self.back)
        } else {
            u16::from(size.step(cell, self.back).is_some())
        }
    }
}

impl Movement {
    pub(super) fn attackers_on_rays<B: Occupancy>(
        &self,
        board: &B,
        target: usize,
        by: Color,
        kind: MoveKind,
        max: MaxBlockers,
    ) -> Lines<'_> {
        let (target, mut lines) = (board.size().cell(target), Lines::new());
        for ray in self.rays(by) {
            self.add_attackers(ray, board, target, by, kind, max, &mut lines);
        }
        lines
    }

    pub(super) fn is_attacked_on_rays<B: Occupancy>(
        &self,
        board: &B,
        target: usize,
        by: Color,
    ) -> bool {
        let (target, mut lines) = (board.size().cell(target), Lines::new());
        let (kind, max) = (MoveKind::Capture, MaxBlockers::None);
        self.rays(by).iter().any(|ray| {
            self.add_attackers(ray, board, target, by, kind, max, &mut lines);
            !lines.is_empty()
        })
    }

    #[expect(clippy::too_many_arguments, reason = "those of `attackers`, a ray and the result")]
    fn add_attackers<'m, B: Occupancy>(
        &'m self,
        ray: &Ray,
        board: &B,
        target: Cell,
        by: Color,
        kind: MoveKind,
        max: MaxBlockers,
        lines: &mut Lines<'m>,
    ) {
        let (size, stride) = (board.size(), board.size().stride(ray.back));
        let (to, mut met) = (size.index(target), Indexes::new());
        let mut from = to;
        for count in 1..=ray.len(size, target) {
            from = from.wrapping_add_signed(stride);
            let Some(piece) = board.piece_on(from) else { continue };
            if piece.color() == by {
                for (step, roles) in &self.steps(by)[ray.steps.clone()] {
                    let goes = roles.contains(piece.role())
                        && step.allows(kind)
                        && step.starts_at(size.cell(from))
                        && (count == 1 || step.mode == Mode::Ride);
                    if goes && let Some(blockers) = blockers(step, board, from, &met, max) {
                        lines.push(Line {
                            from,
                            to,
                            blockers,
                            between: Between::Steps(step, count),
                        });
                    }
                }
            }
            met.push(from);
            if !max.allows(met.len()) {
                break;
            }
        }
    }
}

/// Returns the occupied cells that block a step from `from`; empty if the step is not blocked.
/// Returns `None` for a blocked lame step if `max` is [`MaxBlockers::None`].
///
/// `met` lists the occupied cells that the step would pass if it is a ride.
fn blockers<B: Occupancy>(
    step: &Step,
    board: &B,
    from: usize,
    met: &Indexes,
    max: MaxBlockers,
) -> Option<Indexes> {
    match step.mode {
        Mode::Leap => Some(Indexes::new()),
        Mode::Ride => Some(met.clone()),
        Mode::Lame if step.is_open_from(board, board.size().cell(from)) => Some(Indexes::new()),
        Mode::Lame if max == MaxBlockers::None => None,
        Mode::Lame => {
            let passed = step.passed(board.size(), from, 1).into_iter();
            Some(passed.filter(|&cell| !board.is_empty_on(cell)).collect())
        }
    }
}
