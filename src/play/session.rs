//! A game that is played interactively, one line of input at a time.

use super::error::PlayError;
use super::game_text::{GameText, parse_game, write_game};
use super::legal_moves::legal_moves;
use super::{moves, saved};
use crate::cell::Cell;
use crate::control::Control;
use crate::game::{Game, Refusal};
use crate::mistake::{Mistake, quote};
use crate::piece::Color;
use crate::render::{self, Picture};

/// A game that is played interactively, one line of input at a time.
///
/// A line is a command or the text of a game, often a single move. A line with a mistake leaves the
/// game unchanged.
///
/// # Example
/// ```
/// use kubikschach::play::{SessionReply, Session};
/// use kubikschach::{game::Game, notation, position::Position, rules::Rules};
/// let rules = Rules::raumschach();
/// let setup = notation::parse_board(&rules, "start")?;
/// let mut session = Session::new(Game::new(Position::new(&rules, setup)?)?);
/// assert_eq!(session.prompt(), "move 1, White: ");
/// assert_eq!(session.answer("Na3")?, SessionReply::Moved("White's knight moves from Ab1 to Aa3".into()));
/// assert!(session.answer("Ab1-Aa3").is_err(), "it is Black's turn");
/// assert_eq!(session.answer("resign")?, SessionReply::Text("Black resigns: 1-0".into()));
/// assert!(session.is_over());
/// assert_eq!(session.history(), "1. Ab1-Aa3 1-0");
/// let text = "[Variant \"raumschach\"]\n[FEN \"start\"]\n[Result \"1-0\"]\n\n1. Ab1-Aa3 1-0\n";
/// assert_eq!(session.text(), text);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Session {
    game: Game,
    /// Names and values of tags that the game's text has besides those of its start and result.
    tags: Vec<(String, String)>,
    /// Side whose home is at the bottom of the picture.
    seen_by: Color,
}

/// The reply of a [`Session`] to one line of input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SessionReply {
    /// Nothing has changed: the line is blank or has only a result that is known already.
    Nothing,
    /// The board should be shown.
    Board,
    /// The board should be shown, and a sentence for each move that was made, one per line.
    Moved(String),
    /// Text to show, of one or more lines without a final newline.
    Text(String),
    /// The board should be shown with the moves of the piece on this cell marked, as by
    /// [`Session::picture_of_moves`], and then the text.
    Moves {
        /// Cell of the piece.
        cell: Cell,
        /// The legal moves of the piece in one line without a final newline.
        text: String,
    },
    /// The moves of the rule set's pieces should be drawn, as by [`render::legend`].
    Pieces,
    /// The text of the game should be written into the file with this name.
    Save(String),
    /// The file with this name should be read, and its text passed to [`Session::load`].
    Load(String),
    /// The player ends the session.
    Quit,
}

impl Session {
    /// Creates a session that continues `game`.
    #[must_use]
    pub const fn new(game: Game) -> Self {
        Self { game, tags: Vec::new(), seen_by: Color::White }
    }

    /// Sets tags that are written with the game, such as `Date` and its value.
    #[must_use]
    pub fn with_tags(self, tags: Vec<(String, String)>) -> Self {
        let tags = tags.into_iter().filter(|(name, _)| saved::is_kept(name)).collect();
        Self { tags, ..self }
    }

    /// Continues another game, seen from the same side, in place of this one.
    #[cfg(feature = "serde")]
    pub(crate) fn go_on_with(&mut self, game: Game, tags: Vec<(String, String)>) {
        let seen_by = self.seen_by;
        *self = Self { seen_by, ..Self::new(game).with_tags(tags) };
    }

