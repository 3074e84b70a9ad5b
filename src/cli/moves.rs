//! `moves`: where can a piece go?

use std::io::Write;

use crate::board::{Board, Setup};
use crate::cell::{Cell, Size};
use crate::movement::Reach;
use crate::notation;
use crate::piece::{Piece, Role};
use crate::position::Position;
use crate::render::Picture;
use crate::rules::Rules;
use crate::words::numbered;
use serde::Serialize;

use super::output::Output;
use super::picture::draw;
use super::position::{among, taken};
use super::rules::load;
use super::{Failure, Success, args, json};

pub(crate) fn run(args: &args::Moves, json: bool, out: &mut Output) -> Result<Success, Failure> {
    if args.list && args.svg.is_output() {
        return Err(Failure::new("the argument `--list` cannot be used with `--svg -`"));
    }
    let rules = load(&args.board.rules)?;
    let Setup { mut board, holder, .. } = match &args.among {
        Some(text) => among(&rules, args.board.size, text)?,
        None => Setup { board: empty(&rules, args.board.size)?, turn: None, holder: None },
    };
    let piece = piece(&rules, &args.piece, &args.of)?;
    let from = cell(&rules, board.size(), &args.cell)?;
    put(&mut board, &rules, piece, (from, &args.cell))?;
    let reach = rules.movement().reach(&board, piece, from, rules.captures());
    let setup = Setup { board: board.clone(), turn: Some(piece.color()), holder };
    let position = Position::new_unchecked(&rules, setup);
    let (reach, illegal) = split_legal(&position, from, reach);
    let count = reach.moves.len() + reach.captures.len();
    let cell = rules.cells().name(board.size(), from);
    let (role, count) = (json::role(&rules, piece), numbered(count, "move"));
    let title = format!("{} {role} on {cell}: {count}", piece.color());
    let picture = Picture::new(&rules, &board, title).with_reach(from, &reach, &illegal);
    if !args.svg.save(|| args.svg.of(&picture), out)? {
        return Ok(Success::Yes);
    }
    if json {
        json::line(out, &Destinations::new(&picture, piece, cell, &reach, &illegal))?;
    } else if args.list {
        for name in names(&picture, &[&reach.moves[..], &reach.captures].concat()) {
            writeln!(out, "{name}")?;
        }
    } else {
        writeln!(out, "{}\n", picture.title)?;
        draw(&picture, out)?;
    }
    Ok(Success::Yes)
}

/// The names of cells, in their order.
fn names(picture: &Picture<'_>, cells: &[Cell]) -> Vec<String> {
    let name = |&cell: &Cell| picture.rules.cells().name(picture.board.size(), cell);
    let mut names: Vec<String> = cells.iter().map(name).collect();
    names.sort_unstable();
    names
}

/// Where a piece can go, as an object.
#[derive(Serialize)]
struct Destinations<'a> {
    piece: &'a str,
    color: &'static str,
    cell: String,
    count: usize,
    moves: Vec<String>,
    captures: Vec<String>,
    illegal: Vec<String>,
    blockers: Vec<String>,
}

impl<'a> Destinations<'a> {
    fn new(
        picture: &Picture<'a>,
        piece: Piece,
        cell: String,
        reach: &Reach,
        illegal: &[Cell],
    ) -> Self {
        Self {
            piece: json::role(picture.rules, piece),
            color: piece.color().name(),
            cell,
            count: reach.moves.len() + reach.captures.len(),
            moves: names(picture, &reach.moves),
            captures: names(picture, &reach.captures),
            illegal: names(picture, illegal),
            blockers: names(picture, &reach.blockers),
        }
    }
}

fn empty(rules: &Rules, size: Option<usize>) -> Result<Board, Failure> {
    let size = super::rules::size(rules, size)?;
    Board::new(size).map_err(|_| Failure::memory(size))
}

/// Puts a piece on the cell of the argument, unless another one stands there.
fn put(
    board: &mut Board,
    rules: &Rules,
    piece: Piece,
    (cell, text): (Cell, &str),
) -> Result<(), Failure> {
    if let Some(other) = board.piece_at(cell).filter(|other| *other != piece) {
        let error = taken(rules, (board.size(), cell), [piece, other], 0..text.len());
        return Err(Failure::argument("CELL", text, error));
    }
    board.set(cell, Some(piece));
    Ok(())
}

/// What the piece can do legally, and the cells it may not go to, because its king would be left
/// attacked or is held, or a king stands there.
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

/// The piece of a name and color.
pub(crate) fn piece(rules: &Rules, name: &str, color: &str) -> Result<Piece, Failure> {
    let role = role(rules, "PIECE", name)?;
    let color =
        notation::piece_color(color).map_err(|error| Failure::argument("COLOR", color, error))?;
    Ok(Piece::new(color, role))
}

/// The role that an argument names.
pub(crate) fn role(rules: &Rules, argument: &str, name: &str) -> Result<Role, Failure> {
    notation::role(rules, name).map_err(|error| Failure::argument(argument, name, error))
}

fn cell(rules: &Rules, size: Size, name: &str) -> Result<Cell, Failure> {
    notation::cell(rules, size, name).map_err(|error| Failure::argument("CELL", name, error))
}
