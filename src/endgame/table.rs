//! Retrograde analysis of one set of men.
//!
//! Mates are found first, then again and again the positions from which White gets to a lost one of
//! Black's, and those from which Black gets to nothing but won ones of White's. Both are found going
//! back from what is known, by taking moves back; captures, which can't be taken back without knowing
//! what they took, are looked up beforehand in the tables of what they leave. Method: Ken Thompson,
//! "Retrograde analysis of certain endgames", ICCA Journal 9 (3), 1986.

use std::collections::TryReserveError;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU16, AtomicUsize, Ordering};
use std::thread;

use smallvec::SmallVec;

use super::men_on_board::MenOnBoard;
use super::placements::{Cells, Placements};
use super::{Solving, Unsolved};
use crate::piece::Color;

/// What is known of a position, in a byte: if White is to move, in how many moves White mates; if
/// Black is, one more than that. 0 if White doesn't.
const STALEMATE: u8 = 254;
/// The position isn't allowed, or its number doesn't count.
const ILLEGAL: u8 = 255;
/// No mate may take more moves.
pub(super) const LONGEST: u8 = 252;

/// The findings about all positions of one set of men.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) placements: Placements,
    /// For White to move and for Black.
    values: [Vec<AtomicU8>; 2],
}

/// The value of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    /// White mates in N moves.
    Won(u8),
    Stalemate,
    /// White doesn't mate.
    NotWon,
    Illegal,
}

/// The positions a move leads to: their numbers in one table, each once.
type Numbers = SmallVec<[usize; 64]>;

/// How many moves of Black's, if this many, are still not known to lose: more than there are.
const ENDLESS: u16 = u16::MAX / 2;

impl Table {
    /// The table of these men, whose captures lead to others that are known.
    pub(super) fn solve(
        placements: Placements,
        men: &MenOnBoard,
        solving: &Solving<'_>,
    ) -> Result<Self, Unsolved> {
        let count = placements.count();
        let values = || filled(count, || AtomicU8::new(0));
        let table = Self { placements, values: [values()?, values()?] };
        let open = filled(count, || AtomicU16::new(ENDLESS))?;
        table.scan(men, solving, |men, number| table.allow(men, number))?;
        table.scan(men, solving, |men, number| table.begin(men, number, solving, &open))?;
        let mut level = 1;
        while table.has_from(level) {
            if level > LONGEST {
                return Err(Unsolved::TooLong);
            }
            // Black's positions lost in one move less have one more than that noted, which is the level.
            table.scan(men, solving, |men, number| {
                if table.get(Color::Black, number) == level {
                    for before in table.step_back(men, number, Color::White) {
                        table.improve(Color::White, before, level);
                    }
                }
            })?;
            table.scan(men, solving, |men, number| {
                if table.get(Color::White, number) == level {
                    for before in table.step_back(men, number, Color::Black) {
                        if open[before].fetch_sub(1, Ordering::Relaxed) == 1 {
                            table.lose(men, before, level, solving);
                        }
                    }
                }
            })?;
            level += 1;
        }
        Ok(table)
    }

    /// The value of a placement with a side to move.
    pub(super) fn value(&self, turn: Color, cells: &[u16]) -> Value {
        self.value_at(turn, self.placements.number(cells))
    }

    /// The value of the position of a number.
    pub(super) fn value_at(&self, turn: Color, number: usize) -> Value {
        match self.get(turn, number) {
            ILLEGAL => Value::Illegal,
            STALEMATE => Value::Stalemate,
            0 => Value::NotWon,
            moves => Value::Won(moves - u8::from(turn == Color::Black)),
        }
    }

    fn get(&self, turn: Color, number: usize) -> u8 {
        self.values[turn as usize][number].load(Ordering::Relaxed)
    }

    fn set(&self, turn: Color, number: usize, value: u8) {
        self.values[turn as usize][number].store(value, Ordering::Relaxed);
    }

    /// Returns `true` if a position is noted with this many moves or more.
    fn has_from(&self, level: u8) -> bool {
        let is_known =
            |value: &AtomicU8| (level..STALEMATE).contains(&value.load(Ordering::Relaxed));
        self.values.iter().any(|values| values.iter().any(is_known))
    }

    /// Notes a win in N moves unless a shorter one is known.
    fn improve(&self, turn: Color, number: usize, value: u8) {
        let known = self.get(turn, number);
        if known == 0 || known > value && known < STALEMATE {
            self.set(turn, number, value);
        }
    }

    /// Notes whether the two positions of a placement are allowed: the side not to move isn't in check.
    fn allow(&self, men: &mut MenOnBoard, number: usize) {
        let cells = self.placements.cells(number);
        let counts = self.placements.number(&cells) == number && men.set(&cells);
        for turn in Color::ALL {
            if !counts || men.is_in_check(!turn) {
                self.set(turn, number, ILLEGAL);
            }
        }
    }

