//! An importer of cases, and what it finds on a page.

use std::error::Error;
use std::fmt;
use std::ops::RangeInclusive;

use super::{object, values};
use crate::cases::{Answer, Case, CaseError, Form, Puzzle, Question, Solver};
use crate::cell::Size;
use crate::notation::{parse_board, parse_query};
use crate::rules::Rules;

/// Text in [`Case::source`] of the cases whose expected answer this library computed.
const OWN: &str = "kubikschach";

/// An importer of cases from text, such as the page of a puzzle. The fields are its options.
#[derive(Clone, Copy, Debug)]
pub struct Importer<'r> {
    /// Rule set for path queries, and its name in [`Case::rules`].
    pub path: (&'r Rules, &'r str),
    /// Rule set for boards of the mate puzzle, and its name in [`Case::rules`].
    pub mate: (&'r Rules, &'r str),
    /// Board size of queries if the rule set leaves it open; `None` is the default size.
    pub size: Option<Size>,
    /// True if inputs without an answer become cases with this library's answer.
    pub answers: bool,
}

/// The cases found on a page, and the lines that belong to no case.
#[derive(Clone, Debug, Default)]
pub struct Imported {
    /// Cases in the order of the page.
    pub cases: Vec<FoundCase>,
    /// Lines that belong to no case, in the order of the page.
    pub unused: Vec<Unused>,
}

/// A case found on a page.
#[derive(Clone, Debug)]
pub struct FoundCase {
    /// Case, whose name may occur more than once on the page.
    pub case: Case,
    /// Parsed input of the case.
    pub question: Question,
    /// Line of the answer, counted from 1; line of the input if the case has this library's answer.
    pub line: usize,
}

/// Consecutive lines of a page that belong to no case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unused {
    /// Numbers of the first and the last line, counted from 1.
    pub lines: RangeInclusive<usize>,
    /// Text of the first line, or the unused part of that line.
    pub text: String,
    /// Reason why the lines belong to no case, if they are an input or an answer or look like one;
    /// `None` for other text.
    pub why: Option<String>,
    /// Number of inputs, or of lines that look like inputs, among the lines.
    pub inputs: usize,
    /// Number of answers, or of lines that look like answers, among the lines.
    pub answers: usize,
}

/// The reason why an input and an answer do not make a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoCase {
    /// The text is not an answer to the input.
    Answer {
        /// Puzzle of the input; `None` if the puzzle is not known.
        puzzle: Option<Puzzle>,
        /// Text in the place of the answer.
        found: String,
    },
    /// The input has a mistake or does not fit the answer.
    Input(CaseError),
}

impl fmt::Display for NoCase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Answer { puzzle, found } => {
                let expected = match puzzle {
                    Some(Puzzle::Path) => "a number of moves or -1",
                    Some(Puzzle::Mate) => "true or false",
                    None => "a number of moves, true or false",
                };
                write!(f, "expected {expected}, but found `{found}`")
            }
            Self::Input(error) => error.fmt(f),
        }
    }
}

impl Error for NoCase {}

impl<'r> Importer<'r> {
    /// Creates a case from an input and its expected answer, which may be wrong.
    ///
    /// # Errors
    /// Returns an error if the input or the answer has a mistake, or if they belong to different
    /// puzzles.
    pub fn case(&self, name: &str, input: &str, answer: &str) -> Result<Case, NoCase> {
        self.asked(name, input, answer).map(|(case, _)| case)
    }

    /// Creates a case as [`Self::case`] does, and returns it with its question.
    pub(super) fn asked(
        &self,
        name: &str,
        input: &str,
        answer: &str,
    ) -> Result<(Case, Question), NoCase> {
        let (parsed, answer) = (self.parsed(input), answer.trim());
        let puzzle = match &parsed {
            Some(question) => question.puzzle(),
            None if input.contains("\"piece\"") => Puzzle::Path,
            None if input.trim().starts_with('{') => Puzzle::Mate,
            // An input with a mistake belongs to the puzzle of its answer.
            None => Answer::parse(answer).map_or(Puzzle::Mate, |answer| answer.puzzle()),
        };
        let expected = values::answer(answer, puzzle)
            .ok_or_else(|| NoCase::Answer { puzzle: Some(puzzle), found: answer.to_owned() })?;
        self.expecting(name, input, expected, parsed).map_err(NoCase::Input)
    }

