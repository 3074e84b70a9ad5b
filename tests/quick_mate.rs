//! A quick look at a board tells what the general way tells, or nothing.

mod common;
mod odd_rules;

use std::cell::RefCell;
use std::collections::BTreeMap;

use common::dice::Dice;
use common::tally::Tally;
use common::{for_all, rules};
use kubikschach::board::{Board, Occupancy};
use kubikschach::cell::Size;
use kubikschach::notation::{Boards, Reader as _, board_text};
use kubikschach::piece::{Color, Piece};
use kubikschach::position::Position;
use kubikschach::rules::Rules;
use kubikschach::verdict::QuickBoard;
use proptest::prelude::*;

fn rule_sets() -> Vec<Rules> {
    [vec![rules("cube"), rules("cube")], odd_rules::all()].concat()
}

#[test]
fn a_quick_look_tells_what_the_general_way_tells() {
    agree_on(&rule_sets(), 60_000);
}

#[test]
#[ignore = "long: run by hand"]
fn a_million_quick_looks_tell_what_the_general_way_tells() {
    agree_on(&rule_sets(), 1_000_000);
}

#[test]
fn a_quick_look_sees_a_king_that_attacks_but_is_not_attacked() {
    agree_on(&[odd_rules::lopsided_kings_apart()], 6_000);
}

fn agree_on(rule_sets: &[Rules], cases: u32) {
    let (tables, tally) = (tables(rule_sets), Tally::default());
    for_all(cases, &any::<u64>(), |seed| {
        let mut dice = Dice(seed);
        let table = &tables[dice.below(tables.len())];
        let edge = dice.pick(&[2, 2, 3, 3, 3, 4, 4, 5, 6, 7, 8]);
        let text = text(table.boards.rules(), edge, &mut dice);
        table.check(edge, &text, &tally)
    });
    let share = |percent: usize| percent * cases as usize / 100;
    tally.at_least(share(5), "a text that is no board");
    tally.at_least(share(20), "no quick look");
    for table in &tables {
        let name = table.boards.rules().name();
        tally.at_least(share(1) / 4, &format!("checkmate by {name}"));
        tally.at_least(share(1), &format!("no checkmate by {name}"));
    }
}

/// A rule set and its boards of each size, which keep their memory from one case to the next.
struct Table<'r> {
    boards: Boards<'r>,
    quick: RefCell<BTreeMap<usize, QuickBoard<'r>>>,
}

fn tables(rule_sets: &[Rules]) -> Vec<Table<'_>> {
    let table = |rules| Table { boards: Boards::new(rules), quick: RefCell::default() };
    rule_sets.iter().map(table).collect()
}

impl Table<'_> {
    fn check(&self, edge: usize, text: &[u8], tally: &Tally) -> Result<(), TestCaseError> {
        let (size, rules) = (Size::new(edge).expect("it is small"), self.boards.rules());
        let mut all = self.quick.borrow_mut();
        let quick = all.entry(edge).or_insert_with(|| {
            QuickBoard::new(rules, size).expect("these are boards for a quick look")
        });
        let shown = String::from_utf8_lossy(text);
        let filled = fill(&self.boards, quick, text);
        let careful = self.common_board(size, text);
        tally.see("a text that is no board", careful.is_none());
        let expected = careful.as_ref().map(|board| (length(size), contents(board)));
        prop_assert_eq!(filled, expected, "{:?}", shown);
        let Some(board) = careful else { return Ok(()) };
        for turn in Color::ALL {
            let position = Position::forced(rules, board.clone(), turn);
            let found = quick.is_checkmate(turn);
            compare(&position, found)
                .map_err(|why| TestCaseError::fail(format!("{shown} {turn}: {why}")))?;
            tally.see("no quick look", found.is_none());
            tally.see(&format!("checkmate by {}", rules.name()), found == Some(true));
            tally.see(&format!("no checkmate by {}", rules.name()), found == Some(false));
        }
        Ok(())
    }

    /// The board of this size that the text starts with, if it is written in the common form.
    fn common_board(&self, size: Size, text: &[u8]) -> Option<Board> {
        let taken = self.boards.take(text);
        let board = taken.record?.ok()?.board;
        let written = board_text(self.boards.rules(), &board) + "\n";
        (board.size() == size && text.starts_with(written.as_bytes())).then_some(board)
    }
}

/// The length of a board in the common form and its line end.
fn length(size: Size) -> usize {
    let edge = size.edge();
    edge * (edge * (edge + 1) + 2)
}

