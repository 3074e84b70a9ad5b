//! Reasons why a piece can't reach a cell.
//!
//! A [`LinearForm`] is a sum of file, rank and level, each taken a few times. What no step does to
//! a form, no number of steps does: if no step changes it, or none makes it larger, or all change
//! it by multiples of a number, that holds for every way of the piece too. A finish that lies
//! otherwise is out of reach. The steps are those of the rule set, whether or not the board has
//! room for them, so that an obstacle is a fact about the piece.

use std::cmp::Reverse;

use crate::cell::{Axis, Cell, Offset};
use crate::movement::Step;
use crate::piece::Piece;
use crate::rules::CellNames;

/// A sum of file, rank and level, each with a small coefficient.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LinearForm([i32; 3]);

impl LinearForm {
    /// Larger coefficients make no telling reason.
    const LARGEST: i32 = 3;
    /// The first of [`LinearForm::simplest_first`] are the axes themselves.
    const AXES: usize = Axis::ALL.len();
    /// They are followed by the other forms with coefficients 1 and -1.
    const PLAIN: usize = 13;

    /// The coefficients of file, rank and level.
    #[must_use]
    pub const fn coefficients(self) -> [i32; 3] {
        self.0
    }

    /// By how much the form is larger at the end of a way than at its start.
    ///
    /// # Example
    /// ```
    /// use kubikschach::{cell::Offset, notation, path::{Obstacle, PathFinder}, rules::Rules};
    /// let rules = Rules::kubikschach();
    /// let size = rules.size().expect("its size is fixed");
    /// let query = notation::query(&rules, size, "Pawn W C2a A4b")?;
    /// let found = PathFinder::new(&rules, size).obstacle(query)?;
    /// let Some(Obstacle::Constant(form)) = found else { panic!("pawns never leave their file") };
    /// assert_eq!(form.change(Offset::new(2, 4, 0)), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn change(self, way: Offset) -> i64 {
        let parts = self.0.into_iter().zip(way.parts());
        parts.map(|(coefficient, part)| i64::from(coefficient) * i64::from(part)).sum()
    }

    /// All forms that are no multiples of each other. Small coefficients come before large ones,
    /// sums before differences, and few axes before many; all as a person sees it who reads the
    /// names of the cells, in their order and from where they count.
    fn simplest_first(names: &CellNames) -> Vec<Self> {
        let all = -Self::LARGEST..=Self::LARGEST;
        let pairs = all.clone().flat_map(|a| all.clone().map(move |b| [a, b]));
        let mut forms: Vec<[i32; 3]> = pairs
            .flat_map(|[a, b]| all.clone().map(move |c| [a, b, c]))
            .filter(is_first_of_its_multiples)
            .collect();
        forms.sort_by_key(|parts| {
            let largest = parts.iter().map(|part| part.abs()).max();
            let negative = parts.iter().filter(|&&part| part < 0).count();
            let axes = parts.iter().filter(|&&part| part != 0).count();
            (largest, negative, axes, Reverse(*parts))
        });
        forms.into_iter().map(|parts| Self::of_names(names, parts)).collect()
    }

    /// The form with these coefficients of the coordinates of a name.
    fn of_names(names: &CellNames, parts: [i32; 3]) -> Self {
        let mut coefficients = [0; 3];
        for (coordinate, part) in names.coordinates().iter().zip(parts) {
            coefficients[coordinate.axis as usize] = coordinate.facing() * part;
        }
        Self(coefficients)
    }

    fn negated(self) -> Self {
        Self(self.0.map(|part| -part))
    }
}

/// Why there is no way from a start to a finish; in words by [`render::Reason`](crate::render::Reason).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Obstacle {
    /// No step of the piece changes the form, but the way does.
    Constant(LinearForm),
    /// No step of the piece makes the form larger, but the way does.
    NoIncrease(LinearForm),
    /// Each step of the piece changes the form by a multiple of the divisor, but the way doesn't.
    Multiple {
        /// The form.
        form: LinearForm,
        /// The number, from 2.
        divisor: u64,
    },
    /// The steps alone give no reason: the edges of the board are part of it.
    Reach {
        /// The number of cells that the piece reaches, its start included.
        reached: usize,
        /// The number of cells of the board.
        cells: usize,
    },
    /// A piece that it can't capture, of its own side or as nothing is captured, stands on the finish and
    /// never moves away.
    Occupied(Piece),
    /// Other pieces are part of the reason.
    Pieces(Confinement),
}

/// The ways that other pieces leave to a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Confinement {
    /// The number of cells that the piece reaches among them, its start included.
    pub reached: usize,
    /// The number of cells of the board.
    pub cells: usize,
    /// True if the piece never stops where it could be captured.
    pub safe: bool,
    /// A piece that could capture it on the finish, if it minds.
    pub attacker: Option<(Cell, Piece)>,
    /// The least number of moves on an empty board, if there is a way.
    pub alone: Option<u32>,
}

