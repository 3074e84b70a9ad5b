//! Cases of the puzzles: inputs with their expected answers, which this library can check.

mod append;
mod error;
mod load;
mod problem;
mod solver;
mod text;
#[cfg(feature = "serde")]
pub(crate) mod truth;

use std::fmt;
use std::ops::Range;

pub use self::append::with_case;
pub use self::error::CaseError;
pub use self::solver::Solver;
pub use self::text::{Form, document};
use crate::board::Setup;
use crate::cell::Size;
use crate::mistake::Mistakes;
use crate::notation::Query;
use crate::path::{MoveGraph, PathError};
use crate::position::Position;
use crate::rules::Rules;
use crate::search::MOST_MOVES;
use crate::toml_reader::TomlTable;

/// The published cases: a puzzle, its file name without extension, and its TOML document.
pub const PUBLISHED: [(Puzzle, &str, &str); 2] = [
    (Puzzle::Path, "kubikschach", include_str!("../fixtures/kubikschach.toml")),
    (Puzzle::Mate, "cube-mate", include_str!("../fixtures/cube-mate.toml")),
];

/// One of the two puzzles that the published cases belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Puzzle {
    /// Asks for the least number of moves of a piece between two cells.
    Path,
    /// Asks whether the side to move of a board is checkmated.
    Mate,
}

impl Puzzle {
    /// All puzzles.
    pub const ALL: [Self; 2] = [Self::Path, Self::Mate];

    /// Returns the puzzle's name, `path` or `mate`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Path => "path",
            Self::Mate => "mate",
        }
    }

    /// Returns the name of the rule set that the puzzle was published with.
    #[must_use]
    pub const fn rules(self) -> &'static str {
        match self {
            Self::Path => "kubikschach",
            Self::Mate => "cube",
        }
    }
}

/// The answer that a case expects.
///
/// The variant determines what the case asks about its input.
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
    /// Least number of moves of a query; `None` if the finish cannot be reached.
    Moves(Option<u32>),
    /// True if the side to move of a board is checkmated.
    Checkmate(bool),
    /// Status of a board: a verdict such as `check`, or a result with its reason.
    Status(String),
    /// Shortest mate that the side to move of a board forces, as `mate --in` prints it.
    MateIn {
        /// Least number of moves; `None` if there is no mate.
        moves: Option<usize>,
        /// Texts of the key moves in their order; a sound problem has exactly one.
        keys: Vec<String>,
    },
}

impl Answer {
    /// Parses an answer: `true`, `false`, a number of moves, -1, a status or a mate with its keys.
    ///
    /// `true` and `false` may be written in any letter case. Returns `None` if the text is not an
    /// answer.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let is = |word: &str| text.eq_ignore_ascii_case(word);
        match text.parse() {
            _ if is("true") || is("false") => Some(Self::Checkmate(is("true"))),
            Ok(number) => Self::of_number(number),
            Err(_) => Self::of_words(text),
        }
    }

    fn of_number(number: i64) -> Option<Self> {
        match number {
            -1 => Some(Self::Moves(None)),
            moves => u32::try_from(moves).ok().map(|moves| Self::Moves(Some(moves))),
        }
    }

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

    /// Returns the puzzle that the answer belongs to.
    #[must_use]
    pub const fn puzzle(&self) -> Puzzle {
        match self {
            Self::Moves(_) => Puzzle::Path,
            Self::Checkmate(_) | Self::Status(_) | Self::MateIn { .. } => Puzzle::Mate,
        }
    }

    /// Returns `true` if the answer is [`Self::MateIn`], a mate with its key moves.
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

/// The parsed input of a case, without the expected answer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Question {
    /// Asks for the least number of moves on an empty board of this size.
    Path(Size, Query),
    /// Asks whether the side to move is checkmated.
    Mate(Setup),
}

impl Question {
    /// Returns the puzzle that the question belongs to.
    #[must_use]
    pub const fn puzzle(&self) -> Puzzle {
        match self {
            Self::Path(..) => Puzzle::Path,
            Self::Mate(_) => Puzzle::Mate,
        }
    }

