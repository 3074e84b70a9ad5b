//! The command `query`: parses a query in text, such as `King W A1a B3d`.

use serde::Serialize;

use super::context::Context;
use super::error::Error;
use super::fields::Fields;
use super::parts::role;
use crate::cell::Size;
use crate::notation;
use crate::path::Query;
use crate::rules::Rules;

/// Asks for the piece and the cells that a query in text names.
#[derive(Clone, Debug)]
pub(crate) struct QueryQuestion {
    /// Rule set that names the piece and the cells.
    pub(crate) rules: Rules,
    /// Size of the board.
    pub(crate) size: Size,
    /// Query of the text.
    pub(crate) query: Query,
}

impl QueryQuestion {
    /// Parses the question from `fields`.
    ///
    /// # Errors
    /// Returns an error if a field has a mistake.
    pub(crate) fn read(fields: &Fields<'_>, context: &mut Context) -> Result<Self, Error> {
        let rules = context.rules(fields, "kubikschach")?;
        let size = context.size(fields, &rules)?;
        let query = notation::parse_query(&rules, size, fields.required("query")?);
        Ok(Self { query: query.map_err(|error| Error::at("query", error))?, rules, size })
    }

    /// Returns the names of the piece, its color and the cells.
    #[must_use]
    pub(crate) fn answer(&self) -> QueryAnswer<'_> {
        let Query { piece, start, finish } = self.query;
        let name = |cell| self.rules.cells().name(self.size, cell);
        QueryAnswer {
            piece: role(&self.rules, piece),
            color: piece.color().name(),
            start: name(start),
            finish: name(finish),
        }
    }
}

/// The answer to a [`QueryQuestion`]: the fields of a query.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct QueryAnswer<'q> {
    /// Name of the piece's role, such as `Rook`.
    pub(crate) piece: &'q str,
    /// Color of the piece, `white` or `black`.
    pub(crate) color: &'static str,
    /// Name of the start cell.
    pub(crate) start: String,
    /// Name of the finish cell.
    pub(crate) finish: String,
}
