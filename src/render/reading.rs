//! Wrong readings as sentences.

use super::definition::of_atom;
use crate::cell::Axis;
use crate::movement::Atom;
use crate::rules::{RoleDef, Rules};
use crate::workbench::{Misreading, Reading, ReadingKind, Slip};

/// What a wrong reading says of the rules, without a full stop.
///
/// # Example
/// ```
/// use kubikschach::{cases::Puzzle, render, rules::Rules, workbench::Reading};
/// let rules = Rules::built_in("cube").expect("it is built in");
/// let readings = Reading::all(&rules, Puzzle::Mate);
/// let texts: Vec<String> = readings.iter().map(|reading| render::reading(&rules, reading)).collect();
/// assert!(texts.contains(&"the Bishop also rides any distance along two axes at once".to_owned()));
/// assert!(texts.contains(&"pinned pieces move freely".to_owned()));
/// ```
#[must_use]
pub fn reading(rules: &Rules, reading: &Reading) -> String {
    match &reading.kind {
        ReadingKind::Movement(role, slip) => of_slip(rules, rules.role(*role), slip),
        ReadingKind::Verdict(misreading) => of_verdict(*misreading).to_owned(),
    }
}

fn of_slip(rules: &Rules, RoleDef { name, .. }: &RoleDef, slip: &Slip) -> String {
    let level = &rules.cells().along(Axis::Level).name;
    let of_atom = |atom: &Atom| of_atom(rules.cells(), atom);
    match slip {
        Slip::Without(atom) => format!("the {name} never {}", of_atom(atom)),
        Slip::With(atom) => format!("the {name} also {}", of_atom(atom)),
        Slip::Instead(own, other) => {
            format!("the {name} {} and never {}", of_atom(other), of_atom(own))
        }
        Slip::Rides => format!("the {name} goes on and on where it steps or leaps"),
        Slip::Leaps => format!("the {name} goes one step only"),
        Slip::WithinLevel => format!("the {name} never leaves its {level}"),
        Slip::ColorsExchanged => format!("the {name} of each color moves as that of the other"),
        Slip::ColorsIgnored => format!("the black {name} moves as the white one"),
        Slip::ForwardOnly => format!("the {name} only goes forward"),
        Slip::Backward => format!("the {name} also goes back"),
        Slip::Sideways => format!("the {name} also goes sideways"),
        Slip::AtOnce => format!("the {name} also makes two of its steps at once"),
        Slip::Jumps => format!("nothing is in the {name}'s way"),
        Slip::Blocked => format!("the {name} can be blocked"),
    }
}

const fn of_verdict(misreading: Misreading) -> &'static str {
    match misreading {
        Misreading::CheckIsMate => "every check is mate",
        Misreading::StalemateIsMate => "stalemate is mate",
        Misreading::NoBlocks => "a check is never blocked",
        Misreading::NoCaptures => "only the king captures what gives check",
        Misreading::KingSparesChecker => "the king never captures what gives check",
        Misreading::KingTakesGuarded => "the king captures guarded pieces",
        Misreading::KingShields => "the king shields the cells behind it",
        Misreading::NoPins => "pinned pieces move freely",
        Misreading::PinnedGuardNothing => "pinned pieces guard nothing",
        Misreading::OneAnswer => "in double check one answer is enough",
        Misreading::KingGuardsNothing => "the other king guards nothing",
        Misreading::OwnTaken => "own pieces may be captured",
    }
}
