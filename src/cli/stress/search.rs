//! The search for an input that a program gets wrong, and then for a smaller one.

use std::time::{Duration, Instant};

use crate::cases::{Answer, Form, Puzzle, Question};
use crate::cli::Failure;
use crate::cli::args::workbench as args;
use crate::cli::cases::form;
use crate::cli::judge::judgement::{Judgement, Verdict};
use crate::cli::program::{End, Program, Run, RunError};
use crate::cli::progress::Progress;
use crate::cli::signals;
use crate::rules::Rules;
use crate::words::counted;
use crate::workbench::{Diagnosis, Trials, shrink};

/// A program under stress.
pub(super) struct Stress<'a> {
    pub(super) rules: &'a Rules,
    pub(super) program: Program,
    pub(super) form: Form,
    /// The most inputs that a run is given.
    pub(super) batch: usize,
    pub(super) count: Option<usize>,
    /// End of the search and of shrinking, if it is bounded by time.
    pub(super) end: Option<Instant>,
    pub(super) seed: u64,
    /// Inputs that the program was given, except those asked again.
    pub(super) asked: usize,
    /// End of shrinking, or of the diagnosis, once it has begun.
    pub(super) deadline: Option<Instant>,
    /// The reason for which shrinking stopped early.
    pub(super) stopped: Option<String>,
    /// The readings that the program's answers agree with.
    pub(super) diagnosis: Diagnosis,
    /// The error of a batch that fails although its inputs are answered rightly in smaller batches.
    unexplained: Option<Failure>,
}

/// An input that the program gets wrong.
pub(super) struct Failed {
    pub(super) question: Question,
    pub(super) expected: Answer,
    pub(super) judgement: Judgement,
    /// False if the program answered rightly when it was asked again; `None` if it was not asked.
    pub(super) repeats: Option<bool>,
}

/// The number of inputs in a run of `--batch`.
const BATCH: usize = 256;
/// Shrinking takes no longer, and ends with `--for` too.
pub(super) const SHRINKING: Duration = Duration::from_secs(20);

impl<'a> Stress<'a> {
    pub(super) fn new(args: &args::Stress, rules: &'a Rules, puzzle: Puzzle) -> Self {
        // The time for the search starts after this.
        let diagnosis = Diagnosis::new(rules, puzzle);
        Self {
            rules,
            program: Program::new(&args.program),
            form: form(args.program.form),
            batch: if args.batch { BATCH } else { 1 },
            count: args.count,
            // A time that no clock reaches never comes.
            end: Instant::now().checked_add(args.duration).filter(|_| args.count.is_none()),
            seed: args.seed.seed,
            asked: 0,
            deadline: None,
            stopped: None,
            diagnosis,
            unexplained: None,
        }
    }

    /// Looks for an input that the program gets wrong.
    pub(super) fn search(&mut self, trials: &mut Trials) -> Result<Option<Failed>, Failure> {
        let mut progress = Progress::new(self.count);
        // A program that gets everything wrong is found out by little.
        let (mut batch, mut passed) = (1, 0);
        loop {
            let left = self.count.map_or(usize::MAX, |count| count - passed);
            // The shortest time is enough for one input.
            let is_over = passed > 0 && self.end.is_some_and(|end| Instant::now() >= end);
            if left == 0 || is_over {
                return Ok(None);
            }
            let questions = (0..batch.min(left)).map(|_| trials.next_question());
            let questions = questions.collect::<Result<Vec<_>, _>>()?;
            if let Some((_, failed)) = self.first_failure(&questions)? {
                return Ok(Some(failed));
            }
            if signals::is_received() {
                return Err(self.interrupted(passed));
            }
            passed += questions.len();
            // What was asked again, as it was too much for a run, counts once.
            self.asked = passed;
            progress.set(passed);
            batch = (batch * 2).min(self.batch);
        }
    }

    fn interrupted(&self, passed: usize) -> Failure {
        let (passed, seed) = (counted(passed, "input"), self.seed);
        Failure::new(format!("interrupted: {passed} answered rightly (seed {seed})"))
    }

    /// The first of some questions that the program gets wrong, and its number.
    fn first_failure(
        &mut self,
        questions: &[Question],
    ) -> Result<Option<(usize, Failed)>, Failure> {
        let mut start = 0;
        while start < questions.len() && !self.is_stopped() {
            let end = questions.len().min(start + self.batch);
            let found = self.failure_among(&questions[start..end])?;
            let unexplained = self.unexplained.take();
            match (found, unexplained) {
                (Some((at, failed)), _) => return Ok(Some((start + at, failed))),
                (None, Some(failure)) => return Err(failure),
                (None, None) => start = end,
            }
        }
        Ok(None)
    }

