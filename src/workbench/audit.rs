//! Finds the misreadings of the rules that no case in a set of cases catches, and suggests
//! cases that catch these misreadings.

use fixedbitset::FixedBitSet;

use super::misreading::Misreading;
use super::shrink::shrink;
use super::witness::{Searched, Witness, witnesses};
use crate::cases::{Answer, Puzzle, Question};
use crate::cell::Size;
use crate::control::Control;
use crate::path::PathError;
use crate::rules::Rules;
use crate::sorted::sorted;

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
    /// Indexes of the redundant cases: every misreading that such a case catches is also caught by
    /// another case.
    ///
    /// One redundant case can be removed without loss. If several are removed, a misreading may no
    /// longer be caught. The list is empty if the audit was stopped before it asked all cases.
    pub redundant: Vec<usize>,
    witnesses: Vec<Witness>,
}

/// A misreading of the rules, and the cases that catch it.
#[derive(Clone, Debug)]
pub struct Finding {
    /// Misreading that the cases should catch.
    pub misreading: Misreading,
    /// Indexes of the cases that a program with the misreading answers wrongly.
    pub caught_by: Vec<usize>,
    /// Outcome for the misreading: caught by a case, missed (perhaps with a question that would catch
    /// the misreading), or unknown because the audit was stopped.
    pub outcome: AuditOutcome,
}

/// The outcome of an audit for one misreading of the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AuditOutcome {
    /// At least one case catches the misreading.
    Caught,
    /// No case catches the misreading, but a case with this question would.
    Survives(Question),
    /// No case catches the misreading, and none of the questions that the audit tried would
    /// catch it.
    NoWitness(Searched),
    /// The audit was stopped before it knew the outcome.
    Unknown,
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
    /// Finds the misreadings that no case catches, and searches for questions that catch
    /// them.
    ///
    /// The expected answers must be right, because the answers of misreadings are compared with them.
    /// [`Case::passes`](crate::cases::Case::passes) checks an expected answer.
    ///
    /// If `control` stops the audit, the misreadings that are not done get [`AuditOutcome::Unknown`].
    ///
    /// # Errors
    /// Returns an error if a query names a cell that is not on the board.
    ///
    /// # Complexity
    /// Computes the answer of every misreading to every case. For each misreading of a path puzzle that
    /// no case catches, tries the queries between all pairs of cells. For all such misreadings of a
    /// mate puzzle together, tries about 200,000 boards at most.
    pub fn new(
        rules: &Rules,
        puzzle: Puzzle,
        cases: &[(Question, Answer)],
        seed: u64,
        control: &Control<'_>,
    ) -> Result<Self, PathError> {
        let misreadings = Misreading::all(rules, puzzle);
        let mut caught_by = catching_cases(&misreadings, cases, control)?;
        let (mut found, mut searched, mut redundant) = (Vec::new(), None, Vec::new());
        if caught_by.len() == misreadings.len() {
            let survives = |nth: &usize| caught_by[*nth].is_empty();
            let survivors: Vec<usize> = (0..misreadings.len()).filter(survives).collect();
            let (sizes, wanted) = (sizes(rules, cases), (&misreadings[..], &survivors[..]));
            (found, searched) = witnesses(rules, puzzle, &sizes, wanted, seed, control)?;
            redundant = redundant_cases(&caught_by, cases.len());
        }
        caught_by.resize(misreadings.len(), Vec::new());
        let outcome = |nth: usize, caught_by: &[usize]| {
            let witness = found.iter().find(|witness| witness.catches.contains(nth));
            match (caught_by, witness) {
                ([_, ..], _) => AuditOutcome::Caught,
                ([], Some(witness)) => AuditOutcome::Survives(witness.question.clone()),
                ([], None) => searched.map_or(AuditOutcome::Unknown, AuditOutcome::NoWitness),
            }
        };
        let findings = misreadings.into_iter().zip(caught_by).enumerate();
        let findings = findings.map(|(nth, (misreading, caught_by))| Finding {
            outcome: outcome(nth, &caught_by),
            misreading,
            caught_by,
        });
        Ok(Self { rules: rules.clone(), findings: findings.collect(), redundant, witnesses: found })
    }

    /// Returns cases that together catch every misreading with [`AuditOutcome::Survives`].
    ///
    /// Repeatedly chooses the question that catches the most misreadings not yet caught, and shrinks
    /// that question. If `control` stops the search, returns the cases that were found so far.
    ///
    /// # Errors
    /// Returns an error if a query names a cell that is not on the board.
    pub fn suggest(&self, control: &Control<'_>) -> Result<Vec<Suggestion>, PathError> {
        let mut left = FixedBitSet::with_capacity(self.findings.len());
        for witness in &self.witnesses {
            left.union_with(&witness.catches);
        }
        let mut suggestions = Vec::new();
        while !left.is_clear() && control.tick(1).is_ok() {
            let catches = |witness: &&Witness| witness.catches.intersection_count(&left);
            // `max_by_key` returns the last maximum, so reversing the size order selects the
            // smallest question.
            let best = self.witnesses.iter().rev().max_by_key(catches);
            let Some(best) = best else { break };
            let wanted: Vec<usize> = best.catches.intersection(&left).collect();
            let is_enough = |question: &Question| {
                control.tick(1).is_ok()
                    && self.caught(question, &wanted).is_ok_and(|caught| caught == wanted)
            };
            let first = |smaller: &[Question]| smaller.iter().position(is_enough);
            let question = shrink(&self.rules, best.question.clone(), first);
            let all: Vec<usize> = left.ones().collect();
            let catches = self.caught(&question, &all)?;
            for &nth in &catches {
                left.remove(nth);
            }
            let expected = question.answer(&self.rules)?;
            suggestions.push(Suggestion { question, expected, catches });
        }
        Ok(suggestions)
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

/// Returns the indexes of the redundant cases.
///
/// Every misreading that a redundant case catches is also caught by another case.
/// `caught_by` has one list per misreading, with the indexes of the cases that catch the misreading.
fn redundant_cases(caught_by: &[Vec<usize>], cases: usize) -> Vec<usize> {
    let is_needed = |case: &usize| caught_by.iter().any(|catching| catching[..] == [*case]);
    (0..cases).filter(|case| !is_needed(case)).collect()
}
