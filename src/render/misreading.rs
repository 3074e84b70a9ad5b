//! Descriptions of misreadings, which are a program's wrong beliefs about the rules, in words.

use super::definition::of_atom;
use super::heading::Heading;
use crate::cell::{Axis, Offset};
use crate::common::numbered;
use crate::movement::Atom;
use crate::piece::{Color, Role};
use crate::rules::Rules;
use crate::workbench::{
    AnswerMisreading, InputMisreading, Misreading, MisreadingKind, MovementMisreading,
    VerdictMisreading,
};

/// Returns a clause that describes a misreading of the rules, without a full stop at its end.
///
/// # Example
/// ```
/// use kubikschach::{cases::Puzzle, render, rules::Rules, workbench::Misreading};
/// let rules = Rules::cube();
/// let misreadings = Misreading::all(&rules, Puzzle::Mate);
/// let texts: Vec<String> = misreadings.iter().map(|misreading| render::misreading(&rules, misreading)).collect();
/// assert!(texts.contains(&"the Bishop also rides along two axes at once".to_owned()));
/// assert!(texts.contains(&"pinned pieces move freely".to_owned()));
/// ```
#[must_use]
pub fn misreading(rules: &Rules, misreading: &Misreading) -> String {
    Describer { rules }.of(&misreading.kind)
}

/// Returns a verb phrase that completes `a program that …`, such as `exchanges row and column of each
/// cell`. Returns `None` for misreadings of the rules, because a program follows these in many ways.
///
/// # Example
/// ```
/// use kubikschach::{cases::Puzzle, render, rules::Rules, workbench::Misreading};
/// let rules = Rules::kubikschach();
/// let misreadings = Misreading::all(&rules, Puzzle::Path);
/// let mut phrases = misreadings.iter().filter_map(|it| render::program_that(&rules, it));
/// assert!(phrases.any(|phrase| phrase == "counts slices from the top"));
/// ```
#[must_use]
pub fn program_that(rules: &Rules, misreading: &Misreading) -> Option<String> {
    Describer { rules }.program_that(&misreading.kind)
}

/// Describes an offset by its changes of the numbers in cell names, such as `row +2, slice -1`.
pub(super) fn changes(rules: &Rules, offset: Offset) -> String {
    let changes = rules.cells().coordinates().iter().filter_map(|coordinate| {
        let by = offset.along(coordinate.axis) * coordinate.facing();
        (by != 0).then(|| format!("{} {by:+}", coordinate.name))
    });
    changes.collect::<Vec<_>>().join(", ")
}

#[derive(Clone, Copy)]
struct Describer<'r> {
    rules: &'r Rules,
}

