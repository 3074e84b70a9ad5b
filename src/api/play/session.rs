//! A game that is played interactively, one line of input at a time.

use std::ops::Range;

use super::{legal_moves, legal_moves_of, moves};
use crate::diagnostic::{Diagnostic, nearest, quote};
use crate::game::Game;
use crate::notation::CLAIM;
use crate::piece::Color;
use crate::render;
use crate::rules::Score;

/// Commands of [`Session::answer`]. [`CLAIM`] may also follow moves on the same line.
const COMMANDS: [&str; 7] = ["moves", "undo", "board", CLAIM, "resign", "help", "quit"];

/// A game that is played interactively, one line of input at a time.
///
/// A line is a command or the text of a game, often a single move. A line with a mistake leaves the
/// game unchanged.
///
/// # Example
/// ```
/// use kubikschach::api::{Reply, Session};
/// use kubikschach::{game::Game, notation, position::Position, rules::Rules};
/// let rules = Rules::raumschach();
/// let setup = notation::parse_board(&rules, "start")?;
/// let mut session = Session::new(Game::new(Position::new(&rules, setup)?)?);
/// assert_eq!(session.prompt(), "move 1, White: ");
/// assert_eq!(session.answer("Ab1-Aa3")?, Reply::Board);
/// assert!(session.answer("Ab1-Aa3").is_err(), "it is Black's turn");
/// assert_eq!(session.answer("resign")?, Reply::Text("Black resigns: 1-0".to_owned()));
/// assert!(session.is_over());
/// assert_eq!(session.text(), "1. Ab1-Aa3 1-0");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Session {
    game: Game,
    /// Result written by a player or given by a resignation, such as `1-0`.
    agreed: Option<String>,
}

/// The reply of a [`Session`] to one line of input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Nothing has changed: the line is empty or has only comments.
    Nothing,
    /// The board should be shown.
    Board,
    /// Text to show, of one or more lines without a final newline.
    Text(String),
    /// The player ends the session.
    Quit,
}

impl Session {
    /// Creates a session that continues `game`.
    #[must_use]
    pub const fn new(game: Game) -> Self {
        Self { game, agreed: None }
    }

