//! `replay`: do the cases still hold?

use std::collections::BTreeMap;
use std::fmt::Display;
use std::io::Write;

use serde::Serialize;
use serde_json::Value;

use super::files::named;
use super::output::Output;
use super::rules::load;
use super::{Failure, Success, args, json};
use crate::cases::{self, Case, PUBLISHED};
use crate::rules::Rules;
use crate::words::printable;

pub(crate) fn run(args: &args::Replay, json: bool, out: &mut Output) -> Result<Success, Failure> {
    let mut cases = chosen(args)?;
    if let Some(text) = &args.only {
        let text = text.to_lowercase();
        cases.retain(|case| case.to_string().to_lowercase().contains(&text));
        if cases.is_empty() {
            return Err(Failure::new(format!("--only: no case has `{text}` in its name")));
        }
    }
    let mut rule_sets: BTreeMap<String, Rules> = BTreeMap::new();
    let (mut passed, mut failed) = (0, 0);
    for case in &cases {
        if !rule_sets.contains_key(&case.rules) {
            rule_sets.insert(case.rules.clone(), load(&case.rules)?);
        }
        let got = case.answer(&rule_sets[&case.rules]);
        let right = got.as_ref().is_ok_and(|got| *got == case.expected);
        if json {
            json::line(out, &Answer::new(case, &got, right))?;
        } else {
            let styles = super::styles();
            let (style, word) = if right { (styles.good, "ok  ") } else { (styles.bad, "FAIL") };
            let word = format!("{style}{word}{}", styles.end);
            let got = got.map_or_else(|error| format!("error: {error}"), |got| got.to_string());
            // The input on one line, whatever form it has.
            let input = case.input.split_whitespace().collect::<Vec<_>>().join(" ");
            let told = format!("{case}: {input}, expected {}, got {got}", case.expected);
            writeln!(out, "{word} {}", printable(&told))?;
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

/// A replayed case as an object.
#[derive(Serialize)]
struct Answer<'a> {
    name: &'a str,
    kind: &'a str,
    input: &'a str,
    expected: Value,
    got: Value,
    passed: bool,
}

impl<'a> Answer<'a> {
    fn new<E: Display>(case: &'a Case, got: &Result<cases::Answer, E>, passed: bool) -> Self {
        let (name, kind, input) = (&case.name, &case.kind, &case.input);
        let got = match got {
            Ok(got) => value(got),
            Err(error) => Value::from(format!("error: {error}")),
        };
        Self { name, kind, input, expected: value(&case.expected), got, passed }
    }
}

fn value(answer: &cases::Answer) -> Value {
    match answer {
        cases::Answer::Moves(moves) => moves.map_or(Value::from(-1), Value::from),
        cases::Answer::Checkmate(checkmate) => Value::from(*checkmate),
        cases::Answer::Status(status) => Value::from(status.as_str()),
    }
}

/// The cases of the files, or the published ones.
fn chosen(args: &args::Replay) -> Result<Vec<Case>, Failure> {
    let mut cases = Vec::new();
    let mut files = args.files.iter().chain(&args.more_files).peekable();
    if files.peek().is_none() {
        for (_, name, document) in PUBLISHED {
            cases.extend(parse(Some(name), document)?);
        }
    }
    for file in files {
        let (name, text) = named(file)?;
        cases.extend(parse(name.as_deref(), &text)?);
    }
    Ok(cases)
}

fn parse(name: Option<&str>, document: &str) -> Result<Vec<Case>, Failure> {
    Case::parse(document).map_err(|mistakes| Failure::mistakes(name, document, mistakes))
}