    /// Parses an input that is no JSON object.
    fn parsed(&self, input: &str) -> Option<Question> {
        let size = self.path_size();
        let query = parse_query(self.path.0, size, input).map(|it| Question::Path(size, it));
        query.or_else(|_| parse_board(self.mate.0, input).map(Question::Mate)).ok()
    }

    /// Creates a case from an input, with this library's answer.
    ///
    /// # Errors
    /// Returns an error if the input has a mistake or its board is illegal.
    pub fn answered(&self, name: &str, input: &str, puzzle: Puzzle) -> Result<Case, NoCase> {
        let any = match puzzle {
            Puzzle::Path => Answer::Moves(None),
            Puzzle::Mate => Answer::Checkmate(false),
        };
        let (case, question) = self.expecting(name, input, any, None).map_err(NoCase::Input)?;
        let expected = Solver::new(self.rules(puzzle).0).answer(&question, &case.expected);
        let expected = expected.map_err(NoCase::Input)?;
        Ok(Case { expected, source: OWN.to_owned(), ..case })
    }

    /// Returns the size of the boards of queries.
    pub(super) fn path_size(&self) -> Size {
        let rules = self.path.0;
        rules.size().or(self.size).unwrap_or(Size::DEFAULT)
    }

    pub(super) const fn rules(&self, puzzle: Puzzle) -> (&'r Rules, &'r str) {
        match puzzle {
            Puzzle::Path => self.path,
            Puzzle::Mate => self.mate,
        }
    }

    /// Parses a JSON object as the question of a puzzle.
    pub(super) fn object(&self, object: &str, puzzle: Puzzle) -> Result<Question, CaseError> {
        object::question(object, puzzle, self.rules(puzzle).0, self.path_size())
    }

    /// Creates a case from the text of an input, its question, and the text of the expected answer.
    pub(super) fn of_question(
        &self,
        input: &str,
        question: &Question,
        answer: &str,
    ) -> Result<Case, NoCase> {
        let puzzle = question.puzzle();
        let expected = values::answer(answer, puzzle)
            .ok_or_else(|| NoCase::Answer { puzzle: Some(puzzle), found: answer.to_owned() })?;
        Ok(self.unnamed(input, expected))
    }

    fn expecting(
        &self,
        name: &str,
        input: &str,
        expected: Answer,
        parsed: Option<Question>,
    ) -> Result<(Case, Question), CaseError> {
        let (puzzle, input) = (expected.puzzle(), input.trim());
        let rules = self.rules(puzzle).0;
        if input.starts_with('{') {
            let question = self.object(input, puzzle)?;
            let text = question.text(rules, Form::Puzzle);
            let case = Case { name: name.to_owned(), ..self.unnamed(text.trim(), expected) };
            return Ok((case, question));
        }
        let case = Case { name: name.to_owned(), ..self.unnamed(input, expected) };
        let known = parsed.filter(|question| question.puzzle() == puzzle);
        let question = known.map_or_else(|| case.question(rules), Ok)?;
        Ok((case, question))
    }

    fn unnamed(&self, input: &str, expected: Answer) -> Case {
        let (rules, rules_name) = self.rules(expected.puzzle());
        let is_open_query = expected.puzzle() == Puzzle::Path && rules.size().is_none();
        Case {
            name: String::new(),
            kind: String::new(),
            rules: rules_name.to_owned(),
            size: is_open_query.then(|| self.path_size().edge()),
            input: input.to_owned(),
            expected,
            why: String::new(),
            source: String::new(),
        }
    }
}
