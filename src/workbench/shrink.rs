//! Shrinks a question to a smaller one that keeps some property.

use crate::board::{Board, Setup};
use crate::cases::Question;
use crate::cell::{Axis, Cell, Offset, Size};
use crate::notation::Query;
use crate::path::{Distances, MoveGraph, PathFinder};
use crate::position::Position;
use crate::rules::Rules;

/// Returns a smaller question that still has some property.
///
/// `first` receives smaller questions, the most promising first. It returns the index of the first
/// question with the property; `None` if no question has the property. `first` may run another
/// program to test the property.
///
/// Shrinking ends when no smaller question has the property. A smaller board has fewer pieces, a
/// piece nearer to the king or, if the rule set leaves the size open, fewer empty layers. A smaller
/// query has its start and its finish nearer to each other.
///
/// # Example
/// ```
/// use kubikschach::{cases::Question, notation, position::Position, rules::Rules, workbench};
/// let rules = Rules::cube();
/// let setup = notation::parse_board(&rules, "[##k,###,r#K],[###,n##,#N#],[###,###,#Q#]")?;
/// let is_mate = |question: &Question| match question {
///     Question::Mate(setup) => Position::new_unchecked(&rules, setup.clone()).is_checkmate(),
///     Question::Path(..) => false,
/// };
/// let first = |questions: &[Question]| questions.iter().position(is_mate);
/// let Question::Mate(small) = workbench::shrink(&rules, Question::Mate(setup), first) else {
///     panic!("a board stays a board")
/// };
/// assert_eq!(notation::write_board(&rules, &small.board), "[##k,###,r#K],[###,n##,#N#],[###,###,###]");
/// # Ok::<(), kubikschach::mistake::Mistake>(())
/// ```
pub fn shrink(
    rules: &Rules,
    question: Question,
    mut first: impl FnMut(&[Question]) -> Option<usize>,
) -> Question {
    let mut question = question;
    loop {
        let mut smaller = match &question {
            Question::Path(size, query) => smaller_queries(rules, *size, *query),
            Question::Mate(setup) => smaller_boards(rules, setup),
        };
        match first(&smaller) {
            Some(nth) => question = smaller.swap_remove(nth),
            None => return question,
        }
    }
}

/// Returns boards with fewer pieces or layers, or with a piece nearer to the king.
///
/// The king is that of the side to move. If `setup` is legal, only legal boards are returned.
fn smaller_boards(rules: &Rules, setup: &Setup) -> Vec<Question> {
    let is_allowed = |setup: &Setup| Position::new(rules, setup.clone()).is_ok();
    let must_be_allowed = is_allowed(setup);
    let fewer = halves(setup).into_iter().chain(without_a_piece(setup));
    let smaller = fewer.chain(without_layers(rules, setup)).chain(nearer(rules, setup));
    smaller.filter(|setup| !must_be_allowed || is_allowed(setup)).map(Question::Mate).collect()
}

/// Returns two boards: one without the first half of the pieces, one without the second half.
///
/// The list is empty if there are fewer than six pieces.
fn halves(setup: &Setup) -> Vec<Setup> {
    let pieces: Vec<Cell> = setup.board.pieces().map(|(cell, _)| cell).collect();
    if pieces.len() < 6 {
        return Vec::new();
    }
    let half = pieces.len() / 2;
    let parts = [&pieces[..half], &pieces[half..]];
    parts.map(|cells| emptied(setup, cells)).to_vec()
}

pub(super) fn without_a_piece(setup: &Setup) -> impl Iterator<Item = Setup> {
    let cells: Vec<Cell> = setup.board.pieces().map(|(cell, _)| cell).collect();
    cells.into_iter().map(|cell| emptied(setup, &[cell]))
}

fn emptied(setup: &Setup, cells: &[Cell]) -> Setup {
    let mut setup = setup.clone();
    for &cell in cells {
        setup.board.set(cell, None);
    }
    setup
}

/// Returns boards with one cell less along each edge: one empty layer along each axis is removed.
///
/// The list is empty if the rule set fixes the size.
fn without_layers(rules: &Rules, setup: &Setup) -> Vec<Setup> {
    let (board, edge) = (&setup.board, setup.board.size().edge());
    let (None, Some(size)) = (rules.size(), Size::new(edge - 1)) else { return Vec::new() };
    let layers = Axis::ALL.map(|axis| {
        let is_empty = |at: &u16| board.pieces().all(|(cell, _)| cell.along(axis) != *at);
        let empty: Vec<u16> = board.size().coordinates().filter(is_empty).collect();
        // Trying all layers would take up to edge³ boards, so only the first, middle and last are
        // tried.
        let some = [empty.first(), empty.get(empty.len() / 2), empty.last()];
        let mut some: Vec<u16> = some.into_iter().flatten().copied().collect();
        some.dedup();
        some
    });
    let [files, ranks, levels] = &layers;
    let mut boards = Vec::new();
    for &file in files {
        for &rank in ranks {
            let without = |&level: &u16| without_layer(board, size, [file, rank, level]);
            boards.extend(levels.iter().map(without));
        }
    }
    boards.into_iter().map(|board| Setup { board, ..setup.clone() }).collect()
}

/// Returns the board without one layer along each axis; `size` is the new size.
///
/// The removed layers must be empty.
fn without_layer(board: &Board, size: Size, layers: [u16; 3]) -> Board {
    let mut smaller = Board::new(size);
    for (cell, piece) in board.pieces() {
        let moved = Axis::ALL.into_iter().zip(layers).fold(cell, |cell, (axis, layer)| {
            cell.with(axis, cell.along(axis) - u16::from(cell.along(axis) > layer))
        });
        smaller.set(moved, Some(piece));
    }
    smaller
}

