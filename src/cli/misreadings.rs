//! Misreadings as JSON.

use serde::Serialize;

use crate::render;
use crate::rules::Rules;
use crate::workbench::{BestFits, MisreadingFit};

/// A misreading as `--json` prints it.
#[derive(Serialize)]
pub(crate) struct JsonMisreading<'a> {
    text: String,
    explains: usize,
    contradicts: usize,
    wrong: usize,
    /// The number of new inputs on which the misreading predicted a wrong answer of the program;
    /// `None` if it was not tested enough.
    confirmed: Option<usize>,
    /// The names of the cases whose wrong answers the misreading predicts; `None` unless
    /// `judge --why` asks for them.
    #[serde(rename = "gives", skip_serializing_if = "Option::is_none")]
    predicted: Option<Vec<&'a str>>,
}

impl<'a> JsonMisreading<'a> {
    /// Returns the misreadings that come nearest to the program's answers.
    pub(crate) fn of_best(rules: &Rules, best: &BestFits) -> Vec<Self> {
        best.shown.iter().map(|fit| Self::new(rules, fit, best)).collect()
    }

    pub(crate) fn new(rules: &Rules, fit: &MisreadingFit, best: &BestFits) -> Self {
        let MisreadingFit { misreading, explains, contradicts } = fit;
        let text = render::misreading(rules, misreading);
        Self {
            text,
            explains: *explains,
            contradicts: *contradicts,
            wrong: best.wrong,
            confirmed: best.confirmed,
            predicted: None,
        }
    }

    /// Adds the names of the cases whose wrong answers the misreading predicts.
    pub(crate) fn with_predicted(self, predicted: Option<Vec<&'a str>>) -> Self {
        Self { predicted, ..self }
    }
}
