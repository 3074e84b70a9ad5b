//! Descriptions of misreadings, which are a program's wrong beliefs about the rules, in words.

use super::definition::of_atom;
use crate::cell::Axis;
use crate::movement::Atom;
use crate::piece::Role;
use crate::rules::Rules;
use crate::words::numbered;
use crate::workbench::{
    AnswerMutation, Explanation, InputMutation, Misreading, Mutation, Reading, ReadingKind,
};

/// Returns a clause that describes a misreading of the rules, without a full stop at its end.
///
/// # Example
/// ```
/// use kubikschach::{cases::Puzzle, render, rules::Rules, workbench::Reading};
/// let rules = Rules::cube();
/// let readings = Reading::all(&rules, Puzzle::Mate);
/// let texts: Vec<String> = readings.iter().map(|reading| render::reading(&rules, reading)).collect();
/// assert!(texts.contains(&"the Bishop also rides any distance along two axes at once".to_owned()));
/// assert!(texts.contains(&"pinned pieces move freely".to_owned()));
/// ```
#[must_use]
pub fn reading(rules: &Rules, reading: &Reading) -> String {
    Describer { rules, mood: Mood::Full }.of(&reading.kind)
}

/// Describes a misreading as [`reading`] does, but without `any distance`, as in
/// `the Queen also rides along two axes at once`.
#[must_use]
pub fn belief(rules: &Rules, reading: &Reading) -> String {
    Describer { rules, mood: Mood::Belief }.of(&reading.kind)
}

/// Describes a misreading in the past tense, for a sentence such as "if the Queen also rode along
/// two axes at once".
#[must_use]
pub fn condition(rules: &Rules, reading: &Reading) -> String {
    Describer { rules, mood: Mood::Condition }.of(&reading.kind)
}

/// Describes a misreading and the number of a program's wrong answers that the misreading explains.
/// `wrong` is the total number of wrong answers.
#[must_use]
pub fn explanation(rules: &Rules, explanation: &Explanation, wrong: usize) -> String {
    let Explanation { reading, explains, contradicts } = explanation;
    let (explains, contradicts) = (*explains, *contradicts);
    let is_fit = explains == wrong && contradicts == 0;
    let start = if is_fit { "likely misreading:" } else { "nearest misreading:" };
    let against = match contradicts {
        0 => "no right answer".to_owned(),
        more => numbered(more, "right answer"),
    };
    let belief = belief(rules, reading);
    format!(
        "{start} {belief} (explains {explains} of {wrong} wrong answers, contradicts {against})"
    )
}

/// The grammatical form in which a misreading is described.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mood {
    /// The present tense, with `any distance` for rides.
    Full,
    /// The present tense without `any distance`.
    Belief,
    /// The past tense without `any distance`, for a condition contrary to fact.
    Condition,
}

#[derive(Clone, Copy)]
struct Describer<'r> {
    rules: &'r Rules,
    mood: Mood,
}

/// The verbs in the result of [`of_atom`], each with its past tense.
const PAST: [(&str, &str); 4] =
    [("rides", "rode"), ("steps", "stepped"), ("leaps", "leapt"), ("goes", "went")];

