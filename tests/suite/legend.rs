//! Compares the pictures of the legend with the oracle's moves.

use std::collections::{BTreeMap, BTreeSet};

use kubikschach::board::Board;
use kubikschach::cell::{Cell, Offset};
use kubikschach::piece::{Color, Piece};
use kubikschach::render::{Styles, legend};
use kubikschach::rules::Rules;

use crate::common::size;
use crate::oracle::Oracle;

/// The middle of a board with 15 cells along an edge, where a piece can make three steps of two
/// cells in every direction.
const MIDDLE: u16 = 7;

/// A picture as it is read from the legend: the signs of its cells, dots included.
type Signs = BTreeMap<Offset, char>;

/// Returns the lines of the legend that describe a piece.
fn of_piece(legend: &str, letter: char) -> Vec<&str> {
    let paragraphs = legend.split("\n\n");
    let mut found = paragraphs.filter(|lines| lines.starts_with(&format!("{letter} ")));
    found.next().expect("each piece has its paragraph").lines().collect()
}

/// Parses a picture whose levels stand side by side below their titles.
fn signs(picture: &[&str]) -> Signs {
    let (titles, rows) = picture.split_first().expect("a picture has titles");
    let radius = i32::try_from(rows.len() / 2).expect("pictures are small");
    let mut signs = Signs::new();
    for title in titles.split("   ").map(str::trim).filter(|title| !title.is_empty()) {
        let column = titles.find(title).expect("it was split off");
        let level = match title.split(' ').collect::<Vec<_>>()[..] {
            ["its", _] => 0,
            [number, _, "up"] => number.parse::<i32>().expect("a number of levels"),
            [number, _, "down"] => -number.parse::<i32>().expect("a number of levels"),
            _ => panic!("{title}"),
        };
        for (rank, row) in (-radius..=radius).rev().zip(rows) {
            let cells = row.chars().skip(column).step_by(2);
            signs.extend(
                (-radius..=radius)
                    .zip(cells)
                    .map(|(file, sign)| (Offset::new(file, rank, level), sign)),
            );
        }
    }
    signs
}

/// The moves of a piece in the middle of a board, by the oracle.
struct Expected<'o> {
    oracle: &'o Oracle,
    piece: Piece,
    empty: Board,
    /// Board with a piece on every cell.
    crowded: Board,
}

impl<'o> Expected<'o> {
    fn new(oracle: &'o Oracle, piece: Piece) -> Self {
        let edge = size(usize::from(2 * MIDDLE + 1));
        let (mut empty, mut crowded) = (Board::new(edge), Board::new(edge));
        edge.iter().for_each(|cell| crowded.set(cell, Some(piece)));
        empty.set(Cell::new(MIDDLE, MIDDLE, MIDDLE), Some(piece));
        Self { oracle, piece, empty, crowded }
    }

    /// Returns `[moves, captures]`: whether the piece moves to a cell, and captures on it.
    fn reaches(&self, by: Offset) -> [bool; 2] {
        let from = Cell::new(MIDDLE, MIDDLE, MIDDLE);
        let Some(to) = self.empty.size().step(from, by) else { return [false; 2] };
        [self.oracle.reaches(self.piece, from, to), self.oracle.attacks(&self.empty, from, to)]
    }

    fn rides(&self, by: Offset) -> bool {
        [1, 2, 3].into_iter().all(|times| self.reaches(by * times) != [false; 2])
    }

    fn sign(&self, by: Offset) -> char {
        let from = Cell::new(MIDDLE, MIDDLE, MIDDLE);
        let to = self.empty.size().step(from, by).expect("pictures are small");
        match self.reaches(by) {
            [false, false] => '.',
            [true, false] => 'o',
            [false, true] => 'x',
            [true, true] if self.rides(by) => '+',
            [true, true] if self.oracle.attacks(&self.crowded, from, to) => '*',
            [true, true] => '~',
        }
    }
}

#[test]
fn the_pictures_of_all_pieces_show_the_moves_of_the_oracle() {
    for rules in Rules::all_built_in() {
        let (oracle, legend) = (Oracle::new(&rules), legend(&rules, Styles::PLAIN, 1000));
        for (role, def) in rules.roles() {
            let name = format!("{} {}", rules.name(), def.name);
            let expected = Expected::new(&oracle, Piece::new(Color::White, role));
            let shown = signs(&of_piece(&legend, def.letter)[1..]);
            assert_eq!(shown.get(&Offset::ZERO), Some(&def.letter), "{name}");
            for (&by, &sign) in shown.iter().filter(|(by, _)| **by != Offset::ZERO) {
                assert_eq!(sign, expected.sign(by), "{name}: {by:?}");
            }
            let rides = shown.iter().filter(|(_, sign)| **sign == '+').map(|(&by, _)| by);
            let ridden: BTreeSet<Offset> =
                rides.flat_map(|by| (1..=MIDDLE.into()).map(move |times| by * times)).collect();
            let middle = Cell::new(MIDDLE, MIDDLE, MIDDLE);
            for by in expected.empty.size().iter().map(|to| middle.offset_to(to)) {
                let is_shown = shown.contains_key(&by) || ridden.contains(&by);
                assert!(is_shown || expected.reaches(by) == [false; 2], "{name}: {by:?}");
            }
        }
    }
}

#[test]
fn pictures_are_no_wider_than_asked() {
    for rules in Rules::all_built_in() {
        for width in [44, 80] {
            let text = legend(&rules, Styles::PLAIN, width);
            let mut pictures = text.lines().filter(|line| line.starts_with("  "));
            assert!(pictures.all(|line| line.chars().count() <= width), "{text}");
        }
    }
}
