//! `endgame`: all positions of a few pieces.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::thread;

use serde::Serialize;

use super::context::Context;
use super::error::{Error, ErrorKind};
use super::fields::Fields;
use super::position::{expect_verdict, position, side, text_of};
use crate::board::Board;
use crate::cell::{Cell, Size};
use crate::control::Control;
use crate::diagnostic::Diagnostic;
use crate::endgame::{Endgame, Known, Solved, Summary, Unsolved, expect_plain};
use crate::notation::{move_text, position_text};
use crate::piece::{Color, Piece};
use crate::position::Position;
use crate::rules::Rules;

/// The memory limit of an endgame whose question states none.
const MEMORY: u64 = 512 << 20;

/// Asks for the number of White's moves until mate, in every position of a few pieces or in one.
#[derive(Clone, Debug)]
pub struct EndgameQuestion {
    /// The rules.
    pub rules: Rules,
    /// The size of the board.
    pub size: Size,
    /// The letters of the pieces.
    pub pieces: String,
    /// The position in question; `None` for all positions.
    pub at: Option<Position>,
    /// The number of threads; `None` for one thread a core.
    pub threads: Option<usize>,
    endgame: Endgame,
}

const FIELDS: [&str; 6] = ["pieces", "at", "side", "memory", "rules", "size"];

impl EndgameQuestion {
    /// Reads a question.
    ///
    /// # Errors
    /// If a field has a mistake, or the endgame takes too much memory.
    pub fn read(fields: &Fields<'_>, context: &mut Context) -> Result<Self, Error> {
        fields.expect_only("endgame", &FIELDS, &[])?;
        fields.expect_with("side", "at", "")?;
        let rules = context.rules(fields, "cube")?;
        expect_verdict(fields, &rules)?;
        let rules_name = fields.spell("rules", "");
        expect_plain(&rules).map_err(|message| Error::new(format!("{rules_name}: {message}")))?;
        let turn = side(fields)?;
        let at = fields.has("at").then(|| position(context, fields, &rules, ("at", turn)));
        let at = at.transpose()?;
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
        expect_room(fields, &endgame, (pieces, size), [most, limit])?;
        Ok(Self {
            rules,
            size,
            pieces: pieces.to_owned(),
            at,
            threads: context.limits.threads,
            endgame,
        })
    }

    /// Answers the question.
    ///
    /// # Errors
    /// If `control` stops the work, or there is not enough memory.
    pub fn answer(&self, control: &Control<'_>) -> Result<EndgameAnswer<'_>, Error> {
        let cores = || thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let solved = self.endgame.clone().solve(self.threads.unwrap_or_else(cores), control);
        let solved = solved.map_err(|error| match error {
            Unsolved::Stopped => {
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
        let whole = |error: Unsolved| Diagnostic::new(0..1, error.to_string());
        let Known { mate_in, best } = found.map_err(|error| Error::at("at", whole(error)))?;
        let name = |mv| move_text(&self.rules, position.board().size(), mv);
        let mut best: Vec<String> = best.into_iter().map(name).collect();
        best.sort_unstable();
        Ok(OnePosition {
            pieces: &self.pieces,
            rules: self.rules.name(),
            size: self.size.edge(),
            side: position.turn().name(),
            mate_in,
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
        let text = |board: &Board| position_text(&self.rules, board, turn, None);
        let Summary { legal, won, stalemate, .. } = *summary;
        OneSide {
            legal,
            won,
            stalemate,
            longest: summary.longest(),
            positions: summary.by_length.values().next_back().copied().unwrap_or(0),
            example: summary.example.as_ref().map(text),
            by_length: summary.by_length.clone(),
        }
    }
}

/// Rejects a position with other pieces, before the endgame is solved.
fn expect_men(
    endgame: &Endgame,
    pieces: &str,
    position: &Position,
    length: usize,
) -> Result<(), Error> {
    let board = position.board();
    if endgame.has_men_of(board) {
        return Ok(());
    }
    let letter = |(_, piece): (Cell, Piece)| position.rules().letter(piece);
    let found: String = board.pieces().map(letter).collect();
    let expected = format!("the men of {pieces}, or what captures leave of them");
    Err(Error::at("at", Diagnostic::expected(0..length, expected, found)))
}

/// Rejects an endgame that takes more memory than allowed.
fn expect_room(
    fields: &Fields<'_>,
    endgame: &Endgame,
    (pieces, size): (&str, Size),
    [most, limit]: [u64; 2],
) -> Result<(), Error> {
    let needed = endgame.memory();
    if needed <= most {
        return Ok(());
    }
    let takes = format!("{pieces} on {size} takes");
    if needed == u64::MAX {
        return Err(Error::new(format!("{takes} more memory than there can be")).limit());
    }
    let is_allowed = needed <= limit;
    let [needed, most] = [needed, most].map(bytes);
    let hint = is_allowed.then(|| format!("{} allows it", fields.spell("memory", &needed)));
    let message = format!("{takes} about {needed} of memory, more than {most}");
    Err(Error::new(message).with_hint(hint).limit())
}

/// Returns an amount of memory, rounded up.
fn bytes(count: u64) -> String {
    let units = [(30, "G"), (20, "M"), (10, "K")];
    let unit = units.into_iter().find(|(shift, _)| count >> shift > 0);
    unit.map_or_else(
        || count.to_string(),
        |(shift, unit)| format!("{}{unit}", count.div_ceil(1 << shift)),
    )
}

/// The answer to an [`EndgameQuestion`].
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum EndgameAnswer<'q> {
    /// The answer for one position.
    One(OnePosition<'q>),
    /// The answer for all positions.
    All(AllPositions<'q>),
}

/// The answer for all positions.
#[derive(Clone, Debug, Serialize)]
pub struct AllPositions<'q> {
    /// The letters of the pieces.
    pub pieces: &'q str,
    /// The name of the rule set.
    pub rules: &'q str,
    /// Cells along an edge.
    pub size: usize,
    /// The positions with White to move.
    pub white_to_move: OneSide,
    /// The positions with Black to move.
    pub black_to_move: OneSide,
}

/// The positions with one side to move.
#[derive(Clone, Debug, Serialize)]
pub struct OneSide {
    /// Legal positions.
    pub legal: u64,
    /// Positions that White wins.
    pub won: u64,
    /// Stalemates.
    pub stalemate: u64,
    /// White's moves until the longest mate.
    pub longest: Option<u8>,
    /// Positions that take the longest mate.
    pub positions: u64,
    /// A position with the longest mate.
    pub example: Option<String>,
    /// The number of positions by White's moves until mate.
    pub by_length: BTreeMap<u8, u64>,
}

/// The answer for one position.
#[derive(Clone, Debug, Serialize)]
pub struct OnePosition<'q> {
    /// The letters of the pieces.
    pub pieces: &'q str,
    /// The name of the rule set.
    pub rules: &'q str,
    /// Cells along an edge.
    pub size: usize,
    /// The side to move.
    pub side: &'static str,
    /// The number of White's moves until mate; `None` if White cannot force mate.
    pub mate_in: Option<u8>,
    /// The best moves.
    pub best: Vec<String>,
    /// The text of the position.
    pub board: String,
}
