//! `stress`: searches for an input that another program gets wrong.

mod report;
mod save;

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Parser;

use self::report::{Reduced, Writer};
use crate::cases::{Case, Puzzle, Question};
use crate::cell::Size;
use crate::cli::args::numbers::{COUNT, number};
use crate::cli::args::{ProgramArgs, PuzzleArgs, PuzzleName, SeedArgs, time};
use crate::cli::cases::{form, reason};
use crate::cli::command::CliCommand;
use crate::cli::failure::Failure;
use crate::cli::observed::Observed;
use crate::cli::output::Output;
use crate::cli::questions::{size, size_if_any};
use crate::cli::rule_sets::{expect_verdict, load};
use crate::cli::success::Success;
use crate::judge::{
    Asking, JudgeError, Program, ProgramAnswers, Search, SearchEnd, Shrinking, WrongAnswer,
    interrupted,
};
use crate::mistake::printable;
use crate::rules::Rules;
use crate::terminal::signals;
use crate::workbench::Trials;

#[derive(Debug, Parser)]
#[command(after_help = "\
Examples:
  kubikschach stress path -- ./my-solution
  kubikschach stress mate --for 1m --count 500 --size 4 -- python3 mate.py
  kubikschach stress path --batch --count 100000 -- ./my-fast-solution")]
pub(crate) struct StressArgs {
    /// Puzzle that your program solves
    #[arg(value_enum)]
    pub(crate) puzzle: PuzzleName,
    /// Stop after this time, such as `10s` or `5m`, which includes the time to reduce the input [default: 10s, or no limit with --count]
    #[arg(long = "for", value_name = "TIME", value_parser = time, allow_hyphen_values = true)]
    pub(crate) duration: Option<Duration>,
    /// Stop after this many inputs, or when the time of --for is over
    #[arg(long, value_name = "N", value_parser = number(COUNT))]
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

/// The time of a search without `--for` and `--count`.
const TIME: Duration = Duration::from_secs(10);
/// The maximum number of inputs per run with `--batch`.
const BATCH: usize = 256;
/// The least time for the first answer, however short the time of the search is.
const FIRST: Duration = Duration::from_secs(5);

impl StressArgs {
    /// Observes the program until its first wrong answer, and then tries random inputs.
    fn search<'a>(
        &self,
        asking: &Asking<'a>,
        answers: &mut ProgramAnswers<'a>,
        end: Option<Instant>,
        trials: &mut Trials,
    ) -> Result<SearchEnd, Failure> {
        if !self.no_new_runs {
            answers.search(asking, end, self.count.unwrap_or(usize::MAX))?;
            if let Some((nth, judged)) = answers.first_wrong() {
                let wrong = Some(WrongAnswer { judged, repeats: None });
                return Ok(SearchEnd { inputs: nth + 1, wrong });
            }
            if signals::is_received() {
                return Err(interrupted(answers.len(), self.seed.seed).into());
            }
        }
        let (observed, seed) = (answers.len(), self.seed.seed);
        let count = self.count.map(|count| count.saturating_sub(observed));
        // Even with the shortest time, one input is tried.
        let least = FIRST.saturating_sub(self.time().unwrap_or(FIRST));
        let first_end = end.and_then(|end| end.checked_add(least));
        let found = Search { asking, answers, count, end, first_end, seed }.run(trials)?;
        Ok(SearchEnd { inputs: observed + found.inputs, ..found })
    }
}

impl StressArgs {
    /// Returns the time of the search; `None` without a limit.
    fn time(&self) -> Option<Duration> {
        self.duration.or_else(|| self.count.is_none().then_some(TIME))
    }

    /// Returns the size of boards and queries, if there is one for all.
    fn size(&self, puzzle: Puzzle, rules: &Rules) -> Result<Option<Size>, Failure> {
        let chosen = self.board.size.as_deref();
        match puzzle {
            Puzzle::Path => size(rules, chosen).map(Some),
            Puzzle::Mate => size_if_any(rules, chosen),
        }
    }

