//! Wrong readings as sentences.

use super::definition::of_atom;
use crate::cell::Axis;
use crate::movement::Atom;
use crate::rules::{RoleDef, Rules};
use crate::workbench::{Misreading, Mutation, Reading, ReadingKind};

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
        ReadingKind::Movement(role, mutation) => of_mutation(rules, rules.role(*role), mutation),
        ReadingKind::Verdict(misreading) => of_verdict(*misreading).to_owned(),
    }
}

fn of_mutation(rules: &Rules, RoleDef { name, .. }: &RoleDef, mutation: &Mutation) -> String {
    let level = &rules.cells().along(Axis::Level).name;
    let of_atom = |atom: &Atom| of_atom(rules.cells(), atom);
    match mutation {
        Mutation::Without(atom) => format!("the {name} never {}", of_atom(atom)),
        Mutation::With(atom) => format!("the {name} also {}", of_atom(atom)),
        Mutation::Instead(own, other) => {
            format!("the {name} {} and never {}", of_atom(other), of_atom(own))
        }
        Mutation::Rides => format!("the {name} goes on and on where it steps or leaps"),
        Mutation::Leaps => format!("the {name} goes one step only"),
        Mutation::WithinLevel => format!("the {name} never leaves its {level}"),
        Mutation::ColorsExchanged => format!("the {name} of each color moves as that of the other"),
        Mutation::ColorsIgnored => format!("the black {name} moves as the white one"),
        Mutation::ForwardOnly => format!("the {name} only goes forward"),
        Mutation::Backward => format!("the {name} also goes back"),
        Mutation::Sideways => format!("the {name} also goes sideways"),
        Mutation::AtOnce => format!("the {name} also makes two of its steps at once"),
        Mutation::Jumps => format!("nothing is in the {name}'s way"),
        Mutation::Blocked => format!("the {name} can be blocked"),
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
