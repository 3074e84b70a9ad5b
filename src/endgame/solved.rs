//! Solved endgames: summaries of all positions, and the results of single ones.

use std::collections::BTreeMap;

use super::entry::{GameEnd, TableEntry, Value, Win};
use super::material::{Endgame, Men};
use super::placements::Placement;
use super::table::Table;
use super::unsolved::Unsolved;
use crate::board::{Board, Move, Setup};
use crate::piece::Color;
use crate::position::Position;
use crate::rules::Score;

/// A solved endgame, with all endgames to which captures and promotions lead.
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
    pub(super) endgame: Endgame,
    /// Tables of the full set of men and of each set that captures and promotions lead to.
    pub(super) tables: BTreeMap<Men, Table>,
}

/// A summary of all positions of an endgame in which a given side is to move.
///
/// Positions that differ only by an exchange of equal men count once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Number of legal positions: those in which the side not to move is not in check, and no
    /// piece stands where it would have promoted.
    pub legal: u64,
    /// Number of positions that White wins, with the whole point.
    pub won: u64,
    /// Number of positions in which the side to move is stalemated.
    pub stalemate: u64,
    /// Numbers of positions by White's score, if both sides play as well as they can.
    pub by_result: BTreeMap<Score, u64>,
    /// Numbers of positions by the end of the game, if both sides play as well as they can.
    pub by_end: BTreeMap<GameEnd, u64>,
    /// Numbers of positions that White wins, by the number of White's moves until the end.
    pub by_length: BTreeMap<u16, u64>,
    /// Position with White's longest win; `None` if White wins no position.
    pub example: Option<Setup>,
}

impl Summary {
    /// Returns the number of moves of White's longest win; `None` if White wins no position.
    #[must_use]
    pub fn longest(&self) -> Option<u16> {
        self.by_length.keys().next_back().copied()
    }
}

/// The result of one position of a solved endgame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// White's score.
    pub result: Score,
    /// End of the game.
    pub end: GameEnd,
    /// Number of moves until the end by the side that scores more than half a point; `None` if
    /// neither side does.
    pub moves: Option<u16>,
    /// Best moves of the side to move, sorted: those that keep the result. Of these, a winning
    /// side has only the moves that end the game soonest, and a losing side only those that end it
    /// latest.
    pub best: Vec<Move>,
}

impl Known {
    /// Returns the number of White's moves until White wins the whole point; `None` if White does
    /// not.
    #[must_use]
    pub fn white_wins_in(&self) -> Option<u16> {
        self.moves.filter(|_| self.result == Score::ONE)
    }
}

impl Solved {
    /// Returns a summary of the positions with all men on the board and `turn` to move.
    #[must_use]
    pub fn summary(&self, turn: Color) -> Summary {
        let table = &self.tables[self.endgame.men()];
        let mut summary = Summary {
            by_end: GameEnd::ALL.into_iter().map(|end| (end, 0)).collect(),
            ..Summary::default()
        };
        let mut longest: Option<(u16, usize)> = None;
        for index in 0..table.placements.count() {
            let value = table.get(turn, index).value();
            if value == Value::Illegal {
                continue;
            }
            let images = table.placements.image_count(index) as u64;
            let (result, end, moves) = self.result(value);
            summary.legal += images;
            *summary.by_result.entry(result).or_default() += images;
            *summary.by_end.entry(end).or_default() += images;
            if self.is_stalemate(value, turn) {
                summary.stalemate += images;
            }
            let Some(moves) = moves.filter(|_| result == Score::ONE) else { continue };
            *summary.by_length.entry(moves).or_default() += images;
            if longest.is_none_or(|(most, _)| most < moves) {
                longest = Some((moves, index));
            }
        }
        summary.won = summary.by_length.values().sum();
        summary.example =
            longest.map(|(_, index)| self.setup(&table.placements.placement(index), turn));
        summary
    }

    /// Returns White's score, how the game ends, and how many moves the winner makes until then;
    /// `None` if nobody wins.
    fn result(&self, value: Value) -> (Score, GameEnd, Option<u16>) {
        match value {
            Value::Won(Win { by, share, end, moves }) => {
                let score = share.score(self.endgame.rules.results());
                let white = if by == Color::White { score } else { score.rest() };
                (white, end, Some(moves))
            }
            Value::Stalemate => (Score::HALF, GameEnd::Stalemate, None),
            Value::Drawn | Value::Open(_) | Value::Illegal => (Score::HALF, GameEnd::Draw, None),
        }
    }

    /// Returns `true` if a position with this value, in which `turn` is to move, is a stalemate.
    fn is_stalemate(&self, value: Value, turn: Color) -> bool {
        let results = self.endgame.rules.results();
        let stalemated_wins = results.is_some_and(|results| results.stalemate > Score::HALF);
        match value {
            Value::Won(Win { by, end: GameEnd::Stalemate, moves: 0, .. }) => {
                (by == turn) == stalemated_wins
            }
            value => value == Value::Stalemate,
        }
    }

    fn setup(&self, placement: &Placement, turn: Color) -> Setup {
        let mut board = Board::new(self.endgame.size);
        let pieces = self.endgame.pieces(self.endgame.men());
        for (&cell, man) in placement.cells().iter().zip(pieces) {
            board.put(cell.into(), Some(man));
        }
        Setup { board, turn: Some(turn), holder: placement.holder }
    }

    /// Returns the result of a position of the endgame, or of one that captures and promotions lead
    /// to.
    ///
    /// # Errors
    /// Returns an error if the position has other men or another board size, or if it is illegal.
    pub fn find(&self, position: &Position) -> Result<Known, Unsolved> {
        let entry = self.entry(position)?;
        if entry == TableEntry::ILLEGAL {
            return Err(Unsolved::Illegal);
        }
        let (result, end, moves) = self.result(entry.value());
        let (mut next, turn) = (position.clone(), position.turn());
        let mut found: Vec<(i32, Move)> = Vec::new();
        for mv in position.legal_moves() {
            let undo = next.make(mv);
            found.push((self.entry(&next)?.worth(turn), mv));
            next.unmake(undo);
        }
        let most = found.iter().map(|(worth, _)| *worth).max();
        let best = found.into_iter().filter(|(worth, _)| Some(*worth) == most);
        Ok(Known { result, end, moves, best: best.map(|(_, mv)| mv).collect() })
    }

    fn entry(&self, position: &Position) -> Result<TableEntry, Unsolved> {
        let (men, cells) = self.endgame.placement_of(position.board()).ok_or(Unsolved::OtherMen)?;
        let (rules, size) = (&self.endgame.rules, self.endgame.size);
        if position.hold().is_some() != position.holder().is_some() {
            return Err(Unsolved::Holder);
        }
        if position.board().pieces().any(|(cell, piece)| rules.promotes(piece, size, cell)) {
            return Err(Unsolved::NotPromoted);
        }
        let placement = Placement::new(cells, position.holder());
        let table = self.tables.get(&men).ok_or(Unsolved::OtherMen)?;
        Ok(table.entry(position.turn(), &placement))
    }
}
