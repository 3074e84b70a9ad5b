//! The boards that a program is asked, in order.

use super::belief::ChangedRules;
use super::boards;
use super::division::{AnsweredBoard, best};
use super::probes::{image, images, probes};
use crate::board::Setup;
use crate::cases::Question;
use crate::cell::{Isometry, Offset};
use crate::piece::Role;
use crate::position::Position;
use crate::workbench::observe::Observer;

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

/// Returns the boards of the plan that the program should be asked now.
pub(in crate::workbench::observe) fn questions(observer: &Observer) -> Vec<Question> {
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
