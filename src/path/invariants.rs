//! Reasons why a piece cannot reach a cell, found as invariants of its steps.
//!
//! A [`LinearForm`] is a sum of file, rank and level with small coefficients. If no step changes a
//! form, no route changes the form. If no step increases a form, no route increases the form. If
//! all steps change a form by multiples of a number, all routes do so too. A finish that would
//! break such an invariant cannot be reached.
//!
//! The invariants must also apply to steps that are too long for the board, so that they are facts
//! about the piece alone.

use std::cmp::Reverse;

use crate::cell::{Axis, Cell, Offset};
use crate::common::gcd;
use crate::movement::Step;
use crate::piece::Piece;
use crate::rules::CellNames;

/// A linear form: the sum of file, rank and level, each multiplied by a small coefficient.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LinearForm([i32; 3]);

impl LinearForm {
    /// The limit on the absolute values of coefficients. Explanations with larger coefficients are
    /// hard to follow.
    const LARGEST: i32 = 3;
    /// The number of forms that are a single coordinate, such as the file.
    /// [`LinearForm::simplest_first`] lists these forms first.
    const AXES: usize = Axis::ALL.len();
    /// The number of forms whose coefficients are 0, 1 or -1, not all 0, where a form and its
    /// negative count once: (3³ - 1) / 2. [`LinearForm::simplest_first`] lists these forms before
    /// all others.
    const PLAIN: usize = 13;

    /// Returns the coefficients of file, rank and level.
    #[must_use]
    pub const fn coefficients(self) -> [i32; 3] {
        self.0
    }

    /// Returns the amount by which a move along `offset` changes the form's value.
    ///
    /// # Example
    /// ```
    /// use kubikschach::{cell::Offset, notation, path::{NoRoute, PathFinder}, rules::Rules};
    /// let rules = Rules::kubikschach();
    /// let size = rules.default_size();
    /// let query = notation::parse_query(&rules, size, "Pawn W C2a A4b")?;
    /// let found = PathFinder::new(&rules, size).why_no_route(query)?;
    /// let Some(NoRoute::Constant(form)) = found else { panic!("pawns never leave their file") };
    /// assert_eq!(form.change(Offset::new(2, 4, 0)), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn change(self, offset: Offset) -> i64 {
        let parts = self.0.into_iter().zip(offset.parts());
        parts.map(|(coefficient, part)| i64::from(coefficient) * i64::from(part)).sum()
    }

    /// Returns all forms with absolute coefficients of at most [`LinearForm::LARGEST`], simplest
    /// first. Of a form and its positive and negative multiples, only one is listed.
    ///
    /// Forms are sorted by their largest absolute coefficient, then by the number of negative
    /// coefficients, then by the number of coefficients other than 0. For sorting, the coefficients
    /// are those of the coordinates in cell names, because explanations use these coordinates.
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

    /// Creates a form from its coefficients for the coordinates of cell names, in the order in
    /// which cell names write the coordinates.
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

/// The reason why there is no route;
/// [`WhyNoRoute`](crate::render::WhyNoRoute) puts it into words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NoRoute {
    /// No step of the piece changes this form, but the offset from start to finish does.
    Constant(LinearForm),
    /// No step of the piece increases this form, but the offset from start to finish does.
    NoIncrease(LinearForm),
    /// Each step of the piece changes the form by a multiple of the divisor, but the offset from
    /// start to finish does not.
    Multiple {
        /// Form that the steps change.
        form: LinearForm,
        /// Common divisor, at least 2, of the changes that the steps make to the form.
        divisor: u64,
    },
    /// The edges of the board keep the piece from reaching the finish; no invariant of the steps
    /// excludes the finish.
    Reach {
        /// Number of cells that the piece can reach, its start included.
        reached: usize,
        /// Number of cells of the board.
        cells: usize,
    },
    /// The piece has promoted on the start, so it is another piece now.
    Promoted,
    /// This piece stands on the finish and cannot be captured.
    Occupied(Piece),
    /// Other pieces keep the piece from reaching the finish.
    Pieces(Confinement),
}

/// Facts about a piece that other pieces keep from reaching the finish.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Confinement {
    /// Number of cells that the piece can reach in spite of the other pieces, its start
    /// included.
    pub reached: usize,
    /// Number of cells of the board.
    pub cells: usize,
    /// True if the query is about a safe route, on which the piece is not attacked after any move.
    pub safe: bool,
    /// Piece of the other side that attacks the finish, with its cell; `None` if there is none,
    /// or if `safe` is false.
    pub attacker: Option<(Cell, Piece)>,
    /// Distance from start to finish on an empty board; `None` if there is no route even there.
    pub alone: Option<u32>,
}

