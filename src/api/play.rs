//! The command `play`: makes moves from a position and describes the position that follows.

mod start;

use std::ops::Range;

use serde::Serialize;

use self::start::{Start, in_program, note_of_result, notes_of_continuation};
use super::context::Context;
use super::error::{Error, Place};
use super::fields::Fields;
use super::object::in_object;
use crate::control::Control;
use crate::game::{Claim, Game};
use crate::mistake::Mistake;
use crate::piece::Color;
use crate::play::{
    self, FEN, GameResult, GameText, PlayError, Session, figurines, legal_move_figurines,
    legal_moves, own_cell, parse_game, text_of,
};
use crate::position::Position;
use crate::rules::{Rules, START};

/// The rule set of a game if none is named.
const DEFAULT_RULES: &str = "great-shatranj";

/// Asks for the position after the moves of a game.
#[derive(Clone, Debug)]
pub struct PlayQuestion {
    /// Game after all moves of the question.
    pub game: Game,
    /// Legal moves to list in the answer; `None` leaves the list out.
    pub(crate) list: Option<LegalMoves>,
    /// True to write the moves in figurine notation too.
    pub(crate) figurines: bool,
    /// Names and values of the tags of the game's text, such as `White` and `Ada`.
    pub(crate) tags: Vec<(String, String)>,
    /// Sentences about tags that have no effect, because the game starts or ends otherwise.
    pub notes: Vec<String>,
    /// True once [`Self::play`] has parsed a text; later texts continue the game.
    has_begun: bool,
    /// True if neither a position nor the tag `FEN` sets the start of the game.
    has_usual_start: bool,
}

/// The legal moves that the answer to a [`PlayQuestion`] lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LegalMoves {
    /// Lists the legal moves of every piece of the side to move.
    All,
    /// Lists the legal moves of the piece on the cell with this name.
    From(String),
}

impl PlayQuestion {
    /// Parses the start position and makes the moves of the field `moves`.
    ///
    /// `moves` is one string with the text of a game, or an array of such strings. The tags
    /// `Variant` and `FEN` of the first text are used unless the fields `rules` and `position` are
    /// given.
    ///
    /// # Errors
    /// Returns an error if a field has a mistake, if a move is illegal, or if the control of
    /// `context` stops the parsing.
    pub(crate) fn read(fields: &Fields<'_>, context: &mut Context) -> Result<Self, Error> {
        let texts = fields.texts("moves")?;
        let first = texts.first().map_or("", |(_, text)| text);
        let started = Self::starting(fields, context, first);
        let mut question = started.map_err(|error| match texts.first() {
            Some((place, _)) => in_array(fields, error, place.clone()),
            None => error,
        })?;
        for (place, text) in texts {
            question
                .play(&text, &context.control)
                .map_err(|error| in_array(fields, error, place))?;
        }
        Ok(question)
    }

    /// Parses the start position, without making moves.
    ///
    /// `text` is the text of the game with its first moves. The tags `Variant` and `FEN` of this
    /// text are used unless the fields `rules` and `position` are given.
    ///
    /// # Errors
    /// Returns an error if a field or one of these tags has a mistake. An error about a tag is about
    /// the field `moves`, and its byte ranges count from the start of `text`.
    pub fn starting(fields: &Fields<'_>, context: &mut Context, text: &str) -> Result<Self, Error> {
        Self::starting_with(fields, context, DEFAULT_RULES, text)
    }

    fn starting_with(
        fields: &Fields<'_>,
        context: &mut Context,
        default: &str,
        text: &str,
    ) -> Result<Self, Error> {
        let text = parse_game(text).map_err(|error| Error::at("moves", error))?;
        let Start { position, notes } = Start::read(fields, context, default, &text)?;
        let list = if fields.is_flag("legal_moves") {
            fields.flag("legal_moves")?.then_some(LegalMoves::All)
        } else {
            fields.text("legal_moves")?.map(|name| LegalMoves::From(name.to_owned()))
        };
        let figurines = fields.flag("figurines")?;
        let game = Game::new(position).map_err(|error| Error::new(error.to_string()))?;
        let has_usual_start = !fields.has("position") && text.tag(FEN).is_none();
        let tags = text.tags.into_iter().map(|tag| (tag.name, tag.value)).collect();
        Ok(Self { game, list, figurines, tags, notes, has_begun: false, has_usual_start })
    }

    /// Makes the moves in `text` and returns the result at its end; `None` if the text has no
    /// result.
    ///
    /// If a move has a mistake, the moves before it remain made. Each move is a unit of work for
    /// `control`.
    ///
    /// # Errors
    /// Returns an error about the field `moves` if a move is illegal, a draw cannot be claimed, or a
    /// sign (`x`, `+` or `#`) or the result in `text` is wrong; or if `control` stops the parsing.
    pub fn play(&mut self, text: &str, control: &Control<'_>) -> Result<Option<GameResult>, Error> {
        let wrong = |error| Error::at("moves", error);
        let written = parse_game(text).map_err(wrong)?;
        if self.has_begun {
            self.notes.extend(notes_of_continuation(&written));
        }
        self.has_begun = true;
        let result =
            play::play(&mut self.game, text, &written, control).map_err(|error| match error {
                PlayError::Wrong(mistake) => {
                    let other = self.rules_of_cell(&text[mistake.span()]);
                    wrong(Mistake { hint: mistake.hint.clone().or(other), ..mistake })
                }
                PlayError::Stopped(stopped) => stopped.into(),
            })?;
        self.notes.extend(note_of_result(&written, &self.game));
        Ok(result)
    }

