//! Divisions of a program's wrong answers from its right ones.

use super::{ChangedRules, MateClaim, MateFact};
use crate::board::Setup;
use crate::cases::{Answer, Question};
use crate::piece::Color;
use crate::workbench::{Answered, Reply};

/// A board to which a program answered `true` or `false`.
#[derive(Clone, Copy, Debug)]
pub(super) struct AnsweredBoard<'a> {
    pub(super) asked: &'a Answered,
    pub(super) setup: &'a Setup,
    /// Right verdict.
    pub(super) right: bool,
}

/// Beliefs that would change the verdict of the same boards.
#[derive(Debug)]
pub(super) struct BeliefDivision<'a> {
    pub(super) changes: Vec<&'a ChangedRules>,
    /// For each board, true if its verdict would change.
    pub(super) flips: Vec<bool>,
    /// Number of wrong boards that no division before has.
    pub(super) hits: usize,
}

/// Number of divisions that are looked for.
const DIVISIONS: usize = 3;
/// Least number of wrong boards that a division needs if other wrong boards are left.
const FEWEST: usize = 3;
/// Number of beliefs that are named together.
const NAMED: usize = 3;

impl<'a> AnsweredBoard<'a> {
    /// Returns the board of a question; `None` if the program's reply is no verdict on White.
    pub(super) fn new(asked: &'a Answered) -> Option<Self> {
        match (&asked.question, &asked.expected, &asked.reply) {
            (
                Question::Mate(setup),
                &Answer::Checkmate(right),
                Reply::Answer(Answer::Checkmate(_)),
            ) if setup.turn != Some(Color::Black) => Some(Self { asked, setup, right }),
            _ => None,
        }
    }

    pub(super) fn is_wrong(&self) -> bool {
        self.asked.is_wrong()
    }
}

impl BeliefDivision<'_> {
    /// Returns the fact that counts the wrong boards of the division.
    pub(super) fn fact(&self, boards: &[AnsweredBoard<'_>]) -> MateFact {
        let beliefs = self.changes.iter().map(|changed| &changed.belief);
        let likely = beliefs.enumerate().filter(|(nth, belief)| *nth == 0 || belief.is_simple());
        let beliefs = likely.take(NAMED).map(|(_, belief)| belief.clone());
        let of = |is_own: bool| {
            let all = boards.iter().zip(&self.flips).filter(|(_, flips)| **flips == is_own);
            all.map(|(board, _)| board.asked.clone()).collect()
        };
        let claim = MateClaim::Beliefs(beliefs.collect());
        MateFact { claim, boards: of(true), others: of(false) }
    }

    /// Returns `true` if the division has three boards or more, and all of them are wrong.
    fn is_exact(&self, boards: &[AnsweredBoard<'_>]) -> bool {
        let mut own = boards.iter().zip(&self.flips).filter(|(_, flips)| **flips);
        let count = own.clone().count();
        count >= FEWEST && own.all(|(board, _)| board.is_wrong())
    }

    /// Returns `true` if at most 12 % of the boards that the division has are right.
    fn is_sharp(&self, boards: &[AnsweredBoard<'_>]) -> bool {
        let own = boards.iter().zip(&self.flips).filter(|(_, flips)| **flips);
        let (wrong, right): (Vec<_>, Vec<_>) = own.partition(|(board, _)| board.is_wrong());
        wrong.len() + right.len() > 1 && right.len() * 100 <= 12 * (wrong.len() + right.len())
    }
}

/// Returns the divisions that cover most of the wrong boards, the best first. If they cover less than
/// four of five, returns only those without a right board that cover two of five or more.
pub(super) fn divisions<'a>(
    changes: &'a [ChangedRules],
    boards: &[AnsweredBoard<'_>],
) -> Vec<BeliefDivision<'a>> {
    let mut left: Vec<bool> = boards.iter().map(AnsweredBoard::is_wrong).collect();
    let wrong = left.iter().filter(|is_left| **is_left).count();
    let mut found: Vec<BeliefDivision<'a>> = Vec::new();
    while found.len() < DIVISIONS {
        let Some(next) = best(changes, boards, &left).filter(|it| it.is_sharp(boards)) else {
            break;
        };
        for (is_left, flips) in left.iter_mut().zip(&next.flips) {
            *is_left &= !flips;
        }
        found.push(next);
    }
    let covered: usize = found.iter().map(|division| division.hits).sum();
    if covered * 10 < wrong * 8 {
        found.retain(|it| it.is_exact(boards) && it.hits * 10 >= wrong * 4);
    }
    found
}

/// Returns the beliefs that divide the boards that are `left` best from the right ones.
///
/// A right board counts as much as two and a half wrong ones. Of several best beliefs, the first
/// counts, and those that change the verdict of the same boards.
pub(super) fn best<'a>(
    changes: &'a [ChangedRules],
    boards: &[AnsweredBoard<'_>],
    left: &[bool],
) -> Option<BeliefDivision<'a>> {
    let mut order: Vec<usize> = (0..boards.len()).collect();
    order.sort_by_key(|&nth| !left[nth]);
    let mut best: Option<(isize, BeliefDivision<'a>)> = None;
    for changed in changes {
        let least = best.as_ref().map_or(1, |(score, _)| *score);
        let Some((score, flips)) = scored(changed, boards, &order, left, least) else { continue };
        match &mut best {
            Some((known, division)) if *known == score => {
                if division.flips == flips {
                    division.changes.push(changed);
                }
            }
            _ => {
                let hits = flips.iter().zip(left).filter(|(flips, left)| **flips && **left).count();
                best = Some((score, BeliefDivision { changes: vec![changed], flips, hits }));
            }
        }
    }
    best.map(|(_, division)| division)
}

/// Returns the score of a belief and the boards that it flips; `None` if the score is below `least`,
/// which the first boards of `order` mostly show.
fn scored(
    changed: &ChangedRules,
    boards: &[AnsweredBoard<'_>],
    order: &[usize],
    left: &[bool],
    least: isize,
) -> Option<(isize, Vec<bool>)> {
    let mut flips = vec![false; boards.len()];
    let mut most = 2 * left.iter().filter(|is_left| **is_left).count().cast_signed();
    for &nth in order {
        let board = &boards[nth];
        flips[nth] = changed.flips_asked(board.setup, board.right);
        if left[nth] && !flips[nth] {
            most -= 2;
        } else if flips[nth] && !board.is_wrong() {
            most -= 5;
        }
        if most < least {
            return None;
        }
    }
    Some((most, flips))
}
