//! Facts about a program that finds checkmates.
//!
//! Each board of the plan shows whether a program has one of many beliefs about the rules. A fact
//! counts the wrong answers among the boards whose verdict would change with a belief.

mod belief;
mod division;
mod fact;
mod feature;
mod plan;
mod probes;

use std::sync::{Arc, OnceLock};

pub use self::belief::{Belief, ChangedRules, Directions};
use self::division::{AnsweredBoard, BeliefDivision, divisions};
pub use self::fact::{MateClaim, MateFact};
pub use self::feature::BoardFeature;
pub(super) use self::plan::questions;
use self::probes::has_probes;
use super::answers::{Answered, Answers, Reply};
use super::{Fact, Observer};
use crate::board::Setup;
use crate::cases::Question;
use crate::rules::Rules;

/// The beliefs about a rule set, made when a program is first wrong.
#[derive(Clone, Debug, Default)]
pub(super) struct Beliefs(Arc<OnceLock<Vec<ChangedRules>>>);

impl Beliefs {
    fn of(&self, rules: &Rules) -> &[ChangedRules] {
        self.0.get_or_init(|| ChangedRules::all(rules))
    }
}

pub(super) fn facts(observer: &Observer) -> Vec<Fact> {
    let mut facts = replies(observer);
    let boards = boards(&observer.answers);
    let (wrong, right): (Vec<_>, Vec<_>) = boards.iter().partition(|board| board.is_wrong());
    if !wrong.is_empty() && has_probes(&observer.rules) {
        facts.extend(verdicts(observer, &boards));
    } else if !wrong.is_empty() {
        let asked = |board: &AnsweredBoard<'_>| board.asked.clone();
        let [boards, others] = [wrong, right].map(|all| all.into_iter().map(asked).collect());
        facts.push(MateFact { claim: MateClaim::NotAsked, boards, others });
    }
    facts.into_iter().map(Fact::Mate).collect()
}

/// Returns the facts about wrong verdicts, of which there is at least one; none if all are wrong, which
/// no rule explains.
fn verdicts(observer: &Observer, boards: &[AnsweredBoard<'_>]) -> Vec<MateFact> {
    if boards.iter().all(AnsweredBoard::is_wrong) {
        return Vec::new();
    }
    let divisions = divisions(observer.beliefs.of(&observer.rules), boards);
    let (wrong, right): (Vec<_>, Vec<_>) = boards.iter().partition(|board| board.is_wrong());
    let is_exact = |division: &BeliefDivision<'_>| {
        boards.iter().zip(&division.flips).all(|(board, flips)| board.is_wrong() == *flips)
    };
    let asked = |board: &&AnsweredBoard<'_>| board.asked.clone();
    let on_right = || right.iter().map(asked).collect();
    if wrong.len() > 1 && !divisions.first().is_some_and(is_exact) {
        let [own, others] = [&wrong, &right].map(|all: &Vec<&AnsweredBoard<'_>>| {
            all.iter().map(|board| board.setup).collect::<Vec<_>>()
        });
        if let Some(feature) = BoardFeature::dividing(&observer.rules, own, others) {
            let (claim, boards) = (MateClaim::Feature(feature), wrong.iter().map(asked).collect());
            return vec![MateFact { claim, boards, others: on_right() }];
        }
    }
    let mut facts: Vec<MateFact> = divisions.iter().map(|it| it.fact(boards)).collect();
    let is_left = |nth: &usize| {
        boards[*nth].is_wrong() && !divisions.iter().any(|division| division.flips[*nth])
    };
    let left = (0..boards.len()).filter(is_left);
    let left: Vec<Answered> = left.map(|nth| boards[nth].asked.clone()).collect();
    if !left.is_empty() {
        let claim = if facts.is_empty() { MateClaim::Undivided } else { MateClaim::More };
        facts.push(MateFact { claim, boards: left, others: on_right() });
    }
    facts
}

/// Returns the facts about replies that are no verdicts, one for each kind of reply.
fn replies(observer: &Observer) -> Vec<MateFact> {
    let mut facts: Vec<MateFact> = Vec::new();
    for asked in observer.answers.iter() {
        let reply = &asked.reply;
        let is_known = |fact: &MateFact| fact.boards.iter().any(|known| known.reply == *reply);
        if matches!(reply, Reply::Answer(_)) || facts.iter().any(is_known) {
            continue;
        }
        let (own, others): (Vec<_>, Vec<_>) =
            observer.answers.iter().partition(|other| other.reply.is_like(reply));
        let feature = BoardFeature::dividing(&observer.rules, setups(&own), setups(&others));
        let claim = MateClaim::Reply(reply.clone(), feature);
        let [boards, others] = [own, others].map(|boards| boards.into_iter().cloned().collect());
        facts.push(MateFact { claim, boards, others });
    }
    facts
}

fn setups<'a>(asked: &[&'a Answered]) -> impl Iterator<Item = &'a Setup> {
    asked.iter().filter_map(|asked| match &asked.question {
        Question::Mate(setup) => Some(setup),
        Question::Path(..) => None,
    })
}

fn boards(answers: &Answers) -> Vec<AnsweredBoard<'_>> {
    answers.iter().filter_map(AnsweredBoard::new).collect()
}

/// Returns the number of pieces and of cells along an edge.
fn measure(asked: &Answered) -> (usize, usize) {
    match &asked.question {
        Question::Mate(setup) => (setup.board.count(), setup.board.size().edge()),
        Question::Path(size, _) => (0, size.edge()),
    }
}

pub(super) fn smallest(answers: &Answers) -> Option<&Answered> {
    answers.wrong().min_by_key(|asked| measure(asked))
}
