//! Boards hold what is put on them, whatever their size and the order of the pieces.

mod common;

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use common::dice::Dice;
use common::{for_all, rules};
use kubikschach::board::{Board, Occupancy};
use kubikschach::cell::{Cell, Size};
use kubikschach::notation::{self, Boards, Reader as _, board_text};
use kubikschach::piece::{Color, Piece};
use kubikschach::rules::Rules;
use proptest::prelude::*;

/// What stands where, by the places of the cells.
type Map = BTreeMap<usize, Piece>;

const SMALL: &[usize] = &[2, 3, 4, 5, 6, 7, 8, 9];
const LARGE: &[usize] = &[64, 65];

#[test]
fn a_board_holds_what_is_put_on_it() {
    check_boards(3_000, SMALL, holds_what_is_put);
    check_boards(60, LARGE, holds_what_is_put);
}

#[test]
fn boards_with_the_same_pieces_are_the_same() {
    check_boards(3_000, SMALL, is_its_pieces);
    check_boards(60, LARGE, is_its_pieces);
}

#[test]
fn a_board_is_what_its_text_reads_to() {
    check_boards(1_500, SMALL, is_its_text);
    check_boards(25, LARGE, is_its_text);
}

#[test]
fn an_announced_size_changes_nothing() {
    check_boards(1_500, &[2, 3, 4, 7, 8, 9, 17], reads_the_same_with_its_size);
    check_boards(25, &[63, 64, 65], reads_the_same_with_its_size);
}

/// Checks a property of so many boards that were changed often, and of what they should hold.
fn check_boards(
    cases: u32,
    edges: &[usize],
    property: impl Fn(&Rules, &Board, &Map, &mut Dice) -> Result<(), TestCaseError>,
) {
    let rules = rules("cube");
    let pieces: Vec<Piece> = rules.letters().map(|(_, piece)| piece).collect();
    for_all(cases, &any::<u64>(), |seed| {
        let mut dice = Dice(seed);
        let size = Size::new(dice.pick(edges)).expect("boards may be so large");
        let (board, map) = changed_often(size, &pieces, &mut dice);
        property(&rules, &board, &map, &mut dice)
    });
}

fn changed_often(size: Size, pieces: &[Piece], dice: &mut Dice) -> (Board, Map) {
    let mut board = Board::new(size).expect("there is enough memory");
    let mut map = Map::new();
    let empty = dice.pick(&[10, 40, 60]);
    for _ in 0..dice.below(150) {
        let place = place(size, dice);
        let piece = (!dice.in_percent(empty)).then(|| dice.pick(pieces));
        board.set(size.cell_on(place), piece);
        match piece {
            Some(piece) => drop(map.insert(place, piece)),
            None => drop(map.remove(&place)),
        }
    }
    (board, map)
}

/// A place, often one of a few, or near the ends of the board and of the words of its bits.
fn place(size: Size, dice: &mut Dice) -> usize {
    let cells = size.cells();
    match dice.below(4) {
        0 => dice.below(cells.min(100)),
        1 => cells - 1 - dice.below(cells.min(100)),
        2 => (dice.below(cells) / 64 * 64 + dice.pick(&[0, 1, 62, 63])).min(cells - 1),
        _ => dice.below(cells),
    }
}

fn holds_what_is_put(
    _: &Rules,
    board: &Board,
    map: &Map,
    dice: &mut Dice,
) -> Result<(), TestCaseError> {
    let size = board.size();
    prop_assert_eq!(board.count(), map.len());
    let all = size.cells() <= 1_000;
    let some: Vec<usize> = (0..1_000).map(|_| place(size, dice)).collect();
    let places = if all { (0..size.cells()).collect() } else { some };
    for place in places.into_iter().chain(map.keys().copied()) {
        let (cell, piece) = (size.cell_on(place), map.get(&place).copied());
        prop_assert_eq!(size.place(cell), place);
        prop_assert_eq!((board.piece_at(cell), board.is_empty(cell)), (piece, piece.is_none()));
        prop_assert_eq!((board.piece_on(place), board.is_open(place)), (piece, piece.is_none()));
    }
    let such = |keep: &dyn Fn(Piece) -> bool| -> Vec<(Cell, Piece)> {
        let kept = map.iter().filter(|(_, piece)| keep(**piece));
        kept.map(|(&place, &piece)| (size.cell_on(place), piece)).collect()
    };
    prop_assert_eq!(board.pieces().collect::<Vec<_>>(), such(&|_| true));
    for color in Color::ALL {
        let of = |piece: Piece| piece.color() == color;
        prop_assert_eq!(board.pieces_of(color).collect::<Vec<_>>(), such(&of));
    }
    for wanted in map.values().take(10) {
        let is = |piece| piece == *wanted;
        prop_assert_eq!(board.pieces_such(is).collect::<Vec<_>>(), such(&is));
    }
    prop_assert_eq!(board.pieces_such(|_| false).count(), 0);
    Ok(())
}

