//! Shrinking of an input that a program gets wrong.

use std::time::{Duration, Instant};

use super::failures::{Failures, WrongAnswer};
use crate::cases::Question;
use crate::judge::asking::Asking;
use crate::judge::judgement::{JudgeVerdict, Judgement};
use crate::judge::program_answers::ProgramAnswers;
use crate::terminal::signals;
use crate::workbench::shrink;

/// The time limit for shrinking, which `end` may shorten.
const LONGEST: Duration = Duration::from_secs(20);

/// A search for a smaller input that fails in the same way.
pub(crate) struct Shrinking<'r, 'a> {
    pub(crate) asking: &'r Asking<'a>,
    pub(crate) answers: &'r mut ProgramAnswers<'a>,
    /// Time at which shrinking ends; `None` without a limit.
    pub(crate) end: Option<Instant>,
}

/// The smallest input that was found, and how the search for it went.
pub(crate) struct Shrunk {
    pub(crate) smallest: WrongAnswer,
    /// Number of inputs given to the program.
    pub(crate) inputs: usize,
    /// Reason why shrinking stopped early, as a phrase such as `by --for`.
    pub(crate) stopped: Option<String>,
    /// Inputs that failed in another way, one for each other verdict.
    pub(crate) others: Vec<(JudgeVerdict, Question)>,
}

impl Shrinking<'_, '_> {
    /// Repeats the run of a wrongly answered input, and shrinks the input if the answer is wrong
    /// again. Then repeats the run of the shrunk input.
    pub(crate) fn run(mut self, mut found: WrongAnswer) -> Shrunk {
        found.repeats = self.repeats(&found);
        if found.repeats == Some(false) {
            return Shrunk { smallest: found, inputs: 0, stopped: None, others: Vec::new() };
        }
        let question = found.judged.question.clone();
        let mut shrunk = self.shrink(found);
        if shrunk.smallest.judged.question != question {
            shrunk.smallest.repeats = self.repeats(&shrunk.smallest);
        }
        shrunk
    }

    /// Returns `true` if the program gets an input wrong in a second run, or `None` if that run
    /// cannot be judged.
    fn repeats(&self, WrongAnswer { judged, .. }: &WrongAnswer) -> Option<bool> {
        let questions = std::slice::from_ref(&judged.question);
        let run = self.asking.run(questions, self.end).ok()?;
        let judgement = Judgement::of(&run, &judged.expected).ok()?;
        Some(judgement.verdict != JudgeVerdict::Ok)
    }

    fn shrink(&mut self, found: WrongAnswer) -> Shrunk {
        let longest = Instant::now() + LONGEST;
        let deadline = Some(self.end.map_or(longest, |end| end.min(longest)));
        let kind = Some(found.judged.judgement.verdict);
        let mut failures = Failures::new(self.asking, self.answers, deadline, kind);
        let question = found.judged.question.clone();
        let (mut smallest, mut stopped) = (found, None);
        shrink(self.asking.rules, question, |smaller| match failures.first(smaller) {
            Ok(Some((nth, failed))) => {
                smallest = failed;
                Some(nth)
            }
            // Errors end only shrinking, because the wrong answer found so far is still valid.
            Err(failure) => {
                stopped = Some(format!("by an error ({})", failure.sentence()));
                None
            }
            Ok(None) => {
                stopped = failures.is_stopped().then(|| stop_reason(self.end));
                None
            }
        });
        Shrunk { smallest, inputs: failures.asked, stopped, others: failures.others }
    }
}

/// Returns the reason why shrinking stopped early, as a phrase.
fn stop_reason(end: Option<Instant>) -> String {
    if signals::is_received() {
        format!("by {}", signals::name())
    } else if end.is_some_and(|end| Instant::now() >= end) {
        "by --for".to_owned()
    } else {
        format!("after {} s", LONGEST.as_secs())
    }
}
