//! Answers to queries as lines of text.

use std::io::{self, Write};

use crate::api::PathAnswer;
use crate::cell::Cell;
use crate::cli::output::Output;
use crate::rules::{NameBuffer, NameTable};

/// Writes one line with the number of moves. The number of shortest routes, a route and a reason
/// follow if the options request them.
pub(super) fn write_line(answer: &PathAnswer<'_>, out: &mut Output) -> io::Result<()> {
    write_moves(answer.moves, out)?;
    if let Some(count) = &answer.count {
        write!(out, " {count}")?;
    }
    if let Some(route) = &answer.route {
        write_route(answer, " ", route, out)?;
    }
    if let Some(why) = &answer.why {
        out.write_all(b" ")?;
        out.write_all(why.as_bytes())?;
    }
    out.write_all(b"\n")
}

/// Writes `before`, and then the cell names of a route with spaces between them.
pub(super) fn write_route(
    answer: &PathAnswer<'_>,
    before: &str,
    route: &[Cell],
    out: &mut Output,
) -> io::Result<()> {
    let mut before = before;
    for &cell in route {
        out.write_all(before.as_bytes())?;
        write_cell(answer.names(), cell, out)?;
        before = " ";
    }
    Ok(())
}

pub(super) fn write_cell(names: &NameTable, cell: Cell, out: &mut Output) -> io::Result<()> {
    out.write_all(names.write(cell, &mut NameBuffer::default()))
}

/// Writes a line with the number of moves, or -1 if there is no route.
#[inline(always)]
pub(super) fn write_moves_line(moves: Option<u32>, out: &mut Output) -> io::Result<()> {
    match moves {
        Some(digit @ 0..10) => out.write_all(&[b'0' + digit.to_le_bytes()[0], b'\n']),
        Some(moves) => writeln!(out, "{moves}"),
        None => out.write_all(b"-1\n"),
    }
}

/// Writes the number of moves, or -1 if there is no route.
pub(super) fn write_moves(moves: Option<u32>, out: &mut Output) -> io::Result<()> {
    match moves {
        Some(digit @ 0..10) => out.write_all(&[b'0' + digit.to_le_bytes()[0]]),
        Some(moves) => write!(out, "{moves}"),
        None => out.write_all(b"-1"),
    }
}