type Contents = (Vec<Option<Piece>>, Vec<u64>);

/// Fills the board; says how long its text is and what stands on its places.
fn fill(boards: &Boards<'_>, quick: &mut QuickBoard<'_>, text: &[u8]) -> Option<(usize, Contents)> {
    let size = quick.size();
    quick.fill(|places, occupied| {
        let length = boards.fill(size, text, places, occupied)?;
        Some((length, (places.to_vec(), occupied.to_vec())))
    })
}

/// What stands on the places of a board.
fn contents(board: &Board) -> Contents {
    let places: Vec<_> = (0..board.size().cells()).map(|place| board.piece_on(place)).collect();
    let mut bits = vec![0; places.len().div_ceil(64)];
    for (place, _) in places.iter().enumerate().filter(|(_, piece)| piece.is_some()) {
        bits[place / 64] |= 1 << (place % 64);
    }
    (places, bits)
}

/// What is wrong with an answer.
fn compare(position: &Position<'_>, found: Option<bool>) -> Result<(), String> {
    let (turn, problems) = (position.turn(), position.problems());
    let attacks = |king: &_| !position.attackers(*king, turn).is_empty();
    match found {
        Some(_) if !problems.is_empty() => Err(format!("{found:?} in spite of {problems:?}")),
        Some(found) if found == position.is_checkmate() => Ok(()),
        Some(found) => Err(format!("found {found}")),
        None if !problems.is_empty() || position.kings(turn).len() != 1 => Ok(()),
        None if position.kings(!turn).iter().any(attacks) => Ok(()),
        None => Err("the quick look tells nothing".to_owned()),
    }
}

/// The text of a board, most often in the common form, and of what comes after it.
fn text(rules: &Rules, edge: usize, dice: &mut Dice) -> Vec<u8> {
    let cells = letters(rules, edge, dice);
    let row = |row: &[char]| row.iter().collect::<String>();
    let level = |level: &[char]| level.chunks(edge).map(row).collect::<Vec<_>>().join(",");
    let levels = cells.chunks(edge * edge).map(|cells| format!("[{}]", level(cells)));
    let mut text = levels.collect::<Vec<_>>().join(",").into_bytes();
    text.push(b'\n');
    if dice.in_percent(15) {
        damage(&mut text, dice);
    }
    text.extend_from_slice(dice.pick(&["", "\n", "w", "[", "[K#,##],[##,k#]\n"]).as_bytes());
    text
}

/// Changes, removes or adds a byte, or cuts the text off.
fn damage(text: &mut Vec<u8>, dice: &mut Dice) {
    let at = dice.below(text.len());
    let byte = dice.pick(b"[[]],,##KXk \n\r\0\xff{z");
    match dice.below(6) {
        0 => drop(text.remove(at)),
        1 => text.insert(at, byte),
        2 => text.truncate(at),
        3 => text.splice(text.len() - 1.., *b" b\n").for_each(drop),
        _ => text[at] = byte,
    }
}

/// The letters of a board's cells.
fn letters(rules: &Rules, edge: usize, dice: &mut Dice) -> Vec<char> {
    let mut cells = vec!['#'; edge * edge * edge];
    let of = |royal: bool| -> Vec<char> {
        let defs = rules.roles().map(|(_, def)| def).filter(|def| def.royal == royal);
        defs.map(|def| def.letter).collect()
    };
    let (men, kings) = (of(false), of(true));
    let white = dice.pick(&[5, 10, 30, 50, 70, 90, 95]);
    let count = match dice.below(3) {
        0 => dice.below(7),
        _ => cells.len() * (5 + dice.below(46)) / 100,
    };
    for _ in 0..count {
        let at = dice.below(cells.len());
        cells[at] = letter(dice.pick(&men), dice.in_percent(white));
    }
    for color in [true, false] {
        for _ in 0..dice.pick(&[0, 1, 1, 1, 1, 1, 1, 2]) {
            cells[place(edge, dice)] = letter(dice.pick(&kings), color);
        }
    }
    cells
}

/// Any place, but often one at a corner, where kings are mated.
fn place(edge: usize, dice: &mut Dice) -> usize {
    let corner = dice.in_percent(60);
    (0..3).fold(0, |place, _| {
        let along = if corner { dice.pick(&[0, edge - 1]) } else { dice.below(edge) };
        place * edge + along
    })
}

const fn letter(letter: char, white: bool) -> char {
    if white { letter } else { letter.to_ascii_lowercase() }
}