impl Describer<'_> {
    fn of(self, kind: &ReadingKind) -> String {
        match kind {
            ReadingKind::Movement(role, mutation) => self.of_movement(*role, mutation),
            ReadingKind::Verdict(misreading) => self.of_verdict(*misreading).to_owned(),
            ReadingKind::Input(input) => self.of_input(*input),
            ReadingKind::Answer(answer) => self.of_answer(*answer),
            ReadingKind::Both(parts) => parts.each_ref().map(|part| self.of(part)).join(", and "),
        }
    }

    const fn say<'t>(self, present: &'t str, past: &'t str) -> &'t str {
        match self.mood {
            Mood::Condition => past,
            Mood::Full | Mood::Belief => present,
        }
    }

    fn of_atom(self, atom: &Atom) -> String {
        let text = of_atom(self.rules.cells(), atom);
        if self.mood == Mood::Full {
            return text;
        }
        let (verb, way) = text.split_once(' ').unwrap_or((&text, ""));
        let past = PAST.iter().find(|(present, _)| *present == verb);
        let verb = self.say(verb, past.map_or(verb, |(_, past)| past));
        format!("{verb} {}", way.strip_prefix("any distance ").unwrap_or(way))
    }

    fn of_movement(self, role: Role, mutation: &Mutation) -> String {
        let name = &self.rules.role(role).name;
        let level = &self.rules.cells().along(Axis::Level).name;
        let goes = self.say("goes", "went");
        match mutation {
            Mutation::Without(atom) => format!("the {name} never {}", self.of_atom(atom)),
            Mutation::With(atom) => format!("the {name} also {}", self.of_atom(atom)),
            Mutation::Instead(own, other) => {
                let [own, other] = [own, other].map(|atom| self.of_atom(atom));
                format!("the {name} {other} and never {own}")
            }
            Mutation::Rides => {
                let repeats = self.say("repeats", "repeated");
                format!("the {name} {repeats} a step or leap any number of times")
            }
            Mutation::Leaps => format!("the {name} {goes} only one step"),
            Mutation::WithinLevel => {
                format!("the {name} never {} its {level}", self.say("leaves", "left"))
            }
            Mutation::ColorsExchanged => {
                let moves = self.say("moves", "moved");
                format!("the {name} of each color {moves} like that of the other color")
            }
            Mutation::ColorsIgnored => {
                format!("the black {name} {} like the white one", self.say("moves", "moved"))
            }
            Mutation::ForwardOnly => format!("the {name} only {goes} forward"),
            Mutation::Backward => format!("the {name} also {goes} back"),
            Mutation::Sideways => format!("the {name} also {goes} sideways"),
            Mutation::CombinedSteps => {
                format!("the {name} also {} two of its steps at once", self.say("makes", "made"))
            }
            Mutation::Jumps => format!("nothing {} in the {name}'s way", self.say("is", "were")),
            Mutation::Blocked => format!("the {name} {} be blocked", self.say("can", "could")),
        }
    }

    #[rustfmt::skip]
    const fn of_verdict(self, misreading: Misreading) -> &'static str {
        let (present, past) = match misreading {
            Misreading::CheckIsMate => ("every check is mate", "every check were mate"),
            Misreading::StalemateIsMate => ("stalemate is mate", "stalemate were mate"),
            Misreading::NoBlocks => ("a check is never blocked", "a check were never blocked"),
            Misreading::NoCaptures =>
                ("only the king captures what gives check", "only the king captured what gives check"),
            Misreading::KingSparesChecker =>
                ("the king never captures what gives check", "the king never captured what gives check"),
            Misreading::KingTakesGuarded =>
                ("the king captures guarded pieces", "the king captured guarded pieces"),
            Misreading::KingShields =>
                ("the king shields the cells behind it", "the king shielded the cells behind it"),
            Misreading::NoPins => ("pinned pieces move freely", "pinned pieces moved freely"),
            Misreading::PinnedGuardNothing => ("pinned pieces guard nothing", "pinned pieces guarded nothing"),
            Misreading::OneAnswer =>
                ("it is enough to answer one of two checks", "it were enough to answer one of two checks"),
            Misreading::KingGuardsNothing => ("the other king guards nothing", "the other king guarded nothing"),
            Misreading::CapturesOwn => ("own pieces may be captured", "own pieces might be captured"),
            Misreading::IgnoresCheck =>
                ("moves that leave White in check count as legal", "moves that leave White in check counted as legal"),
        };
        self.say(present, past)
    }

    fn of_input(self, input: InputMutation) -> String {
        let (name, are) = (|axis| &self.rules.cells().along(axis).name, self.say("are", "were"));
        match input {
            InputMutation::AxesExchanged(one, other) => {
                format!("{} and {} of each cell {are} exchanged", name(one), name(other))
            }
            InputMutation::Reversed(Axis::File) => format!("files {are} read from the right"),
            InputMutation::Reversed(Axis::Rank) => format!("rows {are} read from White's side"),
            InputMutation::Reversed(Axis::Level) => format!("levels {are} read from the bottom"),
            InputMutation::ColorsExchanged => format!("the colors {are} exchanged"),
        }
    }

    fn of_answer(self, answer: AnswerMutation) -> String {
        let (is, stops) = (self.say("is", "were"), self.say("stops", "stopped"));
        match answer {
            AnswerMutation::TooHigh => format!("every count {is} one too high"),
            AnswerMutation::TooLow => format!("every count {is} one too low"),
            AnswerMutation::TooHighButZero => format!("every count but 0 {is} one too high"),
            AnswerMutation::TooLowButZero => format!("every count but 0 {is} one too low"),
            AnswerMutation::SameCell(count) => {
                let (takes, moves) = (self.say("takes", "took"), numbered(count, "move"));
                format!("a way from a cell to itself {takes} {moves}")
            }
            AnswerMutation::UnreachableIsZero => {
                format!("an unreachable cell {is} 0 moves away")
            }
            AnswerMutation::UnreachableIsCells => {
                format!("an unreachable cell {is} as many moves away as the board has cells")
            }
            AnswerMutation::StopsEarly => {
                format!("the search {stops} one move early, before the farthest cells")
            }
            AnswerMutation::StopsAfter(most) => {
                format!("the search {stops} after {}", numbered(most, "move"))
            }
            AnswerMutation::Negated => format!("the answer {is} negated"),
        }
    }
}
