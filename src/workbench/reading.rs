//! Readings: how the rules of a puzzle can be misunderstood, made from its own tables.

mod mutations;

use self::mutations::mutations;
use super::misreading::Misreading;
use crate::cases::{Answer, Puzzle, Question};
use crate::movement::{Atom, Step};
use crate::path::PathError;
use crate::piece::{Color, Piece, Role};
use crate::position::Position;
use crate::rules::Rules;

/// A wrong reading of the rules.
///
/// # Example
/// ```
/// use kubikschach::{cases::Puzzle, render, rules::Rules, workbench::Reading};
/// let rules = Rules::built_in("kubikschach").expect("it is built in");
/// let readings = Reading::all(&rules, Puzzle::Path);
/// assert!(!render::reading(&rules, &readings[0]).is_empty());
/// ```
#[derive(Clone, Debug)]
pub struct Reading {
    /// What is misunderstood.
    pub kind: ReadingKind,
    /// The rules so understood; the right ones where it is the verdict.
    rules: Rules,
}

/// What a wrong reading misunderstands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadingKind {
    /// How a piece moves.
    Movement(Role, Box<Mutation>),
    /// What checkmate is.
    Verdict(Misreading),
}

/// What is wrong with a piece's definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mutation {
    /// A line of it is left out.
    Without(Atom),
    /// It has a line more.
    With(Atom),
    /// It has the second line in place of the first.
    Instead(Atom, Atom),
    /// What it does once, it does again and again.
    Rides,
    /// What it does again and again, it does once.
    Leaps,
    /// It never leaves its level.
    WithinLevel,
    /// Each color has the other's moves.
    ColorsExchanged,
    /// Black's moves are White's.
    ColorsIgnored,
    /// It only goes towards the opponent.
    ForwardOnly,
    /// It goes back too.
    Backward,
    /// It goes aside too.
    Sideways,
    /// It makes two of its steps at once too.
    AtOnce,
    /// Nothing is in its way.
    Jumps,
    /// What stands on its way is in it.
    Blocked,
}

impl Reading {
    /// The wrong readings of a rule set for a puzzle: of the movement of each piece, and for mates of
    /// the verdict. No two of those of movement move all pieces alike.
    #[must_use]
    pub fn all(rules: &Rules, puzzle: Puzzle) -> Vec<Self> {
        let mut readings = Vec::new();
        for (role, _) in rules.roles() {
            let mut known = vec![steps(rules, role)];
            for (mutation, atoms) in mutations(rules, role) {
                let rules = rules.with_moves(role, atoms);
                let moves = steps(&rules, role);
                if !known.contains(&moves) {
                    known.push(moves);
                    readings.push(Self {
                        kind: ReadingKind::Movement(role, Box::new(mutation)),
                        rules,
                    });
                }
            }
        }
        if puzzle == Puzzle::Mate {
            let verdict = |kind| Self { kind: ReadingKind::Verdict(kind), rules: rules.clone() };
            readings.extend(Misreading::ALL.map(verdict));
        }
        readings
    }

    /// The rules as they are read; the right ones where the verdict is misread.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The answer of a program that reads the rules so; `expected` tells which kind is asked for.
    ///
    /// # Errors
    /// If a query names a cell that is not on the board.
    pub fn answer(&self, question: &Question, expected: &Answer) -> Result<Answer, PathError> {
        let Question::Mate(setup) = question else { return question.answer(&self.rules) };
        let position = Position::new_unchecked(&self.rules, setup.clone());
        let right = position.verdict();
        let verdict = match self.kind {
            ReadingKind::Movement(..) => right,
            ReadingKind::Verdict(misreading) => misreading.verdict(&position),
        };
        Ok(match expected {
            // A game may end otherwise than by what the verdict says.
            Answer::Status(_) if verdict == right => Answer::Status(position.status().to_string()),
            Answer::Status(_) => Answer::Status(verdict.to_string()),
            _ => Answer::Checkmate(verdict == crate::verdict::Verdict::Checkmate),
        })
    }

    /// Whether a program that reads the rules so gets an answer wrong.
    ///
    /// # Errors
    /// If a query names a cell that is not on the board.
    pub fn fails(&self, question: &Question, expected: &Answer) -> Result<bool, PathError> {
        Ok(self.answer(question, expected)? != *expected)
    }
}

/// The steps of a role of both colors.
fn steps(rules: &Rules, role: Role) -> [Vec<Step>; 2] {
    Color::ALL.map(|color| steps_of(rules, role, color))
}

fn steps_of(rules: &Rules, role: Role, color: Color) -> Vec<Step> {
    rules.movement().steps_of(Piece::new(color, role)).cloned().collect()
}
