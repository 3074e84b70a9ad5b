//! The misreadings that a program's answers to new inputs test.

use std::mem;
use std::time::{Duration, Instant};

use crate::judge::error::JudgeError;
use crate::workbench::{Diagnosis, Misreading, Observation};

/// The number of random inputs that precede the chosen inputs.
///
/// Without random inputs, a program that always prints the same answer may seem to have a
/// misreading that happens to lead to this answer.
const RANDOM: usize = 8;
/// The time to test one misreading, unless it is refuted earlier.
pub(super) const TIME_FOR_ONE: Duration = Duration::from_secs(10);

/// The misreadings under test.
pub(super) struct Candidates {
    pub(super) misreadings: Vec<Misreading>,
    /// The number of fitting misreadings at the last search for an input that separates them, if
    /// the search found none; 1 at first, because a single misreading needs no separation.
    pub(super) inseparable: usize,
    /// The time at which the tests of the first misreading end.
    pub(super) deadline: Instant,
    /// The number of inputs chosen because one of the misreadings differs from the rules on them.
    pub(super) tests: usize,
    /// The number of inputs in `tests`, plus the inputs on which a misreading may agree with the
    /// rules.
    pub(super) turn: usize,
    /// True if only boards that resemble wrongly answered ones were found. They can refute
    /// misreadings, but not confirm them.
    pub(super) resemble: bool,
    /// The number of random inputs that are still to be given.
    pub(super) random: usize,
    /// Pairs of the first misreading with another one that also fit all answers, and that no input
    /// has separated from the first misreading alone; `None` until the first misreading is tested.
    pub(super) neighbors: Option<Vec<Misreading>>,
}

impl Candidates {
    pub(super) const fn new(deadline: Instant) -> Self {
        Self {
            misreadings: Vec::new(),
            inseparable: 1,
            deadline,
            tests: 0,
            turn: 0,
            resemble: false,
            random: RANDOM,
            neighbors: None,
        }
    }

    /// Drops the pairs in `neighbors` that predict another answer than the program gave.
    pub(super) fn drop_refuted(
        &mut self,
        Observation { question, expected, got }: &Observation,
    ) -> Result<(), JudgeError> {
        let Some(neighbors) = &mut self.neighbors else { return Ok(()) };
        for neighbor in mem::take(neighbors) {
            let gives = match got {
                Some(got) => neighbor.gives(question, expected, got)?,
                None => false,
            };
            neighbors.extend(gives.then_some(neighbor));
        }
        Ok(())
    }

    /// Replaces the misreadings by those that fit all answers. Returns `false` if there are none,
    /// or if the time for the first one is over.
    pub(super) fn update(
        &mut self,
        diagnosis: &mut Diagnosis,
        end: Instant,
    ) -> Result<bool, JudgeError> {
        let (misreadings, now) = (diagnosis.fits()?, Instant::now());
        let misreadings: Vec<Misreading> =
            misreadings.into_iter().map(|fit| fit.misreading.clone()).collect();
        let leader = |all: &[Misreading]| all.first().map(|it| it.kind.clone());
        if leader(&misreadings) != leader(&self.misreadings) {
            self.deadline = end.min(now + TIME_FOR_ONE);
            (self.tests, self.resemble, self.neighbors) = (0, false, None);
        }
        self.misreadings = misreadings;
        Ok(!self.misreadings.is_empty() && now < self.deadline)
    }
}
