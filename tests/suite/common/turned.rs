//! Turns boards and moves by a quarter, as `great-shatranj:sideways` is turned.

use kubikschach::board::Board;
use kubikschach::cell::{Axis, Isometry, Offset};
use kubikschach::movement::{Atom, Starts};

/// Returns the quarter turn of every level: the first rank becomes the first file, and the first
/// file becomes the last rank.
pub(crate) fn quarter() -> Isometry {
    let images = [
        (Offset::new(1, 0, 0), Offset::new(0, -1, 0)),
        (Offset::new(0, 1, 0), Offset::new(1, 0, 0)),
        (Offset::new(0, 0, 1), Offset::new(0, 0, 1)),
    ];
    let turns = |one: &Isometry| images.iter().all(|&(offset, image)| one.offset(offset) == image);
    Isometry::all().find(turns).expect("it is an isometry")
}

pub(crate) fn board(board: &Board) -> Board {
    let mut turned = Board::new(board.size());
    for (cell, piece) in board.pieces() {
        turned.set(quarter().cell(board.size(), cell), Some(piece));
    }
    turned
}

pub(crate) fn atom(atom: &Atom) -> Atom {
    let turn = quarter();
    let axis = |axis: Axis| match axis {
        Axis::File => Axis::Rank,
        Axis::Rank => Axis::File,
        Axis::Level => Axis::Level,
    };
    let starts = |Starts { size, cells }: &Starts| Starts {
        size: *size,
        cells: cells.iter().map(|&cell| turn.cell(*size, cell)).collect(),
    };
    let paths = atom.paths.iter();
    let paths = paths.map(|path| path.iter().map(|&passed| turn.offset(passed)).collect());
    Atom {
        step: turn.offset(atom.step),
        mirrors: atom.mirrors.iter().map(|&mirror| axis(mirror)).collect(),
        from: atom.from.as_ref().map(starts),
        paths: paths.collect(),
        ..*atom
    }
}
