//! Compares mate problems with a plain search: keys, soundness, duals, set play and tries.

use std::iter::repeat_with;
use std::ops::ControlFlow;

use kubikschach::board::{Board, Setup};
use kubikschach::cases::{Answer, Case, Question};
use kubikschach::cell::{Cell, Size};
use kubikschach::control::Control;
use kubikschach::notation;
use kubikschach::piece::{Color, Piece};
use kubikschach::position::Position;
use kubikschach::render::Solution;
use kubikschach::rules::Rules;
use kubikschach::search::{MateSearch, Problem, ProblemParts, ProofError};
use kubikschach::workbench::{NoProblem, ProblemConstraint, ProblemGenerator};

use crate::common::coverage::Coverage;
use crate::common::rng::SplitMix64;
use crate::common::rounds::rounds;
use crate::common::{self, rules, size};
use crate::oracle::mates;

/// Returns a random position with a black king in a corner and mostly white pieces, or `None` if
/// the position is invalid.
pub(crate) fn draw(
    rules: &Rules,
    size: Size,
    pieces: usize,
    rng: &mut SplitMix64,
) -> Option<Position> {
    let mut board = Board::new(size);
    let all = common::pieces(rules);
    let named = |name, color| Piece::new(color, rules.role_named(name).expect("a piece"));
    let end = |rng: &mut SplitMix64| size.opposite(0) * u16::from(rng.in_percent(50));
    board.set(Cell::new(end(rng), end(rng), end(rng)), Some(named("King", Color::Black)));
    for nth in 1..pieces {
        let chosen = if nth == 1 { named("King", Color::White) } else { rng.pick(&all) };
        let color = if rng.in_percent(75) { Color::White } else { Color::Black };
        let piece = if nth == 1 { chosen } else { Piece::new(color, chosen.role()) };
        let cell = size.cell(rng.below(size.cells()));
        if !board.is_empty(cell) || nth > 1 && rules.is_royal(piece) {
            return None;
        }
        board.set(cell, Some(piece));
    }
    let position = Position::new(rules, Setup::new(board, Color::White)).ok()?;
    position.validate_playable().is_ok().then_some(position)
}

fn agree_on(rules: &Rules, edge: usize, pieces: &[usize], within: usize, count: usize) -> Coverage {
    let (coverage, mut rng) = (Coverage::default(), SplitMix64(edge as u64));
    let size = size(edge);
    let draws = repeat_with(|| draw(rules, size, rng.pick(pieces), &mut rng));
    for position in draws.flatten().take(rounds(count)) {
        let problem = mates::solved(&position, within);
        coverage.see("a sound problem", problem.is_sound());
        coverage.see("cooks", problem.is_cooked());
        coverage.see("a short solution", problem.is_short());
        coverage.see("duals", problem.duals() > 0);
        coverage.see("set play", problem.set.is_some_and(|set| !set.is_empty()));
        coverage.see("tries", problem.tries.is_some_and(|tries| !tries.is_empty()));
    }
    coverage
}

const FEATURES: [&str; 6] =
    ["a sound problem", "cooks", "a short solution", "duals", "set play", "tries"];

#[test]
fn problems_of_cube_are_solved_as_by_a_plain_search() {
    let cube = rules("cube");
    for (edge, pieces, within, count, least) in [
        (3, &[4, 5, 6][..], 2, 3_000, [25, 100, 100, 30, 20, 100]),
        (3, &[3, 4], 3, 60, [0, 0, 0, 0, 0, 0]),
        (4, &[5, 6, 7], 2, 300, [5, 5, 5, 5, 5, 5]),
        (4, &[6, 9], 1, 1_000, [20, 20, 0, 0, 0, 20]),
    ] {
        let coverage = agree_on(&cube, edge, pieces, within, count);
        for (feature, least) in FEATURES.into_iter().zip(least) {
            coverage.at_least(least, feature);
        }
    }
}

