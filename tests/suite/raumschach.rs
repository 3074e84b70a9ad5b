//! Compares the first moves of Raumschach, and the positions of random games, with the oracle.

use kubikschach::board::{Board, Move, Setup};
use kubikschach::cell::Cell;
use kubikschach::game::Game;
use kubikschach::notation;
use kubikschach::piece::{Color, Piece};
use kubikschach::position::Position;
use kubikschach::render::why_illegal;
use kubikschach::rules::Rules;

use crate::common::coverage::Coverage;
use crate::common::games::lively;
use crate::common::rng::SplitMix64;
use crate::common::rounds::rounds;
use crate::common::{rules, size, start};
use crate::oracle::{Oracle, after, sorted};

/// The parser refuses texts of boards of another size. If a caller of the library builds such a
/// board, making a position from it is an error.
#[test]
fn a_board_of_another_size_is_refused() {
    let rules = rules("raumschach");
    let piece = |color, name| Piece::new(color, rules.role_named(name).expect("a piece"));
    for edge in 3..=6 {
        let size = size(edge);
        let mut board = Board::new(size);
        board.set(Cell::new(0, 0, 0), Some(piece(Color::White, "King")));
        board.set(Cell::new(2, 2, 2), Some(piece(Color::Black, "King")));
        let position = Position::new(&rules, Setup { board, turn: None, holder: None });
        let said = position.err().map(|error| error.to_string());
        let expected = format!("expected a board of 5 cells per edge, but found one of {edge}");
        assert_eq!(said, (edge != 5).then_some(expected));
    }
}

/// Returns the legal moves by the oracle. On the last level and last rank, pawns promote to any
/// piece except a king.
fn legal_moves(rules: &Rules, oracle: &Oracle, board: &Board, side: Color) -> Vec<Move> {
    let moves = oracle.pseudo_legal_moves(board, side).into_iter();
    let moves = moves.filter(|mv| oracle.is_legal(board, side, *mv));
    let last = if side == Color::White { 4 } else { 0 };
    sorted(
        moves
            .flat_map(|mv| {
                let pawn = rules.role_named("Pawn").map(|role| Piece::new(side, role));
                let promotes =
                    board.piece_at(mv.from) == pawn && [mv.to.rank, mv.to.level] == [last; 2];
                let letters = if promotes { "QRBUN" } else { " " };
                letters.chars().map(move |letter| {
                    let promotion = rules.role_named(letter.to_string());
                    Move { promotion, ..mv }
                })
            })
            .collect(),
    )
}

fn count(rules: &Rules, oracle: &Oracle, board: &Board, side: Color, depth: u8) -> usize {
    let moves = legal_moves(rules, oracle, board, side);
    if depth == 1 {
        return moves.len();
    }
    moves.into_iter().map(|mv| count(rules, oracle, &after(board, mv), !side, depth - 1)).sum()
}

#[test]
fn a_pawn_that_must_promote_is_offered_a_unicorn() {
    let rules = rules("raumschach");
    let empty = "[#####,#####,#####,#####,#####]";
    let text = format!("[#####,##P##,#####,#####,k###K],{empty},{empty},{empty},{empty}");
    let setup = notation::parse_board(&rules, &text).expect("it is a board");
    let position = Position::new(&rules, setup).expect("it is allowed");
    let size = position.board().size();
    let mv = notation::parse_move(&rules, size, "Ec4-Ec5").expect("it is a move");
    let illegal = position.check_legal(mv).expect_err("it does not promote");
    let message = why_illegal(&position, mv, &illegal).text;
    let choices =
        "=Q for a queen, =R for a rook, =B for a bishop, =U for a unicorn, =N for a knight";
    assert_eq!(message, format!("the pawn on Ec4 must promote on Ec5: add {choices}"));
}

#[test]
fn perft_equals_that_of_a_second_generator() {
    let rules = rules("raumschach");
    let (oracle, mut position) = (Oracle::new(&rules), start(&rules));
    for (depth, expected) in [(1, 61), (2, 3_615), (3, 237_316)] {
        assert_eq!(position.perft(depth), expected);
        let counted = count(&rules, &oracle, position.board(), Color::White, depth);
        assert_eq!(counted as u64, expected);
    }
}

#[test]
fn the_moves_of_random_games_are_those_of_the_distances() {
    let rules = rules("raumschach");
    let (oracle, coverage, mut rng) = (Oracle::new(&rules), Coverage::default(), SplitMix64(5));
    for _ in 0..rounds(60) {
        let mut game = Game::new(start(&rules)).expect("it can be played");
        for _ in 0..120 {
            let position = game.position();
            let moves = position.legal_moves();
            let expected = legal_moves(&rules, &oracle, position.board(), position.turn());
            assert_eq!(moves, expected);
            coverage.see("a check", position.is_check());
            coverage.see("a promotion", moves.iter().any(|mv| mv.promotion.is_some()));
            coverage.see("a position", true);
            let Some(mv) = lively(position, &moves, &mut rng) else { break };
            if game.play(mv).is_err() {
                break;
            }
        }
    }
    coverage.at_least(2_000, "a position");
    coverage.at_least(200, "a check");
    coverage.at_least(10, "a promotion");
}

mod slow {
    use super::*;

    #[test]
    #[ignore = "takes 20 seconds"]
    fn perft_4_is_15587032() {
        assert_eq!(start(&rules("raumschach")).perft(4), 15_587_032);
    }
}
