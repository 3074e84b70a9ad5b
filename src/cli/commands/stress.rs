//! `stress`: searches for an input that another program gets wrong.

mod save;

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use clap::Parser;
use serde::Serialize;

use crate::api::json;
use crate::cases::{Case, Puzzle, Question};
use crate::cli::args::numbers::{COUNT, number};
use crate::cli::args::{ProgramArgs, PuzzleArgs, PuzzleName, SeedArgs, time};
use crate::cli::cases::{JsonCase, form, reason};
use crate::cli::command::CliCommand;
use crate::cli::failure::Failure;
use crate::cli::misreadings::JsonMisreading;
use crate::cli::output::Output;
use crate::cli::questions::size_if_any;
use crate::cli::rule_sets::{expect_verdict, load};
use crate::cli::success::Success;
use crate::common::counted;
use crate::judge::{Diagnosed, JudgeVerdict, Stress, StressOptions, WrongAnswer};
use crate::mistake::{on_one_line, printable};
use crate::rules::Rules;
use crate::workbench::Trials;

#[derive(Debug, Parser)]
#[command(after_help = "\
Examples:
  kubikschach stress path -- ./my-solution
  kubikschach stress mate --for 1m --size 4 -- python3 mate.py
  kubikschach stress path --batch --count 100000 -- ./my-fast-solution")]
pub(crate) struct StressArgs {
    /// Puzzle that your program solves
    #[arg(value_enum)]
    pub(crate) puzzle: PuzzleName,
    /// Stop after this time, such as `10s` or `5m`, which includes the time to reduce the input
    #[arg(long = "for", value_name = "TIME", default_value = "10s", value_parser = time, allow_hyphen_values = true)]
    pub(crate) duration: Duration,
    /// Stop after this many inputs, however long it takes
    #[arg(long, value_name = "N", value_parser = number(COUNT), conflicts_with = "duration")]
    pub(crate) count: Option<usize>,
    /// Give each run many inputs, which your program must answer with one line each
    ///
    /// For programs that read to the end of their input. Time and memory limits hold for a whole run. A run
    /// gets up to 256 inputs, and fewer after a run that exceeded a limit.
    #[arg(long)]
    pub(crate) batch: bool,
    /// Add the reduced input to this file as a case
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) board: PuzzleArgs,
    #[command(flatten)]
    pub(crate) seed: SeedArgs,
    #[command(flatten)]
    pub(crate) program: ProgramArgs,
}

impl StressArgs {
    fn options(&self) -> StressOptions {
        StressOptions {
            program: self.program.options(),
            form: form(self.program.form),
            batch: self.batch,
            count: self.count,
            duration: self.duration,
            seed: self.seed.seed,
        }
    }
}

impl CliCommand for StressArgs {
    fn run(&self, json: bool, out: &mut Output) -> Result<Success, Failure> {
        let puzzle = Puzzle::from(self.puzzle);
        let named = self.board.rules.as_deref().unwrap_or(puzzle.rules());
        let rules = load(named)?;
        if puzzle == Puzzle::Mate {
            expect_verdict(&rules)?;
        }
        let chosen = self.board.size.as_deref();
        let size = match puzzle {
            Puzzle::Path => Some(crate::cli::questions::size(&rules, chosen)?),
            Puzzle::Mate => size_if_any(&rules, chosen)?,
        };
        let mut trials = Trials::new(&rules, puzzle, size, self.seed.seed)?;
        if let Some(file) = &self.save {
            save::check(file)?;
        }
        let mut stress = Stress::new(self.options(), &rules, puzzle)?;
        let first = stress.search(&mut trials)?;
        let inputs = stress.asked;
        if !json {
            write_first(first.as_ref(), &stress, out)?;
            // Shrinking may take long, and what was found must not be lost.
            out.flush()?;
        }
        let found = first.clone().map(|found| stress.confirm_and_shrink(found));
        let case = found
            .as_ref()
            .map(|found| case_of(found, &rules, named, self.seed.seed))
            .transpose()?;
        let more = stress.asked - inputs;
        let repeats = found.as_ref().is_some_and(|found| found.repeats != Some(false));
        let (remarks, diagnosed) =
            if repeats { stress.diagnose(size, inputs)? } else { Default::default() };
        let found = found.as_ref().zip(case.as_ref());
        let (seed, first) = (self.seed.seed, first.as_ref());
        let report = StressReport { seed, inputs, more, first, found, remarks, diagnosed };
        if json {
            json::line(out, &report.object(&stress))?;
        } else {
            report.write(&stress, out)?;
        }
        // While the case waits to be saved, a signal may end the program at once.
        let printed = out.flush();
        drop(stress);
        if let (Some(file), Some((failed, case))) = (&self.save, found) {
            let is_new = save::add(file, case, &failed.question, &rules)?;
            if !json {
                let done =
                    if is_new { "saved as a case in" } else { "the same case is already in" };
                writeln!(out, "{done} {}", printable(&file.display().to_string()))?;
            }
        }
        printed?;
        Ok(Success::when(found.is_none()))
    }
}

/// Returns the case of a wrongly answered input, with its right answer and the reason.
fn case_of(found: &WrongAnswer, rules: &Rules, named: &str, seed: u64) -> Result<Case, Failure> {
    let name = format!("found by stress {}, seed {seed}", found.question.puzzle().name());
    let case = found.question.case(rules, named, name)?;
    Ok(Case { why: reason(rules, &found.question)?, ..case })
}

