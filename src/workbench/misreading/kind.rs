//! The kinds of misreadings.

use super::{AnswerMisreading, InputMisreading, MovementMisreading, VerdictMisreading};
use crate::piece::Role;

/// A misreading of a contestant's program, by its kind.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MisreadingKind {
    /// The program follows the rules.
    None,
    /// The program moves the pieces of this role wrongly.
    Movement(Role, Box<MovementMisreading>),
    /// The program follows wrong rules of check, checkmate or legal moves.
    Verdict(VerdictMisreading),
    /// The program parses the input wrongly, for example with exchanged coordinates.
    Input(InputMisreading),
    /// The program prints an answer that differs from the one that it computed.
    Answer(AnswerMisreading),
}
