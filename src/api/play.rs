//! The command `play`: makes moves from a position and describes the position that follows.

mod moves;
mod session;

use serde::Serialize;

pub use self::session::{Reply, Session};
use super::context::Context;
use super::error::Error;
use super::fields::Fields;
use super::parts::text_of;
use super::position::{expect_verdict, position, trimmed};
use crate::board::Move;
use crate::cell::Cell;
use crate::diagnostic::{Diagnostic, nearest};
use crate::game::{Claim, Game};
use crate::notation::{self, GameResult, write_move};
use crate::piece::Color;
use crate::position::Position;
use crate::render::{Picture, why_illegal};
use crate::rules::{BUILT_IN, START};

/// Asks for the position after the moves of a game.
#[derive(Clone, Debug)]
pub struct PlayQuestion {
    /// Game after all moves of the question.
    pub game: Game,
    /// Legal moves to list in the answer; `None` leaves the list out.
    pub list: Option<LegalMoves>,
}

/// The legal moves that the answer to a [`PlayQuestion`] lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LegalMoves {
    /// Lists the legal moves of every piece of the side to move.
    All,
    /// Lists the legal moves of the piece on the cell with this name.
    From(String),
}

impl PlayQuestion {
    /// Parses the start position and makes the moves of the field `moves`.
    ///
    /// `moves` is one string with the text of a game, or an array of such strings.
    ///
    /// # Errors
    /// Returns an error if a field has a mistake, if a move is illegal, or if the control of
    /// `context` stops the parsing.
    pub fn read(fields: &Fields<'_>, context: &mut Context) -> Result<Self, Error> {
        let start = start(fields, context)?;
        let list = if fields.is_flag("legal_moves") {
            fields.flag("legal_moves")?.then_some(LegalMoves::All)
        } else {
            fields.text("legal_moves")?.map(|name| LegalMoves::From(name.to_owned()))
        };
        let game = Game::new(start).map_err(|error| Error::new(error.to_string()))?;
        let mut question = Self { game, list };
        for (place, text) in fields.texts("moves")? {
            let wrong = |error: Diagnostic| match place {
                Some(place) => {
                    Diagnostic { hint: error.hint, ..Diagnostic::new(place, error.message) }
                }
                None => error,
            };
            let played = moves::play(&mut question.game, &text, &context.control);
            played.map_err(|error| Error { diagnostic: wrong(error.diagnostic), ..error })?;
        }
        Ok(question)
    }

    /// Makes the moves in `text` and returns the result at its end; `None` if the text has no
    /// result.
    ///
    /// If a move has a mistake, the moves before it remain made.
    ///
    /// # Errors
    /// Returns an error if a move is illegal, a draw cannot be claimed, or a sign (`x`, `+` or `#`)
    /// or the result in `text` is wrong.
    pub fn play(&mut self, text: &str) -> Result<Option<GameResult>, Diagnostic> {
        moves::play_all(&mut self.game, text)
    }

    /// Describes the position after the moves and lists the legal moves that the question asks for.
    ///
    /// # Errors
    /// Returns an error if [`LegalMoves::From`] names a cell without a piece of the side to move.
    pub fn answer(&self) -> Result<PlayAnswer<'_>, Error> {
        let legal_moves = match &self.list {
            None => None,
            Some(LegalMoves::All) => Some(legal_moves(&self.game, None)),
            Some(LegalMoves::From(name)) => {
                let moves = legal_moves_of(&self.game, name);
                Some(moves.map_err(|error| Error::at("legal_moves", error))?)
            }
        };
        Ok(PlayAnswer { legal_moves, ..self.state() })
    }

    /// Describes the position after the moves, without a list of legal moves.
    #[must_use]
    pub fn state(&self) -> PlayAnswer<'_> {
        let position = self.game.position();
        let outcome = self.game.outcome();
        let claimed = |claim: Claim| match claim {
            Claim::Repetition(times) => Claimed::Repetition { times },
            Claim::QuietMoves(moves) => Claimed::QuietMoves { moves },
        };
        PlayAnswer {
            game: &self.game,
            position: text_of(position),
            side: position.turn().name(),
            holder: position.holder().map(Color::name),
            verdict: position.verdict().to_string(),
            result: outcome.map(|outcome| outcome.result()),
            reason: outcome.map(|outcome| outcome.reason.to_string()),
            claims: self.game.claims().into_iter().map(claimed).collect(),
            legal_moves: None,
        }
    }
}

