//! `replay`: checks that this program gives the expected answers to cases.

use std::fmt::Display;
use std::io::Write;

use clap::Parser;
use serde::Serialize;
use serde_json::Value;

use crate::api::json;
use crate::cases::{self, Case};
use crate::cli::args::CaseArgs;
use crate::cli::cases::{RuleSets, answer_to_json, chosen};
use crate::cli::output::Output;
use crate::cli::{Failure, Success};
use crate::words::{on_one_line, printable};

#[derive(Debug, Parser)]
#[command(after_help = "\
Examples:
  kubikschach replay
  kubikschach replay path --only pawn
  kubikschach replay my-cases.toml")]
pub(crate) struct ReplayArgs {
    #[command(flatten)]
    pub(crate) cases: CaseArgs,
}

pub(crate) fn run(args: &ReplayArgs, json: bool, out: &mut Output) -> Result<Success, Failure> {
    let mut rule_sets = RuleSets::default();
    let (mut passed, mut failed) = (0, 0);
    for chosen in chosen(&args.cases) {
        let chosen = chosen?;
        let case = chosen.case();
        let got = case.answer(rule_sets.load(&chosen)?);
        let right = got.as_ref().is_ok_and(|got| *got == case.expected);
        if json {
            json::line(out, &Replayed::new(case, &got, right))?;
        } else {
            let styles = crate::cli::styles();
            let (style, word) = if right { (styles.good, "ok  ") } else { (styles.bad, "FAIL") };
            let word = format!("{style}{word}{}", styles.end);
            let got = got.map_or_else(|error| format!("error: {error}"), |got| got.to_string());
            // The input is shown on one line, even if it is a board with several lines.
            let input = on_one_line(&case.input);
            let text = format!("{case}: {input}, expected {}, got {got}", case.expected);
            writeln!(out, "{word} {}", printable(&text))?;
        }
        // The next case may take long or may have to be read, and a signal may end it.
        out.flush()?;
        if right {
            passed += 1;
        } else {
            failed += 1;
        }
    }
    if !json {
        writeln!(out, "{passed} passed, {failed} failed")?;
    }
    Ok(Success::when(failed == 0))
}

#[derive(Serialize)]
struct Replayed<'a> {
    name: &'a str,
    kind: &'a str,
    input: &'a str,
    expected: Value,
    got: Value,
    passed: bool,
}

impl<'a> Replayed<'a> {
    fn new<E: Display>(case: &'a Case, got: &Result<cases::Answer, E>, passed: bool) -> Self {
        let (name, kind, input) = (&case.name, &case.kind, &case.input);
        let got = match got {
            Ok(got) => answer_to_json(got),
            Err(error) => Value::from(format!("error: {error}")),
        };
        Self { name, kind, input, expected: answer_to_json(&case.expected), got, passed }
    }
}
