//! The diagnosis of a program after a wrong answer.

use std::time::Instant;

use super::search::{SHRINKING, Stress};
use crate::cases::Question;
use crate::cell::Size;
use crate::cli::Failure;
use crate::cli::commands::judge::prediction::{Diagnosed, NewRuns, diagnose, observations};
use crate::cli::commands::judge::wording::Wording;
use crate::cli::program::Run;
use crate::workbench::{Comparison, Separator};

/// The maximum number of answers from the search that the diagnosis uses.
const MAX_OBSERVED: usize = 128;

impl Stress<'_> {
    /// Finds the misreadings that fit the program's answers, and tests them with new inputs.
    ///
    /// `searched` is the number of inputs that the search took; it counts towards `--count`.
    pub(super) fn diagnose(
        &mut self,
        size: Option<Size>,
        searched: usize,
    ) -> Result<Diagnosed, Failure> {
        let (rules, latest) = (self.rules, Instant::now() + SHRINKING);
        let runs = NewRuns {
            program: &self.program,
            rules,
            form: self.form,
            wording: Wording::default(),
            separator: Separator::new(rules, self.puzzle, size, self.seed),
            batch: self.batch,
            left: self.count.map_or(usize::MAX, |count| count.saturating_sub(searched)),
            end: self.end.map_or(latest, |end| end.min(latest)),
            failed: None,
        };
        let comparison = Comparison::new(rules, self.puzzle, size, self.seed);
        diagnose(&mut self.diagnosis, comparison, Some(runs))
    }

    /// Adds the answers of a run to the diagnosis.
    ///
    /// During the search, once the diagnosis has [`MAX_OBSERVED`] answers, adds only a wrong answer
    /// to a single input. The search gives each wrongly answered input alone to the program.
    pub(super) fn observe(&mut self, questions: &[Question], run: &Run) -> Result<(), Failure> {
        let observed = self.diagnosis.observations().len();
        let is_full = observed >= MAX_OBSERVED && self.deadline.is_none();
        if is_full && questions.len() > 1 {
            return Ok(());
        }
        for observation in
            observations(run, questions, self.rules, &Wording::default())?.into_iter().flatten()
        {
            let mut known = self.diagnosis.observations().iter();
            let is_new = known.all(|known| known.question != observation.question);
            if is_new && (observation.is_wrong() || !is_full) {
                self.diagnosis.add(observation)?;
            }
        }
        Ok(())
    }
}
