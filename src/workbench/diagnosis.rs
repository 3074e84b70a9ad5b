//! Finds the misreadings of the rules that explain a program's wrong answers.

mod fit;

use std::mem;

pub use self::fit::MisreadingFit;
use super::misreading::Misreading;
use crate::cases::{Answer, Puzzle, Question};
use crate::path::PathError;
use crate::rules::Rules;

/// Largest number of misreadings that [`Diagnosis::best`] returns.
const MOST_SHOWN: usize = 3;
/// Number of wrong answers from which on pairs of misreadings are considered.
///
/// Some of the many pairs fit one or two wrong answers by chance.
const WRONG_FOR_PAIRS: usize = 3;
/// A misreading that does not fit all answers is shown only if it gives one in this many of the
/// wrong answers, or more.
const LEAST_PART: usize = 3;
/// Least number of correctly predicted wrong answers that confirms a misreading.
const PREDICTIONS: usize = 3;
/// Least number of equal answers after which a program seems not to read its input.
const CONSTANT: usize = 3;

/// A program's answer to a question, with the right answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observation {
    /// Question that the program answered.
    pub question: Question,
    /// Right answer to the question.
    pub expected: Answer,
    /// Answer of the program; `None` if its output cannot be parsed as an answer.
    pub got: Option<Answer>,
}

impl Observation {
    /// Returns `true` if the program's answer is wrong or missing.
    #[must_use]
    pub fn is_wrong(&self) -> bool {
        self.got.as_ref() != Some(&self.expected)
    }
}

/// The misreadings that come nearest to a program's answers.
#[derive(Clone, Debug)]
pub struct BestFits {
    /// Up to three misreadings that give all of the program's answers, those with the fewest
    /// changes to the rules first.
    ///
    /// If no misreading gives all answers, up to three that give at least a third of the wrong
    /// answers. For each right answer that they contradict, they explain at least two wrong ones.
    pub shown: Vec<MisreadingFit>,
    /// Number of further misreadings that give all of the program's answers.
    pub others: usize,
    /// Number of the program's wrong answers.
    pub wrong: usize,
    /// Number of the program's answers, right or wrong.
    pub answers: usize,
    /// Number of wrong answers to new inputs that the misreadings predicted. `None` unless the
    /// misreadings give all answers and predicted at least three wrong ones. Each misreading of a
    /// pair must answer one of these inputs wrongly.
    pub confirmed: Option<usize>,
    /// Answer that the program gave each time, if there are at least three and the right answers
    /// differ. No misreading is confirmed then, because the program may not read its input.
    ///
    /// If a misreading fits and new inputs were tried, `None` unless at least three answers to new
    /// inputs are wrong.
    pub constant: Option<Answer>,
}

/// A comparison of a program's answers with those that each [`Misreading`] would lead to.
///
/// Pairs of misreadings are considered only if no single misreading fits all of the program's
/// answers, and at least three answers are wrong.
///
/// # Example
/// ```
/// use kubikschach::{cases::{Answer, Puzzle, Question}, notation, render, rules::Rules};
/// use kubikschach::workbench::{Diagnosis, Observation};
/// let rules = Rules::kubikschach();
/// let size = rules.default_size();
/// let mut diagnosis = Diagnosis::new(&rules, Puzzle::Path);
/// // A pawn never goes sideways, and a king takes three moves.
/// for (text, moves) in [("Pawn W D4d D5d", Some(1)), ("King W A1a B3d", Some(3))] {
///     let question = Question::Path(size, notation::parse_query(&rules, size, text)?);
///     let expected = question.answer(&rules)?;
///     diagnosis.add(Observation { question, expected, got: Some(Answer::Moves(moves)) })?;
/// }
/// let texts = diagnosis.fits()?.into_iter().map(|fit| render::misreading(&rules, &fit.misreading));
/// assert!(texts.collect::<Vec<_>>().contains(&"the Pawn also goes sideways".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Diagnosis {
    rules: Rules,
    puzzle: Puzzle,
    observations: Vec<Observation>,
    wrong: usize,
    /// All single misreadings, those with the fewest changes to the rules first; empty until they
    /// are needed.
    singles: Vec<Single>,
    /// Number of observations, from the first on, whose wrong answers `singles` has counted.
    counted: usize,
    /// Pairs of misreadings that fit all answers; `None` until pairs are needed.
    pairs: Option<Vec<MisreadingFit>>,
    /// Number of answers to new inputs.
    new: usize,
    /// Wrong answers to new inputs that the fitting misreadings predicted, as indices of
    /// `observations`.
    predicted: Vec<usize>,
}

