//! Attacks looked up from the attackers' side: which offsets each piece sees along.
//!
//! Following every line back from a cell costs the same for a lone enemy as for a hundred. On
//! small boards it is less to go through the enemies: a table tells by the offset alone whether
//! one of them could get there if nothing stood in the way, and few of them could.

use std::ops::Range;
use std::sync::OnceLock;

use super::between::{Between, PLACES};
use super::{Mode, Movement, Purpose, Step};
use crate::bits;
use crate::board::Occupancy;
use crate::cell::{Cell, Offset, Size};
use crate::piece::{Color, Role, RoleSet};

/// For larger boards there is no table.
pub(super) const MOST_EDGE: usize = 16;

/// What the pieces of a color see by which offsets on boards of a size.
#[derive(Clone, Debug)]
pub(super) struct Sight {
    /// The roles that see by an offset.
    roles: Vec<RoleSet>,
    /// Where the steps they see by are listed.
    lists: Vec<Range<usize>>,
    steps: Vec<Seeing>,
    /// The cell on each place.
    spots: Vec<Spot>,
    /// What must be open for captures, once it has been asked for, if masks can tell.
    between: OnceLock<Option<Between>>,
}

/// A step that leads along an offset when it is made so many times.
#[derive(Clone, Copy, Debug)]
struct Seeing {
    /// Which of the steps it is.
    step: usize,
    count: u16,
}

/// The pieces of a color on a small board, to be asked where they could go.
#[derive(Clone, Debug)]
pub(crate) struct PieceList<'m> {
    sight: &'m Sight,
    steps: &'m [(Step, RoleSet)],
    size: Size,
    color: Color,
    list: Vec<Listed>,
}

/// A piece and where it stands.
#[derive(Clone, Copy, Debug)]
struct Listed {
    role: Role,
    spot: Spot,
}

/// A cell, its place and its number.
#[derive(Clone, Copy, Debug)]
struct Spot {
    cell: Cell,
    place: usize,
    number: usize,
}

impl Sight {
    /// What pieces with these steps see.
    fn new(steps: &[(Step, RoleSet)], size: Size) -> Self {
        let mut seeing: Vec<(usize, RoleSet, Seeing)> = Vec::new();
        for (nth, (step, roles)) in steps.iter().enumerate() {
            let far = (1..).take_while(|&count| fits(size, step.offset.times(count)));
            let most = if step.mode == Mode::Ride { usize::MAX } else { 1 };
            seeing.extend(far.take(most).map(|count| {
                let number = difference(size, step.offset.times(count));
                (number, *roles, Seeing { step: nth, count })
            }));
        }
        seeing.sort_by_key(|(number, ..)| *number);
        let offsets = (2 * size.edge() - 1).pow(3);
        let (mut roles, mut lists) = (vec![RoleSet::default(); offsets], vec![0..0; offsets]);
        for (nth, &(number, some, _)) in seeing.iter().enumerate() {
            let first = if lists[number].is_empty() { nth } else { lists[number].start };
            (roles[number], lists[number]) = (roles[number].with(some), first..nth + 1);
        }
        Self {
            roles,
            lists,
            steps: seeing.into_iter().map(|(.., seeing)| seeing).collect(),
            spots: (0..size.cells()).map(|place| Spot::new(size, place)).collect(),
            between: OnceLock::new(),
        }
    }
}

impl Movement {
    /// No pieces yet of a color; none if the board is so large that lines are followed faster.
    #[must_use]
    pub(crate) fn piece_list(&self, size: Size, color: Color) -> Option<PieceList<'_>> {
        let steps = self.steps(color);
        let sight = &self.sights[color as usize].get(size.edge())?;
        let sight = sight.get_or_init(|| Box::new(Sight::new(steps, size)));
        Some(PieceList { sight, steps, size, color, list: Vec::new() })
    }
}

impl<'m> PieceList<'m> {
    /// Adds a piece of the color on a place of the board.
    pub(crate) fn add(&mut self, role: Role, place: usize) {
        self.list.push(Listed { role, spot: self.sight.spots[place] });
    }

    /// Takes all pieces out.
    pub(crate) fn clear(&mut self) {
        self.list.clear();
    }

