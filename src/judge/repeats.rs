//! Equal failures of a judged program, of which only the first are printed in full.

use std::mem;

use super::judgement::{JudgeVerdict, Judgement};
use crate::cases::Case;

/// The number of failures printed while all runs end alike.
const SHOWN: usize = 3;

/// The judged runs so far, compared with each other.
#[derive(Default)]
pub(crate) struct Repeats<'a> {
    first: Option<Judgement>,
    /// True if two runs did not end alike.
    differ: bool,
    failed: usize,
    /// Number of failures left out since the last printed one.
    hidden: usize,
    /// Different texts on standard error, each with the first case of such a crash.
    errors: Vec<(String, &'a Case)>,
}

impl<'a> Repeats<'a> {
    /// Counts a run. Returns `true` if it is a failure that need not be printed, because all runs
    /// so far ended alike and [`SHOWN`] failures were printed.
    pub(crate) fn hides(&mut self, judgement: &Judgement) -> bool {
        let first = self.first.get_or_insert_with(|| judgement.clone());
        self.differ |= !are_alike(first, judgement);
        let is_failure = judgement.verdict != JudgeVerdict::Ok;
        self.failed += usize::from(is_failure);
        let is_hidden = is_failure && !self.differ && self.failed > SHOWN;
        self.hidden += usize::from(is_hidden);
        is_hidden
    }

    /// Returns the first case whose run wrote the same to standard error before it crashed, or
    /// `None` if this case is the first.
    pub(crate) fn same_errors(
        &mut self,
        case: &'a Case,
        judgement: &Judgement,
    ) -> Option<&'a Case> {
        if judgement.errors.is_empty() {
            return None;
        }
        let known = self.errors.iter().find(|(errors, _)| *errors == judgement.errors);
        let earlier = known.map(|(_, case)| *case);
        if earlier.is_none() {
            self.errors.push((judgement.errors.clone(), case));
        }
        earlier
    }

    /// Returns the number of failures left out since the last call.
    pub(crate) fn take_hidden(&mut self) -> usize {
        mem::take(&mut self.hidden)
    }
}

/// Returns `true` if two runs have the same output, errors and end. A right answer may be like a wrong
/// one.
fn are_alike(one: &Judgement, other: &Judgement) -> bool {
    let end = |it: &Judgement| match it.verdict {
        JudgeVerdict::Ok => JudgeVerdict::Wrong,
        verdict => verdict,
    };
    let facts = |it: &Judgement| (end(it), it.detail.clone());
    facts(one) == facts(other) && one.texts.hash == other.texts.hash && one.errors == other.errors
}
