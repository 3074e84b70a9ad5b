//! `play`: makes moves and shows the resulting position, or plays a game at a terminal.

mod editor;
mod session;
mod state;

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::{Arg, Parser};

use self::state::write_state;
use crate::api::{Error, Fields, Place, PlayAnswer, PlayQuestion, json};
use crate::cli::args::fields::{flag, option, position, required_size, rules};
use crate::cli::args::{CommandQuestion, FieldArgs, SvgArgs};
use crate::cli::command::CliCommand;
use crate::cli::failure::Failure;
use crate::cli::files::{named, standard_input};
use crate::cli::output::Output;
use crate::cli::picture::draw;
use crate::cli::questions::{context, failure};
use crate::cli::records::argument_instead;
use crate::cli::report::Excerpt;
use crate::cli::success::Success;
use crate::control::Control;
use crate::game::Game;
use crate::import::NamedText;
use crate::notation::parse_color;
use crate::play::{CLAIM, Session};
use crate::render::Picture;
use crate::terminal;

#[derive(Debug, Parser)]
#[command(after_help = "\
Examples:
  kubikschach play raumschach
  kubikschach play 2a2-2a3 5a5-5a4
  kubikschach play great-shatranj:sideways
  kubikschach play -f game.txt
  kubikschach play start --moves=2b2
  kubikschach play --rules cube '[#q,##],[##,K#] w' 'a1(I)-b2(II)'")]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub(crate) question: FieldArgs<PlayQuestion>,
    /// Moves to make, after those of files; `-` is standard input
    #[arg(value_name = "MOVE")]
    pub(crate) played: Vec<String>,
    /// Read moves from a file; repeatable, `-` is standard input
    #[arg(short, long = "file", value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Draw the board even if the output is not a terminal
    #[arg(long, conflicts_with = "legal_moves")]
    pub(crate) draw: bool,
    #[command(flatten)]
    pub(crate) svg: SvgArgs,
}

impl CommandQuestion for PlayQuestion {
    const COMMAND: &'static str = "play";

    fn arguments() -> Vec<Arg> {
        let figurines = "Write moves in figurine notation, with --moves or --json";
        let list = "List the legal moves instead: all, or those of the piece on CELL";
        vec![
            position(),
            rules("great-shatranj"),
            required_size(),
            option("legal_moves", "CELL", list).long("moves").num_args(0..=1).conflicts_with("svg"),
            flag("figurines", figurines),
        ]
    }
}

impl CliCommand for PlayArgs {
    fn against_json(&self) -> Vec<(bool, &'static str)> {
        vec![(self.draw, "play --draw"), (self.svg.is_output(), "play --svg -")]
    }

    fn run(&self, json: bool, out: &mut Output) -> Result<Success, Failure> {
        let (fields, played) = split_arguments(self)?;
        if let (Some(position), [side, ..]) = (fields.option("position"), &played[..])
            && parse_color(side).is_some()
        {
            let hint =
                format!("write the position and its side as one argument: '{position} {side}'");
            return Err(Failure::with_hint(format!("`{side}` is not a move"), Some(hint)));
        }
        let wrong = |error| failure(&fields, error);
        let mut context = context(&fields)?;
        let texts = texts(&played, self, fields.has("legal_moves"))?;
        let first = texts.first().map_or("", |(_, text)| text);
        let started = PlayQuestion::starting(&fields, &mut context, first);
        let mut question = started.map_err(|error| match (&error.field, texts.first()) {
            (Some(Place::Text(field)), Some(text)) if field == "moves" => {
                in_text(&played, text, error)
            }
            _ => wrong(error),
        })?;
        let played_all = texts.iter().try_for_each(|text| {
            let result = question.play(&text.1, &Control::FREE);
            result.map(|_| ()).map_err(|error| in_text(&played, text, error))
        });
        if !json {
            session::warn_of(&question.notes);
        }
        if let Err(failure) = played_all {
            // After an illegal move, the position before it is printed.
            write(&question.game, &question.state(), self, json, out)?;
            return Err(failure);
        }
        if question.list.is_none() && is_played_at_terminal(self, &played, json) {
            let tags = session::with_date(question.tags);
            let session = Session::new(question.game).with_tags(tags);
            session::play(session, &mut context, &self.files, out)?;
            return Ok(Success::Yes);
        }
        if !self.svg.save(|| Ok(self.svg.of(&picture(&question.game))), out)? {
            return Ok(Success::Yes);
        }
        write(&question.game, &question.answer(&Control::FREE).map_err(wrong)?, self, json, out)?;
        Ok(Success::Yes)
    }
}

