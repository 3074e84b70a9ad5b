//! A game at a terminal: draws the board and answers the player's lines.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::editor::{Editor, Input};
use super::state::write_state;
use crate::api::{Context, Error};
use crate::cli::failure::Failure;
use crate::cli::files;
use crate::cli::messages::{print_message, report_errors};
use crate::cli::output::Output;
use crate::cli::picture::{draw, draw_legend};
use crate::cli::report::Excerpt;
use crate::mistake::Mistake;
use crate::play::{Session, SessionReply, parse_game};
use crate::terminal::fitted;
use crate::verdict::Verdict;

/// A game at a terminal, and the files that it may replace.
struct TerminalGame<'a, 'c> {
    session: Session,
    context: &'a mut Context<'c>,
    /// Files that the game was read from or written to.
    files: Vec<PathBuf>,
    /// Moves and result that a file has already; empty before the first move.
    kept: String,
    out: &'a mut Output,
}

/// Plays a game until the game ends or the player leaves. Then writes the game's text, which `play`
/// can read again. `files` are those with the moves that were made so far.
pub(super) fn play(
    session: Session,
    context: &mut Context<'_>,
    files: &[PathBuf],
    out: &mut Output,
) -> Result<(), Failure> {
    let mut editor = Editor::new()?;
    let kept = session.history();
    let mut game = TerminalGame { session, context, files: files.to_vec(), kept, out };
    game.draw("")?;
    if !game.session.is_over() {
        let greeting = game.session.greeting();
        game.write_lines(&greeting)?;
    }
    let left = game.answer_lines(&mut editor);
    // The game is written even if reading from the terminal has failed.
    if !game.session.history().is_empty() {
        let text = game.session.text();
        game.write_lines(text.trim_end())?;
    }
    left
}

/// Adds the tag `Date` with the day in UTC, unless `tags` have a date.
pub(super) fn with_date(mut tags: Vec<(String, String)>) -> Vec<(String, String)> {
    if tags.iter().all(|(name, _)| name != "Date") {
        let time = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
        let day = time.split('T').next().unwrap_or_default();
        tags.push(("Date".to_owned(), day.replace('-', ".")));
    }
    tags
}

impl TerminalGame<'_, '_> {
    fn answer_lines(&mut self, editor: &mut Editor) -> Result<(), Failure> {
        let mut was_cancelled = false;
        // A position without a legal move is only shown, but the game of a file may be taken back.
        let mut is_played = !self.session.is_over() || !self.files.is_empty();
        while is_played {
            self.out.flush()?;
            match editor.read(&self.session)? {
                Input::Line(line) if self.session.is_over() && line.trim().is_empty() => break,
                Input::Line(line) => {
                    was_cancelled = false;
                    is_played = self.answer(&line)?;
                }
                Input::Cancelled if !was_cancelled => {
                    was_cancelled = true;
                    self.write_lines("Press Ctrl-C again to leave.")?;
                }
                Input::Cancelled | Input::End => break,
            }
        }
        Ok(())
    }

    /// Makes the move or follows the command in a line. Returns `false` if the player leaves.
    fn answer(&mut self, line: &str) -> Result<bool, Failure> {
        match self.session.answer(line) {
            Ok(SessionReply::Nothing) => {}
            Ok(SessionReply::Board) => self.draw("")?,
            Ok(SessionReply::Moved(text)) => self.draw(&(text + "\n"))?,
            Ok(SessionReply::Text(text)) => self.write_lines(&text)?,
            Ok(SessionReply::Moves { cell, text }) => {
                draw(&self.session.picture_of_moves(cell), self.out)?;
                self.write_lines(&format!("\n{text}"))?;
            }
            Ok(SessionReply::Pieces) => {
                draw_legend(self.session.game().position().rules(), self.out)?;
            }
            Ok(SessionReply::Save(file)) => {
                let saved = self.save(Path::new(&file));
                self.tell(saved)?;
            }
            Ok(SessionReply::Load(file)) => {
                let loaded = self.load(Path::new(&file));
                self.tell(loaded)?;
            }
            Ok(SessionReply::Quit) => return Ok(false),
            Err(Mistake { message, hint, .. }) => {
                self.tell(Err(Failure::with_hint(message, hint)))?;
            }
        }
        Ok(true)
    }

    /// Prints the message of a command that was done, or the errors of one that failed. A failure
    /// does not end the game.
    fn tell(&mut self, done: Result<String, Failure>) -> Result<(), Failure> {
        match done {
            Ok(text) => self.write_lines(&text),
            Err(failure) => {
                report_errors(&failure.into_errors(), false);
                Ok(())
            }
        }
    }

    /// Writes the game into a file, which must be new or one that this game was read from or written
    /// to.
    fn save(&mut self, file: &Path) -> Result<String, Failure> {
        let name = file.display();
        if file.exists() && !self.files.iter().any(|known| is_same(known, file)) {
            return Err(Failure::new(format!("{name} exists already")));
        }
        let done = if file.exists() { "replaced" } else { "saved in" };
        let had_remarks = file.exists() && has_remarks(&files::read(file)?);
        let written = files::write(file, &self.session.text());
        written.map_err(|error| Failure::unwritten(file, &error))?;
        self.files.push(file.to_owned());
        self.kept = self.session.history();
        let lost = if had_remarks { "; comments and variations are not kept" } else { "" };
        Ok(format!("{done} {name}{lost}"))
    }

    fn load(&mut self, file: &Path) -> Result<String, Failure> {
        let text = files::read(file)?;
        let before = self.session.history();
        let loaded = self.session.load(&text, self.context);
        let notes = loaded.map_err(|error| in_file(file, &text, error))?;
        warn_of(&notes);
        self.files.push(file.to_owned());
        self.draw("")?;
        let is_lost = before != self.kept && !before.is_empty();
        let lost = if is_lost {
            format!("the game before was not saved: {before}\n")
        } else {
            String::new()
        };
        self.kept = self.session.history();
        Ok(format!("{lost}loaded from {}", file.display()))
    }

    /// Draws the board, and writes the state of the game below.
    ///
    /// Before the state, writes `moves`, which are lines about the moves that were made.
    fn draw(&mut self, moves: &str) -> Result<(), Failure> {
        draw(&self.session.picture(), self.out)?;
        write!(self.out, "\n{}", fitted(moves))?;
        let game = self.session.game();
        let verdict = game.position().verdict();
        if verdict != Verdict::Ongoing {
            writeln!(self.out, "{verdict}")?;
        }
        Ok(write_state(game, self.out)?)
    }

    fn write_lines(&mut self, text: &str) -> Result<(), Failure> {
        Ok(write!(self.out, "{}", fitted(&format!("{text}\n")))?)
    }
}

pub(super) fn warn_of(notes: &[String]) {
    for note in notes {
        print_message(&format!("warning: {note}"));
    }
}

/// Returns `true` if two paths lead to one file.
fn is_same(known: &Path, file: &Path) -> bool {
    let path = |file: &Path| fs::canonicalize(file).ok();
    path(known).is_some() && path(known) == path(file)
}

/// Returns `true` if the text of a game has comments or variations.
fn has_remarks(text: &str) -> bool {
    parse_game(text).is_ok_and(|game| game.has_remarks)
}

/// Converts an error about the text of a game to an error about its file.
fn in_file(file: &Path, text: &str, error: Error) -> Failure {
    let name = file.display().to_string();
    let Error { field, mistake, .. } = error;
    if field.is_some() {
        return Excerpt::whole(Some(&name), text).draw(mistake).into();
    }
    Failure::with_hint(format!("{name}: {}", mistake.message), mistake.hint)
}