#[test]
fn problems_of_raumschach_are_solved_as_by_a_plain_search() {
    let raumschach = rules("raumschach");
    let coverage = agree_on(&raumschach, 5, &[8, 12, 16], 1, 2_000);
    coverage.at_least(50, "a sound problem");
    coverage.at_least(20, "cooks");
    coverage.at_least(50, "tries");
    let coverage = agree_on(&raumschach, 5, &[6, 8], 2, 300);
    coverage.at_least(5, "tries");
}

#[test]
fn problems_where_kings_hold_each_other_are_solved_as_by_a_plain_search() {
    agree_on(&rules("great-shatranj"), 6, &[5, 9], 1, 60);
}

fn search(board: &str) -> (Position, MateSearch) {
    let rules = rules("cube");
    let setup = notation::parse_board(&rules, board).expect("a board");
    let position = Position::new(&rules, setup).expect("it is allowed");
    (position.clone(), MateSearch::new(position, 1 << 20).expect("there is memory"))
}

const ALL: ProblemParts = ProblemParts { proofs: true, set: true, tries: true };

#[test]
fn a_check_against_the_attacker_leaves_no_set_play() {
    let (position, mut search) = search("[r##,###,###],[###,##R,n#r],[##k,Qr#,#K#]");
    assert!(position.is_check());
    let problem = search.problem(2, ALL, &Control::FREE).expect("nothing stops it");
    assert_eq!(problem.set, Some(Vec::new()));
}

#[test]
fn without_a_mate_there_is_no_set_play_and_no_try() {
    let (position, mut search) = search("[##k,###,###],[###,###,###],[K##,###,##R]");
    let problem = search.problem(1, ALL, &Control::FREE).expect("nothing stops it");
    assert!(problem.mate.is_none() && !problem.is_sound() && problem.line.is_empty());
    let text = Solution::new(&position, &problem).to_string();
    assert_eq!(text, "-1\nno set play\nno tries\n");
}

#[test]
fn a_stopped_problem_reports_what_is_known() {
    let (_, mut search) = search(
        "[####k,#####,#####,#r###,#####],[#####,#####,#####,#####,#####],\
        [#####,#####,##N##,#####,#####],[#####,#####,#####,###Q#,#####],[#####,#####,#####,R####,K####]",
    );
    let stopped = search.problem(9, ALL, &Control::new(&|_| ControlFlow::Break(())));
    assert_eq!(stopped, Err(ProofError::Stopped));
    assert!(search.none_within() <= 2);
    // An interrupted search must leave no wrong entries in the transposition table.
    let found = search.problem(1, ALL, &Control::FREE).expect("nothing stops it");
    assert_eq!(found.mate, None);
}

/// Checks that a problem is sound, that it meets `wanted`, and that each piece is needed.
fn check_problem(setup: &Setup, problem: &Problem, position: &Position, wanted: ProblemConstraint) {
    let text = format!("{position:?}");
    assert!(problem.is_sound() && !position.is_check(), "{text}");
    let key = problem.mate.as_ref().expect("it is sound").keys[0];
    let mut after = position.clone();
    after.make(key);
    let is_quiet = !after.is_check() && setup.board.is_empty(key.to);
    assert!(!wanted.quiet_key || is_quiet, "{text}");
    assert!(!wanted.no_duals || problem.duals() == 0, "{text}");
    assert!(wanted.pieces.is_none_or(|pieces| pieces == setup.board.count()), "{text}");
    for (cell, _) in setup.board.pieces() {
        let mut less = setup.clone();
        less.board.set(cell, None);
        let less = Position::new(position.rules(), less).ok();
        let less = less.filter(|less| less.validate_playable().is_ok());
        let is_sound = |less| solved(less, problem.within).is_sound();
        assert!(!less.is_some_and(is_sound), "{text}: a piece is needless");
    }
}

fn solved(position: Position, within: usize) -> Problem {
    let mut search = MateSearch::new(position, 1 << 20).expect("there is memory");
    search.problem(within, ALL, &Control::FREE).expect("nothing stops it")
}

