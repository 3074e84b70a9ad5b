//! Steps from many cells of an empty board at once.

use petgraph::Direction;

use super::{Mode, Step};
use crate::cell::CellSet;

impl Step {
    /// Expands a frontier: adds to `into` what [`Step::reach`], or for incoming moves
    /// [`Step::reverse_reach`], reaches from all cells of `frontier` on an empty board. `line` is
    /// another set of the same board, for use on the way.
    pub fn expand(
        &self,
        frontier: &CellSet,
        direction: Direction,
        into: &mut CellSet,
        line: &mut CellSet,
    ) {
        let offset = match direction {
            Direction::Outgoing => self.offset,
            Direction::Incoming => -self.offset,
        };
        match self.mode {
            Mode::Leap => into.add_shifted(frontier, offset, &[]),
            Mode::Ride => into.fill_rays(frontier, offset, line),
            Mode::Lame => {
                for route in &self.routes {
                    let passed = route.iter().map(|&passed| match direction {
                        Direction::Outgoing => passed,
                        Direction::Incoming => passed - self.offset,
                    });
                    into.add_shifted(frontier, offset, &passed.collect::<Vec<_>>());
                }
            }
        }
    }
}
