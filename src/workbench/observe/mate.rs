//! Facts about a program that finds checkmates.

use super::Observer;
use super::answers::{Answers, Asked};
use crate::cases::Question;

/// A fact about a program that finds checkmates.
#[derive(Clone, Debug)]
pub struct MateFact {}

impl MateFact {
    pub(super) fn shown(&self) -> Vec<&Asked> {
        Vec::new()
    }
}

/// Returns the boards of the plan that the program should be asked now.
pub(super) fn questions(observer: &Observer) -> Vec<Question> {
    let _ = observer;
    Vec::new()
}

pub(super) fn facts(observer: &Observer) -> Vec<super::Fact> {
    let _ = observer;
    Vec::new()
}

pub(super) fn smallest(answers: &Answers) -> Option<&Asked> {
    answers.wrong().next()
}