/// Returns the boards with one piece moved one cell along an axis towards the king.
///
/// The king is that of the side to move.
fn nearer(rules: &Rules, setup: &Setup) -> Vec<Setup> {
    let position = Position::new_unchecked(rules, setup.clone());
    let Some(&king) = position.kings(position.turn()).first() else { return Vec::new() };
    let mut boards = Vec::new();
    for (cell, piece) in setup.board.pieces() {
        for axis in Axis::ALL {
            let (at, goal) = (cell.along(axis), king.along(axis));
            let to = if at < goal { at + 1 } else { at.saturating_sub(1) };
            let moved = cell.with(axis, to);
            if at != goal && setup.board.is_empty(moved) {
                let mut board = setup.board.clone();
                board.set(cell, None);
                board.set(moved, Some(piece));
                boards.push(Setup { board, ..setup.clone() });
            }
        }
    }
    boards
}

/// Sort key of a query: its number of moves, then the Manhattan distance from start to finish.
///
/// An unreachable finish has `u32::MAX` moves.
pub(super) type Measure = (u32, u32);

pub(super) fn measure(moves: Option<u32>, query: Query) -> Measure {
    let apart = query.start.offset_to(query.finish).parts().map(i32::unsigned_abs);
    (moves.unwrap_or(u32::MAX), apart.iter().sum())
}

/// Returns smaller queries, the most promising first.
///
/// The list begins with the query on a smaller board and with queries that are one move shorter.
/// Then come queries whose start and finish are half as far apart. All other queries with a smaller
/// offset between start and finish follow, sorted by their [`Measure`].
fn smaller_queries(rules: &Rules, size: Size, query: Query) -> Vec<Question> {
    let graph = MoveGraph::new(rules, size, query.piece);
    let distances = (graph.distances_from(query.start), graph.distances_to(query.finish));
    let (Ok(from), Ok(to)) = distances else { return Vec::new() };
    let moves = |distances: &Distances, cell| distances.get(cell).ok().flatten();
    let own = measure(moves(&from, query.finish), query);
    let offset = query.start.offset_to(query.finish);
    let near = |offset: Offset| {
        let finish = size.step(query.start, offset).map(|finish| Query { finish, ..query });
        let start = size.step(query.finish, -offset).map(|start| Query { start, ..query });
        let finish = finish.map(|query| (measure(moves(&from, query.finish), query), query));
        let start = start.map(|query| (measure(moves(&to, query.start), query), query));
        [finish, start].into_iter().flatten().filter(|(measure, _)| *measure < own)
    };
    let half: Vec<_> = near(offset.scaled(1, 2)).collect();
    let mut all: Vec<_> = inside(offset).into_iter().flat_map(&near).collect();
    all.sort_by_key(|(measure, _)| *measure);
    let on_smaller = on_smaller_board(rules, size, query);
    let parts = part_of_route(rules, size, query);
    let here = parts.into_iter().chain(half.into_iter().chain(all).map(|(_, query)| query));
    on_smaller.into_iter().chain(here.map(|query| Question::Path(size, query))).collect()
}

/// Returns the query shifted to a board with one cell less along each edge; `None` if the start and
/// the finish do not fit on that board.
fn on_smaller_board(rules: &Rules, size: Size, query: Query) -> Option<Question> {
    let smaller = Size::new(size.edge() - 1).filter(|_| rules.size().is_none())?;
    let Query { start, finish, .. } = query;
    let moved = |cell: Cell| {
        Axis::ALL.into_iter().fold(cell, |cell, axis| {
            let by = u16::from(start.along(axis).max(finish.along(axis)) > smaller.opposite(0));
            cell.with(axis, cell.along(axis).saturating_sub(by))
        })
    };
    let [start, finish] = [start, finish].map(moved);
    let fits = start.offset_to(finish) == query.start.offset_to(query.finish);
    fits.then_some(Question::Path(smaller, Query { start, finish, ..query }))
}

/// Returns two queries that leave out the first or the last move of a shortest route.
fn part_of_route(rules: &Rules, size: Size, query: Query) -> Vec<Query> {
    let route = PathFinder::new(rules, size).route(query).ok().flatten();
    match route.as_deref() {
        Some([_, between @ .., _]) => {
            let start = between.first().map(|&start| Query { start, ..query });
            let finish = between.last().map(|&finish| Query { finish, ..query });
            start.into_iter().chain(finish).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns the offsets in the octant of `offset` that are not longer than `offset` along any axis.
///
/// If `offset` is longer than [`FAR`] along an axis, the list is limited to offsets that are at
/// most one cell shorter along each axis.
fn inside(offset: Offset) -> Vec<Offset> {
    let [files, ranks, levels] = offset.parts();
    let least = |far: i32| {
        if offset.parts().iter().any(|part| part.abs() > FAR) { far.abs() - 1 } else { 0 }
    };
    let upto = |far: i32| (least(far).max(0)..=far.abs()).map(move |by| by * far.signum());
    let mut offsets = Vec::new();
    for file in upto(files) {
        for rank in upto(ranks) {
            offsets.extend(upto(levels).map(|level| Offset::new(file, rank, level)));
        }
    }
    offsets
}

/// Longest offset, in cells along an axis, for which all shorter offsets are tried.
const FAR: i32 = 15;
