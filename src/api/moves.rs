//! The command `moves`: lists the cells that a piece can move to or capture on.

use serde::Serialize;

use super::context::Context;
use super::error::Error;
use super::fields::Fields;
use super::parts::role;
use super::position::{cell, piece, taken};
use crate::board::{Board, Setup};
use crate::cell::Cell;
use crate::common::{numbered, sorted};
use crate::control::{Control, Stopped};
use crate::movement::Reach;
use crate::piece::Piece;
use crate::position::Position;
use crate::render::{Picture, definition};
use crate::rules::Rules;

/// Asks for the cells that a piece can move to or capture on.
#[derive(Clone, Debug)]
pub(crate) struct MovesQuestion {
    /// Rule set that defines the piece's moves.
    pub(crate) rules: Rules,
    /// Board with the piece on its cell; the piece's side is to move.
    pub(crate) setup: Setup,
    /// Piece whose moves are listed.
    pub(crate) piece: Piece,
    /// Cell of the piece, from which all listed moves start.
    pub(crate) cell: Cell,
}

impl MovesQuestion {
    /// Parses the question from `fields`; without the field `board` the piece is alone on the board.
    ///
    /// # Errors
    /// Returns an error if a field has a mistake or another piece is on the cell.
    pub(crate) fn read(fields: &Fields<'_>, context: &mut Context) -> Result<Self, Error> {
        let rules = context.rules(fields, "kubikschach")?;
        let (rules, setup) = if let Some(text) = fields.board("board")? {
            context.piece_setup(fields, &rules, text)?
        } else {
            let board = Board::new(context.size(fields, &rules)?);
            (rules, Setup { board, turn: None, holder: None })
        };
        let size = setup.board.size();
        let (piece, from) = (piece(fields, &rules)?, cell(fields, &rules, size, "cell")?);
        if let Some(other) = setup.board.piece_at(from).filter(|other| *other != piece) {
            let length = fields.required("cell")?.len();
            return Err(Error::at("cell", taken(&rules, size, from, [piece, other], length)));
        }
        let mut setup = Setup { turn: Some(piece.color()), ..setup };
        setup.board.set(from, Some(piece));
        Ok(Self { rules, setup, piece, cell: from })
    }

    /// Lists the moves, captures and blockers of the piece.
    ///
    /// # Errors
    /// Returns an error if `control` stops the search for checks and pins.
    pub(crate) fn answer(&self, control: &Control<'_>) -> Result<MovesAnswer<'_>, Stopped> {
        let Self { rules, setup, piece, cell: from } = self;
        // A piece that must promote is another piece as soon as it stands there.
        let reach = if rules.promotes(*piece, setup.board.size(), *from) {
            Reach::default()
        } else {
            rules.movement().reach(&setup.board, *piece, *from)
        };
        let position = Position::new_unchecked(rules, setup.clone());
        let (reach, illegal) = position.split_legal(*from, reach, control)?;
        let kinds = self.kinds(&reach);
        let cells = [&reach.moves, &reach.captures, &illegal, &reach.blockers];
        let [moves, captures, illegal_names, blockers] = cells.map(|cells| self.names(cells));
        Ok(MovesAnswer {
            piece: role(rules, *piece),
            color: piece.color().name(),
            cell: rules.cells().name(setup.board.size(), *from),
            count: moves.len() + captures.len(),
            moves,
            captures,
            illegal: illegal_names,
            blockers,
            kinds,
            question: self,
            reach,
            illegal_cells: illegal,
        })
    }

    /// Divides the moves and captures by the line of the rule document that first reaches them.
    fn kinds(&self, reach: &Reach) -> Vec<Kind> {
        let Self { rules, setup, piece, cell: from } = self;
        if reach.moves.is_empty() && reach.captures.is_empty() {
            return Vec::new();
        }
        let legal = sorted(reach.moves.iter().chain(&reach.captures).copied());
        let texts = definition(rules, rules.role(piece.role()));
        let by_atom = rules.movement().destinations_by_atom(&setup.board, *piece, *from);
        let lines = (1..).zip(texts).zip(by_atom).map(|((line, text), mut cells)| {
            cells.retain(|cell| legal.binary_search(cell).is_ok());
            Kind { line, text, cells: self.names(&cells) }
        });
        lines.filter(|kind| !kind.cells.is_empty()).collect()
    }

    fn names(&self, cells: &[Cell]) -> Vec<String> {
        let size = self.setup.board.size();
        let name = |&cell: &Cell| self.rules.cells().name(size, cell);
        let mut names: Vec<String> = cells.iter().map(name).collect();
        names.sort_unstable();
        names
    }
}

/// A line of a piece's definition, and the moves and captures that this line is the first to reach.
#[derive(Debug, Serialize)]
struct Kind {
    /// Number of the line among the moves of the piece, from 1.
    line: usize,
    /// The line in words.
    text: String,
    /// Names of the cells, sorted.
    cells: Vec<String>,
}

/// The answer to a [`MovesQuestion`], with each list of cells sorted by name.
#[derive(Debug, Serialize)]
pub(crate) struct MovesAnswer<'q> {
    /// Name of the piece's role, such as `Rook`.
    pub(crate) piece: &'q str,
    /// Color of the piece, `white` or `black`.
    pub(crate) color: &'static str,
    /// Name of the piece's cell, such as `A1a`.
    pub(crate) cell: String,
    /// Number of legal moves, captures included.
    pub(crate) count: usize,
    /// Names of the empty cells that the piece can legally move to.
    pub(crate) moves: Vec<String>,
    /// Names of the cells that the piece can legally capture on.
    pub(crate) captures: Vec<String>,
    /// Names of the cells that the piece reaches only by an illegal move.
    pub(crate) illegal: Vec<String>,
    /// Names of the cells with other pieces that block the piece and that it cannot capture.
    pub(crate) blockers: Vec<String>,
    /// Lines of the piece's definition by which it moves or captures, in the order of the rule
    /// document.
    kinds: Vec<Kind>,
    #[serde(skip)]
    question: &'q MovesQuestion,
    #[serde(skip)]
    reach: Reach,
    #[serde(skip)]
    illegal_cells: Vec<Cell>,
}

impl MovesAnswer<'_> {
    /// Returns a picture of the board that marks the moves, captures and illegal cells.
    #[must_use]
    pub(crate) fn picture(&self) -> Picture<'_> {
        let MovesQuestion { rules, setup, piece, cell } = self.question;
        let (role, count) = (self.piece, numbered(self.count, "move"));
        let title = format!("{} {role} on {}: {count}", piece.color(), self.cell);
        let picture = Picture::new(rules, &setup.board, title);
        picture.with_reach(*cell, &self.reach, &self.illegal_cells)
    }
}
