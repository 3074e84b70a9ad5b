//! Checks that boards of all sizes contain the pieces that were put on them, regardless of the
//! order in which they were put there.

use std::collections::BTreeMap;

use kubikschach::board::{Board, Occupancy, Setup};
use kubikschach::cell::{Cell, Size};
use kubikschach::notation::{self, Boards, Next, Reader as _, write_board};
use kubikschach::piece::{Color, Piece, Role};
use kubikschach::position::Position;
use kubikschach::rules::Rules;
use proptest::prelude::*;

use crate::common::rng::SplitMix64;
use crate::common::{for_all, hash, pieces, rules, size};

type Map = BTreeMap<usize, Piece>;

const SMALL: &[usize] = &[2, 3, 4, 5, 6, 7, 8, 9];
const LARGE: &[usize] = &[63, 64];

#[test]
fn a_board_has_the_pieces_that_were_put_on_it() {
    check_boards(3_000, SMALL, holds_what_is_put);
    check_boards(60, LARGE, holds_what_is_put);
}

#[test]
fn boards_with_the_same_pieces_are_equal() {
    check_boards(3_000, SMALL, is_its_pieces);
    check_boards(60, LARGE, is_its_pieces);
}

#[test]
fn the_text_of_a_board_parses_to_that_board() {
    check_boards(1_500, SMALL, is_its_text);
    check_boards(25, LARGE, is_its_text);
    check_boards(2, &[63, 64], is_its_text);
}

#[test]
fn a_wrong_letter_is_marked_and_does_not_affect_the_next_board() {
    check_boards(200, &[3, 8, 17], tells_a_wrong_letter);
    check_boards(40, &[60, 63, 64], tells_a_wrong_letter);
}

#[test]
fn an_announced_size_changes_nothing() {
    check_boards(1_500, &[2, 3, 4, 7, 8, 9, 17], reads_the_same_with_its_size);
    check_boards(25, &[63, 64], reads_the_same_with_its_size);
}

/// Checks a property of random boards. The property also gets a map of the pieces that should be on
/// the board.
fn check_boards(
    cases: u32,
    edges: &[usize],
    property: impl Fn(&Rules, &Board, &Map, &mut SplitMix64) -> Result<(), TestCaseError>,
) {
    let rules = rules("cube");
    let pieces = pieces(&rules);
    for_all(cases, &any::<u64>(), |seed| {
        let mut rng = SplitMix64(seed);
        let size = size(rng.pick(edges));
        let (board, map) = changed_often(size, &pieces, &mut rng);
        property(&rules, &board, &map, &mut rng)
    });
}

fn changed_often(size: Size, pieces: &[Piece], rng: &mut SplitMix64) -> (Board, Map) {
    let mut board = Board::new(size);
    let mut map = Map::new();
    let empty = rng.pick(&[10, 40, 60]);
    for _ in 0..rng.below(150) {
        let index = random_index(size, rng);
        let piece = (!rng.in_percent(empty)).then(|| rng.pick(pieces));
        board.set(size.cell(index), piece);
        match piece {
            Some(piece) => drop(map.insert(index, piece)),
            None => drop(map.remove(&index)),
        }
    }
    (board, map)
}

/// Returns a random cell index, often near an end of the board or near a multiple of 64.
fn random_index(size: Size, rng: &mut SplitMix64) -> usize {
    let cells = size.cells();
    match rng.below(4) {
        0 => rng.below(cells.min(100)),
        1 => cells - 1 - rng.below(cells.min(100)),
        2 => (rng.below(cells) / 64 * 64 + rng.pick(&[0, 1, 62, 63])).min(cells - 1),
        _ => rng.below(cells),
    }
}

fn holds_what_is_put(
    rules: &Rules,
    board: &Board,
    map: &Map,
    rng: &mut SplitMix64,
) -> Result<(), TestCaseError> {
    let size = board.size();
    prop_assert_eq!(board.count(), map.len());
    let all = size.cells() <= 1_000;
    let some: Vec<usize> = (0..1_000).map(|_| random_index(size, rng)).collect();
    let indexes = if all { (0..size.cells()).collect() } else { some };
    for index in indexes.into_iter().chain(map.keys().copied()) {
        let (cell, piece) = (size.cell(index), map.get(&index).copied());
        prop_assert_eq!(size.index(cell), index);
        prop_assert_eq!((board.piece_at(cell), board.is_empty(cell)), (piece, piece.is_none()));
        prop_assert_eq!(
            (board.piece_on(index), board.is_empty_on(index)),
            (piece, piece.is_none())
        );
    }
    let those = |keep: &dyn Fn(Piece) -> bool| -> Vec<(Cell, Piece)> {
        let kept = map.iter().filter(|(_, piece)| keep(**piece));
        kept.map(|(&index, &piece)| (size.cell(index), piece)).collect()
    };
    prop_assert_eq!(board.pieces().collect::<Vec<_>>(), those(&|_| true));
    let position = Position::new_unchecked(rules, Setup::new(board.clone(), Color::White));
    for color in Color::ALL {
        let of = |piece: Piece| piece.color() == color;
        prop_assert_eq!(board.pieces_of(color).collect::<Vec<_>>(), those(&of));
        let cells = |royal: bool| -> Vec<Cell> {
            let is = |piece: Piece| of(piece) && rules.is_royal(piece) == royal;
            those(&is).into_iter().map(|(cell, _)| cell).collect()
        };
        prop_assert_eq!(position.kings(color), cells(true));
        prop_assert_eq!(position.non_royal(color).collect::<Vec<_>>(), cells(false));
    }
    prop_assert_eq!(&position.into_setup().board, board);
    Ok(())
}