/// Returns the fields of the question, and the arguments with moves. If the first argument is no
/// position but may be a move, it belongs to the moves.
fn split_arguments(args: &PlayArgs) -> Result<(Fields<'_>, Vec<String>), Failure> {
    let fields = args.question.fields();
    let first = fields.option("position").filter(|text| may_be_move(text)).map(str::to_owned);
    let Some(first) = first else { return Ok((fields, args.played.clone())) };
    if PlayQuestion::read(&fields, &mut context(&fields)?).is_ok() {
        return Ok((fields, args.played.clone()));
    }
    let played = [&[first], &args.played[..]].concat();
    Ok((fields.without(&["position"]), played))
}

/// Returns `true` if an argument that is no position is more likely to be a move, or the name of a
/// file with moves, than a misspelt position.
fn may_be_move(text: &str) -> bool {
    let has_digit = text.contains(|letter: char| letter.is_ascii_digit());
    let is_board = text.contains(['[', ',', '\n']);
    has_digit && !is_board || text == "-" || text == CLAIM || Path::new(text).is_file()
}

/// Returns `true` if `play` lets people play at the terminal: input and output are terminals, the
/// arguments contain no moves, and no option asks for other output.
fn is_played_at_terminal(args: &PlayArgs, played: &[String], json: bool) -> bool {
    let is_terminal = io::stdin().is_terminal() && terminal::is_output();
    let reads_input = args.files.iter().any(|file| file.as_os_str() == "-");
    is_terminal && played.is_empty() && !reads_input && !json && args.svg.svg.is_none()
}

/// Reports an error about the text of a game with the place in its file.
fn in_text(played: &[String], (file, text): &NamedText, error: Error) -> Failure {
    let error = error.mistake;
    let instead = argument_instead(played, "a move", text.as_bytes(), &error);
    Excerpt::whole(file.as_deref(), text).draw(instead.unwrap_or(error)).into()
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
    if let Some(moves) = answer.legal_move_figurines.as_ref().or(answer.legal_moves.as_ref()) {
        for mv in moves {
            writeln!(out, "{mv}")?;
        }
        return Ok(());
    }
    if args.draw || terminal::is_output() {
        draw(&picture(game), out)?;
        writeln!(out)?;
    }
    writeln!(out, "{}\n{}", answer.position, answer.verdict)?;
    Ok(write_state(game, out)?)
}

/// Returns a picture of the position with the last move marked.
fn picture(game: &Game) -> Picture<'_> {
    let position = game.position();
    let title = format!("{}: {}", position.turn(), position.status());
    let picture = Picture::new(position.rules(), position.board(), title);
    game.history().last().into_iter().fold(picture, Picture::with_move)
}

/// Returns the texts with moves: first the files, then the arguments, in which `-` stands for
/// standard input. Without arguments and files, returns standard input unless it is a terminal or
/// `lists_moves` is true.
fn texts(played: &[String], args: &PlayArgs, lists_moves: bool) -> Result<Vec<NamedText>, Failure> {
    let mut texts = args.files.iter().map(|file| named(file)).collect::<Result<Vec<_>, _>>()?;
    for (nth, moves) in played.split(|argument| argument == "-").enumerate() {
        if nth > 0 {
            texts.push(standard_input()?);
        }
        if !moves.is_empty() {
            texts.push((None, moves.join(" ")));
        }
    }
    if texts.is_empty() && !lists_moves && !io::stdin().is_terminal() {
        texts.push(standard_input()?);
    }
    Ok(texts)
}
