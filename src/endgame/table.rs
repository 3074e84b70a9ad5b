//! Retrograde analysis of one set of men.
//!
//! The analysis starts from the mates. Then, for one more move at a time, it finds two kinds of
//! positions: those in which White can move to a position lost for Black, and those in which all of
//! Black's moves lead to positions won for White. Both are found by taking quiet moves back.
//! Captures are looked up beforehand, in the tables of the smaller sets of men.
//!
//! The method is that of Ken Thompson, "Retrograde analysis of certain endgames", ICCA Journal 9
//! (3), 1986.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU16, AtomicUsize, Ordering};
use std::thread;

use smallvec::SmallVec;

use super::men_on_board::MenOnBoard;
use super::placements::Placements;
use super::{Solving, Unsolved};
use crate::control::Stopped;
use crate::memory::filled;
use crate::piece::Color;

/// The table entry of a stalemate.
///
/// Smaller entries are 0 if White cannot force mate, N if White to move mates in N moves, and N + 1
/// if Black to move is mated after N more moves of White.
const STALEMATE: u8 = 254;
/// The table entry of an illegal position, and of a table index that belongs to no placement.
const ILLEGAL: u8 = 255;
/// The largest number of moves of a mate that an entry can store.
pub(super) const LONGEST: u8 = 252;

#[derive(Debug)]
pub(super) struct Table {
    pub(super) placements: Placements,
    /// The entries with White to move and the entries with Black to move, each by table index.
    values: [Vec<AtomicU8>; 2],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    /// White forces mate in this number of moves.
    Won(u8),
    Stalemate,
    /// White cannot force mate.
    NotWon,
    Illegal,
}

/// The table indices of positions one move before or after another position, without repeats.
type TableIndices = SmallVec<[usize; 64]>;

/// The initial value of each position's counter, which counts Black's quiet moves that are not yet
/// known to lose. If a capture saves Black, the counter is never set. It then never reaches 0,
/// because this value exceeds any number of moves.
const ENDLESS: u16 = u16::MAX / 2;

impl Table {
    /// Solves all positions of `placements`. `solving` must have the tables of the smaller sets of
    /// men.
    pub(super) fn solve(
        placements: Placements,
        men: &MenOnBoard,
        solving: &Solving<'_>,
    ) -> Result<Self, Unsolved> {
        let count = placements.count();
        let values = || filled(count, || AtomicU8::new(0));
        let table = Self { placements, values: [values()?, values()?] };
        let counters = filled(count, || AtomicU16::new(ENDLESS))?;
        table.scan(men, solving, |men, index| table.mark_illegal(men, index))?;
        table.scan(men, solving, |men, index| table.initialize(men, index, solving, &counters))?;
        let mut length = 1;
        while table.has_win_from(length) {
            if length > LONGEST {
                return Err(Unsolved::TooLong);
            }
            // Black's positions lost in `length - 1` moves have the entry `length`.
            table.scan(men, solving, |men, index| {
                if table.get(Color::Black, index) == length {
                    for before in table.predecessors(men, index, Color::White) {
                        table.improve(Color::White, before, length);
                    }
                }
            })?;
            table.scan(men, solving, |men, index| {
                if table.get(Color::White, index) == length {
                    for before in table.predecessors(men, index, Color::Black) {
                        if counters[before].fetch_sub(1, Ordering::Relaxed) == 1 {
                            table.lose(men, before, length, solving);
                        }
                    }
                }
            })?;
            length += 1;
        }
        Ok(table)
    }

    pub(super) fn value(&self, turn: Color, cells: &[u16]) -> Value {
        self.value_at(turn, self.placements.index(cells))
    }

    /// Returns the value of the position with this table index and `turn` to move.
    pub(super) fn value_at(&self, turn: Color, index: usize) -> Value {
        match self.get(turn, index) {
            ILLEGAL => Value::Illegal,
            STALEMATE => Value::Stalemate,
            0 => Value::NotWon,
            moves => Value::Won(moves - u8::from(turn == Color::Black)),
        }
    }

    fn get(&self, turn: Color, index: usize) -> u8 {
        self.values[turn as usize][index].load(Ordering::Relaxed)
    }

    fn set(&self, turn: Color, index: usize, value: u8) {
        self.values[turn as usize][index].store(value, Ordering::Relaxed);
    }

    /// Returns `true` if a position won for White has a table entry of at least `length`.
    fn has_win_from(&self, length: u8) -> bool {
        let is_known =
            |value: &AtomicU8| (length..STALEMATE).contains(&value.load(Ordering::Relaxed));
        self.values.iter().any(|values| values.iter().any(is_known))
    }

    /// Stores a win for White unless a shorter win is known.
    fn improve(&self, turn: Color, index: usize, value: u8) {
        let known = self.get(turn, index);
        if known == 0 || known > value && known < STALEMATE {
            self.set(turn, index, value);
        }
    }

    /// Marks the two positions with this table index, one for each side to move, if they are
    /// illegal.
    ///
    /// Both are illegal if the index belongs to no placement.
    fn mark_illegal(&self, men: &mut MenOnBoard, index: usize) {
        let cells = self.placements.cells(index);
        let counts = self.placements.index(&cells) == index && men.set(&cells);
        for turn in Color::ALL {
            if !counts || men.is_in_check(!turn) {
                self.set(turn, index, ILLEGAL);
            }
        }
    }

