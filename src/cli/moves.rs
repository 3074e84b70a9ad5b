//! `moves`: where can a piece go?

use std::io::Write;

use kubikschach::board::{Board, Occupancy};
use kubikschach::cell::{Cell, Size};
use kubikschach::notation::{self, board};
use kubikschach::piece::Piece;
use kubikschach::render::ReachPicture;
use kubikschach::rules::Rules;

use super::args;
use super::rules::{load, size};
use super::{Failure, Success};

pub(crate) fn run(args: &args::Moves, out: &mut impl Write) -> Result<Success, Failure> {
    let rules = load(&args.board.rules)?;
    let mut board = among(args, &rules)?;
    let size = board.size();
    let piece = piece(&rules, &args.piece, &args.color)?;
    let from = cell(&rules, size, &args.cell)?;
    match board.piece_at(from) {
        Some(other) if other != piece => {
            let other = format!("{} {}", other.color(), rules.role(other.role()).name);
            return Err(Failure::new(format!("{} is taken by the {other}", args.cell)));
        }
        _ => board.set(from, Some(piece)),
    }
    let reach = rules.movement().reach(&board, piece, from, rules.captures());
    let cells = || reach.moves.iter().chain(&reach.captures);
    if args.list {
        let mut names: Vec<String> = cells().map(|&cell| rules.cells().name(size, cell)).collect();
        names.sort_unstable();
        for name in names {
            writeln!(out, "{name}")?;
        }
        return Ok(Success::Yes);
    }
    let name = &rules.role(piece.role()).name;
    let cell = rules.cells().name(size, from);
    let count = cells().count();
    let plural = if count == 1 { "move" } else { "moves" };
    writeln!(out, "{} {name} on {cell}: {count} {plural}\n", piece.color())?;
    let picture = ReachPicture { rules: &rules, board: &board, from, reach: &reach };
    write!(out, "{}", picture.text())?;
    Ok(Success::Yes)
}

/// The board the user gave, or an empty one.
fn among(args: &args::Moves, rules: &Rules) -> Result<Board, Failure> {
    let Some(text) = &args.among else {
        let size = size(rules, args.board.size)?;
        return Board::new(size).map_err(|error| Failure::memory(size, &error));
    };
    let setup = board(rules, text).map_err(|error| Failure::syntax("--board", text, &error))?;
    let found = setup.board.size();
    match args.board.size {
        Some(edge) if edge != found.edge() => Err(Failure::new(format!(
            "--size: expected {}, the size of the board, but found {edge}",
            found.edge()
        ))),
        _ => Ok(setup.board),
    }
}

/// The piece of a name and color.
pub(crate) fn piece(rules: &Rules, name: &str, color: &str) -> Result<Piece, Failure> {
    let text = format!("{name} {color}");
    notation::piece(rules, &text).map_err(|error| Failure::syntax("PIECE COLOR", &text, &error))
}

fn cell(rules: &Rules, size: Size, name: &str) -> Result<Cell, Failure> {
    notation::cell(rules, size, name).map_err(|error| Failure::syntax("CELL", name, &error))
}
