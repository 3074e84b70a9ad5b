//! The diagnosis of a program after a wrong answer.

use std::time::Instant;

use super::search::{SHRINKING, Stress};
use crate::cases::Question;
use crate::cli::Failure;
use crate::cli::commands::judge::prediction::{NewRuns, observations};
use crate::cli::commands::judge::wording::Wording;
use crate::cli::program::Run;
use crate::workbench::{BestFits, Separator};

/// The maximum number of answers from the search that the diagnosis uses.
const MAX_OBSERVED: usize = 128;

impl Stress<'_> {
    /// Tests the misreadings that fit the program's answers with new inputs. Returns those that come
    /// nearest.
    ///
    /// `searched` is the number of inputs that the search took; it counts towards `--count`.
    pub(super) fn diagnose(
        &mut self,
        separator: Separator,
        searched: usize,
    ) -> Result<BestFits, Failure> {
        let latest = Instant::now() + SHRINKING;
        let mut runs = NewRuns {
            program: &self.program,
            rules: self.rules,
            form: self.form,
            wording: Wording::default(),
            separator,
            batch: self.batch,
            left: self.count.map_or(usize::MAX, |count| count.saturating_sub(searched)),
            end: self.end.map_or(latest, |end| end.min(latest)),
            failed: None,
        };
        runs.test(&mut self.diagnosis)?;
        self.failed_new = runs.failed;
        Ok(self.diagnosis.best()?)
    }

    /// Adds the answers of a run to the diagnosis. During the search, adds none once the diagnosis
    /// has [`MAX_OBSERVED`] answers.
    pub(super) fn observe(&mut self, questions: &[Question], run: &Run) -> Result<(), Failure> {
        let is_full = self.diagnosis.observations().len() >= MAX_OBSERVED;
        if is_full && self.deadline.is_none() {
            return Ok(());
        }
        for observation in
            observations(run, questions, self.rules, &Wording::default())?.into_iter().flatten()
        {
            let mut known = self.diagnosis.observations().iter();
            if known.all(|known| known.question != observation.question) {
                self.diagnosis.add(observation)?;
            }
        }
        Ok(())
    }
}