    /// Stores mates, stalemates and the results of captures for the two positions with this table
    /// index, one for each side to move. Counts Black's quiet moves.
    fn initialize(
        &self,
        men: &mut MenOnBoard,
        index: usize,
        solving: &Solving<'_>,
        counters: &[AtomicU16],
    ) {
        let mut cells = None;
        for turn in Color::ALL {
            if self.get(turn, index) == ILLEGAL {
                continue;
            }
            let cells = cells.get_or_insert_with(|| self.placements.cells(index));
            men.set(cells);
            // For White it is enough to know whether there is a quiet move.
            let all = turn == Color::Black || men.can_capture(turn);
            let (quiet, captures) = self.moves(men, turn, solving, all);
            let is_check = self.get(!turn, index) == ILLEGAL;
            match (turn, quiet.is_empty() && captures.is_empty()) {
                (_, true) if !is_check => self.set(turn, index, STALEMATE),
                (Color::White, true) => {}
                (Color::Black, true) => self.set(turn, index, 1),
                (Color::White, false) => {
                    let wins = captures.iter().filter_map(|value| value.won());
                    if let Some(least) = wins.min() {
                        self.improve(turn, index, least + 1);
                    }
                }
                (Color::Black, false) => self.store_count(index, quiet.len(), &captures, counters),
            }
        }
    }

    /// Sets the counter of Black's quiet moves to `quiet` if all of Black's captures lose. If
    /// `quiet` is 0, stores Black's loss instead.
    ///
    /// Does nothing if a capture saves Black.
    fn store_count(&self, index: usize, quiet: usize, captures: &[Value], counters: &[AtomicU16]) {
        let Some(most) = longest(captures) else { return };
        if quiet == 0 {
            self.set(Color::Black, index, most + 1);
        } else {
            counters[index].store(u16::try_from(quiet).unwrap_or(ENDLESS), Ordering::Relaxed);
        }
    }

    /// Stores a loss for Black at this table index, after the last of Black's quiet moves has
    /// turned out to lose.
    ///
    /// After this last quiet move, White mates in `length` moves.
    fn lose(&self, men: &mut MenOnBoard, index: usize, length: u8, solving: &Solving<'_>) {
        men.set(&self.placements.cells(index));
        let (_, captures) = self.moves(men, Color::Black, solving, true);
        let most = longest(&captures).unwrap_or(0).max(length);
        self.set(Color::Black, index, most + 1);
    }

    /// Returns the table indices of the positions after legal quiet moves, and the values after
    /// legal captures.
    ///
    /// Unless `all` is true, generation ends at the first legal quiet move.
    fn moves(
        &self,
        men: &MenOnBoard,
        turn: Color,
        solving: &Solving<'_>,
        all: bool,
    ) -> (TableIndices, SmallVec<[Value; 8]>) {
        let (mut quiet, mut captures) = (TableIndices::new(), SmallVec::new());
        for (cells, captured) in men.moves(turn) {
            if let Some(man) = captured {
                captures.push(solving.value_without(man, !turn, &cells));
                continue;
            }
            let index = self.placements.index(&cells);
            if self.get(!turn, index) != ILLEGAL {
                quiet.push(index);
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

    /// Returns the table indices of the legal positions from which a quiet move of `mover` leads to
    /// the position with the table index `index`.
    fn predecessors(&self, men: &mut MenOnBoard, index: usize, mover: Color) -> TableIndices {
        let mut before = TableIndices::new();
        men.set(&self.placements.cells(index));
        for cells in men.unmoves(mover) {
            let index = self.placements.index(&cells);
            if self.get(mover, index) != ILLEGAL {
                before.push(index);
            }
        }
        before.sort_unstable();
        before.dedup();
        before
    }

    /// Calls `visit` for each table index, on several threads.
    fn scan(
        &self,
        men: &MenOnBoard,
        solving: &Solving<'_>,
        visit: impl Fn(&mut MenOnBoard, usize) + Sync,
    ) -> Result<(), Stopped> {
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
                part.for_each(|index| visit(&mut men, index));
            }
        };
        thread::scope(|scope| {
            for _ in 1..solving.threads {
                // If a thread cannot be started, the threads that run already do the work.
                if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                    break;
                }
            }
            work();
        });
        if stopped.into_inner() { Err(Stopped) } else { Ok(()) }
    }
}

/// The number of table indices that a thread takes at a time.
const PART: usize = 1 << 14;

impl Value {
    /// Returns the number of moves in which White forces mate; `None` if White cannot.
    pub(super) fn won(self) -> Option<u8> {
        match self {
            Self::Won(moves) => Some(moves),
            _ => None,
        }
    }
}

/// Returns the number of moves of the longest mate that Black's captures lead to; `None` if a
/// capture saves Black.
fn longest(captures: &[Value]) -> Option<u8> {
    captures.iter().try_fold(0, |most: u8, value| Some(most.max(value.won()?)))
}
