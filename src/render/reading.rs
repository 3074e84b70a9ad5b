//! Descriptions of misreadings, which are a program's wrong beliefs about the rules, in words.

use super::definition::of_atom;
use crate::cell::Axis;
use crate::movement::Atom;
use crate::piece::Role;
use crate::rules::Rules;
use crate::words::numbered;
use crate::workbench::{
    AnswerMutation, InputMutation, Misreading, MisreadingFit, Mutation, Reading, ReadingKind,
};

/// Returns a clause that describes a misreading of the rules, without a full stop at its end.
///
/// # Example
/// ```
/// use kubikschach::{cases::Puzzle, render, rules::Rules, workbench::Reading};
/// let rules = Rules::cube();
/// let readings = Reading::all(&rules, Puzzle::Mate);
/// let texts: Vec<String> = readings.iter().map(|reading| render::reading(&rules, reading)).collect();
/// assert!(texts.contains(&"the Bishop also rides along two axes at once".to_owned()));
/// assert!(texts.contains(&"pinned pieces move freely".to_owned()));
/// ```
#[must_use]
pub fn reading(rules: &Rules, reading: &Reading) -> String {
    Describer { rules }.of(&reading.kind)
}

/// Describes a misreading and the number of a program's wrong answers that the misreading explains.
/// `wrong` is the total number of wrong answers.
#[must_use]
pub fn misreading_fit(rules: &Rules, fit: &MisreadingFit, wrong: usize) -> String {
    let MisreadingFit { reading, explains, contradicts } = fit;
    let (explains, contradicts) = (*explains, *contradicts);
    let is_fit = explains == wrong && contradicts == 0;
    let start = if is_fit { "likely misreading:" } else { "nearest misreading:" };
    let against = match contradicts {
        0 => "no right answer".to_owned(),
        more => numbered(more, "right answer"),
    };
    let text = self::reading(rules, reading);
    format!("{start} {text} (explains {explains} of {wrong} wrong answers, contradicts {against})")
}

#[derive(Clone, Copy)]
struct Describer<'r> {
    rules: &'r Rules,
}

impl Describer<'_> {
    fn of(self, kind: &ReadingKind) -> String {
        match kind {
            ReadingKind::Movement(role, mutation) => self.of_movement(*role, mutation),
            ReadingKind::Verdict(misreading) => Self::of_verdict(*misreading).to_owned(),
            ReadingKind::Input(input) => self.of_input(*input),
            ReadingKind::Answer(answer) => Self::of_answer(*answer),
            ReadingKind::Both(parts) => parts.each_ref().map(|part| self.of(part)).join(", and "),
        }
    }

    fn of_atom(self, atom: &Atom) -> String {
        of_atom(self.rules.cells(), atom).replacen(" any distance", "", 1)
    }

    fn of_movement(self, role: Role, mutation: &Mutation) -> String {
        let name = &self.rules.role(role).name;
        let level = &self.rules.cells().along(Axis::Level).name;
        match mutation {
            Mutation::Without(atom) => format!("the {name} never {}", self.of_atom(atom)),
            Mutation::With(atom) => format!("the {name} also {}", self.of_atom(atom)),
            Mutation::Instead(own, other) => {
                let [own, other] = [own, other].map(|atom| self.of_atom(atom));
                format!("the {name} {other} and never {own}")
            }
            Mutation::Rides => {
                format!("the {name} repeats a step or leap any number of times")
            }
            Mutation::Leaps => format!("the {name} goes only one step"),
            Mutation::WithinLevel => {
                format!("the {name} never leaves its {level}")
            }
            Mutation::ColorsExchanged => {
                format!("the {name} of each color moves like that of the other color")
            }
            Mutation::ColorsIgnored => {
                format!("the black {name} moves like the white one")
            }
            Mutation::ForwardOnly => format!("the {name} only goes forward"),
            Mutation::Backward => format!("the {name} also goes back"),
            Mutation::Sideways => format!("the {name} also goes sideways"),
            Mutation::CombinedSteps => {
                format!("the {name} also makes two of its steps at once")
            }
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
            Misreading::OneAnswer => "it is enough to answer one of two checks",
            Misreading::KingGuardsNothing => "the other king guards nothing",
            Misreading::CapturesOwn => "own pieces may be captured",
            Misreading::IgnoresCheck => "moves that leave White in check count as legal",
        }
    }

    fn of_input(self, input: InputMutation) -> String {
        let name = |axis| &self.rules.cells().along(axis).name;
        match input {
            InputMutation::AxesExchanged(one, other) => {
                format!("{} and {} of each cell are exchanged", name(one), name(other))
            }
            InputMutation::Reversed(Axis::File) => "files are read from the right".into(),
            InputMutation::Reversed(Axis::Rank) => "rows are read from White's side".into(),
            InputMutation::Reversed(Axis::Level) => "levels are read from the bottom".into(),
            InputMutation::ColorsExchanged => "the colors are exchanged".into(),
        }
    }

    fn of_answer(answer: AnswerMutation) -> String {
        match answer {
            AnswerMutation::TooHigh => "every count is one too high".into(),
            AnswerMutation::TooLow => "every count is one too low".into(),
            AnswerMutation::TooHighButZero => "every count but 0 is one too high".into(),
            AnswerMutation::TooLowButZero => "every count but 0 is one too low".into(),
            AnswerMutation::SameCell(count) => {
                format!("a way from a cell to itself takes {}", numbered(count, "move"))
            }
            AnswerMutation::UnreachableIsZero => "an unreachable cell is 0 moves away".into(),
            AnswerMutation::UnreachableIsCells => {
                "an unreachable cell is as many moves away as the board has cells".into()
            }
            AnswerMutation::StopsEarly => {
                "the search stops one move early, before the farthest cells".into()
            }
            AnswerMutation::StopsAfter(most) => {
                format!("the search stops after {}", numbered(most, "move"))
            }
            AnswerMutation::Negated => "the answer is negated".into(),
        }
    }
}
