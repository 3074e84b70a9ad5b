//! Properties of questions, by which a program's wrong answers may differ from its right ones.

use std::collections::BTreeSet;

use crate::board::Setup;
use crate::cases::{Answer, Question};
use crate::cell::{Axis, Cell, Size};
use crate::notation::Query;
use crate::piece::{Color, Piece, Role};
use crate::position::Position;
use crate::rules::Rules;
use crate::verdict::Verdict;

/// A property of a question and its right answer.
///
/// A simpler property is smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Property {
    /// A query about a piece of this role.
    Role(Role),
    /// A query about a piece of this color.
    Color(Color),
    /// A query with equal start and finish.
    SameCell,
    /// A query whose finish cannot be reached.
    Unreachable,
    /// A board with this right answer.
    Checkmate(bool),
    /// A board whose side to move is stalemated.
    Stalemate,
    /// A board whose side to move is in check.
    Check,
    /// A board whose side to move is in check from two or more pieces.
    DoubleCheck,
    /// A board whose side to move is in check from a piece of this role.
    CheckFrom(Role),
    /// A board with a pinned piece of the side to move (`true`) or of its opponent.
    Pinned(bool),
    /// A quantity within a bound.
    Number(Quantity, Bound),
    /// A board on which a king of the side to move can move.
    KingCanMove,
    /// A board on which a checker can be captured.
    CanCapture,
    /// A board on which a piece other than the king can block a check.
    CanBlock,
    /// A board with a check from a cell next to the king (`true`) or from farther away.
    CheckFromNextCell(bool),
    /// A board with this piece.
    Has(Piece),
    /// A board with a king of the side to move at this place.
    KingAt(BoardRegion),
    /// A query whose start and finish have an equal coordinate along this axis.
    Shared(Axis),
    /// A query whose finish is farther along this axis than its start (`true`), or less far.
    Toward(Axis, bool),
    /// A query whose start is at this place.
    StartAt(BoardRegion),
    /// A query whose finish is at this place.
    FinishAt(BoardRegion),
}

/// A number that a question or its right answer has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Quantity {
    /// Number of cells along the edge of a board.
    Edge,
    /// Right number of moves of a query.
    Moves,
    /// Number of pieces on a board.
    Pieces,
    /// Number of pieces of the side to move.
    OwnPieces,
    /// Number of king's steps between start and finish of a query.
    Steps,
}

/// A bound of a [`Quantity`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Bound {
    /// This number or more.
    AtLeast(usize),
    /// This number or less.
    AtMost(usize),
    /// This number.
    Exactly(usize),
}

/// A part of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum BoardRegion {
    /// The eight corner cells.
    Corner,
    /// All cells on the surface.
    Surface,
    /// The cells with the first coordinate along this axis (`false`) or the last one (`true`).
    Side(Axis, bool),
}

/// Largest number in a [`Bound::AtLeast`] or [`Bound::AtMost`].
const MOST: usize = 32;

/// Returns all properties of a question with this right answer.
pub(super) fn properties(
    rules: &Rules,
    question: &Question,
    expected: &Answer,
) -> BTreeSet<Property> {
    match question {
        Question::Path(size, query) => of_query(*size, *query, expected),
        Question::Mate(setup) => of_board(rules, setup),
    }
}

fn of_query(size: Size, query: Query, expected: &Answer) -> BTreeSet<Property> {
    let Query { piece, start, finish } = query;
    let mut found = BTreeSet::from([Property::Role(piece.role()), Property::Color(piece.color())]);
    match expected {
        Answer::Moves(Some(moves)) => add_number(&mut found, Quantity::Moves, *moves as usize),
        _ => found.extend([Property::Unreachable]),
    }
    if start == finish {
        found.insert(Property::SameCell);
    }
    let offset = start.offset_to(finish).parts();
    let steps = offset.iter().map(|part| part.unsigned_abs() as usize).max().unwrap_or(0);
    add_number(&mut found, Quantity::Steps, steps);
    for (axis, part) in Axis::ALL.into_iter().zip(offset) {
        found.insert(match part {
            0 => Property::Shared(axis),
            part => Property::Toward(axis, part > 0),
        });
    }
    found.extend(places(size, start).into_iter().map(Property::StartAt));
    found.extend(places(size, finish).into_iter().map(Property::FinishAt));
    found
}

