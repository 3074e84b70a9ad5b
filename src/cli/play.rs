//! `play`: make moves and see what they lead to.

use std::io::{self, IsTerminal, Read, Write};
use std::ops::Range;

use crate::board::{Occupancy, Setup};
use crate::diagnostic::{Diagnostic, nearest};
use crate::game::{Game, Refusal};
use crate::notation::{Reader as _, move_from, move_text, position_text};
use crate::piece::Color;
use crate::position::Position;
use crate::rules::Rules;
use serde::Serialize;

use super::output::Output;
use super::report::Excerpt;
use super::{Failure, Success, args, json, rules};

pub(crate) fn run(args: &args::Play, json: bool, out: &mut Output) -> Result<Success, Failure> {
    let start = Start::new(&args.rules, args.size, &args.position)?;
    let mut game = Game::new(start.position()?);
    for (file, text) in texts(args)? {
        let excerpt = Excerpt::whole(file.as_deref(), &text);
        for word in words(&text) {
            play(&mut game, &text, word)
                .map_err(|diagnostic| Failure::Shown(excerpt.show(&diagnostic)))?;
        }
    }
    let position = game.position();
    let (turn, holder) = (position.turn(), position.holder());
    let text = position_text(&start.rules, position.board(), turn, holder);
    let claims: Vec<String> = game.claims().iter().map(ToString::to_string).collect();
    if json {
        let outcome = position.outcome();
        let answer = Answer {
            position: text,
            side: turn.name(),
            holder: holder.map(Color::name),
            verdict: position.verdict().to_string(),
            result: outcome.map(|outcome| outcome.result()),
            reason: outcome.map(|outcome| outcome.reason.to_string()),
            claims,
        };
        json::line(out, &answer)?;
        return Ok(Success::Yes);
    }
    writeln!(out, "{text}\n{}", position.verdict())?;
    if let Some(outcome) = position.outcome() {
        writeln!(out, "{outcome}")?;
    }
    for claim in claims {
        writeln!(out, "{claim}")?;
    }
    Ok(Success::Yes)
}

/// What the moves led to, as an object.
#[derive(Serialize)]
struct Answer {
    position: String,
    side: &'static str,
    holder: Option<&'static str>,
    verdict: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    claims: Vec<String>,
}

/// A position as the user names it, and the rules it is played by.
pub(crate) struct Start<'a> {
    pub(crate) rules: Rules,
    size: Option<usize>,
    text: &'a str,
    /// Whether the text is that of a setup.
    setup: Option<String>,
}

impl<'a> Start<'a> {
    /// The position of a text, or a setup of the rule set by name, `start:sideways` for that of a
    /// variant.
    pub(crate) fn new(rules: &str, size: Option<usize>, text: &'a str) -> Result<Self, Failure> {
        let rules = rules::load(rules)?;
        let (name, variant) = match text.split_once(':') {
            Some((name, variant)) => (name, Some(variant)),
            None => (text, None),
        };
        let Some(setup) = rules.setup(name).map(str::to_owned) else {
            return Ok(Self { rules, size, text, setup: None });
        };
        let rules = match variant {
            Some(variant) => rules::variant(&rules, variant)?,
            None => rules,
        };
        Ok(Self { rules, size, text, setup: Some(setup) })
    }

    /// The position itself.
    pub(crate) fn position(&self) -> Result<Position<'_>, Failure> {
        let text = self.setup.as_deref().unwrap_or(self.text);
        let mut boards = rules::boards(&self.rules, self.size)?;
        let setup = boards.single(text.as_bytes()).map_err(|error| {
            let mut names = self.rules.setup_names().peekable();
            let failure = Failure::argument("POSITION", text, &error);
            if names.peek().is_none() || text.contains('[') {
                return failure;
            }
            let names: Vec<&str> = names.collect();
            let hint = nearest(&names, text).map_or_else(String::new, |hint| format!("; {hint}"));
            let names = names.join("`, `");
            Failure::new(format!(
                "expected a position or a setup (`{names}`), but found `{text}`{hint}"
            ))
        })?;
        let size = setup.board.size();
        let board = match self.setup {
            Some(_) => self.rules.facing().turn_board(setup.board),
            None => Ok(setup.board),
        };
        let board = board.map_err(|error| Failure::memory(size, &error))?;
        let position = Position::new(&self.rules, Setup { board, ..setup });
        position.map_err(|error| Failure::new(format!("POSITION: {error}")))
    }
}

/// The texts with moves and the names of their files: those that are arguments come first.
fn texts(args: &args::Play) -> Result<Vec<(Option<String>, String)>, Failure> {
    let mut texts = Vec::new();
    if !args.moves.is_empty() {
        texts.push((None, args.moves.join(" ")));
    }
    for file in &args.files {
        if file.as_os_str() == "-" {
            texts.push((None, standard_input()?));
        } else {
            texts.push((Some(file.display().to_string()), rules::read(file)?));
        }
    }
    // Without a word about moves, a terminal is not asked for them.
    if texts.is_empty() && !io::stdin().is_terminal() {
        texts.push((None, standard_input()?));
    }
    Ok(texts)
}

/// The whole of standard input.
pub(crate) fn standard_input() -> Result<String, Failure> {
    let mut text = String::new();
    io::stdin()
        .read_to_string(&mut text)
        .map_err(|error| Failure::new(format!("standard input: {error}")))?;
    Ok(text)
}

/// The words of a text with moves: no comments, and no numbers of moves such as `12.`.
fn words(text: &str) -> impl Iterator<Item = Range<usize>> {
    let place = |part: &str| part.as_ptr().addr() - text.as_ptr().addr();
    text.lines()
        .map(|line| line.split('#').next().unwrap_or_default())
        .flat_map(str::split_ascii_whitespace)
        .filter(|word| word.trim_end_matches('.').parse::<u64>().is_err())
        .map(move |word| place(word)..place(word) + word.len())
}

/// Makes the move of a word of the text.
fn play(game: &mut Game<'_>, text: &str, word: Range<usize>) -> Result<(), Diagnostic> {
    let position = game.position();
    let (rules, size) = (position.rules(), position.board().size());
    let written = &text[word.clone()];
    let mv = move_from(rules, size, written).map_err(|error| error.moved(word.start))?;
    let Err(refusal) = game.play(mv) else { return Ok(()) };
    let diagnostic = Diagnostic::new(word, format!("illegal move `{written}`: {refusal}"));
    if let Refusal::Over(_) = refusal {
        return Err(diagnostic);
    }
    let legal_moves = game.position().legal_moves();
    let own = legal_moves.into_iter().filter(|legal| legal.from == mv.from);
    let own: Vec<String> = own.map(|legal| move_text(rules, size, legal)).collect();
    let hint = format!("legal moves of this piece: {}", own.join(" "));
    Err(Diagnostic { hint: (!own.is_empty()).then_some(hint), ..diagnostic })
}