    /// Returns the game with all moves made so far.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Returns `true` if there is no legal move or the game is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.end().is_some()
    }

    /// Returns the sentence that the game is over, with the reason; `None` if the game goes on.
    pub(super) fn end(&self) -> Option<String> {
        let position = self.game.position();
        if let Some(outcome) = self.game.outcome() {
            return Some(Refusal::Over(outcome).to_string());
        }
        (!position.has_legal_move()).then(|| format!("the game is over: {}", position.verdict()))
    }

    /// Returns the prompt with the next move's number and the side to move, as in `move 1, White: `. After
    /// the end of the game, the prompt says what can still be done.
    #[must_use]
    pub fn prompt(&self) -> String {
        if self.is_over() {
            return "the game is over; `save FILE`, `undo`, or Enter to leave: ".to_owned();
        }
        format!("{}: ", moves::next(&self.game))
    }

    /// Returns the letters of the pieces, and a sentence that tells a player what to type, with a
    /// legal move as an example.
    #[must_use]
    pub fn greeting(&self) -> String {
        let letters = render::letters(self.game.position().rules());
        let example = self.example();
        format!(
            "{letters} (White's in capitals); `pieces` draws how they move.\n\
             Type {example} or a command; `help` lists the commands."
        )
    }

    /// Returns a picture of the board with the last move marked.
    #[must_use]
    pub fn picture(&self) -> Picture<'_> {
        self.game.history().last().into_iter().fold(self.plain_picture(), Picture::with_move)
    }

    /// Returns a picture of the board that marks the moves of the piece on a cell: its legal moves
    /// and captures, its illegal moves, and pieces that block it.
    ///
    /// # Panics
    /// Panics if no piece is on the cell.
    #[must_use]
    pub fn picture_of_moves(&self, cell: Cell) -> Picture<'_> {
        let position = self.game.position();
        let piece = position.board().piece_at(cell).expect("a piece is on the cell");
        let reach = position.rules().movement().reach(position.board(), piece, cell);
        let (reach, illegal) =
            position.split_legal(cell, reach, &Control::FREE).unwrap_or_default();
        self.plain_picture().with_reach(cell, &reach, &illegal)
    }

    fn plain_picture(&self) -> Picture<'_> {
        let position = self.game.position();
        let picture = Picture::new(position.rules(), position.board(), String::new());
        Picture { seen_by: self.seen_by, ..picture }
    }

    /// Makes all moves in `text`, or no move if the text has a mistake.
    pub(super) fn play(&mut self, text: &str) -> Result<SessionReply, Mistake> {
        let mut game = self.game.clone();
        let first = format!("{}'s: ", moves::next(&game));
        let written = parse_game(text).map_err(with_hint_of_file)?;
        expect_content(text, &written)?;
        moves::play(&mut game, text, &written, &Control::FREE).map_err(|error| match error {
            PlayError::Wrong(mistake) => {
                let message = mistake.message.strip_prefix(&first).unwrap_or(&mistake.message);
                Mistake { message: message.to_owned(), ..mistake }
            }
            PlayError::Stopped(stopped) => Mistake::new(0..1, stopped.to_string()),
        })?;
        let mut before = std::mem::replace(&mut self.game, game);
        let (was_over, outcome) = (before.outcome().is_some(), self.game.outcome());
        let mut made = Vec::new();
        let known = before.history().len();
        for mv in self.game.history().skip(known) {
            made.push(render::made(before.position(), mv));
            let _ = before.play(mv);
        }
        Ok(match outcome {
            _ if !made.is_empty() => SessionReply::Moved(made.join("\n")),
            Some(_) if !was_over && self.game.claimed().is_some() => SessionReply::Board,
            Some(outcome) if !was_over => SessionReply::Text(format!("the result is {outcome}")),
            _ => SessionReply::Nothing,
        })
    }

    /// Takes back the resignation, agreement or claim that ended the game, else the last move.
    pub(super) fn undo(&mut self) -> Option<SessionReply> {
        let is_undone = self.game.reopen() || self.game.undo().is_some();
        is_undone.then_some(SessionReply::Board)
    }

    pub(super) fn flip(&mut self) -> SessionReply {
        self.seen_by = !self.seen_by;
        SessionReply::Board
    }

    pub(super) fn resign(&mut self) -> SessionReply {
        let side = self.game.position().turn();
        SessionReply::Text(match self.game.resign(side) {
            Ok(outcome) => format!("{side} resigns: {}", outcome.result()),
            Err(refusal) => refusal.to_string(),
        })
    }

    pub(super) fn example(&self) -> String {
        let moves = legal_moves(&self.game, None, &Control::FREE).unwrap_or_default();
        moves.first().map_or_else(|| "a move".to_owned(), |mv| format!("a move such as `{mv}`"))
    }

    /// Returns the moves of the game, a claimed draw, if any, and its result if the game is over.
    #[must_use]
    pub fn history(&self) -> String {
        let result = self.game.outcome().map(|outcome| outcome.result());
        let parts = [Some(write_game(&self.game)), result].into_iter().flatten();
        parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
    }

    /// Returns the text of the game: tags for its rule set, its start and its result, and its moves
    /// and result.
    ///
    /// `Session::load`, with the feature `serde`, parses this text.
    #[must_use]
    pub fn text(&self) -> String {
        saved::write(&self.game, &self.tags)
    }
}

/// Adds a hint to the error about a comment, variation or tag that has no end in its line.
fn with_hint_of_file(error: Mistake) -> Mistake {
    let hint = "`load FILE` reads games of several lines".to_owned();
    let is_cut = error.message.ends_with("the end of the input");
    Mistake { hint: error.hint.or(is_cut.then_some(hint)), ..error }
}

/// Returns an error if a line that is not blank has no move, claim or result.
fn expect_content(line: &str, written: &GameText) -> Result<(), Mistake> {
    let typed = line.trim();
    if typed.is_empty() || !written.is_without_game() {
        return Ok(());
    }
    let start = line.len() - line.trim_start().len();
    let error = |message| Mistake::new(start..start + typed.len(), message);
    if written.tags.is_empty() {
        return Err(error(format!("{} has no move", quote(typed.as_bytes()))));
    }
    let hint = Some("`load FILE` reads tags and moves".to_owned());
    Err(Mistake { hint, ..error("tags are read from files".to_owned()) })
}
