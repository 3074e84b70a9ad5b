//! Runs of a program with its inputs in other forms, in case it expects one of them.

use std::time::{Duration, Instant};

use super::asking::Asking;
use super::judgement::{JudgeVerdict, Judgement};
use super::output_texts::cut;
use super::program::End;
use crate::cases::{Answer, Form, Question};
use crate::common::numbered;
use crate::judge::error::JudgeError;
use crate::mistake::printable;
use crate::rules::Rules;
use crate::terminal::signals;

/// The number of inputs for each form.
const INPUTS: usize = 5;
/// The time limit for all forms together.
pub(crate) const FORMS_LIMIT: Duration = Duration::from_secs(10);

/// The largest number of characters of an input that are shown.
const SHOWN: usize = 100;

/// The forms of inputs, each with the option that chooses the form.
const FORMS: [(Form, &str); 4] = [
    (Form::Puzzle, "no --form"),
    (Form::Line, "--form line"),
    (Form::Grid, "--form grid"),
    (Form::Json, "--form json"),
];

/// A program's runs with failed inputs in another form.
pub(super) struct FormTrial {
    form: Form,
    runs: usize,
    /// Number of runs with the right answer.
    right: usize,
    /// Number of runs that ended well and printed something.
    answered: usize,
}

impl FormTrial {
    /// Returns a sentence that names the form if all answers are right.
    pub(super) fn right_form(&self) -> Option<String> {
        let Self { form, runs, right, .. } = self;
        let how = match FORMS.iter().find(|(known, _)| known == form) {
            Some((Form::Puzzle, _)) | None => "without `--form`".to_owned(),
            Some((_, option)) => format!("with `{option}`"),
        };
        let inputs = numbered(*runs, "input");
        (right == runs)
            .then(|| format!("{how} your program is right for {right} of {inputs} that it failed"))
    }
}

/// Gives the program inputs that it failed, in other forms than before, until the time `end`, or until
/// all answers in a form are right. A form is given up after a wrong answer. If the program
/// `has_crashed` for most inputs, a form is given up only after a run that does not end well.
///
/// # Errors
/// Returns an error if a run can't start, or if a signal came.
pub(super) fn try_forms(
    asking: &Asking<'_>,
    failed: &[(&Question, &Answer)],
    end: Instant,
    has_crashed: bool,
) -> Result<Vec<FormTrial>, JudgeError> {
    let Asking { program, rules, form, .. } = *asking;
    let samples = samples(failed);
    let mut trials = Vec::new();
    for (other, _) in FORMS {
        let is_new =
            |question: &Question| question.text(rules, other) != question.text(rules, form);
        if !samples.iter().all(|(question, _)| is_new(question)) {
            continue;
        }
        let mut trial = FormTrial { form: other, runs: 0, right: 0, answered: 0 };
        for (question, expected) in &samples {
            let run = program.run(&question.text(rules, other), Some(end))?;
            signals::check()?;
            if run.end == End::Stopped {
                break;
            }
            let verdict = Judgement::of(&run, expected)?.verdict;
            trial.runs += 1;
            trial.right += usize::from(verdict == JudgeVerdict::Ok);
            trial.answered +=
                usize::from(matches!(verdict, JudgeVerdict::Ok | JudgeVerdict::Wrong));
            let good = if has_crashed { trial.answered } else { trial.right };
            if good < trial.runs {
                break;
            }
        }
        let is_right = trial.runs > 0 && trial.right == trial.runs;
        trials.extend((trial.runs > 0).then_some(trial));
        if is_right {
            break;
        }
    }
    Ok(trials)
}

/// Returns lines with the shortest of the failed inputs in the form in which it was sent, and in the
/// other forms. Each line has a line end before it. A form is marked if all trial runs in it ended
/// well.
pub(super) fn in_all_forms(
    rules: &Rules,
    sent: Form,
    failed: &[(&Question, &Answer)],
    trials: &[FormTrial],
) -> String {
    let length = |(question, _): &&(&Question, &Answer)| question.text(rules, sent).len();
    let Some((question, _)) = failed.iter().min_by_key(length) else { return String::new() };
    let others = FORMS.into_iter().filter(|(form, _)| *form != sent);
    let mut forms: Vec<(Form, &str, String)> = Vec::new();
    for (form, name) in [(sent, "as sent")].into_iter().chain(others) {
        let text = question.text(rules, form);
        if !forms.iter().any(|(.., known)| *known == text) {
            forms.push((form, name, text));
        }
    }
    let line = |(form, name, text): &(Form, &str, String)| {
        let input = cut(&text.trim_end_matches('\n').replace('\n', "\\n"), SHOWN);
        let trial = trials.iter().find(|trial| trial.form == *form && trial.answered == trial.runs);
        let note = trial.map_or_else(String::new, |trial| {
            format!(" (no crash in {})", numbered(trial.runs, "run"))
        });
        format!("\n  {name:11}  {}{note}", printable(&input))
    };
    forms.iter().map(line).collect()
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
