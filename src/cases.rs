//! Cases: inputs with their expected answers, and what replaying them comes to.

mod error;
mod load;
mod problem;
mod text;

use std::fmt;
use std::ops::Range;

pub use self::error::CaseError;
pub use self::text::{Form, document};
use crate::board::Setup;
use crate::cell::Size;
use crate::diagnostic::Diagnostics;
use crate::document::Table;
use crate::notation::{self, Query};
use crate::path::{MoveGraph, PathError};
use crate::position::Position;
use crate::rules::Rules;
use crate::search::MOST_MOVES;

/// The files of the published cases: the puzzles, their names and documents.
pub const PUBLISHED: [(Puzzle, &str, &str); 2] = [
    (Puzzle::Path, "kubikschach", include_str!("../fixtures/kubikschach.toml")),
    (Puzzle::Mate, "cube-mate", include_str!("../fixtures/cube-mate.toml")),
];

/// The two puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Puzzle {
    /// The least number of moves of a query.
    Path,
    /// `true` if the side to move of a board is checkmated.
    Mate,
}

impl Puzzle {
    /// Both puzzles.
    pub const ALL: [Self; 2] = [Self::Path, Self::Mate];

    /// Returns `path` or `mate`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Path => "path",
            Self::Mate => "mate",
        }
    }

    /// The rule set it was published with.
    #[must_use]
    pub const fn rules(self) -> &'static str {
        match self {
            Self::Path => "kubikschach",
            Self::Mate => "cube",
        }
    }
}

/// The answer that a case expects. Its kind tells what is asked about the input.
///
/// # Example
/// ```
/// use kubikschach::cases::Answer;
/// assert_eq!(Answer::parse("-1"), Some(Answer::Moves(None)));
/// assert_eq!(Answer::parse("True"), Some(Answer::Checkmate(true)));
/// assert_eq!(Answer::parse("stalemate"), Some(Answer::Status("stalemate".to_owned())));
/// let keys = vec!["c3(I)-b3(I)".to_owned()];
/// assert_eq!(Answer::parse("2 c3(I)-b3(I)"), Some(Answer::MateIn { moves: Some(2), keys }));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    /// The least number of moves of a query, if there is a way.
    Moves(Option<u32>),
    /// `true` if the side to move of a board is checkmated.
    Checkmate(bool),
    /// The status of a board: its verdict or result, as text.
    Status(String),
    /// The shortest mate that the side to move of a board forces, as `mate --in` prints it.
    MateIn {
        /// The least number of moves; `None` if there is no mate.
        moves: Option<usize>,
        /// The names of the first moves that are enough, in their order; a sound problem has one.
        keys: Vec<String>,
    },
}

impl Answer {
    /// The answer that a text is: `true` or `false` in any case, a number of moves or -1, a status, or
    /// a mate with its keys.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let is = |word: &str| text.eq_ignore_ascii_case(word);
        match text.parse() {
            _ if is("true") || is("false") => Some(Self::Checkmate(is("true"))),
            Ok(number) => Self::of_number(number),
            Err(_) => Self::of_words(text),
        }
    }

    /// The number of moves, or -1.
    fn of_number(number: i64) -> Option<Self> {
        match number {
            -1 => Some(Self::Moves(None)),
            moves => u32::try_from(moves).ok().map(|moves| Self::Moves(Some(moves))),
        }
    }

    /// Returns the status, or the mate and its keys, that a text is.
    fn of_words(text: &str) -> Option<Self> {
        if load::is_status(text) {
            return Some(Self::Status(text.to_owned()));
        }
        let (moves, keys) = text.split_once(' ')?;
        let moves = moves.parse().ok().filter(|moves| (1..=MOST_MOVES).contains(moves))?;
        let is_move = |key: &str| {
            key.split_once('-').is_some_and(|(from, to)| !from.is_empty() && !to.is_empty())
        };
        let keys: Vec<String> = keys.split(' ').map(str::to_owned).collect();
        keys.iter().all(|key| is_move(key)).then_some(Self::MateIn { moves: Some(moves), keys })
    }

    /// The puzzle whose answer it is.
    #[must_use]
    pub const fn puzzle(&self) -> Puzzle {
        match self {
            Self::Moves(_) => Puzzle::Path,
            Self::Checkmate(_) | Self::Status(_) | Self::MateIn { .. } => Puzzle::Mate,
        }
    }

    /// Returns `true` if it solves a mate problem.
    #[must_use]
    pub const fn is_of_problem(&self) -> bool {
        matches!(self, Self::MateIn { .. })
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Moves(None) | Self::MateIn { moves: None, .. } => f.write_str("-1"),
            Self::Moves(Some(moves)) => moves.fmt(f),
            Self::Checkmate(checkmate) => checkmate.fmt(f),
            Self::Status(status) => f.write_str(status),
            Self::MateIn { moves: Some(moves), keys } => write!(f, "{moves} {}", keys.join(" ")),
        }
    }
}

