//! `endgame`: all positions of a few men.

use std::collections::BTreeMap;
use std::io::Write;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::thread;

use serde::Serialize;

use super::output::Output;
use super::position::{text_of, validated};
use super::program::{expect_interrupts, is_interrupted};
use super::progress::Progress;
use super::{Failure, Success, args, json, rules};
use crate::board::Board;
use crate::cell::{Cell, Size};
use crate::diagnostic::Diagnostic;
use crate::endgame::{Endgame, Known, Solved, Summary, expect_plain};
use crate::notation::{move_text, position_text};
use crate::piece::{Color, Piece};
use crate::position::Position;
use crate::rules::Rules;
use crate::words::numbered;

pub(crate) fn run(args: &args::Endgame, json: bool, out: &mut Output) -> Result<Success, Failure> {
    let rules = rules::load(&args.board.rules)?;
    rules::expect_verdict(&rules)?;
    let wrong_rules = |message| Failure::new(format!("--rules: {message}"));
    expect_plain(&rules).map_err(wrong_rules)?;
    let at = |text| validated(&rules, args.board.size, ("--at", text), args.side);
    let position = args.at.as_deref().map(at).transpose()?;
    let size = match &position {
        Some(position) => position.board().size(),
        None => rules::size(&rules, args.board.size)?,
    };
    let bad = |error| Failure::argument("PIECES", &args.pieces, error);
    let endgame = Endgame::parse(&rules, size, &args.pieces).map_err(bad)?;
    if let (Some(position), Some(text)) = (&position, &args.at) {
        expect_men(&endgame, &args.pieces, position, text)?;
    }
    let asked = Asked { rules: &rules, pieces: &args.pieces, size };
    expect_room(&endgame, &asked, args.memory)?;
    let solved = solve(endgame, args.jobs)?;
    match position {
        Some(position) => asked.answer_one(&solved, &position, json, out)?,
        None => asked.answer_all(&solved, json, out)?,
    }
    Ok(Success::Yes)
}

/// Refuses a position of other men, before the endgame is solved for it.
fn expect_men(
    endgame: &Endgame,
    pieces: &str,
    position: &Position,
    text: &str,
) -> Result<(), Failure> {
    let board = position.board();
    if endgame.has_men_of(board) {
        return Ok(());
    }
    let letter = |(_, piece): (Cell, Piece)| position.rules().letter(piece);
    let found: String = board.pieces().map(letter).collect();
    let expected = format!("the men of {pieces}, or what captures leave of them");
    let error = Diagnostic::expected(0..text.trim_end().len(), expected, found);
    Err(Failure::argument("--at", text, error))
}

/// Refuses what takes more memory than there may be.
fn expect_room(endgame: &Endgame, asked: &Asked<'_>, most: u64) -> Result<(), Failure> {
    let needed = endgame.memory();
    if needed <= most {
        return Ok(());
    }
    let Asked { pieces, size, .. } = asked;
    let takes = format!("{pieces} on {size} takes");
    if needed == u64::MAX {
        return Err(Failure::new(format!("{takes} more memory than there can be")));
    }
    let [needed, most] = [needed, most].map(bytes);
    let message = format!("{takes} about {needed} of memory, more than {most}");
    Err(Failure::with_hint(message, Some(format!("--memory {needed} allows it"))))
}

/// An amount of memory, rounded up.
fn bytes(count: u64) -> String {
    let units = [(30, "G"), (20, "M"), (10, "K")];
    let unit = units.into_iter().find(|(shift, _)| count >> shift > 0);
    unit.map_or_else(
        || count.to_string(),
        |(shift, unit)| format!("{}{unit}", count.div_ceil(1 << shift)),
    )
}

fn solve(endgame: Endgame, jobs: Option<usize>) -> Result<Solved, Failure> {
    expect_interrupts();
    let cores = || thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let progress = Mutex::new((Progress::new(None), 0));
    let watch = |count| {
        if let Ok(mut progress) = progress.lock() {
            progress.1 += count;
            let looked_at = progress.1;
            progress.0.set(looked_at);
        }
        if is_interrupted() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let solved = endgame.solve(jobs.unwrap_or_else(cores), &watch);
    solved.map_err(|error| Failure::new(error.to_string()))
}

/// What is asked about.
struct Asked<'a> {
    rules: &'a Rules,
    pieces: &'a str,
    size: Size,
}