    /// Returns a hint with another rule set that has this cell and the setup from which the game
    /// starts; `None` if there is none, or the game starts elsewhere.
    fn rules_of_cell(&self, cell: &str) -> Option<String> {
        let has_cell = |rules: &Rules| {
            let size = rules.default_size();
            rules.setup(START).is_some() && rules.cells().parse_any_case(size, cell).is_some()
        };
        let other = Rules::all_built_in().filter(|_| self.has_usual_start).find(has_cell)?;
        let is_other = other.name() != self.game.position().rules().name();
        is_other.then(|| format!("`--rules {}` has cells like this", other.name()))
    }

    /// Describes the position after the moves and lists the legal moves that the question asks for.
    ///
    /// # Errors
    /// Returns an error if [`LegalMoves::From`] names a cell without a piece of the side to move, or
    /// if `control` stops the list.
    pub(crate) fn answer(&self, control: &Control<'_>) -> Result<PlayAnswer<'_>, Error> {
        let (game, mut answer) = (&self.game, self.state());
        if self.figurines {
            answer.figurines = Some(figurines(game, control)?);
        }
        let from = match &self.list {
            None => return Ok(answer),
            Some(LegalMoves::All) => None,
            Some(LegalMoves::From(name)) => {
                let cell = own_cell(game, name);
                Some(cell.map_err(|error| Error::at("legal_moves", error))?)
            }
        };
        answer.legal_moves = Some(legal_moves(game, from, control)?);
        if self.figurines {
            answer.legal_move_figurines = Some(legal_move_figurines(game, from, control)?);
        }
        Ok(answer)
    }

    /// Describes the position after the moves, without a list of legal moves.
    #[must_use]
    pub(crate) fn state(&self) -> PlayAnswer<'_> {
        let position = self.game.position();
        let outcome = self.game.outcome();
        let claimed = |claim: Claim| match claim {
            Claim::Repetition(times) => Claimed::Repetition { times },
            Claim::QuietMoves(moves) => Claimed::QuietMoves { moves },
        };
        PlayAnswer {
            position: text_of(position),
            side: position.turn().name(),
            holder: position.holder().map(Color::name),
            verdict: position.verdict().to_string(),
            result: outcome.map(|outcome| outcome.result()),
            reason: outcome.map(|outcome| outcome.reason.to_string()),
            claims: self.game.claims().into_iter().map(claimed).collect(),
            notes: &self.notes,
            figurines: None,
            legal_moves: None,
            legal_move_figurines: None,
        }
    }
}

impl Session {
    /// Continues the game in `text`, whose tags name its rule set and its start.
    ///
    /// Returns sentences about tags that are not used.
    ///
    /// # Errors
    /// Returns an error about the field `moves`, which is `text`, if the text has a mistake, or an
    /// error without a field if the text has neither moves nor tags. The game is then unchanged.
    pub fn load(&mut self, text: &str, context: &mut Context) -> Result<Vec<String>, Error> {
        if parse_game(text).is_ok_and(|game| game.is_without_game() && game.tags.is_empty()) {
            return Err(Error::new("no moves and no tags"));
        }
        let rules = self.game().position().rules().name();
        let question = PlayQuestion::starting_with(&Fields::default(), context, rules, text);
        let played = question.and_then(|mut question| {
            question.play(text, &Control::FREE)?;
            Ok(question)
        });
        let question = played.map_err(|mut error| {
            error.mistake.hint = error.mistake.hint.and_then(in_program);
            error
        })?;
        self.go_on_with(question.game, question.tags);
        Ok(question.notes)
    }
}

/// Moves the byte ranges of an error about one text of the field `moves` to the whole array.
///
/// `place` is the byte range of the text in the array; `None` if the field is a single string.
fn in_array(fields: &Fields<'_>, error: Error, place: Option<Range<usize>>) -> Error {
    let is_in_text = matches!(&error.field, Some(Place::Text(field)) if field == "moves");
    match (fields.json("moves"), place) {
        (Some(array), Some(place)) if is_in_text => {
            let mistake = in_object(array, &array[place], error.mistake);
            Error { mistake, ..error }
        }
        _ => error,
    }
}

/// Parses the field `position`, which is the setup `start` by default; if the field `rules` is
/// absent, the rule set is Great Shatranj.
pub(super) fn start(fields: &Fields<'_>, context: &mut Context) -> Result<Position, Error> {
    let start = Start::read(fields, context, DEFAULT_RULES, &GameText::default());
    Ok(start?.position)
}

/// The answer to a [`PlayQuestion`]: the position after the moves and the state of the game.
#[derive(Debug, Serialize)]
pub(crate) struct PlayAnswer<'q> {
    /// Text of the position: the board, the side to move and, in rule sets with holds, the side
    /// whose king holds the other king.
    pub(crate) position: String,
    /// Side to move, `white` or `black`.
    pub(crate) side: &'static str,
    /// Side whose king holds the other king and limits the moves of that king; `None` if there is
    /// no hold.
    pub(crate) holder: Option<&'static str>,
    /// Verdict on the position, such as `check`.
    pub(crate) verdict: String,
    /// Result such as `1-0`; `None` while the game is not over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) result: Option<String>,
    /// Reason why the game is over, such as `checkmate`; `None` while the game is not over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) reason: Option<String>,
    claims: Vec<Claimed>,
    /// Sentences about tags of the game's text that are not used.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    pub(crate) notes: &'q [String],
    /// Moves that were made, in figurine notation; `None` if the question does not ask for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    figurines: Option<Vec<String>>,
    /// Texts of the legal moves; `None` if the question does not ask for them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) legal_moves: Option<Vec<String>>,
    /// Legal moves in figurine notation; `None` if the question does not ask for both.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) legal_move_figurines: Option<Vec<String>>,
}

#[derive(Debug, Serialize)]
#[serde(tag = "claim", rename_all = "snake_case")]
enum Claimed {
    Repetition { times: usize },
    QuietMoves { moves: usize },
}
