//! `mate --in`: does the side to move force mate, and how?

use std::io::Write;

use crate::api::{MateInAnswer, Tree};
use crate::cli::Failure;
use crate::cli::output::Output;

/// Writes the number of moves, the first moves that are enough, and the proof if it is asked for.
pub(super) fn write(answer: &MateInAnswer, out: &mut Output) -> Result<(), Failure> {
    if let Some(end) = answer.end {
        return Ok(writeln!(out, "{end}")?);
    }
    let Some(moves) = answer.mate_in else { return Ok(writeln!(out, "-1")?) };
    writeln!(out, "{moves} {}", answer.keys.join(" "))?;
    answer.proof.as_ref().map_or(Ok(()), |proof| write_proof(proof, 1, out))
}

/// Writes a move of the attacker, and below it each reply with its answer.
fn write_proof(proof: &Tree, number: usize, out: &mut Output) -> Result<(), Failure> {
    let mate = if proof.replies.is_empty() { " mate" } else { "" };
    writeln!(out, "{number}. {}{mate}", proof.key)?;
    for branch in &proof.replies {
        write!(out, "{:indent$}{} ", "", branch.reply, indent = 4 * number)?;
        write_proof(&branch.answer, number + 1, out)?;
    }
    Ok(())
}
