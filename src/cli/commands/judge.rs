//! `judge`: runs another program on cases and reports those that it fails.

mod tip;

use std::io::Write;
use std::time::Duration;

use clap::Parser;
use serde::Serialize;
use serde_json::Value;

use crate::api::json;
use crate::cases::Case;
use crate::cli::args::numbers::{THREADS, number};
use crate::cli::args::{CaseArgs, ProgramArgs};
use crate::cli::cases::{
    Asked, answer_to_json, asked_without_problems, form, print_warnings, reason,
};
use crate::cli::command::CliCommand;
use crate::cli::failure::Failure;
use crate::cli::messages::report_errors;
use crate::cli::observed::{Observed, write_object};
use crate::cli::output::{Output, styles};
use crate::cli::shell_words::shell_words;
use crate::cli::success::Success;
use crate::cli::totals::write_totals;
use crate::common::numbered;
use crate::judge::{
    Asking, JudgeVerdict, Judged, Judgement, Program, ProgramAnswers, Repeats, RunError, RunTime,
    add_to_group, run_tasks,
};
use crate::mistake::{on_one_line, printable};
use crate::terminal::progress::Progress;
use crate::terminal::signals;

#[derive(Debug, Parser)]
#[command(after_help = "\
Answers:
  Your program prints a number for a query. For a board it prints true, 1, yes or t if White is
  checkmated, otherwise false, 0, no, f, nil, none, null or [], in lower or upper case.
  If a case expects a status such as `stalemate`, it prints that. An empty output is wrong.
  JavaScript that calls readline(), as at CodinGame, needs the readline.js of docs/recipes.md.

Examples:
  kubikschach judge path -- ./my-solution
  kubikschach judge mate --why --only 'Mate 7' -- python3 mate.py
  kubikschach judge my-cases.toml -- ./my-solution")]
pub(crate) struct JudgeArgs {
    #[command(flatten)]
    pub(crate) cases: CaseArgs,
    /// Explain the expected answer after each wrong one
    #[arg(long, alias = "explain")]
    pub(crate) why: bool,
    /// Print every failure in full, even if the program fails every case in the same way
    #[arg(long)]
    pub(crate) all: bool,
    /// Run your program on the cases only, not on new inputs that show what it does
    #[arg(long)]
    pub(crate) no_new_runs: bool,
    /// Run this many processes at a time
    #[arg(short, long, value_name = "N", value_parser = number(THREADS), default_value = "1")]
    pub(crate) jobs: usize,
    #[command(flatten)]
    pub(crate) program: ProgramArgs,
}

impl CliCommand for JudgeArgs {
    fn run(&self, json: bool, out: &mut Output) -> Result<Success, Failure> {
        if self.cases.sources().next().is_none() {
            let message =
                "name the puzzle that your program solves (path or mate), or a file of cases";
            let program =
                shell_words(self.program.command.iter().map(|word| word.to_string_lossy()));
            let hint = format!("for example `kubikschach judge path -- {program}`");
            return Err(Failure::with_hint(message, Some(hint)));
        }
        let (asked, failures) = asked_without_problems(&self.cases, "judge");
        let unreadable = failures.len();
        match Failure::all(failures) {
            Err(failure) if asked.is_empty() => return Err(failure),
            failed => {
                report_errors(&failed.map_or_else(Failure::into_errors, |()| Vec::new()), json);
            }
        }
        print_warnings(&asked, "judged by its answer");
        let judged = JudgedCases { args: self, json, asked: &asked, unreadable };
        let mut outcome = JudgeOutcome::default();
        let program = Program::new(self.program.options())?;
        let ended = judged
            .run_all(&program, &mut outcome, out)
            .and_then(|()| self.observe(&program, &mut outcome.groups));
        match ended {
            Err(Failure::Interrupted) => return Err(judged.interrupted(&mut outcome, out)?),
            ended => ended?,
        }
        // From here on, a signal ends this program at once.
        drop(program);
        let observed = self.observed(&outcome.groups);
        if json {
            write_object(&observed, out)?;
        } else {
            write_hidden(&mut outcome.repeats, out)?;
            for observed in &observed {
                observed.write(out)?;
            }
            judged.sum_up(&outcome, out)?;
            out.flush()?;
            if let [group] = &outcome.groups[..] {
                tip::print(&self.program, group, judged.has_passed(&outcome));
            }
        }
        Ok(if unreadable > 0 { Success::Bad } else { Success::when(outcome.failed == 0) })
    }
}

