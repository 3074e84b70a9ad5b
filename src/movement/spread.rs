//! Steps from many cells of an empty board at once.

use super::{Mode, Step};
use crate::cell::CellSet;

/// Which way a step is followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// From where a piece stands to where it goes.
    Forwards,
    /// From where it goes to where it may have stood.
    Backwards,
}

impl Step {
    /// Adds to `into` what [`Step::reach`], or backwards [`Step::retrace`], reaches from all cells of
    /// a set on an empty board. `line` is another set of the same board, for use on the way.
    pub fn spread(&self, from: &CellSet, way: Way, into: &mut CellSet, line: &mut CellSet) {
        let offset = match way {
            Way::Forwards => self.offset,
            Way::Backwards => -self.offset,
        };
        match self.mode {
            Mode::Leap => into.add_shifted(from, offset, &[]),
            Mode::Ride => into.add_lines(from, offset, line),
            Mode::Lame => {
                for route in &self.routes {
                    let passed = route.iter().map(|&passed| match way {
                        Way::Forwards => passed,
                        Way::Backwards => passed - self.offset,
                    });
                    into.add_shifted(from, offset, &passed.collect::<Vec<_>>());
                }
            }
        }
    }
}
