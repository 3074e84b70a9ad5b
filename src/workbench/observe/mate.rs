//! Facts about a program that finds checkmates.
//!
//! Each board of the plan shows whether a program has one of many beliefs about the rules. A fact
//! counts the wrong answers among the boards whose verdict would change with a belief.

mod belief;
mod division;
mod feature;
mod probes;

use std::mem::discriminant;
use std::sync::{Arc, OnceLock};

use self::belief::ChangedRules;
pub use self::belief::{Belief, Directions};
use self::division::{AnsweredBoard, best, divisions};
pub use self::feature::BoardFeature;
use self::probes::{image, images, probes};
use super::answers::{Answers, Asked, Reply};
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
    boards: Vec<Asked>,
    others: Vec<Asked>,
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
/// Number of beliefs that are named together.
const NAMED: usize = 3;

impl MateFact {
    fn new<'a>(
        claim: MateClaim,
        boards: impl IntoIterator<Item = &'a Asked>,
        others: impl IntoIterator<Item = &'a Asked>,
    ) -> Self {
        let [boards, others] =
            [boards.into_iter().cloned().collect(), others.into_iter().cloned().collect()];
        Self { claim, boards, others }
    }

    /// Returns the boards that the fact is about.
    #[must_use]
    pub fn boards(&self) -> &[Asked] {
        &self.boards
    }

    /// Returns the boards that the fact is not about but counts for comparison.
    #[must_use]
    pub fn others(&self) -> &[Asked] {
        &self.others
    }

    /// Returns the boards of the fact that the program got wrong.
    pub fn wrong(&self) -> impl Iterator<Item = &Asked> {
        self.boards.iter().filter(|asked| asked.is_wrong())
    }

    /// Returns the other boards that the program got wrong.
    pub fn others_wrong(&self) -> impl Iterator<Item = &Asked> {
        self.others.iter().filter(|asked| asked.is_wrong())
    }

    /// Returns the smallest board of the fact that the program got wrong.
    #[must_use]
    pub fn smallest(&self) -> Option<&Asked> {
        self.wrong().min_by_key(|asked| measure(asked))
    }

    pub(super) fn shown(&self) -> Vec<&Asked> {
        match self.claim {
            MateClaim::Beliefs(_) | MateClaim::Feature(_) => Vec::new(),
            MateClaim::Reply(..) => self.boards.first().into_iter().collect(),
            MateClaim::Undivided | MateClaim::More => self.smallest().into_iter().collect(),
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
    let left: Vec<bool> = boards.iter().map(|board| board.asked.is_wrong()).collect();
    let Some(best) = best(changes, &boards, &left) else { return Vec::new() };
    let changed = best.changes[0];
    let is_flipped = |setup: &Setup| changed.flips(setup, is_mate(observer, setup));
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
            let flips = changed.flips(board.setup, board.right);
            is_wrong |= flips && board.asked.is_wrong();
            !flips || board.asked.is_wrong()
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
        let own: Vec<(Role, Offset)> =
            singles().filter(|(_, it)| it.flips(setup, right)).map(|(single, _)| single).collect();
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
    let wrong = || boards.iter().map(|board| board.asked).filter(|asked| asked.is_wrong());
    let right = || boards.iter().map(|board| board.asked).filter(|asked| !asked.is_wrong());
    if wrong().next().is_none() {
        return facts.into_iter().map(Fact::Mate).collect();
    }
    let changes = observer.beliefs.of(&observer.rules);
    let divisions = divisions(changes, &boards);
    let is_exact = matches!(&divisions[..], [only] if {
        boards.iter().zip(&only.flips).all(|(board, flips)| board.asked.is_wrong() == *flips)
    });
    let setups = |wrong: bool| {
        boards.iter().filter(move |board| board.asked.is_wrong() == wrong).map(|board| board.setup)
    };
    let feature = BoardFeature::dividing(&observer.rules, setups(true), setups(false));
    if let Some(feature) = feature.filter(|_| !is_exact && wrong().count() > 1) {
        facts.push(MateFact::new(MateClaim::Feature(feature), wrong(), right()));
        return facts.into_iter().map(Fact::Mate).collect();
    }
    let mut left: Vec<bool> = boards.iter().map(|board| board.asked.is_wrong()).collect();
    for division in &divisions {
        let of = |is_own: bool| {
            let all = boards.iter().zip(&division.flips);
            all.filter(move |(_, flips)| **flips == is_own).map(|(board, _)| board.asked)
        };
        let mut beliefs = division.beliefs();
        beliefs.truncate(NAMED);
        facts.push(MateFact::new(MateClaim::Beliefs(beliefs), of(true), of(false)));
        for (is_left, flips) in left.iter_mut().zip(&division.flips) {
            *is_left &= !flips;
        }
    }
    let more: Vec<&Asked> =
        boards.iter().zip(&left).filter(|(_, left)| **left).map(|(board, _)| board.asked).collect();
    if !more.is_empty() {
        let claim = if divisions.is_empty() { MateClaim::Undivided } else { MateClaim::More };
        facts.push(MateFact::new(claim, more, right()));
    }
    facts.into_iter().map(Fact::Mate).collect()
}

/// Returns the facts about replies that are no verdicts, one for each kind of reply.
fn replies(observer: &Observer) -> Vec<MateFact> {
    let mut facts: Vec<MateFact> = Vec::new();
    for asked in observer.answers.iter() {
        let is_alike = |reply: &Reply| match reply {
            Reply::Answer(_) => true,
            Reply::Text(_) => *reply == asked.reply,
            other => discriminant(other) == discriminant(&asked.reply),
        };
        let is_known = facts
            .iter()
            .any(|fact| matches!(&fact.claim, MateClaim::Reply(reply, _) if is_alike(reply)));
        if matches!(asked.reply, Reply::Answer(_)) || is_known {
            continue;
        }
        let (own, others): (Vec<_>, Vec<_>) = observer
            .answers
            .iter()
            .partition(|other| is_alike(&other.reply) && !matches!(other.reply, Reply::Answer(_)));
        let feature = BoardFeature::dividing(&observer.rules, setups(&own), setups(&others));
        let claim = MateClaim::Reply(asked.reply.clone(), feature);
        facts.push(MateFact::new(claim, own, others));
    }
    facts
}

fn setups<'a>(asked: &[&'a Asked]) -> impl Iterator<Item = &'a Setup> {
    asked.iter().filter_map(|asked| match &asked.question {
        Question::Mate(setup) => Some(setup),
        Question::Path(..) => None,
    })
}

fn boards(answers: &Answers) -> Vec<AnsweredBoard<'_>> {
    answers.iter().filter_map(AnsweredBoard::new).collect()
}

/// Returns the number of pieces and of cells along an edge.
fn measure(asked: &Asked) -> (usize, usize) {
    match &asked.question {
        Question::Mate(setup) => (setup.board.count(), setup.board.size().edge()),
        Question::Path(size, _) => (0, size.edge()),
    }
}

pub(super) fn smallest(answers: &Answers) -> Option<&Asked> {
    answers.wrong().min_by_key(|asked| measure(asked))
}
