//! Distances by the moves that a program was seen to make.

use std::collections::HashMap;

use super::evidence::Evidence;
use super::pieces::OwnStep;
use super::survey::Survey;
use crate::board::Board;
use crate::cell::{Cell, Offset};
use crate::movement::{Atom, Mode, Starts, Symmetry};
use crate::notation::Query;
use crate::path::{Distances, MoveGraph};
use crate::piece::Piece;

/// The distances under the moves that a program was seen to make, on the cells that are not on bad
/// faces.
pub(super) struct SeenDistances<'e> {
    evidence: &'e Evidence<'e>,
    graphs: HashMap<Piece, Option<MoveGraph>>,
    distances: HashMap<(Piece, Cell), Option<Distances>>,
}

impl<'e> SeenDistances<'e> {
    pub(super) fn new(evidence: &'e Evidence<'e>) -> Self {
        Self { evidence, graphs: HashMap::new(), distances: HashMap::new() }
    }

    /// Returns the least number of moves from start to finish; `None` if there is no way.
    pub(super) fn get(&mut self, Query { piece, start, finish }: Query) -> Option<u32> {
        let Self { evidence, graphs, distances } = self;
        let distances = distances.entry((piece, start)).or_insert_with(|| {
            let graph = graphs.entry(piece).or_insert_with(|| graph(evidence, piece));
            graph.as_ref()?.distances_from(start).ok()
        });
        distances.as_ref()?.get(finish).ok()?
    }
}

/// Returns the graph of the seen moves. Pieces on the bad faces keep the moves away from there.
fn graph(evidence: &Evidence<'_>, piece: Piece) -> Option<MoveGraph> {
    let survey = evidence.surveys.iter().find(|survey| survey.piece.is(piece))?;
    let (names, size) = (evidence.grid.names, evidence.grid.size);
    let is_seen = |step: &&OwnStep| survey.is_made(step.change) != Some(false);
    let own = survey.piece.steps.iter().filter(is_seen).map(|step| Atom {
        mode: if step.rides { Mode::Ride } else { Mode::Leap },
        most: most(survey, step),
        from: step.starts.clone().map(|cells| Starts { size, cells }),
        ..leap(step.change.offset(names))
    });
    let others = survey.others.wrong.iter().map(|change| leap(change.offset(names)));
    let rules = evidence.observer.rules.with_moves(piece.role(), own.chain(others).collect());
    let mut board = Board::new(size);
    for cell in size.iter().filter(|&cell| evidence.is_on(&evidence.faces, cell)) {
        board.set(cell, Some(piece));
    }
    Some(MoveGraph::among(&rules, board, piece))
}

/// Returns the number of repeats before the first ride along the step that was not made.
fn most(survey: &Survey<'_>, step: &OwnStep) -> Option<u16> {
    let rides = survey.rides.wrong.iter().filter_map(|ride| survey.piece.step(*ride));
    let count = rides.filter(|(own, _)| *own == step).map(|(_, count)| count).min()?;
    u16::try_from(count - 1).ok()
}

/// Returns a leap that both colors make alike.
fn leap(step: Offset) -> Atom {
    let (mode, symmetry) = (Mode::Leap, Symmetry::Fixed);
    let (mirrors, paths) = (Vec::new(), Vec::new());
    Atom { step, mode, symmetry, when: None, mirrors, most: None, from: None, paths }
}
