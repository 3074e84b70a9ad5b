//! Sentences about a program that solves `path`.

mod words;

use std::cmp::Reverse;
use std::fmt;

use super::{does, input, short};
use crate::cases::Answer;
use crate::common::{list, numbered};
use crate::render::misreading::changes;
use crate::rules::Rules;
use crate::workbench::{
    Asked, BoardFace, CellChange, MoveSet, PathFact, PathSubject, PieceMoves, Reply, Survey,
};

/// Largest number of moves that are listed.
const LISTED: usize = 4;
/// Largest number of steps of a piece that are listed as right.
const FEW_STEPS: usize = 4;

/// Returns a change of the numbers in a cell's name, such as `row +1, slice -2`.
#[must_use]
pub fn cell_change(rules: &Rules, change: CellChange) -> String {
    changes(rules, change.offset(rules.cells()))
}

pub(super) fn sentence(rules: &Rules, fact: &PathFact) -> String {
    let describer = FactDescriber { rules, fact };
    let names: Vec<String> = fact.pieces.iter().map(|piece| piece.name(rules)).collect();
    let about = if names.is_empty() { String::new() } else { format!("{}: ", names.join(", ")) };
    match &fact.subject {
        PathSubject::Right => format!("right in all answers: {}", names.join(", ")),
        PathSubject::Constant => about + &describer.constant(),
        PathSubject::NoWay => format!("{about}if there is no way (right -1):{}", describer.wrong()),
        PathSubject::StartIsFinish => format!("start = finish (right 0):{}", describer.wrong()),
        PathSubject::SingleMoves => format!("a single move (right 1):{}", describer.wrong()),
        PathSubject::Faces(faces) => describer.faces(faces),
        PathSubject::Moves => about + &describer.moves(),
        PathSubject::Like { other, rides } => about + &describer.like(other, *rides),
        PathSubject::Ways => about + &describer.ways(),
        PathSubject::Other => {
            let example = describer.example(fact.example());
            format!("{about}also wrong ({}){example}", describer.count())
        }
    }
}

struct FactDescriber<'f> {
    rules: &'f Rules,
    fact: &'f PathFact,
}

