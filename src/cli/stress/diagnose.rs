//! The diagnosis of a program that got an input wrong: inputs that tell the readings apart that its answers agree
//! with.

use std::time::Instant;

use super::search::{SHRINKING, Stress};
use crate::cases::Question;
use crate::cli::Failure;
use crate::cli::judge::judgement::Judgement;
use crate::cli::program::{End, Run};
use crate::workbench::{Diagnosis, Explanation, Reading, Splitter};

/// The most answers of the search that are compared with those of readings.
const KEPT: usize = 128;
/// The last reading must hold for this many inputs of all kinds.
const CONFIRMING: usize = 24;

/// A choice of further inputs.
pub(super) struct Inquiry {
    splitter: Splitter,
    /// The number of readings that nothing tells apart.
    inseparable: usize,
    /// Inputs that are still to confirm the last reading.
    confirming: usize,
}

impl Inquiry {
    pub(super) const fn new(splitter: Splitter) -> Self {
        Self { splitter, inseparable: 1, confirming: CONFIRMING }
    }

    /// Returns the next inputs, at most this many; none if the diagnosis is done.
    fn next(&mut self, diagnosis: &mut Diagnosis, most: usize) -> Result<Vec<Question>, Failure> {
        let fits: Vec<Reading> =
            diagnosis.fits()?.into_iter().map(|it| it.reading.clone()).collect();
        if fits.is_empty() {
            return Ok(Vec::new());
        }
        let (readings, observed) = (fits.iter().collect::<Vec<_>>(), diagnosis.observations());
        if readings.len() != self.inseparable {
            match self.splitter.next_question(&readings, observed)? {
                Some(question) => return Ok(vec![question]),
                None => self.inseparable = readings.len(),
            }
        }
        let count = most.min(self.confirming);
        self.confirming -= count;
        Ok((0..count).filter_map(|_| self.splitter.any_question(&readings, observed)).collect())
    }
}

impl Stress<'_> {
    /// Asks about more inputs until a single reading agrees with all answers, or nothing tells those that are left
    /// apart, and returns the best ones. `searched` is the number of inputs that the search took.
    pub(super) fn diagnose(
        &mut self,
        mut inquiry: Inquiry,
        searched: usize,
    ) -> Result<Vec<Explanation>, Failure> {
        let latest = Instant::now() + SHRINKING;
        self.deadline = Some(self.end.map_or(latest, |end| end.min(latest)));
        let mut left = self.count.map_or(usize::MAX, |count| count.saturating_sub(searched));
        while left > 0 && !self.is_stopped() {
            let questions = inquiry.next(&mut self.diagnosis, self.batch.min(left))?;
            if questions.is_empty() || !self.ask(&questions) {
                break;
            }
            left -= questions.len();
        }
        Ok(self.diagnosis.explanations()?)
    }

    /// Asks about inputs, one by one if the answers of a run can't be told apart; returns `false` if the program
    /// can't be asked.
    fn ask(&mut self, questions: &[Question]) -> bool {
        let Ok(run) = self.run(questions) else { return false };
        match self.observe(questions, &run) {
            Ok(false) if questions.len() > 1 => {
                questions.iter().all(|question| self.ask(std::slice::from_ref(question)))
            }
            observed => observed.is_ok() && run.end != End::Stopped,
        }
    }

    /// Adds the answers of a run, unless there are many from the search already.
    pub(super) fn observe_some(
        &mut self,
        questions: &[Question],
        run: &Run,
    ) -> Result<(), Failure> {
        if self.diagnosis.observations().len() < KEPT || self.deadline.is_some() {
            self.observe(questions, run)?;
        }
        Ok(())
    }

    /// Adds the answers of a run that ended well, if there is one to each question.
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
