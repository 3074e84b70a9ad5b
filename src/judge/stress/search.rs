//! The search for an input that a program gets wrong, and shrinking of that input.

use std::time::{Duration, Instant};

use crate::cases::{Answer, Form, Puzzle, Question};
use crate::common::counted;
use crate::judge::error::JudgeError;
use crate::judge::judgement::{JudgeVerdict, Judgement};
use crate::judge::prediction::run_on;
use crate::judge::program::{End, Program, ProgramOptions, Run, RunError};
use crate::judge::remarks::Replies;
use crate::rules::Rules;
use crate::terminal::progress::Progress;
use crate::terminal::signals;
use crate::workbench::{Diagnosis, Trials, shrink};

/// The program to test, and the limits of the search.
#[derive(Clone, Debug)]
pub(crate) struct StressOptions {
    pub(crate) program: ProgramOptions,
    pub(crate) form: Form,
    /// True to give each run several inputs.
    pub(crate) batch: bool,
    pub(crate) count: Option<usize>,
    /// The time limit, which has no effect if `count` limits the search.
    pub(crate) duration: Duration,
    pub(crate) seed: u64,
}

/// A search for wrong answers of a program.
pub(crate) struct Stress<'a> {
    pub(crate) rules: &'a Rules,
    pub(crate) puzzle: Puzzle,
    pub(crate) program: Program,
    pub(crate) form: Form,
    /// The maximum number of inputs per run. It decreases when a run exceeds the time, memory or
    /// output limit, although each half of its inputs stays within the limit in a run of its own.
    pub(crate) batch: usize,
    pub(crate) count: Option<usize>,
    /// The time at which `--for` ends search, shrinking and diagnosis; `None` if `--count` limits
    /// the search.
    pub(crate) end: Option<Instant>,
    pub(crate) seed: u64,
    /// The number of inputs given to the program. Inputs of the search that were repeated and then
    /// answered correctly count once.
    pub(crate) asked: usize,
    /// The end of shrinking; `None` during the search.
    pub(crate) deadline: Option<Instant>,
    /// The reason why shrinking stopped early, as a phrase such as `by --for`.
    pub(crate) stopped: Option<String>,
    /// The misreadings to compare with the replies once the search is over.
    pub(crate) diagnosis: Diagnosis,
    /// The program's replies to different inputs.
    pub(crate) replies: Replies,
    /// The verdict that a smaller input must get during shrinking; `None` during the search.
    kind: Option<JudgeVerdict>,
    /// Inputs that failed in another way during shrinking, one for each other verdict.
    pub(crate) others: Vec<(JudgeVerdict, Question)>,
    /// The number of inputs that failed in another way during shrinking.
    failed_otherwise: usize,
    /// The failure to report if the program answers inputs wrongly in one run, but each of them
    /// correctly in smaller runs.
    unexplained: Option<JudgeError>,
}

/// An input that the program gets wrong, in any way.
#[derive(Clone)]
pub(crate) struct WrongAnswer {
    pub(crate) question: Question,
    pub(crate) expected: Answer,
    pub(crate) judgement: Judgement,
    /// False if the program answered the input correctly in a second run; `None` if there was no
    /// such run.
    pub(crate) repeats: Option<bool>,
}

const BATCH: usize = 256;
/// The time limit for shrinking, and also for the diagnosis. `--for` may end both earlier.
pub(super) const SHRINKING: Duration = Duration::from_secs(20);

impl<'a> Stress<'a> {
    pub(crate) fn new(
        options: StressOptions,
        rules: &'a Rules,
        puzzle: Puzzle,
    ) -> Result<Self, JudgeError> {
        // Creating the diagnosis takes time that must not count towards `--for`.
        let diagnosis = Diagnosis::new(rules, puzzle);
        Ok(Self {
            rules,
            puzzle,
            program: Program::new(options.program)?,
            form: options.form,
            batch: if options.batch { BATCH } else { 1 },
            count: options.count,
            // A duration beyond the range of `Instant` means that there is no end.
            end: Instant::now().checked_add(options.duration).filter(|_| options.count.is_none()),
            seed: options.seed,
            asked: 0,
            deadline: None,
            stopped: None,
            diagnosis,
            replies: Replies::default(),
            kind: None,
            others: Vec::new(),
            failed_otherwise: 0,
            unexplained: None,
        })
    }

