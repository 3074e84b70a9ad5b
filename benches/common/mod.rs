//! What the benchmarks share: timing two ways to do the same work in one run, and random boards.

#![allow(dead_code, reason = "each benchmark uses a part of it")]

use std::fs::File;
use std::hint::black_box;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use kubikschach::board::Board;
use kubikschach::cell::Size;
use kubikschach::piece::{Color, Piece, Role};
use kubikschach::position::Position;
use kubikschach::rules::Rules;

/// Each side is run at least so often and so long.
const LEAST_RUNS: u32 = 3;
const LEAST_TIME: Duration = Duration::from_millis(600);

/// The time of one run, the best of several: what other programs on the machine do only adds.
pub(crate) fn time<T>(mut work: impl FnMut() -> T) -> Duration {
    let (began, mut runs, mut best) = (Instant::now(), 0, Duration::MAX);
    while runs < LEAST_RUNS || began.elapsed() < LEAST_TIME {
        let start = Instant::now();
        black_box(work());
        best = best.min(start.elapsed());
        runs += 1;
    }
    best
}

/// Prints a line with how much is done in a second on each side, and the ratio.
#[expect(clippy::print_stdout, reason = "a benchmark prints its results")]
#[expect(clippy::cast_precision_loss, reason = "rates are rounded anyway")]
pub(crate) fn compare(what: &str, ours: (usize, Duration), naive: (usize, Duration)) {
    let rate = |(count, time): (usize, Duration)| count as f64 / time.as_secs_f64();
    let (ours, naive) = (rate(ours), rate(naive));
    println!("{what:<58} {ours:>13.0}/s {naive:>13.0}/s {:>9.2}×", ours / naive);
}

/// Prints the heading of the lines of [`compare`].
#[expect(clippy::print_stdout, reason = "a benchmark prints its results")]
pub(crate) fn heading() {
    println!("{:<58} {:>15} {:>15} {:>10}", "work", "kubikschach", "compared with", "ratio");
}

/// Numbers that look random and are the same in every run.
pub(crate) struct Numbers(u64);

impl Numbers {
    pub(crate) const fn new() -> Self {
        Self(0x2545_F491_4F6C_DD1D)
    }

    /// A number below the bound, by the generator "xorshift64*" of George Marsaglia.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 32) as usize % bound
    }
}

/// Whether a board has a check on White and breaks no promise.
pub(crate) fn is_fair_check(rules: &Rules, board: &Board) -> bool {
    let position = Position::forced(rules, board.clone(), Color::White);
    position.is_check() && position.problems().is_empty()
}

/// A board with a white king and so many other pieces, in percent of the cells.
pub(crate) fn board(rules: &Rules, size: Size, percent: usize, numbers: &mut Numbers) -> Board {
    let mut board = Board::new(size).expect("the boards of benchmarks are small");
    let (kings, others): (Vec<Role>, Vec<Role>) =
        rules.roles().map(|(role, _)| role).partition(|&role| rules.role(role).royal);
    for cell in size.iter() {
        if numbers.below(100) < percent {
            let color = Color::ALL[numbers.below(2)];
            board.set(cell, Some(Piece::new(color, others[numbers.below(others.len())])));
        }
    }
    let king = size.cell(numbers.below(size.cells()));
    board.set(king, Some(Piece::new(Color::White, kings[0])));
    board
}

/// Runs a program on a file; what it prints goes nowhere.
pub(crate) fn run(program: &str, arguments: &[&str], file: &Path) -> ExitStatus {
    let file = File::open(file).expect("the file was written before");
    let mut command = Command::new(program);
    command.args(arguments).stdin(file).stdout(Stdio::null());
    command.status().expect("it runs")
}
