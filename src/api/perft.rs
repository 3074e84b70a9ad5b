//! The command `perft`: counts the sequences of legal moves of a given length.

use std::collections::BTreeMap;

use serde::Serialize;

use super::context::Context;
use super::error::Error;
use super::fields::Fields;
use super::play::start;
use crate::control::Control;
use crate::notation::write_move;
use crate::position::Position;

/// The largest depth in plies. Deeper counts take longer than anyone waits.
pub(crate) const MOST_PLIES: u8 = 12;

/// Asks for the number of sequences of legal moves from a position.
#[derive(Clone, Debug)]
pub(crate) struct PerftQuestion {
    /// Position from which the sequences start.
    pub(crate) position: Position,
    /// Length of the sequences in plies.
    pub(crate) depth: u8,
    /// Asks for a separate count for each first move.
    pub(crate) divide: bool,
}

impl PerftQuestion {
    /// Parses the question from `fields`, and checks it against the limits of `context`.
    ///
    /// # Errors
    /// Returns an error if a field has a mistake.
    pub(crate) fn read(fields: &Fields<'_>, context: &mut Context) -> Result<Self, Error> {
        let position = start(fields, context)?;
        let most = u64::from(MOST_PLIES);
        let depth = fields.number("depth", "a number of plies", 0..=most, most)?;
        let depth = depth.ok_or_else(|| fields.missing("depth", "a number"))?;
        let depth = u8::try_from(depth).unwrap_or(MOST_PLIES);
        Ok(Self { position, depth, divide: fields.flag("divide")? })
    }

    /// Counts the sequences of legal moves, in total and, if asked for, for each first move.
    ///
    /// # Errors
    /// Returns an error if `control` stops the count.
    pub(crate) fn answer(&self, control: &Control<'_>) -> Result<PerftAnswer, Error> {
        let (rules, size) = (self.position.rules(), self.position.board().size());
        let mut position = self.position.clone();
        let (mut nodes, mut divided) = (u64::from(self.depth == 0), BTreeMap::new());
        let moves = match self.depth {
            0 => Vec::new(),
            _ => position.legal_moves_with(control)?,
        };
        for mv in moves {
            let undo = position.make(mv);
            let count = position.perft_with(self.depth - 1, control)?;
            position.unmake(undo);
            nodes = nodes.saturating_add(count);
            divided.insert(write_move(rules, size, mv), count);
        }
        let divide = self.divide.then_some(divided);
        Ok(PerftAnswer { depth: self.depth, nodes, divide })
    }
}

/// The answer to a [`PerftQuestion`]: the number of sequences of legal moves.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct PerftAnswer {
    /// Length of the sequences in plies.
    pub(crate) depth: u8,
    /// Number of sequences; `u64::MAX` if there are at least that many.
    pub(crate) nodes: u64,
    /// Number of sequences for each first move, keyed by the move's text.
    ///
    /// `None` if the question does not ask for these numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) divide: Option<BTreeMap<String, u64>>,
}
