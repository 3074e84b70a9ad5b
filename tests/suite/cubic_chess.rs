//! Tests Cubic Chess, by a rule document such as a user might write. Some steps are possible from
//! certain cells only, and rides have a limited length. For Black, only the ranks of steps are
//! mirrored.

use kubikschach::board::{Board, Setup};
use kubikschach::cell::{Axis, Cell};
use kubikschach::game::Game;
use kubikschach::notation;
use kubikschach::path::MoveGraph;
use kubikschach::piece::{Color, Piece};
use kubikschach::position::Position;

use crate::common::coverage::Coverage;
use crate::common::games::lively;
use crate::common::rng::SplitMix64;
use crate::common::rounds::rounds;
use crate::common::{cubic_chess, size, start};
use crate::oracle::exhaustive;

#[test]
fn pawns_step_twice_from_their_start_cells_only() {
    let rules = cubic_chess();
    let pawn = rules.role_named("Pawn").expect("it has pawns");
    for (color, rank) in [(Color::White, 1), (Color::Black, 6)] {
        let steps = rules.movement().steps_of(Piece::new(color, pawn));
        let starts: Vec<_> = steps.map(|step| step.starts().map(<[Cell]>::to_vec)).collect();
        let row = Some((0..8).map(|file| Cell::new(file, rank, 0)).collect::<Vec<_>>());
        let from_the_row = starts.iter().filter(|cells| **cells == row).count();
        let from_anywhere = starts.iter().filter(|cells| cells.is_none()).count();
        // The first and second half of a double step, forward and up; the rest are single steps and
        // captures.
        assert_eq!((from_the_row, from_anywhere), (4, 10), "{color}");
    }
}

#[test]
fn perft_equals_that_of_the_public_program() {
    let rules = cubic_chess();
    for (depth, expected) in [(1, 136), (2, 18_479), (3, 2_754_036)] {
        assert_eq!(start(&rules).perft(depth), expected);
    }
}

/// Small boards lack the cells from which pawns of Cubic Chess make double steps.
#[test]
fn pawns_have_single_steps_on_a_smaller_board() {
    let (rules, size) = (cubic_chess(), size(3));
    for color in Color::ALL {
        let pawn = Piece::new(color, rules.role_named("Pawn").expect("it has one"));
        let graph = MoveGraph::new(&rules, size, pawn);
        assert!(!graph.mirrors().contains(&Axis::Rank));
        assert!(graph.diameter() > 0);
    }
}

#[test]
fn a_blocked_pawn_would_block_a_check_only_from_its_start_cell() {
    let rules = cubic_chess();
    let size = size(8);
    let cell = |name: &str| notation::parse_cell(&rules, size, name).expect("the board has it");
    for (pawn, before, target, expected) in
        [("c2(I)", "c3(I)", "c4(I)", 1), ("c3(I)", "c4(I)", "c5(I)", 0)]
    {
        let mut board = Board::new(size);
        let (king, checker) = (target.replace('c', "h"), target.replace('c', "a"));
        let pieces = [("P", pawn), ("N", before), ("K", &king), ("r", &checker), ("k", "h8(VIII)")];
        for (letter, name) in pieces {
            let piece = notation::parse_piece(&rules, letter).expect("the rule set has it");
            board.set(cell(name), Some(piece));
        }
        let position = Position::new(&rules, Setup::new(board, Color::White)).expect("it is sound");
        let blocks = position.explain().blocks;
        let block = blocks.iter().find(|block| block.cell == cell(target)).expect("it is one");
        let by_pawn = block.near_misses.iter().filter(|miss| miss.by.cell == cell(pawn));
        assert_eq!(by_pawn.count(), expected, "{pawn}");
    }
}

#[test]
fn pawns_move_and_are_blocked_as_the_rules_say() {
    let rules = cubic_chess();
    let size = rules.default_size();
    // Color, cell of the pawn, cells of other pieces, and destinations of the pawn.
    for (color, from, others, expected) in [
        (Color::White, "e2(I)", "", "e2(II) e2(III) e3(I) e4(I)"),
        (Color::White, "e2(II)", "", "e2(III) e3(II)"),
        (Color::White, "e3(I)", "", "e3(II) e4(I)"),
        (Color::Black, "e7(I)", "", "e5(I) e6(I) e7(II) e7(III)"),
        (Color::Black, "e2(I)", "", "e1(I) e2(II)"),
        (Color::White, "e2(I)", "e3(I)", "e2(II) e2(III)"),
        (Color::White, "e2(I)", "e4(I) e2(III)", "e2(II) e3(I)"),
        (
            Color::White,
            "e2(II)",
            "d3(I) f3(III) e3(III) e3(I)",
            "d3(I) e2(III) e3(I) e3(II) e3(III) f3(III)",
        ),
        (Color::Black, "e7(I)", "e6(I) d6(II) e6(II)", "d6(II) e6(II) e7(II) e7(III)"),
    ] {
        let cell = |name: &str| notation::parse_cell(&rules, size, name).expect("it is a cell");
        let piece = |color, name| Piece::new(color, rules.role_named(name).expect("a piece"));
        let mut board = Board::new(size);
        board.set(cell(from), Some(piece(color, "Pawn")));
        for other in others.split_whitespace() {
            board.set(cell(other), Some(piece(!color, "Rook")));
        }
        let position = Position::new_unchecked(&rules, Setup::new(board, color));
        let moves = position.legal_moves();
        let mut cells: Vec<String> =
            moves.iter().map(|mv| rules.cells().name(size, mv.to)).collect();
        cells.sort();
        cells.dedup();
        assert_eq!(cells.join(" "), expected, "{color} {from} among {others}");
    }
}

#[test]
fn the_moves_of_random_games_are_those_of_making_every_move() {
    let rules = cubic_chess();
    let (coverage, mut rng) = (Coverage::default(), SplitMix64(3));
    for _ in 0..rounds(30) {
        let mut game = Game::new(start(&rules)).expect("it can be played");
        for _ in 0..150 {
            let position = game.position();
            let moves = position.legal_moves();
            assert_eq!(moves, exhaustive::legal_moves(position));
            coverage.see("a check", position.is_check());
            coverage.see("a promotion", moves.iter().any(|mv| mv.promotion.is_some()));
            let Some(mv) = lively(position, &moves, &mut rng) else { break };
            if game.play(mv).is_err() {
                break;
            }
        }
    }
    coverage.at_least(30, "a check");
    coverage.at_least(5, "a promotion");
}