/// The answer for all positions as an object.
#[derive(Serialize)]
struct All<'a> {
    pieces: &'a str,
    rules: &'a str,
    size: usize,
    white_to_move: OneSide,
    black_to_move: OneSide,
}

/// The positions with one side to move.
#[derive(Serialize)]
struct OneSide {
    legal: u64,
    won: u64,
    stalemate: u64,
    longest: Option<u8>,
    positions: u64,
    example: Option<String>,
    by_length: BTreeMap<u8, u64>,
}

/// The answer for a position as an object.
#[derive(Serialize)]
struct One<'a> {
    pieces: &'a str,
    rules: &'a str,
    size: usize,
    side: &'static str,
    mate_in: Option<u8>,
    best: Vec<String>,
    board: String,
}

impl Asked<'_> {
    fn answer_all(&self, solved: &Solved, json: bool, out: &mut Output) -> Result<(), Failure> {
        let [white, black] = [solved.summary(Color::White)?, solved.summary(Color::Black)?];
        if json {
            let [white_to_move, black_to_move] =
                [self.one_side(&white, Color::White), self.one_side(&black, Color::Black)];
            let (pieces, rules, size) = (self.pieces, self.rules.name(), self.size.edge());
            return json::line(out, &All { pieces, rules, size, white_to_move, black_to_move });
        }
        let Self { pieces, size, .. } = self;
        writeln!(out, "{pieces} on {size}, {}", self.rules.name())?;
        for (turn, summary) in [(Color::White, &white), (Color::Black, &black)] {
            self.write(turn, summary, out)?;
        }
        Ok(())
    }

    fn one_side(&self, summary: &Summary, turn: Color) -> OneSide {
        let text = |board: &Board| position_text(self.rules, board, turn, None);
        let Summary { legal, won, stalemate, .. } = *summary;
        OneSide {
            legal,
            won,
            stalemate,
            longest: summary.longest(),
            positions: summary.by_length.values().next_back().copied().unwrap_or(0),
            example: summary.example.as_ref().map(text),
            by_length: summary.by_length.clone(),
        }
    }

    fn write(&self, turn: Color, summary: &Summary, out: &mut Output) -> Result<(), Failure> {
        let found = self.one_side(summary, turn);
        let OneSide { legal, won, stalemate, positions, .. } = found;
        writeln!(
            out,
            "\n{turn} to move: {}, {won} won by White{}, {}",
            numbered(legal, "position"),
            percent(won, legal),
            numbered(stalemate, "stalemate")
        )?;
        let (Some(longest), Some(example)) = (found.longest, found.example) else { return Ok(()) };
        writeln!(
            out,
            "Longest: mate in {longest}, from {}, such as",
            numbered(positions, "position")
        )?;
        writeln!(out, "  {example}")?;
        writeln!(out, "{:>8}  positions", "mate in")?;
        for (length, count) in found.by_length {
            writeln!(out, "{length:>8}  {count}")?;
        }
        Ok(())
    }

    fn answer_one(
        &self,
        solved: &Solved,
        position: &Position,
        json: bool,
        out: &mut Output,
    ) -> Result<(), Failure> {
        let found =
            solved.find(position).map_err(|error| Failure::new(format!("--at: {error}")))?;
        let Known { mate_in, best } = found;
        let name = |mv| move_text(self.rules, position.board().size(), mv);
        let mut best: Vec<String> = best.into_iter().map(name).collect();
        best.sort_unstable();
        if json {
            let answer = One {
                pieces: self.pieces,
                rules: self.rules.name(),
                size: self.size.edge(),
                side: position.turn().name(),
                mate_in,
                best,
                board: text_of(position),
            };
            return json::line(out, &answer);
        }
        let number = mate_in.map_or_else(|| "-1".to_owned(), |moves| moves.to_string());
        best.insert(0, number);
        Ok(writeln!(out, "{}", best.join(" "))?)
    }
}

/// A share in percent, if not all or nothing.
fn percent(part: u64, whole: u64) -> String {
    if part == 0 || part == whole {
        return String::new();
    }
    #[expect(clippy::cast_precision_loss, reason = "a share need not be exact")]
    let share = part as f64 / whole as f64 * 100.0;
    format!(" ({share:.2} %)")
}
