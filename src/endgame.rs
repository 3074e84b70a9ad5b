//! Endgames: all positions of a few pieces, solved by retrograde analysis.
//!
//! A position is won if White can force mate. All positions are solved together, backwards from the
//! mates. While solving, each position takes four bytes. Positions that are rotations or mirror
//! images of each other are stored only once. The movement of the pieces determines which
//! isometries preserve the game.

mod material;
mod men_on_board;
mod placements;
mod table;

use std::collections::{BTreeMap, TryReserveError};
use std::error::Error;
use std::fmt;

pub use self::material::Endgame;
use self::material::Men;
#[cfg(feature = "serde")]
pub(crate) use self::material::expect_plain;
use self::men_on_board::MenOnBoard;
use self::placements::{Placement, Placements};
use self::table::{LONGEST, Table, Value};
use crate::board::{Board, Move};
use crate::control::{Control, Stopped};
use crate::memory::TOO_LITTLE;
use crate::piece::Color;
use crate::position::Position;

/// A solved endgame, with the smaller endgames that captures lead to.
///
/// # Example
/// ```
/// use kubikschach::{cell::Size, control::Control, endgame::Endgame, piece::Color, rules::Rules};
/// let rules = Rules::cube();
/// let size = Size::new(3).expect("a size of boards");
/// let endgame = Endgame::parse(&rules, size, "KQk")?;
/// let solved = endgame.solve(1, &Control::FREE)?;
/// let summary = solved.summary(Color::White);
/// assert_eq!((summary.won, summary.longest()), (summary.legal, Some(1)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Solved {
    endgame: Endgame,
    /// The tables of the full set of men and of each smaller set that captures may leave.
    tables: BTreeMap<Men, Table>,
}

/// A summary of all positions of an endgame in which a given side is to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The number of legal positions: those in which the side not to move is not in check.
    /// Positions that differ only by an exchange of equal men count once.
    pub legal: u64,
    /// The number of positions in which White forces mate.
    pub won: u64,
    /// The number of positions in which the side to move is stalemated, counted as in
    /// [`Summary::legal`].
    pub stalemate: u64,
    /// The numbers of won positions, by the number of White's moves until mate.
    pub by_length: BTreeMap<u8, u64>,
    /// A position with the longest mate; `None` if no position is won.
    pub example: Option<Board>,
}

impl Summary {
    /// Returns the number of moves of the longest mate; `None` if no position is won.
    #[must_use]
    pub fn longest(&self) -> Option<u8> {
        self.by_length.keys().next_back().copied()
    }
}

/// The result of one position of a solved endgame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// The number of White's moves until mate; `None` if White cannot force mate.
    pub mate_in: Option<u8>,
    /// The best moves of the side to move, sorted.
    ///
    /// White's best moves mate soonest; White has none if it cannot force mate. Black's best moves
    /// avoid the mate or, if none does, delay it longest.
    pub best: Vec<Move>,
}

/// The reason why an endgame was not solved, or a position is not in it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unsolved {
    /// There is not enough memory.
    Memory(TryReserveError),
    /// The caller's [`Control`] stopped the computation.
    Stopped,
    /// A mate takes more moves than a table entry can store.
    TooLong,
    /// The position has another board size, or its men are neither those of the endgame nor a set
    /// that captures may leave.
    OtherMen,
    /// The position is illegal, because the side not to move is in check.
    Illegal,
}

impl fmt::Display for Unsolved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Memory(_) => f.write_str(TOO_LITTLE),
            Self::Stopped => f.write_str("stopped before the endgame was solved"),
            Self::TooLong => write!(f, "some mates take more than {LONGEST} moves"),
            Self::OtherMen => {
                f.write_str("the position has another board size or other men than this endgame")
            }
            Self::Illegal => f.write_str("the side not to move is in check"),
        }
    }
}

impl Error for Unsolved {}

impl From<Stopped> for Unsolved {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

impl From<TryReserveError> for Unsolved {
    fn from(error: TryReserveError) -> Self {
        Self::Memory(error)
    }
}

/// The data that all threads need to solve one set of men.
struct Solving<'s> {
    tables: &'s BTreeMap<Men, Table>,
    men: &'s Men,
    threads: usize,
    control: Control<'s>,
}

