//! The diagnosis of a program after a wrong answer.

use std::time::Instant;

use super::search::{SHRINKING, Stress};
use crate::cases::Question;
use crate::cell::Size;
use crate::judge::error::JudgeError;
use crate::judge::judgement::JudgeVerdict;
use crate::judge::other_forms::{FORMS_LIMIT, right_form};
use crate::judge::prediction::{Diagnosed, NewRuns, diagnose, judgements};
use crate::judge::program::Run;
use crate::judge::remarks::Remarks;
use crate::workbench::{BestFits, Comparison, Separator};

/// The maximum number of replies from the search that the diagnosis uses.
const MAX_OBSERVED: usize = 128;

impl Stress<'_> {
    /// Returns remarks on all replies, and the misreadings that fit the program's answers, tested
    /// with new inputs. There is no diagnosis if the program seems not to read its input.
    ///
    /// `searched` is the number of inputs that the search took; it counts towards `--count`.
    pub(crate) fn diagnose(
        &mut self,
        size: Option<Size>,
        searched: usize,
    ) -> Result<(Vec<String>, Option<Diagnosed>), JudgeError> {
        let (rules, latest) = (self.rules, Instant::now() + SHRINKING);
        let Remarks { mut sentences, wording } = self.replies.remarks();
        if sentences.is_empty() {
            sentences.extend(self.right_form()?);
        }
        let Some(wording) = wording else { return Ok((sentences, None)) };
        if sentences.is_empty() {
            sentences.extend(self.replies.about_outputs(&wording));
        }
        for observation in self.replies.iter().filter_map(|reply| wording.observation(reply)) {
            self.diagnosis.add(observation)?;
        }
        let runs = NewRuns {
            program: &self.program,
            rules,
            form: self.form,
            wording,
            separator: Separator::new(rules, self.puzzle, size, self.seed),
            batch: self.batch,
            left: self.count.map_or(usize::MAX, |count| count.saturating_sub(searched)),
            end: self.end.map_or(latest, |end| end.min(latest)),
            failed: None,
        };
        let comparison = Comparison::new(rules, self.puzzle, size, self.seed);
        let diagnosed = diagnose(&mut self.diagnosis, comparison, Some(runs))?;
        let BestFits { constant, answers, .. } = &diagnosed.best;
        sentences.extend(constant.iter().map(|it| self.replies.about_answer(it, *answers)));
        Ok((sentences, Some(diagnosed)))
    }

    /// Returns a sentence about another form of the inputs, if the program failed every input.
    fn right_form(&self) -> Result<Option<String>, JudgeError> {
        let failed = self.replies.iter().filter(|reply| reply.verdict != JudgeVerdict::Ok);
        let failed: Vec<_> = failed.map(|reply| (&reply.question, &reply.expected)).collect();
        if failed.len() < self.replies.len() {
            return Ok(None);
        }
        let latest = Instant::now() + FORMS_LIMIT;
        let end = self.end.map_or(latest, |end| end.min(latest));
        match right_form(&self.program, self.rules, self.form, &failed, end) {
            // What the search found must still be printed.
            Err(JudgeError::Interrupted) => Ok(None),
            found => found,
        }
    }

    /// Keeps the program's replies in a run.
    ///
    /// During the search, once there are [`MAX_OBSERVED`] replies, keeps only a wrong one to a single
    /// input. The search gives each wrongly answered input alone to the program.
    pub(super) fn observe(&mut self, questions: &[Question], run: &Run) -> Result<(), JudgeError> {
        let is_full = self.replies.len() >= MAX_OBSERVED && self.deadline.is_none();
        if is_full && questions.len() > 1 {
            return Ok(());
        }
        let judgements = judgements(run, questions, self.rules)?.unwrap_or_default();
        for (question, (expected, judgement)) in questions.iter().zip(judgements) {
            let is_new = self.replies.iter().all(|known| known.question != *question);
            if is_new && (judgement.verdict != JudgeVerdict::Ok || !is_full) {
                self.replies.add(question, &expected, &judgement);
            }
        }
        Ok(())
    }
}