/// The invariants of a piece's steps, in the order in which explanations prefer them. Each
/// invariant is stored as the [`NoRoute`] that explains why a finish that breaks it cannot be
/// reached.
#[derive(Clone, Debug)]
pub(super) struct StepInvariants(Vec<NoRoute>);

impl StepInvariants {
    /// Finds the invariants of `steps`. `names` determines the order of forms; see
    /// [`LinearForm::simplest_first`].
    pub(super) fn new(steps: &[Step], names: &CellNames) -> Self {
        let forms = LinearForm::simplest_first(names);
        let changes: Vec<Changes> =
            forms.into_iter().map(|form| Changes::new(steps, form)).collect();
        let (axes, plain) = (&changes[..LinearForm::AXES], &changes[..LinearForm::PLAIN]);
        let constant = |forms: &[Changes]| forms.iter().filter_map(Changes::constant).collect();
        let no_increase = |forms: &[Changes]| forms.iter().flat_map(Changes::no_increase).collect();
        let multiple = |forms: &[Changes]| forms.iter().flat_map(Changes::multiples).collect();
        let parts: [Vec<NoRoute>; 6] = [
            constant(plain),
            no_increase(axes),
            multiple(plain),
            constant(&changes),
            multiple(&changes),
            no_increase(&changes),
        ];
        Self(parts.concat())
    }

    /// Returns the first invariant that a move along `offset` breaks; `None` if there is none.
    pub(super) fn broken(&self, offset: Offset) -> Option<NoRoute> {
        self.0.iter().copied().find(|invariant| invariant.is_broken_by(offset))
    }
}

impl NoRoute {
    /// Returns `true` if `self` is an invariant that a move along `offset` breaks; `false` for the
    /// reasons that are no invariants.
    fn is_broken_by(self, offset: Offset) -> bool {
        match self {
            Self::Constant(form) => form.change(offset) != 0,
            Self::NoIncrease(form) => form.change(offset) > 0,
            Self::Multiple { form, divisor } => {
                !form.change(offset).unsigned_abs().is_multiple_of(divisor)
            }
            Self::Reach { .. } | Self::Promoted | Self::Occupied(_) | Self::Pieces(_) => false,
        }
    }
}

/// The changes that the steps of a piece make to one form.
#[derive(Clone, Copy, Debug)]
struct Changes {
    form: LinearForm,
    /// Least change of the form by one step; negative if a step decreases the form, 0 without
    /// steps.
    least: i64,
    /// Greatest change of the form by one step; 0 without steps.
    most: i64,
    /// Greatest common divisor of all changes; 0 if no step changes the form.
    divisor: u64,
}

impl Changes {
    /// The limit for small divisors. [`Changes::multiples`] reports each common divisor up to this
    /// limit; above the limit, only the greatest common divisor.
    const SMALL: u64 = 16;

    fn new(steps: &[Step], form: LinearForm) -> Self {
        let changes = steps.iter().map(|step| form.change(step.offset()));
        Self {
            form,
            least: changes.clone().min().unwrap_or(0),
            most: changes.clone().max().unwrap_or(0),
            divisor: changes.fold(0, |divisor, change| gcd(divisor, change.unsigned_abs())),
        }
    }

    fn constant(&self) -> Option<NoRoute> {
        (self.divisor == 0).then_some(NoRoute::Constant(self.form))
    }

    /// Returns an invariant if no step increases the form, and a further invariant if no step
    /// decreases the form.
    fn no_increase(&self) -> impl Iterator<Item = NoRoute> {
        let falls = (self.most <= 0).then_some(self.form);
        let grows = (self.least >= 0).then_some(self.form.negated());
        falls.into_iter().chain(grows).map(NoRoute::NoIncrease)
    }

    /// Returns an invariant for each common divisor of the changes up to [`Changes::SMALL`],
    /// smallest first. If the greatest common divisor is larger, an invariant for it follows.
    ///
    /// Small divisors explain more: "an odd change" is clearer than "no multiple of 6".
    fn multiples(&self) -> impl Iterator<Item = NoRoute> {
        let (form, greatest) = (self.form, self.divisor);
        let small = (2..=Self::SMALL).filter(move |divisor| greatest.is_multiple_of(*divisor));
        let all = small.chain((greatest > Self::SMALL).then_some(greatest));
        all.filter(move |_| greatest > 0).map(move |divisor| NoRoute::Multiple { form, divisor })
    }
}

/// Returns `true` if the coefficients have no common divisor and the first coefficient other than 0
/// is positive. Each other form except zero is a positive or negative multiple of exactly one such
/// form.
fn is_first_of_its_multiples(parts: &[i32; 3]) -> bool {
    let divisor = parts.iter().fold(0, |divisor, part| gcd(divisor, part.unsigned_abs().into()));
    let leading = parts.iter().find(|&&part| part != 0);
    divisor == 1 && leading > Some(&0)
}