    /// Makes remarks on all answers, and asks the program what its plan has left.
    fn observe(
        &self,
        asking: &Asking<'_>,
        answers: &mut ProgramAnswers<'_>,
        end: Option<Instant>,
    ) -> Result<(), Failure> {
        let form = asking.form;
        let asking = Some(asking).filter(|_| !self.no_new_runs);
        let mut observed = answers.remark(asking, form, end);
        if let (Ok(()), Some(asking)) = (&observed, asking) {
            observed = answers.observe(asking, end);
        }
        match observed {
            // What the search found must still be printed.
            Err(JudgeError::Interrupted) => Ok(()),
            observed => Ok(observed?),
        }
    }

    /// Saves a case if the options ask for it. Returns a line that says so.
    fn save(&self, case: &Case, question: &Question, rules: &Rules) -> Result<String, Failure> {
        let Some(file) = &self.save else { return Ok(String::new()) };
        let is_new = save::add(file, case, question, rules)?;
        let done = if is_new { "saved as a case in" } else { "the same case is already in" };
        Ok(format!("{done} {}\n", printable(&file.display().to_string())))
    }
}

impl CliCommand for StressArgs {
    fn run(&self, json: bool, out: &mut Output) -> Result<Success, Failure> {
        let puzzle = Puzzle::from(self.puzzle);
        let named = self.board.rules.as_deref().unwrap_or(puzzle.rules());
        let rules = &load(named)?;
        if puzzle == Puzzle::Mate {
            expect_verdict(rules)?;
        }
        let size = self.size(puzzle, rules)?;
        let mut trials = Trials::new(rules, puzzle, size, self.seed.seed)?;
        if let Some(file) = &self.save {
            save::check(file)?;
        }
        let program = Program::new(self.program.options())?;
        // A duration beyond the range of `Instant` means that there is no end.
        let end = self.time().and_then(|time| Instant::now().checked_add(time));
        let batch = if self.batch { BATCH } else { 1 };
        let form = form(self.program.form);
        let asking = &Asking { program: &program, rules, form, batch, jobs: 1 };
        let answers = &mut ProgramAnswers::new(rules, named, puzzle, size);
        let SearchEnd { inputs, wrong } = self.search(asking, answers, end, &mut trials)?;
        let writer = Writer { asking, seed: self.seed.seed, inputs };
        if inputs == 0 {
            let hint = "allow more with `--for`, or less for each run with `--time-limit`";
            let message = "the time was over before your program answered an input";
            return Err(Failure::with_hint(message, Some(hint.to_owned())));
        }
        let Some(first) = wrong else {
            writer.write_nothing(answers.steps(), json, out)?;
            return Ok(Success::when(true));
        };
        if !json {
            writer.write_first(&first, out)?;
            // Shrinking may take long, and what was found must not be lost.
            out.flush()?;
        }
        let shrunk = Shrinking { asking, answers, end }.run(first.clone());
        let repeats = shrunk.smallest.repeats != Some(false);
        if repeats {
            self.observe(asking, answers, end)?;
        }
        let question = &shrunk.smallest.judged.question;
        let case = case_of(question, rules, named, self.seed.seed)?;
        let report = answers.report().filter(|_| repeats && !self.no_new_runs);
        let (command, prefix) = (&self.program.command, String::new());
        let observed = Observed { rules, prefix, remarks: &answers.remarks, report, form, command };
        let reduced = Reduced { first: &first, shrunk: &shrunk, case: &case };
        if json {
            writer.write_object(&reduced, &observed, out)?;
        } else {
            writer.write(&reduced, out)?;
            observed.write(out)?;
        }
        // While the case waits to be saved, a signal may end the program at once.
        let printed = out.flush();
        drop(program);
        let saved = self.save(&case, question, rules)?;
        if !json {
            write!(out, "{saved}")?;
        }
        printed?;
        Ok(Success::when(false))
    }
}

/// Returns the case of a wrongly answered input, with its right answer and the reason.
fn case_of(question: &Question, rules: &Rules, named: &str, seed: u64) -> Result<Case, Failure> {
    let name = format!("found by stress {}, seed {seed}", question.puzzle().name());
    let case = question.case(rules, named, name)?;
    Ok(Case { why: reason(rules, question)?, ..case })
}
