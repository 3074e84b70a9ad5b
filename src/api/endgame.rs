//! The command `endgame`: finds the results of all positions with given pieces.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::thread;

use serde::Serialize;

use super::context::Context;
use super::error::{Error, ErrorKind};
use super::fields::Fields;
use super::position::{expect_verdict, position, side};
use crate::board::Setup;
use crate::cell::{Cell, Size};
use crate::control::Control;
use crate::endgame::{Endgame, GameEnd, Known, Solved, Summary, Unsolved};
use crate::mistake::Mistake;
use crate::notation::{write_move, write_position};
use crate::piece::{Color, Piece};
use crate::play::text_of;
use crate::position::Position;
use crate::rules::{Rules, Score};

/// Default of the field `memory`: the most bytes that solving an endgame may take.
const MEMORY: u64 = 512 << 20;

/// Asks for the result of one position, or for those of all positions with given pieces.
#[derive(Clone, Debug)]
pub(crate) struct EndgameQuestion {
    /// Rule set of the endgame.
    pub(crate) rules: Rules,
    /// Size of the board.
    pub(crate) size: Size,
    /// Letters of the pieces, such as `KRk`; upper case is White.
    pub(crate) pieces: String,
    /// Position to look up; if `None`, the answer has counts of all positions.
    pub(crate) at: Option<Position>,
    /// Number of threads that solve the endgame, at most one for each core; `None` uses all cores.
    pub(crate) threads: Option<usize>,
    endgame: Endgame,
}

impl EndgameQuestion {
    /// Parses the question from `fields`, and checks it against the limits of `context`.
    ///
    /// # Errors
    /// Returns an error if a field has a mistake, or if the endgame needs more memory than allowed.
    pub(crate) fn read(fields: &Fields<'_>, context: &mut Context) -> Result<Self, Error> {
        fields.expect_with("side", "at", "")?;
        let rules = context.rules(fields, "cube")?;
        expect_verdict(fields, &rules)?;
        let turn = side(fields)?;
        let at = fields.board("at")?;
        let at = at.map(|text| position(context, fields, &rules, "at", text, turn)).transpose()?;
        let rules = at.as_ref().map_or(rules, |position| position.rules().clone());
        let size = match &at {
            Some(position) => position.board().size(),
            None => context.size(fields, &rules)?,
        };
        let pieces = fields.required("pieces")?;
        let endgame = Endgame::parse(&rules, size, pieces);
        let endgame = endgame.map_err(|error| Error::at("pieces", error))?;
        if let Some(position) = &at {
            let length = fields.board("at")?.unwrap_or_default().trim_end().len();
            expect_men(&endgame, pieces, position, length)?;
        }
        let limit = context.limits.endgame_memory;
        let most = fields.memory("memory", limit)?.unwrap_or(MEMORY.min(limit));
        expect_room(fields, &endgame, pieces, size, [most, limit])?;
        Ok(Self {
            rules,
            size,
            pieces: pieces.to_owned(),
            at,
            threads: context.limits.threads,
            endgame,
        })
    }

    /// Solves the endgame and reports one position or all positions.
    ///
    /// # Errors
    /// Returns an error if `control` stops the work, or if the memory cannot be allocated.
    pub(crate) fn answer(&self, control: &Control<'_>) -> Result<EndgameAnswer<'_>, Error> {
        let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let threads = self.threads.map_or(cores, |threads| threads.min(cores));
        let solved = self.endgame.clone().solve(threads, control);
        let solved = solved.map_err(|error| match error {
            Unsolved::Stopped(_) => {
                Error { kind: ErrorKind::Stopped, ..Error::new(error.to_string()) }
            }
            error => Error::new(error.to_string()),
        })?;
        match &self.at {
            Some(position) => self.answer_one(&solved, position).map(EndgameAnswer::One),
            None => Ok(EndgameAnswer::All(self.answer_all(&solved))),
        }
    }

    fn answer_one(&self, solved: &Solved, position: &Position) -> Result<OnePosition<'_>, Error> {
        let found = solved.find(position);
        let whole = |error: Unsolved| Mistake::new(0..1, error.to_string());
        let known = found.map_err(|error| Error::at("at", whole(error)))?;
        let white_wins_in = known.white_wins_in();
        let Known { result, end, moves, best } = known;
        let name = |mv| write_move(&self.rules, position.board().size(), mv);
        let mut best: Vec<String> = best.into_iter().map(name).collect();
        best.sort_unstable();
        Ok(OnePosition {
            pieces: &self.pieces,
            rules: self.rules.name(),
            size: self.size.edge(),
            side: position.turn().name(),
            mate_in: white_wins_in.filter(|_| end == GameEnd::Mate),
            result,
            end,
            moves,
            best,
            board: text_of(position),
        })
    }

    fn answer_all(&self, solved: &Solved) -> AllPositions<'_> {
        let one_side = |turn| self.one_side(&solved.summary(turn), turn);
        AllPositions {
            pieces: &self.pieces,
            rules: self.rules.name(),
            size: self.size.edge(),
            white_to_move: one_side(Color::White),
            black_to_move: one_side(Color::Black),
        }
    }

    fn one_side(&self, summary: &Summary, turn: Color) -> OneSide {
        let text = |setup: &Setup| write_position(&self.rules, &setup.board, turn, setup.holder);
        let Summary { legal, won, stalemate, .. } = *summary;
        OneSide {
            legal,
            won,
            stalemate,
            longest: summary.longest(),
            positions: summary.by_length.values().next_back().copied().unwrap_or(0),
            example: summary.example.as_ref().map(text),
            by_length: summary.by_length.clone(),
            by_end: summary.by_end.clone(),
            by_result: summary.by_result.clone(),
        }
    }
}