impl Describer<'_> {
    fn of(self, kind: &MisreadingKind) -> String {
        match kind {
            MisreadingKind::None => "the rules are followed".to_owned(),
            MisreadingKind::Movement(role, misreading) => self.of_movement(*role, misreading),
            MisreadingKind::Verdict(misreading) => self.of_verdict(*misreading),
            MisreadingKind::Input(_) | MisreadingKind::Answer(_) => {
                format!("the program {}", self.program_that(kind).unwrap_or_default())
            }
        }
    }

    fn program_that(self, kind: &MisreadingKind) -> Option<String> {
        match kind {
            MisreadingKind::Input(input) => Some(self.of_input(*input)),
            MisreadingKind::Answer(answer) => Some(Self::of_answer(*answer)),
            _ => None,
        }
    }

    fn of_atom(self, atom: &Atom) -> String {
        of_atom(self.rules, atom).replacen(" any distance", "", 1)
    }

    /// Returns the name of the coordinate along an axis, such as `slice`.
    fn axis(&self, axis: Axis) -> &str {
        &self.rules.cells().along(axis).name
    }

    fn offset(self, offset: Offset) -> String {
        changes(self.rules, offset)
    }

    fn of_movement(self, role: Role, misreading: &MovementMisreading) -> String {
        let name = &self.rules.role(role).name;
        match misreading {
            MovementMisreading::Without(atom) => format!("the {name} never {}", self.of_atom(atom)),
            MovementMisreading::With(atom) => format!("the {name} also {}", self.of_atom(atom)),
            MovementMisreading::Instead(own, other) => {
                let [own, other] = [own, other].map(|atom| self.of_atom(atom));
                format!("the {name} {other} and never {own}")
            }
            MovementMisreading::Rides => {
                format!("the {name} repeats a step or leap any number of times")
            }
            MovementMisreading::Leaps => format!("the {name} goes only one step"),
            MovementMisreading::Within(axis) => {
                format!("the {name} never leaves its {}", self.axis(*axis))
            }
            MovementMisreading::ColorsExchanged => {
                format!("the {name} of each color moves like that of the other color")
            }
            MovementMisreading::OneWay(Color::White) => {
                format!("the black {name} moves like the white one")
            }
            MovementMisreading::OneWay(Color::Black) => {
                format!("the white {name} moves like the black one")
            }
            MovementMisreading::WithoutStep(step) => {
                format!("the {name} never makes the step {}", self.offset(*step))
            }
            MovementMisreading::Like(other) => {
                format!("the {name} moves like the {}", self.rules.role(*other).name)
            }
            MovementMisreading::AtMost(most) => {
                format!("the {name} goes at most {}", numbered(usize::from(*most), "step"))
            }
            MovementMisreading::Increasing => {
                format!("the {name} never moves to a smaller coordinate")
            }
            MovementMisreading::Diagonally => format!("the {name} also goes forward diagonally"),
            MovementMisreading::DoubleSteps => {
                format!("the {name} also moves two steps in one direction")
            }
            MovementMisreading::DoubleStepAtFirst => {
                format!(
                    "the {name} also makes a double step from its second {}",
                    self.axis(self.rules.forward())
                )
            }
            MovementMisreading::ForwardOnly => format!("the {name} only goes forward"),
            MovementMisreading::Backward => format!("the {name} also goes back"),
            MovementMisreading::Sideways => format!("the {name} also goes sideways"),
            MovementMisreading::CombinedSteps => {
                format!("the {name} also makes two of its steps at once")
            }
            MovementMisreading::Jumps => format!("nothing is in the {name}'s way"),
            MovementMisreading::Blocked => format!("the {name} can be blocked"),
        }
    }

    fn of_verdict(self, misreading: VerdictMisreading) -> String {
        let name = |role| &self.rules.role(role).name;
        match misreading {
            VerdictMisreading::NoBlocksOf(role) => {
                return format!("a check by a {} is never blocked", name(role));
            }
            VerdictMisreading::NoPinsOf(role) => {
                return format!("a pinned {} moves freely", name(role));
            }
            VerdictMisreading::NoCapturesBy(role) => {
                return format!("in check, a {} never captures", name(role));
            }
            VerdictMisreading::NoGuardsBy(role) => {
                return format!("a {} guards nothing from the king", name(role));
            }
            VerdictMisreading::NoChecksBy(role) => {
                return format!("a {} gives no check", name(role));
            }
            VerdictMisreading::DoubleCheckIsMate => "every double check is mate",
            VerdictMisreading::FirstChecker => "capturing the first checker ends a double check",
            VerdictMisreading::StraightBlocks => "only a check along one axis is ever blocked",
            VerdictMisreading::PinnedBlocks => "a pinned piece may block another check",
            VerdictMisreading::PinnedCaptures => {
                "a pinned piece may capture the piece that gives another check"
            }
            VerdictMisreading::CheckIsMate => "every check is mate",
            VerdictMisreading::StalemateIsMate => "stalemate is mate",
            VerdictMisreading::NoBlocks => "a check is never blocked",
            VerdictMisreading::NoCaptures => "only the king captures what gives check",
            VerdictMisreading::KingSparesChecker => "the king never captures what gives check",
            VerdictMisreading::KingTakesGuarded => "the king captures guarded pieces",
            VerdictMisreading::KingShields => "the king shields the cells behind it",
            VerdictMisreading::NoPins => "pinned pieces move freely",
            VerdictMisreading::PinnedGuardNothing => "pinned pieces guard nothing",
            VerdictMisreading::OneAnswer => "it is enough to answer one of two checks",
            VerdictMisreading::KingGuardsNothing => "the other king guards nothing",
            VerdictMisreading::CapturesOwn => "own pieces may be captured",
            VerdictMisreading::NoStraightBlocks => "a check along one axis is never blocked",
            VerdictMisreading::OnlyKingMoves => "only the king moves in check",
            VerdictMisreading::KingNeverCaptures => "the king never captures",
            VerdictMisreading::KingIgnoresGuards => "the king moves to attacked cells",
            VerdictMisreading::PinnedAttackNothing => "pinned pieces attack nothing",
            VerdictMisreading::MovedPieceStays => "a moved piece also stays on its start cell",
            VerdictMisreading::JumpsOverOwn => "pieces jump over pieces of their own color",
            VerdictMisreading::IgnoresCheck => "moves that leave White in check count as legal",
        }
        .to_owned()
    }

    fn of_input(self, input: InputMisreading) -> String {
        let coordinate = |axis| self.rules.cells().along(axis);
        let name = |axis| &coordinate(axis).name;
        match input {
            InputMisreading::AxesExchanged(one, other) => {
                format!("exchanges {} and {} of each cell", name(one), name(other))
            }
            InputMisreading::Reversed(axis) => {
                format!(
                    "counts {}s from {}",
                    name(axis),
                    self.end(axis, !coordinate(axis).reversed)
                )
            }
            InputMisreading::ReadBackwards(axis) => {
                // Boards are written from the top level, the last rank and the first file on.
                format!("reads {}s from {}", name(axis), self.end(axis, axis == Axis::File))
            }
            InputMisreading::ColorsExchanged => "takes White for Black and Black for White".into(),
            InputMisreading::EndsExchanged => "exchanges start and finish".into(),
            InputMisreading::Fixed(size) => {
                format!("takes every board for one with {} cells along an edge", size.edge())
            }
            InputMisreading::OneDigit => "reads only the first digit of the board's size".into(),
        }
    }

    /// Returns words for the far or near end of an axis.
    fn end(self, axis: Axis, is_far: bool) -> &'static str {
        match Heading::new(self.rules, axis, is_far) {
            Heading::Right => "the right",
            Heading::Left => "the left",
            Heading::Forward => "Black's side",
            Heading::Back => "White's side",
            Heading::Up => "the top",
            Heading::Down => "the bottom",
        }
    }

    fn of_answer(answer: AnswerMisreading) -> String {
        match answer {
            AnswerMisreading::TooHigh => "prints one more than the right number of moves".into(),
            AnswerMisreading::TooLow => "prints one less than the right number of moves".into(),
            AnswerMisreading::TooHighButZero => {
                "prints one more than the right number of moves, but 0 for a cell to itself".into()
            }
            AnswerMisreading::TooLowButZero => {
                "prints one less than the right number of moves, but 0 for a cell to itself".into()
            }
            AnswerMisreading::SameCell(Some(count)) => {
                format!("prints {count} for a way from a cell to itself")
            }
            AnswerMisreading::SameCell(None) => "prints -1 for a way from a cell to itself".into(),
            AnswerMisreading::UnreachableIsZero => "prints 0 for an unreachable cell".into(),
            AnswerMisreading::UnreachableIsCells => {
                "prints the board's number of cells for an unreachable cell".into()
            }
            AnswerMisreading::StopsEarly => {
                "stops its search one move early, before the farthest cells".into()
            }
            AnswerMisreading::StopsAfter(most) => {
                format!("stops its search after {}", numbered(most, "move"))
            }
            AnswerMisreading::Always(verdict) => format!("always prints {verdict}"),
            AnswerMisreading::Negated => "prints true for false and false for true".into(),
        }
    }
}
