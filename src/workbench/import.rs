//! Import: cases from what people have, such as the text of a puzzle's page.
//!
//! A page is read by its answers. Before each stands its input, after the word `Input` or as a board
//! between brackets, and before that its name; everything else is passed over, and said so.

mod page;

use std::error::Error;
use std::fmt;

use crate::cases::{Answer, Case, CaseError, Puzzle};
use crate::cell::Size;
use crate::rules::Rules;

/// What the cases of a page are about.
#[derive(Clone, Copy, Debug)]
pub struct Importer<'r> {
    /// The rules of queries, and what cases call them.
    pub path: (&'r Rules, &'r str),
    /// The rules of boards, and what cases call them.
    pub mate: (&'r Rules, &'r str),
    /// The size of the boards of queries, where the rules leave it open.
    pub size: Option<Size>,
}

/// What a page was read as.
#[derive(Clone, Debug, Default)]
pub struct Imported {
    /// The cases, in their order.
    pub cases: Vec<Case>,
    /// The lines that say nothing of a case.
    pub unused: Vec<Unused>,
}

/// A line that says nothing of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unused {
    /// Its number, from 1.
    pub line: usize,
    /// What it says.
    pub text: String,
    /// Why it was passed over, if it looked like a part of a case.
    pub why: Option<String>,
}

/// Why an input and its answer are no case.
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

impl Importer<'_> {
    /// The cases of a page's text.
    ///
    /// # Example
    /// ```
    /// use kubikschach::{rules::Rules, workbench::Importer};
    /// let [path, mate] = ["kubikschach", "cube"].map(|name| Rules::built_in(name).expect("built in"));
    /// let importer =
    ///     Importer { path: (&path, "kubikschach"), mate: (&mate, "cube"), size: None };
    /// let imported = importer.page("King 1\nInput\nKing W\nA1a\nB3d\nOutput\n3\n");
    /// assert_eq!((imported.cases[0].name.as_str(), imported.unused.len()), ("King 1", 0));
    /// ```
    #[must_use]
    pub fn page(&self, text: &str) -> Imported {
        page::read(self, text)
    }

    /// The case of an input and its answer.
    ///
    /// # Errors
    /// Why they are none.
    pub fn case(&self, name: &str, input: &str, answer: &str) -> Result<Case, NoCase> {
        let answer = answer.trim();
        let expected = Answer::parse(answer).ok_or_else(|| NoCase::Answer(answer.to_owned()))?;
        let (rules, called) = match expected.puzzle() {
            Puzzle::Path => self.path,
            Puzzle::Mate => self.mate,
        };
        let size = if rules.size().is_none() { self.size } else { None };
        let case = Case {
            name: name.to_owned(),
            kind: String::new(),
            rules: called.to_owned(),
            size: size.filter(|_| expected.puzzle() == Puzzle::Path),
            input: input.trim().to_owned(),
            expected,
            why: String::new(),
        };
        case.question(rules).map_err(NoCase::Input)?;
        Ok(case)
    }
}
