//! The last line of commands that check cases.

use std::io::Write;

use super::failure::Failure;
use super::output::Output;

/// Writes how many cases passed and failed, and how many cannot be read if there are any.
pub(crate) fn write_totals(
    passed: usize,
    failed: usize,
    unreadable: usize,
    out: &mut Output,
) -> Result<(), Failure> {
    write!(out, "{passed} passed, {failed} failed")?;
    if unreadable > 0 {
        write!(out, ", {unreadable} unreadable")?;
    }
    Ok(writeln!(out)?)
}
