//! `replay`: checks that this program gives the expected answers to cases.

use std::io::Write;

use clap::Parser;
use serde::Serialize;
use serde_json::Value;

use crate::api::json;
use crate::cases::Answer;
use crate::cli::args::CaseArgs;
use crate::cli::cases::{Asked, answer_to_json, asked};
use crate::cli::command::CliCommand;
use crate::cli::failure::Failure;
use crate::cli::messages::report_errors;
use crate::cli::output::{Output, styles};
use crate::cli::success::Success;
use crate::cli::totals::write_totals;
use crate::mistake::{on_one_line, printable};

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

impl CliCommand for ReplayArgs {
    fn run(&self, json: bool, out: &mut Output) -> Result<Success, Failure> {
        let (mut passed, mut failed, mut unreadable) = (0, 0, 0);
        for asked in asked(&self.cases) {
            let answered = asked.and_then(|asked| Ok((asked.right()?, asked)));
            let (got, asked) = match answered {
                Ok(answered) => answered,
                Err(failure) => {
                    report_errors(&failure.into_errors(), json);
                    unreadable += 1;
                    continue;
                }
            };
            let (case, right) = (asked.case(), got == asked.case().expected);
            if json {
                json::line(out, &Replayed::new(&asked, &got, right))?;
            } else {
                let styles = styles();
                let (style, word) =
                    if right { (styles.good, "ok  ") } else { (styles.bad, "FAIL") };
                let word = format!("{style}{word}{}", styles.end);
                // The input is shown on one line, even if it is a board with several lines.
                let input = on_one_line(&case.input);
                let number = asked.number;
                let text =
                    format!("{number}. {case}: {input}, expected {}, got {got}", case.expected);
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
        if !json && passed + failed > 0 {
            write_totals(passed, failed, unreadable, out)?;
        }
        Ok(if unreadable > 0 { Success::Bad } else { Success::when(failed == 0) })
    }
}

#[derive(Serialize)]
struct Replayed<'a> {
    number: usize,
    name: &'a str,
    kind: &'a str,
    input: &'a str,
    expected: Value,
    got: Value,
    passed: bool,
}

impl<'a> Replayed<'a> {
    fn new(asked: &'a Asked, got: &Answer, passed: bool) -> Self {
        let (number, case) = (asked.number, asked.case());
        let (name, kind, input) = (&case.name, &case.kind, &case.input);
        let (expected, got) = (answer_to_json(&case.expected), answer_to_json(got));
        Self { number, name, kind, input, expected, got, passed }
    }
}
