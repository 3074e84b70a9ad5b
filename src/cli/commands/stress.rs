//! `stress`: searches for an input that another program gets wrong.

mod save;

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Parser;
use serde::Serialize;

use crate::api::json;
use crate::cases::{Case, Puzzle, Question};
use crate::cli::args::numbers::{COUNT, number};
use crate::cli::args::{ProgramArgs, PuzzleArgs, PuzzleName, SeedArgs, time};
use crate::cli::cases::{JsonCase, form, reason};
use crate::cli::command::CliCommand;
use crate::cli::failure::Failure;
use crate::cli::observed::{JsonObserved, Observed};
use crate::cli::output::Output;
use crate::cli::questions::size_if_any;
use crate::cli::rule_sets::{expect_verdict, load};
use crate::cli::success::Success;
use crate::common::counted;
use crate::judge::{
    Asking, Found, JudgeError, JudgeVerdict, Judged, Program, ProgramAnswers, Search, Shrinking,
    Shrunk, WrongAnswer,
};
use crate::mistake::{on_one_line, printable};
use crate::rules::Rules;
use crate::terminal::signals;
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
    /// Try random inputs only, not those that show what your program does
    #[arg(long)]
    pub(crate) no_new_runs: bool,
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

/// The maximum number of inputs per run with `--batch`.
const BATCH: usize = 256;

