//! Import of cases from text that people have, such as a puzzle's page.
//!
//! Each line of a page is split into parts. An input is recognized by its form or by the word
//! `Input` before it, an answer by the word `Output` or an arrow before it. A line that belongs to
//! no case ends the unfinished case, so that no input gets another one's answer. All such lines are
//! reported.

mod ledger;
mod name;
mod page;
mod part;
mod shape;

use std::error::Error;
use std::fmt;
use std::ops::RangeInclusive;

pub use self::name::distinguish;
use crate::cases::{Answer, Case, CaseError, Puzzle};
use crate::cell::Size;
use crate::rules::Rules;

/// A function that rewrites a JSON object as the text of a query or board.
pub type ReadObject = fn(&Importer<'_>, &str, Puzzle) -> Result<String, CaseError>;

/// The rules and names for imported cases.
#[derive(Clone, Copy, Debug)]
pub struct Importer<'r> {
    /// The rules of queries, and their name in cases.
    pub path: (&'r Rules, &'r str),
    /// The rules of boards, and their name in cases.
    pub mate: (&'r Rules, &'r str),
    /// The board size of queries, if the rules leave it open.
    pub size: Option<Size>,
    /// The parser of inputs that are JSON objects, if there is one.
    pub object: Option<ReadObject>,
}

/// The cases found on a page.
#[derive(Clone, Debug, Default)]
pub struct Imported {
    /// The cases in the order of the page.
    pub cases: Vec<Found>,
    /// True if the page has no answers, so that the expected answers are those of this program.
    pub own_answers: bool,
    /// The lines that belong to no case.
    pub unused: Vec<Unused>,
}

/// A case found on a page.
#[derive(Clone, Debug)]
pub struct Found {
    /// The case; other cases may have the same name.
    pub case: Case,
    /// The line number of the answer, from 1.
    pub line: usize,
}

/// Consecutive lines that belong to no case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unused {
    /// The line numbers, from 1.
    pub lines: RangeInclusive<usize>,
    /// The text of the first line, or the unused part of it.
    pub text: String,
    /// The reason, if the lines looked like a case.
    pub why: Option<String>,
}

/// The reason why an input and an answer make no case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoCase {
    /// The text is no answer.
    Answer(String),
    /// The input is broken, or does not fit the answer.
    Input(CaseError),
}

impl fmt::Display for NoCase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Answer(found) => {
                write!(f, "expected a number of moves, true or false, but found `{found}`")
            }
            Self::Input(error) => error.fmt(f),
        }
    }
}

impl Error for NoCase {}

impl<'r> Importer<'r> {
    /// Parses the cases in the text of a page.
    ///
    /// # Example
    /// ```
    /// use kubikschach::{rules::Rules, workbench::Importer};
    /// let [path, mate] = ["kubikschach", "cube"].map(|name| Rules::built_in(name).expect("built in"));
    /// let importer = Importer {
    ///     path: (&path, "kubikschach"),
    ///     mate: (&mate, "cube"),
    ///     size: None,
    ///     object: None,
    /// };
    /// let imported = importer.page("King 1\nInput\nKing W\nA1a\nB3d\nOutput\n3\n");
    /// assert_eq!((imported.cases[0].case.name.as_str(), imported.unused.len()), ("King 1", 0));
    /// ```
    #[must_use]
    pub fn page(&self, text: &str) -> Imported {
        page::read(self, text)
    }

    /// Creates the case of an input and its answer, which need not be right.
    ///
    /// # Errors
    /// If the answer or the input is broken, or the two do not fit together.
    pub fn case(&self, name: &str, input: &str, answer: &str) -> Result<Case, NoCase> {
        let answer = answer.trim();
        let expected = Answer::parse(answer).ok_or_else(|| NoCase::Answer(answer.to_owned()))?;
        self.expecting(name, input, expected).map_err(NoCase::Input)
    }

    /// Creates the case of an input with this program's answer.
    ///
    /// # Errors
    /// If the input is broken, or the rules forbid its board.
    pub fn answered(&self, name: &str, input: &str, puzzle: Puzzle) -> Result<Case, NoCase> {
        let any = match puzzle {
            Puzzle::Path => Answer::Moves(None),
            Puzzle::Mate => Answer::Checkmate(false),
        };
        let case = self.expecting(name, input, any).map_err(NoCase::Input)?;
        let expected = self.right_answer(&case).map_err(NoCase::Input)?;
        Ok(Case { expected, ..case })
    }

    /// Returns this program's answer to an imported case.
    ///
    /// # Errors
    /// If the rules forbid the board of the case.
    pub fn right_answer(&self, case: &Case) -> Result<Answer, CaseError> {
        case.answer(self.rules(case.expected.puzzle()).0)
    }

    const fn rules(&self, puzzle: Puzzle) -> (&'r Rules, &'r str) {
        match puzzle {
            Puzzle::Path => self.path,
            Puzzle::Mate => self.mate,
        }
    }

    fn expecting(&self, name: &str, input: &str, expected: Answer) -> Result<Case, CaseError> {
        let (puzzle, input) = (expected.puzzle(), input.trim());
        let (rules, called) = self.rules(puzzle);
        let input = match self.object {
            Some(read) if input.starts_with('{') => read(self, input, puzzle)?.trim().to_owned(),
            _ => input.to_owned(),
        };
        let size = if rules.size().is_none() { self.size } else { None };
        let case = Case {
            name: name.to_owned(),
            kind: String::new(),
            rules: called.to_owned(),
            size: size.filter(|_| puzzle == Puzzle::Path),
            input,
            expected,
            why: String::new(),
        };
        case.question(rules)?;
        Ok(case)
    }
}
