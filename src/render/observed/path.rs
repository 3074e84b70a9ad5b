//! Sentences about a program that solves `path`.

mod words;

use std::cmp::Reverse;

use super::{does, input, short};
use crate::cases::Answer;
use crate::common::{all_of, list, numbered};
use crate::render::misreading::changes;
use crate::rules::Rules;
use crate::workbench::{
    Answered, BoardFace, CellChange, MoveSet, PathFact, PathSubject, Reply, Survey,
};

/// Largest number of moves that are listed.
const LISTED: usize = 4;
/// Largest number of steps of a piece that are listed as right.
const FEW_STEPS: usize = 4;
/// Largest number of groups of right answers.
const GROUPS: usize = 6;

/// Returns a change of the numbers in a cell's name, such as `row +1, slice -2`.
#[must_use]
pub fn cell_change(rules: &Rules, change: CellChange) -> String {
    changes(rules, change.offset(rules.cells()))
}

pub(super) fn sentence(rules: &Rules, fact: &PathFact) -> String {
    let describer = FactDescriber { rules, fact };
    let names: Vec<String> = fact.pieces.iter().map(|piece| piece.name(rules)).collect();
    let about = if names.is_empty() { String::new() } else { format!("{}: ", names.join(", ")) };
    let surveys = fact.surveys();
    let (example, count) = (describer.example(fact.example()), describer.count());
    match &fact.subject {
        PathSubject::Right => format!("right in all answers: {}", names.join(", ")),
        PathSubject::Constant => {
            let reply = fact.reply().map(does).unwrap_or_default();
            format!("{about}the same answer to {}: {reply}", all_of(fact.asked.len(), "input"))
        }
        PathSubject::NoWay => format!("{about}if there is no way (right -1):{}", describer.wrong()),
        PathSubject::StartIsFinish => format!("start = finish (right 0):{}", describer.wrong()),
        PathSubject::SingleMoves => format!("a single move (right 1):{}", describer.wrong()),
        PathSubject::Faces(faces) => {
            let names: Vec<String> = faces.iter().map(|face| describer.face(*face)).collect();
            format!("moves into {}: {count} wrong{example}", list(&names, "or"))
        }
        PathSubject::Moves => about + &describer.moves(&surveys),
        PathSubject::Like { other, rides } => {
            format!(
                "{about}of {} asked, answers 1 to exactly the {} of the {}{example}",
                numbered(surveys[0].count(), "move"),
                if *rides { "moves" } else { "steps" },
                other.name(rules)
            )
        }
        PathSubject::Ways => about + &describer.ways(),
        PathSubject::Other => format!("{about}also wrong ({count}){example}"),
    }
}

struct FactDescriber<'f> {
    rules: &'f Rules,
    fact: &'f PathFact,
}

