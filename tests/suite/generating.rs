//! Checks that generated cases meet their constraints, and that cases of every kind are generated.
//! If no case meets the constraints, the error says why.

use std::collections::{BTreeMap, BTreeSet};

use kubikschach::board::{Board, Setup};
use kubikschach::cases::{Answer, Form, Puzzle, Question};
use kubikschach::cell::{Axis, Cell, Size};
use kubikschach::path::MoveGraph;
use kubikschach::piece::{Color, Piece};
use kubikschach::position::Position;
use kubikschach::rules::Rules;
use kubikschach::verdict::Verdict;
use kubikschach::workbench::{
    MateConstraint, MateGenerator, Misreading, MisreadingKind, MovementMisreading, PathConstraint,
    PathGenerator, PathLength, Trials,
};

use crate::common::rounds::{quota, rounds};
use crate::common::{rules, size};
use crate::oracle::exhaustive;
use crate::workbench::answer;

#[test]
fn generated_queries_meet_their_constraints() {
    let rules = rules("kubikschach");
    let size = rules.default_size();
    for (name, color, length, seed) in [
        ("King", Some(Color::Black), PathLength::Moves(7), 1),
        ("Queen", None, PathLength::Moves(0), 2),
        ("Bishop", Some(Color::White), PathLength::Unreachable, 3),
        ("Knight", None, PathLength::Moves(8), 4),
        ("Pawn", Some(Color::Black), PathLength::Moves(14), 5),
        ("Rook", None, PathLength::Any, 6),
    ] {
        let role = rules.role_named(name);
        let constraint = PathConstraint { role, color, length };
        let questions = || {
            let mut generator = PathGenerator::new(&rules, size, constraint, seed);
            (0..20).map(|_| generator.next_question().expect("there are such")).collect::<Vec<_>>()
        };
        assert_eq!(questions(), questions(), "the same seed makes the same");
        for question in questions() {
            let Question::Path(_, query) = &question else { panic!("a path was asked for") };
            assert_eq!(Some(query.piece.role()), role);
            assert!(color.is_none_or(|color| color == query.piece.color()));
            let expected = match length {
                PathLength::Any => continue,
                PathLength::Moves(moves) => Some(moves),
                PathLength::Unreachable => None,
            };
            assert_eq!(answer(&rules, &question), Answer::Moves(expected));
        }
    }
    for length in [PathLength::Moves(4), PathLength::Unreachable] {
        let constraint = PathConstraint { role: rules.role_named("Queen"), color: None, length };
        let found = PathGenerator::new(&rules, size, constraint, 1).next_question();
        assert!(found.is_err(), "no two cells of a queen are so far apart: {length:?}");
    }
}

/// Few queries of these pieces have the required distance, and their start cells are neighbors. The
/// generator must return each of these queries, and none much more often than the others.
#[test]
fn generated_queries_are_spread_over_all_that_exist() {
    let rules = rules("kubikschach");
    let size = rules.default_size();
    for (name, color, moves) in
        [("Pawn", Color::Black, 14), ("Pawn", Color::White, 14), ("Knight", Color::White, 8)]
    {
        let role = rules.role_named(name).expect("it is a piece");
        let graph = MoveGraph::new(&rules, size, Piece::new(color, role));
        let mut far = 0;
        for start in size {
            let distances = graph.distances_from(start).expect("the cell is on the board");
            far += distances.iter().filter(|found| *found == Some(moves)).count();
        }
        let length = PathLength::Moves(moves);
        let constraint = PathConstraint { role: Some(role), color: Some(color), length };
        for seed in 1..=3 {
            let mut generator = PathGenerator::new(&rules, size, constraint, seed);
            let mut counts: BTreeMap<String, usize> = BTreeMap::new();
            for _ in 0..rounds(20 * far) {
                let question = generator.next_question().expect("there are such");
                *counts.entry(question.text(&rules, Form::Line)).or_default() += 1;
            }
            assert!(counts.len() >= quota(far), "{} of {far}: {counts:?}", counts.len());
            assert!(counts.values().all(|count| *count <= rounds(100)), "{counts:?}");
        }
    }
}

