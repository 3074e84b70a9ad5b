//! Finds what a program's wrong answers have in common, apart from any misreading.

use std::collections::BTreeSet;

use fastrand::Rng;

use super::diagnosis::Observation;
use super::generate::RandomQuestions;
use super::properties::{Property, properties};
use super::separator::Separator;
use crate::cases::{Answer, Puzzle, Question};
use crate::cell::Size;
use crate::notation::Query;
use crate::path::PathError;
use crate::rules::Rules;

/// A property that divides the wrong answers of a program from its right answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Division {
    /// True if the wrong answers have the property, false if the right answers have it.
    pub is_wrong_with: bool,
    /// Property of all questions on one side, and of no question on the other. The sides are the
    /// questions that the program answers wrongly and those that it answers rightly.
    pub property: Property,
}

/// The one way in which all wrong answers of a program differ from the right answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Every wrong number is too large, by this difference if all differences are equal.
    TooLarge(Option<u32>),
    /// Every wrong number is too small, by this difference if all differences are equal.
    TooSmall(Option<u32>),
    /// Every wrong answer is this one.
    Always(Answer),
}

/// Common traits of a program's wrong answers.
#[derive(Clone, Debug)]
pub struct InCommon {
    /// Properties that divide the wrong answers from the right ones, the simplest first.
    pub divisions: Vec<Division>,
    /// Change that all wrong answers show.
    pub change: Option<Change>,
    /// Number of wrong answers, without those to new inputs.
    pub wrong: usize,
    /// Number of new inputs whose answers agree with the divisions, if at least three of these
    /// answers are right and at least three are wrong.
    pub divisions_confirmed: Option<usize>,
    /// Number of wrong answers to new inputs that show the change, if there are at least three.
    pub change_confirmed: Option<usize>,
}

impl InCommon {
    /// Returns `true` if the wrong answers have nothing in common.
    #[must_use]
    pub const fn is_nothing(&self) -> bool {
        self.divisions.is_empty() && self.change.is_none()
    }
}

/// A comparison of the properties of a program's wrong and right answers.
///
/// # Example
/// ```
/// use kubikschach::{cases::{Answer, Puzzle, Question}, notation, render, rules::Rules};
/// use kubikschach::workbench::{Comparison, Observation};
/// let rules = Rules::kubikschach();
/// let size = rules.default_size();
/// let mut comparison = Comparison::new(&rules, Puzzle::Path, Some(size), 1);
/// // The program is right about kings, and not about knights.
/// for (piece, got) in [("King", 3), ("Knight", 9)] {
///     for finish in ["B3d", "C3d", "D3d"] {
///         let query = notation::parse_query(&rules, size, &format!("{piece} W A1a {finish}"))?;
///         let question = Question::Path(size, query);
///         let (expected, got) = (question.answer(&rules)?, Some(Answer::Moves(Some(got))));
///         comparison.add(&Observation { question, expected, got });
///     }
/// }
/// let lines = render::in_common(&rules, &comparison.in_common());
/// assert_eq!(lines[0], "possible: all 3 wrong answers have a Knight, and no right one has");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Comparison {
    rules: Rules,
    /// Generator of further questions; `None` if the puzzle has queries and their board size is not
    /// known.
    random: Option<RandomQuestions>,
    separator: Separator,
    rng: Rng,
    /// Wrong answers, and the properties of each.
    observed: Vec<Observation>,
    wrong: Vec<BTreeSet<Property>>,
    /// Properties of each right answer.
    right: Vec<BTreeSet<Property>>,
    /// Changes from the right to the wrong answers, without repetitions; `None` for wrong outputs
    /// that are no answers.
    changes: Vec<Option<(Answer, Answer)>>,
    /// Numbers of wrong and of right answers to new inputs, counted from when [`ENOUGH`] wrong and
    /// right answers were known.
    new: [usize; 2],
    /// Number of wrong answers to new inputs, counted from when [`ENOUGH`] wrong answers were
    /// known.
    changed: usize,
    /// Number of all wrong answers to new inputs.
    new_wrong: usize,
}

