//! Fuzz target `paths_among`: the bytes choose a board, a piece and two cells.

use kubikschach::board::Board;
use kubikschach::cell::Cell;
use kubikschach::movement::MoveKind;
use kubikschach::notation::Query;
use kubikschach::path::PathError;
use kubikschach::piece::Color;
use kubikschach::render::WhyNoRoute;
use kubikschach::rules::Rules;

use crate::choices::Choices;
use crate::common::coverage::Coverage;
use crate::common::{pieces, size};
use crate::items::{built_in, expect_ok, rule_sets};
use crate::oracle::stepping::Table;
use crate::oracle::ways::{self, Asked};

/// Checks that paths agree with a plain search, and that all their moves are legal.
pub fn run(data: &[u8]) {
    let mut choices = Choices::new(data);
    // Three in four inputs are on a `cube` board, which may be small.
    let rules = if choices.below(4) > 0 {
        built_in("cube")
    } else {
        &rule_sets()[choices.below(rule_sets().len())]
    };
    let pieces = pieces(rules);
    let size = rules.size().unwrap_or(size(2 + choices.below(3)));
    let (piece, start, finish) = (choices.pick(&pieces), choices.cell(size), choices.cell(size));
    let (stands, safe) = (choices.either(), choices.either());
    let mut board = choices.setup(rules, size, 5).board;
    board.set(start, stands.then_some(piece));
    // The oracle has no table of `great-shatranj:sideways`.
    let has_table = !rules.name().contains(':');
    // On larger boards with more pieces the plain search takes too long.
    if has_table && (size.edge() <= 4 || board.count() <= 4) {
        let asked = Asked { board: Some(board.clone()), size, piece, start, safe };
        ways::check((rules, &Table::new(rules)), &asked, &[finish], &Coverage::default());
    }
    check_routes(rules, &board, Query { piece, start, finish }, safe);
}

/// Checks that the routes of a query are as long as its distance, and that all their moves are
/// legal.
pub(crate) fn check_routes(rules: &Rules, board: &Board, query: Query, safe: bool) {
    let finder = ways::finder(rules, board.clone(), safe);
    let distance = match finder.distance(query) {
        Err(PathError::TooManyPositions) => return,
        distance => expect_ok(distance),
    };
    if distance.is_none() {
        let obstacle = expect_ok(finder.why_no_route(query)).expect("there is no way");
        assert!(!WhyNoRoute::new(&finder, query, obstacle).to_string().is_empty());
    }
    let routes = expect_ok(finder.all(query)).take(20).collect::<Vec<_>>();
    assert_eq!(routes.is_empty(), distance.is_none());
    for route in routes {
        assert_eq!(Some(route.len() - 1), distance.map(|moves| moves as usize));
        assert_eq!((route.first(), route.last()), (Some(&query.start), Some(&query.finish)));
        make(rules, board.clone(), query, safe, &route);
    }
}

fn make(rules: &Rules, mut board: Board, query: Query, safe: bool, route: &[Cell]) {
    let piece = query.piece;
    board.set(query.start, Some(piece));
    for step in route.windows(2) {
        let goes = rules.movement().destinations(&board, piece, step[0]);
        assert!(goes.contains(&step[1]), "{route:?}");
        board.set(step[0], None);
        board.set(step[1], Some(piece));
        assert!(!safe || !is_attacked(rules, &board, step[1], !piece.color()), "{route:?}");
    }
}

/// Returns `true` if a piece of color `by` attacks `cell`. The function follows every step of these
/// pieces, because the oracle has tables of known rule sets only.
fn is_attacked(rules: &Rules, board: &Board, cell: Cell, by: Color) -> bool {
    board.pieces_of(by).any(|(from, piece)| {
        let steps = rules.movement().steps_of(piece);
        let mut captures = steps.filter(|step| step.allows(MoveKind::Capture));
        captures.any(|step| step.reach(board, from).any(|to| to == cell))
    })
}
