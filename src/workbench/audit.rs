//! Finds the misreadings of the rules that no case in a set of cases catches, and suggests
//! cases that catch these misreadings.

use fixedbitset::FixedBitSet;

use super::cover::{best_first, least_cover};
use super::misreading::Misreading;
use super::shrink::shrink;
use super::witnesses::WitnessSearch;
use crate::cases::{Answer, Puzzle, Question};
use crate::cell::Size;
use crate::common::sorted;
use crate::control::Control;
use crate::path::PathError;
use crate::rules::Rules;

/// The misreadings of the rules that a set of cases catches, and those that it misses.
///
/// A case catches a [`Misreading`] if a program with that misreading answers the case wrongly.
///
/// # Example
/// ```
/// use kubikschach::workbench::{Audit, AuditOutcome};
/// use kubikschach::{cases::{Case, Puzzle}, control::Control, rules::Rules};
/// let rules = Rules::kubikschach();
/// let case = &Case::parse("
///     rules = 'kubikschach'
///     [[case]]
///     name = 'a king'
///     input = 'King W A1a B3d'
///     expected = 3
/// ")?[0];
/// let asked = [(case.question(&rules)?, case.expected.clone())];
/// let audit = Audit::new(&rules, Puzzle::Path, &asked, 1, &Control::FREE)?;
/// assert!(audit.findings.iter().any(|finding| finding.outcome == AuditOutcome::Caught));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Audit {
    rules: Rules,
    /// All misreadings that the cases should catch, each with its outcome.
    pub findings: Vec<Finding>,
}

/// A misreading of the rules, and the cases that catch it.
#[derive(Clone, Debug)]
pub struct Finding {
    /// Misreading that the cases should catch.
    pub misreading: Misreading,
    /// Indexes of the cases that a program with the misreading answers wrongly.
    pub caught_by: Vec<usize>,
    /// Outcome for the misreading: caught by a case, missed (perhaps with a question that would
    /// catch the misreading), or unknown because the audit was stopped.
    pub outcome: AuditOutcome,
}

/// The outcome of an audit for one misreading of the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AuditOutcome {
    /// At least one case catches the misreading.
    Caught,
    /// No case catches the misreading, but a case with this question would.
    Survives(Question),
    /// No case catches the misreading, and none of the questions that the audit tried would catch
    /// it.
    NoWitness(Searched),
    /// The audit was stopped before it knew the outcome.
    Unknown,
}

/// The questions that an audit tried in order to find one that a misreading answers wrongly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Searched {
    /// Queries from every cell to every cell, for pieces of both colors, on boards of the cases'
    /// sizes.
    ///
    /// If the rule set leaves the size open, sizes of more than ten cells along an edge are reduced
    /// to ten.
    AllPairs,
    /// This number of boards, some random and some constructed.
    Boards(usize),
}

/// A suggested case, which catches misreadings that no audited case catches.
#[derive(Clone, Debug)]
pub struct Suggestion {
    /// Question that the case asks.
    pub question: Question,
    /// Right answer to the question.
    pub expected: Answer,
    /// Indexes into [`Audit::findings`] of the misreadings that the case catches.
    pub catches: Vec<usize>,
}

impl Audit {
    /// Finds the misreadings that no case catches, and searches for questions that catch them.
    ///
    /// The expected answers must be right, because the answers of misreadings are compared with
    /// them. [`Case::passes`](crate::cases::Case::passes) checks an expected answer.
    ///
    /// If `control` stops the audit, the misreadings that are not done get
    /// [`AuditOutcome::Unknown`].
    ///
    /// # Errors
    /// Returns an error if a query names a cell that is not on the board.
    ///
    /// # Complexity
    /// Computes the answer of every misreading to every case. For each misreading of a path puzzle
    /// that no case catches, tries queries from random cells to all cells, and then all queries. For
    /// all such misreadings of a mate puzzle together, tries boards until 20,000 in succession catch
    /// no further misreading.
    pub fn new(
        rules: &Rules,
        puzzle: Puzzle,
        cases: &[(Question, Answer)],
        seed: u64,
        control: &Control<'_>,
    ) -> Result<Self, PathError> {
        let misreadings = Misreading::all(rules, puzzle);
        let mut caught_by = catching_cases(&misreadings, cases, control)?;
        let is_whole = caught_by.len() == misreadings.len();
        caught_by.resize(misreadings.len(), Vec::new());
        let outcome = |catching: &Vec<usize>| {
            if catching.is_empty() { AuditOutcome::Unknown } else { AuditOutcome::Caught }
        };
        let outcomes: Vec<AuditOutcome> = caught_by.iter().map(outcome).collect();
        let mut search =
            WitnessSearch { rules, misreadings: &misreadings, outcomes, seed, control };
        let end = match puzzle {
            _ if !is_whole => Ok(()),
            Puzzle::Path => search.find_queries(&sizes(rules, cases)),
            Puzzle::Mate => search.find_boards(),
        };
        let outcomes = search.outcomes;
        match end {
            Ok(()) | Err(PathError::Stopped) => {}
            Err(error) => return Err(error),
        }
        let findings = misreadings.into_iter().zip(caught_by).zip(outcomes);
        let findings = findings.map(|((misreading, caught_by), outcome)| Finding {
            misreading,
            caught_by,
            outcome,
        });
        Ok(Self { rules: rules.clone(), findings: findings.collect() })
    }

