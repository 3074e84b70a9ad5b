//! Checks of the sentences about a program: it is asked all questions that they speak of.

use kubikschach::rules::Rules;
use kubikschach::workbench::{Fact, PathFact, PathSubject, Reply, Report, Survey};

use super::programs::{
    PIECES, RIGHT, Read, Running, all_cells, is_inside, number, piece_named, plus, right_ways,
};

/// Returns the sentences of a report that the program refutes when it is asked all questions that
/// they speak of.
pub(super) fn refuted(running: &Running, report: &Report) -> Vec<String> {
    let rules = Rules::kubikschach();
    let facts = report.facts.iter().filter_map(|fact| match fact {
        Fact::Path(fact) => Some(fact),
        _ => None,
    });
    let facts: Vec<&PathFact> = facts.collect();
    let is_off = |cell: [i32; 3]| {
        facts.iter().any(|fact| match &fact.subject {
            PathSubject::Faces(off) => {
                off.iter().any(|face| cell[face.coordinate] + 1 == i32::from(face.number))
            }
            _ => false,
        })
    };
    let is_true = |fact: &PathFact| match &fact.subject {
        PathSubject::Moves => {
            fact.surveys().iter().all(|survey| has_moves(running, survey, &is_off))
        }
        PathSubject::Like { other, rides } => {
            let surveys = fact.surveys();
            let [piece, other] = [surveys[0].piece, other].map(|piece| piece.name(&rules));
            has_moves(running, &surveys[0], &is_off) && is_like(running, &piece, &other, *rides)
        }
        PathSubject::Ways | PathSubject::Other | PathSubject::Right => true,
        _ => all_wrong(running, fact, &is_off),
    };
    let untrue = facts.iter().filter(|fact| !is_true(fact));
    untrue.map(|fact| kubikschach::render::fact(&rules, &Fact::Path((*fact).clone()))).collect()
}

/// Returns the pieces of a name such as `King` or `White Pawn`.
fn pieces(name: &str) -> Vec<(&'static str, bool)> {
    match name.split_once(' ') {
        Some((color, piece)) => vec![(piece_named(piece), color == "White")],
        None => [true, false].map(|is_white| (piece_named(name), is_white)).to_vec(),
    }
}

/// Returns `true` if each move that the sentence speaks of is made from all cells, or from none.
fn has_moves(running: &Running, survey: &Survey<'_>, is_off: &dyn Fn([i32; 3]) -> bool) -> bool {
    let sets = [&survey.steps, &survey.rides].into_iter().filter(|set| !set.wrong.is_empty());
    let own: Vec<_> = sets
        .flat_map(|set| set.asked.clone().into_iter().map(move |it| (it, !set.wrong.contains(&it))))
        .collect();
    let others = survey.others.wrong.iter().map(|&change| (change, true));
    let pieces = pieces(&survey.piece.name(&Rules::kubikschach()));
    own.into_iter().chain(others).all(|(change, is_made)| {
        pieces.iter().all(|&(piece, is_white)| {
            let inside = all_cells().step_by(5).filter(|start| !is_off(*start));
            let ways = inside.map(|start| (start, plus(start, change.0)));
            let mut ways = ways.filter(|(_, finish)| is_inside(*finish) && !is_off(*finish));
            ways.all(|(start, finish)| {
                let read = Read { piece, is_white, start, finish };
                (running.reply(&read) == number(1)) == is_made
            })
        })
    })
}

/// Returns `true` if the program makes exactly the moves of another piece.
fn is_like(running: &Running, piece: &str, other: &str, rides: bool) -> bool {
    let all = pieces(piece).into_iter().zip(pieces(other).into_iter().cycle());
    all.into_iter().all(|((piece, is_white), (other, other_white))| {
        all_cells().step_by(97).all(|start| {
            let of = Read { piece: other, is_white: other_white, start, finish: start };
            let mut ways = right_ways(&of);
            if !rides {
                for way in &mut ways {
                    way.1 = 1;
                }
            }
            all_cells().all(|finish| {
                let read = Read { piece, is_white, start, finish };
                let is_move = ways.iter().any(|(step, most)| {
                    (1..=*most).any(|count| plus(start, step.map(|by| by * count)) == finish)
                });
                (running.reply(&read) == number(1)) == is_move
            })
        })
    })
}

/// Returns `true` if the program gives a wrong answer to all questions that a fact is about, and
/// always one reply if the fact names it.
fn all_wrong(running: &Running, fact: &PathFact, is_off: &dyn Fn([i32; 3]) -> bool) -> bool {
    let rules = Rules::kubikschach();
    if fact.wrong().count() < fact.asked.len() {
        return true;
    }
    let names: Vec<String> = match &fact.pieces[..] {
        [] => PIECES.map(str::to_owned).to_vec(),
        pieces => pieces.iter().map(|piece| piece.name(&rules)).collect(),
    };
    let right = Running::new(&RIGHT);
    let is_about = |read: &Read, answer: &Reply| match &fact.subject {
        PathSubject::NoWay => *answer == number(-1),
        PathSubject::StartIsFinish => read.start == read.finish,
        PathSubject::SingleMoves => *answer == number(1),
        PathSubject::Faces(_) => *answer == number(1) && is_off(read.finish),
        _ => true,
    };
    names.iter().flat_map(|name| pieces(name)).all(|(piece, is_white)| {
        all_cells().step_by(101).all(|start| {
            all_cells().all(|finish| {
                let read = Read { piece, is_white, start, finish };
                let answer = right.reply(&read);
                let reply = running.reply(&read);
                !is_about(&read, &answer)
                    || fact.reply().map_or(reply != answer, |named| {
                        reply == *named
                            || matches!(fact.subject, PathSubject::Faces(_)) && reply != answer
                    })
                    || matches!(fact.subject, PathSubject::Constant) && reply == fact.asked[0].reply
            })
        })
    })
}
