//! Facts about a program that counts moves.

mod change;
mod evidence;
mod fact;
mod facts;
mod pieces;
mod plan;
mod seen;
mod survey;

pub use self::change::CellChange;
pub use self::evidence::BoardFace;
pub use self::fact::{PathFact, PathSubject};
pub use self::pieces::PieceMoves;
pub use self::survey::{MoveSet, Survey};

use self::evidence::Evidence;
use self::facts::Chooser;
use self::plan::Plan;
use super::answers::{Answered, Answers};
use super::{Fact, Observer};
use crate::cases::Question;

/// Returns the queries of the plan that the program should be asked now.
pub(super) fn questions(observer: &Observer) -> Vec<Question> {
    let pieces = PieceMoves::all(&observer.rules);
    let evidence = Evidence::new(observer, &pieces);
    evidence.map(|evidence| Plan::new(&evidence).questions()).unwrap_or_default()
}

/// Returns the facts that the answers so far show.
pub(super) fn facts(observer: &Observer) -> Vec<Fact> {
    let pieces = PieceMoves::all(&observer.rules);
    let evidence = Evidence::new(observer, &pieces);
    let facts = evidence.map(|evidence| Chooser::new(&evidence).facts()).unwrap_or_default();
    facts.into_iter().map(Fact::Path).collect()
}

/// Returns the wrong answer whose query is the simplest to follow by hand.
pub(super) fn smallest(answers: &Answers) -> Option<&Answered> {
    answers.wrong().min_by_key(|asked| fact::size(asked))
}

/// Returns the number of single steps, of all pieces, that the program was asked in one move or in a
/// ride, and of all of them.
pub(super) fn steps(observer: &Observer) -> (usize, usize) {
    let pieces = PieceMoves::all(&observer.rules);
    let Some(evidence) = Evidence::new(observer, &pieces) else { return (0, 0) };
    let (mut asked, mut all) = (0, 0);
    for piece in &pieces {
        let changes = || evidence.about(piece).map(|(_, query)| evidence.grid.change(query));
        let of_step = |change| piece.step(change).map(|(step, _)| step);
        let is_asked = |step| changes().any(|change| of_step(change) == Some(step));
        asked += piece.steps.iter().filter(|step| is_asked(*step)).count();
        all += piece.step_count();
    }
    (asked, all)
}

/// Returns the items in groups, each of equal items, in the order of their first ones.
fn grouped<T>(items: impl IntoIterator<Item = T>, is_like: impl Fn(&T, &T) -> bool) -> Vec<Vec<T>> {
    let mut groups: Vec<Vec<T>> = Vec::new();
    for item in items {
        match groups.iter_mut().find(|group| is_like(&group[0], &item)) {
            Some(group) => group.push(item),
            None => groups.push(vec![item]),
        }
    }
    groups
}
