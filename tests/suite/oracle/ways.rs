//! Oracle for paths among other pieces. It makes every move on a copy of the board.

use std::collections::{HashMap, HashSet};

use kubikschach::board::{Board, Move};
use kubikschach::cell::Cell;
use kubikschach::movement::{MoveKind, Step};
use kubikschach::notation::{self, Query};
use kubikschach::path::{NoRoute, PathFinder, RouteCount};
use kubikschach::piece::{Color, Piece};
use kubikschach::rules::Rules;

use super::{Oracle, after};
use crate::common::coverage::Coverage;

/// Pseudo-legal moves and attacks, for the plain search.
pub(crate) trait Moves {
    fn goes(&self, board: &Board, from: Cell, to: Cell) -> bool;
    fn attacks(&self, board: &Board, cell: Cell, by: Color) -> bool;
}

impl Moves for (Oracle, bool) {
    fn goes(&self, board: &Board, from: Cell, to: Cell) -> bool {
        let (oracle, captures) = self;
        oracle.moves(board, from, to) && (*captures || board.is_empty(to))
    }

    fn attacks(&self, board: &Board, cell: Cell, by: Color) -> bool {
        !self.0.attackers(board, cell, by).is_empty()
    }
}

/// Uses the library's destinations, for pieces that the oracle does not know.
impl Moves for Rules {
    fn goes(&self, board: &Board, from: Cell, to: Cell) -> bool {
        let piece = board.piece_at(from).expect("it stands there");
        self.movement().destinations(board, piece, from).contains(&to)
    }

    fn attacks(&self, board: &Board, cell: Cell, by: Color) -> bool {
        let reaches = |(from, piece): (Cell, Piece)| {
            let steps = self.movement().steps_of(piece);
            let captures = |step: &&Step| step.allows(MoveKind::Capture);
            steps.filter(captures).any(|step| step.reach(board, from).any(|to| to == cell))
        };
        board.pieces_of(by).any(reaches)
    }
}

pub(crate) struct Asked<'r> {
    pub(crate) rules: &'r Rules,
    pub(crate) board: Board,
    pub(crate) piece: Piece,
    pub(crate) start: Cell,
    pub(crate) finish: Cell,
    pub(crate) safe: bool,
}

/// Maximum number of routes that the plain search lists. The tests do not compare longer lists.
const MOST_ROUTES: usize = 20_000;

/// Returns all shortest routes, found by making moves on copies of the board. Returns `None` for
/// more than [`MOST_ROUTES`] routes.
pub(crate) fn plain_routes(asked: &Asked<'_>, moves: &dyn Moves) -> Option<Vec<Vec<Cell>>> {
    let Asked { piece, start, finish, safe, .. } = *asked;
    let mut board = asked.board.clone();
    board.set(start, Some(piece));
    let mut seen = HashSet::from([(start, board.clone())]);
    let mut level = HashMap::from([((start, board), vec![vec![start]])]);
    while !level.is_empty() {
        let arrived = level.iter().filter(|((cell, _), _)| *cell == finish);
        let mut routes: Vec<Vec<Cell>> = arrived.flat_map(|(_, routes)| routes.clone()).collect();
        if !routes.is_empty() {
            let name = |cell: &Cell| asked.rules.cells().name(asked.board.size(), *cell);
            routes.sort_by_cached_key(|route| route.iter().map(name).collect::<Vec<_>>());
            return Some(routes);
        }
        let mut next: HashMap<(Cell, Board), Vec<Vec<Cell>>> = HashMap::new();
        for ((from, board), routes) in level {
            let is_king = |to| board.piece_at(to).is_some_and(|other| asked.rules.is_royal(other));
            let goes = |&to: &Cell| moves.goes(&board, from, to) && !is_king(to);
            if asked.rules.promotes(piece, board.size(), from) {
                continue;
            }
            for to in board.size().iter().filter(goes) {
                let after = after(&board, Move::new(from, to));
                if safe && moves.attacks(&after, to, !piece.color()) {
                    continue;
                }
                let longer = routes.iter().map(|route| [&route[..], &[to]].concat());
                next.entry((to, after)).or_default().extend(longer);
            }
        }
        next.retain(|state, _| seen.insert(state.clone()));
        if next.values().map(Vec::len).sum::<usize>() > MOST_ROUTES {
            return None;
        }
        level = next;
    }
    Some(Vec::new())
}

pub(crate) fn finder(rules: &Rules, board: Board, safe: bool) -> PathFinder {
    if safe { PathFinder::safely_among(rules, board) } else { PathFinder::among(rules, board) }
}

pub(crate) fn check(asked: &Asked<'_>, moves: &dyn Moves, coverage: &Coverage) {
    let Asked { rules, board, piece, start, finish, safe } = asked;
    let Some(routes) = plain_routes(asked, moves) else { return };
    let finder = finder(rules, board.clone(), *safe);
    let context = format!(
        "{} {} {piece:?} {start:?} {finish:?} {safe}",
        rules.name(),
        notation::write_board(rules, board)
    );
    let distance = routes.first().map(|route| u32::try_from(route.len() - 1).expect("short"));
    let query = Query { piece: *piece, start: *start, finish: *finish };
    assert_eq!(finder.distance(query), Ok(distance), "{context}");
    let count = RouteCount::Exact(routes.len() as u128);
    assert_eq!(finder.count(query), Ok(count), "{context}");
    assert_eq!(finder.route(query), Ok(routes.first().cloned()), "{context}");
    let all = finder.all(query).expect("there are few").collect::<Vec<_>>();
    assert_eq!(all, routes, "{context}");
    let obstacle = finder.why_no_route(query).expect("there are few");
    assert_eq!(obstacle.is_some(), routes.is_empty(), "{context}");
    let enemies =
        |route: &Vec<Cell>| route[1..].iter().filter(|cell| !board.is_empty(**cell)).count();
    coverage.see("a way that captures", routes.iter().any(|route| enemies(route) > 0));
    coverage.see("a way that captures twice", routes.iter().any(|route| enemies(route) > 1));
    coverage.see("a way of three moves", distance > Some(2));
    coverage.see("many ways", routes.len() > 3);
    let promotes = |cell| rules.promotes(*piece, board.size(), cell);
    coverage.see("a promotion", promotes(*finish) && distance > Some(0));
    coverage.see("its own side in the way", matches!(obstacle, Some(NoRoute::Occupied(_))));
    coverage.see("others in the way", matches!(obstacle, Some(NoRoute::Pieces(_))));
    let careless = PathFinder::among(rules, board.clone());
    let differs = *safe && careless.distance(query) != Ok(distance);
    coverage.see("a way that is safer", differs && distance.is_some());
    coverage.see("no safe way", differs && distance.is_none());
}
