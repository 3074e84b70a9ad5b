//! The movement of all pieces on boards of one size: attacks, and the generation of moves.
//!
//! The functions identify cells by [`Size::index`].

use std::fmt;
use std::slice;
use std::sync::OnceLock;

use super::line::Line;
use super::packed::{Bounds, Packed};
use super::ways::Ways;
use super::{Mode, MoveKind, Movement, Step};
use crate::board::Occupancy;
use crate::cell::Size;
use crate::piece::{Color, Piece};

/// The movement of all pieces on boards of one size.
pub(crate) struct BoardMovement {
    size: Size,
    /// Steps of each piece, by [`Piece::index`].
    tracks: Vec<Vec<Track>>,
    /// Ends of a piece's leaps from a cell on an empty board, by [`Piece::index`] and cell, made
    /// when they are first needed. The list of cells is empty for pieces with other steps.
    leaps: Vec<Vec<OnceLock<Box<[u16]>>>>,
    /// Ways between all pairs of cells, made when they are first needed.
    ways: OnceLock<Ways>,
}

/// The largest number of cells of a board on which the ends of leaps are kept.
const FEW_CELLS: usize = 512;

/// Shows the size only, because the tables would fill pages.
impl fmt::Debug for BoardMovement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BoardMovement({})", self.size)
    }
}

/// A step of a piece on boards of one size.
#[derive(Debug)]
struct Track {
    step: Step,
    /// Difference between the indexes of the end and the start of the step.
    stride: isize,
    packed: Packed,
    quiet: bool,
    captures: bool,
}

/// An iterator over the indexes of the cells that a piece can move to, one step after the other.
#[derive(Debug)]
pub(crate) struct Destinations<'m, B> {
    board: &'m B,
    bounds: Bounds,
    color: Color,
    from: usize,
    start: Packed,
    /// Ends of kept leaps that the iterator has not reached yet.
    ends: slice::Iter<'m, u16>,
    captures: bool,
    /// Steps that the iterator has not begun yet.
    tracks: slice::Iter<'m, Track>,
    /// Ride that goes on from the cell `to`; `None` if the next step begins on the cell `from`.
    ride: Option<&'m Track>,
    to: usize,
    at: Packed,
}

impl BoardMovement {
    pub(super) fn new(movement: &Movement, size: Size) -> Self {
        let tracks = Piece::all().map(|piece| {
            let steps = movement.steps_of(piece).filter(|step| step.most_repeats(size) > 0);
            steps.map(|step| Track::new(step, size, movement.captures)).collect()
        });
        let tracks: Vec<Vec<Track>> = tracks.collect();
        let leaps = tracks.iter().map(|tracks| {
            let are_kept = size.cells() <= FEW_CELLS && tracks.iter().all(Track::is_plain_leap);
            vec![OnceLock::new(); if are_kept { size.cells() } else { 0 }]
        });
        Self { size, leaps: leaps.collect(), tracks, ways: OnceLock::new() }
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
        let lines = self.ways().to(target);
        board.indexed_pieces_of(by).any(|(from, piece)| {
            lines.from(from, piece, MoveKind::Capture).any(|line| line.is_open(board))
        })
    }