struct StressReport<'a> {
    seed: u64,
    inputs: usize,
    /// The number of inputs that the program got while its first wrongly answered input was shrunk.
    more: usize,
    /// The wrong answer as the search found it.
    first: Option<&'a WrongAnswer>,
    /// The wrong answer to the reduced input, with its case.
    found: Option<(&'a WrongAnswer, &'a Case)>,
    /// Remarks on all of the program's replies.
    remarks: Vec<String>,
    /// The diagnosis; `None` if there is no wrong answer to diagnose, or if the first did not
    /// repeat.
    diagnosed: Option<Diagnosed>,
}

/// The result of a search as `--json` prints it.
#[derive(Serialize)]
struct JsonResult<'a> {
    seed: u64,
    inputs: usize,
    difference: Option<Difference<'a>>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    remarks: &'a [String],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    misreadings: Vec<JsonMisreading<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    in_common: Vec<String>,
}

#[derive(Serialize)]
struct Difference<'a> {
    #[serde(flatten)]
    case: JsonCase<'a>,
    got: &'a str,
    verdict: &'static str,
    detail: Option<&'a str>,
    /// The input as found, before it was reduced.
    first_input: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    others: Vec<OtherFailure>,
    /// False if the program answered the same input correctly in a second run; absent otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    repeats: Option<bool>,
}

/// An input that failed in another way while the found one was reduced.
#[derive(Serialize)]
struct OtherFailure {
    verdict: &'static str,
    input: String,
}

impl StressReport<'_> {
    fn object(&self, stress: &Stress<'_>) -> JsonResult<'_> {
        let other = |(verdict, question): &(JudgeVerdict, Question)| OtherFailure {
            verdict: verdict.name(),
            input: one_line(question, stress),
        };
        let difference =
            self.found.map(|(WrongAnswer { judgement, repeats, .. }, case)| Difference {
                case: JsonCase::new(case),
                got: &judgement.got,
                verdict: judgement.verdict.name(),
                detail: judgement.detail.as_deref(),
                first_input: self
                    .first
                    .map_or_else(String::new, |it| one_line(&it.question, stress)),
                others: stress.others.iter().map(other).collect(),
                repeats: repeats.filter(|repeats| !repeats),
            });
        let misreadings =
            self.diagnosed.as_ref().map(|it| JsonMisreading::of_best(stress.rules, &it.best));
        let misreadings = misreadings.unwrap_or_default();
        let in_common = self.diagnosed.as_ref().map(|it| it.in_common(stress.rules));
        let in_common = in_common.unwrap_or_default();
        let (seed, inputs, remarks) = (self.seed, self.inputs, &*self.remarks);
        JsonResult { seed, inputs, difference, remarks, misreadings, in_common }
    }

    /// Writes what shrinking and the diagnosis found after [`write_first`].
    fn write(&self, stress: &Stress<'_>, out: &mut Output) -> Result<(), Failure> {
        let Some((failed, case)) = self.found else { return Ok(()) };
        if self.first.is_some_and(|first| first.question != failed.question) {
            writeln!(out, "\nreduced with {}:\n", counted(self.more, "more input"))?;
            write_failure(failed, stress, out)?;
        }
        writeln!(out, "{}", case.why)?;
        if failed.repeats == Some(false) {
            writeln!(out, "(not repeatable: asked again, the program gave the right answer)")?;
        }
        if let Some(why) = &stress.stopped {
            let message = format!("(shrinking was stopped {why}: a smaller input may exist)");
            writeln!(out, "{}", printable(&message))?;
        }
        for (verdict, question) in &stress.others {
            let input = one_line(question, stress);
            writeln!(
                out,
                "your program also failed while the input was reduced: {} for `{input}`",
                verdict.noun()
            )?;
        }
        for remark in &self.remarks {
            writeln!(out, "{remark}")?;
        }
        // A program whose runs only crash or print nothing gave no answer to explain.
        if let Some(diagnosed) = self.diagnosed.as_ref().filter(|it| it.best.wrong > 0) {
            for line in diagnosed.lines(stress.rules, stress.form) {
                writeln!(out, "{}", printable(&line))?;
            }
        }
        Ok(())
    }
}

/// Writes the wrong answer that the search found, or that it found none.
fn write_first(
    found: Option<&WrongAnswer>,
    stress: &Stress<'_>,
    out: &mut Output,
) -> Result<(), Failure> {
    let (inputs, seed) = (stress.asked, stress.seed);
    let Some(failed) = found else {
        return Ok(writeln!(out, "no wrong answer in {} (seed {seed})", counted(inputs, "input"))?);
    };
    let kind = failed.judgement.verdict.noun();
    writeln!(out, "{kind} found at input {inputs} (seed {seed}):\n")?;
    write_failure(failed, stress, out)
}

/// Writes an input with the answer that the program gave.
fn write_failure(
    failed: &WrongAnswer,
    stress: &Stress<'_>,
    out: &mut Output,
) -> Result<(), Failure> {
    write!(out, "{}", failed.question.text(stress.rules, stress.form))?;
    writeln!(out, "\n{}", printable(&failed.judgement.text(&failed.expected)))?;
    for line in failed.judgement.errors.lines() {
        writeln!(out, "| {}", printable(line))?;
    }
    Ok(())
}

fn one_line(question: &Question, stress: &Stress<'_>) -> String {
    on_one_line(&question.text(stress.rules, stress.form))
}
