//! `play`: makes moves and shows the resulting position, or plays a game at a terminal.

mod editor;
mod session;

use std::io::{self, IsTerminal, Write};

use self::editor::Editor;
use super::files::{NamedText, named, standard_input};
use super::output::Output;
use super::picture::draw_board;
use super::questions::{context, failure};
use super::records::argument_instead;
use super::report::{Excerpt, ReportedError};
use super::{Failure, Success, args, terminal};
use crate::api::json;
use crate::api::{Fields, PlayAnswer, PlayQuestion, Session};
use crate::game::Game;
use crate::render;

pub(crate) fn run(args: &args::Play, json: bool, out: &mut Output) -> Result<Success, Failure> {
    let fields = fields(args);
    let wrong = |error| failure(&fields, error);
    let mut question =
        PlayQuestion::read(&fields, &mut context(&args.board.rules)?).map_err(wrong)?;
    if is_played_at_terminal(args, json) {
        let mut editor = Editor::new()?;
        session::play(Session::new(question.game), |session| editor.read(session), out)?;
        return Ok(Success::Yes);
    }
    for text in texts(args)? {
        if let Err(failure) = play(&mut question, args, text) {
            // After an illegal move, the position before it is printed.
            write(&question.game, &question.state(), args, json, out)?;
            return Err(failure);
        }
    }
    if !args.svg.save(|| Ok(args.svg.of(&question.state().picture())), out)? {
        return Ok(Success::Yes);
    }
    write(&question.game, &question.answer().map_err(wrong)?, args, json, out)?;
    Ok(Success::Yes)
}

/// Returns `true` if `play` starts a game at the terminal: input and output are terminals, the
/// arguments contain no moves, and no option asks for other output.
fn is_played_at_terminal(args: &args::Play, json: bool) -> bool {
    let is_terminal = io::stdin().is_terminal() && terminal::is_output();
    let has_moves = !args.moves.is_empty() || !args.files.is_empty();
    is_terminal && !has_moves && !json && args.list.is_none() && args.svg.svg.is_none()
}

fn fields(args: &args::Play) -> Fields<'_> {
    let fields = args.board.fields().with_text("position", Some(&args.position));
    match &args.list {
        None => fields,
        Some(None) => fields.with_flag("legal_moves", true),
        Some(Some(cell)) => fields.with_text("legal_moves", Some(cell)),
    }
}

/// Makes the moves of a text.
///
/// # Errors
/// Returns an error if a move is illegal. The game then keeps the moves before the illegal one.
fn play(
    question: &mut PlayQuestion,
    args: &args::Play,
    (file, text): NamedText,
) -> Result<(), Failure> {
    question.play(&text).map_err(|error| {
        let excerpt = Excerpt::whole(file.as_deref(), &text);
        let file = argument_instead(&args.moves, "a move", text.as_bytes(), &error);
        ReportedError::drawn(file.unwrap_or(error), &excerpt)
    })?;
    Ok(())
}

/// Writes the legal moves if `--moves` asks for them, otherwise the position and its verdict.
fn write(
    game: &Game,
    answer: &PlayAnswer<'_>,
    args: &args::Play,
    json: bool,
    out: &mut Output,
) -> Result<(), Failure> {
    if json {
        return Ok(json::answer(out, None, answer)?);
    }
    if let Some(moves) = &answer.legal_moves {
        for mv in moves {
            writeln!(out, "{mv}")?;
        }
        return Ok(());
    }
    if args.draw || terminal::is_output() {
        draw_board(game.position(), out)?;
    }
    writeln!(out, "{}\n{}", answer.position, answer.verdict)?;
    Ok(write_state(game, out)?)
}

/// Writes which king holds the other, the result of the game, and the draws that can be claimed. A
/// missing hold, result or claim gets no line.
fn write_state(game: &Game, out: &mut Output) -> io::Result<()> {
    if let Some(hold) = render::hold(game.position()) {
        writeln!(out, "{hold}")?;
    }
    if let Some(outcome) = game.outcome() {
        writeln!(out, "{outcome}")?;
    }
    for claim in game.claims() {
        writeln!(out, "{claim}")?;
    }
    Ok(())
}

/// Returns the texts with moves: first the arguments, in which `-` stands for standard input, then
/// the files. Without arguments and files, returns standard input unless it is a terminal.
fn texts(args: &args::Play) -> Result<Vec<NamedText>, Failure> {
    let mut texts = Vec::new();
    for (nth, moves) in args.moves.split(|argument| argument == "-").enumerate() {
        if nth > 0 {
            texts.push(standard_input()?);
        }
        if !moves.is_empty() {
            texts.push((None, moves.join(" ")));
        }
    }
    for file in &args.files {
        texts.push(named(file)?);
    }
    // Standard input is not read if `--moves` needs no moves, or at a terminal, where the program
    // would wait.
    if texts.is_empty() && args.list.is_none() && !io::stdin().is_terminal() {
        texts.push(standard_input()?);
    }
    Ok(texts)
}