/// The input of a case, read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// The least number of moves on a board of a size.
    Path(Size, Query),
    /// Is the side to move checkmated?
    Mate(Setup),
}

impl Question {
    /// The puzzle it belongs to.
    #[must_use]
    pub const fn puzzle(&self) -> Puzzle {
        match self {
            Self::Path(..) => Puzzle::Path,
            Self::Mate(_) => Puzzle::Mate,
        }
    }

    /// The question as a case with its right answer; `called` is how the case names the rules.
    ///
    /// # Errors
    /// If a query names a cell that is not on the board.
    pub fn case(&self, rules: &Rules, called: &str, name: String) -> Result<Case, PathError> {
        let size = match self {
            Self::Path(size, _) if rules.size().is_none() => Some(*size),
            _ => None,
        };
        Ok(Case {
            name,
            kind: String::new(),
            rules: called.to_owned(),
            size,
            input: self.text(rules, Form::Line).trim_end().to_owned(),
            expected: self.answer(rules)?,
            why: String::new(),
        })
    }

    /// The right answer: a number of moves, or whether it is checkmate. A board that the rules don't
    /// allow is answered too.
    ///
    /// # Errors
    /// If a query names a cell that is not on the board.
    pub fn answer(&self, rules: &Rules) -> Result<Answer, PathError> {
        Ok(match self {
            Self::Path(size, Query { piece, start, finish }) => {
                Answer::Moves(MoveGraph::new(rules, *size, *piece).distance(*start, *finish)?)
            }
            Self::Mate(setup) => {
                Answer::Checkmate(Position::new_unchecked(rules, setup.clone()).is_checkmate())
            }
        })
    }
}

/// A case.
#[derive(Clone, Debug)]
pub struct Case {
    /// Its name.
    pub name: String,
    /// Which kind of case its author calls it, such as `test` or `validator`; may be empty.
    pub kind: String,
    /// The rule set it is about, by name or file.
    pub rules: String,
    /// The size of the board, where the rule set leaves it open and the input doesn't tell.
    pub size: Option<Size>,
    /// The query or board.
    pub input: String,
    /// The right answer.
    pub expected: Answer,
    /// A remark: the reason for the answer, or the purpose of the case. May be empty.
    pub why: String,
}

/// A case and where its document says what may turn out to be wrong.
#[derive(Clone, Debug)]
pub struct Located {
    /// The case.
    pub case: Case,
    /// The bytes of its rule set's name, which the document may say once for all its cases.
    pub rules: Range<usize>,
    /// The bytes of its input, with the quotation marks.
    pub input: Range<usize>,
    /// The bytes of the expected answer.
    pub expected: Range<usize>,
}

impl Located {
    /// Reads the cases of a TOML document as [`Case::parse`] does.
    ///
    /// # Errors
    /// Every mistake of the document, with its place.
    ///
    /// # Example
    /// ```
    /// use kubikschach::cases::Located;
    /// let document = "[[case]]\nname = 'far'\nrules = 'cub'\ninput = '[#q,##],[##,K#]'\nexpected = false";
    /// let located = &Located::parse(document)?[0];
    /// assert_eq!(&document[located.rules.clone()], "'cub'");
    /// # Ok::<(), kubikschach::diagnostic::Diagnostics>(())
    /// ```
    pub fn parse(document: &str) -> Result<Vec<Self>, Diagnostics> {
        let table = Table::parse(document).map_err(|mistakes| match load::list(document) {
            Some(mistake) => Diagnostics(vec![mistake]),
            None => mistakes,
        });
        let (mut table, mut mistakes) = (table?, Vec::new());
        let cases = load::cases(&mut table, &mut mistakes);
        table.finish(&mut mistakes);
        mistakes.sort_by_key(|mistake| mistake.span().start);
        if mistakes.is_empty() { Ok(cases) } else { Err(Diagnostics(mistakes)) }
    }
}

