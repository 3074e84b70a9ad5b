//! Endgames: in how many moves White mates, for all positions of a few men.
//!
//! Every position is solved at once, going back from the mates. A position takes four bytes meanwhile,
//! and of positions that turns and mirrors of the board make of each other only one is kept: which turns
//! those are is found from the moves of the men at hand.

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
use self::placements::{Cells, Placements};
use self::table::{LONGEST, Table, Value};
use crate::board::{Board, Move};
use crate::control::Control;
use crate::memory::TOO_LITTLE;
use crate::piece::Color;
use crate::position::Position;

/// What is known of all positions of some men, and of all that captures leave of them.
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
    /// For each number of men of each kind that may be left.
    tables: BTreeMap<Men, Table>,
}

/// A summary of all positions of an endgame with one side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// How many positions there are: the side not to move isn't in check. Equal pieces are not told
    /// apart.
    pub legal: u64,
    /// In how many of them White forces mate.
    pub won: u64,
    /// In how many the side to move is stalemated.
    pub stalemate: u64,
    /// For each number of White's moves until mate how many positions take it.
    pub by_length: BTreeMap<u8, u64>,
    /// One of the positions that take longest.
    pub example: Option<Board>,
}

impl Summary {
    /// The most moves that White needs where it wins.
    #[must_use]
    pub fn longest(&self) -> Option<u8> {
        self.by_length.keys().next_back().copied()
    }
}

/// The findings about one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// In how many of its moves White mates; `None` if it can't force mate.
    pub mate_in: Option<u8>,
    /// The best moves of the side to move, in their order: White's that mate soonest, Black's that put it
    /// off longest or save it; none of White's where nothing mates.
    pub best: Vec<Move>,
}

/// Why an endgame wasn't solved, or a position isn't part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unsolved {
    /// There is not enough memory.
    Memory(TryReserveError),
    /// Somebody said so.
    Stopped,
    /// Some mates take more moves than can be noted.
    TooLong,
    /// The position has other men.
    OtherMen,
    /// The side not to move is in check.
    Illegal,
}

impl fmt::Display for Unsolved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Memory(_) => f.write_str(TOO_LITTLE),
            Self::Stopped => f.write_str("stopped before the endgame was solved"),
            Self::TooLong => write!(f, "some mates take more than {LONGEST} moves"),
            Self::OtherMen => f.write_str("the position is none of this endgame: it has other men"),
            Self::Illegal => f.write_str("the side not to move is in check"),
        }
    }
}

impl Error for Unsolved {}

impl From<TryReserveError> for Unsolved {
    fn from(error: TryReserveError) -> Self {
        Self::Memory(error)
    }
}

/// The tables that solving one set of men needs.
struct Solving<'s> {
    tables: &'s BTreeMap<Men, Table>,
    men: &'s Men,
    threads: usize,
    control: Control<'s>,
}

impl Solving<'_> {
    /// The value of a position with one man less than those that are being solved, the one that stood at
    /// this place.
    fn value_without(&self, man: usize, turn: Color, cells: &[u16]) -> Value {
        let less = self.men.without(man);
        self.tables.get(&less).map_or(Value::NotWon, |table| table.value(turn, cells))
    }
}

impl Endgame {
    /// Solves the endgame, and all that captures may leave of it.
    ///
    /// # Errors
    /// If it is stopped, needs more memory than there is, or more moves than can be noted.
    ///
    /// # Complexity
    /// Each move of each position is looked at about three times. See [`Endgame::memory`].
    pub fn solve(self, threads: usize, control: &Control<'_>) -> Result<Solved, Unsolved> {
        let mut tables = BTreeMap::new();
        for men in self.smaller() {
            let men_on_board =
                MenOnBoard::new(&self.rules, Board::new(self.size), self.pieces(&men).into());
            let placements = Placements::new(self.size, &self.isometries(&men), men.counts())?;
            let solving = Solving { tables: &tables, men: &men, threads, control: *control };
            let table = Table::solve(placements, &men_on_board, &solving)?;
            tables.insert(men, table);
        }
        Ok(Solved { endgame: self, tables })
    }
}

impl Solved {
    /// Returns a summary of the positions of all the men, with one side to move.
    ///
    /// # Panics
    /// Never: all men have a table.
    #[must_use]
    pub fn summary(&self, turn: Color) -> Summary {
        let table = &self.tables[&self.endgame.men()];
        let (mut legal, mut stalemate, mut by_length) = (0, 0, BTreeMap::new());
        let mut longest: Option<(u8, usize)> = None;
        for number in 0..table.placements.count() {
            let value = table.value_at(turn, number);
            if value == Value::Illegal {
                continue;
            }
            let images = table.placements.images_of(number) as u64;
            legal += images;
            match value {
                Value::Won(moves) => {
                    *by_length.entry(moves).or_default() += images;
                    if longest.is_none_or(|(most, _)| most < moves) {
                        longest = Some((moves, number));
                    }
                }
                Value::Stalemate => stalemate += images,
                Value::NotWon | Value::Illegal => {}
            }
        }
        let example = longest.map(|(_, number)| self.board(&table.placements.cells(number)));
        let won = by_length.values().sum();
        Summary { legal, won, stalemate, by_length, example }
    }

    fn board(&self, cells: &[u16]) -> Board {
        let men = self.endgame.men();
        let pieces = self.endgame.pieces(&men);
        let mut men_on_board =
            MenOnBoard::new(&self.endgame.rules, Board::new(self.endgame.size), pieces.into());
        men_on_board.set(cells);
        men_on_board.board().clone()
    }

    /// What is known of a position of the endgame, or of what captures have left of it.
    ///
    /// # Errors
    /// If it has other men or another size, or isn't allowed.
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
        let (men, cells) = self.endgame.sort(position.board()).ok_or(Unsolved::OtherMen)?;
        let table = self.tables.get(&men).ok_or(Unsolved::OtherMen)?;
        Ok(table.value(position.turn(), &cells))
    }
}