fn is_its_pieces(
    rules: &Rules,
    board: &Board,
    map: &Map,
    rng: &mut SplitMix64,
) -> Result<(), TestCaseError> {
    let size = board.size();
    let mut left: Vec<(usize, Piece)> = map.iter().map(|(&index, &piece)| (index, piece)).collect();
    let mut other = Board::new(size);
    while !left.is_empty() {
        prop_assert!(board != &other);
        let (index, piece) = left.swap_remove(rng.below(left.len()));
        other.set(size.cell(index), Some(piece));
    }
    prop_assert_eq!(board, &other);
    prop_assert_eq!(hash(board), hash(&other));
    let cell = size.cell(random_index(size, rng));
    let (before, pieces) = (board.piece_at(cell), rules.letters().map(|(_, piece)| Some(piece)));
    for piece in pieces.chain([None]) {
        other.set(cell, piece);
        prop_assert_eq!(board == &other, before == piece);
    }
    other.set(cell, before);
    prop_assert_eq!(hash(board), hash(&other));
    Ok(())
}

fn is_its_text(
    rules: &Rules,
    board: &Board,
    map: &Map,
    _: &mut SplitMix64,
) -> Result<(), TestCaseError> {
    let text = write_board(rules, board);
    let letters: Vec<u8> = text.bytes().filter(|byte| !b"[],".contains(byte)).collect();
    let size = board.size();
    let mut expected = vec![b'#'; size.cells()];
    for (&index, &piece) in map {
        let Cell { file, rank, level } = size.cell(index);
        // Texts start with the highest level and the last rank.
        let written = Cell::new(file, size.opposite(rank), size.opposite(level));
        expected[size.index(written)] =
            u8::try_from(rules.letter(piece)).expect("letters are ASCII");
    }
    prop_assert!(letters == expected, "the letters differ");
    let setup = notation::parse_board(rules, &text);
    prop_assert!(setup.as_ref().is_ok_and(|setup| setup.board == *board), "the boards differ");
    let read = setup.expect("it was compared").board;
    prop_assert_eq!(hash(board), hash(&read));
    prop_assert_eq!(board.pieces().collect::<Vec<_>>(), read.pieces().collect::<Vec<_>>());
    Ok(())
}

/// Checks that the error about a wrong letter marks that letter, and that the same parser then
/// accepts a correct board.
fn tells_a_wrong_letter(
    rules: &Rules,
    board: &Board,
    _: &Map,
    rng: &mut SplitMix64,
) -> Result<(), TestCaseError> {
    let text = write_board(rules, board);
    let letters: Vec<usize> = text
        .char_indices()
        .filter(|(_, letter)| !"[],".contains(*letter))
        .map(|(at, _)| at)
        .collect();
    let mut bad = text.clone();
    // A wrong letter in the first row may be an error about the form of the board instead.
    let wrong = letters[board.size().edge() + rng.below(letters.len() - board.size().edge())];
    bad.replace_range(wrong..=wrong, "x");
    let mut boards = Boards::new(rules);
    let error = boards.single(bad.as_bytes()).expect_err("the letter is wrong");
    prop_assert_eq!(error.span(), wrong..wrong + 1, "{}", error);
    let after = boards.single(text.as_bytes()).map(|setup| setup.board);
    prop_assert!(after.as_ref() == Ok(board), "the boards differ");
    let pieces = after.expect("it was compared");
    prop_assert!(pieces.pieces().eq(board.pieces()), "the pieces differ");
    Ok(())
}

/// The parser has separate code for boards whose size precedes them, as in `n=3, `.
fn reads_the_same_with_its_size(
    rules: &Rules,
    board: &Board,
    _: &Map,
    rng: &mut SplitMix64,
) -> Result<(), TestCaseError> {
    let announced = format!("n={}, ", board.size().edge());
    let mut text = write_board(rules, board).into_bytes();
    text.extend_from_slice(rng.pick(&["", "\n", " b", " w\r\n", "\n[", "[##", "],"]).as_bytes());
    if rng.in_percent(50) {
        let at = rng.below(text.len());
        text[at] = rng.pick(b"[],#Kq \nx\0\xff");
    }
    let [plain, sized] = [text.clone(), [announced.as_bytes(), &text].concat()];
    for ended in [true, false] {
        let [found, expected] = [&plain, &sized].map(|text| first_board(rules, text, ended));
        let [read, expected_read] = [&found, &expected].map(|first| first.as_ref().map(|f| &f.0));
        prop_assert!(read == expected_read, "{:?}", String::from_utf8_lossy(&text));
        if let (Some((_, end)), Some((_, sized))) = (found, expected) {
            prop_assert_eq!(end + announced.len(), sized, "{:?}", text);
        }
    }
    Ok(())
}

/// Returns the first board of a text and the byte offset of its end. Returns `None` if that board
/// is malformed or incomplete.
fn first_board(rules: &Rules, text: &[u8], ended: bool) -> Option<(Setup, usize)> {
    match Boards::new(rules).next(text, ended) {
        Next::Record { end, result } => Some((result.ok()?, end)),
        _ => None,
    }
}

#[test]
fn a_piece_keeps_its_color_and_role_in_one_byte() {
    assert_eq!(size_of::<Option<Piece>>(), 1);
    for color in Color::ALL {
        for role in (0..Role::MAX).map(|index| Role::new(index).expect("below the maximum")) {
            let piece = Piece::new(color, role);
            assert_eq!((piece.color(), piece.role()), (color, role));
            assert_eq!(piece.index(), 2 * role.index() + color as usize);
        }
    }
    assert_eq!(Role::new(Role::MAX), None);
}