impl FactDescriber<'_> {
    /// Returns the number of wrong answers, such as `3 of 7`.
    fn count(&self) -> String {
        format!("{} of {}", self.fact.wrong().count(), self.fact.asked.len())
    }

    /// Returns an answer as ` (King W D4d E5e: 2, right 1)`.
    fn example(&self, asked: Option<&Asked>) -> String {
        asked
            .map(|asked| format!(" ({}, right {})", self.answered(asked), asked.expected))
            .unwrap_or_default()
    }

    fn answered(&self, asked: &Asked) -> String {
        format!("{}: {}", input(self.rules, &asked.question), reply(&asked.reply))
    }

    fn constant(&self) -> String {
        let reply = self.fact.example().map(|asked| does(&asked.reply)).unwrap_or_default();
        format!("the same answer to all {}: {reply}", numbered(self.fact.asked.len(), "input"))
    }

    /// Describes the wrong answers by their only reply, or by an example.
    fn wrong(&self) -> String {
        let example = self.fact.example();
        match self.fact.reply() {
            Some(reply) => {
                let example = example.map(|asked| input(self.rules, &asked.question));
                format!(
                    " {}: {}, such as {}",
                    does(reply),
                    self.count(),
                    example.unwrap_or_default()
                )
            }
            None => format!(" {} wrong{}", self.count(), self.example(example)),
        }
    }

    fn faces(&self, faces: &[BoardFace]) -> String {
        let name = |face: &BoardFace| {
            let part = &self.rules.cells().coordinates()[face.coordinate];
            format!("{} {}", part.name, part.written(face.number))
        };
        let names: Vec<String> = faces.iter().map(name).collect();
        let example = self.example(self.fact.example());
        format!("moves into {}: {} wrong{example}", list(&names, "or"), self.count())
    }

    fn like(&self, other: &PieceMoves, rides: bool) -> String {
        let name = other.name(self.rules);
        let moves = if rides { "moves" } else { "steps" };
        let surveys = self.fact.surveys();
        let survey = surveys.first();
        let example = survey.and_then(|survey| survey.examples().first().copied());
        let asked = survey.map_or(0, |survey| survey.made().asked.len());
        format!(
            "of {asked} moves asked, answers 1 to exactly the {moves} of the {name}{}",
            self.example(example)
        )
    }

    /// Describes the moves of the first piece. Others that share the sentence have the same moves.
    fn moves(&self) -> String {
        let surveys = self.fact.surveys();
        let Some(survey) = surveys.first() else { return String::new() };
        let is_shared = surveys.len() > 1;
        if survey.piece.step_count() <= FEW_STEPS && !is_shared && survey.mixed().is_empty() {
            return self.few_moves(survey);
        }
        let mut clauses = Vec::new();
        clauses.extend(self.steps(survey, is_shared));
        clauses.extend(self.rides(survey));
        clauses.extend(self.others(survey));
        clauses.extend(self.mixed(survey));
        clauses.join("; ")
    }

    fn few_moves(&self, survey: &Survey<'_>) -> String {
        let (made, steps) = (survey.made(), survey.steps());
        let example = self.example(survey.examples().first().copied());
        let moves = match made.right()[..] {
            [] => "none".to_owned(),
            ref all => self.listed(all),
        };
        let asked = made.asked.len();
        format!(
            "of {asked} moves asked, answers 1 to {moves}; right are {}{example}",
            self.listed(&steps.asked)
        )
    }

    fn steps(&self, survey: &Survey<'_>, is_shared: bool) -> Option<String> {
        let (steps, all) = (survey.steps(), survey.piece.step_count());
        if steps.wrong.is_empty() {
            return None;
        }
        let example = self.example(survey.example(&steps));
        let asked = steps.asked.len();
        let of = match asked {
            _ if is_shared && steps.is_all_wrong() => "its steps asked".to_owned(),
            asked if asked == all => format!("its {all} steps"),
            asked => format!("the {asked} asked of its {all} steps"),
        };
        if steps.is_all_wrong() {
            return Some(format!("answers 1 to none of {of}{example}"));
        }
        let right = asked - steps.wrong.len();
        Some(format!("answers 1 to {right} of {of}; not to {}{example}", self.set(&steps, false)))
    }

    fn rides(&self, survey: &Survey<'_>) -> Option<String> {
        let rides = survey.rides();
        let example = self.example(survey.example(&rides));
        if rides.wrong.is_empty() {
            return None;
        }
        if let Some(longest) = survey.longest_ride() {
            let cells = numbered(longest, "cell");
            return Some(format!(
                "answers 1 to rides of at most {cells}, to no longer one asked{example}"
            ));
        }
        let right = rides.asked.len() - rides.wrong.len();
        if right == 0 {
            return Some(format!(
                "answers 1 to none of the {} asked{example}",
                numbered(rides.asked.len(), "ride")
            ));
        }
        let set = self.set(&rides, true);
        Some(format!("answers 1 to {right} of {} rides; not to {set}{example}", rides.asked.len()))
    }

    fn others(&self, survey: &Survey<'_>) -> Option<String> {
        let others = survey.others();
        if others.wrong.is_empty() {
            return None;
        }
        let also = if survey.steps().wrong.is_empty() { "also answers 1" } else { "but" };
        let example = self.example(survey.example(&others));
        Some(format!("{also} to {}{example}", self.set(&others, false)))
    }

    fn mixed(&self, survey: &Survey<'_>) -> Option<String> {
        let change = *survey.mixed().first()?;
        let both: Vec<String> =
            survey.both(change).into_iter().map(|it| self.answered(it)).collect();
        Some(format!("different answers to {} ({})", self.listed(&[change]), both.join("; ")))
    }

    fn ways(&self) -> String {
        let example = self.example(self.fact.example());
        let parts: Vec<String> = self.by_right_answer().iter().map(ToString::to_string).collect();
        let is_single = |asked: &Asked| asked.expected == Answer::Moves(Some(1));
        let which = if self.fact.asked.iter().any(is_single) {
            "all single steps asked are right, not all ways"
        } else {
            "longer ways"
        };
        format!("{which}; wrong by right answer {}{example}", parts.join(", "))
    }

    /// Returns the numbers of wrong answers. Neighboring right answers share one number if all replies
    /// to them are right, or all are wrong.
    fn by_right_answer(&self) -> Vec<WrongByRight> {
        let mut parts: Vec<WrongByRight> = Vec::new();
        for (right, group) in self.fact.by_right_answer() {
            let wrong = group.iter().filter(|asked| asked.is_wrong()).count();
            let (first, last) = (right.to_string(), right.to_string());
            let new = WrongByRight { first, last, wrong, count: group.len() };
            match parts.last_mut() {
                Some(part) if part.share().is_some() && part.share() == new.share() => {
                    part.last = new.last;
                    part.wrong += new.wrong;
                    part.count += new.count;
                }
                _ => parts.push(new),
            }
        }
        parts
    }

    /// Returns a name for the wrong moves of a set, or lists them.
    fn set(&self, set: &MoveSet, are_rides: bool) -> String {
        let count = set.wrong.len();
        let words = words::of(self.rules, set, are_rides).filter(|_| count > 1);
        words.map_or_else(|| self.listed(&set.wrong), |words| format!("the {count} {words}"))
    }

    fn listed(&self, moves: &[CellChange]) -> String {
        let text = |change: &CellChange| cell_change(self.rules, *change);
        let mut moves = moves.to_vec();
        moves.sort_by_key(|change| (change.length(), Reverse(change.0.map(i32::abs)), change.0));
        let mut texts: Vec<String> = moves.iter().take(LISTED).map(text).collect();
        if moves.len() > LISTED {
            texts.push(format!("{} more", moves.len() - LISTED));
        }
        texts.join("; ")
    }
}

/// The number of wrong answers to the questions whose right answers lie between two bounds.
struct WrongByRight {
    first: String,
    last: String,
    wrong: usize,
    count: usize,
}

impl WrongByRight {
    /// Returns `true` if all replies are wrong, and `false` if none is.
    const fn share(&self) -> Option<bool> {
        match self.wrong {
            0 => Some(false),
            wrong if wrong == self.count => Some(true),
            _ => None,
        }
    }
}

impl fmt::Display for WrongByRight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { first, last, wrong, count } = self;
        f.write_str(first)?;
        if first != last {
            write!(f, " to {last}")?;
        }
        write!(f, ": {wrong} of {count}")
    }
}

/// Returns a reply in one or two words, a number without marks.
fn reply(reply: &Reply) -> String {
    match reply {
        Reply::Answer(answer) => answer.to_string(),
        other => short(other),
    }
}
