//! Runs of a program with its inputs in other forms, in case it expects one of them.

use std::time::{Duration, Instant};

use super::judgement::{JudgeVerdict, Judgement};
use super::program::{End, Program};
use crate::cases::{Answer, Form, Question};
use crate::judge::error::JudgeError;
use crate::rules::Rules;
use crate::terminal::signals;

/// The number of inputs for each form.
const INPUTS: usize = 5;
/// The time limit for all forms together.
pub(crate) const FORMS_LIMIT: Duration = Duration::from_secs(10);

/// The forms of inputs, each with words for messages that say how to choose the form.
const FORMS: [(Form, &str); 4] = [
    (Form::Puzzle, "without `--form`"),
    (Form::Line, "with `--form line`"),
    (Form::Grid, "with `--form grid`"),
    (Form::Json, "with `--form json`"),
];

/// Gives the program inputs that it failed, in other forms than `form`, until the time `end`. Returns a
/// sentence about the first form in which all answers are right.
///
/// # Errors
/// Returns an error if a run can't start, or if a signal came.
pub(crate) fn right_form(
    program: &Program,
    rules: &Rules,
    form: Form,
    failed: &[(&Question, &Answer)],
    end: Instant,
) -> Result<Option<String>, JudgeError> {
    let samples = samples(failed);
    for (other, how) in FORMS {
        let is_new =
            |question: &Question| question.text(rules, other) != question.text(rules, form);
        if !samples.iter().all(|(question, _)| is_new(question)) {
            continue;
        }
        let right = count_right(program, rules, other, &samples, end)?;
        if right > 0 {
            return Ok(Some(format!(
                "{how} your program is right for {right} of {right} inputs that it failed"
            )));
        }
    }
    Ok(None)
}

/// Runs the program on each sample, until the time `end`. Returns the number of right answers, or 0
/// after a wrong one.
fn count_right(
    program: &Program,
    rules: &Rules,
    form: Form,
    samples: &[(&Question, &Answer)],
    end: Instant,
) -> Result<usize, JudgeError> {
    for (nth, (question, expected)) in samples.iter().enumerate() {
        let run = program.run(&question.text(rules, form), Some(end))?;
        signals::check()?;
        if run.end == End::Stopped {
            return Ok(nth);
        }
        if Judgement::of(&run, expected)?.verdict != JudgeVerdict::Ok {
            return Ok(0);
        }
    }
    Ok(samples.len())
}

/// Returns up to [`INPUTS`] of the failed inputs, with different right answers if possible.
fn samples<'q>(failed: &[(&'q Question, &'q Answer)]) -> Vec<(&'q Question, &'q Answer)> {
    let mut samples: Vec<(&Question, &Answer)> = Vec::new();
    for only_different in [true, false] {
        for input in failed {
            let is_known = |known: &(&Question, &Answer)| {
                known == input || only_different && known.1 == input.1
            };
            if samples.len() < INPUTS && !samples.iter().any(is_known) {
                samples.push(*input);
            }
        }
    }
    samples
}