impl Solving<'_> {
    /// Returns the value of a position after the man with index `man` was captured.
    ///
    /// `turn` is the side to move, and `cells` has the cells of the remaining men.
    fn value_without(&self, man: usize, turn: Color, cells: &[u16]) -> Value {
        let less = self.men.without(man);
        self.tables.get(&less).map_or(Value::NotWon, |table| table.value(turn, cells))
    }
}

impl Endgame {
    /// Solves the endgame, and the smaller endgames that captures lead to, on this number of
    /// threads.
    ///
    /// # Errors
    /// Returns an error if `control` stops the computation, if memory is too small, or if a mate
    /// takes too many moves.
    ///
    /// # Complexity
    /// Each move of each position is generated about three times. [`Endgame::memory`] estimates the
    /// memory.
    pub fn solve(self, threads: usize, control: &Control<'_>) -> Result<Solved, Unsolved> {
        let mut tables = BTreeMap::new();
        for men in self.smaller() {
            let men_on_board = MenOnBoard::new(&self.rules, self.size, self.pieces(&men));
            let placements = Placements::new(self.size, &self.isometries(&men), men.counts())?;
            let solving = Solving { tables: &tables, men: &men, threads, control: *control };
            let table = Table::solve(placements, &men_on_board, &solving)?;
            tables.insert(men, table);
        }
        Ok(Solved { endgame: self, tables })
    }
}

impl Solved {
    /// Returns a summary of the positions with all men on the board and `turn` to move.
    #[must_use]
    pub fn summary(&self, turn: Color) -> Summary {
        let table = &self.tables[&self.endgame.men()];
        let (mut legal, mut stalemate, mut by_length) = (0, 0, BTreeMap::new());
        let mut longest: Option<(u8, usize)> = None;
        for index in 0..table.placements.count() {
            let value = table.value_at(turn, index);
            if value == Value::Illegal {
                continue;
            }
            let images = table.placements.image_count(index) as u64;
            legal += images;
            match value {
                Value::Won(moves) => {
                    *by_length.entry(moves).or_default() += images;
                    if longest.is_none_or(|(most, _)| most < moves) {
                        longest = Some((moves, index));
                    }
                }
                Value::Stalemate => stalemate += images,
                Value::NotWon | Value::Illegal => {}
            }
        }
        let example = longest.map(|(_, index)| self.board(&table.placements.cells(index)));
        let won = by_length.values().sum();
        Summary { legal, won, stalemate, by_length, example }
    }

    fn board(&self, cells: &[u16]) -> Board {
        let mut board = Board::new(self.endgame.size);
        for (&cell, man) in cells.iter().zip(self.endgame.pieces(&self.endgame.men())) {
            board.put(cell.into(), Some(man));
        }
        board
    }

    /// Returns the result of a position of the endgame, or of a smaller endgame that captures lead
    /// to.
    ///
    /// # Errors
    /// Returns an error if the position has other men or another board size, or if the side not to
    /// move is in check.
    pub fn find(&self, position: &Position) -> Result<Known, Unsolved> {
        let value = self.value(position)?;
        if value == Value::Illegal {
            return Err(Unsolved::Illegal);
        }
        let mate_in = value.won();
        let mut next = position.clone();
        let mut moves: Vec<(Option<u8>, Move)> = Vec::new();
        for mv in position.legal_moves() {
            let undo = next.make(mv);
            moves.push((self.value(&next)?.won(), mv));
            next.unmake(undo);
        }
        let wanted = match (position.turn(), mate_in) {
            (Color::White, None) => return Ok(Known { mate_in, best: Vec::new() }),
            (Color::White, _) => moves.iter().filter_map(|(left, _)| *left).min(),
            (Color::Black, None) => None,
            (Color::Black, _) => moves.iter().filter_map(|(left, _)| *left).max(),
        };
        let best = moves.into_iter().filter(|(left, _)| *left == wanted).map(|(_, mv)| mv);
        Ok(Known { mate_in, best: best.collect() })
    }

    fn value(&self, position: &Position) -> Result<Value, Unsolved> {
        let (men, cells) = self.endgame.placement_of(position.board()).ok_or(Unsolved::OtherMen)?;
        let table = self.tables.get(&men).ok_or(Unsolved::OtherMen)?;
        Ok(table.value(position.turn(), &cells))
    }
}