/// What all steps of a piece have in common, the most telling first; each as the obstacle that it
/// is for a way that breaks it.
#[derive(Clone, Debug)]
pub(super) struct StepInvariants(Vec<Obstacle>);

impl StepInvariants {
    /// The invariants of steps, in forms that are simple in these names.
    pub(super) fn new(steps: &[&Step], names: &CellNames) -> Self {
        let forms = LinearForm::simplest_first(names);
        let changes: Vec<Changes> =
            forms.into_iter().map(|form| Changes::new(steps, form)).collect();
        let (axes, plain) = (&changes[..LinearForm::AXES], &changes[..LinearForm::PLAIN]);
        let constant = |forms: &[Changes]| forms.iter().filter_map(Changes::constant).collect();
        let no_increase = |forms: &[Changes]| forms.iter().flat_map(Changes::no_increase).collect();
        let multiple = |forms: &[Changes]| forms.iter().flat_map(Changes::multiples).collect();
        let parts: [Vec<Obstacle>; 6] = [
            constant(plain),
            no_increase(axes),
            multiple(plain),
            constant(&changes),
            multiple(&changes),
            no_increase(&changes),
        ];
        Self(parts.concat())
    }

    /// The most telling one that a way breaks.
    pub(super) fn broken(&self, way: Offset) -> Option<Obstacle> {
        self.0.iter().copied().find(|invariant| invariant.stops(way))
    }
}

impl Obstacle {
    /// Returns `true` if no steps with this in common add up to the way.
    fn stops(self, way: Offset) -> bool {
        match self {
            Self::Constant(form) => form.change(way) != 0,
            Self::NoIncrease(form) => form.change(way) > 0,
            Self::Multiple { form, divisor } => {
                !form.change(way).unsigned_abs().is_multiple_of(divisor)
            }
            Self::Reach { .. } | Self::Occupied(_) | Self::Pieces(_) => false,
        }
    }
}

/// The changes that the steps of a piece make to a form.
#[derive(Clone, Copy, Debug)]
struct Changes {
    form: LinearForm,
    /// The least change, below 0 if the form gets smaller; 0 without steps.
    least: i64,
    most: i64,
    /// The greatest common divisor of all changes; 0 if there are none.
    divisor: u64,
}

impl Changes {
    /// Divisors up to this one are tried from the smallest, then only the greatest.
    const SMALL: u64 = 16;

    fn new(steps: &[&Step], form: LinearForm) -> Self {
        let changes = steps.iter().map(|step| form.change(step.offset()));
        Self {
            form,
            least: changes.clone().min().unwrap_or(0),
            most: changes.clone().max().unwrap_or(0),
            divisor: changes.fold(0, |divisor, change| gcd(divisor, change.unsigned_abs())),
        }
    }

    fn constant(&self) -> Option<Obstacle> {
        (self.divisor == 0).then_some(Obstacle::Constant(self.form))
    }

    /// That the form never grows, or that its negative doesn't.
    fn no_increase(&self) -> impl Iterator<Item = Obstacle> {
        let falls = (self.most <= 0).then_some(self.form);
        let grows = (self.least >= 0).then_some(self.form.negated());
        falls.into_iter().chain(grows).map(Obstacle::NoIncrease)
    }

    /// An odd change tells more than one that is no multiple of 6.
    fn multiples(&self) -> impl Iterator<Item = Obstacle> {
        let (form, greatest) = (self.form, self.divisor);
        let small = (2..=Self::SMALL).filter(move |divisor| greatest.is_multiple_of(*divisor));
        let all = small.chain((greatest > Self::SMALL).then_some(greatest));
        all.filter(move |_| greatest > 0).map(move |divisor| Obstacle::Multiple { form, divisor })
    }
}

/// Returns `true` if the form is neither a multiple nor the negative of another one that is kept.
fn is_first_of_its_multiples(parts: &[i32; 3]) -> bool {
    let divisor = parts.iter().fold(0, |divisor, part| gcd(divisor, part.unsigned_abs().into()));
    let leading = parts.iter().find(|&&part| part != 0);
    divisor == 1 && leading > Some(&0)
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules;

    #[test]
    fn the_axes_come_first_and_then_the_plain_sums() {
        let rules = Rules::kubikschach();
        let forms = LinearForm::simplest_first(rules.cells());
        let forms: Vec<[i32; 3]> = forms.into_iter().map(LinearForm::coefficients).collect();
        // Rows come first and count from the far end.
        assert_eq!(forms[..LinearForm::AXES], [[0, -1, 0], [1, 0, 0], [0, 0, 1]]);
        assert_eq!(forms[LinearForm::AXES..7], [[1, -1, 0], [0, -1, 1], [1, 0, 1], [1, -1, 1]]);
        let is_plain = |form: &&[i32; 3]| form.iter().all(|part| part.abs() <= 1);
        assert_eq!(forms.iter().take_while(is_plain).count(), LinearForm::PLAIN);
        assert_eq!(forms.iter().filter(is_plain).count(), LinearForm::PLAIN);
    }
}