/// A single misreading with its counts so far.
#[derive(Clone, Debug)]
struct Single {
    fit: MisreadingFit,
    /// Number of observations, from the first on, whose right answers `fit` has counted.
    compared: usize,
}

impl Diagnosis {
    /// Creates a diagnosis without observations.
    #[must_use]
    pub fn new(rules: &Rules, puzzle: Puzzle) -> Self {
        Self {
            rules: rules.clone(),
            puzzle,
            observations: Vec::new(),
            wrong: 0,
            singles: Vec::new(),
            counted: 0,
            pairs: None,
            predicted: Vec::new(),
            new: 0,
        }
    }

    /// Adds an answer of the program to the comparison.
    ///
    /// # Errors
    /// Returns an error if a query names a cell that is not on the board.
    ///
    /// # Complexity
    /// Computes the answer of every pair of misreadings that has fitted all answers so far. The
    /// answers of single misreadings are computed when they are needed.
    pub fn add(&mut self, observation: Observation) -> Result<(), PathError> {
        self.wrong += usize::from(observation.is_wrong());
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

    /// Adds an answer of the program to a question that was asked to test the misreadings that fit.
    ///
    /// A wrong answer confirms the misreadings that still fit after it, because they predicted it.
    ///
    /// # Errors
    /// Returns an error if a query names a cell that is not on the board.
    pub fn add_new(&mut self, observation: Observation) -> Result<(), PathError> {
        self.new += 1;
        self.predicted.extend(observation.is_wrong().then_some(self.observations.len()));
        self.add(observation)
    }

    /// Returns the number of wrong answers to new inputs that the fitting misreadings predicted.
    #[must_use]
    pub const fn confirmed(&self) -> usize {
        self.predicted.len()
    }

    /// Returns the two single misreadings of a pair, or a single misreading itself.
    #[must_use]
    pub fn parts(&self, misreading: &Misreading) -> Vec<Misreading> {
        let singles = self.singles.iter().map(|single| &single.fit.misreading);
        singles.filter(|it| misreading.kind.parts().contains(&it.kind)).cloned().collect()
    }

    /// Returns `true` if new inputs confirm a misreading: enough wrong answers were predicted, and
    /// each part of a pair answers one of these inputs wrongly.
    fn confirms(&self, misreading: &Misreading) -> Result<bool, PathError> {
        for part in self.parts(misreading) {
            let mut is_tested = false;
            for &nth in &self.predicted {
                let Observation { question, expected, .. } = &self.observations[nth];
                is_tested |= part.fails(question, expected)?;
            }
            if !is_tested {
                return Ok(false);
            }
        }
        Ok(self.predicted.len() >= PREDICTIONS)
    }

    /// Compares the single misreadings with the observations that are not counted yet.
    ///
    /// A misreading that explains no wrong answer is of no use, so it is not compared with right
    /// answers.
    fn count_singles(&mut self) -> Result<(), PathError> {
        if self.singles.is_empty() {
            let single = |it| Single { fit: MisreadingFit::new(it), compared: 0 };
            let all = Misreading::for_diagnosis(&self.rules, self.puzzle);
            self.singles = all.into_iter().map(single).collect();
        }
        let Self { observations, singles, counted, .. } = self;
        for Single { fit, compared } in singles {
            for observation in observations[*counted..].iter().filter(|it| it.is_wrong()) {
                fit.count(observation)?;
            }
            if fit.explains > 0 {
                for observation in observations[*compared..].iter().filter(|it| !it.is_wrong()) {
                    fit.count(observation)?;
                }
                *compared = observations.len();
            }
        }
        *counted = observations.len();
        Ok(())
    }

    /// Returns the single misreadings that explain a wrong answer.
    fn explaining(&self) -> impl Iterator<Item = &MisreadingFit> {
        self.singles.iter().map(|single| &single.fit).filter(|fit| fit.explains > 0)
    }

    /// Returns the observations added so far, in their order.
    #[must_use]
    pub fn observations(&self) -> &[Observation] {
        &self.observations
    }

    /// Returns `true` if there is an observation of this question.
    #[must_use]
    pub fn has_asked(&self, question: &Question) -> bool {
        self.observations.iter().any(|known| known.question == *question)
    }

    /// Returns the number of the program's wrong answers.
    #[must_use]
    pub const fn wrong(&self) -> usize {
        self.wrong
    }

    /// Returns the misreadings that give all of the program's answers.
    ///
    /// Misreadings with the fewest changes to the rules come first. The list is empty if no answer
    /// of the program is wrong.
    ///
    /// # Errors
    /// Returns an error if a query names a cell that is not on the board.
    ///
    /// # Complexity
    /// If no single misreading fits, tries pairs. In each pair both misreadings explain a wrong
    /// answer, or one does under further conditions. The answers of a pair are computed only until
    /// one differs from the program's answer.
    pub fn fits(&mut self) -> Result<Vec<&MisreadingFit>, PathError> {
        if self.wrong == 0 {
            return Ok(Vec::new());
        }
        self.count_singles()?;
        let fits = |fit: &&MisreadingFit| fit.fits(self.wrong);
        let is_exact = |fit: &&MisreadingFit| !fit.misreading.kind.is_vague();
        if self.explaining().filter(is_exact).any(|fit| fit.fits(self.wrong)) {
            return Ok(self.explaining().filter(is_exact).filter(fits).collect());
        }
        if self.pairs.is_none() && self.wrong >= WRONG_FOR_PAIRS {
            self.pairs = Some(self.fitting_pairs()?);
            // Pairs that are considered only now predicted none of the answers.
            self.predicted.clear();
        }
        let pairs: Vec<&MisreadingFit> = self.pairs.iter().flatten().collect();
        let vague = || self.explaining().filter(fits).collect();
        Ok(if pairs.is_empty() { vague() } else { pairs })
    }

    /// Returns the pairs of `leader` and another misreading of the same piece that also give all of
    /// the program's answers, but move the piece differently. The other misreading counts as one
    /// change.
    ///
    /// # Errors
    /// Returns an error if a query names a cell that is not on the board.
    pub fn neighbors(&self, leader: &Misreading) -> Result<Vec<Misreading>, PathError> {
        let others = self.singles.iter().map(|single| &single.fit.misreading);
        let is_of_one_piece = |it: &&Misreading| leader.roles().any(|role| it.misreads(role));
        let simple = others.filter(|it| it.kind.complexity() == 1).filter(is_of_one_piece);
        let mut neighbors = Vec::new();
        for pair in simple.filter_map(|other| leader.and(other)) {
            if !pair.moves_like(leader) {
                neighbors.extend(self.fitting(pair)?.map(|fit| fit.misreading));
            }
        }
        Ok(neighbors)
    }

    fn fitting_pairs(&self) -> Result<Vec<MisreadingFit>, PathError> {
        let all: Vec<&MisreadingFit> = self.singles.iter().map(|single| &single.fit).collect();
        let mut pairs = Vec::new();
        for (nth, one) in all.iter().enumerate() {
            for other in all[nth + 1..].iter().filter(|other| self.may_be_pair(one, other)) {
                if let Some(misreading) = one.misreading.and(&other.misreading) {
                    pairs.extend(self.fitting(misreading)?);
                }
            }
        }
        pairs.sort_by_key(|pair| pair.misreading.kind.complexity());
        Ok(pairs)
    }

    /// Returns the fit of `misreading`; `None` unless it gives all of the program's answers.
    ///
    /// The program's wrong answers are checked before its right answers, because they rule out most
    /// misreadings.
    fn fitting(&self, misreading: Misreading) -> Result<Option<MisreadingFit>, PathError> {
        let mut fit = MisreadingFit::new(misreading);
        for is_wrong in [true, false] {
            for observation in self.observations.iter().filter(|it| it.is_wrong() == is_wrong) {
                if !fit.count(observation)? {
                    return Ok(None);
                }
            }
        }
        Ok(Some(fit))
    }

    /// Returns the misreadings that come nearest to the program's answers.
    ///
    /// # Errors
    /// Returns an error if a query names a cell that is not on the board.
    pub fn best(&mut self) -> Result<BestFits, PathError> {
        let mut fits: Vec<MisreadingFit> = self.fits()?.into_iter().cloned().collect();
        let (wrong, answers) = (self.wrong, self.observations.len());
        let is_tested = fits.is_empty() || self.new == 0 || self.predicted.len() >= PREDICTIONS;
        let constant = self.constant().filter(|_| is_tested).cloned();
        if constant.is_some() {
            fits.retain(|fit| fit.misreading.verdict_of_all().is_none());
        }
        let others = fits.len().saturating_sub(MOST_SHOWN);
        let mut is_confirmed = !fits.is_empty() && constant.is_none();
        for fit in &fits {
            is_confirmed = is_confirmed && self.confirms(&fit.misreading)?;
        }
        let confirmed = is_confirmed.then_some(self.predicted.len());
        let are_near = fits.is_empty() && constant.is_none();
        let mut shown = if are_near { self.nearest() } else { fits };
        shown.truncate(MOST_SHOWN);
        Ok(BestFits { shown, others, wrong, answers, confirmed, constant })
    }

    /// Returns the answer that the program gave each time, if there are at least three answers and
    /// the right ones differ.
    fn constant(&self) -> Option<&Answer> {
        let Observation { got, expected, .. } = self.observations.first()?;
        let is_constant = self.observations.iter().all(|it| it.got == *got);
        let differ = self.observations.iter().any(|it| it.expected != *expected);
        got.as_ref().filter(|_| is_constant && differ && self.observations.len() >= CONSTANT)
    }

    /// Returns the single misreadings that give at least a third of the program's wrong answers.
    /// For each right answer that they contradict, they explain at least two wrong ones.
    ///
    /// Misreadings that differ from the program in the fewest answers come first.
    fn nearest(&self) -> Vec<MisreadingFit> {
        let differences = |it: &MisreadingFit| self.wrong - it.explains + it.contradicts;
        let is_near = |it: &&MisreadingFit| {
            LEAST_PART * it.explains >= self.wrong && 2 * it.contradicts <= it.explains
        };
        let mut nearest: Vec<MisreadingFit> = self.explaining().filter(is_near).cloned().collect();
        nearest.sort_by_key(differences);
        nearest
    }

    /// Returns `true` if two misreadings are worth trying as a pair.
    ///
    /// Two misreadings are if both explain a wrong answer. One that explains none is tried with one
    /// that explains some if both are simple and change different pieces, or if one step of a piece
    /// is wrong in place of another. In the latter case one of the two has to explain half of the
    /// wrong answers.
    fn may_be_pair(&self, one: &MisreadingFit, other: &MisreadingFit) -> bool {
        let both = [one, other];
        let are_precise = both.iter().all(|it| !it.misreading.kind.is_vague());
        let are_simple = both.iter().all(|it| it.misreading.kind.complexity() == 1);
        let explained = one.explains.max(other.explains);
        let is_of_one_piece = one.misreading.roles().any(|role| other.misreading.misreads(role));
        let is_enough = if is_of_one_piece {
            one.misreading.replaces_a_step_with(&other.misreading) && 2 * explained >= self.wrong
        } else {
            are_simple && explained > 0
        };
        are_precise && (is_enough || both.iter().all(|it| it.explains > 0))
    }
}