    /// Searches for an input that the program gets wrong. Returns `None` if the search ends without
    /// a wrong answer, after the number of inputs or the time that the options give.
    pub(crate) fn search(
        &mut self,
        trials: &mut Trials,
    ) -> Result<Option<WrongAnswer>, JudgeError> {
        let mut progress = Progress::new(self.count, "inputs");
        // The size of runs doubles from 1, because most wrong programs fail at one of the first
        // inputs.
        let (mut batch, mut passed) = (1, 0);

        loop {
            let left = self.count.map_or(usize::MAX, |count| count - passed);
            // Even with the shortest time limit, one input is tried.
            let is_over = passed > 0 && self.end.is_some_and(|end| Instant::now() >= end);
            if left == 0 || is_over {
                return Ok(None);
            }
            let questions = (0..batch.min(left)).map(|_| trials.next_question());
            let questions = questions.collect::<Result<Vec<_>, _>>()?;
            if let Some((at, failed)) = self.first_failure(&questions)? {
                self.asked = passed + at + 1;
                return Ok(Some(failed));
            }
            if signals::is_received() {
                return Err(self.interrupted(passed));
            }
            passed += questions.len();
            // A run may be repeated in parts; its inputs count once.
            self.asked = passed;
            progress.set(passed);
            batch = (batch * 2).min(self.batch);
        }
    }

    fn interrupted(&self, passed: usize) -> JudgeError {
        let (passed, seed) = (counted(passed, "input"), self.seed);
        JudgeError::with_hint(
            format!("interrupted: {passed} answered correctly so far (seed {seed})"),
            None,
        )
    }