fn is_its_pieces(
    rules: &Rules,
    board: &Board,
    map: &Map,
    dice: &mut Dice,
) -> Result<(), TestCaseError> {
    let size = board.size();
    let mut left: Vec<(usize, Piece)> = map.iter().map(|(&place, &piece)| (place, piece)).collect();
    let mut other = Board::new(size).expect("there is enough memory");
    while !left.is_empty() {
        prop_assert!(board != &other);
        let (place, piece) = left.swap_remove(dice.below(left.len()));
        other.set(size.cell_on(place), Some(piece));
    }
    prop_assert_eq!(board, &other);
    prop_assert_eq!(hash(board), hash(&other));
    let cell = size.cell_on(place(size, dice));
    let (before, pieces) = (board.piece_at(cell), rules.letters().map(|(_, piece)| Some(piece)));
    for piece in pieces.chain([None]) {
        other.set(cell, piece);
        prop_assert_eq!(board == &other, before == piece);
    }
    other.set(cell, before);
    prop_assert_eq!(hash(board), hash(&other));
    Ok(())
}

fn hash(board: &Board) -> u64 {
    let mut hasher = DefaultHasher::new();
    board.hash(&mut hasher);
    hasher.finish()
}

fn is_its_text(rules: &Rules, board: &Board, map: &Map, _: &mut Dice) -> Result<(), TestCaseError> {
    let text = board_text(rules, board);
    let letters: Vec<u8> = text.bytes().filter(|byte| !b"[],".contains(byte)).collect();
    let mut expected = vec![b'#'; board.size().cells()];
    for (&place, &piece) in map {
        expected[place] = u8::try_from(rules.letter(piece)).expect("letters are ASCII");
    }
    prop_assert!(letters == expected, "the letters differ");
    let setup = notation::board(rules, &text);
    prop_assert!(setup.as_ref().is_ok_and(|setup| setup.board == *board), "the boards differ");
    let read = setup.expect("it was compared").board;
    prop_assert_eq!(hash(board), hash(&read));
    prop_assert_eq!(board.pieces().collect::<Vec<_>>(), read.pieces().collect::<Vec<_>>());
    Ok(())
}

/// A board is taken at a glance, but with care if its size stands before it.
fn reads_the_same_with_its_size(
    rules: &Rules,
    board: &Board,
    _: &Map,
    dice: &mut Dice,
) -> Result<(), TestCaseError> {
    let boards = Boards::new(rules);
    let announced = format!("n={}, ", board.size().edge());
    let mut text = board_text(rules, board).into_bytes();
    text.extend_from_slice(dice.pick(&["", "\n", " b", " w\r\n", "\n[", "[##", "],"]).as_bytes());
    if dice.in_percent(50) {
        let at = dice.below(text.len());
        text[at] = dice.pick(b"[],#Kq \nx\0\xff");
    }
    let [plain, careful] =
        [text.clone(), [announced.as_bytes(), &text].concat()].map(|text| boards.take(&text));
    let [read, expected] = [plain.record, careful.record].map(|record| record.and_then(Result::ok));
    prop_assert!(read == expected, "{:?}", String::from_utf8_lossy(&text));
    if read.is_some() {
        prop_assert_eq!(plain.used + announced.len(), careful.used);
        prop_assert_eq!(plain.starved, careful.starved);
    }
    Ok(())
}
