//! Generates random queries and boards from a fixed seed.

#![allow(dead_code, reason = "each benchmark uses a part of it")]

use kubikschach::board::{Board, Setup};
use kubikschach::cell::{Cell, Size};
use kubikschach::piece::{Color, Piece, Role};
use kubikschach::position::Position;
use kubikschach::rules::Rules;

pub(crate) struct Numbers(u64);

impl Numbers {
    pub(crate) const fn new() -> Self {
        Self(0x2545_F491_4F6C_DD1D)
    }

    /// Returns a number below `bound` by George Marsaglia's generator xorshift64*.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 32) as usize % bound
    }

    pub(crate) fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }
}

pub(crate) fn queries(rules: &Rules, count: usize) -> String {
    let mut numbers = Numbers::new();
    let size = rules.default_size();
    let names: Vec<&str> = rules.roles().map(|(_, def)| def.name.as_str()).collect();
    let mut text = String::new();
    for _ in 0..count {
        let (name, color) = (numbers.pick(&names), numbers.pick(&["W", "B"]));
        let mut cell = || rules.cells().name(size, size.cell(numbers.below(size.cells())));
        text += &[name, " ", color, " ", &cell(), " ", &cell(), "\n"].concat();
    }
    text
}

/// Returns a valid board on which White is in check. If `black_king` is `true`, the board has a
/// black king with a probability of 70 %, and otherwise it has none.
pub(crate) fn checked_board(
    rules: &Rules,
    size: Size,
    black_king: bool,
    numbers: &mut Numbers,
) -> Board {
    loop {
        let black = black_king && numbers.below(10) < 7;
        let board = board(rules, size, [1, usize::from(black)], numbers);
        let position = position(rules, &board);
        if position.is_check() && position.validate().is_ok() {
            return board;
        }
    }
}

pub(crate) fn broken_board(rules: &Rules, size: Size, numbers: &mut Numbers) -> Board {
    loop {
        let kings = numbers.pick(&[[2, 1], [1, 2], [0, 1], [2, 2], [1, 1], [1, 1]]);
        let board = board(rules, size, kings, numbers);
        if position(rules, &board).validate().is_err() {
            return board;
        }
    }
}

fn position(rules: &Rules, board: &Board) -> Position {
    Position::new_unchecked(rules, Setup::new(board.clone(), Color::White))
}

/// Returns a random board with these numbers of kings (white, black). Other pieces are on 5 to 50
/// percent of the cells.
fn board(rules: &Rules, size: Size, kings: [usize; 2], numbers: &mut Numbers) -> Board {
    let mut board = Board::new(size);
    let percent = 5 + numbers.below(46);
    let (royal, others): (Vec<Role>, Vec<Role>) =
        rules.roles().map(|(role, _)| role).partition(|&role| rules.role(role).royal);
    for cell in size {
        if numbers.below(100) < percent {
            let color = numbers.pick(&Color::ALL);
            board.set(cell, Some(Piece::new(color, numbers.pick(&others))));
        }
    }
    let mut taken: Vec<Cell> = Vec::new();
    for (color, count) in Color::ALL.into_iter().zip(kings) {
        for _ in 0..count {
            let mut any_cell = || size.cell(numbers.below(size.cells()));
            let mut cell = any_cell();
            while taken.contains(&cell) {
                cell = any_cell();
            }
            board.set(cell, Some(Piece::new(color, royal[0])));
            taken.push(cell);
        }
    }
    board
}

/// Returns a board with a checkmate along an edge. The white king is in a corner behind its own
/// rooks. From the far end of the board, a black queen and black rooks attack along four empty
/// lines.
pub(crate) fn far_mate(rules: &Rules, size: Size) -> Board {
    let mut board = Board::new(size);
    let piece =
        |letter| rules.letters().find(|(other, _)| *other == letter).map(|(_, piece)| piece);
    let far = size.opposite(0);
    let own = [('K', 0, 0), ('R', 1, 0), ('R', 0, 1), ('R', 1, 1)];
    let enemies = [('q', 0, 0), ('r', 1, 0), ('r', 0, 1), ('r', 1, 1)];
    for (letter, rank, level) in own {
        board.set(Cell::new(0, rank, level), piece(letter));
    }
    for (letter, rank, level) in enemies {
        board.set(Cell::new(far, rank, level), piece(letter));
    }
    board
}
