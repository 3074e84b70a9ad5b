//! Verdicts and perft, beside the plain way: make every move on a copy of the board.

mod common;

use common::{Numbers, board, compare, heading, time};
use kubikschach::board::{Board, Move, Occupancy};
use kubikschach::cell::{Cell, Size};
use kubikschach::movement::Purpose;
use kubikschach::notation::{self, Boards, Reader, board_text};
use kubikschach::piece::Color;
use kubikschach::position::Position;
use kubikschach::rules::Rules;

fn main() {
    heading();
    let rules = Rules::built_in("cube").expect("it is built in");
    for (edge, count, plain) in [(3, 50_000, 5_000), (4, 50_000, 2_000), (8, 10_000, 100)] {
        verdicts(&rules, edge, count, plain);
    }
    perft();
}

/// Verdicts on boards with a check, from their text.
fn verdicts(rules: &Rules, edge: usize, count: usize, plain: usize) {
    let size = Size::new(edge).expect("boards may be so large");
    let mut numbers = Numbers::new();
    let mut texts = Vec::new();
    while texts.len() < count {
        let percent = 5 + numbers.below(46);
        let board = board(rules, size, percent, &mut numbers);
        if Position::forced(rules, board.clone(), Color::White).is_check() {
            texts.push(board_text(rules, &board));
        }
    }
    let boards = Boards::new(rules);
    let read = |text: &String| boards.single(text.as_bytes()).expect("it is a board").board;
    let ours = time(|| {
        let mates = texts
            .iter()
            .filter(|text| Position::forced(rules, read(text), Color::White).is_checkmate());
        mates.count()
    });
    let naive = time(|| texts[..plain].iter().filter(|text| is_mate(rules, &read(text))).count());
    let what = format!("mate, n = {edge}, White in check / make every move");
    compare(&what, (count, ours), (plain, naive));
}

/// Whether every move of White's leaves its king attacked; it is known to be.
fn is_mate(rules: &Rules, board: &Board) -> bool {
    moves(rules, board, Color::White).is_empty()
}

/// The legal moves: every move of every piece, made on a copy of the board.
fn moves(rules: &Rules, board: &Board, turn: Color) -> Vec<Move> {
    let mut legal = Vec::new();
    for (from, piece) in board.pieces_of(turn) {
        for to in rules.movement().destinations(board, piece, from, true) {
            let mut after = board.clone();
            after.set(from, None);
            after.set(to, Some(piece));
            if !is_attacked(rules, &after, turn) {
                legal.push(Move::new(from, to));
            }
        }
    }
    legal
}

/// Whether a piece of the other side goes to the king's cell.
fn is_attacked(rules: &Rules, board: &Board, turn: Color) -> bool {
    let king = board.pieces_of(turn).find(|(_, piece)| rules.is_royal(*piece));
    let Some((king, _)) = king else { return false };
    board.pieces_of(!turn).any(|(from, piece)| {
        let mut steps =
            rules.movement().steps_of(piece).filter(|step| step.serves(Purpose::Capture));
        steps.any(|step| step.reach(board, from).any(|cell: Cell| cell == king))
    })
}

/// Perft of the setup of 3D Great Shatranj; its kings never meet so soon.
fn perft() {
    let rules = Rules::built_in("great-shatranj").expect("it is built in");
    let setup = notation::board(&rules, rules.setup("start").expect("it has one"));
    let board = setup.expect("the setup can be read").board;
    let mut position = Position::forced(&rules, board.clone(), Color::White);
    let ours = time(|| position.perft(3));
    let naive = time(|| plain_perft(&rules, &board, Color::White, 2));
    compare("perft, great-shatranj / make every move", (176_148, ours), (2916, naive));
}

fn plain_perft(rules: &Rules, board: &Board, turn: Color, depth: usize) -> usize {
    if depth == 0 {
        return 1;
    }
    let after = |mv: Move| {
        let mut after = board.clone();
        after.set(mv.to, board.piece_at(mv.from));
        after.set(mv.from, None);
        plain_perft(rules, &after, !turn, depth - 1)
    };
    moves(rules, board, turn).into_iter().map(after).sum()
}
