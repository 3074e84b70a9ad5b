//! `stress`: an input that another program gets wrong.

use std::fs;
use std::io::Write;
use std::ops::Range;
use std::path::Path;
use std::time::{Duration, Instant};

use serde::Serialize;

use super::args::workbench as args;
use super::cases::{CaseObject, form, reason};
use super::files::read;
use super::judge::judgement::{Judgement, Verdict};
use super::output::Output;
use super::program::{Program, Strays, is_interrupted};
use super::progress::Progress;
use super::rules::{load, size_if_any};
use super::{Failure, Success, json};
use crate::cases::{Answer, Case, Form, Puzzle, Question, document};
use crate::rules::Rules;
use crate::words::{counted, printable};
use crate::workbench::{Trials, shrink};

pub(crate) fn run(args: &args::Stress, json: bool, out: &mut Output) -> Result<Success, Failure> {
    let puzzle = Puzzle::from(args.puzzle);
    let named = args.board.rules.as_deref().unwrap_or(puzzle.rules());
    let rules = load(named)?;
    if puzzle == Puzzle::Mate {
        super::mate::expect_verdict(&rules)?;
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
    let shrunk = found.map(|found| stress.shrink(found)).transpose()?;
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

/// A program under stress.
struct Stress<'a> {
    rules: &'a Rules,
    program: Program,
    form: Form,
    /// The most inputs that a run is given.
    batch: usize,
    count: Option<usize>,
    duration: Duration,
    /// How many inputs it was given.
    asked: usize,
    /// When to stop, whatever was found.
    deadline: Option<Instant>,
    /// Whether that time has come.
    stopped: bool,
}

/// An input that the program gets wrong.
struct Failed {
    question: Question,
    expected: Answer,
    judgement: Judgement,
}

/// How many inputs a run of `--batch` is given.
const BATCH: usize = 256;
/// Shrinking takes no longer.
const SHRINKING: Duration = Duration::from_secs(20);

impl<'a> Stress<'a> {
    fn new(args: &args::Stress, rules: &'a Rules) -> Self {
        Self {
            rules,
            program: Program::new(&args.program, Strays::IfNeedBe),
            form: form(args.program.form),
            batch: if args.batch { BATCH } else { 1 },
            count: args.count,
            duration: args.duration,
            asked: 0,
            deadline: None,
            stopped: false,
        }
    }

    /// Looks for an input that the program gets wrong.
    fn search(&mut self, trials: &mut Trials<'_>) -> Result<Option<Failed>, Failure> {
        let mut progress = Progress::new(self.count);
        // One that no clock reaches never comes.
        let end = Instant::now().checked_add(self.duration);
        // A program that gets everything wrong is found out by little.
        let mut batch = 1;
        loop {
            let left = self.count.map_or(usize::MAX, |count| count - self.asked);
            let is_over = self.count.is_none() && end.is_some_and(|end| Instant::now() >= end);
            if left == 0 || is_over || is_interrupted() {
                return Ok(None);
            }
            let questions = (0..batch.min(left)).map(|_| trials.next_question());
            let questions = questions.collect::<Result<Vec<_>, _>>()?;
            if let Some((_, failed)) = self.first_failure(&questions)? {
                return Ok(Some(failed));
            }
            progress.set(self.asked);
            batch = (batch * 2).min(self.batch);
        }
    }

    /// The first of some questions that the program gets wrong, and its number.
    fn first_failure(
        &mut self,
        questions: &[Question],
    ) -> Result<Option<(usize, Failed)>, Failure> {
        for (nth, some) in questions.chunks(self.batch).enumerate() {
            self.stopped = self.deadline.is_some_and(|deadline| Instant::now() > deadline);
            if self.stopped {
                return Ok(None);
            }
            if let Some((at, failed)) = self.failure_among(some)? {
                return Ok(Some((nth * self.batch + at, failed)));
            }
        }
        Ok(None)
    }

    /// The same of questions that one run is given.
    fn failure_among(
        &mut self,
        questions: &[Question],
    ) -> Result<Option<(usize, Failed)>, Failure> {
        let inputs = questions.iter().map(|question| question.text(self.rules, self.form));
        // An empty line parts boards of several lines.
        let part = if self.form == Form::Grid { "\n" } else { "" };
        let run = self.program.run(&inputs.collect::<Vec<_>>().join(part), questions.len())?;
        self.asked += questions.len();
        let output = String::from_utf8_lossy(&run.output);
        let mut lines = output.lines().filter(|line| !line.trim().is_empty());
        let (all, half) = (questions.len(), questions.len() / 2);
        if all > 1 && lines.clone().nth(all).is_some() {
            // Any of them may have the line too many: the answers after it only look wrong.
            return self.in_parts(questions, [0..half, half..all], all);
        }
        for (at, question) in questions.iter().enumerate() {
            let expected = question.answer(self.rules)?;
            let answer =
                if questions.len() == 1 { &*output } else { lines.next().unwrap_or_default() };
            let mut judgement = Judgement::of_answer(&run, answer, &expected)?;
            // A run that ends badly has answered what it had before.
            let is_right = judgement.is_same(&expected) && at + 1 < questions.len();
            if judgement.verdict == Verdict::Ok || is_right {
                continue;
            }
            if questions.len() > 1 {
                return self.in_parts(questions, [at..at + 1, 0..at], at + 1);
            }
            judgement.time = run.time;
            return Ok(Some((at, Failed { question: question.clone(), expected, judgement })));
        }
        Ok(None)
    }

    /// Asks again about parts of many questions of which that of a number is answered wrongly: a program
    /// that does not read to the end of its input is not wrong about what it has not read.
    fn in_parts(
        &mut self,
        questions: &[Question],
        parts: [Range<usize>; 2],
        number: usize,
    ) -> Result<Option<(usize, Failed)>, Failure> {
        for part in parts.into_iter().filter(|part| !part.is_empty()) {
            if let Some((at, failed)) = self.failure_among(&questions[part.clone()])? {
                return Ok(Some((part.start + at, failed)));
            }
        }
        let of = questions.len();
        let message = format!(
            "of {of} inputs in one run number {number} is answered wrongly, but alone it is answered rightly"
        );
        let hint =
            "--batch is for programs that read to the end of their input and print a line for each";
        Err(Failure::with_hint(message, Some(hint.to_owned())))
    }

    /// Makes an input as small as it can be; the program is asked about each that is smaller.
    fn shrink(&mut self, found: Failed) -> Result<Failed, Failure> {
        self.deadline = Some(Instant::now() + SHRINKING);
        let (question, rules) = (found.question.clone(), self.rules);
        let (mut smallest, mut failure) = (found, None);
        shrink(rules, question, |smaller| match self.first_failure(smaller) {
            Ok(found) => found.map(|(nth, failed)| {
                smallest = failed;
                nth
            }),
            Err(error) => {
                failure = Some(error);
                None
            }
        });
        failure.map_or(Ok(smallest), Err)
    }
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
        if stress.stopped {
            let seconds = SHRINKING.as_secs();
            writeln!(
                out,
                "(shrinking was stopped after {seconds} s: it may be possible to go on)"
            )?;
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
    if !text.trim().is_empty() {
        check(file, &text)?;
    }
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