impl StressArgs {
    /// Observes the program until its first wrong answer, and then tries random inputs.
    fn search<'a>(
        &self,
        asking: &Asking<'a>,
        answers: &mut ProgramAnswers<'a>,
        end: Option<Instant>,
        trials: &mut Trials,
    ) -> Result<Found, Failure> {
        if !self.no_new_runs {
            answers.observe(asking, end, true)?;
            signals::check().map_err(|_| Failure::Interrupted)?;
            if let Some((nth, judged)) = answers.first_wrong() {
                let wrong = Some(WrongAnswer { judged, repeats: None });
                return Ok(Found { inputs: nth + 1, wrong });
            }
        }
        let (observed, count, seed) = (answers.len(), self.count, self.seed.seed);
        let found = Search { asking, answers, count, end, seed }.run(trials)?;
        Ok(Found { inputs: observed + found.inputs, ..found })
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
        let program = Program::new(self.program.options())?;
        // A duration beyond the range of `Instant` means that there is no end.
        let end = Instant::now().checked_add(self.duration).filter(|_| self.count.is_none());
        let batch = if self.batch { BATCH } else { 1 };
        let (form, rules) = (form(self.program.form), &rules);
        let asking = &Asking { program: &program, rules, form, batch, jobs: 1 };
        let answers = &mut ProgramAnswers::new(rules, named, puzzle, size);
        let Found { inputs, wrong: first } = self.search(asking, answers, end, &mut trials)?;
        let writer = Writer { asking, seed: self.seed.seed, inputs };
        if !json {
            writer.write_first(first.as_ref(), answers, out)?;
            // Shrinking may take long, and what was found must not be lost.
            out.flush()?;
        }
        let shrunk = first.clone().map(|found| Shrinking { asking, answers, end }.run(found));
        let repeats = shrunk.as_ref().is_some_and(|it| it.smallest.repeats != Some(false));
        if repeats {
            // What the search found must still be printed.
            ignoring_signals(answers.remark(Some(asking), end))?;
            if !self.no_new_runs {
                ignoring_signals(answers.observe(asking, end, false))?;
            }
        }
        let case = shrunk
            .as_ref()
            .map(|it| case_of(&it.smallest.judged.question, rules, named, self.seed.seed));
        let case = case.transpose()?;
        let found = shrunk.as_ref().zip(case.as_ref());
        let observed = Observed {
            rules,
            prefix: String::new(),
            remarks: &answers.remarks,
            report: answers.report().filter(|_| repeats && !self.no_new_runs),
            form,
            command: &self.program.command,
        };
        if json {
            json::line(out, &writer.object(first.as_ref(), found, &observed))?;
        } else if let (Some(first), Some((shrunk, case))) = (&first, found) {
            writer.write(first, shrunk, case, out)?;
            observed.write(out)?;
        }
        // While the case waits to be saved, a signal may end the program at once.
        let printed = out.flush();
        drop(program);
        if let (Some(file), Some((shrunk, case))) = (&self.save, found) {
            let is_new = save::add(file, case, &shrunk.smallest.judged.question, rules)?;
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

fn ignoring_signals(result: Result<(), JudgeError>) -> Result<(), Failure> {
    match result {
        Err(JudgeError::Interrupted) => Ok(()),
        result => Ok(result?),
    }
}

/// Returns the case of a wrongly answered input, with its right answer and the reason.
fn case_of(question: &Question, rules: &Rules, named: &str, seed: u64) -> Result<Case, Failure> {
    let name = format!("found by stress {}, seed {seed}", question.puzzle().name());
    let case = question.case(rules, named, name)?;
    Ok(Case { why: reason(rules, question)?, ..case })
}

/// Writes what a search found.
struct Writer<'r, 'a> {
    asking: &'r Asking<'a>,
    seed: u64,
    /// The number of inputs up to the first that the program gets wrong.
    inputs: usize,
}

/// The result of a search as `--json` prints it.
#[derive(Serialize)]
struct JsonResult<'a> {
    seed: u64,
    inputs: usize,
    difference: Option<Difference<'a>>,
    #[serde(flatten)]
    observed: JsonObserved,
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

impl Writer<'_, '_> {
    fn object<'o>(
        &self,
        first: Option<&WrongAnswer>,
        found: Option<(&'o Shrunk, &'o Case)>,
        observed: &Observed<'_>,
    ) -> JsonResult<'o> {
        let other = |(verdict, question): &(JudgeVerdict, Question)| OtherFailure {
            verdict: verdict.name(),
            input: self.one_line(question),
        };
        let difference = found.map(|(Shrunk { smallest, others, .. }, case)| {
            let judgement = &smallest.judged.judgement;
            Difference {
                case: JsonCase::new(case),
                got: &judgement.got,
                verdict: judgement.verdict.name(),
                detail: judgement.detail.as_deref(),
                first_input: first
                    .map_or_else(String::new, |it| self.one_line(&it.judged.question)),
                others: others.iter().map(other).collect(),
                repeats: smallest.repeats.filter(|repeats| !repeats),
            }
        });
        let observed = JsonObserved::new(std::slice::from_ref(observed));
        JsonResult { seed: self.seed, inputs: self.inputs, difference, observed }
    }

    /// Writes what shrinking found after [`Self::write_first`].
    fn write(
        &self,
        first: &WrongAnswer,
        Shrunk { smallest, inputs, stopped, others }: &Shrunk,
        case: &Case,
        out: &mut Output,
    ) -> Result<(), Failure> {
        if first.judged.question != smallest.judged.question {
            writeln!(out, "\nreduced with {}:\n", counted(*inputs, "more input"))?;
            self.write_failure(smallest, out)?;
        }
        writeln!(out, "{}", case.why)?;
        if smallest.repeats == Some(false) {
            writeln!(out, "(not repeatable: asked again, the program gave the right answer)")?;
        }
        if let Some(why) = stopped {
            let message = format!("(shrinking was stopped {why}: a smaller input may exist)");
            writeln!(out, "{}", printable(&message))?;
        }
        for (verdict, question) in others {
            let (noun, input) = (verdict.noun(), self.one_line(question));
            writeln!(
                out,
                "your program also failed while the input was reduced: {noun} for `{input}`"
            )?;
        }
        Ok(())
    }

    /// Writes the wrong answer that the search found, or that it found none.
    fn write_first(
        &self,
        found: Option<&WrongAnswer>,
        answers: &ProgramAnswers<'_>,
        out: &mut Output,
    ) -> Result<(), Failure> {
        let (inputs, seed) = (self.inputs, self.seed);
        let Some(failed) = found else {
            let steps = answers.steps().map_or_else(String::new, |(asked, all)| {
                let asked = if asked == all { "all".to_owned() } else { format!("{asked} of") };
                format!(", with {asked} {all} single steps")
            });
            let inputs = counted(inputs, "input");
            return Ok(writeln!(out, "no wrong answer in {inputs}{steps} (seed {seed})")?);
        };
        let kind = failed.judged.judgement.verdict.noun();
        writeln!(out, "{kind} found at input {inputs} (seed {seed}):\n")?;
        self.write_failure(failed, out)
    }

    /// Writes an input with the answer that the program gave.
    fn write_failure(&self, failed: &WrongAnswer, out: &mut Output) -> Result<(), Failure> {
        let Judged { question, expected, judgement } = &failed.judged;
        write!(out, "{}", question.text(self.asking.rules, self.asking.form))?;
        writeln!(out, "\n{}", printable(&judgement.text(expected)))?;
        for line in judgement.errors.lines() {
            writeln!(out, "| {}", printable(line))?;
        }
        Ok(())
    }

    fn one_line(&self, question: &Question) -> String {
        on_one_line(&question.text(self.asking.rules, self.asking.form))
    }
}
