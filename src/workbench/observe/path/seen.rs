//! Distances by the moves that a program was seen to make.

use std::collections::HashMap;

use super::change::CellChange;
use super::evidence::Evidence;
use super::pieces::PieceMoves;
use super::survey::{Seen, Survey};
use crate::board::Board;
use crate::cell::{Cell, Offset};
use crate::movement::{Atom, Mode, MoveKind, Starts, Step, Symmetry};
use crate::notation::Query;
use crate::path::{Distances, MoveGraph};
use crate::piece::Piece;
use crate::rules::Rules;

/// The distances of one piece under the moves that a program was seen to make, on the cells that are
/// not on bad faces.
pub(super) struct SeenDistances<'e> {
    evidence: &'e Evidence<'e>,
    survey: Survey<'e>,
    graphs: HashMap<Piece, MoveGraph>,
    distances: HashMap<(Piece, Cell), Option<Distances>>,
}

impl<'e> SeenDistances<'e> {
    pub(super) fn new(evidence: &'e Evidence<'e>, piece: &'e PieceMoves) -> Self {
        let survey = evidence.survey(piece);
        Self { evidence, survey, graphs: HashMap::new(), distances: HashMap::new() }
    }

    /// Returns the least number of moves from start to finish; `None` if there is no way.
    pub(super) fn get(&mut self, Query { piece, start, finish }: Query) -> Option<u32> {
        let Self { evidence, survey, graphs, distances } = self;
        let graph = graphs.entry(piece).or_insert_with(|| graph(evidence, survey, piece));
        let distances = distances.entry((piece, start));
        let found = distances.or_insert_with(|| graph.distances_from(start).ok());
        found.as_ref()?.get(finish).ok()?
    }
}

/// Returns the graph of the seen moves. Pieces on the bad faces keep the moves away from there.
fn graph(evidence: &Evidence<'_>, survey: &Survey<'_>, piece: Piece) -> MoveGraph {
    let (rules, size) = (&evidence.observer.rules, evidence.grid.size);
    let steps = rules.movement().steps_of(piece).filter(|step| step.allows(MoveKind::Quiet));
    let own = steps.filter_map(|step| own_atom(evidence, survey, step));
    let others = survey.others().wrong.into_iter();
    let extra = others.map(|change| leap(change.offset(evidence.grid.names)));
    let rules: Rules = rules.with_moves(piece.role(), own.chain(extra).collect());
    let mut board = Board::new(size);
    for cell in size {
        if evidence.faces.iter().any(|face| evidence.is_on(*face, cell)) {
            board.set(cell, Some(Piece::new(piece.color(), piece.role())));
        }
    }
    MoveGraph::among(&rules, board, piece)
}

/// Returns the atom for one of the piece's own steps; `None` if the step was not made.
fn own_atom(evidence: &Evidence<'_>, survey: &Survey<'_>, step: &Step) -> Option<Atom> {
    let change = CellChange::of(evidence.grid.names, step.offset());
    if survey.seen(change) == Some(Seen::NotMade) {
        return None;
    }
    let mode = step.mode();
    let repeats = |ride: &CellChange| {
        survey.piece.step(*ride).filter(|(own, _)| own.change == change).map(|(_, count)| count)
    };
    let first_wrong = survey.rides().wrong.iter().filter_map(repeats).min();
    let most = first_wrong.filter(|_| mode == Mode::Ride).and_then(|n| u16::try_from(n - 1).ok());
    let starts = |cells: &[Cell]| Starts { size: evidence.grid.size, cells: cells.to_vec() };
    let (from, paths) = (step.starts().map(starts), step.paths().to_vec());
    Some(Atom { mode, most, from, paths, ..leap(step.offset()) })
}

/// Returns a leap that both colors make alike.
const fn leap(step: Offset) -> Atom {
    Atom {
        step,
        mode: Mode::Leap,
        symmetry: Symmetry::Fixed,
        when: None,
        mirrors: Vec::new(),
        most: None,
        from: None,
        paths: Vec::new(),
    }
}