impl FactDescriber<'_> {
    /// Returns the number of wrong answers, such as `3 of 7`.
    fn count(&self) -> String {
        let all = self.fact.asked.len();
        match self.fact.wrong().count() {
            2 if all == 2 => "both".to_owned(),
            wrong => format!("{wrong} of {all}"),
        }
    }

    /// Returns an answer as ` (King W D4d E5e: 2, right 1)`.
    fn example(&self, asked: Option<&Answered>) -> String {
        asked.map(|asked| format!(" ({})", self.compared(asked))).unwrap_or_default()
    }

    fn compared(&self, asked: &Answered) -> String {
        format!("{}, right {}", self.answered(asked), asked.expected)
    }

    fn answered(&self, asked: &Answered) -> String {
        format!("{}: {}", input(self.rules, &asked.question), plain(&asked.reply))
    }

    /// Describes the wrong answers by their only reply, or by an example.
    fn wrong(&self) -> String {
        let (example, count) = (self.fact.example(), self.count());
        match self.fact.reply().zip(example) {
            Some((reply, asked)) => {
                format!(" {}: {count}, such as {}", does(reply), input(self.rules, &asked.question))
            }
            None => format!(" {count} wrong{}", self.example(example)),
        }
    }

    fn face(&self, face: BoardFace) -> String {
        let part = &self.rules.cells().coordinates()[face.coordinate];
        format!("{} {}", part.name, part.written(face.number))
    }

    /// Describes the moves of the first piece. Others that share the sentence have the same moves.
    fn moves(&self, surveys: &[Survey<'_>]) -> String {
        let (survey, is_shared) = (&surveys[0], surveys.len() > 1);
        if survey.piece.step_count() <= FEW_STEPS && !is_shared && survey.mixed.is_empty() {
            return self.few_moves(survey);
        }
        let clauses = [
            (&survey.steps, self.steps(survey, is_shared)),
            (&survey.rides, self.rides(survey)),
            (&survey.others, self.others(survey)),
        ];
        let wrong = clauses.into_iter().filter(|(set, _)| !set.wrong.is_empty());
        let clauses = wrong.map(|(set, text)| text + &self.example(survey.example(set)));
        let mixed = survey.mixed.first().map(|change| {
            let both = survey.both(*change).into_iter().map(|asked| self.answered(asked));
            let both = both.collect::<Vec<_>>().join("; ");
            format!("different answers to {} ({both})", self.listed(&[*change]))
        });
        clauses.chain(mixed).collect::<Vec<_>>().join("; ")
    }

    fn few_moves(&self, survey: &Survey<'_>) -> String {
        let none = || "none".to_owned();
        let made = if survey.made.is_empty() { none() } else { self.listed(&survey.made) };
        let right = self.listed(&survey.steps.asked);
        let asked = numbered(survey.count(), "move");
        let example = self.example(self.fact.example());
        format!("of {asked} asked, answers 1 to {made}; right are {right}{example}")
    }

    fn steps(&self, survey: &Survey<'_>, is_shared: bool) -> String {
        let (steps, count) = (&survey.steps, survey.piece.step_count());
        let all = numbered(count, "step");
        let of = match steps.asked.len() {
            _ if is_shared && steps.is_all_wrong() => "its steps asked".to_owned(),
            asked if asked == count => format!("its {all}"),
            asked => format!("the {asked} asked of its {all}"),
        };
        match steps.right().len() {
            0 => format!("answers 1 to none of {of}"),
            right => format!("answers 1 to {right} of {of}; not to {}", self.set(steps, false)),
        }
    }

    fn rides(&self, survey: &Survey<'_>) -> String {
        let (rides, asked) = (&survey.rides, survey.rides.asked.len());
        match (survey.longest_ride(), rides.right().len()) {
            (Some(longest), _) => {
                let (cells, longer) = (numbered(longest, "cell"), rides.wrong.len());
                format!(
                    "answers 1 to rides of at most {cells}; to none of the {longer} longer asked"
                )
            }
            (None, 0) => format!("answers 1 to none of the {} asked", numbered(asked, "ride")),
            (None, right) => {
                let (asked, not) = (numbered(asked, "ride"), self.set(rides, true));
                format!("answers 1 to {right} of {asked}; not to {not}")
            }
        }
    }

    fn others(&self, survey: &Survey<'_>) -> String {
        let own = [&survey.steps, &survey.rides];
        let also = match own.iter().all(|set| set.wrong.is_empty()) {
            true if own.iter().all(|set| set.asked.is_empty()) => "answers 1",
            true => "answers 1 to its own moves asked, but also",
            false => "but",
        };
        let (set, count) = (&survey.others, survey.others.wrong.len());
        let exact = words::exact(self.rules, set, false).filter(|_| count > 1);
        let all = exact.map(|words| (words, count));
        let named = all.or_else(|| words::most(self.rules, set, false).filter(|_| count > LISTED));
        match named {
            Some((words, all)) => {
                format!("{also} to {count} of {} {words}", numbered(all, "move"))
            }
            None => format!("{also} to {}", self.listed(&set.wrong)),
        }
    }

    /// Returns the numbers of wrong answers by right answer. Neighbors share a number if all replies to
    /// them are right, or all are wrong, or some; the smallest ones share it anyway if there are many.
    fn ways(&self) -> String {
        let single = Answer::Moves(Some(1));
        let which = match self.fact.asked.iter().filter(|asked| asked.expected == single).count() {
            0 => "not all longer ways are right".to_owned(),
            count => {
                let moves = numbered(count, "single move");
                format!("right in {moves}, but not in all longer ways")
            }
        };
        let share = |group: &[&Answered]| {
            let is_wrong = |wrong: bool| group.iter().any(|asked| asked.is_wrong() == wrong);
            (is_wrong(false), is_wrong(true))
        };
        let mut groups: Vec<Vec<&Answered>> = Vec::new();
        for group in self.fact.by_right_answer() {
            match groups.last_mut() {
                Some(last) if share(last) == share(&group) => last.extend(group),
                _ => groups.push(group),
            }
        }
        while groups.len() > GROUPS {
            let size = |nth: &usize| groups[*nth].len() + groups[nth - 1].len();
            let Some(least) = (1..groups.len()).min_by_key(size) else { break };
            let group = groups.remove(least);
            groups[least - 1].extend(group);
        }
        let texts = groups.iter().enumerate().map(|(nth, group)| way_group(group, nth == 0));
        let texts: Vec<String> = texts.collect();
        let example = self.fact.example().map(|asked| self.compared(asked)).unwrap_or_default();
        format!("{which}; by right answer, {}; such as {example}", texts.join(", "))
    }

    /// Returns a name for the wrong moves of a set, or lists them.
    fn set(&self, set: &MoveSet, are_rides: bool) -> String {
        let count = set.wrong.len();
        let words = words::exact(self.rules, set, are_rides).filter(|_| count > 1);
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

/// Returns the number of wrong answers, such as `6 to 14: 22 of 22 (answers -1)`.
fn way_group(group: &[&Answered], is_first: bool) -> String {
    let (first, last) = (&group[0].expected, &group[group.len() - 1].expected);
    let to = if first == last { String::new() } else { format!(" to {last}") };
    let wrong: Vec<&Answered> = group.iter().copied().filter(|asked| asked.is_wrong()).collect();
    let unit = if is_first { " wrong" } else { "" };
    let note = match wrong[..] {
        [one, .., _] if wrong.iter().all(|asked| asked.reply == one.reply) => {
            format!(" (answers {})", plain(&one.reply))
        }
        [one, .., _] if wrong.iter().all(|asked| asked.excess() == one.excess()) => {
            let excess = one.excess().map(|by| (by.abs(), if by > 0 { "high" } else { "low" }));
            excess.map(|(by, end)| format!(" ({by} too {end})")).unwrap_or_default()
        }
        _ => String::new(),
    };
    format!("{first}{to}: {} of {}{unit}{note}", wrong.len(), group.len())
}

/// Returns a reply in one or two words, a number without marks.
fn plain(reply: &Reply) -> String {
    match reply {
        Reply::Answer(answer) => answer.to_string(),
        other => short(other),
    }
}
