//! Boards of which each shows whether a program has a certain belief, and their images.

use crate::board::{Board, Setup};
use crate::cases::Question;
use crate::cell::Isometry;
use crate::notation;
use crate::rules::Rules;

/// The boards, the most telling first. Each line names what its board is for.
const PROBES: &str = include_str!("../../../../fixtures/probes.txt");

/// The isometries of the images that are asked after a board itself. They move each axis to each
/// other axis and reverse each of them.
const TURNS: [usize; 6] = [33, 7, 30, 13, 20, 46];

/// Returns `true` if the boards are for this rule set.
pub(super) fn has_probes(rules: &Rules) -> bool {
    lines().next() == Some(rules.name())
}

/// Returns the boards of a rule set, each as a setup; none if there are none for it.
pub(super) fn probes(rules: &Rules) -> Vec<Setup> {
    if !has_probes(rules) {
        return Vec::new();
    }
    let boards = lines().filter_map(|line| line.split_once(": "));
    boards.filter_map(|(_, board)| notation::parse_board(rules, board).ok()).collect()
}

fn lines() -> impl Iterator<Item = &'static str> {
    PROBES.lines().filter(|line| !line.starts_with('#'))
}

/// Returns the images of a board that are asked after it.
pub(super) fn images(setup: &Setup) -> impl Iterator<Item = Question> {
    let all: Vec<Isometry> = Isometry::all().collect();
    TURNS.into_iter().map(move |nth| image(setup, all[nth]))
}

/// Returns the board as it is after a rotation or reflection.
pub(super) fn image(setup: &Setup, isometry: Isometry) -> Question {
    let size = setup.board.size();
    let mut board = Board::new(size);
    for (cell, piece) in setup.board.pieces() {
        board.set(isometry.cell(size, cell), Some(piece));
    }
    Question::Mate(Setup { board, ..setup.clone() })
}
