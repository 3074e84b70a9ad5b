//! Paths among other pieces, beside a search that makes every move on a copy of the board.

mod common;
mod exotic_rules;
mod oracle;

use std::collections::{HashMap, HashSet};

use common::coverage::Coverage;
use common::rng::SplitMix64;
use common::{cubic_chess, rules};
use kubikschach::board::{Board, Move, Occupancy};
use kubikschach::cell::{Cell, Size};
use kubikschach::notation;
use kubikschach::path::{Obstacle, PathError, PathFinder, RouteCount};
use kubikschach::piece::{Color, Piece};
use kubikschach::rules::Rules;
use oracle::{Oracle, after};

/// What a plain search asks: whether the piece on a cell can go to another, and whether a cell is
/// attacked by a color.
trait Moves {
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

/// For pieces that the oracle doesn't know.
impl Moves for Rules {
    fn goes(&self, board: &Board, from: Cell, to: Cell) -> bool {
        let piece = board.piece_at(from).expect("it stands there");
        self.movement().destinations(board, piece, from, self.captures()).contains(&to)
    }

    fn attacks(&self, board: &Board, cell: Cell, by: Color) -> bool {
        let reaches = |(from, piece): (Cell, Piece)| {
            let steps = self.movement().steps_of(piece);
            let captures = |step: &&kubikschach::movement::Step| {
                step.allows(kubikschach::movement::MoveKind::Capture)
            };
            steps.filter(captures).any(|step| step.reach(board, from).any(|to| to == cell))
        };
        board.pieces_of(by).any(reaches)
    }
}

/// A question about a way.
struct Asked<'r> {
    rules: &'r Rules,
    board: Board,
    piece: Piece,
    start: Cell,
    finish: Cell,
    safe: bool,
}

/// A search has more routes than this only where they are not compared.
const MOST_ROUTES: usize = 20_000;

