//! Import: cases from what people have, such as the text of a puzzle's page.
//!
//! A page is split into lines and these into parts. Inputs are recognized by their form or by the word
//! `Input` before them, answers by the word `Output` or an arrow. A line that is no part of a case ends
//! the unfinished one, so that no input gets the answer of another; all such lines are listed.

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

/// Rewrites a JSON object as a query or board of a puzzle.
pub type ReadObject = fn(&Importer<'_>, &str, Puzzle) -> Result<String, CaseError>;

/// The rules and names that imported cases get.
#[derive(Clone, Copy, Debug)]
pub struct Importer<'r> {
    /// The rules of queries, and their name in cases.
    pub path: (&'r Rules, &'r str),
    /// The rules of boards, and their name in cases.
    pub mate: (&'r Rules, &'r str),
    /// The size of the boards of queries, if the rules leave it open.
    pub size: Option<Size>,
    /// The reader of inputs that are JSON objects, if there is one.
    pub object: Option<ReadObject>,
}

/// The cases of a page.
#[derive(Clone, Debug, Default)]
pub struct Imported {
    /// The cases, in their order.
    pub cases: Vec<Found>,
    /// True if the page has no answers, so that the cases have those of this program.
    pub own_answers: bool,
    /// The lines that are no part of a case.
    pub unused: Vec<Unused>,
}

/// A case of a page.
#[derive(Clone, Debug)]
pub struct Found {
    /// The case as it was read, with a name that others may have too.
    pub case: Case,
    /// The number of the answer's line, from 1.
    pub line: usize,
}

/// Lines one after the other that are no part of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unused {
    /// Their numbers, from 1.
    pub lines: RangeInclusive<usize>,
    /// The text of the first of them, or of its part.
    pub text: String,
    /// The reason, if they looked like a case.
    pub why: Option<String>,
}

/// The reason why an input and its answer are no case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoCase {
    /// The answer is none.
    Answer(String),
    /// The input is none that the answer is for.
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
    /// Reads the cases of a page's text.
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

    /// Returns the case of an input and its answer, which need not be right.
    ///
    /// # Errors
    /// If the answer or the input can't be read, or if the answer is not for such an input.
    pub fn case(&self, name: &str, input: &str, answer: &str) -> Result<Case, NoCase> {
        let answer = answer.trim();
        let expected = Answer::parse(answer).ok_or_else(|| NoCase::Answer(answer.to_owned()))?;
        self.expecting(name, input, expected).map_err(NoCase::Input)
    }

    /// Returns the case of an input with this program's answer.
    ///
    /// # Errors
    /// If the input can't be read, or if it is a board that the rules don't allow.
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
    /// If the case is a board that the rules don't allow.
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
