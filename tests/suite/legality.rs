//! Compares legal moves and verdicts on random boards with those found by making every move.

use std::collections::BTreeSet;

use kubikschach::board::{Board, Move, Setup};
use kubikschach::cell::Cell;
use kubikschach::piece::Color;
use kubikschach::position::{Check, Position};
use kubikschach::render::why_illegal;
use kubikschach::rules::Rules;
use kubikschach::verdict::Verdict;
use proptest::prelude::*;

use crate::common::coverage::Coverage;
use crate::common::{other_pieces, rules, size};
use crate::oracle;
use crate::oracle::Oracle;
use crate::oracle::exhaustive::names;
use crate::random_positions;
use crate::random_positions::Makeup;

const USUAL: Makeup = Makeup {
    edges: &[(3, 2), (9, 3), (5, 4), (2, 5)],
    pieces: "qrrbbnn",
    most: [3, 8],
    kings: [&[(1, 0), (30, 1), (1, 2)], &[(10, 0), (20, 1), (1, 2)]],
};

#[test]
fn moves_and_verdicts_are_those_of_making_every_move() {
    let coverage = agree_on(&rules("cube"), 20_000, USUAL);
    coverage.at_least(1_500, &Verdict::Checkmate);
    coverage.at_least(150, &Verdict::Stalemate);
    coverage.at_least(5_000, &Verdict::Check);
    coverage.at_least(5_000, &Verdict::Ongoing);
    coverage.at_least(2_000, "a double check");
    coverage.at_least(1_000, "a checkmate by double check");
    coverage.at_least(1_000, "a check that a piece ends");
    coverage.at_least(400, "a pinned piece");
    coverage.at_least(150, "a pinned piece with a legal move");
    coverage.at_least(400, "no king to give check to");
    coverage.at_least(400, "two kings to give check to");
}

#[test]
fn moves_and_verdicts_on_larger_boards_are_those_of_making_every_move() {
    let large = Makeup { edges: &[(1, 6)], most: [6, 16], ..USUAL };
    let coverage = agree_on(&rules("cube"), 500, large);
    coverage.at_least(15, &Verdict::Checkmate);
    coverage.at_least(100, &Verdict::Check);
    coverage.at_least(100, &Verdict::Ongoing);
    coverage.at_least(20, "a pinned piece");
}

#[test]
fn moves_and_verdicts_without_attack_tables_are_those_of_making_every_move() {
    // Boards with more than 5 cells per edge have no attack tables.
    let huge = Makeup { edges: &[(1, 9), (1, 16), (3, 17), (1, 20)], ..USUAL };
    let coverage = agree_on(&rules("cube"), 1_000, huge);
    coverage.at_least(5, &Verdict::Checkmate);
    coverage.at_least(50, &Verdict::Check);
    coverage.at_least(100, &Verdict::Ongoing);
    coverage.at_least(10, "a pinned piece");
    let crowded = Makeup { edges: &[(1, 8)], most: [900, 500], ..USUAL };
    let coverage = agree_on(&rules("cube"), 150, crowded);
    coverage.at_least(50, "more than 256 pieces");
    coverage.at_least(5, "a pinned piece");
    let lame = Makeup { edges: &[(1, 17)], pieces: "rllls", most: [6, 10], ..USUAL };
    agree_on(&other_pieces(), 500, lame).at_least(10, "a pinned piece");
}

#[test]
fn moves_and_verdicts_of_lame_leapers_and_soldiers_are_those_of_making_every_move() {
    let rules = other_pieces();
    let makeup =
        Makeup { edges: &[(2, 3), (3, 4), (1, 5)], pieces: "rllls", most: [6, 10], ..USUAL };
    let coverage = agree_on(&rules, 5_000, makeup);
    coverage.at_least(60, &Verdict::Checkmate);
    coverage.at_least(10, &Verdict::Stalemate);
    coverage.at_least(1_000, &Verdict::Check);
    coverage.at_least(1_000, &Verdict::Ongoing);
    coverage.at_least(200, "a check that a piece ends");
    coverage.at_least(40, "a pinned piece");
    coverage.at_least(10, "a pinned piece with a legal move");
}

