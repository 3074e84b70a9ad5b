//! Facts about a program, found by asking it questions that were chosen for what they show.
//!
//! The questions of a plan depend on the replies so far: a piece with a wrong answer is asked for
//! all its steps. A [`Fact`] owns the questions and replies that it is about, and its sentence says
//! no more than they do.

mod answers;
mod mate;
mod path;

use std::sync::OnceLock;

use self::answers::Answers;
pub use self::answers::{Answered, Reply};
pub use self::mate::{Belief, BoardFeature, ChangedRules, Directions, MateClaim, MateFact};
pub use self::path::{BoardFace, CellChange, MoveSet, PathFact, PathSubject, PieceMoves, Survey};
use super::misreading::{AnswerMisreading, InputMisreading, Misreading, MisreadingKind};
use crate::cases::{Answer, Puzzle, Question};
use crate::cell::Size;
use crate::notation::Query;
use crate::rules::Rules;

/// An observer of one program: it plans questions, and turns the replies into facts.
///
/// # Example
/// ```
/// use kubikschach::{cases::Puzzle, rules::Rules, workbench::{Observer, Reply}};
/// let rules = Rules::kubikschach();
/// let mut observer = Observer::new(&rules, Puzzle::Path, rules.size());
/// // A right program gives no wrong answer, so there is no fact.
/// for question in observer.questions() {
///     let expected = question.answer(&rules)?;
///     observer.add(question, expected.clone(), Reply::Answer(expected));
/// }
/// assert_eq!(observer.report().wrong, 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Observer {
    rules: Rules,
    puzzle: Puzzle,
    size: Option<Size>,
    is_quick: bool,
    answers: Answers,
    beliefs: mate::Beliefs,
    /// Queries of the plan of `path` that no reply changes, kept because they take a search.
    ways: OnceLock<Vec<Query>>,
}

/// A sentence about a program, with the questions that it was asked and its replies.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Fact {
    /// The program replied the same to all questions, although the right answers differ.
    Constant(Vec<Answered>),
    /// The program gave two different replies to one question.
    NotRepeatable(Answered),
    /// A fact about a program that counts moves.
    Path(PathFact),
    /// A fact about a program that finds checkmates.
    Mate(MateFact),
}

/// All that is known about a program that gave a wrong answer.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Number of different questions that the program was asked.
    pub asked: usize,
    /// Number of questions that it got wrong.
    pub wrong: usize,
    /// Facts, the most telling first. There is none if no answer is wrong.
    pub facts: Vec<Fact>,
    /// Smallest question that the program got wrong.
    pub smallest: Option<Answered>,
    /// Misreadings of which each gives all of the program's answers.
    pub in_short: Vec<Misreading>,
}

/// Number of equal replies after which a program is asked nothing more.
const CONSTANT: usize = 30;
/// Number of wrong answers that are asked again at once, because a program that answers differently
/// each time need not be asked more.
const REPEATED: usize = 3;
/// Least number of answers about which something is said in short.
const FEWEST_IN_SHORT: usize = 10;
/// Number of runs over the time limit after which a program is asked nothing more.
const SLOW: usize = 6;

impl Observer {
    /// Creates an observer of a program that was not asked anything yet.
    ///
    /// `size` is the board size of queries if the rule set leaves the size open.
    #[must_use]
    pub fn new(rules: &Rules, puzzle: Puzzle, size: Option<Size>) -> Self {
        let size = rules.size().or(size);
        let (answers, beliefs) = (Answers::default(), mate::Beliefs::default());
        Self {
            rules: rules.clone(),
            puzzle,
            size,
            is_quick: false,
            answers,
            beliefs,
            ways: OnceLock::new(),
        }
    }

    /// Chooses a shorter plan, for a slow program.
    #[must_use]
    pub const fn quick(mut self) -> Self {
        self.is_quick = true;
        self
    }

    /// Returns `true` if the plan is the shorter one.
    #[must_use]
    pub const fn is_quick(&self) -> bool {
        self.is_quick
    }

    /// Adds the program's reply to a question, which need not be one of the plan. The second reply to a
    /// question shows whether the program is repeatable.
    pub fn add(&mut self, question: Question, expected: Answer, reply: Reply) {
        self.answers.add(question, expected, reply);
    }

