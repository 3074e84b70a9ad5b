//! `endgame`: solves all positions of a few men by retrograde analysis.

use std::io::Write;

use clap::{Arg, Parser};

use crate::api::{AllPositions, EndgameAnswer, EndgameQuestion, OnePosition, OneSide, json};
use crate::cell::Size;
use crate::cli::args::fields::{option, positional, rules, size};
use crate::cli::args::numbers::{THREADS, number};
use crate::cli::args::{CommandQuestion, FieldArgs};
use crate::cli::command::CliCommand;
use crate::cli::completion::candidates::sides;
use crate::cli::failure::Failure;
use crate::cli::output::Output;
use crate::cli::questions::{context, failure};
use crate::cli::success::Success;
use crate::common::numbered;
use crate::endgame::GameEnd;
use crate::piece::Color;
use crate::rules::Score;
use crate::terminal::progress::watched;

#[derive(Debug, Parser)]
#[command(after_help = "\
Examples:
  kubikschach endgame KQk --size 5
  kubikschach endgame KPk --rules raumschach
  kubikschach endgame KQk --size 3 \\
    --at '[###,###,##k],[###,###,###],[Q##,###,##K] b'")]
pub(crate) struct EndgameArgs {
    #[command(flatten)]
    pub(crate) question: FieldArgs<EndgameQuestion>,
    /// Use this many threads, at most one for each core [default: one for each core]
    #[arg(short, long, value_name = "N", value_parser = number(THREADS))]
    pub(crate) jobs: Option<usize>,
}

impl CommandQuestion for EndgameQuestion {
    const COMMAND: &'static str = "endgame";

    fn arguments() -> Vec<Arg> {
        let at = "Solve this position instead: print White's moves until it wins, or -1, and the best moves";
        let side =
            "Set the side to move, with --at [default: the side after the board, else white]";
        let memory = "Use at most this much memory, such as `2G`";
        vec![
            positional(
                "pieces",
                "PIECES",
                "Letters of the men, upper case for White, such as `KQk`",
            ),
            rules("cube"),
            size(),
            option("at", "BOARD", at),
            option("side", "white|black", side).add(sides()),
            option("memory", "SIZE", memory).default_value("512M").allow_hyphen_values(true),
        ]
    }
}

impl CliCommand for EndgameArgs {
    fn run(&self, json: bool, out: &mut Output) -> Result<Success, Failure> {
        let fields = self.question.fields();
        let wrong = |error| failure(&fields, error);
        let mut question = EndgameQuestion::read(&fields, &mut context(&fields)?).map_err(wrong)?;
        question.threads = self.jobs.or(question.threads);
        match watched(|control| question.answer(control)).map_err(wrong)? {
            answer if json => json::answer(out, None, &answer)?,
            EndgameAnswer::One(answer) => write_one(&answer, out)?,
            EndgameAnswer::All(answer) => write_all(&answer, question.size, out)?,
        }
        Ok(Success::Yes)
    }
}

/// Writes the answer about one position on a line, which ends with the best moves.
///
/// The line starts with the number of moves until White scores 1, or with -1 if White cannot force
/// that. After -1, a result other than half a point is in parentheses, such as `(2/3 in 4)`.
fn write_one(answer: &OnePosition<'_>, out: &mut Output) -> Result<(), Failure> {
    let is_win = |_: &u16| answer.result == Score::ONE;
    let number = answer.moves.filter(is_win);
    let number = number.map_or_else(|| "-1".to_owned(), |moves| moves.to_string());
    let result = answer.moves.filter(|moves| !is_win(moves));
    let result = result.map(|moves| format!("({} in {moves})", answer.result));
    let words: Vec<String> =
        [number].into_iter().chain(result).chain(answer.best.iter().cloned()).collect();
    Ok(writeln!(out, "{}", words.join(" "))?)
}

fn write_all(answer: &AllPositions<'_>, size: Size, out: &mut Output) -> Result<(), Failure> {
    writeln!(out, "{} on {size}, {}", answer.pieces, answer.rules)?;
    write_side(Color::White, &answer.white_to_move, out)?;
    write_side(Color::Black, &answer.black_to_move, out)
}

fn write_side(turn: Color, found: &OneSide, out: &mut Output) -> Result<(), Failure> {
    let OneSide { legal, won, stalemate, positions, .. } = *found;
    writeln!(
        out,
        "\n{turn} to move: {}, {won} won by White{}, {}",
        numbered(legal, "position"),
        percent(won, legal),
        numbered(stalemate, "stalemate")
    )?;
    let drawn = found.by_result.get(&Score::HALF).unwrap_or(&0);
    let is_plain = found.by_end[&GameEnd::Mate] + drawn == legal
        && !found.by_result.contains_key(&Score::ZERO);
    if !is_plain {
        write_results(found, out)?;
    }
    if legal > 0 && *drawn == legal {
        writeln!(out, "Longest: no win, because every position is drawn")?;
    }
    let (Some(longest), Some(example)) = (found.longest, &found.example) else { return Ok(()) };
    let win = if found.by_end[&GameEnd::Mate] + drawn == legal { "mate" } else { "win" };
    writeln!(
        out,
        "Longest: {win} in {longest}, from {}, such as",
        numbered(positions, "position")
    )?;
    writeln!(out, "  {example}")?;
    writeln!(out, "{:>8}  positions", format!("{win} in"))?;
    for (length, count) in &found.by_length {
        writeln!(out, "{length:>8}  {count}")?;
    }
    Ok(())
}

/// Writes how many positions lead to each result, and to each end of the game.
fn write_results(found: &OneSide, out: &mut Output) -> Result<(), Failure> {
    let results = found.by_result.iter().rev();
    let results = results.map(|(white, count)| format!("{white}-{} {count}", white.rest()));
    let ends = found.by_end.iter().filter(|(_, count)| **count > 0);
    let ends = ends.map(|(end, count)| format!("{end} {count}"));
    writeln!(out, "Results: {}", results.collect::<Vec<_>>().join(", "))?;
    Ok(writeln!(out, "Ends: {}", ends.collect::<Vec<_>>().join(", "))?)
}

/// Formats `part / whole` as ` (12.34 %)`; empty if the share is 0 or 100 %.
fn percent(part: u64, whole: u64) -> String {
    if part == 0 || part == whole {
        return String::new();
    }
    #[expect(clippy::cast_precision_loss, reason = "a share need not be exact")]
    let share = part as f64 / whole as f64 * 100.0;
    format!(" ({share:.2} %)")
}