#[test]
fn generated_boards_meet_their_constraints() {
    for (name, edge, pieces, verdict, minimal) in [
        ("cube", Some(3), Some(5), Some(Verdict::Stalemate), false),
        ("cube", Some(8), Some(20), Some(Verdict::Checkmate), false),
        ("cube", Some(2), Some(8), None, false),
        ("cube", Some(4), None, Some(Verdict::Checkmate), true),
        ("cube", None, None, Some(Verdict::Ongoing), false),
        ("great-shatranj", None, Some(9), Some(Verdict::Checkmate), false),
        ("great-shatranj", None, None, Some(Verdict::Stalemate), true),
    ] {
        let rules = rules(name);
        let size = edge.and_then(Size::new);
        let constraint = MateConstraint { size, pieces, verdict, minimal };
        let boards = || {
            let mut generator = MateGenerator::new(&rules, constraint, 11);
            (0..6).map(|_| generator.next_question().expect("there are such")).collect::<Vec<_>>()
        };
        assert_eq!(boards(), boards(), "the same seed makes the same");
        for question in boards() {
            let Question::Mate(setup) = question else { panic!("a board was asked for") };
            let found = |setup: &Setup| {
                let position = Position::new(&rules, setup.clone()).ok()?;
                Some(exhaustive::verdict_of(&position))
            };
            let own = found(&setup).expect("the rules allow it");
            assert!(verdict.is_none_or(|verdict| verdict == own));
            assert!(size.is_none_or(|size| size == setup.board.size()));
            assert!(pieces.is_none_or(|count| count == setup.board.count()));
            for (cell, _) in setup.board.pieces().filter(|_| minimal) {
                let mut less = setup.clone();
                less.board.set(cell, None);
                assert_ne!(found(&less), Some(own), "a piece is needless");
            }
        }
    }
}

#[test]
fn generated_boards_are_of_every_kind() {
    let rules = rules("cube");
    let mut generator = MateGenerator::new(&rules, MateConstraint::default(), 1);
    let boards = (0..rounds(80)).map(|_| generator.next_question().expect("there are boards"));
    let verdicts: Vec<Verdict> = boards
        .map(|question| match question {
            Question::Mate(setup) => Position::new_unchecked(&rules, setup).verdict(),
            Question::Path(..) => panic!("boards were asked for"),
        })
        .collect();
    for verdict in Verdict::ALL {
        let count = verdicts.iter().filter(|found| **found == verdict).count();
        assert!(count >= quota(8), "{verdict}: {count}");
    }
}

/// Situation of a position, which the test determines without the generator.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Is(Verdict),
    /// Check that a piece can end by a capture or, if `blocks` is `true`, by a block.
    Check {
        blocks: bool,
    },
    /// Checkmate, with a white piece in front of its king.
    Pin,
    DoubleCheck,
    /// Checkmate, with a black piece in front of its king.
    PinnedGuard,
    OpponentInCheck,
}

fn is_of(kind: Kind, position: &Position) -> bool {
    let (verdict, turn) = (position.verdict(), position.turn());
    let attacks = |board: Board, color: Color| {
        let setup = Setup::new(board, color);
        Position::new_unchecked(position.rules(), setup).checks().len()
    };
    let has_shield = |color: Color| {
        let before = attacks(position.board().clone(), color);
        position.non_royal(color).any(|from| {
            let mut board = position.board().clone();
            board.set(from, None);
            attacks(board, color) > before
        })
    };
    match kind {
        Kind::Is(wanted) => verdict == wanted,
        Kind::Pin => verdict == Verdict::Checkmate && has_shield(turn),
        Kind::PinnedGuard => verdict == Verdict::Checkmate && has_shield(!turn),
        Kind::DoubleCheck => position.checks().len() > 1,
        Kind::OpponentInCheck => position.is_in_check(!turn),
        Kind::Check { blocks } => {
            let kings = position.kings(turn);
            let is_answer = |from: Cell, to: Cell| {
                !kings.contains(&from) && position.board().is_empty(to) == blocks
            };
            let found = position.legal_moves().into_iter().any(|mv| is_answer(mv.from, mv.to));
            verdict == Verdict::Check && found
        }
    }
}

#[test]
fn situations_of_generated_boards_take_turns() {
    let [mate, stalemate, ongoing] =
        [Verdict::Checkmate, Verdict::Stalemate, Verdict::Ongoing].map(Kind::Is);
    let [block, capture] = [true, false].map(|blocks| Kind::Check { blocks });
    let (pin, double, opponent) = (Kind::Pin, Kind::DoubleCheck, Kind::OpponentInCheck);
    let guard = Kind::PinnedGuard;
    let all = [mate, capture, block, pin, double, stalemate, guard, ongoing, opponent];
    let rules = rules("cube");
    for (verdict, kinds) in [
        (None, &all[..]),
        (Some(Verdict::Checkmate), &[mate, pin, double, guard]),
        (Some(Verdict::Ongoing), &[ongoing, opponent]),
        (Some(Verdict::Check), &[capture, block]),
        (Some(Verdict::Stalemate), &[stalemate]),
    ] {
        let constraint = MateConstraint { verdict, ..MateConstraint::default() };
        let mut generator = MateGenerator::new(&rules, constraint, 2);
        for nth in 0..3 * kinds.len() {
            let Ok(Question::Mate(setup)) = generator.next_question() else { panic!("a board") };
            let position = Position::new(&rules, setup).expect("the rules allow it");
            let kind = kinds[nth % kinds.len()];
            assert!(is_of(kind, &position), "the {nth}th of {verdict:?} is no {kind:?}");
            assert!(verdict.is_none_or(|verdict| position.verdict() == verdict));
        }
    }
}

