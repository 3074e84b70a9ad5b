//! Oracle for paths: it makes every move of the piece on a copy of the board.

use std::cell::LazyCell;
use std::collections::{HashMap, HashSet};

use kubikschach::board::{Board, Move};
use kubikschach::cell::{Cell, Size};
use kubikschach::notation::{self, Query};
use kubikschach::path::{Confinement, NoRoute, PathFinder, RouteCount};
use kubikschach::piece::Piece;
use kubikschach::rules::Rules;

use super::stepping::Table;
use super::{after, reasons, sorted};
use crate::common::coverage::Coverage;

/// A question about the paths of a piece. The board has the other pieces, and may have the piece on
/// its start.
pub(crate) struct Asked {
    /// Board with other pieces; `None` asks for paths on an empty board.
    pub(crate) board: Option<Board>,
    pub(crate) size: Size,
    pub(crate) piece: Piece,
    pub(crate) start: Cell,
    pub(crate) safe: bool,
}

impl Asked {
    fn finder(&self, rules: &Rules) -> PathFinder {
        match self.board.clone() {
            None => PathFinder::new(rules, self.size),
            Some(board) => finder(rules, board, self.safe),
        }
    }

    fn context(&self, rules: &Rules, finish: Cell) -> String {
        let others = notation::write_board(rules, &self.others());
        let [start, finish] = [self.start, finish].map(|cell| rules.cells().name(self.size, cell));
        let (name, letter) = (rules.name(), rules.letter(self.piece));
        format!("{name}: {letter} {start} {finish}, safe: {}, among {others}", self.safe)
    }

    /// Returns the board without the piece whose paths are asked for.
    pub(super) fn others(&self) -> Board {
        let mut board = self.board.clone().unwrap_or_else(|| Board::new(self.size));
        board.set(self.start, None);
        board
    }
}

pub(crate) fn finder(rules: &Rules, board: Board, safe: bool) -> PathFinder {
    if safe { PathFinder::safely_among(rules, board) } else { PathFinder::among(rules, board) }
}

/// Maximum number of routes that the plain search lists.
const MOST_ROUTES: u128 = 300;

/// The piece on a cell, after it has captured some pieces.
struct Node {
    cell: Cell,
    /// Sorted cells of the captures.
    captured: Vec<Cell>,
    moves: u32,
    /// Number of shortest routes.
    count: u128,
    /// First of the shortest routes. Each cell is given as its place in the list of cells sorted by
    /// name.
    first: Vec<usize>,
    /// Numbers of the previous nodes of the shortest routes.
    before: Vec<usize>,
}

/// All nodes that a piece reaches, nearest first.
pub(super) struct Search {
    nodes: Vec<Node>,
}

impl Search {
    fn new(table: &Table, asked: &Asked, places: &[usize]) -> Self {
        let (start, place) = (asked.start, |cell| places[asked.size.index(cell)]);
        let (captured, first, before) = (vec![], vec![place(start)], vec![]);
        let mut nodes = vec![Node { cell: start, captured, moves: 0, count: 1, first, before }];
        let mut numbers = HashMap::from([((start, vec![]), 0)]);
        let mut from = 0;
        while from < nodes.len() {
            let moves = nodes[from].moves + 1;
            for (cell, captured) in moves_from(table, asked, &nodes[from]) {
                let number = *numbers.entry((cell, captured)).or_insert_with_key(|key| {
                    let (captured, first, before) = (key.1.clone(), vec![], vec![]);
                    nodes.push(Node { cell, captured, moves, count: 0, first, before });
                    nodes.len() - 1
                });
                if nodes[number].moves == moves {
                    let first = [&nodes[from].first[..], &[place(cell)]].concat();
                    let (count, node) = (nodes[from].count, &mut nodes[number]);
                    node.count += count;
                    node.before.push(from);
                    let is_first = node.first.is_empty() || first < node.first;
                    node.first = if is_first { first } else { node.first.clone() };
                }
            }
            from += 1;
        }
        Self { nodes }
    }

    /// Returns the number of cells that the piece reaches.
    pub(super) fn reached(&self) -> usize {
        self.nodes.iter().map(|node| node.cell).collect::<HashSet<_>>().len()
    }

    /// Returns the nearest nodes with the piece on `finish`.
    fn ends(&self, finish: Cell) -> Vec<&Node> {
        let at_finish = || self.nodes.iter().filter(|node| node.cell == finish);
        let least = at_finish().map(|node| node.moves).min();
        at_finish().filter(|node| Some(node.moves) == least).collect()
    }

    /// Returns all shortest routes to some nodes, sorted. Each cell is given as its place in the
    /// list of cells sorted by name.
    fn routes(&self, ends: &[&Node]) -> Vec<Vec<usize>> {
        sorted(ends.iter().flat_map(|end| self.routes_to(end)).collect())
    }

