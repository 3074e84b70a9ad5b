//! The pieces that are asked, with the changes that their steps make.

use super::change::{CellChange, Grid, Spot};
use crate::cell::Cell;
use crate::movement::{Mode, MoveKind, Step};
use crate::notation::Query;
use crate::piece::{Color, Piece, Role};
use crate::rules::Rules;

/// A piece and its steps; both colors of it if they move alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceMoves {
    role: Role,
    /// Color; `None` if both colors move alike.
    color: Option<Color>,
    pub(super) steps: Vec<OwnStep>,
}

/// A step of a piece by the change that it makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OwnStep {
    pub(super) change: CellChange,
    pub(super) rides: bool,
    /// Cells on which the step may start; `None` for all cells.
    pub(super) starts: Option<Vec<Cell>>,
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
    pub(super) const fn is_of_one_color(&self) -> bool {
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
        self.steps.iter().find_map(|step| {
            let count = change.length() / step.change.length();
            let is_move = count == 1 || count > 1 && step.rides;
            (is_move && step.change * count == change).then_some((step, count))
        })
    }

    /// Returns `true` if the piece makes this change as a single step.
    pub(super) fn is_step(&self, change: CellChange) -> bool {
        matches!(self.step(change), Some((_, 1)))
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
        let query = |from| grid.query(self.piece(spot), from, change);
        let Some(cells) = self.step(change).and_then(|(step, _)| step.starts.as_ref()) else {
            return query(wanted);
        };
        let far = |from: &[i32; 3]| (0..3).map(|nth| (from[nth] - wanted[nth]).abs()).sum::<i32>();
        let starts = cells.iter().map(|&cell| grid.numbers(cell));
        starts.filter(|&from| query(from).is_some()).min_by_key(far).and_then(query)
    }
}

impl OwnStep {
    fn new(rules: &Rules, step: &Step) -> Self {
        let change = CellChange::of(rules.cells(), step.offset());
        let starts = step.starts().map(<[Cell]>::to_vec);
        Self { change, rides: step.mode() == Mode::Ride, starts }
    }
}