    /// Creates a case with the question and its right answer.
    ///
    /// `rules_name` is the name or file by which the case refers to its rule set.
    ///
    /// # Errors
    /// Returns an error if a query names a cell that is not on the board.
    pub fn case(&self, rules: &Rules, rules_name: &str, name: String) -> Result<Case, PathError> {
        let size = match self {
            Self::Path(size, _) if rules.size().is_none() => Some(size.edge()),
            _ => None,
        };
        Ok(Case {
            name,
            kind: String::new(),
            rules: rules_name.to_owned(),
            size,
            input: self.text(rules, Form::Line).trim_end().to_owned(),
            expected: self.answer(rules)?,
            why: String::new(),
            source: String::new(),
        })
    }

    /// Returns the right answer: a number of moves, or whether the side to move is checkmated.
    ///
    /// Boards that break an invariant of the rules are answered too.
    ///
    /// # Errors
    /// Returns an error if a query names a cell that is not on the board.
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

/// An input of a puzzle with its expected answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// Name of the case.
    pub name: String,
    /// Kind that the author gave the case, such as `test` or `validator`; may be empty.
    pub kind: String,
    /// Name or file of the rule set.
    pub rules: String,
    /// Number of cells along the board's edge; `None` if the rule set or the input states it.
    pub size: Option<usize>,
    /// Text of the query or board.
    pub input: String,
    /// Answer that a correct program gives.
    pub expected: Answer,
    /// Remark such as the reason for the answer or the purpose of the case; may be empty.
    pub why: String,
    /// Origin of the expected answer; may be empty.
    ///
    /// `kubikschach` stands for an answer that this program computed, because no text states one.
    pub source: String,
}

/// A case, with the byte ranges in its document that later errors mark.
#[derive(Clone, Debug)]
pub struct Located {
    /// Parsed case.
    pub case: Case,
    /// Byte range of the rule set's name, which the document may state once for all cases.
    pub rules: Range<usize>,
    /// Byte range of the input, quotation marks included.
    pub input: Range<usize>,
    /// Byte range of the expected answer.
    pub expected: Range<usize>,
}

impl Located {
    /// Parses the cases of a TOML document, with their byte ranges.
    ///
    /// # Errors
    /// Returns all mistakes of the document, each with its byte range.
    ///
    /// # Example
    /// ```
    /// use kubikschach::cases::Located;
    /// let document = "[[case]]\nname = 'far'\nrules = 'cub'\ninput = '[#q,##],[##,K#]'\nexpected = false";
    /// let located = &Located::parse(document)?[0];
    /// assert_eq!(&document[located.rules.clone()], "'cub'");
    /// # Ok::<(), kubikschach::mistake::Mistakes>(())
    /// ```
    pub fn parse(document: &str) -> Result<Vec<Self>, Mistakes> {
        let mut table = TomlTable::parse(document)?;
        let cases = load::cases(&mut table);
        let mistakes = table.finish_document();
        if mistakes.0.is_empty() { Ok(cases) } else { Err(mistakes) }
    }
}

impl fmt::Display for Case {
    /// Writes the name and, if there is a kind, the kind in parentheses.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        if !self.kind.is_empty() {
            write!(f, " ({})", self.kind)?;
        }
        Ok(())
    }
}

impl Case {
    /// Parses the cases of a TOML document, in their order.
    ///
    /// # Errors
    /// Returns all mistakes of the document, each with its byte range.
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
    /// # Ok::<(), kubikschach::mistake::Mistakes>(())
    /// ```
    pub fn parse(document: &str) -> Result<Vec<Self>, Mistakes> {
        let cases = Located::parse(document)?;
        Ok(cases.into_iter().map(|located| located.case).collect())
    }

    /// Parses the input of the case under `rules`.
    ///
    /// # Errors
    /// Returns an error if the input is neither a query nor a board of the rules, if the input and
    /// the expected answer belong to different puzzles, or if the board size is not from 2 to 64.
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
        Solver::new(rules).question(self)
    }

    /// Returns this library's answer to the input.
    ///
    /// # Errors
    /// Returns an error if [`Self::question`] or [`Solver::answer`] does.
    pub fn answer(&self, rules: &Rules) -> Result<Answer, CaseError> {
        let mut solver = Solver::new(rules);
        let question = solver.question(self)?;
        solver.answer(&question, &self.expected)
    }

    /// Returns `true` if this library's answer to the input is the expected one.
    ///
    /// Returns `false` if the case has an error.
    #[must_use]
    pub fn passes(&self, rules: &Rules) -> bool {
        self.answer(rules).is_ok_and(|answer| answer == self.expected)
    }
}
