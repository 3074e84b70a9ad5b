//! Attacks looked up from the attackers' side: which offsets each piece sees along.
//!
//! Following every line back from a cell costs the same for a lone enemy as for a hundred. On
//! small boards it is less to go through the enemies: a table tells by the offset alone whether
//! one of them could get there if nothing stood in the way, and few of them could.

use std::ops::Range;

use super::{Mode, Movement, Purpose, Step};
use crate::board::Occupancy;
use crate::cell::{Cell, Offset, Size};
use crate::piece::{Color, Piece, Role, RoleSet};

/// For larger boards there is no table.
pub(super) const MOST_EDGE: usize = 16;

/// What the pieces of each color see by which offsets on boards of a size.
#[derive(Clone, Debug)]
pub(super) struct Sight {
    /// The roles of each color that see by an offset.
    roles: [Vec<RoleSet>; 2],
    /// Where the steps they see by are listed.
    lists: [Vec<Range<usize>>; 2],
    steps: Vec<Seeing>,
}

/// A step that leads along an offset when it is made so many times.
#[derive(Clone, Copy, Debug)]
struct Seeing {
    /// Which of the color's steps it is.
    step: usize,
    count: u16,
}

/// The pieces of a color on a small board, to be asked where they could go.
#[derive(Clone, Debug)]
pub struct Men<'m> {
    sight: &'m Sight,
    steps: &'m [(Step, RoleSet)],
    size: Size,
    color: Color,
    list: Vec<Man>,
}

/// A piece, its cell and the number of its cell.
#[derive(Clone, Copy, Debug)]
struct Man {
    role: Role,
    cell: Cell,
    number: usize,
}

impl Sight {
    pub(super) fn new(movement: &Movement, size: Size) -> Self {
        let offsets = (2 * size.edge() - 1).pow(3);
        let mut sight = Self {
            roles: [(); 2].map(|()| vec![RoleSet::default(); offsets]),
            lists: [(); 2].map(|()| vec![0..0; offsets]),
            steps: Vec::new(),
        };
        for color in Color::ALL {
            let steps = &movement.steps[color as usize];
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
            for (number, roles, seeing) in seeing {
                let all = &mut sight.roles[color as usize][number];
                let list = &mut sight.lists[color as usize][number];
                if list.end == 0 {
                    list.start = sight.steps.len();
                }
                sight.steps.push(seeing);
                (*all, list.end) = (all.with(roles), sight.steps.len());
            }
        }
        sight
    }
}

impl Movement {
    /// The largest edge of a board whose pieces are listed.
    pub const MOST_EDGE_OF_MEN: usize = MOST_EDGE;

    /// No pieces yet of a color; none if the board is so large that lines are followed faster.
    #[must_use]
    pub fn men(&self, size: Size, color: Color) -> Option<Men<'_>> {
        let sight = self.sights.get(size.edge())?.get_or_init(|| Sight::new(self, size));
        Some(Men { sight, steps: &self.steps[color as usize], size, color, list: Vec::new() })
    }
}

impl<'m> Men<'m> {
    /// Adds a piece of the color.
    pub fn add(&mut self, role: Role, cell: Cell) {
        self.list.push(Man { role, cell, number: number(self.size, cell) });
    }

    /// Takes all pieces out.
    pub fn clear(&mut self) {
        self.list.clear();
    }

    /// Those that would get to the target if nothing stood in the way.
    #[must_use]
    pub fn watching(&self, target: Cell) -> Self {
        let list = self.seeing(target).map(|(man, _)| man).collect();
        Self { list, ..*self }
    }

    /// Those that could go to `target` for the purpose, whatever stands there now, each with the
    /// step that takes it there. Those that do not stand on the board any more are passed over.
    ///
    /// A piece with several such steps is listed with each.
    pub fn sources<B: Occupancy>(
        &self,
        board: &B,
        target: Cell,
        purpose: Purpose,
    ) -> impl Iterator<Item = (Cell, &'m Step)> {
        let (sight, steps, color) = (self.sight, self.steps, self.color);
        self.seeing(target).flat_map(move |(man, list)| {
            sight.steps[list.clone()].iter().filter_map(move |seeing| {
                let (step, roles) = &steps[seeing.step];
                let goes = roles.contains(man.role)
                    && step.serves(purpose)
                    && man.goes(step, seeing.count, board, color);
                goes.then_some((man.cell, step))
            })
        })
    }

    /// Whether one of those that stand on the board could capture on `target`.
    pub fn attack<B: Occupancy>(&self, board: &B, target: Cell) -> bool {
        self.sources(board, target, Purpose::Capture).any(|_| true)
    }

    /// Those that would get to the target if nothing stood in the way, each with the list of the
    /// steps it might take.
    fn seeing(&self, target: Cell) -> impl Iterator<Item = (Man, &'m Range<usize>)> {
        let far = number(self.size, target) + difference(self.size, Offset::ZERO);
        let roles = &self.sight.roles[self.color as usize];
        let lists = &self.sight.lists[self.color as usize];
        self.list.iter().filter_map(move |man| {
            let number = far - man.number;
            roles[number].contains(man.role).then(|| (*man, &lists[number]))
        })
    }
}

impl Man {
    /// Whether it still stands on the board and the step gets it so many offsets far.
    #[inline]
    fn goes<B: Occupancy>(self, step: &Step, count: u16, board: &B, color: Color) -> bool {
        let still_there = |piece: Piece| piece.color() == color;
        step.carries(board, self.cell, count) && board.piece_at(self.cell).is_some_and(still_there)
    }
}

impl Step {
    /// Whether it begins, and only empty cells lie between a cell and the one that is so many
    /// offsets away.
    #[inline]
    pub fn carries<B: Occupancy>(&self, board: &B, from: Cell, count: u16) -> bool {
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

/// The number of a cell, in an order with room for all differences between two cells.
const fn number(size: Size, cell: Cell) -> usize {
    let width = 2 * size.edge() - 1;
    (cell.level as usize * width + cell.rank as usize) * width + cell.file as usize
}

/// The number of an offset: the difference of the numbers of two cells, made positive.
fn difference(size: Size, offset: Offset) -> usize {
    let [file, rank, level] =
        offset.parts().map(|by| (size.edge() - 1).wrapping_add_signed(by as isize));
    let width = 2 * size.edge() - 1;
    (level * width + rank) * width + file
}
