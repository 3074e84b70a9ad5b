//! Facts about a program that finds checkmates.
//!
//! Each board of the plan shows whether a program has one of many beliefs about the rules. A fact
//! counts the wrong answers among the boards whose verdict would change with a belief.

mod belief;
mod division;
mod feature;
mod probes;

use std::sync::{Arc, OnceLock};

pub use self::belief::{Belief, ChangedRules, Directions};
use self::division::{AnsweredBoard, BeliefDivision, best, divisions};
pub use self::feature::BoardFeature;
use self::probes::{has_probes, image, images, probes};
use super::answers::{Answered, Answers, Reply};
use super::{Fact, Observer};
use crate::board::Setup;
use crate::cases::Question;
use crate::cell::{Isometry, Offset};
use crate::piece::Role;
use crate::position::Position;
use crate::rules::Rules;

/// A fact about a program that finds checkmates, with the boards that it is about.
#[derive(Clone, Debug)]
pub struct MateFact {
    /// Claim about the boards.
    pub claim: MateClaim,
    boards: Vec<Answered>,
    others: Vec<Answered>,
}

/// A claim about a program's replies to boards.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MateClaim {
    /// The program is wrong on most boards whose verdict each of these beliefs would change.
    Beliefs(Vec<Belief>),
    /// The program is wrong on the boards with this feature, and on no other.
    Feature(BoardFeature),
    /// The program gave a reply of this kind, which is no verdict. It did so exactly on the boards
    /// with the feature, if there is one.
    Reply(Reply, Option<BoardFeature>),
    /// The program is wrong on these boards, which no belief divides from the right ones.
    Undivided,
    /// The program is wrong on these boards. No boards are known by which to observe programs for this
    /// rule set.
    NotAsked,
    /// The program is wrong on these boards too.
    More,
}

/// The beliefs about a rule set, made when a program is first wrong.
#[derive(Clone, Debug, Default)]
pub(super) struct Beliefs(Arc<OnceLock<Vec<ChangedRules>>>);

impl Beliefs {
    fn of(&self, rules: &Rules) -> &[ChangedRules] {
        self.0.get_or_init(|| ChangedRules::all(rules))
    }
}

/// Number of boards that a program is asked before its answers are known to be wrong or right.
const PLAN: usize = 150;
/// Number of these boards for a slow program.
const QUICK_PLAN: usize = 55;
/// Number of boards after which no more are asked.
const MOST: usize = 185;
/// Number of these boards for a slow program.
const QUICK_MOST: usize = 70;
/// Number of images of the boards that the best belief flips.
const IMAGES: usize = 10;
/// Largest number of single directions that each get a board of their own.
const SUSPECTS: usize = 24;

impl MateFact {
    /// Returns the boards that the fact is about.
    #[must_use]
    pub fn boards(&self) -> &[Answered] {
        &self.boards
    }

    /// Returns the boards that the fact is not about but counts for comparison.
    #[must_use]
    pub fn others(&self) -> &[Answered] {
        &self.others
    }

    /// Returns the boards of the fact that the program got wrong.
    pub fn wrong(&self) -> impl Iterator<Item = &Answered> {
        self.boards.iter().filter(|asked| asked.is_wrong())
    }

    /// Returns the other boards that the program got wrong.
    pub fn others_wrong(&self) -> impl Iterator<Item = &Answered> {
        self.others.iter().filter(|asked| asked.is_wrong())
    }

    /// Returns the smallest board of the fact that the program got wrong.
    #[must_use]
    pub fn smallest(&self) -> Option<&Answered> {
        self.wrong().min_by_key(|asked| measure(asked))
    }

    pub(super) fn shown(&self) -> Vec<&Answered> {
        match self.claim {
            MateClaim::Beliefs(_) | MateClaim::Feature(_) => Vec::new(),
            MateClaim::Reply(..) => self.boards.first().into_iter().collect(),
            MateClaim::Undivided | MateClaim::NotAsked | MateClaim::More => {
                self.smallest().into_iter().collect()
            }
        }
    }
}

