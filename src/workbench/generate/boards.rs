//! Generates random boards that meet a constraint.

use super::random::RandomBoards;
use super::situations::{Situation, Situations};
use super::{Impossible, expect_room};
use crate::board::Setup;
use crate::cases::Question;
use crate::cell::Size;
use crate::common::counted;
use crate::position::Position;
use crate::rules::{Invariant, Rules};
use crate::verdict::Verdict;
use crate::workbench::misreading::Misreading;
use crate::workbench::shrink::without_a_piece;

/// The constraint on a generated board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MateConstraint {
    /// Board size if the rule set leaves it open; `None` chooses small sizes.
    pub size: Option<Size>,
    /// Number of pieces, kings included; `None` allows any number.
    pub pieces: Option<usize>,
    /// Verdict on the position; `None` allows any verdict.
    pub verdict: Option<Verdict>,
    /// True if every piece must be needed: removing a piece changes the verdict or makes the board
    /// illegal.
    pub minimal: bool,
}

/// Generates legal boards with White to move.
///
/// Situations such as a checkmate, a pin or a double check take turns, if the constraint allows them.
///
/// # Example
/// ```
/// use kubikschach::{cases::Answer, rules::Rules, verdict::Verdict};
/// use kubikschach::workbench::{MateConstraint, MateGenerator};
/// let rules = Rules::cube();
/// let constraint =
///     MateConstraint { verdict: Some(Verdict::Checkmate), ..MateConstraint::default() };
/// let question = MateGenerator::new(&rules, constraint, 1).next_question()?;
/// assert_eq!(question.answer(&rules)?, Answer::Checkmate(true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct MateGenerator {
    rules: Rules,
    constraint: MateConstraint,
    boards: RandomBoards,
    situations: Situations,
    /// Rules without a misreading, by which pieces are placed.
    right: Misreading,
    turn: usize,
}

/// Number of random boards after which the generator gives up.
const MOST_TRIES: usize = 400_000;
/// Largest total number of cells on the random boards of one search.
///
/// The limit reduces the number of boards to try if the boards are large.
const DRAWN_CELLS: usize = 1 << 29;
/// Number of random boards to try for a situation that is not placed; after these, any board is
/// accepted.
const TRIES: usize = 20_000;
/// Number of attempts to place a situation; after these, any board is accepted.
const PLACINGS: usize = 1000;

impl MateGenerator {
    /// Creates a generator of boards of a rule set.
    #[must_use]
    pub fn new(rules: &Rules, constraint: MateConstraint, seed: u64) -> Self {
        Self {
            rules: rules.clone(),
            constraint,
            boards: RandomBoards::new(rules, constraint.size, seed),
            situations: Situations::new(rules, constraint.size, seed),
            right: Misreading::right(rules),
            turn: 0,
        }
    }

    /// Returns the next board that meets the constraint.
    ///
    /// Situations such as a checkmate or a pin take turns. The board has the next situation if a
    /// limited number of attempts finds such a board.
    ///
    /// # Errors
    /// Returns an error if no board was found.
    pub fn next_question(&mut self) -> Result<Question, Impossible> {
        let MateConstraint { size, pieces, .. } = self.constraint;
        expect_room(self.rules.size().or(size), pieces)?;
        let situations = self.situations_allowed();
        let situation = situations.get(self.turn % situations.len().max(1)).copied();
        self.turn += 1;
        let found = situation.and_then(|situation| {
            if situation.is_placed() {
                (0..self.most_draws(PLACINGS)).find_map(|_| self.place(situation))
            } else {
                self.find(TRIES, |found| situation.is_in(found))
            }
        });
        let found = found.or_else(|| self.find(MOST_TRIES, |_| true));
        found.map(Question::Mate).ok_or_else(|| Impossible(self.reason()))
    }

    /// Returns the situations that the rule set and the constraint allow.
    fn situations_allowed(&self) -> Vec<Situation> {
        let invariants = self.rules.verdict().map_or(&[][..], |verdict| &verdict.invariants);
        let is_allowed = |situation: &Situation| {
            let is_legal = *situation != Situation::OpponentInCheck
                || !invariants.contains(&Invariant::OpponentNotInCheck);
            let mut verdicts = Verdict::ALL.into_iter().filter(|verdict| self.is_wanted(*verdict));
            is_legal && verdicts.any(|verdict| situation.allows(verdict))
        };
        Situation::ALL.into_iter().filter(is_allowed).collect()
    }

    fn is_wanted(&self, verdict: Verdict) -> bool {
        self.constraint.verdict.is_none_or(|wanted| wanted == verdict)
    }

    /// Attempts to place a situation, with more pieces if the constraint fixes their number.
    fn place(&mut self, situation: Situation) -> Option<Setup> {
        let role = self.boards.role()?;
        let mut setup = self.situations.draw(situation, role, &self.right, self.constraint.size)?;
        if let Some(pieces) = self.constraint.pieces.filter(|_| !self.constraint.minimal) {
            let more = pieces.checked_sub(setup.board.count())?;
            self.boards.add(&mut setup.board, more)?;
        }
        self.accepted(setup, |found| situation.is_in(found))
    }

    /// Generates up to `tries` random boards; returns the first legal board that `suits` accepts.
    fn find(&mut self, tries: usize, mut suits: impl FnMut(&Position) -> bool) -> Option<Setup> {
        let pieces = self.constraint.pieces.filter(|_| !self.constraint.minimal);
        (0..self.most_draws(tries)).find_map(|_| {
            let setup = self.boards.draw(pieces)?;
            self.accepted(setup, &mut suits)
        })
    }

    /// Returns the board if it is legal, meets the constraint, and `suits` accepts it.
    ///
    /// If the constraint asks for a minimal board, superfluous pieces are removed.
    fn accepted(&self, setup: Setup, suits: impl FnOnce(&Position) -> bool) -> Option<Setup> {
        let position = Position::new(&self.rules, setup).ok()?;
        if !self.is_wanted(position.verdict()) || !suits(&position) {
            return None;
        }
        let setup = if self.constraint.minimal { minimal(position) } else { position.into_setup() };
        self.constraint.pieces.is_none_or(|count| setup.board.count() == count).then_some(setup)
    }

    fn most_draws(&self, tries: usize) -> usize {
        let size = self.constraint.size.or(self.rules.size());
        let cells = size.map_or(1, Size::cells);
        tries.min(DRAWN_CELLS / cells + 2)
    }

    fn reason(&self) -> String {
        let MateConstraint { size, pieces, verdict, minimal } = self.constraint;
        let size = self.rules.size().or(size);
        let size = size.map_or_else(String::new, |size| format!(" of {size} cells"));
        let pieces =
            pieces.map_or_else(String::new, |count| format!(" with {}", counted(count, "piece")));
        let minimal = if minimal { ", none of its pieces needless" } else { "" };
        let verdict = match verdict {
            None => "allowed".to_owned(),
            Some(Verdict::Ongoing) => Verdict::Ongoing.to_string(),
            Some(verdict) => format!("a {verdict}"),
        };
        let draws = self.most_draws(MOST_TRIES);
        format!("none of {draws} random boards{size}{pieces} is {verdict}{minimal}")
    }
}

fn minimal(position: Position) -> Setup {
    let (rules, verdict) = (position.rules().clone(), position.verdict());
    let mut setup = position.into_setup();
    let stays = |setup: &Setup| {
        Position::new(&rules, setup.clone()).is_ok_and(|position| position.verdict() == verdict)
    };
    loop {
        let smaller = without_a_piece(&setup).find(stays);
        match smaller {
            Some(smaller) => setup = smaller,
            None => return setup,
        }
    }
}
