//! Positions under rules of a user's own that no built-in set has: without captures, or with few moves.

use kubikschach::board::{Board, Occupancy, Setup};
use kubikschach::cell::{Cell, Size};
use kubikschach::notation;
use kubikschach::piece::{Color, Piece};
use kubikschach::position::Position;
use kubikschach::rules::Rules;

use crate::common::open_rules;

/// A rule set with a king and a rook that move so.
fn rules(head: &str, king: &str) -> Rules {
    let pieces = format!(
        "{head}
        [[piece]]
        name = 'King'
        letter = 'K'
        royal = true
        moves = [{king}]
        [[piece]]
        name = 'Rook'
        letter = 'R'
        moves = [{{ ride = [1, 0, 0] }}]"
    );
    open_rules("mine", &pieces)
}

/// A rook beside the king gives check; the king's own rook could take it, or go in between.
#[test]
fn without_captures_no_move_is_one() {
    for (captures, expected) in [(true, 2), (false, 1)] {
        let rules = rules(&format!("captures = {captures}"), "");
        let piece = |color, name| Piece::new(color, rules.role_named(name).expect("it has one"));
        let mut board = Board::new(Size::new(4).expect("a size of boards")).expect("it is small");
        board.set(Cell::new(0, 0, 0), Some(piece(Color::White, "King")));
        board.set(Cell::new(2, 0, 0), Some(piece(Color::Black, "Rook")));
        board.set(Cell::new(2, 1, 0), Some(piece(Color::White, "Rook")));
        board.set(Cell::new(1, 3, 0), Some(piece(Color::White, "Rook")));
        let position = Position::new_unchecked(&rules, Setup::new(board, Color::White));
        let moves = position.legal_moves();
        let captures = moves.iter().filter(|mv| !position.board().is_empty(mv.to)).count();
        assert_eq!((moves.len(), captures), (expected, expected - 1));
    }
}

/// The number of sequences of moves, each made and taken back.
fn sequences(position: &mut Position<'_>, depth: usize) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut count = 0;
    for mv in position.legal_moves() {
        let made = position.make(mv);
        count += sequences(position, depth - 1);
        position.unmake(made);
    }
    count
}

#[test]
fn long_sequences_are_counted_as_short_ones_are() {
    let verdict = "verdict = { white_kings = [1, 1], black_kings = [0, 1] }";
    let rules = rules(
        verdict,
        "{ leap = [1, 0, 0], symmetry = 'fixed' }, { leap = [-1, 0, 0], symmetry = 'fixed' }",
    );
    // Each king goes to and fro on its own row.
    for text in [
        "[###,###,k##],[###,###,###],[###,###,K##]",
        "[###,###,#k#],[###,###,###],[###,###,K##]",
        "[###,###,k#k],[###,###,###],[###,###,K#K] b",
    ] {
        let setup = notation::board(&rules, text).expect("it is a board");
        let mut position = Position::new_unchecked(&rules, setup);
        for depth in 7..=12 {
            let expected = sequences(&mut position, depth);
            assert_eq!(position.perft(depth), expected, "{text} {depth}");
        }
    }
}