    /// Returns the game with all moves made so far.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Returns `true` if there is no legal move, the game is over, or a player gave a result.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.agreed.is_some()
            || self.game.outcome().is_some()
            || !self.game.position().has_legal_move()
    }

    /// Returns the prompt with the next move's number and the side to move, as in `move 1, White: `.
    #[must_use]
    pub fn prompt(&self) -> String {
        format!("{}: ", moves::next(&self.game))
    }

    /// Returns the sentence that tells a player what to type, with a legal move as an example.
    #[must_use]
    pub fn greeting(&self) -> String {
        format!("Type {} or a command; `help` lists the commands.", self.example())
    }

    /// Executes a command or makes the moves of a line.
    ///
    /// # Errors
    /// Returns an error if the line is neither a command nor the text of a game, if a move is
    /// illegal, or if a command cannot be executed. After an error the game is unchanged.
    pub fn answer(&mut self, line: &str) -> Result<Reply, Diagnostic> {
        let mut words = line.split_whitespace();
        let Some(command) = words.next() else { return Ok(Reply::Nothing) };
        let cell = if command == "moves" { words.next() } else { None };
        let is_command = COMMANDS.contains(&command) && command != CLAIM;
        if let Some(more) = words.next().filter(|_| is_command) {
            let expected = format!("nothing after `{}`", cell.unwrap_or(command));
            return Err(Diagnostic::expected(place(line, more), expected, quote(more.as_bytes())));
        }
        match command {
            "moves" => self.legal_moves(line, cell).map(Reply::Text),
            "undo" if self.game.undo().is_some() => Ok(Reply::Board),
            "undo" => Err(Diagnostic::new(place(line, command), "no move has been made yet")),
            "board" => Ok(Reply::Board),
            "resign" => Ok(Reply::Text(self.resign())),
            "help" => Ok(Reply::Text(self.help())),
            "quit" => Ok(Reply::Quit),
            _ => self.play(line).map_err(|error| with_command(error, command)),
        }
    }

    /// Makes all moves in `text`, or no move if the text has a mistake.
    fn play(&mut self, text: &str) -> Result<Reply, Diagnostic> {
        let mut game = self.game.clone();
        let result = moves::play_all(&mut game, text)?.filter(|result| result.scores.is_some());
        let is_same = game.history().len() == self.game.history().len();
        self.agreed = result.map(|result| text[result.span].to_owned());
        self.game = game;
        Ok(match &self.agreed {
            _ if !is_same || self.game.claimed().is_some() => Reply::Board,
            Some(result) => Reply::Text(format!("the result is {result}")),
            None => Reply::Nothing,
        })
    }

    fn resign(&mut self) -> String {
        let side = self.game.position().turn();
        let white = if side == Color::White { Score::ZERO } else { Score::ONE };
        let result = format!("{white}-{}", white.rest());
        let text = format!("{side} resigns: {result}");
        self.agreed = Some(result);
        text
    }

    /// Returns the texts of the legal moves, separated by spaces; with `cell`, only the moves of
    /// the piece on that cell.
    ///
    /// `cell` must be a slice of `line`, because errors mark the byte range of `cell` in `line`.
    fn legal_moves(&self, line: &str, cell: Option<&str>) -> Result<String, Diagnostic> {
        let Some(name) = cell else { return Ok(legal_moves(&self.game, None).join(" ")) };
        let moves = legal_moves_of(&self.game, name)
            .map_err(|error| error.moved(place(line, name).start))?;
        Ok(if moves.is_empty() {
            format!("the piece on {name} has no legal move")
        } else {
            moves.join(" ")
        })
    }

    fn example(&self) -> String {
        let moves = legal_moves(&self.game, None);
        moves.first().map_or_else(|| "a move".to_owned(), |mv| format!("a move such as `{mv}`"))
    }

    fn help(&self) -> String {
        format!(
            "\
Type {}, or several moves; or
moves       list the legal moves
moves CELL  list the legal moves of the piece on a cell
undo        take back the last move
board       draw the board
claim       claim a draw
resign      give up the game
help        list the commands
quit        leave, as Ctrl-D does; the game is written",
            self.example()
        )
    }

    /// Returns the completions of the last word in `line`, and the byte offset where it starts.
    #[must_use]
    pub fn completions(&self, line: &str) -> (usize, Vec<String>) {
        let start = line.trim_end_matches(|letter: char| !letter.is_whitespace()).len();
        let moves = legal_moves(&self.game, None);
        let mut words: Vec<String> = match line[..start].trim() {
            "" => COMMANDS.map(str::to_owned).into_iter().chain(moves).collect(),
            "moves" => self.movable(),
            _ => Vec::new(),
        };
        words.retain(|word| word.starts_with(&line[start..]));
        (start, words)
    }

    fn movable(&self) -> Vec<String> {
        let mut cells: Vec<_> = self.game.legal_moves().into_iter().map(|mv| mv.from).collect();
        cells.dedup();
        cells.into_iter().map(|cell| self.game.position().cell_name(cell)).collect()
    }

    /// Returns the text of the game: its moves, a claimed draw, if any, and its result.
    ///
    /// Another session can parse this text.
    #[must_use]
    pub fn text(&self) -> String {
        let outcome = moves::outcome(&self.game).map(|outcome| outcome.result());
        let result = self.agreed.clone().or(outcome);
        let moves = render::game(&self.game);
        let parts = [Some(moves), result].into_iter().flatten();
        parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
    }
}

/// Returns the byte range of `word`, which must be a slice of `line`.
fn place(line: &str, word: &str) -> Range<usize> {
    let start = word.as_ptr().addr() - line.as_ptr().addr();
    start..start + word.len()
}

/// Adds a hint to an error if `word`, the first word of the line, may be a misspelt command.
fn with_command(error: Diagnostic, word: &str) -> Diagnostic {
    if error.hint.is_some() || !word.chars().all(char::is_alphabetic) || word == CLAIM {
        return error;
    }
    let hint = nearest(&COMMANDS, word).unwrap_or_else(|| "`help` lists the commands".to_owned());
    Diagnostic { hint: Some(hint), ..error }
}
