//! The wrong answer that `stress` found, as text and JSON.

use std::io::Write;

use serde::Serialize;

use crate::api::json;
use crate::cases::{Case, Question};
use crate::cli::cases::JsonCase;
use crate::cli::failure::Failure;
use crate::cli::observed::{JsonObserved, Observed};
use crate::cli::output::Output;
use crate::common::counted;
use crate::judge::{Asking, JudgeVerdict, Judged, Shrunk, WrongAnswer};
use crate::mistake::{on_one_line, printable};

/// Writes what a search found.
pub(super) struct Writer<'r, 'a> {
    pub(super) asking: &'r Asking<'a>,
    pub(super) seed: u64,
    /// Number of inputs up to the first that the program gets wrong.
    pub(super) inputs: usize,
}

/// The result of a search as `--json` prints it.
#[derive(Serialize)]
struct JsonResult<'a> {
    seed: u64,
    inputs: usize,
    difference: Option<Difference<'a>>,
    #[serde(flatten)]
    observed: JsonObserved,
}

#[derive(Serialize)]
struct Difference<'a> {
    #[serde(flatten)]
    case: JsonCase<'a>,
    got: &'a str,
    verdict: &'static str,
    detail: Option<&'a str>,
    /// Input as found, before it was reduced.
    first_input: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    others: Vec<OtherFailure>,
    /// False if the program answered the same input correctly in a second run; absent otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    repeats: Option<bool>,
}

/// An input that failed in another way while the found one was reduced.
#[derive(Serialize)]
struct OtherFailure {
    verdict: &'static str,
    input: String,
}

/// A wrong answer that was reduced, with its case.
pub(super) struct Reduced<'o> {
    /// Wrong answer as the search found it.
    pub(super) first: &'o WrongAnswer,
    pub(super) shrunk: &'o Shrunk,
    /// Case of the reduced input.
    pub(super) case: &'o Case,
}

impl Writer<'_, '_> {
    pub(super) fn write_object(
        &self,
        reduced: &Reduced<'_>,
        observed: &Observed<'_>,
        out: &mut Output,
    ) -> Result<(), Failure> {
        let Reduced { first, shrunk: Shrunk { smallest, others, .. }, case } = reduced;
        let other = |(verdict, question): &(JudgeVerdict, Question)| OtherFailure {
            verdict: verdict.name(),
            input: self.one_line(question),
        };
        let judgement = &smallest.judged.judgement;
        let difference = Some(Difference {
            case: JsonCase::new(case),
            got: &judgement.got,
            verdict: judgement.verdict.name(),
            detail: judgement.detail.as_deref(),
            first_input: self.one_line(&first.judged.question),
            others: others.iter().map(other).collect(),
            repeats: smallest.repeats.filter(|repeats| !repeats),
        });
        let observed = JsonObserved::new(std::slice::from_ref(observed));
        let Self { seed, inputs, .. } = *self;
        Ok(json::line(out, &JsonResult { seed, inputs, difference, observed })?)
    }

    /// Writes that no answer is wrong.
    pub(super) fn write_nothing(
        &self,
        steps: Option<(usize, usize)>,
        json: bool,
        out: &mut Output,
    ) -> Result<(), Failure> {
        let Self { seed, inputs, .. } = *self;
        if json {
            let observed = JsonObserved::default();
            return Ok(json::line(out, &JsonResult { seed, inputs, difference: None, observed })?);
        }
        let steps = steps.map_or_else(String::new, |(asked, all)| {
            let asked = match asked {
                0 => "none of the".to_owned(),
                asked if asked == all => "all".to_owned(),
                asked => format!("{asked} of the"),
            };
            format!(", {asked} {all} single steps of pieces among them")
        });
        let inputs = counted(inputs, "input");
        Ok(writeln!(out, "no wrong answer in {inputs}{steps} (seed {seed})")?)
    }

    /// Writes the wrong answer that the search found.
    pub(super) fn write_first(&self, first: &WrongAnswer, out: &mut Output) -> Result<(), Failure> {
        let Self { seed, inputs, .. } = *self;
        let kind = first.judged.judgement.verdict.noun();
        writeln!(out, "{kind} found at input {inputs} (seed {seed}):\n")?;
        self.write_failure(first, out)
    }

    /// Writes what shrinking found after [`Self::write_first`].
    pub(super) fn write(&self, reduced: &Reduced<'_>, out: &mut Output) -> Result<(), Failure> {
        let Reduced { first, shrunk, case } = reduced;
        let Shrunk { smallest, inputs, stopped, others } = shrunk;
        if first.judged.question != smallest.judged.question {
            writeln!(out, "\nreduced with {}:\n", counted(*inputs, "more input"))?;
            self.write_failure(smallest, out)?;
        }
        writeln!(out, "{}", case.why)?;
        if smallest.repeats == Some(false) {
            writeln!(out, "(not repeatable: asked again, the program gave the right answer)")?;
        }
        if let Some(why) = stopped {
            let message = format!("(shrinking was stopped {why}: a smaller input may exist)");
            writeln!(out, "{}", printable(&message))?;
        }
        for (verdict, question) in others {
            let (noun, input) = (verdict.noun(), self.one_line(question));
            writeln!(
                out,
                "your program also failed while the input was reduced: {noun} for `{input}`"
            )?;
        }
        Ok(())
    }

    /// Writes an input with the answer that the program gave.
    fn write_failure(&self, failed: &WrongAnswer, out: &mut Output) -> Result<(), Failure> {
        let Judged { question, expected, judgement } = &failed.judged;
        write!(out, "{}", question.text(self.asking.rules, self.asking.form))?;
        writeln!(out, "\n{}", printable(&judgement.text(expected)))?;
        for line in judgement.errors.lines() {
            writeln!(out, "| {}", printable(line))?;
        }
        Ok(())
    }

    fn one_line(&self, question: &Question) -> String {
        on_one_line(&question.text(self.asking.rules, self.asking.form))
    }
}
