//! The search for an input that a program gets wrong.

use std::time::Instant;

use super::failures::{Failures, WrongAnswer};
use crate::common::counted;
use crate::judge::asking::Asking;
use crate::judge::error::JudgeError;
use crate::judge::program_answers::ProgramAnswers;
use crate::terminal::progress::Progress;
use crate::terminal::signals;
use crate::workbench::Trials;

/// A search for wrong answers of a program to random inputs, within limits.
pub(crate) struct Search<'r, 'a> {
    pub(crate) asking: &'r Asking<'a>,
    pub(crate) answers: &'r mut ProgramAnswers<'a>,
    /// Maximum number of inputs; `None` without a limit.
    pub(crate) count: Option<usize>,
    /// Time at which the search ends; `None` without a limit.
    pub(crate) end: Option<Instant>,
    /// Time at which a run is cut if no input was answered before; not earlier than `end`.
    pub(crate) first_end: Option<Instant>,
    /// Seed of the inputs, for messages.
    pub(crate) seed: u64,
}

/// The end of a search.
pub(crate) struct SearchEnd {
    /// Number of inputs given to the program, up to the first that it gets wrong. Inputs that were
    /// repeated and then answered correctly count once.
    pub(crate) inputs: usize,
    /// First wrong answer; `None` if there is none.
    pub(crate) wrong: Option<WrongAnswer>,
}

impl Search<'_, '_> {
    /// Searches for an input that the program gets wrong.
    pub(crate) fn run(self, trials: &mut Trials) -> Result<SearchEnd, JudgeError> {
        let Self { asking, answers, count, end, first_end, seed } = self;
        let mut progress = Progress::new(count, "inputs");
        let mut failures = Failures::new(asking, answers, None, None);
        // The size of runs doubles from 1, because most wrong programs fail at one of the first
        // inputs.
        let (mut batch, mut passed) = (1, 0);
        let had_answers = failures.answers.len() > 0;

        loop {
            let left = count.map_or(usize::MAX, |count| count - passed);
            let end = if passed == 0 && !had_answers { first_end } else { end };
            let is_over = end.is_some_and(|end| Instant::now() >= end);
            if left == 0 || is_over {
                return Ok(SearchEnd { inputs: passed, wrong: None });
            }
            let questions = (0..batch.min(left)).map(|_| trials.next_question());
            let questions = questions.collect::<Result<Vec<_>, _>>()?;
            failures.deadline = end;
            if let Some((at, failed)) = failures.first(&questions)? {
                return Ok(SearchEnd { inputs: passed + at + 1, wrong: Some(failed) });
            }
            if signals::is_received() {
                return Err(interrupted(passed, seed));
            }
            if failures.is_stopped() {
                // The last run may have been cut, so it is not judged.
                return Ok(SearchEnd { inputs: passed, wrong: None });
            }
            passed += questions.len();
            progress.set(passed);
            batch = (batch * 2).min(failures.batch);
        }
    }
}

/// Returns the error for a search that a signal ended after this many right answers.
pub(crate) fn interrupted(passed: usize, seed: u64) -> JudgeError {
    let passed = counted(passed, "input");
    let message = format!("interrupted: {passed} answered correctly so far (seed {seed})");
    JudgeError::with_hint(message, None)
}