    pub(super) fn is_stopped(&self) -> bool {
        signals::is_received() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Runs the program once with all `questions`, and returns the first that it fails.
    fn failure_among(
        &mut self,
        questions: &[Question],
    ) -> Result<Option<(usize, Failed)>, Failure> {
        let run = self.run(questions)?;
        if run.end == End::Stopped {
            return Ok(None);
        }
        self.asked += questions.len();
        self.observe_some(questions, &run)?;
        match self.first_wrong(questions, &run)? {
            Some((at, failed)) if questions.len() > 1 => self.in_parts(questions, at, &failed),
            wrong => Ok(wrong),
        }
    }

    /// Runs the program on some questions.
    pub(super) fn run(&self, questions: &[Question]) -> Result<Run, RunError> {
        let inputs = questions.iter().map(|question| question.text(self.rules, self.form));
        // An empty line parts boards of several lines.
        let part = if self.form == Form::Grid { "\n" } else { "" };
        self.program.run(&inputs.collect::<Vec<_>>().join(part), self.deadline)
    }

    /// The first of the questions of a run that its output does not answer rightly.
    fn first_wrong(
        &self,
        questions: &[Question],
        run: &Run,
    ) -> Result<Option<(usize, Failed)>, Failure> {
        let output = String::from_utf8_lossy(&run.output);
        let mut lines = output.lines().filter(|line| !line.trim().is_empty());
        for (at, question) in questions.iter().enumerate() {
            let expected = question.answer(self.rules)?;
            let is_last = at + 1 == questions.len();
            // The last answer is all that is left: a line too many is wrong.
            let answer = lines.by_ref().take(if is_last { usize::MAX } else { 1 });
            let answer = answer.collect::<Vec<_>>().join("\n");
            let judgement = Judgement::of_answer(run, &answer, &expected)?;
            // A run that ends badly has answered what it had before.
            let is_right = judgement.is_same(&expected) && !is_last;
            if judgement.verdict != Verdict::Ok && !is_right {
                let question = question.clone();
                return Ok(Some((at, Failed { question, expected, judgement, repeats: None })));
            }
        }
        Ok(None)
    }

    /// Asks again about parts of several questions of which one seems to be answered wrongly: about that one,
    /// and about each half. A program that crashes or hangs may have kept the answers to those before, after a
    /// line too many all answers look wrong, and who does not read to the end is not wrong about the rest.
    fn in_parts(
        &mut self,
        questions: &[Question],
        at: usize,
        wrong: &Failed,
    ) -> Result<Option<(usize, Failed)>, Failure> {
        let (all, half) = (questions.len(), questions.len() / 2);
        // Of two each is a half.
        let alone = (all > 2).then_some(at..at + 1);
        for part in alone.into_iter().chain([0..half, half..all]) {
            if let Some((nth, failed)) = self.failure_among(&questions[part.clone()])? {
                return Ok(Some((part.start + nth, failed)));
            }
            if self.is_stopped() {
                return Ok(None);
            }
        }
        if wrong.judgement.verdict.is_over_a_limit() {
            // It was only too much for one run.
            self.batch = self.batch.min(half);
        } else {
            self.unexplained.get_or_insert_with(|| only_together(all, at, wrong));
        }
        Ok(None)
    }

    /// Asks again about an input that the program got wrong, and makes it as small as it can be if the
    /// difference repeats. The smallest input is asked about again too.
    pub(super) fn confirm_and_shrink(&mut self, mut found: Failed) -> Failed {
        found.repeats = self.repeats(&found);
        if found.repeats == Some(false) {
            return found;
        }
        let question = found.question.clone();
        let mut smallest = self.shrink(found);
        if smallest.question != question {
            smallest.repeats = self.repeats(&smallest);
        }
        smallest
    }

    /// Returns `true` if the program is wrong again about an input; `None` if it can't be asked.
    fn repeats(&self, failed: &Failed) -> Option<bool> {
        let input = failed.question.text(self.rules, self.form);
        let run = self.program.run(&input, None).ok()?;
        let judgement = Judgement::of(&run, &failed.expected).ok()?;
        Some(judgement.verdict != Verdict::Ok)
    }

    /// Makes an input as small as it can be; the program is asked about each that is smaller.
    fn shrink(&mut self, found: Failed) -> Failed {
        let longest = Instant::now() + SHRINKING;
        self.deadline = Some(self.end.map_or(longest, |end| end.min(longest)));
        let (question, rules, mut smallest) = (found.question.clone(), self.rules, found);
        shrink(rules, question, |smaller| match self.first_failure(smaller) {
            Ok(Some((nth, failed))) => {
                smallest = failed;
                Some(nth)
            }
            // What was found is known, whatever keeps the program from being asked.
            Err(failure) => {
                self.stopped = Some(format!("by an error ({})", failure.sentences()));
                None
            }
            Ok(None) => {
                self.stopped = self.is_stopped().then(|| self.stop());
                None
            }
        });
        smallest
    }

    /// Returns the reason for which shrinking stopped.
    fn stop(&self) -> String {
        if signals::is_received() {
            format!("by {}", signals::name())
        } else if self.end.is_some_and(|end| Instant::now() >= end) {
            "by --for".to_owned()
        } else {
            format!("after {} s", SHRINKING.as_secs())
        }
    }
}

/// That of several questions one is answered wrongly, but only together with the others.
fn only_together(all: usize, at: usize, wrong: &Failed) -> Failure {
    let (verdict, number) = (wrong.judgement.verdict, at + 1);
    let message = if verdict == Verdict::Crash {
        format!("{all} inputs in one run end in CRASH, but in parts they are answered rightly")
    } else {
        format!(
            "of {all} inputs in one run number {number} is answered wrongly, but alone it is answered rightly"
        )
    };
    let hint =
        "--batch is for programs that read to the end of their input and print a line for each";
    Failure::with_hint(message, Some(hint.to_owned()))
}