    /// Returns the first question that the program gets wrong, with its index; `None` if there is
    /// none.
    ///
    /// During shrinking, only failures with the verdict of the input that is shrunk count.
    fn first_failure(
        &mut self,
        questions: &[Question],
    ) -> Result<Option<(usize, WrongAnswer)>, JudgeError> {
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

    pub(crate) fn is_stopped(&self) -> bool {
        signals::is_received() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Runs the program with all `questions`, and after a failure again with parts of them. Returns
    /// the first failure that counts, with its index.
    fn failure_among(
        &mut self,
        questions: &[Question],
    ) -> Result<Option<(usize, WrongAnswer)>, JudgeError> {
        let run = self.run(questions)?;
        if run.end == End::Stopped {
            return Ok(None);
        }
        self.asked += questions.len();
        self.observe(questions, &run)?;
        match self.first_wrong(questions, &run)? {
            Some((at, failed)) if questions.len() > 1 => {
                self.retry_in_parts(questions, at, &failed)
            }
            Some((_, failed)) if !self.is_of_kind(&failed) => Ok(None),
            wrong => Ok(wrong),
        }
    }

    /// Returns `true` if a failure counts: during shrinking, its verdict must be that of the input
    /// that is shrunk.
    ///
    /// Of the failures that do not count, keeps the first with each verdict.
    fn is_of_kind(&mut self, failed: &WrongAnswer) -> bool {
        let verdict = failed.judgement.verdict;
        if self.kind.is_none_or(|kind| kind == verdict) {
            return true;
        }
        self.failed_otherwise += 1;
        if self.others.iter().all(|(known, _)| *known != verdict) {
            self.others.push((verdict, failed.question.clone()));
        }
        false
    }

    fn run(&self, questions: &[Question]) -> Result<Run, RunError> {
        run_on(&self.program, questions, self.rules, self.form, self.deadline)
    }

    /// Returns the first question that the output of a run does not answer correctly, with its
    /// index.
    fn first_wrong(
        &self,
        questions: &[Question],
        run: &Run,
    ) -> Result<Option<(usize, WrongAnswer)>, JudgeError> {
        let output = String::from_utf8_lossy(&run.output);
        let mut lines = output.lines().filter(|line| !line.trim().is_empty());
        for (at, question) in questions.iter().enumerate() {
            let expected = question.answer(self.rules)?;
            let is_last = at + 1 == questions.len();
            // The last answer gets all remaining lines, so that a surplus line is wrong.
            let answer = lines.by_ref().take(if is_last { usize::MAX } else { 1 });
            let answer = answer.collect::<Vec<_>>().join("\n");
            let judgement = Judgement::of_answer(run, &answer, &expected)?;
            // If the run failed, the answers before its end may still be right.
            let is_right = judgement.is_same(&expected) && !is_last;
            if judgement.verdict != JudgeVerdict::Ok && !is_right {
                let question = question.clone();
                return Ok(Some((
                    at,
                    WrongAnswer { question, expected, judgement, repeats: None },
                )));
            }
        }
        Ok(None)
    }

    /// Repeats a run of several questions in parts: the question at index `at`, which seems to be
    /// answered wrongly, and both halves.
    ///
    /// In a smaller run, the program may answer the question correctly. In the whole run, a crash
    /// or hang may have lost buffered answers, a surplus line may have shifted later answers, or
    /// the program may not have read its whole input.
    fn retry_in_parts(
        &mut self,
        questions: &[Question],
        at: usize,
        wrong: &WrongAnswer,
    ) -> Result<Option<(usize, WrongAnswer)>, JudgeError> {
        let (all, half) = (questions.len(), questions.len() / 2);
        let failed_otherwise = self.failed_otherwise;
        // The halves of two questions are single questions already.
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
            // No half fails in the way that counts, so the run exceeded a limit only because it was
            // too large.
            self.batch = self.batch.min(half);
        } else if self.failed_otherwise == failed_otherwise {
            self.unexplained.get_or_insert_with(|| wrong_only_together(all, at, wrong));
        }
        Ok(None)
    }

    /// Repeats the run of a wrongly answered input, and shrinks the input if the answer is wrong
    /// again. Then repeats the run of the shrunk input.
    pub(crate) fn confirm_and_shrink(&mut self, mut found: WrongAnswer) -> WrongAnswer {
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

    /// Returns `true` if the program gets an input wrong in a second run, or `None` if that run
    /// cannot be judged.
    fn repeats(&self, failed: &WrongAnswer) -> Option<bool> {
        let input = failed.question.text(self.rules, self.form);
        let run = self.program.run(&input, self.end).ok()?;
        let judgement = Judgement::of(&run, &failed.expected).ok()?;
        Some(judgement.verdict != JudgeVerdict::Ok)
    }

    fn shrink(&mut self, found: WrongAnswer) -> WrongAnswer {
        self.kind = Some(found.judgement.verdict);
        let longest = Instant::now() + SHRINKING;
        self.deadline = Some(self.end.map_or(longest, |end| end.min(longest)));
        let (question, rules, mut smallest) = (found.question.clone(), self.rules, found);
        shrink(rules, question, |smaller| match self.first_failure(smaller) {
            Ok(Some((nth, failed))) => {
                smallest = failed;
                Some(nth)
            }
            // Errors end only shrinking, because the wrong answer found so far is still valid.
            Err(failure) => {
                self.stopped = Some(format!("by an error ({})", failure.sentence()));

                None
            }
            Ok(None) => {
                self.stopped = self.is_stopped().then(|| self.stop_reason());
                None
            }
        });
        smallest
    }

    /// Returns the reason why shrinking stopped early, as a phrase.
    fn stop_reason(&self) -> String {
        if signals::is_received() {
            format!("by {}", signals::name())
        } else if self.end.is_some_and(|end| Instant::now() >= end) {
            "by --for".to_owned()
        } else {
            format!("after {} s", SHRINKING.as_secs())
        }
    }
}

/// Returns the failure for a batch whose questions are answered wrongly only together in one run.
fn wrong_only_together(all: usize, at: usize, wrong: &WrongAnswer) -> JudgeError {
    let (verdict, number) = (wrong.judgement.verdict, at + 1);
    let message = if verdict == JudgeVerdict::Crash {
        format!(
            "a run of {all} inputs ends in CRASH, but shorter runs of the same inputs get right answers"
        )
    } else {
        format!(
            "input {number} of a run of {all} gets a wrong answer, but the right one in a run of its own"
        )
    };
    let hint =
        "--batch needs a program that reads all its input and prints one line for each record";
    JudgeError::with_hint(message, Some(hint.to_owned()))
}
