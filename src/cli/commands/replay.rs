//! `replay`: checks that this program gives the expected answers to cases.

use std::io::Write;

use clap::Parser;
use serde::Serialize;
use serde_json::Value;

use crate::api::json;
use crate::cases::{Answer, Case};
use crate::cli::args::CaseArgs;
use crate::cli::cases::{RuleSets, answer_to_json, chosen};
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
        let mut rule_sets = RuleSets::default();
        let (mut passed, mut failed, mut unreadable) = (0, 0, 0);
        for chosen in chosen(&self.cases) {
            let answered = chosen.and_then(|chosen| {
                let got = chosen.answer(&mut rule_sets)?;
                Ok((chosen.case, got))
            });
            let (case, got) = match answered {
                Ok(answered) => answered,
                Err(failure) => {
                    report_errors(&failure.into_errors(), json);
                    unreadable += 1;
                    continue;
                }
            };
            let right = got == case.expected;
            if json {
                json::line(out, &Replayed::new(&case, &got, right))?;
            } else {
                let styles = styles();
                let (style, word) =
                    if right { (styles.good, "ok  ") } else { (styles.bad, "FAIL") };
                let word = format!("{style}{word}{}", styles.end);
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
        if !json && passed + failed > 0 {
            write_totals(passed, failed, unreadable, out)?;
        }
        Ok(if unreadable > 0 { Success::Bad } else { Success::when(failed == 0) })
    }
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
    fn new(case: &'a Case, got: &Answer, passed: bool) -> Self {
        let (name, kind, input) = (&case.name, &case.kind, &case.input);
        let (expected, got) = (answer_to_json(&case.expected), answer_to_json(got));
        Self { name, kind, input, expected, got, passed }
    }
}