impl JudgeArgs {
    /// Makes the remarks on a program's answers, and asks it new inputs if it failed a case.
    fn observe(&self, program: &Program, groups: &mut [ProgramAnswers<'_>]) -> Result<(), Failure> {
        for group in groups {
            let form = form(self.program.form);
            let asking = Asking { program, rules: group.rules, form, batch: 1, jobs: self.jobs };
            let asking = Some(&asking).filter(|_| !self.no_new_runs);
            group.remark(asking, form, None)?;
            if let Some(asking) = asking.filter(|_| !group.is_right()) {
                group.observe(asking, None)?;
            }
            signals::check().map_err(|_| Failure::Interrupted)?;
        }
        Ok(())
    }

    fn observed<'g>(&'g self, groups: &'g [ProgramAnswers<'_>]) -> Vec<Observed<'g>> {
        let are_several = groups.len() > 1;
        let of_group = |group: &'g ProgramAnswers<'_>| Observed {
            rules: group.rules,
            prefix: group.prefix(are_several),
            remarks: &group.remarks,
            report: if self.no_new_runs { None } else { group.report() },
            form: form(self.program.form),
            command: &self.program.command,
        };
        groups.iter().map(of_group).collect()
    }
}

/// The cases that a program must answer, with the options of `judge`.
struct JudgedCases<'a> {
    args: &'a JudgeArgs,
    json: bool,
    asked: &'a [Asked],
    /// Number of cases or files that cannot be read.
    unreadable: usize,
}

#[derive(Default)]
struct JudgeOutcome<'a> {
    /// Time of each run, in the order of the cases.
    times: Vec<RunTime>,
    failed: usize,
    repeats: Repeats<'a>,
    groups: Vec<ProgramAnswers<'a>>,
}

/// A judged case as `--json` prints it.
#[derive(Serialize)]
struct JsonJudgedCase<'a> {
    number: usize,
    name: &'a str,
    kind: &'a str,
    input: &'a str,
    expected: Value,
    got: &'a str,
    passed: bool,
    verdict: &'static str,
    seconds: f64,
    clock: f64,
    detail: Option<&'a str>,
    errors: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
}

impl<'a> JudgedCases<'a> {
    /// Runs the program on every case, and reports the results in the order of the cases.
    fn run_all(
        &self,
        program: &Program,
        outcome: &mut JudgeOutcome<'a>,
        out: &mut Output,
    ) -> Result<(), Failure> {
        let mut progress = Progress::new(Some(self.asked.len()), "cases");
        let judge = |nth| self.judge(program, nth);
        run_tasks(self.asked.len(), self.args.jobs, judge, |judgement| {
            let nth = outcome.times.len();
            outcome.failed += usize::from(judgement.verdict != JudgeVerdict::Ok);
            progress.pause(|| self.report(nth, &judgement, &mut outcome.repeats, out))?;
            outcome.times.push(judgement.time);
            progress.set(nth + 1);
            // What a program does is judged by right answers only.
            let asked = &self.asked[nth];
            if asked.is_right() {
                let (question, expected) = (asked.question.clone(), asked.case().expected.clone());
                let judged = Judged { question, expected, judgement };
                add_to_group(&mut outcome.groups, &asked.rules, &asked.case().rules, judged);
            }
            Ok(())
        })
    }

    /// Returns `true` if the program has passed all cases of its sources.
    fn has_passed(&self, outcome: &JudgeOutcome<'_>) -> bool {
        let CaseArgs { only, numbers, .. } = &self.args.cases;
        outcome.failed + self.unreadable == 0 && only.is_none() && numbers.is_empty()
    }

    /// Prints the totals after a signal, and returns the failure with which the command ends.
    fn interrupted(
        &self,
        outcome: &mut JudgeOutcome<'_>,
        out: &mut Output,
    ) -> Result<Failure, Failure> {
        if !self.json {
            write_hidden(&mut outcome.repeats, out)?;
            self.sum_up(outcome, out)?;
        }
        let (judged, all) = (outcome.times.len(), numbered(self.asked.len(), "case"));
        Ok(Failure::new(format!("interrupted: {judged} of {all} judged")))
    }

    fn judge(&self, program: &Program, nth: usize) -> Result<Judgement, RunError> {
        signals::check().map_err(|stop| RunError::Failed(stop.into()))?;
        let asked = &self.asked[nth];
        let run = program.run(&asked.text(form(self.args.program.form)), None)?;
        Judgement::of(&run, &asked.case().expected).map_err(RunError::Failed)
    }

