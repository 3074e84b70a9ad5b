//! Checks of rule sets, positions and pictures that several fuzz targets share.

use std::fmt::Display;
use std::sync::LazyLock;

use kubikschach::board::{Board, Setup};
use kubikschach::cell::{Cell, Size};
use kubikschach::notation::{self, Query, write_board};
use kubikschach::path::{MoveGraph, PathFinder};
use kubikschach::piece::Piece;
use kubikschach::position::Position;
use kubikschach::render::{self, Picture, Styles, WhyNoRoute};
use kubikschach::rules::Rules;
use petgraph::Direction;
use roxmltree::Document;

use crate::choices::Choices;
use crate::common::{cubic_chess, size, text_of};
use crate::oracle::exhaustive;

static RULES: LazyLock<Vec<Rules>> =
    LazyLock::new(|| Rules::all_built_in().chain([cubic_chess()]).collect());

pub(crate) fn rule_sets() -> &'static [Rules] {
    &RULES
}

pub(crate) fn named(name: &str) -> Option<&'static Rules> {
    RULES.iter().find(|rules| rules.name() == name)
}

pub(crate) fn built_in(name: &str) -> &'static Rules {
    named(name).expect("the rule set is built in")
}

/// Splits the input into a rule set, chosen by the first byte, and the text after it.
pub(crate) fn rules_and_text(data: &[u8]) -> Option<(&'static Rules, &[u8])> {
    let (first, text) = data.split_first()?;
    Some((&RULES[usize::from(*first) % RULES.len()], text))
}

/// Returns a setup that the rule set names, or a setup with pieces chosen by bytes.
pub(crate) fn start(rules: &Rules, choices: &mut Choices<'_>) -> Setup {
    let setups: Vec<&str> = rules.setup_names().collect();
    if setups.is_empty() || choices.either() {
        let size = rules.size().unwrap_or(size(choices.pick(&[2, 3, 4, 5, 9, 17])));
        return choices.setup(rules, size, 16);
    }
    expect_ok(notation::parse_board(rules, choices.pick(&setups)))
}

/// Returns the value, or panics with the error as the message.
#[track_caller]
pub(crate) fn expect_ok<T>(checked: Result<T, impl Display>) -> T {
    checked.unwrap_or_else(|failure| panic!("{failure}"))
}

/// Checks that the verdict agrees with the oracle, a second program for verdicts, and that the
/// position can be explained and drawn. The text of the position must parse to that position.
pub(crate) fn check_position(rules: &Rules, setup: &Setup) {
    let position = Position::new_unchecked(rules, setup.clone());
    let text = text_of(&position);
    check_text(&position, &text);
    assert_eq!(position.legal_moves(), exhaustive::legal_moves(&position), "{text}");
    assert_eq!(position.verdict(), exhaustive::verdict_of(&position), "{text}");
    assert_eq!(position.is_check(), exhaustive::is_check(&position), "{text}");
    if rules.holds().is_empty() {
        let turned = Setup { turn: Some(position.turn()), ..setup.clone() };
        let broken = exhaustive::broken_invariants(rules, &turned);
        let found = position.validate().err().map(|error| exhaustive::names(&error));
        assert_eq!(found.unwrap_or_default(), broken, "{text}");
    }
    let explanation = position.explain();
    assert_eq!(explanation.verdict, position.verdict(), "{text}");
    for explain in [render::explain, render::explain_in_full] {
        assert!(!explain(&position, &explanation).lines.is_empty(), "{text}");
    }
    check_picture(&Picture::of_verdict(&position, &explanation));
    let _ = position.status().to_string();
    let _ = position.validate().map_err(|error| error.to_string());
}

pub(crate) fn check_text(position: &Position, text: &str) {
    let rules = position.rules();
    let board = write_board(rules, position.board());
    assert_eq!(expect_ok(notation::parse_board(rules, &board)).board, *position.board(), "{text}");
    let again = Position::new_unchecked(rules, expect_ok(notation::parse_board(rules, text)));
    assert_eq!((&again, again.holder()), (position, position.holder()), "{text}");
}

/// Checks that a picture is well-formed XML and can be drawn as text. Skips boards with more than 6
/// cells per edge.
pub(crate) fn check_picture(picture: &Picture<'_>) {
    if picture.board.size().edge() > 6 {
        return;
    }
    let svg = picture.svg(None);
    assert!(Document::parse(&svg).is_ok(), "{svg}");
    assert!(!picture.text(Styles::PLAIN, 80).is_empty());
}

/// Checks a query on an empty board. Its route must consist of legal moves. If there is no route,
/// there must be a reason.
pub(crate) fn check_way(rules: &Rules, size: Size, piece: Piece, [start, finish]: [Cell; 2]) {
    let finder = PathFinder::new(rules, size);
    let graph = MoveGraph::new(rules, size, piece);
    let query = Query { piece, start, finish };
    let distance = expect_ok(finder.distance(query));
    assert_eq!(distance, expect_ok(graph.distance(start, finish)));
    let route = expect_ok(finder.route(query));
    assert_eq!(route.as_ref().map(|route| route.len() - 1), distance.map(|moves| moves as usize));
    let route = route.unwrap_or_default();
    for step in route.windows(2) {
        let neighbors = graph.adjacent(step[0], Direction::Outgoing);
        assert!(neighbors.contains(&step[1]), "{piece:?} {route:?}");
    }
    let obstacle = expect_ok(finder.why_no_route(query));
    assert_eq!(obstacle.is_some(), distance.is_none(), "{piece:?} {start:?} {finish:?}");
    if let Some(obstacle) = obstacle {
        assert!(!WhyNoRoute::new(&finder, query, obstacle).to_string().is_empty());
    }
    let board = Board::new(size);
    check_picture(&Picture::new(rules, &board, "a way".to_owned()).with_route(&route));
}

pub(crate) fn check_names(rules: &Rules, size: Size) {
    for cell in size {
        let name = rules.cells().name(size, cell);
        assert_eq!(rules.cells().parse(size, &name), Some(cell), "{name}");
    }
}

/// Returns `true` if the board has so few pieces that the oracle judges it quickly.
pub(crate) fn is_small(board: &Board) -> bool {
    board.count() <= if board.size().edge() <= 9 { 20 } else { 6 }
}