    fn routes_to(&self, node: &Node) -> Vec<Vec<usize>> {
        let place = node.first[node.first.len() - 1];
        if node.before.is_empty() {
            return vec![vec![place]];
        }
        let routes = node.before.iter().flat_map(|&before| self.routes_to(&self.nodes[before]));
        routes.map(|route| [&route[..], &[place]].concat()).collect()
    }
}

/// Makes all moves from a node, and returns the cells of the piece and of its captures after each.
fn moves_from(table: &Table, asked: &Asked, from: &Node) -> HashSet<(Cell, Vec<Cell>)> {
    let (mut board, piece) = (asked.others(), asked.piece);
    from.captured.iter().for_each(|&cell| board.set(cell, None));
    board.set(from.cell, Some(piece));
    if table.promotes(piece, asked.size.edge(), from.cell) {
        return HashSet::new();
    }
    let mut cells = table.destinations(&board, piece, from.cell);
    cells.retain(|&to| {
        let board = after(&board, Move::new(from.cell, to));
        !asked.safe || table.attacker(&board, !piece.color(), to).is_none()
    });
    let captured = |to| from.captured.iter().copied().chain((!board.is_empty(to)).then_some(to));
    cells.into_iter().map(|to| (to, sorted(captured(to).collect()))).collect()
}

/// Returns the cells sorted by name, and the place of each cell in this list, by cell index.
fn by_name(rules: &Rules, size: Size) -> (Vec<Cell>, Vec<usize>) {
    let mut by_name: Vec<Cell> = size.iter().collect();
    by_name.sort_by_cached_key(|&cell| rules.cells().name(size, cell));
    let mut places = vec![0; by_name.len()];
    (0..).zip(&by_name).for_each(|(place, &cell)| places[size.index(cell)] = place);
    (by_name, places)
}

/// Compares the library's answers about paths to each of `finishes` with those of a plain search.
pub(crate) fn check(
    (rules, table): (&Rules, &Table),
    asked: &Asked,
    finishes: &[Cell],
    coverage: &Coverage,
) {
    let (by_name, places) = by_name(rules, asked.size);
    let search = Search::new(table, asked, &places);
    let on_empty_board = Asked { board: None, safe: false, ..*asked };
    let alone = LazyCell::new(|| Search::new(table, &on_empty_board, &places));
    let finder = asked.finder(rules);
    for &finish in finishes {
        let query = Query { piece: asked.piece, start: asked.start, finish };
        let context = asked.context(rules, finish);
        let ends = search.ends(finish);
        let distance = ends.first().map(|end| end.moves);
        assert_eq!(finder.distance(query), Ok(distance), "{context}");
        let count = ends.iter().map(|end| end.count).sum();
        assert_eq!(finder.count(query), Ok(RouteCount::Exact(count)), "{context}");
        let first = ends.iter().map(|end| &end.first).min();
        let cells = |route: &Vec<usize>| route.iter().map(|&place| by_name[place]).collect();
        assert_eq!(finder.route(query), Ok(first.map(cells)), "{context}");
        if count <= MOST_ROUTES {
            let all = finder.all(query).expect("the search is small");
            let routes = search.routes(&ends).iter().map(cells).collect::<Vec<_>>();
            assert_eq!(all.collect::<Vec<_>>(), routes, "{context}");
        }
        let found = finder.why_no_route(query).expect("the search is small");
        let expected = distance.is_none().then(|| {
            reasons::expected((table, asked), &search, finish, found, || {
                alone.ends(finish).first().map(|end| end.moves)
            })
        });
        assert_eq!(found, expected, "{context}");
        see(table, asked, &ends, query, found, coverage);
    }
}

/// Counts the features of a question and its answer, such as captures or the reason for no route.
fn see(
    table: &Table,
    asked: &Asked,
    ends: &[&Node],
    Query { piece, finish, .. }: Query,
    found: Option<NoRoute>,
    coverage: &Coverage,
) {
    let captures = ends.iter().map(|end| end.captured.len()).max();
    let count: u128 = ends.iter().map(|end| end.count).sum();
    coverage.see("a way that captures", captures > Some(0));
    coverage.see("a way that captures twice", captures > Some(1));
    coverage.see("a way of three moves", ends.iter().any(|end| end.moves > 2));
    coverage.see("many ways", count > 3);
    let promotes = table.promotes(piece, asked.size.edge(), finish);
    coverage.see("a promotion", promotes && ends.iter().any(|end| end.moves > 0));
    let reason = match found {
        None => return,
        Some(NoRoute::Occupied(other)) if other.color() == piece.color() => {
            "its own side in the way"
        }
        Some(NoRoute::Occupied(_)) => "an enemy in the way",
        Some(NoRoute::Promoted) => "a promotion before the start",
        Some(NoRoute::Reach { .. }) => "the edges in the way",
        Some(NoRoute::Pieces(Confinement { attacker: Some(_), .. })) => "an attacked finish",
        Some(NoRoute::Pieces(_)) => "others in the way",
        Some(_) => "an invariant",
    };
    coverage.see(reason, true);
}