    /// Returns a line for each way by which a piece of color `by` goes to `target` on an empty
    /// board, by a move of this kind. The contents of `target` are ignored.
    #[inline]
    pub(crate) fn lines_to<B: Occupancy>(
        &self,
        board: &B,
        target: usize,
        by: Color,
        kind: MoveKind,
    ) -> impl Iterator<Item = Line<'_>> {
        let lines = self.ways().to(target);
        board.indexed_pieces_of(by).flat_map(move |(from, piece)| lines.from(from, piece, kind))
    }

    /// Returns a line for each way by which `piece` goes from `from` to `to` on an empty board, by a
    /// move of this kind.
    pub(crate) fn lines(
        &self,
        piece: Piece,
        from: usize,
        to: usize,
        kind: MoveKind,
    ) -> impl Iterator<Item = Line<'_>> {
        self.ways().to(to).from(from, piece, kind)
    }

    /// Returns `true` if `piece` on `from` attacks `target` on an empty board.
    pub(crate) fn may_attack(&self, piece: Piece, from: usize, target: usize) -> bool {
        self.lines(piece, from, target, MoveKind::Capture).next().is_some()
    }

    /// Returns `true` if the piece on `from` reaches `to` by a move of this kind.
    pub(crate) fn reaches<B: Occupancy>(
        &self,
        board: &B,
        from: usize,
        to: usize,
        kind: MoveKind,
    ) -> bool {
        let piece = board.piece_on(from);
        piece.is_some_and(|piece| self.lines(piece, from, to, kind).any(|line| line.is_open(board)))
    }

    /// Returns the open lines by which pieces of color `by` attack cells. Several lines may lead from
    /// a piece to a cell.
    pub(crate) fn attacks<B: Occupancy>(
        &self,
        board: &B,
        by: Color,
    ) -> impl Iterator<Item = Line<'_>> {
        board.indexed_pieces_of(by).flat_map(move |(from, piece)| {
            self.steps(piece, MoveKind::Capture).flat_map(move |step| {
                let lines = step.lines_from(self.size, from);
                lines.take_while(|line| line.is_open(board))
            })
        })
    }

    /// Returns the empty cells from which `piece` can go to `to` by a move of this kind. The
    /// contents of `to` are ignored. A cell may occur several times.
    pub(crate) fn origins<B: Occupancy>(
        &self,
        board: &B,
        piece: Piece,
        to: usize,
        kind: MoveKind,
    ) -> impl Iterator<Item = usize> {
        let lines = self.steps(piece, kind).flat_map(move |step| {
            step.lines_to(self.size, to).take_while(|line| board.is_empty_on(line.from))
        });
        lines.filter(|line| line.is_open(board)).map(|line| line.from)
    }

    /// Returns the steps with which `piece` can make moves of this kind.
    fn steps(&self, piece: Piece, kind: MoveKind) -> impl Iterator<Item = &Step> {
        let steps = self.tracks[piece.index()].iter().map(|track| &track.step);
        steps.filter(move |step| step.allows(kind))
    }

    /// Returns the destinations of `piece` on the cell `from`.
    ///
    /// Kings are treated as ordinary pieces. A cell may occur several times if
    /// [`Movement::overlapping`] contains the role of the piece.
    #[inline]
    pub(crate) fn destinations<'m, B: Occupancy>(
        &'m self,
        board: &'m B,
        piece: Piece,
        from: usize,
    ) -> Destinations<'m, B> {
        let (bounds, tracks) = (Bounds::new(self.size), &self.tracks[piece.index()]);
        let captures = tracks.first().is_some_and(|track| track.captures);
        let (ends, tracks, start) = match self.leaps[piece.index()].get(from) {
            Some(ends) => {
                (&**ends.get_or_init(|| self.ends(tracks, from)), &[][..], Packed::ORIGIN)
            }
            None => (&[][..], &tracks[..], Packed::cell(self.size.cell(from))),
        };
        Destinations {
            board,
            bounds,
            color: piece.color(),
            from,
            start,
            ends: ends.iter(),
            captures,
            tracks: tracks.iter(),
            ride: None,
            to: from,
            at: start,
        }
    }

    #[cold]
    fn ends(&self, leaps: &[Track], from: usize) -> Box<[u16]> {
        let lines = leaps.iter().flat_map(|leap| leap.step.lines_from(self.size, from));
        lines.map(|line| u16::try_from(line.to).expect("few cells")).collect()
    }
}

impl<B: Occupancy> Iterator for Destinations<'_, B> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        for &end in &mut self.ends {
            let to = usize::from(end);
            let there = self.board.piece_on(to);
            if there.is_none_or(|other| self.captures && other.color() != self.color) {
                return Some(to);
            }
        }
        loop {
            let begins = self.ride.is_none();
            let track = match self.ride.take() {
                Some(track) => track,
                None => self.tracks.next()?,
            };
            if begins {
                (self.to, self.at) = (self.from, self.start);
            }
            self.at = self.at.plus(track.packed);
            if !self.bounds.contain(self.at) || !track.is_open(self.board, self.from) {
                continue;
            }
            self.to = self.to.wrapping_add_signed(track.stride);
            match self.board.piece_on(self.to) {
                None => {
                    self.ride = Some(track).filter(|track| track.step.mode() == Mode::Ride);
                    if track.quiet {
                        return Some(self.to);
                    }
                }
                Some(other) if track.captures && other.color() != self.color => {
                    return Some(self.to);
                }
                Some(_) => {}
            }
        }
    }
}

impl Track {
    fn new(step: &Step, size: Size, captures: bool) -> Self {
        Self {
            stride: size.stride(step.offset()),
            packed: Packed::offset(step.offset()),
            quiet: step.allows(MoveKind::Quiet),
            captures: captures && step.allows(MoveKind::Capture),
            step: step.clone(),
        }
    }

    /// Returns `true` for a leap that may both move and capture.
    fn is_plain_leap(&self) -> bool {
        self.step.mode() == Mode::Leap && self.step.when.is_none()
    }

    fn is_open<B: Occupancy>(&self, board: &B, from: usize) -> bool {
        self.step.mode() != Mode::Lame || self.step.is_open_from(board, board.size().cell(from))
    }
}
