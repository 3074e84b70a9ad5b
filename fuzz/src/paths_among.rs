//! Fuzz target `paths_among`: the bytes choose a board, a piece and two cells.

use kubikschach::cell::Cell;
use kubikschach::notation::Query;
use kubikschach::path::PathError;
use kubikschach::render::Reason;
use kubikschach::rules::Rules;

use crate::choices::Choices;
use crate::common::coverage::Coverage;
use crate::common::{pieces, size};
use crate::items::{built_in, expect_ok, rule_sets};
use crate::oracle::Oracle;
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
    let asked = asked(rules, &mut choices);
    // On larger boards with more pieces the plain search takes too long.
    if asked.board.size().edge() <= 4 || asked.board.count() <= 4 {
        check(&asked);
    }
    check_routes(&asked);
}

fn asked<'r>(rules: &'r Rules, choices: &mut Choices<'_>) -> Asked<'r> {
    let pieces = pieces(rules);
    let size = rules.size().unwrap_or(size(2 + choices.below(3)));
    let (piece, start, finish) = (choices.pick(&pieces), choices.cell(size), choices.cell(size));
    let (stands, safe) = (choices.either(), choices.either());
    let mut board = choices.setup(rules, size, 5).board;
    board.set(start, stands.then_some(piece));
    Asked { rules, board, piece, start, finish, safe }
}

/// Compares the answers with the oracle. For `cubic-chess`, whose pieces the oracle does not know,
/// compares them with a search over the steps of the rule set.
fn check(asked: &Asked<'_>) {
    let (rules, coverage) = (asked.rules, Coverage::default());
    if rules.name() == "cubic-chess" {
        ways::check(asked, rules, &coverage);
    } else {
        ways::check(asked, &(Oracle::new(rules), rules.captures()), &coverage);
    }
}

fn check_routes(asked: &Asked<'_>) {
    let Asked { rules, board, piece, start, finish, safe } = asked;
    let finder = ways::finder(rules, board.clone(), *safe);
    let query = Query { piece: *piece, start: *start, finish: *finish };
    let distance = match finder.distance(query) {
        Err(PathError::TooManyPositions) => return,
        distance => expect_ok(distance),
    };
    if distance.is_none() {
        let obstacle = expect_ok(finder.why_no_route(query)).expect("there is no way");
        assert!(!Reason::new(&finder, query, obstacle).to_string().is_empty());
    }
    let routes = expect_ok(finder.all(query)).take(20).collect::<Vec<_>>();
    assert_eq!(routes.is_empty(), distance.is_none());
    for route in routes {
        assert_eq!(Some(route.len() - 1), distance.map(|moves| moves as usize));
        assert_eq!((route.first(), route.last()), (Some(start), Some(finish)));
        make(asked, &route);
    }
}

fn make(asked: &Asked<'_>, route: &[Cell]) {
    let Asked { rules, piece, safe, .. } = *asked;
    let mut board = asked.board.clone();
    board.set(route[0], Some(piece));
    for step in route.windows(2) {
        let goes = rules.movement().destinations(&board, piece, step[0]);
        assert!(goes.contains(&step[1]), "{route:?}");
        board.set(step[0], None);
        board.set(step[1], Some(piece));
        assert!(
            !safe || !ways::Moves::attacks(rules, &board, step[1], !piece.color()),
            "{route:?}"
        );
    }
}