/// Least number of wrong answers, and of right ones, that are compared. New inputs need as many to
/// confirm a result.
const ENOUGH: usize = 3;
/// Number of random questions from which the next one is chosen.
const DRAWS: usize = 100;

impl Comparison {
    /// Creates a comparison without answers. New questions depend on `seed`.
    ///
    /// If the rule set leaves the size open, new queries need `size`. Boards without `size` have
    /// several sizes.
    #[must_use]
    pub fn new(rules: &Rules, puzzle: Puzzle, size: Option<Size>, seed: u64) -> Self {
        Self {
            rules: rules.clone(),
            random: RandomQuestions::new(rules, puzzle, size, seed).ok(),
            separator: Separator::new(rules, puzzle, size, seed),
            rng: Rng::with_seed(seed),
            observed: Vec::new(),
            wrong: Vec::new(),
            right: Vec::new(),
            changes: Vec::new(),
            new: [0, 0],
            changed: 0,
            new_wrong: 0,
        }
    }

    /// Adds an answer of the program to the comparison.
    pub fn add(&mut self, observation: &Observation) {
        let Observation { question, expected, got } = observation;
        let properties = properties(&self.rules, question, expected);
        if !observation.is_wrong() {
            self.right.push(properties);
            return;
        }
        self.wrong.push(properties);
        self.observed.push(observation.clone());
        let change = got.clone().map(|got| (expected.clone(), got));
        if !self.changes.contains(&change) {
            self.changes.push(change);
        }
    }

    /// Adds an answer to a question of [`Self::next_question`]. The answer confirms each common
    /// trait that it does not rule out.
    pub fn add_new(&mut self, observation: &Observation) {
        if self.is_enough() {
            self.new[usize::from(!observation.is_wrong())] += 1;
        }
        self.changed += usize::from(observation.is_wrong() && self.wrong.len() >= ENOUGH);
        self.add_unpredicted(observation);
    }

    /// Adds an answer to a new input that was not chosen to test the common traits. The answer
    /// confirms none of them.
    pub fn add_unpredicted(&mut self, observation: &Observation) {
        self.new_wrong += usize::from(observation.is_wrong());
        self.add(observation);
    }

    /// Returns `true` if there are enough wrong and right answers to compare.
    #[must_use]
    pub fn is_enough(&self) -> bool {
        self.wrong.len() >= ENOUGH && self.right.len() >= ENOUGH
    }

    /// Returns the common traits of the wrong answers; none if there are too few answers.
    #[must_use]
    pub fn in_common(&self) -> InCommon {
        let [wrong, right] = self.new;
        let is_tested = wrong >= ENOUGH && right >= ENOUGH;
        InCommon {
            divisions: self.divisions(),
            change: self.change(),
            wrong: self.wrong.len() - self.new_wrong,
            divisions_confirmed: is_tested.then_some(wrong + right),
            change_confirmed: (self.changed >= ENOUGH).then_some(self.changed),
        }
    }

    fn divisions(&self) -> Vec<Division> {
        if !self.is_enough() {
            return Vec::new();
        }
        let with = only_in(&self.wrong, &self.right).map(|it| (it, true));
        let without = only_in(&self.right, &self.wrong).filter(|it| !has_opposite(it));
        let all = with.chain(without.map(|it| (it, false)));
        let mut all: Vec<Division> =
            all.map(|(property, is_wrong_with)| Division { is_wrong_with, property }).collect();
        all.sort_by_key(|division| (!division.is_wrong_with, division.property));
        all
    }

    fn change(&self) -> Option<Change> {
        let changes: Option<Vec<&(Answer, Answer)>> =
            self.changes.iter().map(Option::as_ref).collect();
        let changes = changes.filter(|_| self.wrong.len() >= ENOUGH)?;
        let differences: Option<Vec<i64>> =
            changes.iter().map(|(expected, got)| difference(expected, got)).collect();
        let (differences, (_, got)) = (differences.unwrap_or_default(), changes.first()?);
        let first = differences.first().copied().unwrap_or(0);
        let by = u32::try_from(first.unsigned_abs()).ok();
        let by = by.filter(|_| differences.iter().all(|difference| *difference == first));
        if changes.iter().all(|(_, other)| other == got) && (by.is_none() || first == 0) {
            return Some(Change::Always(got.clone()));
        }
        match first.signum() {
            1 if differences.iter().all(|it| *it > 0) => Some(Change::TooLarge(by)),
            -1 if differences.iter().all(|it| *it < 0) => Some(Change::TooSmall(by)),
            _ => None,
        }
    }