/// Mates mostly occur at edges of the board, and pieces near the king give them.
#[test]
fn half_of_the_white_kings_are_at_edges_and_half_of_the_pieces_near_them() {
    let rules = rules("cube");
    let size = size(8);
    let constraint = MateConstraint { size: Some(size), pieces: Some(6), ..ongoing() };
    let mut generator = MateGenerator::new(&rules, constraint, 5);
    let [mut at_edge, mut blacks_at_edge, mut files, mut levels, mut near] = [0; 5];
    for _ in 0..150 {
        let Ok(Question::Mate(setup)) = generator.next_question() else { panic!("a board") };
        let position = Position::new(&rules, setup).expect("the rules allow it");
        let (white, black) = (position.kings(Color::White)[0], position.kings(Color::Black));
        let is_end = |cell: Cell| Axis::ALL.map(|axis| [0, 7].contains(&cell.along(axis)));
        let ends = |cell: Cell| is_end(cell).into_iter().filter(|is| *is).count();
        at_edge += usize::from(ends(white) >= 2);
        blacks_at_edge += black.iter().filter(|&&cell| ends(cell) >= 2).count();
        files += usize::from(is_end(white) == [false, true, true]);
        levels += usize::from(is_end(white) == [true, true, false]);
        let is_near = |cell: Cell| {
            Axis::ALL.into_iter().all(|axis| cell.along(axis).abs_diff(white.along(axis)) <= 2)
        };
        let pieces = Color::ALL.into_iter().flat_map(|color| position.non_royal(color));
        near += pieces.filter(|&cell| is_near(cell)).count();
    }
    // Of uniformly random kings, one in six would be at an edge and one in twenty at an edge along
    // the files; of the pieces one in eight would be near.
    assert!((65..=115).contains(&at_edge), "{at_edge}");
    assert!(blacks_at_edge <= 45, "{blacks_at_edge}");
    assert!(files >= 12 && levels >= 12, "{files} {levels}");
    assert!(near >= 260, "{near}");
}

fn ongoing() -> MateConstraint {
    MateConstraint { verdict: Some(Verdict::Ongoing), ..MateConstraint::default() }
}

#[test]
fn some_generated_kings_are_held() {
    let rules = rules("great-shatranj");
    let mut generator = MateGenerator::new(&rules, ongoing(), 5);
    let mut holders = BTreeSet::new();
    for _ in 0..100 {
        let Ok(Question::Mate(setup)) = generator.next_question() else { panic!("a board") };
        holders.insert(setup.holder);
    }
    assert_eq!(holders.len(), 3, "White, Black and nobody: {holders:?}");
}

#[test]
fn constraints_that_nothing_meets_are_an_error() {
    let (cube, puzzle) = (rules("cube"), rules("kubikschach"));
    for (constraint, expected) in [
        (
            MateConstraint { size: Some(size(64)), pieces: Some(0), ..MateConstraint::default() },
            "none of 2050 random boards of 64×64×64 cells with no piece is allowed",
        ),
        (
            MateConstraint { size: Some(size(2)), pieces: Some(9), ..MateConstraint::default() },
            "a board of 2×2×2 cells has no room for 9 pieces",
        ),
        (
            MateConstraint { size: Some(size(2)), minimal: true, pieces: Some(0), ..ongoing() },
            "none of 400000 random boards of 2×2×2 cells with no piece is ongoing, \
             none of its pieces needless",
        ),
    ] {
        let found = MateGenerator::new(&cube, constraint, 1).next_question();
        assert_eq!(found.err().map(|error| error.to_string()).as_deref(), Some(expected));
    }
    for (rules, edge, role, length, expected) in [
        (
            &puzzle,
            8,
            "King",
            PathLength::Moves(99),
            "on a board of 8×8×8 cells no chosen piece ever needs 99 moves: the longest way takes 7",
        ),
        (
            &puzzle,
            8,
            "Knight",
            PathLength::Unreachable,
            "on a board of 8×8×8 cells every chosen piece can get from each cell to every other, so -1 is never the answer",
        ),
    ] {
        let role = rules.role_named(role);
        let constraint = PathConstraint { role, color: Some(Color::Black), length };
        let mut generator = PathGenerator::new(rules, size(edge), constraint, 1);
        let error = generator.next_question().expect_err(expected);
        assert_eq!(error.to_string(), expected);
    }
}

