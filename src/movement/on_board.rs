//! The movement of all pieces on boards of one size: attacks, and the generation of moves.
//!
//! The functions identify cells by [`Size::index`].

use std::sync::OnceLock;

use smallvec::SmallVec;

use super::line::Line;
use super::ways::Ways;
use super::{MoveKind, Movement, Step};
use crate::board::Occupancy;
use crate::cell::Size;
use crate::piece::{Color, Piece};

/// The movement of all pieces on boards of one size.
#[derive(Debug)]
pub(crate) struct BoardMovement {
    size: Size,
    /// True if the rule set has captures.
    captures: bool,
    /// The steps of each piece, by [`Piece::index`].
    tracks: Vec<Vec<Track>>,
    /// The ways between all pairs of cells, made when they are first needed.
    ways: OnceLock<Ways>,
}

/// A step of a piece on boards of one size.
#[derive(Debug)]
struct Track {
    step: Step,
    /// The difference between the indexes of the end and the start of the step.
    stride: isize,
    quiet: bool,
    captures: bool,
}

/// The cells that a piece can move to, by index.
pub(crate) type Destinations = SmallVec<[usize; 32]>;

impl BoardMovement {
    pub(super) fn new(movement: &Movement, size: Size) -> Self {
        let tracks = Piece::all().map(|piece| {
            let steps = movement.steps_of(piece);
            steps.map(|step| Track::new(step, size)).collect()
        });
        Self { size, captures: movement.captures, tracks: tracks.collect(), ways: OnceLock::new() }
    }

    /// Returns the size of the boards.
    pub(super) const fn size(&self) -> Size {
        self.size
    }

    fn ways(&self) -> &Ways {
        self.ways.get_or_init(|| {
            let steps = Piece::all()
                .zip(&self.tracks)
                .flat_map(|(piece, tracks)| tracks.iter().map(move |track| (piece, &track.step)));
            Ways::new(steps, self.size)
        })
    }

    /// Returns `true` if a piece of color `by` attacks `target`. The contents of `target` are
    /// ignored.
    pub(crate) fn is_attacked<B: Occupancy>(&self, board: &B, target: usize, by: Color) -> bool {
        self.lines_to(board, target, by, MoveKind::Capture).any(|line| line.is_open(board))
    }

    /// Returns a line for each way by which a piece of color `by` goes to `target` on an empty
    /// board, by a move of this kind. The contents of `target` are ignored.
    pub(crate) fn lines_to<B: Occupancy>(
        &self,
        board: &B,
        target: usize,
        by: Color,
        kind: MoveKind,
    ) -> impl Iterator<Item = Line<'_>> {
        let ways = self.ways();
        let pieces = board.indexed_pieces_of(by);
        pieces.flat_map(move |(from, piece)| ways.lines(piece, from, target, kind))
    }

    /// Returns `true` if `piece` on `from` attacks `target` on an empty board.
    pub(crate) fn may_attack(&self, piece: Piece, from: usize, target: usize) -> bool {
        self.ways().lines(piece, from, target, MoveKind::Capture).next().is_some()
    }

    /// Returns `true` if the piece on `from` attacks or goes to `to` by a move of this kind.
    pub(crate) fn reaches<B: Occupancy>(
        &self,
        board: &B,
        from: usize,
        to: usize,
        kind: MoveKind,
    ) -> bool {
        board.piece_on(from).is_some_and(|piece| {
            self.ways().lines(piece, from, to, kind).any(|line| line.is_open(board))
        })
    }

    /// Returns the destinations of `piece` on the cell `from`.
    ///
    /// Kings are treated as ordinary pieces. A cell may occur several times if
    /// [`Movement::overlapping`] contains the role of the piece.
    pub(crate) fn destinations<B: Occupancy>(
        &self,
        board: &B,
        piece: Piece,
        from: usize,
    ) -> Destinations {
        let (cell, mut found) = (self.size.cell(from), Destinations::new());
        for Track { step, stride, quiet, captures } in &self.tracks[piece.index()] {
            let mut to = from;
            for _ in 0..step.repeats(board, cell) {
                to = to.wrapping_add_signed(*stride);
                match board.piece_on(to) {
                    None if *quiet => found.push(to),
                    None => {}
                    Some(other) => {
                        if *captures && self.captures && other.color() != piece.color() {
                            found.push(to);
                        }
                        break;
                    }
                }
            }
        }
        found
    }
}

impl Track {
    fn new(step: &Step, size: Size) -> Self {
        let [quiet, captures] = [MoveKind::Quiet, MoveKind::Capture].map(|kind| step.allows(kind));
        Self { stride: size.stride(step.offset()), quiet, captures, step: step.clone() }
    }
}
