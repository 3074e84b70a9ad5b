//! `replay`: checks that this program gives the expected answers to cases.

use std::fmt::Display;
use std::io::Write;

use serde::Serialize;
use serde_json::Value;

use super::cases::{RuleSets, answer_to_json, chosen};
use super::output::Output;
use super::{Failure, Success, args, signals};
use crate::api::json;
use crate::cases::{self, Case};
use crate::words::printable;

pub(crate) fn run(args: &args::Replay, json: bool, out: &mut Output) -> Result<Success, Failure> {
    let cases = chosen(args.more_files.iter().chain(&args.cases.files), args.cases.only.as_deref());
    let mut rule_sets = RuleSets::default();
    let (mut passed, mut failed) = (0, 0);
    let _deferral = signals::defer();
    for chosen in cases {
        signals::check()?;
        let chosen = chosen?;
        let case = chosen.case();
        let got = case.answer(rule_sets.load(&chosen)?);
        let right = got.as_ref().is_ok_and(|got| *got == case.expected);
        if json {
            json::line(out, &Replayed::new(case, &got, right))?;
        } else {
            let styles = super::styles();
            let (style, word) = if right { (styles.good, "ok  ") } else { (styles.bad, "FAIL") };
            let word = format!("{style}{word}{}", styles.end);
            let got = got.map_or_else(|error| format!("error: {error}"), |got| got.to_string());
            // The input is shown on one line, even if it is a board with several lines.
            let input = case.input.split_whitespace().collect::<Vec<_>>().join(" ");
            let text = format!("{case}: {input}, expected {}, got {got}", case.expected);
            writeln!(out, "{word} {}", printable(&text))?;
        }
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
