//! Boards whose text comes in pieces are those of the whole text, and so are the mistakes.

mod common;

use std::mem::take;

use common::dice::Dice;
use common::drawing::{self, Drawing, NOTATIONS};
use common::tally::Tally;
use common::{for_all, rules};
use kubikschach::cell::Size;
use kubikschach::notation::{BegunBoard, Boards, Reader as _, Setup, SyntaxError, Taken};
use kubikschach::rules::Rules;
use proptest::prelude::*;

/// What a text reads to: each record or mistake, with its place in the text and where it ends.
type Reading = Vec<(Result<Setup, SyntaxError>, usize)>;

#[test]
fn a_text_that_comes_in_pieces_reads_as_a_whole() {
    let tally = reads_as_a_whole(Broken::Early);
    tally.at_least(1_500, "a board");
    tally.at_least(500, "a mistake");
    tally.at_least(1_500, "a board that was begun");
    tally.at_least(50, "a text that was needed again");
}

#[test]
fn a_text_with_a_mistake_after_a_board_reads_as_a_whole_too() {
    let tally = reads_as_a_whole(Broken::Anywhere);
    tally.at_least(150, "a text that was needed again");
}

/// Where texts may be broken.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Broken {
    /// In the first half of a board.
    Early,
    Anywhere,
}

fn reads_as_a_whole(broken: Broken) -> Tally {
    let tally = Tally::default();
    for rules in [rules("cube"), rules("great-shatranj")] {
        let boards = Boards::new(&rules);
        for_all(1_500, &any::<u64>(), |seed| {
            let mut dice = Dice(seed);
            let text = text(&rules, broken, &mut dice);
            let expected = read_whole(&boards, &text);
            let found = Pieces::new(&boards, &text, &mut dice).read(&tally)?;
            prop_assert_eq!(&found, &expected, "{:?}", String::from_utf8_lossy(&text));
            tally.see("a board", found.iter().any(|(record, _)| record.is_ok()));
            tally.see("a mistake", found.iter().any(|(record, _)| record.is_err()));
            Ok(())
        });
    }
    tally
}

#[test]
fn a_text_that_comes_byte_by_byte_reads_as_a_whole() {
    let rules = rules("cube");
    let boards = Boards::new(&rules);
    let tally = Tally::default();
    for text in [
        "[#q,##],[##,K#]",
        "[#q,##],[##,K#] b\n[##,##],[##,##]",
        "[#q,##],[##,K#] b\r\n[##,##],[##,##]\r\n",
        "[#q,##],[##,K#][##,##],[##,##] w [##,##],[##,##] n=2 [##,##],[##,##]\n",
        "[#q,##],\n[##,K#]\n[[#q,##],[##,K#]]\n",
        "[#q,##],[##,K#],[##,##]\n[##,##],[##,##]\n",
        "[#q,##],[##,K#] x\n[##,##],[##,##]\n",
        "[#q,##],[##,K\n[##,##],[##,##]",
        "[#q,##],[##",
        "[#q,##]",
        "[",
        "#q\n##\n\n##\nK#\n[#q,##],[##,K#]\n\n#q\n##\n\n##\nK#",
    ] {
        let mut dice = Dice(0);
        let pieces = Pieces { longest: 1, ..Pieces::new(&boards, text.as_bytes(), &mut dice) };
        let found = pieces.read(&tally).unwrap_or_else(|error| panic!("{text:?}: {error}"));
        assert_eq!(found, read_whole(&boards, text.as_bytes()), "{text:?}");
    }
}

#[test]
fn a_long_row_before_a_mistake_takes_little_memory() {
    let rules = rules("cube");
    let boards = Boards::new(&rules);
    let text = format!("[{},x", "#".repeat(65_535));
    let mut begun = BegunBoard::default();
    assert!(boards.go_on(&mut begun, text.as_bytes(), false).is_some_and(|taken| taken.starved));
    assert!(Boards::has_begun(&begun));
    let kept = boards.text(begun);
    assert_eq!(kept, text.as_bytes()[..kept.len()]);
}

/// An error about the same bytes of a text that has so many more before them.
fn moved(error: SyntaxError, by: usize) -> SyntaxError {
    SyntaxError { span: error.span.start + by..error.span.end + by, ..error }
}

fn read_whole(boards: &Boards<'_>, text: &[u8]) -> Reading {
    let (mut reading, mut at) = (Vec::new(), 0);
    loop {
        at += blanks(&text[at..]);
        let taken = boards.take(&text[at..]);
        let Some(record) = taken.record else { return reading };
        let record = record.map_err(|error| moved(error, at));
        at += if record.is_ok() { taken.used } else { boards.skip(&text[at..]).0 };
        reading.push((record, at));
    }
}

/// The length of the blanks that a text starts with.
fn blanks(text: &[u8]) -> usize {
    text.len() - text.trim_ascii_start().len()
}

/// A text that comes in pieces, and what is kept of it.
struct Pieces<'a> {
    boards: &'a Boards<'a>,
    dice: &'a mut Dice,
    longest: usize,
    /// What has not come yet.
    rest: &'a [u8],
    /// What has come and not been taken, and its place in the whole text.
    text: Vec<u8>,
    at: usize,
    begun: BegunBoard,
    /// What was taken of the board that is begun.
    begun_text: Vec<u8>,
    ended: bool,
}