    /// Returns the questions that the program should be asked now, the most telling first.
    ///
    /// They depend on the replies so far. The list is empty at the end of the plan, when every
    /// reply that [`Self::report`] shows was given twice.
    #[must_use]
    pub fn questions(&self) -> Vec<Question> {
        let once = |asked: &&Answered| asked.again.is_none();
        let first: Vec<&Answered> = self.answers.wrong().take(REPEATED).filter(once).collect();
        if !first.is_empty() {
            return first.into_iter().map(|asked| asked.question.clone()).collect();
        }
        if !self.is_over() {
            let wanted = match self.puzzle {
                Puzzle::Path => path::questions(self),
                Puzzle::Mate => mate::questions(self),
            };
            if !wanted.is_empty() {
                return wanted;
            }
        }
        self.repeats()
    }

    /// Returns the questions of the report that the program was asked only once.
    #[must_use]
    pub fn repeats(&self) -> Vec<Question> {
        let report = self.report();
        let once = report.shown().into_iter().filter(|asked| asked.again.is_none());
        once.map(|asked| asked.question.clone()).collect()
    }

    /// Returns the number of single steps of all pieces that the program was asked for, and of all of
    /// them; `None` unless the program counts moves.
    #[must_use]
    pub fn steps(&self) -> Option<(usize, usize)> {
        (self.puzzle == Puzzle::Path).then(|| path::steps(self))
    }

    /// Returns `true` if more questions of the plan would tell nothing new.
    fn is_over(&self) -> bool {
        let slow = self.answers.iter().filter(|asked| asked.reply == Reply::TimeLimit).count();
        let differs = self.answers.iter().any(Answered::differs);
        differs || slow >= SLOW || (self.answers.len() >= CONSTANT && self.answers.are_constant())
    }

    /// Returns what the replies so far show about the program.
    #[must_use]
    pub fn report(&self) -> Report {
        let wrong = self.answers.wrong().count();
        let counted = Report { asked: self.answers.len(), wrong, ..Report::default() };
        if let Some(asked) = self.answers.iter().find(|asked| asked.differs()) {
            return Report { facts: vec![Fact::NotRepeatable(asked.clone())], ..counted };
        }
        if wrong == 0 {
            return counted;
        }
        if self.answers.are_constant() {
            let all = self.answers.iter().cloned().collect();
            return Report { facts: vec![Fact::Constant(all)], ..counted };
        }
        let (facts, smallest) = match self.puzzle {
            Puzzle::Path => (path::facts(self), path::smallest(&self.answers)),
            Puzzle::Mate => (mate::facts(self), mate::smallest(&self.answers)),
        };
        Report { facts, smallest: smallest.cloned(), in_short: self.in_short(), ..counted }
    }

    /// Returns the misreadings of the whole input or of the answer that give all replies.
    fn in_short(&self) -> Vec<Misreading> {
        if self.answers.len() < FEWEST_IN_SHORT {
            return Vec::new();
        }
        let all = Misreading::all(&self.rules, self.puzzle).into_iter();
        let gives = |misreading: &Misreading, asked: &Answered| {
            let answer = misreading.answer(&asked.question, &asked.expected);
            answer.is_ok_and(|answer| asked.reply == Reply::Answer(answer))
        };
        let of_all = all.filter(|misreading| is_of_all(&misreading.kind));
        of_all.filter(|it| self.answers.iter().all(|asked| gives(it, asked))).collect()
    }
}

/// Returns `true` for misreadings that change every input or every answer in one way.
const fn is_of_all(kind: &MisreadingKind) -> bool {
    use {AnswerMisreading as A, InputMisreading as I};
    match kind {
        MisreadingKind::Input(input) => !matches!(input, I::Fixed(_) | I::OneDigit),
        MisreadingKind::Answer(answer) => matches!(
            answer,
            A::TooHigh | A::TooLow | A::TooHighButZero | A::TooLowButZero | A::Negated
        ),
        _ => false,
    }
}

impl Report {
    /// Returns the questions whose replies are printed, each of which the program should be asked
    /// twice.
    fn shown(&self) -> Vec<&Answered> {
        self.facts.iter().flat_map(Fact::shown).chain(&self.smallest).collect()
    }
}

impl Fact {
    /// Returns the questions whose replies the fact shows.
    fn shown(&self) -> Vec<&Answered> {
        match self {
            Self::Constant(all) => all.iter().take(1).collect(),
            Self::NotRepeatable(_) => Vec::new(),
            Self::Path(fact) => fact.shown(),
            Self::Mate(fact) => fact.shown(),
        }
    }
}
