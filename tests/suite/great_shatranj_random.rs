//! Compares legal moves, holds and results of 3D Great Shatranj on random boards with those found
//! by making every move.

use kubikschach::board::{Move, Setup};
use kubikschach::notation::write_position;
use kubikschach::piece::Color;
use kubikschach::position::{IllegalMove, Position};
use kubikschach::rules::Rules;
use kubikschach::verdict::Reason;
use proptest::prelude::*;

use crate::common::coverage::Coverage;
use crate::common::{changed_rules, for_all};
use crate::oracle::shatranj::{Game, Laws, State, USUAL, Zone};
use crate::random_positions;
use crate::random_positions::{Makeup, cornered};

const ONE: &[(u32, usize)] = &[(1, 1)];

/// Few pieces, so that mates, stalemates and bare kings occur.
const SPARSE: Makeup =
    Makeup { edges: &[(1, 6)], pieces: "gwenmhppp", most: [2, 7], kings: [ONE, ONE] };

/// Even fewer pieces than [`SPARSE`], so that one side often has a bare king.
const BARE: Makeup = Makeup { most: [1, 2], ..SPARSE };

/// Many knights, whose routes are often blocked.
const DENSE: Makeup = Makeup { pieces: "gwennnmhppp", most: [26, 26], ..SPARSE };

/// Almost only pawns, some of which are about to promote.
const PAWNS: Makeup = Makeup { pieces: "pppppn", most: [16, 8], ..SPARSE };

/// Compares the rules, upright and sideways, with the oracle on random boards. `changes` are made in
/// both documents. Each entry of `boards` is a number of boards and the makeup of their pieces.
/// `cornered` is the number of boards with a king in a corner.
fn agree_on(
    changes: &[[&str; 2]],
    laws: Laws,
    boards: &[(u32, Makeup)],
    cornered: u32,
) -> Coverage {
    let coverage = Coverage::default();
    for name in ["great-shatranj", "great-shatranj:sideways"] {
        let rules = changed_rules(name, changes.iter().copied());
        let game = Game::new(&rules, laws);
        for &(cases, makeup) in boards {
            random_positions::check(cases, makeup, |text| {
                agree_on_board(&rules, &game, text, &coverage)
            });
        }
        for_all(cornered, &cornered::boards(), |text| {
            agree_on_board(&rules, &game, &text, &coverage)
        });
    }
    coverage
}

fn agree_on_board(
    rules: &Rules,
    game: &Game,
    text: &str,
    coverage: &Coverage,
) -> Result<(), TestCaseError> {
    let mut states = states_of(rules, game, text).into_iter();
    states.try_for_each(|state| agree(rules, game, &state, coverage))
}

/// Returns the positions of a board with one king per side, and no position of any other board. If
/// the kings hold each other, there is one position per holder. A side in check is to move; if both
/// sides are in check, there is no position.
fn states_of(rules: &Rules, game: &Game, text: &str) -> Vec<State> {
    let setup = random_positions::read(rules, text);
    let [white, black] = Color::ALL.map(|color| game.oracle.kings(&setup.board, color));
    let ([white], [black]) = (&white[..], &black[..]) else { return Vec::new() };
    let turn = setup.turn.expect("the side is written");
    let turn = match [turn, !turn].map(|color| game.oracle.is_check(&setup.board, color)) {
        [_, false] => turn,
        [false, true] => !turn,
        [true, true] => return Vec::new(),
    };
    let holders =
        if game.hold(*white, *black) { Color::ALL.map(Some).to_vec() } else { vec![None] };
    let state = |holder| State { board: setup.board.clone(), turn, holder };
    holders.into_iter().map(state).collect()
}

fn agree(
    rules: &Rules,
    game: &Game,
    state: &State,
    coverage: &Coverage,
) -> Result<(), TestCaseError> {
    let State { turn, holder, .. } = *state;
    let setup = Setup { board: state.board.clone(), turn: Some(turn), holder };
    let mut position = Position::new_unchecked(rules, setup);
    let text = write_position(rules, &state.board, state.turn, state.holder);
    prop_assert_eq!(position.validate(), Ok(()), "{}", text);

    let [moves, barred] = game.pseudo_legal_moves(state);
    let (legal, illegal): (Vec<Move>, Vec<Move>) =
        moves.into_iter().partition(|&mv| game.is_legal(state, mv));
    let status = game.status(state, &legal);
    prop_assert_eq!(position.status().to_string(), status.clone(), "{}", text);
    let is_over = !["check", "ongoing"].contains(&&status[..]);
    let playable = if is_over { Vec::new() } else { legal.clone() };
    prop_assert_eq!(position.legal_moves(), playable.clone(), "{}", text);
    prop_assert_eq!(position.has_legal_move(), !playable.is_empty(), "{}", text);
    prop_assert_eq!(position.perft(1), playable.len() as u64, "{}", text);
    for &mv in illegal.iter().chain(&barred) {
        prop_assert!(position.check_legal(mv).is_err(), "{:?} {}", mv, text);
    }
    for &mv in &legal {
        let allowed = if is_over { Err(IllegalMove::GameOver) } else { Ok(()) };
        prop_assert_eq!(position.check_legal(mv), allowed, "{:?} {}", mv, text);
        let undo = position.make(mv);
        let next = game.play(state, mv);
        prop_assert_eq!(position.board(), &next.board, "{:?} {}", mv, text);
        prop_assert_eq!(position.turn(), next.turn);
        prop_assert_eq!(position.holder(), next.holder, "{:?} {}", mv, text);
        position.unmake(undo);
        coverage.see("a hold that begins", state.holder.is_none() && next.holder.is_some());
        coverage.see("a hold that ends", state.holder.is_some() && next.holder.is_none());
    }
    see_position(state, &position, coverage);
    see_moves(game, state, [&legal, &illegal, &barred], coverage);
    Ok(())
}

