//! Attacks by rays: steps followed back from a cell to the pieces that have them.

use std::ops::{ControlFlow, Range};

use super::line::{Between, Line, Past};
use crate::board::Populated;
use crate::cell::Offset;
use crate::movement::{Mode, MoveKind, Movement, Step};
use crate::piece::{Color, PieceSet, RoleSet};

/// The steps of a color that have one offset.
#[derive(Clone, Debug)]
pub(in crate::movement) struct Ray {
    /// The way back along them.
    back: Offset,
    /// Where they are among the steps.
    steps: Range<usize>,
    /// The pieces that have one.
    pieces: PieceSet,
    /// Whether one of them is ridden.
    rides: bool,
}

impl Ray {
    /// The rays of the steps of a color, which are in the order of their offsets.
    pub(in crate::movement) fn group(color: Color, steps: &[(Step, RoleSet)]) -> Vec<Self> {
        let mut rays: Vec<Self> = Vec::new();
        for group in steps.chunk_by(|(one, _), (other, _)| one.offset == other.offset) {
            let start = rays.last().map_or(0, |ray| ray.steps.end);
            let mut pieces = PieceSet::default();
            for (_, roles) in group {
                pieces.insert(color, *roles);
            }
            rays.push(Self {
                back: -group[0].0.offset,
                steps: start..start + group.len(),
                pieces,
                rides: group.iter().any(|(step, _)| step.mode == Mode::Ride),
            });
        }
        rays
    }
}

impl Movement {
    /// [`Movement::lines`] by rays.
    pub(super) fn rays<'m, B: Populated, R>(
        &'m self,
        board: &B,
        target: usize,
        by: Color,
        (kind, past): (MoveKind, Past),
        mut visit: impl FnMut(Line<'m>) -> ControlFlow<R>,
    ) -> ControlFlow<R> {
        let size = board.size();
        let cell = size.cell(target);
        for ray in self.rays_of(by) {
            let room = size.room(cell, ray.back);
            let most = if ray.rides { room } else { room.min(1) };
            let (stride, mut from, mut passed) = (size.stride(ray.back), target, 0);
            for count in 1..=most {
                from = from.wrapping_add_signed(stride);
                let Some(there) = board.piece_on(from) else { continue };
                if ray.pieces.contains(there) {
                    for (step, roles) in &self.steps(by)[ray.steps.clone()] {
                        let goes = roles.contains(there.role())
                            && step.allows(kind)
                            && step.starts_at(size.cell(from))
                            && (count == 1 || step.mode == Mode::Ride);
                        let line = Line::past(board, from, Between::Step(step, count), past);
                        line.filter(|_| goes).map_or(ControlFlow::Continue(()), &mut visit)?;
                    }
                }
                passed += 1;
                if past == Past::Nothing || past == Past::OnePiece && passed > 1 {
                    break;
                }
            }
        }
        ControlFlow::Continue(())
    }
}