    /// Returns a question that tests the divisions, or any question if there are none; `None` if no
    /// question was found.
    ///
    /// Each division predicts for a question that the program's answer is wrong, or that it is
    /// right. For the chosen question, the predictions disagree as much as possible. If all agree,
    /// the predicted answers are wrong and right in turn.
    ///
    /// # Errors
    /// Returns an error if a query names a cell that is not on the board.
    pub fn next_question(&mut self) -> Result<Option<Question>, PathError> {
        let divisions = self.divisions();
        let wants_wrong = self.new[0] <= self.new[1];
        let mut best: Option<(usize, Question)> = None;
        // Questions that resemble wrongly answered ones come last, so that they are only chosen if
        // no random one is as good.
        let draws = if divisions.is_empty() { 1 } else { DRAWS };
        for nth in 0..2 * draws {
            let is_random = nth < draws;
            let found = if is_random { self.random_question() } else { self.varied_question() };
            let Some(question) = found else { continue };
            let properties = properties(&self.rules, &question, &question.answer(&self.rules)?);
            let is_wrong = |it: &&Division| properties.contains(&it.property) == it.is_wrong_with;
            let wrong = divisions.iter().filter(is_wrong).count();
            let score = match (wrong, divisions.len() - wrong) {
                (0, 0) => self.rng.usize(..2),
                (0, right) => right + usize::from(wants_wrong),
                (wrong, 0) => wrong + usize::from(!wants_wrong),
                (wrong, right) => wrong.abs_diff(right),
            };
            if best.as_ref().is_none_or(|(known, _)| score < *known) {
                best = Some((score, question));
            }
        }
        Ok(best.map(|(_, question)| question))
    }

    /// Returns a random question; `None` if none was found.
    pub fn random_question(&mut self) -> Option<Question> {
        self.random.as_mut()?.next_question().ok()
    }

    /// Returns a question that may resemble one that the program answered wrongly; `None` if the
    /// attempt fails.
    fn varied_question(&mut self) -> Option<Question> {
        let random = self.separator.any_question(&[], &self.observed)?;
        let known = self.rng.choice(&self.observed).map(|it| &it.question);
        let (Question::Path(size, random), Some(Question::Path(_, known))) = (&random, known)
        else {
            return Some(random);
        };
        Some(Question::Path(
            *size,
            Query {
                piece: if self.rng.bool() { known.piece } else { random.piece },
                start: if self.rng.bool() { known.start } else { random.start },
                finish: if self.rng.bool() { known.finish } else { random.finish },
            },
        ))
    }
}

/// Returns the properties that each set in `all` has, and no set in `none` has.
fn only_in<'f>(
    all: &'f [BTreeSet<Property>],
    none: &'f [BTreeSet<Property>],
) -> impl Iterator<Item = Property> {
    let (first, rest) = all.split_first().unzip();
    let candidates = first.into_iter().flatten().copied();
    candidates.filter(move |property| {
        rest.into_iter().flatten().all(|other| other.contains(property))
            && none.iter().all(|other| !other.contains(property))
    })
}

/// Returns `true` if the negation of the property is a property, too.
const fn has_opposite(property: &Property) -> bool {
    matches!(property, Property::Number(..) | Property::Checkmate(_) | Property::Color(_))
}

/// Returns the number of moves by which an answer is too large; `None` without two numbers.
fn difference(expected: &Answer, got: &Answer) -> Option<i64> {
    match (expected, got) {
        (Answer::Moves(Some(expected)), Answer::Moves(Some(got))) => {
            Some(i64::from(*got) - i64::from(*expected))
        }
        _ => None,
    }
}
