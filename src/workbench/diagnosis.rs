//! Diagnoses: the readings of the rules that a program's answers agree with.

use std::mem;

use super::reading::Reading;
use crate::cases::{Answer, Puzzle, Question};
use crate::path::PathError;
use crate::rules::Rules;

/// The most readings that are returned.
const MOST: usize = 3;

/// An answer of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observation {
    /// The input.
    pub question: Question,
    /// The right answer.
    pub expected: Answer,
    /// The program's answer; `None` if what it printed is no answer at all.
    pub got: Option<Answer>,
}

impl Observation {
    /// Returns `true` if the program's answer is wrong.
    #[must_use]
    pub fn is_wrong(&self) -> bool {
        self.got.as_ref() != Some(&self.expected)
    }
}

/// A reading and how well it agrees with a program's answers.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The reading.
    pub reading: Reading,
    /// Wrong answers of the program that the reading gives exactly.
    pub explains: usize,
    /// Right answers of the program that the reading does not give.
    pub contradicts: usize,
}

/// A comparison of a program's answers with those of wrong readings.
///
/// Single readings are compared first. Pairs of them follow only if no single one fits.
///
/// # Example
/// ```
/// use kubikschach::{cases::{Answer, Puzzle, Question}, notation, render, rules::Rules};
/// use kubikschach::workbench::{Diagnosis, Observation};
/// let rules = Rules::kubikschach();
/// let size = rules.size().expect("its size is fixed");
/// let mut diagnosis = Diagnosis::new(&rules, Puzzle::Path);
/// // A pawn never goes sideways, and a king takes three moves.
/// for (text, moves) in [("Pawn W D4d D5d", Some(1)), ("King W A1a B3d", Some(3))] {
///     let question = Question::Path(size, notation::query(&rules, size, text)?);
///     let expected = question.answer(&rules)?;
///     diagnosis.add(Observation { question, expected, got: Some(Answer::Moves(moves)) })?;
/// }
/// let texts = diagnosis.fits()?.into_iter().map(|fit| render::reading(&rules, &fit.reading));
/// assert!(texts.collect::<Vec<_>>().contains(&"the Pawn also goes sideways".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Diagnosis {
    observations: Vec<Observation>,
    wrong: usize,
    /// All single readings, the simplest first.
    singles: Vec<Explanation>,
    /// The pairs that fit; `None` as long as nobody has asked for them.
    pairs: Option<Vec<Explanation>>,
}

impl Explanation {
    const fn new(reading: Reading) -> Self {
        Self { reading, explains: 0, contradicts: 0 }
    }

    /// Returns `true` if the reading gives the program's answer.
    ///
    /// # Errors
    /// If a query names a cell that is not on the board.
    pub fn gives(&self, observation: &Observation) -> Result<bool, PathError> {
        let Observation { question, expected, got } = observation;
        Ok(got.is_some() && Some(self.reading.answer(question, expected)?) == *got)
    }

    /// Counts an observation; returns `false` if the reading does not give the program's answer.
    fn count(&mut self, observation: &Observation) -> Result<bool, PathError> {
        let agrees = self.gives(observation)?;
        match (observation.is_wrong(), agrees) {
            (true, true) => self.explains += 1,
            (false, false) => self.contradicts += 1,
            _ => {}
        }
        Ok(agrees)
    }

    const fn fits(&self, wrong: usize) -> bool {
        self.explains == wrong && self.contradicts == 0
    }
}

impl Diagnosis {
    /// Creates a diagnosis without any answers.
    #[must_use]
    pub fn new(rules: &Rules, puzzle: Puzzle) -> Self {
        let singles = Reading::for_diagnosis(rules, puzzle).into_iter().map(Explanation::new);
        Self { observations: Vec::new(), wrong: 0, singles: singles.collect(), pairs: None }
    }

    /// Adds an answer of the program.
    ///
    /// # Errors
    /// If a query names a cell that is not on the board.
    ///
    /// # Complexity
    /// Every single reading answers the question, and so does every pair that is left.
    pub fn add(&mut self, observation: Observation) -> Result<(), PathError> {
        self.wrong += usize::from(observation.is_wrong());
        for single in &mut self.singles {
            single.count(&observation)?;
        }
        if let Some(pairs) = &mut self.pairs {
            let mut left = Vec::new();
            for mut pair in mem::take(pairs) {
                let agrees = pair.count(&observation)?;
                left.extend(agrees.then_some(pair));
            }
            *pairs = left;
        }
        self.observations.push(observation);
        Ok(())
    }

    /// The program's answers.
    #[must_use]
    pub fn observations(&self) -> &[Observation] {
        &self.observations
    }

    /// The number of the program's wrong answers.
    #[must_use]
    pub const fn wrong(&self) -> usize {
        self.wrong
    }

    /// Returns the readings that give all of the program's answers, the simplest first; none as long
    /// as no answer is wrong.
    ///
    /// # Errors
    /// If a query names a cell that is not on the board.
    ///
    /// # Complexity
    /// If no single reading fits, each pair answers questions up to the first on which it differs from the
    /// program.
    pub fn fits(&mut self) -> Result<Vec<&Explanation>, PathError> {
        let fits = |single: &&Explanation| single.fits(self.wrong);
        if self.wrong == 0 {
            return Ok(Vec::new());
        }
        let fitting: Vec<&Explanation> = self.singles.iter().filter(fits).collect();
        if !fitting.is_empty() {
            return Ok(fitting);
        }
        if self.pairs.is_none() {
            self.pairs = Some(self.fitting_pairs()?);
        }
        Ok(self.pairs.iter().flatten().collect())
    }

    fn fitting_pairs(&self) -> Result<Vec<Explanation>, PathError> {
        let (mut pairs, singles) = (Vec::new(), &self.singles);
        for (nth, one) in singles.iter().enumerate() {
            for other in &singles[nth + 1..] {
                if let Some(reading) = one.reading.and(&other.reading) {
                    pairs.extend(self.fitting(reading)?);
                }
            }
        }
        pairs.sort_by_key(|pair| pair.reading.kind.complexity());
        Ok(pairs)
    }

    /// Returns the explanation that a reading is, if it gives all answers; the wrong ones, which few
    /// readings give, are compared first.
    fn fitting(&self, reading: Reading) -> Result<Option<Explanation>, PathError> {
        let mut explanation = Explanation::new(reading);
        for is_wrong in [true, false] {
            for observation in self.observations.iter().filter(|it| it.is_wrong() == is_wrong) {
                if !explanation.count(observation)? {
                    return Ok(None);
                }
            }
        }
        Ok(Some(explanation))
    }

    /// Returns the three simplest readings that fit, or else the three that come nearest.
    ///
    /// # Errors
    /// If a query names a cell that is not on the board.
    pub fn explanations(&mut self) -> Result<Vec<Explanation>, PathError> {
        let fits: Vec<Explanation> = self.fits()?.into_iter().take(MOST).cloned().collect();
        Ok(if fits.is_empty() { self.nearest() } else { fits })
    }

    /// Returns up to three single readings that come nearest to the program's answers, the nearest
    /// first. Each gives a wrong answer at least.
    fn nearest(&self) -> Vec<Explanation> {
        let differences = |it: &&Explanation| self.wrong - it.explains + it.contradicts;
        let mut nearest: Vec<&Explanation> =
            self.singles.iter().filter(|single| single.explains > 0).collect();
        nearest.sort_by_key(differences);
        nearest.into_iter().take(MOST).cloned().collect()
    }
}
