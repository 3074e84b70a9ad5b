//! Retrograde analysis of one set of men.
//!
//! The analysis starts from the positions in which the game is over. Then, for one more move at a
//! time, it finds two kinds of positions: those in which the winner can move to a position that is
//! lost, and those in which all moves of the loser lead to positions that are won. Both are found
//! by taking back quiet moves. Captures and promotions are looked up in the tables of other sets of
//! men. White's wins are found first, then Black's; the remaining positions are drawn.
//!
//! The method is that of Ken Thompson, "Retrograde analysis of certain endgames", ICCA Journal 9
//! (3), 1986.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU16, AtomicUsize, Ordering};
use std::thread;

use smallvec::SmallVec;

use super::entry::{LONGEST, Share, TableEntry, Value};
use super::material::Endgame;
use super::men_on_board::MenOnBoard;
use super::placements::Placements;
use super::solved::Solved;
use super::solving::Solving;
use super::table::Table;
use super::unsolved::{Reached, Unsolved};
use crate::control::{Control, Stopped};
use crate::piece::Color;
use crate::verdict::{Outcome, Verdict};

/// The reason why the analysis ended early.
enum Halt {
    TooLong,
    Stopped,
}

impl From<Stopped> for Halt {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

/// The table indices of positions one move before or after another position.
type TableIndices = SmallVec<[usize; 64]>;

impl Endgame {
    /// Solves the endgame, and all endgames to which captures and promotions lead, on `threads`
    /// threads.
    ///
    /// The stages of `control` name the men of each table, and the length of the wins.
    ///
    /// # Errors
    /// Returns an error if `control` stops the computation, if memory is too small, or if a win
    /// takes too many moves.
    ///
    /// # Complexity
    /// Each move of each position is generated about three times. [`Endgame::memory`] estimates the
    /// memory.
    pub fn solve(self, threads: usize, control: &Control<'_>) -> Result<Solved, Unsolved> {
        let mut tables = BTreeMap::new();
        let sets = self.sets();
        for men in &sets {
            let men_on_board = MenOnBoard::new(&self.rules, self.size, &self.pieces(men));
            let holds = |white, black| self.rules.hold_between(white, black).is_some();
            let groups: Vec<usize> = men.counts().collect();
            let isometries = self.isometries(men);
            let placements = Placements::new(self.size, &isometries, &groups, holds, control)?;
            let placements = placements.ok_or_else(|| {
                let (solved, all) = (tables.len(), sets.len());
                let pieces = self.letters(men);
                Unsolved::Stopped(Reached { pieces, solved, all, won: 0, moves: None })
            })?;
            let solving = Solving {
                endgame: &self,
                tables: &tables,
                all: sets.len(),
                men,
                threads,
                control: *control,
                reached: AtomicU16::new(0),
            };
            control.stage(|| solving.stage());
            let table = Table::solve(placements, &men_on_board, &solving)?;
            tables.insert(men.clone(), table);
        }
        Ok(Solved { endgame: self, tables })
    }
}

impl Table {
    /// Solves all positions of `placements`. `solving` must have the tables of the sets of men that
    /// captures and promotions lead to.
    fn solve(
        placements: Placements,
        men: &MenOnBoard,
        solving: &Solving<'_>,
    ) -> Result<Self, Unsolved> {
        let table = Self::new(placements)?;
        match table.find_values(men, solving) {
            Ok(()) => Ok(table),
            Err(Halt::TooLong) => Err(Unsolved::TooLong),
            Err(Halt::Stopped) => Err(Unsolved::Stopped(table.reached(solving))),
        }
    }

    fn find_values(&self, men: &MenOnBoard, solving: &Solving<'_>) -> Result<(), Halt> {
        self.scan(men, solving, |men, index| self.mark_illegal(men, index))?;
        self.scan(men, solving, |men, index| self.start(men, index, solving))?;
        for winner in Color::ALL {
            self.find_wins(winner, men, solving)?;
        }
        Ok(())
    }

