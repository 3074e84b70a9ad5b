//! `play`: makes moves and shows the resulting position, or plays a game at a terminal.

mod editor;
mod session;

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use clap::Parser;

use self::editor::Editor;
use crate::api::{Fields, PlayAnswer, PlayQuestion, Session, json};
use crate::cli::args::{BoardArgs, SvgArgs};
use crate::cli::files::{NamedText, named, standard_input};
use crate::cli::output::Output;
use crate::cli::picture::draw_board;
use crate::cli::questions::{context, failure};
use crate::cli::records::argument_instead;
use crate::cli::report::{Excerpt, ReportedError};
use crate::cli::{Failure, Success, terminal};
use crate::game::Game;
use crate::render;

/// The help of `--size` for games, which start on boards of a fixed size.
pub(super) const SIZE: &str = "Require a board with this many cells along an edge";

#[derive(Debug, Parser)]
#[command(mut_arg("rules", |arg| arg.default_value("great-shatranj")))]
#[command(mut_arg("size", |arg| arg.help(SIZE)))]
#[command(after_help = "\
Examples:
  kubikschach play start 2a2-2a3 5a5-5a4
  kubikschach play start:sideways -f game.txt
  kubikschach play start --moves=2b2
  kubikschach play --rules cube '[#q,##],[##,K#] w' 'a1(I)-b2(II)'")]
pub(crate) struct PlayArgs {
    /// Board followed by the side to move (w or b), or the name of a setup such as `start`
    ///
    /// If the rule set has held kings, as great-shatranj has, the holder follows: w, b, or - for none. A king that
    /// enters the level of the other king holds it, and the held king may not leave that level.
    pub(crate) position: String,
    /// Moves to make, in order; `-` is standard input
    #[arg(value_name = "MOVE")]
    pub(crate) moves: Vec<String>,
    /// Read moves from a file; repeatable, `-` is standard input
    #[arg(short, long = "file", value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// List the legal moves instead: all, or those of the piece on CELL
    #[expect(clippy::option_option, reason = "an option whose value may be left out")]
    #[arg(long = "moves", value_name = "CELL", num_args = 0..=1, require_equals = true, conflicts_with = "svg")]
    pub(crate) list: Option<Option<String>>,
    /// Draw the board even if the output is not a terminal
    #[arg(long, conflicts_with = "list")]
    pub(crate) draw: bool,
    #[command(flatten)]
    pub(crate) svg: SvgArgs,
    #[command(flatten)]
    pub(crate) board: BoardArgs,
}

pub(crate) fn run(args: &PlayArgs, json: bool, out: &mut Output) -> Result<Success, Failure> {
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
fn is_played_at_terminal(args: &PlayArgs, json: bool) -> bool {
    let is_terminal = io::stdin().is_terminal() && terminal::is_output();
    let has_moves = !args.moves.is_empty() || !args.files.is_empty();
    is_terminal && !has_moves && !json && args.list.is_none() && args.svg.svg.is_none()
}

fn fields(args: &PlayArgs) -> Fields<'_> {
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
    args: &PlayArgs,
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
    args: &PlayArgs,
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
fn texts(args: &PlayArgs) -> Result<Vec<NamedText>, Failure> {
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