fn see_position(state: &State, position: &Position, coverage: &Coverage) {
    let is_held = state.holder == Some(!state.turn);
    coverage.see("a position", true);
    coverage.see(&position.status(), true);
    for reason in Reason::OF_POSITION {
        let here = position.outcome().is_some_and(|outcome| outcome.reason == reason);
        coverage.see(&format!("{reason} while held"), here && is_held);
    }
    coverage.see("the side to move holding", state.holder == Some(state.turn));
    coverage.see("the side to move held", is_held);
}

fn see_moves(
    game: &Game,
    state: &State,
    [legal, illegal, barred]: [&[Move]; 3],
    coverage: &Coverage,
) {
    let captures = |mv: &Move| !state.board.is_empty(mv.to);
    let mut freed = barred.iter().filter(|&&mv| game.is_legal(state, mv));
    coverage.see("a step that only the hold bars", freed.clone().next().is_some());
    coverage.see("a capture that only the hold bars", freed.any(captures));
    coverage.see("a promotion", legal.iter().any(|mv| mv.promotion.is_some()));
    coverage.see("a pawn that may not promote", illegal.iter().any(|mv| mv.promotion.is_some()));
    let king = game.king(&state.board, state.turn);
    let checkers = game.oracle.checkers(&state.board, state.turn).len();
    let blocks = |mv: &Move| mv.from != king && !captures(mv);
    coverage.see("a pinned piece", checkers == 0 && illegal.iter().any(|mv| mv.from != king));
    coverage.see("a check that is blocked", checkers > 0 && legal.iter().any(blocks));
    coverage.see("a double check", checkers > 1);
}

#[test]
fn moves_holds_and_results_are_those_of_making_every_move() {
    let boards = [(250, SPARSE), (250, BARE), (20, DENSE), (60, PAWNS)];
    let coverage = agree_on(&[], USUAL, &boards, 900);
    coverage.at_least(3_000, "a position");
    for status in ["1-0", "0-1"].map(|score| format!("{score} checkmate")) {
        coverage.at_least(30, &status);
    }
    for status in ["1-0", "0-1", "1/2-1/2"].map(|score| format!("{score} bare king")) {
        coverage.at_least(30, &status);
    }
    for status in ["2/3-1/3", "1/3-2/3"].map(|score| format!("{score} stalemate")) {
        coverage.at_least(5, &status);
    }
    for status in ["check", "ongoing"] {
        coverage.at_least(300, status);
    }
    for seen in ["the side to move holding", "the side to move held"] {
        coverage.at_least(300, seen);
    }
    for reason in Reason::OF_POSITION {
        coverage.at_least(5, &format!("{reason} while held"));
    }
    coverage.at_least(100, "a hold that begins");
    coverage.at_least(200, "a hold that ends");
    coverage.at_least(200, "a step that only the hold bars");
    coverage.at_least(20, "a capture that only the hold bars");
    coverage.at_least(40, "a promotion");
    coverage.at_least(1, "a pawn that may not promote");
    coverage.at_least(30, "a pinned piece");
    coverage.at_least(30, "a check that is blocked");
    coverage.at_least(100, "a double check");
}

/// Returns options of the rule set, as replacements in its document and as the corresponding
/// [`Laws`].
fn options() -> Vec<(Vec<[&'static str; 2]>, Laws)> {
    let hold = |to| ["held_king = [\"level\"]", to];
    let zone = |to| ["zone = \"both\"", to];
    vec![
        (vec![hold("held_king = []")], Laws { level_holds: false, ..USUAL }),
        (
            vec![hold("held_king = [\"level\", \"column\"]"), zone("zone = \"either\"")],
            Laws { column_holds: true, zone: Zone::Either, ..USUAL },
        ),
        (
            vec![hold("held_king = [\"column\"]"), zone("zone = \"level\"")],
            Laws { level_holds: false, column_holds: true, zone: Zone::Level, ..USUAL },
        ),
        (
            vec![["bare_king = true", "bare_king = false"], zone("zone = \"none\"")],
            Laws { bare_king: false, zone: Zone::Nowhere, ..USUAL },
        ),
        (
            vec![["stalemate = \"1/3\"", "stalemate = \"1/2\""]],
            Laws { stalemate: ["1/2", "1/2"], ..USUAL },
        ),
    ]
}

#[test]
fn changed_options_agree_with_their_laws() {
    for (change, laws) in options() {
        let boards = [(30, SPARSE), (20, BARE), (2, DENSE), (20, PAWNS)];
        let coverage = agree_on(&change, laws, &boards, 150);
        coverage.at_least(200, "a position");
        coverage.at_least(if laws.zone == Zone::Nowhere { 0 } else { 8 }, "a promotion");
        let holds = usize::from(laws.level_holds || laws.column_holds);
        coverage.at_least(20 * holds, "the side to move held");
        coverage.at_least(10 * holds, "a step that only the hold bars");
        coverage.at_least(20 * holds, "a hold that ends");
    }
}