/// Returns an error if the pieces of `position` cannot occur in the endgame: if captures and promotions
/// do not lead to them, or if a piece stands where it would have promoted.
///
/// This is tested before the endgame is solved, because solving may take minutes.
fn expect_men(
    endgame: &Endgame,
    pieces: &str,
    position: &Position,
    length: usize,
) -> Result<(), Error> {
    let (rules, board) = (position.rules(), position.board());
    let promotes = |&(cell, piece): &(Cell, Piece)| rules.promotes(piece, board.size(), cell);
    if let Some((cell, piece)) = board.pieces().find(promotes) {
        let (name, cell) = (&rules.role(piece.role()).name, position.cell_name(cell));
        let message = format!("the {name} on {cell} must have promoted");
        return Err(Error::at("at", Mistake::new(0..length, message)));
    }
    if endgame.has_men_of(board) {
        return Ok(());
    }
    let letter = |(_, piece): (Cell, Piece)| rules.letter(piece);
    let found: String = board.pieces().map(letter).collect();
    let expected = format!("the men of {pieces}, or those after captures and promotions");
    Err(Error::at("at", Mistake::expected(0..length, expected, found)))
}

/// Returns an error if solving the endgame needs more memory than the question allows.
///
/// `most` is the value of the field `memory`, or its default, in bytes. `limit` is the largest
/// value that a question may give to that field. If `limit` bytes suffice, the error has a hint to
/// set the field to a larger value.
fn expect_room(
    fields: &Fields<'_>,
    endgame: &Endgame,
    pieces: &str,
    size: Size,
    [most, limit]: [u64; 2],
) -> Result<(), Error> {
    let needed = endgame.memory();
    if needed <= most {
        return Ok(());
    }
    let takes = format!("{pieces} on {size} needs");
    if needed == u64::MAX {
        return Err(Error::new(format!("{takes} more memory than any machine has")).limit());
    }
    let is_allowed = needed <= limit;
    let [needed, most] = [needed, most].map(bytes);
    let hint =
        is_allowed.then(|| format!("raise the limit with {}", fields.spell("memory", &needed)));
    let message = format!("{takes} about {needed} of memory, but the limit is {most}");
    Err(Error::new(message).with_hint(hint).limit())
}

/// Formats a number of bytes, rounded up to whole `K`, `M` or `G`, such as `3M`.
fn bytes(count: u64) -> String {
    let units = [(30, "G"), (20, "M"), (10, "K")];
    let unit = units.into_iter().find(|(shift, _)| count >> shift > 0);
    unit.map_or_else(
        || count.to_string(),
        |(shift, unit)| format!("{}{unit}", count.div_ceil(1 << shift)),
    )
}

/// The answer to an [`EndgameQuestion`], about one position or about all positions.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum EndgameAnswer<'q> {
    /// Answer about the position in the field `at`.
    One(OnePosition<'q>),
    /// Answer to a question without the field `at`: counts of all positions.
    All(AllPositions<'q>),
}

/// Counts of an endgame's positions, separately for each side to move.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct AllPositions<'q> {
    /// Letters of the pieces, as in the question.
    pub(crate) pieces: &'q str,
    /// Name of the rule set.
    pub(crate) rules: &'q str,
    /// Cells along an edge of the board.
    pub(crate) size: usize,
    /// Counts of the positions with White to move.
    pub(crate) white_to_move: OneSide,
    /// Counts of the positions with Black to move.
    pub(crate) black_to_move: OneSide,
}

/// Counts of an endgame's positions with one side to move.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct OneSide {
    /// Number of legal positions.
    pub(crate) legal: u64,
    /// Number of positions in which White can force a score of 1; lower scores do not count as
    /// wins.
    pub(crate) won: u64,
    /// Number of positions in which the side to move is stalemated.
    pub(crate) stalemate: u64,
    /// Number of White's moves in its longest wins; `None` if White wins no position.
    pub(crate) longest: Option<u16>,
    /// Number of positions whose wins take [`Self::longest`] moves; 0 if White wins no position.
    pub(crate) positions: u64,
    /// Text of a position whose win takes [`Self::longest`] moves; `None` if White wins no position.
    pub(crate) example: Option<String>,
    /// Number of won positions for each number of White's moves until the end.
    pub(crate) by_length: BTreeMap<u16, u64>,
    /// Number of positions for each end that the best play of both sides reaches.
    pub(crate) by_end: BTreeMap<GameEnd, u64>,
    /// Number of positions for each score of White if both sides play as well as they can.
    pub(crate) by_result: BTreeMap<Score, u64>,
}

/// The result of a single position of an endgame, with the best moves.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct OnePosition<'q> {
    /// Letters of the endgame's pieces, as in the question.
    pub(crate) pieces: &'q str,
    /// Name of the rule set.
    pub(crate) rules: &'q str,
    /// Cells along an edge of the board.
    pub(crate) size: usize,
    /// Side to move, `white` or `black`.
    pub(crate) side: &'static str,
    /// Number of White's moves until mate; `None` if White cannot force mate.
    pub(crate) mate_in: Option<u16>,
    /// Score of White, if both sides play as well as they can.
    pub(crate) result: Score,
    /// End of the game if both sides play as well as they can.
    pub(crate) end: GameEnd,
    /// Number of moves until the end of the game, counted for the side that scores more than half a
    /// point; `None` if neither side does.
    pub(crate) moves: Option<u16>,
    /// Texts of the best moves of the side to move, in alphabetical order.
    ///
    /// All of them keep the result. A side that scores more than half a point ends the game as soon
    /// as possible, and its opponent as late as possible.
    pub(crate) best: Vec<String>,
    /// Text of the position: the board, the side to move and, in rule sets with holds, the side
    /// whose king holds the other king.
    pub(crate) board: String,
}
