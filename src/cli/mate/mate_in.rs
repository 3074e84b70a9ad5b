//! `mate --in`: writes the solution of a mate problem.

use std::io::Write;

use crate::api::MateInAnswer;
use crate::cli::Failure;
use crate::cli::output::Output;
use crate::render::Solution;

/// Writes the solution, or the status of a position in which the game is over.
pub(super) fn write(answer: &MateInAnswer<'_>, out: &mut Output) -> Result<(), Failure> {
    match &answer.solution {
        Err(end) => writeln!(out, "{end}")?,
        Ok(problem) => write!(out, "{}", Solution::new(answer.position(), problem))?,
    }
    Ok(())
}