#[test]
fn a_position_is_refused_for_exactly_the_broken_invariants() {
    let any_kings: &[(u32, usize)] = &[(1, 0), (5, 1), (1, 2)];
    let makeup =
        Makeup { edges: &[(1, 2), (2, 3), (2, 4)], most: [4, 4], kings: [any_kings; 2], ..USUAL };
    let (rules, coverage) = (rules("cube"), Coverage::default());
    let oracle = Oracle::new(&rules);
    random_positions::check(6_000, makeup, |text| {
        let setup = random_positions::read(&rules, text);
        let turn = setup.turn.expect("the side is written");
        let broken = broken_invariants(&oracle, &setup.board, turn);
        let position = Position::new_unchecked(&rules, setup);
        let found = position.validate().map_or_else(|error| names(&error), |()| [].into());
        prop_assert_eq!(found, broken.clone());
        let board = position.board();
        let is_playable = broken.is_empty() && oracle.checkers(board, !turn).is_empty();
        prop_assert_eq!(position.validate_playable().is_ok(), is_playable);
        coverage.see("only the other side in check", broken.is_empty() && !is_playable);
        coverage.see("several reasons", broken.len() > 1);
        coverage.see("no reason", broken.is_empty());
        for reason in &broken {
            coverage.see(*reason, true);
        }
        Ok(())
    });
    coverage.at_least(500, "no reason");
    coverage.at_least(500, "several reasons");
    for reason in ["White's kings", "Black's kings", "kings touch"] {
        coverage.at_least(500, reason);
    }
    coverage.at_least(150, "both in check");
    coverage.at_least(100, "only the other side in check");
}

#[test]
fn a_king_is_never_captured() {
    let rules = rules("cube");
    let setup = random_positions::read(&rules, "[#k#,###,###],[###,###,###],[#R#,###,K##]");
    let position = Position::new_unchecked(&rules, setup);
    let capture = Move::new(Cell::new(1, 2, 0), Cell::new(1, 2, 2));
    let illegal = position.check_legal(capture).expect_err("a king stands there");
    let reason = why_illegal(&position, capture, &illegal).text;
    assert_eq!(reason, "the king on b3(III) is never captured");
    assert!(!position.legal_moves().contains(&capture));
}

#[track_caller]
fn agree_on(rules: &Rules, cases: u32, makeup: Makeup) -> Coverage {
    let (oracle, coverage) = (Oracle::new(rules), Coverage::default());
    random_positions::check(cases, makeup, |text| agree(rules, &oracle, text, &coverage));
    coverage
}

