//! The first of many questions that a program gets wrong, found in runs of several questions.

use std::time::Instant;

use crate::cases::Question;
use crate::judge::asking::{Asking, judged};
use crate::judge::error::JudgeError;
use crate::judge::judgement::{JudgeVerdict, Judged, Judgement};
use crate::judge::program::{End, Run};
use crate::judge::program_answers::ProgramAnswers;
use crate::terminal::signals;

/// An input that the program gets wrong, in any way.
#[derive(Clone)]
pub(crate) struct WrongAnswer {
    pub(crate) judged: Judged,
    /// False if the program answered the input correctly in a second run; `None` if there was no
    /// such run.
    pub(crate) repeats: Option<bool>,
}

/// A finder of failures of a program. It adds the program's answers to `answers`.
pub(super) struct Failures<'r, 'a> {
    pub(super) asking: &'r Asking<'a>,
    pub(super) answers: &'r mut ProgramAnswers<'a>,
    /// Time after which nothing is found; `None` without a limit.
    pub(super) deadline: Option<Instant>,
    /// Verdict that a failure must have to count; `None` counts all.
    pub(super) kind: Option<JudgeVerdict>,
    /// Maximum number of inputs per run. It decreases when a run exceeds the time, memory or
    /// output limit, although each half of its inputs stays within the limit in a run of its own.
    pub(super) batch: usize,
    /// Number of inputs given to the program.
    pub(super) asked: usize,
    /// Inputs that failed in another way than `kind`, one for each other verdict.
    pub(super) others: Vec<(JudgeVerdict, Question)>,
    /// Number of inputs that failed in another way.
    failed_otherwise: usize,
    /// Failure to report if the program answers inputs wrongly in one run, but each of them
    /// correctly in smaller runs.
    unexplained: Option<JudgeError>,
}

/// The number of answers from which on a search keeps only wrong ones to single inputs.
const MAX_OBSERVED: usize = 328;

impl<'r, 'a> Failures<'r, 'a> {
    pub(super) fn new(
        asking: &'r Asking<'a>,
        answers: &'r mut ProgramAnswers<'a>,
        deadline: Option<Instant>,
        kind: Option<JudgeVerdict>,
    ) -> Self {
        Self {
            asking,
            answers,
            deadline,
            kind,
            batch: asking.batch,
            asked: 0,
            others: Vec::new(),
            failed_otherwise: 0,
            unexplained: None,
        }
    }

    pub(super) fn is_stopped(&self) -> bool {
        signals::is_received() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Returns the first question that the program gets wrong, with its index; `None` if there is
    /// none.
    pub(super) fn first(
        &mut self,
        questions: &[Question],
    ) -> Result<Option<(usize, WrongAnswer)>, JudgeError> {
        let mut start = 0;
        while start < questions.len() && !self.is_stopped() {
            let end = questions.len().min(start + self.batch);
            let found = self.first_in_one_run(&questions[start..end])?;
            let unexplained = self.unexplained.take();
            match (found, unexplained) {
                (Some((at, failed)), _) => return Ok(Some((start + at, failed))),
                (None, Some(failure)) => return Err(failure),
                (None, None) => start = end,
            }
        }
        Ok(None)
    }

    /// Runs the program with all `questions`, and after a failure again with parts of them. Returns
    /// the first failure that counts, with its index.
    fn first_in_one_run(
        &mut self,
        questions: &[Question],
    ) -> Result<Option<(usize, WrongAnswer)>, JudgeError> {
        let run = self.asking.run(questions, self.deadline)?;
        if run.end == End::Stopped {
            return Ok(None);
        }
        self.asked += questions.len();
        self.keep_answers(questions, &run)?;
        match self.first_wrong(questions, &run)? {
            Some((at, failed)) if questions.len() > 1 => {
                self.retry_in_parts(questions, at, &failed)
            }
            Some((_, failed)) if !self.counts(&failed) => Ok(None),
            wrong => Ok(wrong),
        }
    }

    /// Adds the answers of a run. Once there are [`MAX_OBSERVED`] answers, adds only a wrong one to a
    /// single input; each wrongly answered input is given alone to the program.
    fn keep_answers(&mut self, questions: &[Question], run: &Run) -> Result<(), JudgeError> {
        let is_full = self.answers.len() >= MAX_OBSERVED && self.kind.is_none();
        if is_full && questions.len() > 1 {
            return Ok(());
        }
        for judged in judged(run, questions, self.asking.rules)?.unwrap_or_default() {
            if judged.judgement.verdict != JudgeVerdict::Ok || !is_full {
                self.answers.add(judged);
            }
        }
        Ok(())
    }

    /// Returns `true` if a failure counts. Of the failures that do not, keeps the first with each
    /// verdict.
    fn counts(&mut self, failed: &WrongAnswer) -> bool {
        let verdict = failed.judged.judgement.verdict;
        if self.kind.is_none_or(|kind| kind == verdict) {
            return true;
        }
        self.failed_otherwise += 1;
        if self.others.iter().all(|(known, _)| *known != verdict) {
            self.others.push((verdict, failed.judged.question.clone()));
        }
        false
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
            let expected = question.answer(self.asking.rules)?;
            let is_last = at + 1 == questions.len();
            // The last answer gets all remaining lines, so that a surplus line is wrong.
            let answer = lines.by_ref().take(if is_last { usize::MAX } else { 1 });
            let answer = answer.collect::<Vec<_>>().join("\n");
            let judgement = Judgement::of_answer(run, &answer, &expected)?;
            // If the run failed, the answers before its end may still be right.
            let is_right = judgement.is_right && !is_last;
            if judgement.verdict != JudgeVerdict::Ok && !is_right {
                let judged = Judged { question: question.clone(), expected, judgement };
                return Ok(Some((at, WrongAnswer { judged, repeats: None })));
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
            if let Some((nth, failed)) = self.first_in_one_run(&questions[part.clone()])? {
                return Ok(Some((part.start + nth, failed)));
            }
            if self.is_stopped() {
                return Ok(None);
            }
        }
        if wrong.judged.judgement.verdict.is_over_a_limit() {
            // No half fails in the way that counts, so the run exceeded a limit only because it was
            // too large.
            self.batch = self.batch.min(half);
        } else if self.failed_otherwise == failed_otherwise {
            self.unexplained.get_or_insert_with(|| wrong_only_together(all, at, wrong));
        }
        Ok(None)
    }
}

/// Returns the failure for a batch whose questions are answered wrongly only together in one run.
fn wrong_only_together(all: usize, at: usize, wrong: &WrongAnswer) -> JudgeError {
    let (verdict, number) = (wrong.judged.judgement.verdict, at + 1);
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