/// Returns the boards of the plan that the program should be asked now.
pub(super) fn questions(observer: &Observer) -> Vec<Question> {
    let probes = probes(&observer.rules);
    let (plan, most) = if observer.is_quick { (QUICK_PLAN, QUICK_MOST) } else { (PLAN, MOST) };
    let turned = probes.iter().enumerate().filter_map(|(nth, setup)| images(setup).nth(nth % 6));
    let all = probes.iter().cloned().map(Question::Mate).chain(turned);
    let open = not_asked(observer, all.take(plan));
    if !open.is_empty() || observer.answers.wrong().next().is_none() {
        return open;
    }
    let mut more = follow_up(observer, &probes);
    more.truncate(most.saturating_sub(observer.answers.len()));
    more
}

fn not_asked(observer: &Observer, all: impl IntoIterator<Item = Question>) -> Vec<Question> {
    let mut open: Vec<Question> = Vec::new();
    for question in all {
        if observer.answers.get(&question).is_none() && !open.contains(&question) {
            open.push(question);
        }
    }
    open
}

/// Returns more boards that the best belief flips, then boards for single directions.
fn follow_up(observer: &Observer, probes: &[Setup]) -> Vec<Question> {
    let changes = observer.beliefs.of(&observer.rules);
    let boards = boards(&observer.answers);
    let left: Vec<bool> = boards.iter().map(AnsweredBoard::is_wrong).collect();
    let Some(division) = best(changes, &boards, &left) else { return Vec::new() };
    let belief = division.changes[0];
    let is_flipped = |setup: &Setup| belief.flips_asked(setup, is_mate(observer, setup));
    let flipped = probes.iter().filter(|setup| is_flipped(setup)).flat_map(images);
    let more = flipped.filter(|question| match question {
        Question::Mate(setup) => is_flipped(setup),
        Question::Path(..) => false,
    });
    let more: Vec<Question> = more.take(IMAGES).collect();
    let open = not_asked(observer, more);
    if open.is_empty() { single_directions(observer, changes, &boards, probes) } else { open }
}

/// Returns boards of which each depends on one of the single directions that only wrong boards
/// depend on; none if there are too many such directions.
fn single_directions(
    observer: &Observer,
    changes: &[ChangedRules],
    boards: &[AnsweredBoard<'_>],
    probes: &[Setup],
) -> Vec<Question> {
    let is_suspect = |changed: &ChangedRules| {
        let mut is_wrong = false;
        boards.iter().all(|board| {
            let flips = changed.flips_asked(board.setup, board.right);
            is_wrong |= flips && board.is_wrong();
            !flips || board.is_wrong()
        }) && is_wrong
    };
    let singles = || changes.iter().filter_map(|it| Some((it.single()?, it)));
    let suspects: Vec<(Role, Offset)> =
        singles().filter(|(_, it)| is_suspect(it)).map(|(single, _)| single).collect();
    if suspects.is_empty() || suspects.len() > SUSPECTS {
        return Vec::new();
    }
    let mut found: Vec<Option<Question>> = vec![None; suspects.len()];
    for setup in probes {
        let right = is_mate(observer, setup);
        let own: Vec<(Role, Offset)> = singles()
            .filter(|(_, it)| it.flips_asked(setup, right))
            .map(|(single, _)| single)
            .collect();
        for isometry in Isometry::all() {
            let of_image = own.iter().map(|&(role, offset)| (role, isometry.offset(offset)));
            let nth = of_image.filter_map(|it| suspects.iter().position(|suspect| *suspect == it));
            if let [only] = nth.collect::<Vec<_>>()[..] {
                let question = image(setup, isometry);
                if observer.answers.get(&question).is_some() || found[only].is_none() {
                    found[only] = Some(question);
                }
            }
        }
    }
    not_asked(observer, found.into_iter().flatten())
}

fn is_mate(observer: &Observer, setup: &Setup) -> bool {
    Position::new_unchecked(&observer.rules, setup.clone()).is_checkmate()
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
            observer.answers.iter().partition(|other| is_alike(&other.reply, reply));
        let feature = BoardFeature::dividing(&observer.rules, setups(&own), setups(&others));
        let claim = MateClaim::Reply(reply.clone(), feature);
        let [boards, others] = [own, others].map(|boards| boards.into_iter().cloned().collect());
        facts.push(MateFact { claim, boards, others });
    }
    facts
}

/// Returns `true` for replies of the same kind; texts must be equal, but not the errors of crashes.
fn is_alike(one: &Reply, other: &Reply) -> bool {
    let is_crash = |reply: &Reply| matches!(reply, Reply::Crash(_));
    one == other || (is_crash(one) && is_crash(other))
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
