//! Endgames: all positions of a few pieces, solved by retrograde analysis.
//!
//! All positions of a set of men are solved together, backwards from the positions in which the
//! game is over. Sets of men that captures and promotions lead to are solved first. Each position
//! takes four bytes. Positions that are rotations or mirror images of each other are stored only
//! once. The movement of the pieces, the promotion cells and the holds determine which isometries
//! preserve the game.
//!
//! Each side takes the best result that it can force, and then the shortest win or the longest
//! loss. Draws that a side claims, by repetition or after many quiet moves, are not part of the
//! analysis.

mod entry;
mod isometries;
mod material;
mod men_on_board;
mod placements;
mod solved;
mod table;

use std::collections::{BTreeMap, TryReserveError};
use std::error::Error;
use std::fmt;
use std::sync::atomic::{AtomicU16, Ordering};

pub use self::entry::GameEnd;
use self::entry::{LONGEST, Share, TableEntry, Win};
pub use self::material::Endgame;
use self::material::Men;
use self::men_on_board::{Arrival, MenOnBoard};
use self::placements::Placements;
pub use self::solved::{Known, Solved, Summary};
use self::table::Table;
use crate::common::TOO_LITTLE;
use crate::control::Control;
use crate::piece::Color;
use crate::words::numbered;

/// The reason why an endgame was not solved, or a position is not in it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unsolved {
    /// There is not enough memory.
    Memory(TryReserveError),
    /// The caller's [`Control`] stopped the computation.
    Stopped(Reached),
    /// A win takes more moves than a table entry can store.
    TooLong,
    /// The position has another board size than the endgame, or men to which no captures and
    /// promotions lead from the men of the endgame.
    OtherMen,
    /// The position is illegal, because the side not to move is in check.
    Illegal,
    /// The position is illegal, because a piece stands where it would have promoted.
    NotPromoted,
    /// The position names a holder although no king holds the other, or no holder although one
    /// does.
    Holder,
}

/// The part of an endgame that was solved before the computation stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reached {
    /// The letters of the set of men whose positions were being solved.
    pub pieces: String,
    /// The number of sets of men that were solved before this one.
    pub solved: usize,
    /// The number of all sets of men.
    pub all: usize,
    /// The number of positions of this set, with White to move, in which White's win is known.
    pub won: u64,
    /// The largest number of White's moves in these wins; `None` if no win is known.
    pub moves: Option<u16>,
}

impl fmt::Display for Unsolved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Memory(_) => f.write_str(TOO_LITTLE),
            Self::Stopped(reached) => {
                write!(f, "stopped before the endgame was solved: {reached}")
            }
            Self::TooLong => write!(f, "some wins take more than {LONGEST} moves"),
            Self::OtherMen => {
                f.write_str("the position has another board size or other men than this endgame")
            }
            Self::Illegal => f.write_str("the side not to move is in check"),
            Self::NotPromoted => f.write_str("a piece stands where it must have promoted"),
            Self::Holder => f.write_str("the holder does not fit the cells of the kings"),
        }
    }
}

/// Writes the part that was solved, such as
/// `5 of 6 sets of men are solved; of KPk, no win is known yet`.
impl fmt::Display for Reached {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { pieces, solved, all, won, moves } = self;
        write!(f, "{solved} of {all} sets of men are solved; of {pieces}, ")?;
        let Some(moves) = moves else { return f.write_str("no win is known yet") };
        let (won, moves) = (numbered(*won, "position"), numbered(u64::from(*moves), "move"));
        write!(f, "White wins {won} with White to move in at most {moves}")
    }
}

impl Error for Unsolved {}

impl From<TryReserveError> for Unsolved {
    fn from(error: TryReserveError) -> Self {
        Self::Memory(error)
    }
}

/// The data that all threads need to solve one set of men.
struct Solving<'s> {
    endgame: &'s Endgame,
    tables: &'s BTreeMap<Men, Table>,
    /// The number of all sets of men, each of which gets a table.
    all: usize,
    men: &'s Men,
    threads: usize,
    control: Control<'s>,
    /// The table entry of the win for which positions one move before were last searched, if White
    /// wins the whole point; 0 before the first such win.
    reached: AtomicU16,
}

impl Solving<'_> {
    /// Returns the entries of the legal positions after a capture or a promotion, with `turn` to
    /// move: one for each role to which the man may promote.
    fn entries_after(&self, arrival: &Arrival, turn: Color) -> impl Iterator<Item = TableEntry> {
        let promoted =
            if arrival.promotes { self.endgame.rules.promotions(arrival.piece) } else { &[] };
        let plain = promoted.is_empty().then_some(None);
        let roles = promoted.iter().map(|&role| Some(role)).chain(plain);
        let entries = roles.map(move |role| {
            let (men, placement) = self.endgame.after(self.men, arrival, role);
            self.tables[&men].entry(turn, &placement)
        });
        entries.filter(|entry| *entry != TableEntry::ILLEGAL)
    }

    /// Reports as a stage that the positions one move before the win `win` are searched next.
    fn report(&self, entry: TableEntry, win: Win) {
        if win.by == Color::White && win.share == Share::Whole {
            self.reached.store(entry.0, Ordering::Relaxed);
        }
        self.control.stage(|| {
            let moves = numbered(u64::from(win.moves), "move");
            format!("{}, {} in {moves}", self.stage(), win.end)
        });
    }

    fn stage(&self) -> String {
        let letters = self.endgame.letters(self.men);
        format!("{letters} ({} of {})", self.tables.len() + 1, self.all)
    }
}

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
            let placements = Placements::new(self.size, &self.isometries(men), &groups, holds)?;
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