fn constraint(moves: usize, edge: usize) -> ProblemConstraint {
    let size = Size::new(edge);
    ProblemConstraint { moves, size, pieces: None, quiet_key: false, no_duals: false }
}

#[test]
fn generated_problems_are_sound_and_need_every_piece() {
    let quiet = |constraint| ProblemConstraint { quiet_key: true, ..constraint };
    let clear = |constraint| ProblemConstraint { no_duals: true, ..constraint };
    let small = ProblemConstraint { pieces: Some(5), ..constraint(2, 4) };
    for (name, constraint, count) in [
        ("cube", constraint(1, 3), 20),
        ("cube", constraint(2, 3), 40),
        ("cube", quiet(clear(constraint(2, 3))), 20),
        ("cube", quiet(small), 10),
        ("cube", quiet(constraint(3, 3)), 2),
        ("raumschach", clear(constraint(2, 5)), 1),
        ("great-shatranj", constraint(1, 6), 4),
    ] {
        let rules = rules(name);
        let mut generator = ProblemGenerator::new(&rules, constraint, 5);
        for _ in 0..rounds(count) {
            let made = generator.next_problem(&Control::FREE).expect("there are such");
            let position = Position::new(&rules, made.setup.clone()).expect("it is allowed");
            let problem = mates::solved(&position, constraint.moves);
            check_problem(&made.setup, &problem, &position, constraint);
            assert_eq!(problem.mate.map(|mate| mate.keys), Some(vec![made.key]));
        }
    }
}

#[test]
fn equal_seeds_generate_equal_problems() {
    let cube = rules("cube");
    let problems = |seed| {
        let mut generator = ProblemGenerator::new(&cube, constraint(2, 3), seed);
        [(); 3].map(|()| generator.next_problem(&Control::FREE).expect("there are such"))
    };
    assert_eq!(problems(3), problems(3));
    assert_ne!(problems(3), problems(4));
}

#[test]
fn a_generator_without_problems_has_an_error() {
    let cube = rules("cube");
    let pieces = |pieces, constraint| ProblemConstraint { pieces: Some(pieces), ..constraint };
    for (constraint, expected) in [
        (pieces(30, constraint(2, 3)), "a board of 3×3×3 cells has no room for 30 pieces"),
        (
            pieces(2, constraint(2, 3)),
            "none of 20000 random boards of 3×3×3 cells with 2 pieces became a sound mate in 2",
        ),
    ] {
        let mut generator = ProblemGenerator::new(&cube, constraint, 1);
        let error = generator.next_problem(&Control::FREE).expect_err(expected);
        assert_eq!(error.to_string(), expected);
    }
    let mut generator = ProblemGenerator::new(&cube, constraint(3, 4), 1);
    let stopped = generator.next_problem(&Control::new(&|_| ControlFlow::Break(())));
    assert_eq!(stopped, Err(NoProblem::Stopped));
}

/// The problems in `fixtures/problems.toml` have quiet keys and no duals.
#[test]
fn problems_of_the_gallery_are_sound() {
    let cases = Case::parse(include_str!("../../fixtures/problems.toml")).expect("they are cases");
    assert_eq!(cases.len(), 12);
    for case in cases {
        let rules = rules(&case.rules);
        let Ok(Question::Mate(setup)) = case.question(&rules) else { panic!("a board: {case}") };
        let Answer::MateIn { moves: Some(moves), keys } = &case.expected else { panic!("{case}") };
        assert_eq!(keys.len(), 1, "{case}");
        let wanted = ProblemConstraint { quiet_key: true, no_duals: true, ..constraint(*moves, 3) };
        let position = Position::new(&rules, setup.clone()).expect("it is allowed");
        check_problem(&setup, &solved(position.clone(), *moves), &position, wanted);
        assert!(case.passes(&rules), "{case}");
    }
}
