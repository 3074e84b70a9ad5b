//! The diagnosis of a program after a wrong answer: further inputs distinguish the misreadings
//! consistent with the program's answers.

use std::time::Instant;

use super::search::{SHRINKING, Stress};
use crate::cases::Question;
use crate::cli::Failure;
use crate::cli::commands::judge::judgement::Judgement;
use crate::cli::program::{End, Run};
use crate::workbench::{BestFits, Diagnosis, Misreading, Splitter};

/// The maximum number of answers from the search that the diagnosis uses.
const MAX_OBSERVED: usize = 128;
/// The number of inputs that the program gets once no input distinguishes the remaining misreadings
/// any more. These inputs test whether the misreadings stay consistent with the answers.
const CONFIRMATIONS: usize = 24;

/// Chooses the inputs for a diagnosis after the search has found a wrong answer.
pub(super) struct FurtherInputs {
    splitter: Splitter,
    /// The number of consistent misreadings that no further input distinguishes. Starts at 1,
    /// because a single misreading needs no distinction.
    inseparable: usize,
    /// The number of confirming inputs that are still to be given, at first [`CONFIRMATIONS`].
    confirmations_left: usize,
}

impl FurtherInputs {
    pub(super) const fn new(splitter: Splitter) -> Self {
        Self { splitter, inseparable: 1, confirmations_left: CONFIRMATIONS }
    }

    /// Returns the next inputs, at most `most`; empty if the diagnosis is complete.
    fn next(&mut self, diagnosis: &mut Diagnosis, most: usize) -> Result<Vec<Question>, Failure> {
        let fits: Vec<Misreading> =
            diagnosis.fits()?.into_iter().map(|it| it.misreading.clone()).collect();
        if fits.is_empty() {
            return Ok(Vec::new());
        }
        let (misreadings, observed) = (fits.iter().collect::<Vec<_>>(), diagnosis.observations());
        if misreadings.len() != self.inseparable {
            match self.splitter.next_question(&misreadings, observed)? {
                Some(question) => return Ok(vec![question]),
                None => self.inseparable = misreadings.len(),
            }
        }
        let count = most.min(self.confirmations_left);
        self.confirmations_left -= count;
        Ok((0..count).filter_map(|_| self.splitter.any_question(&misreadings, observed)).collect())
    }
}

impl Stress<'_> {
    /// Gives the program further inputs until one misreading is consistent with all answers, or no
    /// input distinguishes the misreadings that are consistent. Returns the best fits.
    ///
    /// `searched` is the number of inputs that the search took; it counts towards `--count`.
    pub(super) fn diagnose(
        &mut self,
        mut further: FurtherInputs,
        searched: usize,
    ) -> Result<BestFits, Failure> {
        let latest = Instant::now() + SHRINKING;
        self.deadline = Some(self.end.map_or(latest, |end| end.min(latest)));
        let mut left = self.count.map_or(usize::MAX, |count| count.saturating_sub(searched));
        while left > 0 && !self.is_stopped() {
            let questions = further.next(&mut self.diagnosis, self.batch.min(left))?;
            if questions.is_empty() || !self.ask(&questions) {
                break;
            }
            left -= questions.len();
        }
        Ok(self.diagnosis.best()?)
    }

    /// Gives the program all inputs in one run, or each in a separate run if the output does not
    /// have one answer per input. Returns `false` if the program cannot be run.
    fn ask(&mut self, questions: &[Question]) -> bool {
        let Ok(run) = self.run(questions) else { return false };
        match self.observe(questions, &run) {
            Ok(false) if questions.len() > 1 => {
                questions.iter().all(|question| self.ask(std::slice::from_ref(question)))
            }
            observed => observed.is_ok() && run.end != End::Stopped,
        }
    }

    /// Adds the answers of a run to the diagnosis. During the search, adds none once the diagnosis
    /// has [`MAX_OBSERVED`] answers.
    pub(super) fn observe_some(
        &mut self,
        questions: &[Question],
        run: &Run,
    ) -> Result<(), Failure> {
        if self.diagnosis.observations().len() < MAX_OBSERVED || self.deadline.is_some() {
            self.observe(questions, run)?;
        }
        Ok(())
    }

    /// Adds the answers of a run to the diagnosis. Returns `false`, and adds none, if the run
    /// failed or did not print one answer per question.
    fn observe(&mut self, questions: &[Question], run: &Run) -> Result<bool, Failure> {
        let output = String::from_utf8_lossy(&run.output);
        let lines = output.lines().filter(|line| !line.trim().is_empty());
        let answers: Vec<&str> =
            if questions.len() == 1 { vec![&*output] } else { lines.collect() };
        let is_whole = matches!(run.end, End::Exited(status) if status.success());
        if !is_whole || answers.len() != questions.len() {
            return Ok(false);
        }
        for (question, answer) in questions.iter().zip(answers) {
            let mut known = self.diagnosis.observations().iter();
            if known.any(|known| known.question == *question) {
                continue;
            }
            let expected = question.answer(self.rules)?;
            let judgement = Judgement::of_answer(run, answer, &expected)?;
            if let Some(observation) = judgement.observation(question, &expected) {
                self.diagnosis.add(observation)?;
            }
        }
        Ok(true)
    }
}