    /// Those that would get to the target if nothing stood in the way.
    #[must_use]
    pub(crate) fn watching(&self, target: Cell) -> Self {
        let list = self.seeing(target).map(|(listed, _)| *listed).collect();
        Self { list, ..*self }
    }

    /// Those that could go to `target` for the purpose, whatever stands there now, each with the
    /// step that takes it there. Those that do not stand on the board any more are passed over.
    ///
    /// A piece with several such steps is listed with each.
    pub(crate) fn sources<B: Occupancy>(
        &self,
        board: &B,
        target: Cell,
        purpose: Purpose,
    ) -> impl Iterator<Item = (Cell, &'m Step)> {
        let (sight, steps, color) = (self.sight, self.steps, self.color);
        self.seeing(target).flat_map(move |(listed, list)| {
            sight.steps[list.clone()].iter().filter_map(move |seeing| {
                let (step, roles) = &steps[seeing.step];
                let goes = roles.contains(listed.role)
                    && step.serves(purpose)
                    && step.carries(board, listed.spot.cell, seeing.count)
                    && listed.stands_on(board, color);
                goes.then_some((listed.spot.cell, step))
            })
        })
    }

    /// Whether one of those that stand on the board could capture on `target`.
    pub(crate) fn attack<B: Occupancy>(&self, board: &B, target: Cell) -> bool {
        let between = board.word().and_then(|word| Some((word, self.between()?)));
        let Some((word, between)) = between else {
            return self.sources(board, target, Purpose::Capture).any(|_| true);
        };
        let masks = between.to(self.size.place(target));
        let arrives = |listed: &Listed| {
            let masks = masks.get(listed.role.index());
            // The remainder changes nothing, but spares a check.
            masks.is_some_and(|masks| masks[listed.spot.place % PLACES] & word == 0)
        };
        bits::such(&self.list, arrives).any(|listed| listed.stands_on(board, self.color))
    }

    /// What must be open for the captures of the color, if masks can tell.
    fn between(&self) -> Option<&'m Between> {
        let between = self.sight.between.get_or_init(|| Between::new(self.steps, self.size));
        between.as_ref()
    }

    /// Those that would get to the target if nothing stood in the way, each with the list of the
    /// steps it might take.
    fn seeing(&self, target: Cell) -> impl Iterator<Item = (&Listed, &'m Range<usize>)> {
        let far =
            self.sight.spots[self.size.place(target)].number + difference(self.size, Offset::ZERO);
        let sight = self.sight;
        self.list.iter().filter_map(move |listed| {
            let number = far - listed.spot.number;
            sight.roles[number].contains(listed.role).then(|| (listed, &sight.lists[number]))
        })
    }
}

impl Listed {
    /// Whether it still stands on the board. A move of the other color can only take it, and then
    /// leaves a piece of that color there.
    #[inline]
    fn stands_on<B: Occupancy>(self, board: &B, color: Color) -> bool {
        board.piece_on(self.spot.place).is_some_and(|piece| piece.color() == color)
    }
}

impl Spot {
    /// Numbers are in an order with room for all differences between two cells.
    fn new(size: Size, place: usize) -> Self {
        let (cell, width) = (size.cell_on(place), 2 * size.edge() - 1);
        let [file, rank, level] = [cell.file, cell.rank, cell.level].map(usize::from);
        Self { cell, place, number: (level * width + rank) * width + file }
    }
}

impl Step {
    /// Whether it begins, and only empty cells lie between a cell and the one that is so many
    /// offsets away.
    #[inline]
    pub(crate) fn carries<B: Occupancy>(&self, board: &B, from: Cell, count: u16) -> bool {
        let stride = board.size().stride(self.offset);
        let mut place = board.size().place(from);
        (1..count).all(|_| {
            place = place.wrapping_add_signed(stride);
            board.is_open(place)
        }) && self.open_from(board, from)
    }
}

/// Whether an offset leads from a cell of the board to another.
fn fits(size: Size, offset: Offset) -> bool {
    offset.parts().iter().all(|part| (part.unsigned_abs() as usize) < size.edge())
}

/// The number of an offset: the difference of the numbers of two cells, made positive.
fn difference(size: Size, offset: Offset) -> usize {
    let [file, rank, level] =
        offset.parts().map(|by| (size.edge() - 1).wrapping_add_signed(by as isize));
    let width = 2 * size.edge() - 1;
    (level * width + rank) * width + file
}
