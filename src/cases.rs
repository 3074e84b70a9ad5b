//! Cases: inputs with their expected answers, and what replaying them comes to.

use std::error::Error;
use std::fmt;
use std::ops::Range;

use toml::Spanned;
use toml::de::DeValue;

use crate::cell::Size;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::{Read, Table, Value, read};
use crate::notation;
use crate::path::MoveGraph;
use crate::position::Position;
use crate::rules::Rules;
use crate::verdict::{Reason, Verdict};

/// The files of the published cases: their names and documents.
pub const PUBLISHED: [(&str, &str); 2] = [
    ("kubikschach", include_str!("../fixtures/kubikschach.toml")),
    ("cube-mate", include_str!("../fixtures/cube-mate.toml")),
];

/// What a case expects; it tells what is asked about the input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The least number of moves of a query, if there is a way.
    Moves(Option<u32>),
    /// Whether the side to move of a board is checkmated.
    Checkmate(bool),
    /// The status of a board: its verdict or result, as text.
    Status(String),
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Moves(None) => f.write_str("-1"),
            Self::Moves(Some(moves)) => moves.fmt(f),
            Self::Checkmate(checkmate) => checkmate.fmt(f),
            Self::Status(status) => f.write_str(status),
        }
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
        let (mut table, mut mistakes) = (Table::parse(document)?, Vec::new());
        let cases = cases(&mut table, &mut mistakes);
        table.finish(&mut mistakes);
        mistakes.sort_by_key(|mistake| mistake.span().start);
        if mistakes.is_empty() { Ok(cases) } else { Err(Diagnostics(mistakes)) }
    }

    /// The program's answer to the input.
    ///
    /// # Errors
    /// If the input is no query or board of the rules, says why.
    pub fn answer(&self, rules: &Rules) -> Result<Answer, Box<dyn Error + Send + Sync>> {
        if let Answer::Moves(_) = self.expected {
            let size = rules.size().or(self.size).ok_or("the case has no size")?;
            let query = notation::query(rules, size, &self.input)?;
            let graph = MoveGraph::new(rules, size, query.piece);
            let moves = graph.distance(query.start, query.finish)?;
            return Ok(Answer::Moves(moves));
        }
        let setup = notation::board(rules, &self.input)?;
        let position = Position::new(rules, setup)?;
        Ok(match self.expected {
            Answer::Checkmate(_) => Answer::Checkmate(position.is_checkmate()),
            _ => Answer::Status(position.status().to_string()),
        })
    }

    /// Whether the program's answer is the right one.
    #[must_use]
    pub fn passes(&self, rules: &Rules) -> bool {
        self.answer(rules).is_ok_and(|answer| answer == self.expected)
    }
}

fn cases(table: &mut Table<'_>, mistakes: &mut Vec<Diagnostic>) -> Vec<Case> {
    let _source = table.optional::<String>("source", mistakes);
    let rules = table.optional::<String>("rules", mistakes).map(Spanned::into_inner);
    let size = table.optional::<Size>("size", mistakes).map(Spanned::into_inner);
    let list = table.required::<Vec<Value<'_>>>("case", mistakes);
    let tables = list.map(Spanned::into_inner).unwrap_or_default();
    let tables: Vec<Table<'_>> = tables
        .into_iter()
        .filter_map(|case| read::<Table<'_>>(case, mistakes).map(Spanned::into_inner))
        .collect();
    let common = Common { rules, size };
    tables.into_iter().filter_map(|table| case(table, &common, mistakes)).collect()
}

/// What a document says once for all its cases.
struct Common {
    rules: Option<String>,
    size: Option<Size>,
}

fn case(mut table: Table<'_>, common: &Common, mistakes: &mut Vec<Diagnostic>) -> Option<Case> {
    let name = table.required::<String>("name", mistakes);
    let kind = table.optional::<String>("kind", mistakes);
    let _why = table.optional::<String>("why", mistakes);
    let input = table.required::<String>("input", mistakes);
    let rules = match &common.rules {
        Some(rules) => {
            let own = table.optional::<String>("rules", mistakes);
            Some(own.map_or_else(|| rules.clone(), Spanned::into_inner))
        }
        None => table.required::<String>("rules", mistakes).map(Spanned::into_inner),
    };
    let size = table.optional::<Size>("size", mistakes).map(Spanned::into_inner);
    let expected = table.required::<Answer>("expected", mistakes);
    table.finish(mistakes);
    Some(Case {
        name: name?.into_inner(),
        kind: kind.map(Spanned::into_inner).unwrap_or_default(),
        rules: rules?,
        size: size.or(common.size),
        input: input?.into_inner(),
        expected: expected?.into_inner(),
    })
}

/// A number of moves, whether it is checkmate, or a verdict.
impl<'t> Read<'t> for Answer {
    const KIND: &'static str = "a number of moves or -1, true or false, a verdict (checkmate, \
        stalemate, check, ongoing) or a result with its reason, such as `1-0 checkmate`";
    fn read(value: &mut DeValue<'t>, span: Range<usize>) -> Option<Self> {
        if let Some(checkmate) = value.as_bool() {
            return Some(Self::Checkmate(checkmate));
        }
        if let Some(status) = value.as_str() {
            return is_status(status).then(|| Self::Status(status.to_owned()));
        }
        match i64::read(value, span)? {
            -1 => Some(Self::Moves(None)),
            moves => u32::try_from(moves).ok().map(|moves| Self::Moves(Some(moves))),
        }
    }
}

/// Whether the text is a verdict, or a result with one of the reasons.
fn is_status(text: &str) -> bool {
    let reason = text.split_once(' ').map(|(_, reason)| reason);
    Verdict::ALL.iter().any(|verdict| verdict.to_string() == text)
        || reason.is_some_and(|reason| Reason::ALL.iter().any(|known| known.to_string() == reason))
}