fn of_board(rules: &Rules, setup: &Setup) -> BTreeSet<Property> {
    let position = Position::new_unchecked(rules, setup.clone());
    let (board, turn, verdict) = (position.board(), position.turn(), position.verdict());
    let mut found = BTreeSet::from([Property::Checkmate(verdict == Verdict::Checkmate)]);
    add_number(&mut found, Quantity::Edge, board.size().edge());
    add_number(&mut found, Quantity::Pieces, board.count());
    add_number(&mut found, Quantity::OwnPieces, board.pieces_of(turn).count());
    found.extend((verdict == Verdict::Stalemate).then_some(Property::Stalemate));
    found.extend(board.pieces().map(|(_, piece)| Property::Has(piece)));
    found.extend([turn, !turn].into_iter().filter_map(|color| {
        has_pinned_piece(&position, color).then_some(Property::Pinned(color == turn))
    }));
    for &king in position.kings(turn) {
        found.extend(places(board.size(), king).into_iter().map(Property::KingAt));
    }
    add_checks(&mut found, &position);
    found
}

/// Adds the properties of the checks against the side to move, and of its legal moves.
fn add_checks(found: &mut BTreeSet<Property>, position: &Position) {
    let (board, checks) = (position.board(), position.checks());
    let checkers: BTreeSet<Cell> = checks.iter().map(|check| check.checker).collect();
    found.extend((!checks.is_empty()).then_some(Property::Check));
    found.extend((checkers.len() > 1).then_some(Property::DoubleCheck));
    for check in &checks {
        let offset = check.king.offset_to(check.checker).parts();
        found.insert(Property::CheckFromNextCell(offset.iter().all(|part| part.abs() < 2)));
        found.extend(board.piece_at(check.checker).map(|it| Property::CheckFrom(it.role())));
    }
    for mv in position.legal_moves() {
        let is_king = board.piece_at(mv.from).is_some_and(|it| position.rules().is_royal(it));
        found.extend(is_king.then_some(Property::KingCanMove));
        found.extend(checkers.contains(&mv.to).then_some(Property::CanCapture));
        let blocks = !checks.is_empty() && !is_king && board.is_empty(mv.to);
        found.extend(blocks.then_some(Property::CanBlock));
    }
}

/// Returns `true` if a check against `color` appears once one of its pieces is removed.
fn has_pinned_piece(position: &Position, color: Color) -> bool {
    let setup = Setup::new(position.board().clone(), color);
    let checks = |setup: Setup| Position::new_unchecked(position.rules(), setup).checks().len();
    let before = checks(setup.clone());
    let mut own = position.non_royal(color);
    own.any(|cell| {
        let mut without = setup.clone();
        without.board.set(cell, None);
        checks(without) > before
    })
}

fn places(size: Size, cell: Cell) -> Vec<BoardRegion> {
    let sides = Axis::ALL.into_iter().flat_map(|axis| {
        let (at, last) = (cell.along(axis), size.opposite(0));
        let sides = [(at == 0).then_some(false), (at == last).then_some(true)];
        sides.into_iter().flatten().map(move |is_last| BoardRegion::Side(axis, is_last))
    });
    let mut places: Vec<BoardRegion> = sides.collect();
    let is_corner = places.len() >= 3;
    let is_edge = !places.is_empty();
    places.extend(is_corner.then_some(BoardRegion::Corner));
    places.extend(is_edge.then_some(BoardRegion::Surface));
    places
}

fn add_number(found: &mut BTreeSet<Property>, quantity: Quantity, number: usize) {
    let least = (1..=number.min(MOST)).map(Bound::AtLeast);
    let bounds = least.chain((number..=MOST).map(Bound::AtMost)).chain([Bound::Exactly(number)]);
    found.extend(bounds.map(|bound| Property::Number(quantity, bound)));
}
