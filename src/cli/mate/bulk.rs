//! Boards by the million: those in the common form are looked at quickly.

use std::io::Write;

use kubikschach::notation::Boards;
use kubikschach::piece::Color;
use kubikschach::verdict::QuickBoard;

use super::super::{Failure, args};

/// A text with so many boards of a size is worth to prepare for quick looks.
const MANY: usize = 16;

/// Answers boards in their common form with `true` or `false` each.
pub(super) struct Bulk<'r> {
    boards: Boards<'r>,
    side: Color,
    /// Boards of the sizes asked for; none for those that are not looked at quickly.
    quick: [Option<QuickBoard<'r>>; QuickBoard::MOST_EDGE + 1],
    /// The size of the last board.
    edge: usize,
    answers: Vec<u8>,
}

impl<'r> Bulk<'r> {
    /// None if more than `true` and `false` is asked for.
    pub(super) fn new(boards: &Boards<'r>, args: &args::Mate, json: bool) -> Option<Self> {
        let options = [json, args.explain, args.status, args.exit_status];
        let plain = !options.contains(&true) && args.boards.is_empty();
        plain.then(|| Self {
            boards: boards.clone(),
            side: args.side.unwrap_or(Color::White),
            quick: [const { None }; QuickBoard::MOST_EDGE + 1],
            edge: 0,
            answers: Vec::new(),
        })
    }

    /// Answers the boards at the front of the text up to the first that is not in the common form
    /// or takes more than a quick look; says how long they are.
    pub(super) fn answer(&mut self, text: &[u8], out: &mut impl Write) -> Result<usize, Failure> {
        let mut used = 0;
        self.answers.clear();
        while let Some((length, checkmate)) = self.next(&text[used..]) {
            self.answers.extend_from_slice(if checkmate { b"true\n" } else { b"false\n" });
            used += length;
        }
        out.write_all(&self.answers)?;
        Ok(used)
    }

    fn next(&mut self, text: &[u8]) -> Option<(usize, bool)> {
        if let Some(answer) = self.quick(text) {
            return Some(answer);
        }
        // The next board may have another size.
        let size = self.boards.size_of_common(text)?;
        let worth_it = text.len() >= MANY * size.cells();
        let board = self.quick.get_mut(size.edge())?;
        if self.edge == size.edge() || board.is_none() && !worth_it {
            return None;
        }
        if board.is_none() {
            *board = QuickBoard::new(self.boards.rules(), size);
        }
        self.edge = size.edge();
        self.quick(text)
    }

    fn quick(&mut self, text: &[u8]) -> Option<(usize, bool)> {
        let (boards, board) = (&self.boards, self.quick[self.edge].as_mut()?);
        let size = board.size();
        let length = board.fill(|places, occupied| boards.fill(size, text, places, occupied))?;
        Some((length, board.is_checkmate(self.side)?))
    }
}
