//! `moves`: the cells a piece can go to.

use serde::Serialize;

use super::context::Context;
use super::error::Error;
use super::fields::Fields;
use super::position::{among, cell, piece, role, taken};
use crate::board::{Board, Setup};
use crate::cell::Cell;
use crate::movement::Reach;
use crate::piece::Piece;
use crate::position::Position;
use crate::render::Picture;
use crate::rules::Rules;
use crate::words::numbered;

/// Asks for the cells that a piece can go to.
#[derive(Clone, Debug)]
pub struct MovesQuestion {
    /// The rules.
    pub rules: Rules,
    /// The board with the piece and perhaps others, the side to move, and the holder.
    pub setup: Setup,
    /// The piece.
    pub piece: Piece,
    /// The cell of the piece.
    pub cell: Cell,
}

const FIELDS: [&str; 6] = ["piece", "color", "cell", "rules", "size", "board"];

impl MovesQuestion {
    /// Reads a question.
    ///
    /// # Errors
    /// If a field has a mistake.
    pub fn read(fields: &Fields<'_>, context: &mut Context) -> Result<Self, Error> {
        fields.expect_only("moves", &FIELDS, &[])?;
        let rules = context.rules(fields, "kubikschach")?;
        let (rules, setup) = if let Some(text) = fields.board("board")? {
            among(context, fields, &rules, text)?
        } else {
            let board = Board::new(context.size(fields, &rules)?);
            (rules, Setup { board, turn: None, holder: None })
        };
        let size = setup.board.size();
        let (piece, from) = (piece(fields, &rules)?, cell(fields, (&rules, size), "cell")?);
        if let Some(other) = setup.board.piece_at(from).filter(|other| *other != piece) {
            let length = fields.required("cell")?.len();
            return Err(Error::at("cell", taken(&rules, (size, from), [piece, other], length)));
        }
        let mut setup = Setup { turn: Some(piece.color()), ..setup };
        setup.board.set(from, Some(piece));
        Ok(Self { rules, setup, piece, cell: from })
    }

    /// Answers the question.
    #[must_use]
    pub fn answer(&self) -> MovesAnswer<'_> {
        let Self { rules, setup, piece, cell: from } = self;
        let reach = rules.movement().reach(&setup.board, *piece, *from, rules.move_kinds());
        let position = Position::new_unchecked(rules, setup.clone());
        let (reach, illegal) = split_legal(&position, *from, reach);
        let cells = [&reach.moves, &reach.captures, &illegal, &reach.blockers];
        let [moves, captures, illegal_names, blockers] = cells.map(|cells| self.names(cells));
        MovesAnswer {
            piece: role(rules, *piece),
            color: piece.color().name(),
            cell: rules.cells().name(setup.board.size(), *from),
            count: moves.len() + captures.len(),
            moves,
            captures,
            illegal: illegal_names,
            blockers,
            question: self,
            reach,
            illegal_cells: illegal,
        }
    }

    /// Returns the names of cells, in their order.
    fn names(&self, cells: &[Cell]) -> Vec<String> {
        let size = self.setup.board.size();
        let name = |&cell: &Cell| self.rules.cells().name(size, cell);
        let mut names: Vec<String> = cells.iter().map(name).collect();
        names.sort_unstable();
        names
    }
}

/// Splits the reach of a piece into legal moves and illegal cells: those where its king would be
/// attacked or is held from, and those of kings.
fn split_legal(position: &Position, from: Cell, reach: Reach) -> (Reach, Vec<Cell>) {
    if position.rules().verdict().is_none() {
        return (reach, Vec::new());
    }
    let mut legal_moves = position.legal_moves();
    legal_moves.retain(|mv| mv.from == from);
    let legal = |to: &Cell| legal_moves.iter().any(|mv| mv.to == *to);
    let (moves, mut illegal): (_, Vec<Cell>) = reach.moves.into_iter().partition(legal);
    let (captures, guarded): (_, Vec<Cell>) = reach.captures.into_iter().partition(legal);
    illegal.extend(guarded);
    (Reach { moves, captures, blockers: reach.blockers }, illegal)
}

/// The answer to a [`MovesQuestion`]. Cells are in the order of their names.
#[derive(Debug, Serialize)]
pub struct MovesAnswer<'q> {
    /// The name of the piece.
    pub piece: &'q str,
    /// The color of the piece.
    pub color: &'static str,
    /// The name of its cell.
    pub cell: String,
    /// The number of moves and captures.
    pub count: usize,
    /// The empty cells it can go to.
    pub moves: Vec<String>,
    /// The cells it can capture on.
    pub captures: Vec<String>,
    /// The cells that the piece may not go to, because the move would be illegal.
    pub illegal: Vec<String>,
    /// The pieces in its way.
    pub blockers: Vec<String>,
    #[serde(skip)]
    question: &'q MovesQuestion,
    #[serde(skip)]
    reach: Reach,
    #[serde(skip)]
    illegal_cells: Vec<Cell>,
}

impl MovesAnswer<'_> {
    /// Returns the board with the cells marked.
    #[must_use]
    pub fn picture(&self) -> Picture<'_> {
        let MovesQuestion { rules, setup, piece, cell } = self.question;
        let (role, count) = (self.piece, numbered(self.count, "move"));
        let title = format!("{} {role} on {}: {count}", piece.color(), self.cell);
        let picture = Picture::new(rules, &setup.board, title);
        picture.with_reach(*cell, &self.reach, &self.illegal_cells)
    }

    /// Returns the names of the cells it can go to or capture on.
    #[must_use]
    pub fn destinations(&self) -> Vec<String> {
        self.question.names(&[&self.reach.moves[..], &self.reach.captures].concat())
    }
}