impl fmt::Display for Case {
    /// The name and, in parentheses, the kind.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        if !self.kind.is_empty() {
            write!(f, " ({})", self.kind)?;
        }
        Ok(())
    }
}

impl Case {
    /// Reads the cases of a TOML document, in their order.
    ///
    /// # Errors
    /// Every mistake of the document, with its place.
    ///
    /// # Example
    /// ```
    /// use kubikschach::{cases::Case, rules::Rules};
    /// let cases = Case::parse("
    ///     rules = 'kubikschach'
    ///     [[case]]
    ///     name = 'corner to corner'
    ///     input = 'King W A1a H8h'
    ///     expected = 7
    /// ")?;
    /// let rules = Rules::built_in(&cases[0].rules).expect("it is built in");
    /// assert!(cases[0].passes(&rules));
    /// # Ok::<(), kubikschach::diagnostic::Diagnostics>(())
    /// ```
    pub fn parse(document: &str) -> Result<Vec<Self>, Diagnostics> {
        let cases = Located::parse(document)?;
        Ok(cases.into_iter().map(|located| located.case).collect())
    }

    /// Parses the input of the case under `rules`.
    ///
    /// # Errors
    /// If the input is no query or board of the rules, the expected answer is of the other puzzle, or
    /// the size is missing.
    ///
    /// # Example
    /// ```
    /// use kubikschach::{cases::{Answer, Case, PUBLISHED}, rules::Rules};
    /// let (_, _, document) = PUBLISHED[0];
    /// let case = &Case::parse(document)?[0];
    /// let rules = Rules::built_in(&case.rules).expect("it is built in");
    /// assert_eq!(case.question(&rules)?.answer(&rules)?, case.expected);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn question(&self, rules: &Rules) -> Result<Question, CaseError> {
        let size = rules.size().or(self.size);
        let query = |size| notation::query(rules, size, &self.input);
        let board = || notation::board(rules, &self.input);
        let other = |puzzle| CaseError::Expected { puzzle, found: self.expected.clone() };
        match self.expected.puzzle() {
            Puzzle::Path => match size.map(|size| (size, query(size))) {
                Some((size, Ok(query))) => Ok(Question::Path(size, query)),
                _ if board().is_ok() => Err(other(Puzzle::Mate)),
                Some((_, Err(error))) => Err(error.into()),
                None => Err(CaseError::NoSize),
            },
            Puzzle::Mate => board().map(Question::Mate).map_err(|error| {
                let is_query = size.is_some_and(|size| query(size).is_ok());
                if is_query { other(Puzzle::Path) } else { error.into() }
            }),
        }
    }

    /// The program's answer to the input.
    ///
    /// # Errors
    /// If the input is no query or board of the rules, or a board that they don't allow, says why.
    pub fn answer(&self, rules: &Rules) -> Result<Answer, CaseError> {
        let question = self.question(rules)?;
        let Question::Mate(setup) = &question else { return Ok(question.answer(rules)?) };
        let position = Position::new(rules, setup.clone())?;
        Ok(match self.expected {
            Answer::Status(_) => Answer::Status(position.status().to_string()),
            Answer::MateIn { moves, .. } => problem::answer(position, moves.unwrap_or(MOST_MOVES))?,
            _ => Answer::Checkmate(position.is_checkmate()),
        })
    }

    /// Returns `true` if this library's answer is the expected one; `false` if there is no answer, too.
    #[must_use]
    pub fn passes(&self, rules: &Rules) -> bool {
        self.answer(rules).is_ok_and(|answer| answer == self.expected)
    }
}