/// All shortest routes, found by making moves on copies of the board; `None` if they are too many.
fn plain_routes(asked: &Asked<'_>, moves: &dyn Moves) -> Option<Vec<Vec<Cell>>> {
    let Asked { piece, start, finish, safe, .. } = *asked;
    let mut board = asked.board.clone();
    board.set(start, Some(piece));
    let mut seen = HashSet::from([(start, board.clone())]);
    let mut level = HashMap::from([((start, board), vec![vec![start]])]);
    while !level.is_empty() {
        let arrived = level.iter().filter(|((cell, _), _)| *cell == finish);
        let mut routes: Vec<Vec<Cell>> = arrived.flat_map(|(_, routes)| routes.clone()).collect();
        if !routes.is_empty() {
            let name = |cell: &Cell| asked.rules.cells().name(board_size(asked), *cell);
            routes.sort_by_cached_key(|route| route.iter().map(name).collect::<Vec<_>>());
            return Some(routes);
        }
        let mut next: HashMap<(Cell, Board), Vec<Vec<Cell>>> = HashMap::new();
        for ((from, board), routes) in level {
            for to in board.size().iter().filter(|&to| moves.goes(&board, from, to)) {
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

fn board_size(asked: &Asked<'_>) -> Size {
    asked.board.size()
}

/// Asks a finder everything, and compares.
fn check(asked: &Asked<'_>, moves: &dyn Moves, coverage: &Coverage) {
    let Asked { rules, board, piece, start, finish, safe } = asked;
    let Some(routes) = plain_routes(asked, moves) else { return };
    let mut finder = PathFinder::among(rules, board.clone(), *safe);
    let context = format!(
        "{} {} {piece:?} {start:?} {finish:?} {safe}",
        rules.name(),
        notation::board_text(rules, board)
    );
    let distance = routes.first().map(|route| u32::try_from(route.len() - 1).expect("short"));
    assert_eq!(finder.distance(*piece, *start, *finish), Ok(distance), "{context}");
    let count = RouteCount::Exact(routes.len() as u128);
    assert_eq!(finder.count(*piece, *start, *finish), Ok(count), "{context}");
    assert_eq!(finder.route(*piece, *start, *finish), Ok(routes.first().cloned()), "{context}");
    let all = finder.all(*piece, *start, *finish).expect("there are few").collect::<Vec<_>>();
    assert_eq!(all, routes, "{context}");
    let obstacle = finder.obstacle(*piece, *start, *finish).expect("there are few");
    assert_eq!(obstacle.is_some(), routes.is_empty(), "{context}");
    let enemies =
        |route: &Vec<Cell>| route[1..].iter().filter(|cell| !board.is_empty(**cell)).count();
    coverage.see("a way that captures", routes.iter().any(|route| enemies(route) > 0));
    coverage.see("a way that captures twice", routes.iter().any(|route| enemies(route) > 1));
    coverage.see("a way of three moves", distance > Some(2));
    coverage.see("many ways", routes.len() > 3);
    coverage.see("its own side in the way", matches!(obstacle, Some(Obstacle::OwnPiece(_))));
    coverage.see("others in the way", matches!(obstacle, Some(Obstacle::Pieces(_))));
    let mut careless = PathFinder::among(rules, board.clone(), false);
    let differs = *safe && careless.distance(*piece, *start, *finish) != Ok(distance);
    coverage.see("a way that is safer", differs && distance.is_some());
    coverage.see("no safe way", differs && distance.is_none());
}

/// A random question on a board of a size.
fn random<'r>(rules: &'r Rules, size: Size, rng: &mut SplitMix64) -> Asked<'r> {
    let pieces: Vec<Piece> = rules.letters().map(|(_, piece)| piece).collect();
    let mut board = Board::new(size).expect("it is small");
    let cell = |rng: &mut SplitMix64| size.cell(rng.below(size.cells()));
    let piece = rng.pick(&pieces);
    for _ in 0..rng.below(4) {
        let own = pieces.iter().filter(|other| other.color() == piece.color());
        board.set(cell(rng), Some(rng.pick(&own.copied().collect::<Vec<_>>())));
    }
    for _ in 0..rng.below(5) {
        let enemies = pieces.iter().filter(|other| other.color() != piece.color());
        board.set(cell(rng), Some(rng.pick(&enemies.copied().collect::<Vec<_>>())));
    }
    let start = cell(rng);
    board.set(start, rng.in_percent(50).then_some(piece));
    let occupied: Vec<Cell> = board.pieces().map(|(cell, _)| cell).collect();
    let finish = match occupied[..] {
        [_, ..] if rng.in_percent(30) => rng.pick(&occupied),
        _ => cell(rng),
    };
    Asked { rules, board, piece, start, finish, safe: rng.in_percent(50) }
}

fn check_random(rules: &Rules, edges: &[usize], moves: &dyn Moves, cases: usize, seen: &Coverage) {
    let mut rng = SplitMix64(7);
    for _ in 0..cases {
        let size = Size::new(rng.pick(edges)).expect("a size of boards");
        check(&random(rules, size, &mut rng), moves, seen);
    }
}

/// What the random questions must have come to, so many times each.
fn expect(coverage: &Coverage, least: usize) {
    for what in [
        "a way that captures",
        "a way that captures twice",
        "a way of three moves",
        "many ways",
        "its own side in the way",
        "others in the way",
        "a way that is safer",
        "no safe way",
    ] {
        coverage.at_least(least, what);
    }
}

#[test]
fn ways_are_those_that_a_plain_search_finds() {
    let coverage = Coverage::default();
    for (name, edges, cases) in [
        ("kubikschach", &[8][..], 40),
        ("cube", &[2, 3, 4], 1_200),
        ("great-shatranj", &[6], 100),
        ("raumschach", &[5], 150),
    ] {
        let rules = rules(name);
        let moves = (Oracle::new(&rules), rules.captures());
        check_random(&rules, edges, &moves, cases, &coverage);
    }
    expect(&coverage, 20);
}

#[test]
fn ways_of_a_users_own_pieces_are_too() {
    let coverage = Coverage::default();
    for rules in exotic_rules::all() {
        check_random(&rules, &[3, 4], &rules, 500, &coverage);
    }
    let rules = cubic_chess();
    check_random(&rules, &[8], &rules, 20, &coverage);
    expect(&coverage, 10);
}

#[test]
fn without_others_the_way_is_that_over_an_empty_board() {
    for (rules, edge) in [
        (rules("kubikschach"), 8),
        (rules("cube"), 3),
        (rules("great-shatranj"), 6),
        (rules("raumschach"), 5),
        (cubic_chess(), 8),
    ] {
        let size = Size::new(edge).expect("a size of boards");
        let empty = Board::new(size).expect("it is small");
        let mut finders =
            [PathFinder::new(&rules, size), PathFinder::among(&rules, empty, edge % 2 == 0)];
        for (_, piece) in rules.letters() {
            for start in size.iter().step_by(if edge > 5 { 5 } else { 1 }) {
                for finish in size.iter() {
                    let [alone, among] =
                        finders.each_mut().map(|finder| finder.distance(piece, start, finish));
                    assert_eq!(alone, among, "{} {piece:?} {start:?} {finish:?}", rules.name());
                }
            }
        }
    }
}

#[test]
fn a_start_with_another_piece_is_refused() {
    let rules = rules("cube");
    let setup = notation::board(&rules, "[r#,##],[##,##]").expect("it is a board");
    let query =
        notation::query(&rules, setup.board.size(), "King W a2(II) b1(I)").expect("a query");
    let taken = setup.board.piece_at(query.start).expect("the rook stands there");
    let mut finder = PathFinder::among(&rules, setup.board, false);
    let answer = finder.distance(query.piece, query.start, query.finish);
    assert_eq!(answer, Err(PathError::StartTaken(taken)));
}

/// A king that may take sixty knights in any order, and can't get where it should.
#[test]
fn what_would_take_too_long_is_refused() {
    let rules = rules("cube");
    let size = Size::new(9).expect("a size of boards");
    let mut board = Board::new(size).expect("it is small");
    let piece = |color, name| Piece::new(color, rules.role_named(name).expect("it has one"));
    for cell in size.iter().filter(|cell| cell.level == 4) {
        board.set(cell, Some(piece(Color::White, "Rook")));
    }
    for cell in size.iter().filter(|cell| cell.level < 3).step_by(4) {
        board.set(cell, Some(piece(Color::Black, "Knight")));
    }
    let start = Cell::new(4, 4, 3);
    let mut finder = PathFinder::among(&rules, board, true);
    let answer = finder.distance(piece(Color::White, "King"), start, Cell::new(0, 0, 8));
    assert_eq!(answer, Err(PathError::TooManyPositions));
}
