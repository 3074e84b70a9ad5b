//! The command `distances`: finds the least number of moves of a piece to every cell.

use serde::Serialize;

use super::context::Context;
use super::error::Error;
use super::fields::Fields;
use super::parts::role;
use super::path::PathOptions;
use super::position::{cell, piece};
use crate::cell::{Cell, Size};
use crate::control::Control;
use crate::path::Query;
use crate::piece::Piece;

/// Asks for the least number of moves of a piece from one cell to every cell.
#[derive(Clone, Debug)]
pub(crate) struct DistancesQuestion {
    /// Piece that moves.
    pub(crate) piece: Piece,
    /// Cell that the piece starts from.
    pub(crate) start: Cell,
    options: PathOptions,
}

impl DistancesQuestion {
    /// Parses the question from `fields`, and checks it against the limits of `context`.
    ///
    /// # Errors
    /// Returns an error if a field has a mistake.
    pub(crate) fn read(fields: &Fields<'_>, context: &mut Context) -> Result<Self, Error> {
        let options = PathOptions::read(fields, context)?;
        let (rules, size) = (options.finder.rules(), options.finder.size());
        let (piece, start) = (piece(fields, rules)?, cell(fields, rules, size, "start")?);
        Ok(Self { piece, start, options })
    }

    /// Finds the least number of moves to every cell.
    ///
    /// # Errors
    /// Returns an error if another piece is on the start cell, if the search would be too large, or
    /// if `control` stops it.
    pub(crate) fn answer(&self, control: &Control<'_>) -> Result<DistancesAnswer<'_>, Error> {
        let (finder, &Self { piece, start, .. }) = (&self.options.finder, self);
        let (size, rules) = (finder.size(), finder.rules());
        let to_itself = Query { piece, start, finish: start };
        let found = finder.distances_from(piece, start, control);
        let found = found.map_err(|error| self.options.convert_error(to_itself, error))?;
        let moves = |cell| found.get(cell).ok().flatten().map_or(-1, i64::from);
        let distances = text_order(size).map(moves).collect();
        Ok(DistancesAnswer {
            piece: role(rules, piece),
            color: piece.color().name(),
            start: rules.cells().name(size, start),
            size: size.edge(),
            distances,
        })
    }
}

/// The answer to a [`DistancesQuestion`]: the least number of moves to every cell.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct DistancesAnswer<'q> {
    /// Name of the piece's role, such as `Rook`.
    pub(crate) piece: &'q str,
    /// Color of the piece, `white` or `black`.
    pub(crate) color: &'static str,
    /// Name of the start cell.
    pub(crate) start: String,
    /// Cells along an edge of the board.
    pub(crate) size: usize,
    /// Least number of moves to each cell, -1 if the cell cannot be reached.
    ///
    /// The cells are in the order of a board's text: levels from the top, rows from Black's side,
    /// files from the left.
    pub(crate) distances: Vec<i64>,
}

fn text_order(size: Size) -> impl Iterator<Item = Cell> {
    let planes = size
        .coordinates()
        .rev()
        .flat_map(move |level| size.coordinates().rev().map(move |rank| (level, rank)));
    planes.flat_map(move |(level, rank)| {
        size.coordinates().map(move |file| Cell::new(file, rank, level))
    })
}
