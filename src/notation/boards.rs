//! Boards in every notation of the challenge: bracket lists, nested brackets, JSON, plain grids.
//!
//! All of them list the levels from the top, the rows from Black's side and the cells from the
//! left; they differ in what parts them.

mod brackets;
mod broken;
mod common;
mod grid;
mod reader;
mod small;

use std::ops::Range;

pub use common::BegunBoard;

use super::Taken;
use crate::board::{Board, Occupancy};
use crate::cell::{Cell, Size};
use crate::notation;
use crate::piece::{Color, Piece};
use crate::rules::Rules;

/// The letter of an empty cell.
const EMPTY: u8 = b'#';

/// A board as written, which no rule has looked at yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// What stands where.
    pub board: Board,
    /// The side to move, if the text names it.
    pub turn: Option<Color>,
    /// The side whose king holds the other, if the text names one.
    pub holder: Option<Color>,
}

/// A reader of boards in the letters of a rule set.
#[derive(Clone, Debug)]
pub struct Boards<'r> {
    rules: &'r Rules,
    /// The only size that is read.
    size: Option<Size>,
    /// What each byte stands for: `None` for no letter, `Some(None)` for an empty cell.
    letters: [Option<Option<Piece>>; 256],
}

impl<'r> Boards<'r> {
    /// A reader of boards, of any size that the rule set allows.
    #[must_use]
    pub fn new(rules: &'r Rules) -> Self {
        let mut letters = [None; 256];
        letters[usize::from(EMPTY)] = Some(None);
        for (letter, piece) in rules.letters() {
            letters[letter as usize] = Some(Some(piece));
        }
        Self { rules, size: rules.size(), letters }
    }

    /// The same for boards of one size, where the rule set leaves it open.
    #[must_use]
    pub fn of_size(self, size: Size) -> Self {
        Self { size: self.size.or(Some(size)), ..self }
    }

    /// The rule set whose letters it reads.
    #[must_use]
    pub const fn rules(&self) -> &'r Rules {
        self.rules
    }

    /// What a byte stands for, if it is a letter of boards.
    fn cell(&self, letter: u8) -> Option<Option<Piece>> {
        self.letters[usize::from(letter)]
    }

    /// The letter of what stands on a cell.
    fn letter(&self, piece: Option<Piece>) -> u8 {
        // The letters of rule sets are ASCII.
        piece.map_or(EMPTY, |piece| self.rules.letter(piece) as u8)
    }

    /// The letters of boards, for messages.
    fn letters(&self) -> String {
        self.rules.letters().map(|(letter, _)| letter).chain([char::from(EMPTY)]).collect()
    }

    /// Takes the board that has been begun, or starts so many bytes into the text; `None` if that
    /// is for the careful reader.
    fn take_common(
        &self,
        begun: &mut BegunBoard,
        text: &[u8],
        start: usize,
        ended: bool,
    ) -> Option<Taken<Setup>> {
        let used = start + begun.take(self, &text[start..])?;
        let goes_on = Taken { record: None, used, starved: true };
        if !begun.is_complete() {
            return (!ended).then_some(goes_on);
        }
        let mut reader = reader::Reader::new(self, text);
        reader.at = used;
        let sides = reader.sides();
        let starved = reader.starved;
        if starved && !ended {
            return Some(goes_on);
        }
        let (turn, holder) = sides.ok()?;
        let record = Some(Ok(Setup { board: begun.board()?, turn, holder }));
        Some(Taken { record, used: reader.at, starved })
    }

    /// Takes a board in any form, or tells what is wrong with it.
    fn take_carefully(&self, text: &[u8]) -> Taken<Setup> {
        let mut reader = reader::Reader::new(self, text);
        reader.skip_space();
        let record = reader.peek().map(|_| reader.setup());
        Taken { record, used: reader.at, starved: reader.starved }
    }

    /// Where the letters of these cells stand in the text of a board, which must be readable.
    #[must_use]
    pub fn places(&self, text: &[u8], cells: &[Cell]) -> Vec<Range<usize>> {
        let taken = self.take_carefully(text);
        let Some(Ok(setup)) = taken.record else { return Vec::new() };
        let size = setup.board.size();
        let cells: Vec<usize> = cells.iter().map(|&cell| size.place(cell)).collect();
        reader::Reader::new(self, text).places(&cells)
    }
}

impl notation::Reader for Boards<'_> {
    type Record = Setup;

    const WHAT: &'static str = "a board";

    fn take(&self, text: &[u8]) -> Taken<Setup> {
        let taken = self.go_on(&mut BegunBoard::default(), text, true);
        taken.unwrap_or_else(|| self.take_carefully(text))
    }

    type Begun = BegunBoard;

    fn go_on(&self, begun: &mut BegunBoard, text: &[u8], ended: bool) -> Option<Taken<Setup>> {
        let fresh = begun.is_empty();
        let start = if fresh { text.len() - text.trim_ascii_start().len() } else { 0 };
        let before = begun.length();
        let taken = self.take_common(begun, text, start, ended);
        if taken.is_none() && fresh {
            *begun = BegunBoard::default();
            return Some(self.take_carefully(text));
        }
        if taken.is_none() {
            begun.go_back(before);
        }
        taken
    }

    fn has_begun(begun: &BegunBoard) -> bool {
        !begun.is_empty()
    }

    fn text(&self, begun: BegunBoard) -> Vec<u8> {
        begun.text(self)
    }

    fn skip(&self, text: &[u8]) -> (usize, bool) {
        broken::length(text)
    }
}

/// The text of a board as a bracket list, such as `[#q,##],[##,K#]`.
#[must_use]
pub fn board_text(rules: &Rules, board: &Board) -> String {
    let size = board.size();
    let row = |rank, level| -> String {
        let cells = size.coordinates().map(|file| board.piece_at(Cell::new(file, rank, level)));
        cells.map(|piece| piece.map_or(char::from(EMPTY), |piece| rules.letter(piece))).collect()
    };
    let level = |level| {
        let rows: Vec<String> = size.coordinates().rev().map(|rank| row(rank, level)).collect();
        format!("[{}]", rows.join(","))
    };
    size.coordinates().rev().map(level).collect::<Vec<_>>().join(",")
}

/// The text of a position: its board, the side to move and, where kings can be held, who holds.
#[must_use]
pub fn position_text(rules: &Rules, board: &Board, turn: Color, holder: Option<Color>) -> String {
    let letter = |color| match color {
        Color::White => 'w',
        Color::Black => 'b',
    };
    let mut text = format!("{} {}", board_text(rules, board), letter(turn));
    if !rules.holds().is_empty() {
        text.push(' ');
        text.push(holder.map_or('-', letter));
    }
    text
}
