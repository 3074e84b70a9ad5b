//! `play`: make moves and see what they lead to.

mod moves;

use std::io::{self, IsTerminal, Write};

use serde::Serialize;

use super::files::{NamedText, named, standard_input};
use super::output::Output;
use super::position::{Start, draw_board, text_of};
use super::records::argument_instead;
use super::report::{Excerpt, ReportedError};
use super::{Failure, Success, args, json, terminal};
use crate::cell::Cell;
use crate::diagnostic::Diagnostic;
use crate::game::{Claim, Game};
use crate::notation::{self, move_text};
use crate::piece::Color;
use crate::position::Position;
use crate::render::{self, Picture};

pub(crate) fn run(args: &args::Play, json: bool, out: &mut Output) -> Result<Success, Failure> {
    let start = Start::new(&args.board.rules, args.board.size, &args.position)?;
    let game = Game::new(start.position()?);
    let mut game = game.map_err(|error| Failure::new(error.to_string()))?;
    for text in texts(args)? {
        if let Err(failure) = play(&mut game, args, text) {
            // The position before the move that cannot be made.
            write(&game, None, args, json, out)?;
            return Err(failure);
        }
    }
    if !args.svg.save(|| args.svg.of(&picture(&game)), out)? {
        return Ok(Success::Yes);
    }
    let moves = asked_for(args, game.position())?;
    write(&game, moves, args, json, out)?;
    Ok(Success::Yes)
}

/// Makes the moves of a text.
fn play(game: &mut Game, args: &args::Play, (file, text): NamedText) -> Result<(), Failure> {
    moves::play(game, &text).map_err(|error| {
        let excerpt = Excerpt::whole(file.as_deref(), &text);
        let file = argument_instead(&args.moves, "a move", text.as_bytes(), &error);
        Failure::from(ReportedError::drawn(file.unwrap_or(error), &excerpt))
    })
}

/// Writes the legal moves, if they are asked for, else the position.
fn write(
    game: &Game,
    moves: Option<Vec<String>>,
    args: &args::Play,
    json: bool,
    out: &mut Output,
) -> Result<(), Failure> {
    if json {
        return json::line(out, &GameState::new(game, moves));
    }
    if let Some(moves) = moves {
        for mv in moves {
            writeln!(out, "{mv}")?;
        }
        return Ok(());
    }
    if args.draw || terminal::is_output() {
        draw_board(game.position(), out)?;
    }
    Ok(write_position(game, out)?)
}

/// Writes the position of a game, its verdict, who holds, its result and what can be claimed.
fn write_position(game: &Game, out: &mut Output) -> io::Result<()> {
    let position = game.position();
    writeln!(out, "{}\n{}", text_of(position), position.verdict())?;
    if let Some(hold) = render::hold(position) {
        writeln!(out, "{hold}")?;
    }
    if let Some(outcome) = position.outcome() {
        writeln!(out, "{outcome}")?;
    }
    for claim in game.claims() {
        writeln!(out, "{claim}")?;
    }
    Ok(())
}

/// The position of a game, with the last move.
fn picture(game: &Game) -> Picture<'_> {
    let position = game.position();
    let title = format!("{}: {}", position.turn(), position.status());
    let picture = Picture::new(position.rules(), position.board(), title);
    game.history().last().into_iter().fold(picture, Picture::with_move)
}

/// The legal moves that the user wants listed: all, or those from a cell.
fn asked_for(args: &args::Play, position: &Position) -> Result<Option<Vec<String>>, Failure> {
    let Some(from) = &args.list else { return Ok(None) };
    let cell = |name: &String| {
        let cell = notation::cell(position.rules(), position.board().size(), name);
        let own = cell.and_then(|cell| match position.check_own(cell) {
            Ok(()) => Ok(cell),
            Err(illegal) => Err(Diagnostic::new(0..name.len(), illegal.to_string())),
        });
        own.map_err(|error| Failure::argument("--moves", name, error))
    };
    Ok(Some(legal_moves(position, from.as_ref().map(cell).transpose()?)))
}

/// What the moves led to, as an object.
#[derive(Serialize)]
struct GameState {
    position: String,
    side: &'static str,
    holder: Option<&'static str>,
    verdict: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    claims: Vec<Claimed>,
    #[serde(skip_serializing_if = "Option::is_none")]
    legal_moves: Option<Vec<String>>,
}

/// A draw that can be claimed.
#[derive(Serialize)]
#[serde(tag = "claim", rename_all = "snake_case")]
enum Claimed {
    Repetition { times: usize },
    QuietMoves { moves: usize },
}

impl GameState {
    fn new(game: &Game, legal_moves: Option<Vec<String>>) -> Self {
        let position = game.position();
        let outcome = position.outcome();
        let claimed = |claim: Claim| match claim {
            Claim::Repetition(times) => Claimed::Repetition { times },
            Claim::QuietMoves(moves) => Claimed::QuietMoves { moves },
        };
        Self {
            position: text_of(position),
            side: position.turn().name(),
            holder: position.holder().map(Color::name),
            verdict: position.verdict().to_string(),
            result: outcome.map(|outcome| outcome.result()),
            reason: outcome.map(|outcome| outcome.reason.to_string()),
            claims: game.claims().into_iter().map(claimed).collect(),
            legal_moves,
        }
    }
}

/// The texts with moves and the names of their files: those that are arguments come first.
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
    // Without a word about moves, a terminal is not asked for them.
    if texts.is_empty() && args.list.is_none() && !io::stdin().is_terminal() {
        texts.push(standard_input()?);
    }
    Ok(texts)
}

/// The legal moves, or those of the piece on a cell; none once the game has ended.
fn legal_moves(position: &Position, from: Option<Cell>) -> Vec<String> {
    let legal = if position.outcome().is_some() { Vec::new() } else { position.legal_moves() };
    let asked = legal.into_iter().filter(|mv| from.is_none_or(|from| mv.from == from));
    asked.map(|mv| move_text(position.rules(), position.board().size(), mv)).collect()
}