/// Parses the field `position`, which is the setup `start` by default; if the field `rules` is
/// absent, the rule set is Great Shatranj.
pub(super) fn start(fields: &Fields<'_>, context: &mut Context) -> Result<Position, Error> {
    let rules = context.rules(fields, "great-shatranj")?;
    expect_verdict(fields, &rules)?;
    let text = fields.board("position")?.unwrap_or(START);
    if !fields.has("position") && rules.setup(START).is_none() {
        let name = rules.name();
        return Err(Error::new(format!("`{name}` has no setup `{START}`: give a position")));
    }
    let position = position(context, fields, &rules, ("position", text), None);
    position.map_err(|error| with_rule_set(error, text))
}

/// Adds a hint to an error without one if `text` may be the misspelt name of a rule set.
fn with_rule_set(mut error: Error, text: &str) -> Error {
    let names = BUILT_IN.map(|(name, _)| name);
    let name = text.split([':', ' ']).next().unwrap_or_default().to_lowercase();
    if error.diagnostic.hint.is_none() && !names.contains(&&*name) {
        error.diagnostic.hint = nearest(&names, &name);
    }
    error
}

/// Returns the texts of the legal moves, or only of those from the cell `from`.
///
/// The list is empty if the game is over.
fn legal_moves(game: &Game, from: Option<Cell>) -> Vec<String> {
    let position = game.position();
    let moves = from.map_or_else(|| game.legal_moves(), |from| game.legal_moves_from(from));
    let text = |mv| write_move(position.rules(), position.board().size(), mv);
    moves.into_iter().map(text).collect()
}

/// Returns the legal moves from the cell `name`, which must have a piece of the side to move.
fn legal_moves_of(game: &Game, name: &str) -> Result<Vec<String>, Diagnostic> {
    let position = game.position();
    let size = position.board().size();
    let cell = trimmed(name, |name| notation::parse_cell(position.rules(), size, name))?;
    position.own_piece(cell).map_err(|illegal| {
        let reason = why_illegal(position, Move::new(cell, cell), &illegal);
        Diagnostic::new(0..name.len(), reason.text)
    })?;
    Ok(legal_moves(game, Some(cell)))
}

/// The answer to a [`PlayQuestion`]: the position after the moves and the state of the game.
#[derive(Debug, Serialize)]
pub struct PlayAnswer<'q> {
    #[serde(skip)]
    game: &'q Game,
    /// Text of the position: the board, the side to move and, in rule sets with holds, the side
    /// whose king holds the other king.
    pub position: String,
    /// Side to move, `white` or `black`.
    pub side: &'static str,
    /// Side whose king holds the other king; `None` if there is no hold.
    pub holder: Option<&'static str>,
    /// Verdict on the position, such as `check`.
    pub verdict: String,
    /// Result such as `1-0`; `None` while the game is not over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// Reason why the game is over, such as `checkmate`; `None` while the game is not over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    claims: Vec<Claimed>,
    /// Texts of the legal moves; `None` if the question does not ask for them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legal_moves: Option<Vec<String>>,
}

#[derive(Debug, Serialize)]
#[serde(tag = "claim", rename_all = "snake_case")]
enum Claimed {
    Repetition { times: usize },
    QuietMoves { moves: usize },
}

impl PlayAnswer<'_> {
    /// Returns a picture of the position with the last move marked.
    #[must_use]
    pub fn picture(&self) -> Picture<'_> {
        let position = self.game.position();
        let title = format!("{}: {}", position.turn(), position.status());
        let picture = Picture::new(position.rules(), position.board(), title);
        self.game.history().last().into_iter().fold(picture, Picture::with_move)
    }
}