    /// Returns the part of the table that was solved before the computation stopped.
    fn reached(&self, solving: &Solving<'_>) -> Reached {
        let last = TableEntry(solving.reached.load(Ordering::Relaxed));
        let first = TableEntry::first_win(Color::White, Share::Whole);
        // Before the first win there is nothing to count in a table that may be large.
        let count = if last < first { 0 } else { self.placements.count() };
        let won =
            (0..count).filter(|&index| (first..=last).contains(&self.get(Color::White, index)));
        Reached {
            pieces: solving.endgame.letters(solving.men),
            solved: solving.tables.len(),
            all: solving.all,
            won: won.map(|index| self.placements.image_count(index) as u64).sum(),
            moves: match last.value() {
                Value::Won(win) => Some(win.moves),
                _ => None,
            },
        }
    }

    /// Finds all wins of one side, and the other side's losses.
    fn find_wins(
        &self,
        winner: Color,
        men: &MenOnBoard,
        solving: &Solving<'_>,
    ) -> Result<(), Halt> {
        let has_wins = |share| self.next_win(TableEntry::first_win(winner, share)).is_some();
        if !men.can_capture(!winner) && Share::ALL.into_iter().any(has_wins) {
            self.scan(men, solving, |men, index| self.count_moves(men, index, !winner, solving))?;
        }
        for share in Share::ALL {
            let mut from = TableEntry::first_win(winner, share);
            while let Some(win) = self.next_win(from) {
                self.find_predecessors(win, winner, men, solving)?;
                from = win.next_win();
            }
        }
        Ok(())
    }

    /// Stores the entries of the positions that are decided because one move leads to a position
    /// with the entry `win`.
    fn find_predecessors(
        &self,
        win: TableEntry,
        winner: Color,
        men: &MenOnBoard,
        solving: &Solving<'_>,
    ) -> Result<(), Halt> {
        if let Value::Won(found) = win.value() {
            if found.moves == LONGEST {
                return Err(Halt::TooLong);
            }
            solving.report(win, found);
        }
        self.scan(men, solving, |men, index| {
            if self.get(winner, index) == win {
                let mut predecessors = self.predecessors(men, index, !winner);
                predecessors.sort_unstable();
                predecessors.dedup();
                for before in predecessors {
                    if self.get(!winner, before).is_open() && self.count_down(!winner, before) {
                        self.lose(men, before, win, !winner, solving);
                    }
                }
            }
        })?;
        self.scan(men, solving, |men, index| {
            if self.get(!winner, index) == win {
                for before in self.predecessors(men, index, winner) {
                    self.improve(winner, before, win.one_move_longer());
                }
            }
        })?;
        Ok(())
    }

    /// Marks the two positions with this table index, one for each side to move, if they are
    /// illegal.
    ///
    /// Both are illegal if the index belongs to no placement.
    fn mark_illegal(&self, men: &mut MenOnBoard, index: usize) {
        let placement = self.placements.placement(index);
        let is_placement =
            self.placements.index(&placement) == index && men.set(Color::White, &placement);
        for turn in Color::ALL {
            if !is_placement || men.position().is_in_check(!turn) {
                self.set(turn, index, TableEntry::ILLEGAL);
            }
        }
    }

    /// Stores the first entries of the two positions with this table index, one for each side to
    /// move. They follow from ends of the game, the best capture or promotion, and the number of
    /// quiet moves.
    fn start(&self, men: &mut MenOnBoard, index: usize, solving: &Solving<'_>) {
        let mut is_placed = false;
        for turn in Color::ALL {
            if self.get(turn, index) == TableEntry::ILLEGAL {
                continue;
            }
            if !is_placed {
                men.set(turn, &self.placements.placement(index));
                is_placed = true;
            }
            men.set_turn(turn);
            let entry = if men.is_bare() {
                men.position().outcome().map(TableEntry::outcome)
            } else {
                self.first_entry(men, index, turn, solving)
            };
            if let Some(entry) = entry {
                self.set(turn, index, entry);
            }
        }
    }

