//! `mate`: is a side checkmated?

use std::io::Write;

use kubikschach::notation::{Boards, Setup};
use kubikschach::piece::Color;
use kubikschach::position::Position;
use kubikschach::rules::Rules;
use kubikschach::verdict::Verdict;

use super::args;
use super::input::Records;
use super::{Failure, Success, rules};

pub(crate) fn run(args: &args::Mate, out: &mut impl Write) -> Result<Success, Failure> {
    let records = Records::new(&args.boards, &args.files.files);
    if records.wait_for_a_person() {
        return super::help("mate", out);
    }
    let rules = rules::load(&args.rules)?;
    if rules.verdict().is_none() {
        return Err(Failure::new(format!(
            "the rule set `{}` defines no check, so there is no verdict",
            rules.name()
        )));
    }
    let boards = Boards::new(&rules);
    let mut success = Success::Yes;
    records.answer(
        out,
        |text| boards.take(text),
        |setup, out| {
            let position = position(&rules, setup, args)?;
            let checkmate = if args.status {
                let verdict = position.verdict();
                writeln!(out, "{verdict}")?;
                verdict == Verdict::Checkmate
            } else {
                let checkmate = position.is_checkmate();
                writeln!(out, "{checkmate}")?;
                checkmate
            };
            success = success.and(checkmate || !args.exit_status);
            Ok(())
        },
    )?;
    Ok(success)
}

fn position<'r>(
    rules: &'r Rules,
    setup: Setup,
    args: &args::Mate,
) -> Result<Position<'r>, Failure> {
    let turn = args.side.or(setup.turn).unwrap_or(Color::White);
    if args.force {
        return Ok(Position::forced(rules, setup.board, turn));
    }
    Position::new(rules, setup.board, turn).map_err(|impossible| {
        Failure::Record(format!("{impossible} (--force answers all the same)"))
    })
}