    fn report(
        &self,
        nth: usize,
        judgement: &Judgement,
        repeats: &mut Repeats<'a>,
        out: &mut Output,
    ) -> Result<(), Failure> {
        let case = self.asked[nth].case();
        if self.json {
            return self.write_object(nth, judgement, out);
        }
        if self.args.all {
            return self.write_lines(nth, judgement, None, out);
        }
        if repeats.hides(judgement) {
            return Ok(());
        }
        if judgement.verdict != JudgeVerdict::Ok {
            write_hidden(repeats, out)?;
        }
        self.write_lines(nth, judgement, repeats.same_errors(case, judgement), out)
    }

    /// Explains the expected answer, if the options ask for it, the expected answer is right and the
    /// given answer is wrong.
    fn why(&self, nth: usize, judgement: &Judgement) -> Result<Option<String>, Failure> {
        let asked = &self.asked[nth];
        let is_wrong = judgement.verdict == JudgeVerdict::Wrong && asked.is_right();
        let is_asked = is_wrong && self.args.why;
        is_asked.then(|| reason(&asked.rules, &asked.question)).transpose()
    }

    fn write_object(
        &self,
        nth: usize,
        judgement: &Judgement,
        out: &mut Output,
    ) -> Result<(), Failure> {
        let case = self.asked[nth].case();
        let object = JsonJudgedCase {
            number: self.asked[nth].number,
            name: &case.name,
            kind: &case.kind,
            input: &case.input,
            expected: answer_to_json(&case.expected),
            got: &judgement.got,
            passed: judgement.verdict == JudgeVerdict::Ok,
            verdict: judgement.verdict.name(),
            seconds: judgement.time.counted.as_secs_f64(),
            clock: judgement.time.clock.as_secs_f64(),
            detail: judgement.detail.as_deref(),
            errors: &judgement.errors,
            why: self.why(nth, judgement)?,
        };
        Ok(json::line(out, &object)?)
    }

    /// Writes a judged case. The text on standard error is left out if the run of the case
    /// `same_errors` wrote the same.
    fn write_lines(
        &self,
        nth: usize,
        judgement: &Judgement,
        same_errors: Option<&Case>,
        out: &mut Output,
    ) -> Result<(), Failure> {
        let (number, case) = (self.asked[nth].number, self.asked[nth].case());
        let styles = styles();
        let style = if judgement.verdict == JudgeVerdict::Ok { styles.good } else { styles.bad };
        let (word, time) = (judgement.verdict.name(), seconds(judgement.time));
        let input = on_one_line(&case.input);
        let text = judgement.text(&case.expected);
        let (errors, note) = match same_errors {
            Some(earlier) => ("", format!(" (same errors as in {earlier})")),
            None => (&*judgement.errors, String::new()),
        };
        let message = format!("{number}. {case}: {input}, {text}{note}");
        writeln!(out, "{style}{word:6}{} {time}  {}", styles.end, printable(&message))?;
        let errors = errors.lines().map(|line| format!("| {}", printable(line)));
        let why = self.why(nth, judgement)?.unwrap_or_default();
        for line in errors.chain(why.lines().map(str::to_owned)) {
            writeln!(out, "       {line}")?;
        }
        // The next case may take long, so this result is shown at once.
        Ok(out.flush()?)
    }

    fn sum_up(&self, outcome: &JudgeOutcome<'_>, out: &mut Output) -> Result<(), Failure> {
        let JudgeOutcome { times, failed, .. } = outcome;
        let slowest = times.iter().zip(self.asked).max_by_key(|(time, _)| **time);
        if let Some((time, asked)) = slowest {
            let message = format!("slowest: {}, {}", asked.case(), seconds(*time));
            writeln!(out, "{}", printable(&message))?;
        }
        write_totals(times.len() - failed, *failed, self.unreadable, out)
    }
}

/// Writes the number of failures left out since the last call, if there are any.
fn write_hidden(repeats: &mut Repeats<'_>, out: &mut Output) -> Result<(), Failure> {
    let hidden = repeats.take_hidden();
    if hidden > 0 {
        writeln!(out, "… and {hidden} more (`--all`)")?;
    }
    Ok(())
}

/// Returns the counted time of a run, with that of the clock if the two differ much.
fn seconds(time: RunTime) -> String {
    let RunTime { counted, clock, .. } = time;
    let text = format!("{:.3} s", counted.as_secs_f64());
    if clock < 2 * counted || clock.saturating_sub(counted) < Duration::from_millis(100) {
        return text;
    }
    let note = if time.is_mostly_waiting() { ", mostly waiting for a core" } else { "" };
    format!("{text} (clock {:.3} s{note})", clock.as_secs_f64())
}
