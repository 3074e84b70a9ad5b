//! Steps from many cells of an empty board at once.

use petgraph::Direction;

use super::{Mode, Step};
use crate::board::Empty;
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
        if !self.starts.is_empty() {
            return self.expand_starts(frontier, direction, into);
        }
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

    /// The same of a step that is made from certain cells.
    fn expand_starts(&self, frontier: &CellSet, direction: Direction, into: &mut CellSet) {
        for &start in &self.starts {
            let end = self.reach(&Empty(frontier.size()), start).next();
            match (direction, end) {
                (Direction::Outgoing, Some(end)) if frontier.contains(start) => into.insert(end),
                (Direction::Incoming, Some(end)) if frontier.contains(end) => into.insert(start),
                _ => {}
            }
        }
    }
}
