//! Runs of a program on questions, several at a time.

use std::time::Instant;

use super::judgement::{Judged, Judgement};
use super::program::{End, Program, Run, RunError};
use super::workers::run_tasks;
use crate::cases::{Form, Question};
use crate::judge::error::JudgeError;
use crate::rules::Rules;

/// A program that is asked questions, and the way in which it gets them.
#[derive(Clone, Copy)]
pub(crate) struct Asking<'a> {
    pub(crate) program: &'a Program,
    pub(crate) rules: &'a Rules,
    pub(crate) form: Form,
    /// Maximum number of inputs per run.
    pub(crate) batch: usize,
    /// Maximum number of runs at a time.
    pub(crate) jobs: usize,
}

impl Asking<'_> {
    /// Asks the questions, and returns the judgements in their order. Questions that the deadline or a
    /// signal stopped are left out.
    pub(super) fn ask(
        &self,
        questions: &[Question],
        deadline: Option<Instant>,
    ) -> Result<Vec<Judged>, JudgeError> {
        let parts: Vec<&[Question]> = questions.chunks(self.batch).collect();
        let ask = |nth: usize| self.ask_in_one_run(parts[nth], deadline);
        let mut all = Vec::new();
        run_tasks(parts.len(), self.jobs, ask, |judged| {
            all.extend(judged);
            Ok::<(), JudgeError>(())
        })?;
        Ok(all)
    }

    /// Asks the questions in one run, and each in a run of its own if the program does not answer all of
    /// them.
    fn ask_in_one_run(
        &self,
        questions: &[Question],
        deadline: Option<Instant>,
    ) -> Result<Vec<Judged>, RunError> {
        let run = self.run(questions, deadline)?;
        if run.end == End::Stopped {
            return Ok(Vec::new());
        }
        if let Some(judged) = judged(&run, questions, self.rules).map_err(RunError::Failed)? {
            return Ok(judged);
        }
        let alone = |question| self.ask_in_one_run(std::slice::from_ref(question), deadline);
        let all: Vec<Vec<Judged>> = questions.iter().map(alone).collect::<Result<_, _>>()?;
        Ok(all.concat())
    }

    /// Runs the program with all questions on its standard input.
    pub(super) fn run(
        &self,
        questions: &[Question],
        deadline: Option<Instant>,
    ) -> Result<Run, RunError> {
        let inputs = questions.iter().map(|question| question.text(self.rules, self.form));
        // In the `grid` form a board has several lines, so an empty line separates boards.
        let separator = if self.form == Form::Grid { "\n" } else { "" };
        self.program.run(&inputs.collect::<Vec<_>>().join(separator), deadline)
    }
}

/// Judges each answer of a run. Returns `None` if a run of several questions failed or did not print
/// one answer per question.
pub(super) fn judged(
    run: &Run,
    questions: &[Question],
    rules: &Rules,
) -> Result<Option<Vec<Judged>>, JudgeError> {
    let output = String::from_utf8_lossy(&run.output);
    let lines = output.lines().filter(|line| !line.trim().is_empty());
    let answers: Vec<&str> = if questions.len() == 1 { vec![&*output] } else { lines.collect() };
    let is_whole = matches!(run.end, End::Exited(status) if status.success());
    if answers.len() != questions.len() || questions.len() > 1 && !is_whole {
        return Ok(None);
    }
    let judge = |(question, answer): (&Question, &str)| {
        let expected = question.answer(rules)?;
        let judgement = Judgement::of_answer(run, answer, &expected)?;
        Ok(Judged { question: question.clone(), expected, judgement })
    };
    questions.iter().zip(answers).map(judge).collect::<Result<_, _>>().map(Some)
}
