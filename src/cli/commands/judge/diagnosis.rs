//! The diagnoses of a judged program, as text and JSON.

use std::io::Write;

use serde::Serialize;

use crate::api::json;
use crate::cases::Form;
use crate::cli::failure::Failure;
use crate::cli::misreadings::JsonMisreading;
use crate::cli::output::Output;
use crate::judge::{Diagnoses, PuzzleAnswers};
use crate::mistake::printable;
use crate::workbench::MisreadingFit;

#[derive(Serialize)]
struct JsonDiagnosis<'a> {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    remarks: Vec<&'a str>,
    misreadings: Vec<JsonMisreading<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    in_common: Vec<String>,
}

/// Writes the misreadings that explain the wrong answers. With `why`, also writes for each
/// wrong answer whether the best misreading predicts it.
pub(super) fn write(
    diagnoses: &Diagnoses<'_>,
    why: bool,
    form: Form,
    out: &mut Output,
) -> Result<(), Failure> {
    let are_several = diagnoses.groups().len() > 1;
    for answers in diagnoses.groups() {
        for remark in &answers.remarks {
            writeln!(out, "{}{remark}", answers.prefix(are_several))?;
        }
    }
    for (answers, diagnosed) in diagnoses.diagnosed() {
        let of = answers.prefix(are_several);
        for line in diagnosed.lines(answers.rules, form) {
            writeln!(out, "{}", printable(&format!("{of}{line}")))?;
        }
        if let Some(first) = diagnosed.best.shown.first().filter(|_| why) {
            if diagnosed.best.shown.len() > 1 {
                writeln!(out, "       answers by the first of these misreadings:")?;
            }
            write_fits(answers, first, out)?;
        }
    }
    Ok(())
}

/// Writes the remarks and misreadings as one JSON object, unless there is nothing to say.
pub(super) fn write_object(
    diagnoses: &Diagnoses<'_>,
    why: bool,
    out: &mut Output,
) -> Result<(), Failure> {
    let mut misreadings = Vec::new();
    let mut in_common = Vec::new();
    for (answers, diagnosed) in diagnoses.diagnosed() {
        let best = &diagnosed.best;
        in_common.extend(diagnosed.in_common(answers.rules));
        for fit in &best.shown {
            let predicted = why.then(|| answers.predicted_cases(fit)).transpose()?;
            let object = JsonMisreading::new(answers.rules, fit, best);
            misreadings.push(object.with_predicted(predicted));
        }
    }
    let remarks = diagnoses.groups().iter().flat_map(|answers| &answers.remarks);
    let remarks: Vec<&str> = remarks.map(String::as_str).collect();
    if remarks.is_empty() && diagnoses.diagnosed().next().is_none() {
        return Ok(());
    }
    Ok(json::line(out, &JsonDiagnosis { remarks, misreadings, in_common })?)
}

/// Writes for each wrong answer whether the misreading predicts it.
fn write_fits(
    answers: &PuzzleAnswers<'_>,
    fit: &MisreadingFit,
    out: &mut Output,
) -> Result<(), Failure> {
    for (case, observation) in answers.wrong() {
        let Some(got) = &observation.got else { continue };
        let line = if fit.gives(observation)? {
            format!("       {case}: {got} fits")
        } else {
            format!("       {case}: {got} does not fit")
        };
        writeln!(out, "{}", printable(&line))?;
    }
    Ok(())
}