impl<'a> Pieces<'a> {
    fn new(boards: &'a Boards<'a>, rest: &'a [u8], dice: &'a mut Dice) -> Self {
        let longest = dice.pick(&[2, 5, 20, 100, 1000]);
        let (text, begun_text) = (Vec::new(), Vec::new());
        let begun = BegunBoard::default();
        Self { boards, dice, longest, rest, text, at: 0, begun, begun_text, ended: false }
    }

    fn read(mut self, tally: &Tally) -> Result<Reading, TestCaseError> {
        let mut reading = Vec::new();
        loop {
            let taken = self.next(tally)?;
            let Some(record) = taken.record else { return Ok(reading) };
            let record = record.map_err(|error| moved(error, self.at));
            let length = if record.is_ok() { taken.used } else { self.skipped() };
            prop_assert!(length > 0 || !self.begun_text.is_empty(), "nothing was taken");
            self.begun_text.clear();
            self.pass(length);
            reading.push((record, self.at));
        }
    }

    /// Takes what comes next, and leaves its text.
    fn next(&mut self, tally: &Tally) -> Result<Taken<Setup>, TestCaseError> {
        loop {
            if !Boards::has_begun(&self.begun) {
                self.pass(blanks(&self.text));
            }
            let taken = self.boards.go_on(&mut self.begun, &self.text, self.ended);
            let Some(taken) = taken else {
                tally.see("a text that was needed again", true);
                self.put_back()?;
                continue;
            };
            if !taken.starved || self.ended {
                return Ok(taken);
            }
            if taken.record.is_none() {
                self.keep(taken.used)?;
                tally.see("a board that was begun", Boards::has_begun(&self.begun));
            }
            self.fill();
        }
    }

    /// Takes so much of the text as a part of the board that is begun, if one is.
    fn keep(&mut self, length: usize) -> Result<(), TestCaseError> {
        let used = self.pass(length);
        if Boards::has_begun(&self.begun) {
            self.begun_text.extend(used);
        }
        prop_assert_eq!(&self.boards.text(self.begun.clone()), &self.begun_text);
        Ok(())
    }

    fn put_back(&mut self) -> Result<(), TestCaseError> {
        let again = self.boards.text(take(&mut self.begun));
        prop_assert_eq!(
            &again,
            &take(&mut self.begun_text),
            "before {:?}",
            String::from_utf8_lossy(&self.text)
        );
        self.at -= again.len();
        self.text.splice(..0, again);
        Ok(())
    }

    fn pass(&mut self, length: usize) -> Vec<u8> {
        self.at += length;
        self.text.drain(..length).collect()
    }

    /// Lets the next piece come.
    fn fill(&mut self) {
        let length = self.rest.len().min(1 + self.dice.below(self.longest));
        let (piece, rest) = self.rest.split_at(length);
        (self.rest, self.ended) = (rest, piece.is_empty());
        self.text.extend_from_slice(piece);
    }

    /// The length of the broken board that the text starts with.
    fn skipped(&mut self) -> usize {
        loop {
            let (length, starved) = self.boards.skip(&self.text);
            if !starved || self.ended {
                return length;
            }
            self.fill();
        }
    }
}

/// What may follow a board of any rule set.
const ENDS: [&str; 8] = ["\n", "\n", "\r\n", " b\n", " w\r\n", "\n\n", " \n", "\n"];
/// What may follow the board of some rule set, or none.
const OTHER_ENDS: [&str; 6] = [" b w\n", " w -\n", " x\n", ",\n", " ", "]\n"];

/// Boards one after the other, in several notations and with several endings; some are broken.
fn text(rules: &Rules, broken: Broken, dice: &mut Dice) -> Vec<u8> {
    let mut text = Vec::new();
    for _ in 0..=dice.below(5) {
        let drawing = drawing(rules, dice);
        let (_, draw) = dice.pick(&NOTATIONS);
        let draw = if dice.in_percent(60) { drawing::list } else { draw };
        let mut record = draw(&drawing).into_bytes();
        let other = broken == Broken::Anywhere && dice.in_percent(30);
        let end = if other { dice.pick(&OTHER_ENDS) } else { dice.pick(&ENDS) };
        record.extend_from_slice(end.as_bytes());
        match broken {
            _ if !dice.in_percent(25) => {}
            Broken::Early => {
                let at = 1 + dice.below(record.len() / 2);
                record[at] = dice.pick(b"[[]],,##KXk \n\r\0\xff\xc3{z");
            }
            Broken::Anywhere => damage(&mut record, dice),
        }
        text.extend(record);
    }
    let end = dice.below(3).min(text.len());
    text.truncate(text.len() - end);
    text
}

fn drawing(rules: &Rules, dice: &mut Dice) -> Drawing {
    let edge = rules.size().map_or_else(|| dice.pick(&[2, 2, 3, 3, 4, 9]), Size::edge);
    let letters: Vec<char> = rules.letters().map(|(letter, _)| letter).collect();
    let full = dice.pick(&[0, 5, 50]);
    let mut cell = || if dice.in_percent(full) { dice.pick(&letters) } else { '#' };
    let mut row = || (0..edge).map(|_| cell()).collect::<String>();
    (0..edge).map(|_| (0..edge).map(|_| row()).collect()).collect()
}

/// Changes, removes or adds a byte.
fn damage(text: &mut Vec<u8>, dice: &mut Dice) {
    let at = dice.below(text.len());
    let byte = dice.pick(b"[[]],,##KXk \n\r\0\xff\xc3{z");
    match dice.below(3) {
        0 => drop(text.remove(at)),
        1 => text.insert(at, byte),
        _ => text[at] = byte,
    }
}
