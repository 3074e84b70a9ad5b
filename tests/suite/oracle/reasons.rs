//! Oracle for the reasons why a piece has no route to a cell.

use kubikschach::cell::Cell;
use kubikschach::path::{Confinement, NoRoute};

use super::stepping::Table;
use super::tables::By;
use super::ways::{Asked, Search};

/// Returns the reason why there is no route to `finish`. If an invariant excludes the finish, any
/// true invariant in `found` will do.
pub(super) fn expected(
    (table, asked): (&Table, &Asked),
    search: &Search,
    finish: Cell,
    found: Option<NoRoute>,
    alone: impl FnOnce() -> Option<u32>,
) -> NoRoute {
    let Asked { piece, start, size, safe, .. } = *asked;
    let others = asked.others();
    let there = others.piece_at(finish);
    if let Some(other) = there.filter(|&other| !table.may_capture(piece, other)) {
        return NoRoute::Occupied(other);
    }
    if table.promotes(piece, size.edge(), start) {
        return NoRoute::Promoted;
    }
    let steps = table.differences(piece, asked.board.is_some() && table.captures());
    let way = start.offset_to(finish).parts();
    if has_invariant(&steps, way) {
        let is_true =
            |found: &NoRoute| invariant(*found).is_some_and(|it| it.excludes(&steps, way));
        return found.filter(is_true).expect("a true invariant");
    }
    let (reached, cells) = (search.reached(), size.cells());
    if asked.board.is_none() {
        return NoRoute::Reach { reached, cells };
    }
    let attacker = if safe { table.attacker(&others, !piece.color(), finish) } else { None };
    NoRoute::Pieces(Confinement { reached, cells, safe, attacker, alone: alone() })
}

/// A claim about the changes that steps make to a weighted sum of file, rank and level.
struct Invariant {
    weights: By,
    change: Change,
}

enum Change {
    Zero,
    NoIncrease,
    MultipleOf(i32),
}

impl Invariant {
    fn holds(&self, by: By) -> bool {
        let change: i32 = (0..3).map(|nth| self.weights[nth] * by[nth]).sum();
        match self.change {
            Change::Zero => change == 0,
            Change::NoIncrease => change <= 0,
            Change::MultipleOf(divisor) => change % divisor == 0,
        }
    }

    /// Returns `true` if the claim is true of all steps, but not of `way`.
    fn excludes(&self, steps: &[By], way: By) -> bool {
        !self.holds(way) && steps.iter().all(|&by| self.holds(by))
    }
}

fn invariant(reason: NoRoute) -> Option<Invariant> {
    let (form, change) = match reason {
        NoRoute::Constant(form) => (form, Change::Zero),
        NoRoute::NoIncrease(form) => (form, Change::NoIncrease),
        NoRoute::Multiple { form, divisor } => {
            (form, Change::MultipleOf(i32::try_from(divisor).ok()?))
        }
        _ => return None,
    };
    Some(Invariant { weights: form.coefficients(), change })
}

/// Returns `true` if some invariant, with weights of the three axes from -3 to 3, holds for every
/// step, but not for the offset `way`.
fn has_invariant(steps: &[By], way: By) -> bool {
    let weights = (0..343).map(|nth| [nth / 49, nth / 7 % 7, nth % 7].map(|part| part - 3));
    weights.into_iter().any(|weights| {
        let multiples = (2..19).map(Change::MultipleOf);
        let mut changes = [Change::Zero, Change::NoIncrease].into_iter().chain(multiples);
        changes.any(|change| Invariant { weights, change }.excludes(steps, way))
    })
}