/// Without constraints, the generator goes through all pieces of both colors in turn.
#[test]
fn pieces_of_generated_queries_take_turns() {
    let rules = rules("kubikschach");
    let size = rules.default_size();
    let mut generator = PathGenerator::new(&rules, size, PathConstraint::default(), 4);
    let pieces: Vec<_> =
        (0..36).map(|_| generator.next_question().map(|it| piece_of(&it))).collect();
    assert_eq!(pieces[..12].iter().flatten().collect::<BTreeSet<_>>().len(), 12);
    assert_eq!((&pieces[..12], &pieces[..24]), (&pieces[24..], &pieces[12..]));
}

fn piece_of(question: &Question) -> Piece {
    match question {
        Question::Path(_, query) => query.piece,
        Question::Mate(_) => panic!("paths were asked for"),
    }
}

fn catches(rules: &Rules, misreading: &Misreading, question: &Question) -> bool {
    let expected = question.answer(rules).expect("there is memory");
    misreading.fails(question, &expected).expect("there is memory")
}

/// 200 questions catch each misreading except single missing steps. Of the first 24 questions every
/// third is random, later every second.
#[test]
fn trials_catch_each_misreading_and_take_turns_with_balanced_questions() {
    let rules = rules("kubikschach");
    let size = rules.default_size();
    let mut trials = Trials::new(&rules, Puzzle::Path, None, 3).expect("the size is known");
    let questions: Vec<Question> =
        (0..200).map(|_| trials.next_question().expect("there are questions")).collect();
    for misreading in Misreading::all(&rules, Puzzle::Path) {
        let is_of_step = matches!(&misreading.kind, MisreadingKind::Movement(_, kind) if matches!(**kind, MovementMisreading::WithoutStep(_)));
        // On an empty board nothing is in the way of a knight.
        let never = matches!(&misreading.kind, MisreadingKind::Movement(_, kind) if **kind == MovementMisreading::Blocked);
        let is_caught = questions.iter().any(|question| catches(&rules, &misreading, question));
        assert!(is_of_step || is_caught != never, "{:?}", misreading.kind);
    }
    let mut balanced = PathGenerator::new(&rules, size, PathConstraint::default(), 3);
    let is_random =
        |nth: usize| if nth <= 24 { nth.is_multiple_of(3) } else { nth.is_multiple_of(2) };
    for (nth, question) in (1..).zip(&questions).filter(|(nth, _)| is_random(*nth)) {
        assert_eq!(*question, balanced.next_question().expect("there are such"), "question {nth}");
    }
}

/// The list of questions has one for each single step of a piece, so that it finds a program that
/// lacks one step of a piece.
#[test]
fn trials_find_a_missing_step_within_800_questions() {
    let rules = rules("kubikschach");
    let is_missing_step = |it: &Misreading| matches!(&it.kind, MisreadingKind::Movement(_, kind) if matches!(**kind, MovementMisreading::WithoutStep(_)));
    let mut flawed = Misreading::all(&rules, Puzzle::Path);
    flawed.retain(is_missing_step);
    for seed in 1..=3 {
        let mut trials = Trials::new(&rules, Puzzle::Path, None, seed).expect("the size is known");
        let mut left: Vec<&Misreading> = flawed.iter().collect();
        for _ in 0..800 {
            let question = trials.next_question().expect("there are questions");
            left.retain(|misreading| !catches(&rules, misreading, &question));
        }
        assert!(
            left.is_empty(),
            "seed {seed}: {:?}",
            left.iter().map(|it| &it.kind).collect::<Vec<_>>()
        );
    }
}

/// The challenge allows boards on which only Black is in check, so `cube` generates some.
#[test]
fn some_generated_boards_have_only_black_in_check() {
    let rules = rules("cube");
    let mut generator = MateGenerator::new(&rules, MateConstraint::default(), 1);
    let mut trials = Trials::new(&rules, Puzzle::Mate, None, 1).expect("mates need no size");
    let is_in_check = |question: &Question| {
        let Question::Mate(setup) = question else { panic!("a mate was asked for") };
        let position = Position::new(&rules, setup.clone()).expect("it breaks no invariant");
        position.is_in_check(Color::Black)
    };
    let generated = (0..60).filter(|_| is_in_check(&generator.next_question().expect("a board")));
    assert!(generated.count() >= 6);
    let tried = (0..60).filter(|_| is_in_check(&trials.next_question().expect("a board")));
    assert!(tried.count() >= 1);
}
