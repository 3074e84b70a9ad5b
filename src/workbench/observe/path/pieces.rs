//! The pieces that are asked, with the changes that their steps make.

use super::change::{CellChange, Grid, Spot};
use crate::cell::{Cell, Size};
use crate::movement::{Mode, MoveKind, Step};
use crate::notation::Query;
use crate::piece::{Color, Piece, Role};
use crate::rules::Rules;

/// A piece and its steps; both colors of it if they move alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceMoves {
    role: Role,
    /// The color; `None` if both colors move alike.
    color: Option<Color>,
    pub(super) steps: Vec<OwnStep>,
}

/// A step of a piece by the change that it makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OwnStep {
    pub(super) change: CellChange,
    pub(super) rides: bool,
    /// The cells on which the step may start; `None` for all cells.
    starts: Option<Vec<Cell>>,
}

impl PieceMoves {
    /// Returns all pieces of a rule set, in the order of its document.
    pub(super) fn all(rules: &Rules) -> Vec<Self> {
        let steps = |color, role| rules.movement().steps_of(Piece::new(color, role));
        let of_role = |role| {
            let alike = steps(Color::White, role).eq(steps(Color::Black, role));
            let colors = if alike { vec![None] } else { Color::ALL.map(Some).to_vec() };
            colors.into_iter().map(move |color| {
                let quiet = steps(color.unwrap_or(Color::White), role)
                    .filter(|step| step.allows(MoveKind::Quiet));
                let steps = quiet.map(|step| OwnStep::new(rules, step)).collect();
                Self { role, color, steps }
            })
        };
        rules.roles().flat_map(|(role, _)| of_role(role)).collect()
    }

    /// Returns the name of the piece, with its color if the colors move differently.
    #[must_use]
    pub fn name(&self, rules: &Rules) -> String {
        let name = &rules.role(self.role).name;
        self.color.map_or_else(|| name.clone(), |color| format!("{color} {name}"))
    }

    /// Returns the number of single steps of the piece.
    #[must_use]
    pub fn step_count(&self) -> usize {
        self.steps.len()
    }

    /// Returns `true` if the two colors of the piece move differently.
    #[must_use]
    pub const fn is_of_one_color(&self) -> bool {
        self.color.is_some()
    }

    pub(super) fn is(&self, piece: Piece) -> bool {
        self.role == piece.role() && self.color.is_none_or(|color| color == piece.color())
    }

    /// Returns the piece: the other color on `Spot::High`, if both colors move alike.
    pub(super) fn piece(&self, spot: Spot) -> Piece {
        let any = if matches!(spot, Spot::High) { Color::Black } else { Color::White };
        Piece::new(self.color.unwrap_or(any), self.role)
    }

    /// Returns the step that makes this change in one move, and how often it is repeated.
    pub(super) fn step(&self, change: CellChange) -> Option<(&OwnStep, i32)> {
        let (direction, count) = change.direction();
        self.steps.iter().find_map(|step| {
            let (own, length) = step.change.direction();
            let repeats = count / length;
            let makes = own == direction && count % length == 0 && (repeats == 1 || step.rides);
            makes.then_some((step, repeats))
        })
    }

    /// Returns `true` if the piece makes this change as a single step.
    pub(super) fn is_step(&self, change: CellChange) -> bool {
        self.steps.iter().any(|step| step.change == change)
    }

    /// Returns the direction in which a piece of one color plays; all numbers grow for other pieces.
    pub(super) fn heading(&self) -> CellChange {
        let sum = |nth: usize| self.steps.iter().map(|step| step.change.0[nth]).sum::<i32>();
        let heading = CellChange([0, 1, 2].map(|nth| sum(nth).signum()));
        if heading.length() == 0 { CellChange([1; 3]) } else { heading }
    }

    /// Returns a query for a move with this change; `None` if the board has no such cells.
    pub(super) fn query(
        &self,
        grid: Grid<'_>,
        change: CellChange,
        spot: Spot,
        margin: i32,
    ) -> Option<Query> {
        let wanted = grid.start(change, spot, margin)?;
        let finish = |from: [i32; 3]| grid.cell([0, 1, 2].map(|nth| from[nth] + change.0[nth]));
        let starts = self.step(change).and_then(|(step, _)| step.starts.as_ref());
        let from = match starts {
            None => wanted,
            Some(cells) => {
                let all = cells.iter().map(|&cell| grid.numbers(cell));
                let far =
                    |from: &[i32; 3]| (0..3).map(|n| (from[n] - wanted[n]).abs()).sum::<i32>();
                all.filter(|&from| finish(from).is_some()).min_by_key(far)?
            }
        };
        Some(Query { piece: self.piece(spot), start: grid.cell(from)?, finish: finish(from)? })
    }
}

impl OwnStep {
    fn new(rules: &Rules, step: &Step) -> Self {
        let change = CellChange::of(rules.cells(), step.offset());
        let starts = step.starts().map(<[Cell]>::to_vec);
        Self { change, rides: step.mode() == Mode::Ride, starts }
    }

    /// Returns the largest number of repeats on a board whose outer `margin` cells are left out.
    pub(super) fn most(&self, size: Size, margin: i32) -> i32 {
        let longest = i32::from(size.opposite(0)) - 2 * margin;
        if self.rides { (longest / self.change.length()).max(1) } else { 1 }
    }
}
