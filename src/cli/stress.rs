//! `stress`: an input that another program gets wrong.

mod search;

use std::fs;
use std::io::Write;
use std::path::Path;

use serde::Serialize;

use self::search::{Failed, Stress};
use super::args::workbench as args;
use super::cases::{CaseObject, reason};
use super::files::read;
use super::output::Output;
use super::rules::{expect_verdict, load, size_if_any};
use super::{Failure, Success, json};
use crate::cases::{Case, Puzzle, document};
use crate::rules::Rules;
use crate::words::{counted, printable};
use crate::workbench::Trials;

pub(crate) fn run(args: &args::Stress, json: bool, out: &mut Output) -> Result<Success, Failure> {
    let puzzle = Puzzle::from(args.puzzle);
    let named = args.board.rules.as_deref().unwrap_or(puzzle.rules());
    let rules = load(named)?;
    if puzzle == Puzzle::Mate {
        expect_verdict(&rules)?;
    }
    let size = match puzzle {
        Puzzle::Path => Some(super::rules::size(&rules, args.board.size)?),
        Puzzle::Mate => size_if_any(&rules, args.board.size)?,
    };
    let mut trials = Trials::new(&rules, puzzle, size, args.seed.seed)?;
    if let Some(file) = &args.save {
        savable(file)?;
    }
    let mut stress = Stress::new(args, &rules);
    let found = stress.search(&mut trials)?;
    let inputs = stress.asked;
    let shrunk = found.map(|found| stress.shrink(found));
    let case =
        shrunk.as_ref().map(|shrunk| shrunk.case(&rules, named, args.seed.seed)).transpose()?;
    let more = stress.asked - inputs;
    let told =
        Told { seed: args.seed.seed, inputs, more, shrunk: shrunk.as_ref().zip(case.as_ref()) };
    if json {
        json::line(out, &told.object())?;
    } else {
        told.write(&stress, out)?;
    }
    if let (Some(file), Some(case)) = (&args.save, &case) {
        save(file, case)?;
        if !json {
            writeln!(out, "saved as a case in {}", printable(&file.display().to_string()))?;
        }
    }
    Ok(Success::when(case.is_none()))
}

impl Failed {
    fn case(&self, rules: &Rules, named: &str, seed: u64) -> Result<Case, Failure> {
        let name = format!("found by stress {}, seed {seed}", self.question.puzzle().name());
        let case = self.question.case(rules, named, name)?;
        Ok(Case { why: reason(rules, &self.question)?, ..case })
    }
}

/// What is told in the end.
struct Told<'a> {
    seed: u64,
    inputs: usize,
    /// How many more inputs it took to shrink the one that was found.
    more: usize,
    shrunk: Option<(&'a Failed, &'a Case)>,
}

/// The same as an object.
#[derive(Serialize)]
struct Object<'a> {
    seed: u64,
    inputs: usize,
    difference: Option<Difference<'a>>,
}

#[derive(Serialize)]
struct Difference<'a> {
    #[serde(flatten)]
    case: CaseObject<'a>,
    got: &'a str,
    verdict: &'static str,
    detail: Option<&'a str>,
}

impl Told<'_> {
    fn object(&self) -> Object<'_> {
        let difference = self.shrunk.map(|(Failed { judgement, .. }, case)| Difference {
            case: CaseObject::new(case),
            got: &judgement.got,
            verdict: judgement.verdict.name(),
            detail: judgement.detail.as_deref(),
        });
        Object { seed: self.seed, inputs: self.inputs, difference }
    }

    fn write(&self, stress: &Stress<'_>, out: &mut Output) -> Result<(), Failure> {
        let (inputs, seed) = (counted(self.inputs, "input"), self.seed);
        let Some((failed, case)) = self.shrunk else {
            return Ok(writeln!(out, "no difference in {inputs} (seed {seed})")?);
        };
        let more = self.more;
        writeln!(out, "a difference after {inputs} (seed {seed}), shrunk by {more} more:\n")?;
        write!(out, "{}", failed.question.text(stress.rules, stress.form))?;
        writeln!(out, "\n{}", printable(&failed.judgement.text(&failed.expected)))?;
        for line in failed.judgement.errors.lines() {
            writeln!(out, "| {}", printable(line))?;
        }
        writeln!(out, "{}", case.why)?;
        if let Some(why) = &stress.stopped {
            let told = format!("(shrinking was stopped {why}: it may be possible to go on)");
            writeln!(out, "{}", printable(&told))?;
        }
        Ok(())
    }
}

/// The text of a file that a case can be added to; empty if there is none yet.
fn savable(file: &Path) -> Result<String, Failure> {
    if !file.exists() {
        return Ok(String::new());
    }
    if !file.is_file() {
        return Err(Failure::new(format!("--save: {} is no file", file.display())));
    }
    let text = read(file)?;
    check(file, &text)?;
    Ok(text)
}

/// Adds a case to a file of cases, which is made if need be.
fn save(file: &Path, case: &Case) -> Result<(), Failure> {
    let known = savable(file)?;
    let part = if known.is_empty() { "" } else { "\n" };
    let text = format!("{known}{part}{}", document(std::slice::from_ref(case)));
    // A list of cases on one line, say, takes no more of them.
    check(file, &text)?;
    fs::write(file, text).map_err(|error| Failure::file(file, &error))
}

/// Refuses a text that is no file of cases.
fn check(file: &Path, text: &str) -> Result<(), Failure> {
    let mistakes = |mistakes| Failure::mistakes(Some(&file.display().to_string()), text, mistakes);
    Case::parse(text).map(drop).map_err(mistakes)
}