    /// Returns `true` unless the audit was stopped before it knew all outcomes.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.findings.iter().all(|finding| finding.outcome != AuditOutcome::Unknown)
    }

    /// Returns the indexes of a smallest set of cases that catch as many misreadings as all cases.
    ///
    /// # Complexity
    /// Exact for most sets of cases; a search that would be long ends with a set from which no case
    /// can be left out.
    #[must_use]
    pub fn least(&self) -> Vec<usize> {
        let caught = self.findings.iter().map(|finding| finding.caught_by.clone());
        least_cover(&caught.filter(|catching| !catching.is_empty()).collect::<Vec<_>>())
    }

    /// Returns the indexes of up to `count` cases that together catch the most misreadings, best
    /// first: each catches the most that those before it do not catch.
    #[must_use]
    pub fn best(&self, count: usize) -> Vec<usize> {
        let caught = self.findings.iter().map(|finding| finding.caught_by.clone());
        best_first(&caught.filter(|catching| !catching.is_empty()).collect::<Vec<_>>(), count)
    }

    /// Returns cases that together catch every misreading with [`AuditOutcome::Survives`].
    ///
    /// Repeatedly chooses the question that catches the most misreadings not yet caught, and
    /// shrinks that question. If `control` stops the search, returns the cases that were found so
    /// far.
    ///
    /// # Errors
    /// Returns an error if a query names a cell that is not on the board.
    pub fn suggest(&self, control: &Control<'_>) -> Result<Vec<Suggestion>, PathError> {
        let survivor = |(nth, finding): (usize, &Finding)| match &finding.outcome {
            AuditOutcome::Survives(question) => Some((nth, question.clone())),
            _ => None,
        };
        let survivors: Vec<(usize, Question)> =
            self.findings.iter().enumerate().filter_map(survivor).collect();
        let mut left: Vec<usize> = survivors.iter().map(|(nth, _)| *nth).collect();
        let mut catches: Vec<FixedBitSet> = Vec::new();
        for (_, question) in &survivors {
            if control.tick(1).is_err() {
                return Ok(Vec::new());
            }
            catches.push(self.caught(question, &left)?.into_iter().collect());
        }
        let mut suggestions = Vec::new();
        while !left.is_empty() && control.tick(1).is_ok() {
            let count = |set: &FixedBitSet| left.iter().filter(|nth| set.contains(**nth)).count();
            let Some(best) = (0..survivors.len()).rev().max_by_key(|&nth| count(&catches[nth]))
            else {
                break;
            };
            let wanted: Vec<usize> =
                left.iter().copied().filter(|&nth| catches[best].contains(nth)).collect();
            let question = self.shrunk(&survivors[best].1, &wanted, control);
            let caught = self.caught(&question, &left)?;
            left.retain(|nth| !caught.contains(nth));
            let expected = question.answer(&self.rules)?;
            suggestions.push(Suggestion { question, expected, catches: caught });
        }
        Ok(suggestions)
    }

    /// Returns a smaller question that catches all `wanted` misreadings, as the given one does.
    fn shrunk(&self, question: &Question, wanted: &[usize], control: &Control<'_>) -> Question {
        let is_enough = |question: &Question| {
            control.tick(1).is_ok()
                && self.caught(question, wanted).is_ok_and(|caught| caught == wanted)
        };
        let first = |smaller: &[Question]| smaller.iter().position(is_enough);
        shrink(&self.rules, question.clone(), first)
    }

    /// Returns the indexes from `among` of the misreadings that answer the question wrongly.
    ///
    /// `among` has indexes into [`Self::findings`].
    fn caught(&self, question: &Question, among: &[usize]) -> Result<Vec<usize>, PathError> {
        let (expected, mut caught) = (question.answer(&self.rules)?, Vec::new());
        for &nth in among {
            if self.findings[nth].misreading.fails(question, &expected)? {
                caught.push(nth);
            }
        }
        Ok(caught)
    }
}

fn sizes(rules: &Rules, cases: &[(Question, Answer)]) -> Vec<Size> {
    let of_cases = cases.iter().map(|(question, _)| match question {
        Question::Path(size, _) => *size,
        Question::Mate(setup) => setup.board.size(),
    });
    sorted(of_cases.chain(rules.size()))
}

/// Returns the indexes of the cases that catch each misreading. If `control` stops the search, the
/// last misreadings are missing.
fn catching_cases(
    misreadings: &[Misreading],
    cases: &[(Question, Answer)],
    control: &Control<'_>,
) -> Result<Vec<Vec<usize>>, PathError> {
    let mut caught_by = Vec::with_capacity(misreadings.len());
    for misreading in misreadings {
        let mut catching = Vec::new();
        for (nth, (question, expected)) in cases.iter().enumerate() {
            if control.tick(1).is_err() {
                return Ok(caught_by);
            }
            if misreading.fails(question, expected)? {
                catching.push(nth);
            }
        }
        caught_by.push(catching);
    }
    Ok(caught_by)
}
