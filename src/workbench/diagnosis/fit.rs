//! A misreading with counts of the answers for and against it.

use super::Observation;
use crate::path::PathError;
use crate::workbench::misreading::Misreading;

/// A misreading of the rules, with counts of a program's answers for and against it.
#[derive(Clone, Debug)]
pub struct MisreadingFit {
    /// Misreading of the rules that the program may have.
    pub misreading: Misreading,
    /// Number of the program's wrong answers that a program with this misreading would also give.
    pub explains: usize,
    /// Number of the program's right answers that a program with this misreading would get wrong.
    pub contradicts: usize,
}

impl MisreadingFit {
    pub(super) const fn new(misreading: Misreading) -> Self {
        Self { misreading, explains: 0, contradicts: 0 }
    }

    /// Returns `true` if a program with this misreading would give the observed answer.
    ///
    /// # Errors
    /// Returns an error if a query names a cell that is not on the board.
    pub fn gives(&self, observation: &Observation) -> Result<bool, PathError> {
        let Observation { question, expected, got } = observation;
        match got {
            Some(got) => self.misreading.gives(question, expected, got),
            None => Ok(false),
        }
    }

    /// Counts an observation for or against the misreading.
    ///
    /// Returns `true` if a program with this misreading would give the observed answer.
    pub(super) fn count(&mut self, observation: &Observation) -> Result<bool, PathError> {
        let agrees = self.gives(observation)?;
        match (observation.is_wrong(), agrees) {
            (true, true) => self.explains += 1,
            (false, false) => self.contradicts += 1,
            _ => {}
        }
        Ok(agrees)
    }

    /// Returns `true` if the misreading gives all of a program's answers, `wrong` of which are
    /// wrong.
    pub(crate) const fn fits(&self, wrong: usize) -> bool {
        self.explains == wrong && self.contradicts == 0
    }
}