fn agree(
    rules: &Rules,
    oracle: &Oracle,
    text: &str,
    coverage: &Coverage,
) -> Result<(), TestCaseError> {
    let setup = random_positions::read(rules, text);
    let turn = setup.turn.expect("the side is written");
    let mut position = Position::new_unchecked(rules, setup.clone());

    let (legal, illegal): (Vec<Move>, Vec<Move>) = oracle
        .pseudo_legal_moves(&setup.board, turn)
        .into_iter()
        .partition(|&mv| oracle.is_legal(&setup.board, turn, mv));
    prop_assert_eq!(position.legal_moves(), legal.clone());
    prop_assert_eq!(position.has_legal_move(), !legal.is_empty());
    prop_assert_eq!(position.perft(1), legal.len() as u64);

    let checkers: BTreeSet<Cell> = oracle.checkers(&setup.board, turn).into_iter().collect();
    let found: BTreeSet<Cell> = position.checks().iter().map(|check| check.checker).collect();
    prop_assert_eq!(found, checkers.clone());
    prop_assert_eq!(position.is_check(), !checkers.is_empty());
    let kings = oracle.kings(&setup.board, turn);
    prop_assert!(!kings.is_empty() || !position.is_check(), "a side without a king is in check");

    let verdict = oracle::verdict(!checkers.is_empty(), !legal.is_empty());
    prop_assert_eq!(position.verdict(), verdict);
    prop_assert_eq!(position.is_checkmate(), verdict == Verdict::Checkmate);
    prop_assert_eq!(position.is_stalemate(), verdict == Verdict::Stalemate);

    coverage.see(&verdict, true);
    coverage.see("more than 256 pieces", setup.board.count() > 256);
    coverage.see("no king to give check to", kings.is_empty());
    coverage.see("two kings to give check to", kings.len() == 2);
    coverage.see("a double check", checkers.len() > 1);
    let mated = verdict == Verdict::Checkmate;
    coverage.see("a checkmate by double check", mated && checkers.len() > 1);
    let by_piece = legal.iter().any(|mv| !kings.contains(&mv.from));
    coverage.see("a check that a piece ends", verdict == Verdict::Check && by_piece);
    // If there is no check, a piece with an illegal pseudo-legal move is pinned.
    let is_pinned = |mv: &&Move| checkers.is_empty() && !kings.contains(&mv.from);
    let pinned: BTreeSet<Cell> = illegal.iter().filter(is_pinned).map(|mv| mv.from).collect();
    coverage.see("a pinned piece", !pinned.is_empty());
    let moves = |cell: &Cell| legal.iter().any(|mv| mv.from == *cell);
    coverage.see("a pinned piece with a legal move", pinned.iter().any(moves));
    Ok(())
}

/// Returns the invariants of the rule set `cube` that a position breaks.
///
/// There must be exactly one white king and at most one black king. The side to move must have a
/// king. Kings must not be adjacent, and other pieces must not check both kings.
fn broken_invariants(oracle: &Oracle, board: &Board, turn: Color) -> BTreeSet<&'static str> {
    let [white, black] = Color::ALL.map(|color| oracle.kings(board, color));
    let black_fits = black.len() == 1 || (black.is_empty() && turn == Color::White);
    let touch = white.iter().any(|&king| black.iter().any(|&other| is_neighbor(king, other)));
    let in_check = |color: Color| {
        let kings = oracle.kings(board, !color);
        oracle.checkers(board, color).iter().any(|checker| !kings.contains(checker))
    };
    let reasons = [
        (white.len() != 1, "White's kings"),
        (!black_fits, "Black's kings"),
        (touch, "kings touch"),
        (in_check(turn) && in_check(!turn), "both in check"),
    ];
    reasons.into_iter().filter(|(broken, _)| *broken).map(|(_, reason)| reason).collect()
}

fn is_neighbor(a: Cell, b: Cell) -> bool {
    a.offset_to(b).parts().iter().all(|part| part.abs() <= 1)
}

#[test]
fn checks_on_many_kings_are_their_attackers() {
    let rules = rules("cube");
    for every in [2, 5] {
        let mut board = Board::new(size(6));
        for (nth, cell) in size(6).iter().enumerate() {
            let letter =
                if nth % every == 0 { 'K' } else { ['q', 'n', 'b', 'R', 'r'][nth / 7 % 5] };
            if nth % 3 < 2 {
                let piece = rules.letters().find(|(known, _)| *known == letter);
                board.set(cell, piece.map(|(_, piece)| piece));
            }
        }
        let setup = Setup { board, turn: Some(Color::White), holder: None };
        let position = Position::new_unchecked(&rules, setup);
        let kings = position.kings(Color::White);
        let checks = kings.iter().flat_map(|&king| {
            let checkers = position.attackers(king, Color::Black).into_iter();
            checkers.map(move |checker| Check { king, checker })
        });
        assert_eq!(position.checks(), checks.collect::<Vec<_>>());
    }
}