    /// Notes mates, stalemates and what follows from captures, and counts Black's other moves.
    fn begin(
        &self,
        men: &mut MenOnBoard,
        number: usize,
        solving: &Solving<'_>,
        open: &[AtomicU16],
    ) {
        let mut cells = None;
        for turn in Color::ALL {
            if self.get(turn, number) == ILLEGAL {
                continue;
            }
            let cells = cells.get_or_insert_with(|| self.placements.cells(number));
            men.set(cells);
            // Of White's other moves it is enough to know that there are any.
            let all = turn == Color::Black || men.can_capture(turn);
            let (quiet, captures) = self.moves(men, turn, solving, all);
            let is_check = self.get(!turn, number) == ILLEGAL;
            match (turn, quiet.is_empty() && captures.is_empty()) {
                (_, true) if !is_check => self.set(turn, number, STALEMATE),
                (Color::White, true) => {}
                (Color::Black, true) => self.set(turn, number, 1),
                (Color::White, false) => {
                    let wins = captures.iter().filter_map(|value| value.won());
                    if let Some(least) = wins.min() {
                        self.improve(turn, number, least + 1);
                    }
                }
                (Color::Black, false) => self.count(number, quiet.len(), &captures, open),
            }
        }
    }

    /// Notes how many moves of Black's are not known to lose; none of those that capture is left open.
    fn count(&self, number: usize, quiet: usize, captures: &[Value], open: &[AtomicU16]) {
        let Some(most) = longest(captures) else { return };
        if quiet == 0 {
            self.set(Color::Black, number, most + 1);
        } else {
            open[number].store(u16::try_from(quiet).unwrap_or(ENDLESS), Ordering::Relaxed);
        }
    }

    /// Notes a position whose moves have all turned out to lose, the last one in N moves.
    fn lose(&self, men: &mut MenOnBoard, number: usize, level: u8, solving: &Solving<'_>) {
        men.set(&self.placements.cells(number));
        let (_, captures) = self.moves(men, Color::Black, solving, true);
        let most = longest(&captures).unwrap_or(0).max(level);
        self.set(Color::Black, number, most + 1);
    }

    /// Where a side's legal moves lead: the numbers of those that don't capture, or only one of them,
    /// and the values of those that do.
    fn moves(
        &self,
        men: &MenOnBoard,
        turn: Color,
        solving: &Solving<'_>,
        all: bool,
    ) -> (Numbers, SmallVec<[Value; 8]>) {
        let (mut quiet, mut captures) = (Numbers::new(), SmallVec::new());
        for (cells, captured) in men.moves(turn) {
            if let Some(man) = captured {
                captures.push(solving.value_without(man, !turn, &cells));
                continue;
            }
            let number = self.placements.number(&cells);
            if self.get(!turn, number) != ILLEGAL {
                quiet.push(number);
                if !all {
                    break;
                }
            }
        }
        captures.retain(|value| *value != Value::Illegal);
        quiet.sort_unstable();
        quiet.dedup();
        (quiet, captures)
    }

    /// The positions from which a move of a side that doesn't capture leads to one.
    fn step_back(&self, men: &mut MenOnBoard, number: usize, mover: Color) -> Numbers {
        let mut before = Numbers::new();
        men.set(&self.placements.cells(number));
        for cells in men.moves_back(mover) {
            let number = self.placements.number(&cells);
            if self.get(mover, number) != ILLEGAL {
                before.push(number);
            }
        }
        before.sort_unstable();
        before.dedup();
        before
    }

    /// Visits all numbers, by as many threads as there may be.
    fn scan(
        &self,
        men: &MenOnBoard,
        solving: &Solving<'_>,
        visit: impl Fn(&mut MenOnBoard, usize) + Sync,
    ) -> Result<(), Unsolved> {
        let (next, stopped, count) =
            (AtomicUsize::new(0), AtomicBool::new(false), self.placements.count());
        let work = || {
            let mut men = men.clone();
            loop {
                let start = next.fetch_add(PART, Ordering::Relaxed);
                if start >= count || stopped.load(Ordering::Relaxed) {
                    break;
                }
                let part: Range<usize> = start..count.min(start + PART);
                if solving.control.tick(part.len() as u64).is_err() {
                    stopped.store(true, Ordering::Relaxed);
                }
                part.for_each(|number| visit(&mut men, number));
            }
        };
        thread::scope(|scope| {
            for _ in 1..solving.threads {
                // Without another thread those that have started do the work.
                if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                    break;
                }
            }
            work();
        });
        if stopped.into_inner() { Err(Unsolved::Stopped) } else { Ok(()) }
    }
}

/// A number of values, if there is memory.
fn filled<T>(count: usize, value: impl FnMut() -> T) -> Result<Vec<T>, TryReserveError> {
    let mut values = Vec::new();
    values.try_reserve_exact(count)?;
    values.resize_with(count, value);
    Ok(values)
}

/// A thread takes this many numbers at a time.
const PART: usize = 1 << 14;

impl Value {
    /// In how many moves White mates, if so.
    pub(super) fn won(self) -> Option<u8> {
        match self {
            Self::Won(moves) => Some(moves),
            _ => None,
        }
    }
}

/// The most moves that White needs where Black's captures lead; `None` if one of them saves Black.
fn longest(captures: &[Value]) -> Option<u8> {
    captures.iter().try_fold(0, |most: u8, value| Some(most.max(value.won()?)))
}

/// The cells without those of a man.
pub(super) fn without(cells: &[u16], man: usize) -> Cells {
    cells.iter().enumerate().filter(|(nth, _)| *nth != man).map(|(_, &cell)| cell).collect()
}
