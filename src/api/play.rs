//! `play`: moves from a position, and where they lead.

mod moves;
mod session;

use serde::Serialize;

use self::moves::Unplayed;
pub use self::session::{Reply, Session};
use super::context::Context;
use super::error::Error;
use super::fields::Fields;
use super::position::{expect_verdict, position, text_of};
use crate::cell::Cell;
use crate::control::Stopped;
use crate::diagnostic::Diagnostic;
use crate::game::{Claim, Game};
use crate::notation::{self, GameResult, move_text};
use crate::piece::Color;
use crate::position::Position;
use crate::render::Picture;

/// Asks what moves lead to.
#[derive(Clone, Debug)]
pub struct PlayQuestion {
    /// The game after the moves.
    pub game: Game,
    /// Asks for the legal moves.
    pub list: Option<LegalMoves>,
}

/// The legal moves that are listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LegalMoves {
    /// Every legal move.
    All,
    /// The legal moves of the piece on the cell of this name.
    From(String),
}

const FIELDS: [&str; 5] = ["position", "moves", "legal_moves", "rules", "size"];

impl PlayQuestion {
    /// Reads a question; the field `moves` is a text, or an array of texts.
    ///
    /// # Errors
    /// If a field has a mistake, a move is illegal, or the context's control stops the game.
    pub fn read(fields: &Fields<'_>, context: &mut Context) -> Result<Self, Error> {
        fields.expect_only("play", &FIELDS, &[])?;
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
            played.map_err(|unplayed| match unplayed {
                Unplayed::Wrong(error) => Error::at("moves", wrong(error)),
                Unplayed::Stopped => Stopped.into(),
            })?;
        }
        Ok(question)
    }

    /// Makes the moves of a text, up to the first that cannot be made, and returns the result at its
    /// end.
    ///
    /// # Errors
    /// If a move is illegal, a draw cannot be claimed, or something written about them is wrong.
    pub fn play(&mut self, text: &str) -> Result<Option<GameResult>, Diagnostic> {
        moves::play_all(&mut self.game, text)
    }

    /// Answers the question.
    ///
    /// # Errors
    /// If the legal moves of a cell are asked for on which the side to move has no piece.
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

    /// Returns the answer without legal moves.
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

/// Reads the position of the field `position`; its rule set is Great Shatranj if none is named.
pub(super) fn start(fields: &Fields<'_>, context: &mut Context) -> Result<Position, Error> {
    let rules = context.rules(fields, "great-shatranj")?;
    expect_verdict(fields, &rules)?;
    position(context, fields, &rules, ("position", None))
}

/// Returns the legal moves, or those of the piece on a cell; none once the game has ended.
fn legal_moves(game: &Game, from: Option<Cell>) -> Vec<String> {
    let position = game.position();
    let moves = from.map_or_else(|| game.legal_moves(), |from| game.legal_moves_from(from));
    let text = |mv| move_text(position.rules(), position.board().size(), mv);
    moves.into_iter().map(text).collect()
}

/// Returns the legal moves of the piece on the cell of a name, on which the side to move must have one.
fn legal_moves_of(game: &Game, name: &str) -> Result<Vec<String>, Diagnostic> {
    let position = game.position();
    let cell = notation::cell(position.rules(), position.board().size(), name)?;
    let own = position.check_own(cell);
    own.map_err(|illegal| Diagnostic::new(0..name.len(), illegal.to_string()))?;
    Ok(legal_moves(game, Some(cell)))
}

/// The answer to a [`PlayQuestion`].
#[derive(Debug, Serialize)]
pub struct PlayAnswer<'q> {
    #[serde(skip)]
    game: &'q Game,
    /// The text of the position.
    pub position: String,
    /// The side to move.
    pub side: &'static str,
    /// The side whose king holds the other.
    pub holder: Option<&'static str>,
    /// The verdict.
    pub verdict: String,
    /// The result, if the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// The reason why the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    claims: Vec<Claimed>,
    /// The legal moves that are asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legal_moves: Option<Vec<String>>,
}

/// A draw that can be claimed.
#[derive(Debug, Serialize)]
#[serde(tag = "claim", rename_all = "snake_case")]
enum Claimed {
    Repetition { times: usize },
    QuietMoves { moves: usize },
}

impl PlayAnswer<'_> {
    /// Returns the position with the last move.
    #[must_use]
    pub fn picture(&self) -> Picture<'_> {
        let position = self.game.position();
        let title = format!("{}: {}", position.turn(), position.status());
        let picture = Picture::new(position.rules(), position.board(), title);
        self.game.history().last().into_iter().fold(picture, Picture::with_move)
    }
}
