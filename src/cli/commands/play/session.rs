//! A game at a terminal: draws the board and answers the player's lines.

use std::io::Write as _;

use super::{Output, draw_board, write_state};
use crate::api::{Reply, Session};
use crate::cli::report::{Excerpt, ReportedError};
use crate::cli::terminal::fitted;
use crate::cli::{Failure, report_errors};
use crate::verdict::Verdict;

/// The result of reading one line from the player.
#[derive(Debug)]
pub(super) enum Input {
    Line(String),
    /// Ctrl-C, which discards the line.
    Cancelled,
    /// Ctrl-D, or a closed terminal.
    End,
}

/// Plays a game with lines from `read` until the game ends or the player leaves. Then writes the
/// game's text, which `play` can read again.
pub(super) fn play(
    mut session: Session,
    mut read: impl FnMut(&Session) -> Result<Input, Failure>,
    out: &mut Output,
) -> Result<(), Failure> {
    draw(&session, out)?;
    if !session.is_over() {
        write_lines(&session.greeting(), out)?;
    }
    let left = answer_lines(&mut session, &mut read, out);
    // The game is written even if reading from the terminal has failed.
    let text = session.text();
    if !text.is_empty() {
        write_lines(&text, out)?;
    }
    left
}

fn answer_lines(
    session: &mut Session,
    read: &mut impl FnMut(&Session) -> Result<Input, Failure>,
    out: &mut Output,
) -> Result<(), Failure> {
    let mut was_cancelled = false;
    while !session.is_over() {
        out.flush()?;
        match read(session)? {
            Input::Line(line) => {
                was_cancelled = false;
                if !answer(session, &line, out)? {
                    break;
                }
            }
            Input::Cancelled if !was_cancelled => {
                was_cancelled = true;
                write_lines("Press Ctrl-C again to leave.", out)?;
            }
            Input::Cancelled | Input::End => break,
        }
    }
    Ok(())
}

/// Makes the move or follows the command in a line. Returns `false` if the player leaves.
fn answer(session: &mut Session, line: &str, out: &mut Output) -> Result<bool, Failure> {
    match session.answer(line) {
        Ok(Reply::Nothing) => {}
        Ok(Reply::Board) => draw(session, out)?,
        Ok(Reply::Text(text)) => write_lines(&text, out)?,
        Ok(Reply::Quit) => return Ok(false),
        Err(error) => {
            let error = ReportedError::drawn(error, &Excerpt::whole(None, line));
            report_errors(&[error], false);
        }
    }
    Ok(true)
}

fn draw(session: &Session, out: &mut Output) -> Result<(), Failure> {
    let game = session.game();
    draw_board(game.position(), out)?;
    let verdict = game.position().verdict();
    if verdict != Verdict::Ongoing {
        writeln!(out, "{verdict}")?;
    }
    Ok(write_state(game, out)?)
}

fn write_lines(text: &str, out: &mut Output) -> Result<(), Failure> {
    Ok(write!(out, "{}", fitted(&format!("{text}\n")))?)
}