    /// Returns the first entry of a position whose game is not over by a bare king; `None` leaves
    /// the position open, because a capture or promotion saves `turn` or because its quiet moves
    /// are counted later.
    fn first_entry(
        &self,
        men: &MenOnBoard,
        index: usize,
        turn: Color,
        solving: &Solving<'_>,
    ) -> Option<TableEntry> {
        // Quiet moves that need no count yet are not generated, which halves the time of KRNk
        // on 5×5×5.
        let all = men.can_capture(turn);
        let (quiet, changed) = self.moves(men, turn, solving, all);
        if quiet.is_empty() && changed.is_empty() {
            let is_check = self.get(!turn, index) == TableEntry::ILLEGAL;
            return Some(end(men, is_check));
        }
        // A side with a move that does not lose is saved. Its quiet moves need no count.
        match changed.into_iter().max_by_key(|entry| entry.worth(turn)) {
            Some(best) if best.is_win_of(turn) => Some(best.one_move_longer()),
            Some(best) if !best.is_win_of(!turn) => None,
            Some(best) if quiet.is_empty() => Some(best),
            _ => all.then(|| TableEntry::open(quiet.len())),
        }
    }

    /// Stores the number of quiet moves of `loser` in a position that is open, unless a capture or
    /// promotion does not lose.
    fn count_moves(&self, men: &mut MenOnBoard, index: usize, loser: Color, solving: &Solving<'_>) {
        if self.get(loser, index).is_open() {
            men.set(loser, &self.placements.placement(index));
            let (quiet, changed) = self.moves(men, loser, solving, true);
            if changed.iter().all(|entry| entry.is_win_of(!loser)) {
                self.set(loser, index, TableEntry::open(quiet.len()));
            }
        }
    }

    /// Stores a loss at this table index, after the last quiet move of `loser` has turned out to
    /// lead to the entry `last`.
    fn lose(
        &self,
        men: &mut MenOnBoard,
        index: usize,
        last: TableEntry,
        loser: Color,
        solving: &Solving<'_>,
    ) {
        let mut longest = last;
        if men.can_change(loser) {
            men.set(loser, &self.placements.placement(index));
            for arrival in men.moves().filter(|arrival| !arrival.is_plain()) {
                longest = solving.entries_after(&arrival, !loser).fold(longest, TableEntry::max);
            }
        }
        self.set(loser, index, longest);
    }

    /// Returns the table indices of the positions after legal quiet moves of `turn`, which is to
    /// move, without repeats, and the entries after its legal captures and promotions.
    ///
    /// Unless `all` is true, no captures are possible, and generation ends at the first legal quiet
    /// move of a man that never promotes. The moves of men that may promote are generated first.
    fn moves(
        &self,
        men: &MenOnBoard,
        turn: Color,
        solving: &Solving<'_>,
        all: bool,
    ) -> (TableIndices, SmallVec<[TableEntry; 8]>) {
        let (mut quiet, mut changed) = (TableIndices::new(), SmallVec::new());
        for arrival in men.moves() {
            if !arrival.is_plain() {
                changed.extend(solving.entries_after(&arrival, !turn));
                continue;
            }
            let index = self.placements.index(&arrival.placement);
            if self.get(!turn, index) != TableEntry::ILLEGAL {
                quiet.push(index);
                if !all && !arrival.may_promote {
                    break;
                }
            }
        }
        quiet.sort_unstable();
        quiet.dedup();
        (quiet, changed)
    }

    /// Returns the table indices of the legal positions from which a quiet move of `mover` leads to
    /// the position with the table index `index`, in any order. An index may occur twice.
    fn predecessors(&self, men: &mut MenOnBoard, index: usize, mover: Color) -> TableIndices {
        let mut before = TableIndices::new();
        men.set(!mover, &self.placements.placement(index));
        men.visit_unmoves(mover, |placement| {
            let index = self.placements.index(placement);
            if self.get(mover, index) != TableEntry::ILLEGAL {
                before.push(index);
            }
        });
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
const PART: usize = 1 << 9;

/// Returns the entry of a position without legal moves.
fn end(men: &MenOnBoard, is_check: bool) -> TableEntry {
    let position = men.position();
    match position.outcome_given(Verdict::new(is_check, false)) {
        Some(outcome) => TableEntry::outcome(outcome),
        None if is_check => TableEntry::outcome(Outcome::lost_by_checkmate(position.turn())),
        None => TableEntry::STALEMATE,
    }
}
