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
    /// A board of each size that came often.
    quick: Vec<QuickBoard<'r>>,
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
            quick: Vec::new(),
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

    /// The length of the first board and whether it is checkmate.
    fn next(&mut self, text: &[u8]) -> Option<(usize, bool)> {
        let boards = &self.boards;
        let size = boards.size_of_common(text)?;
        let known = self.quick.iter().position(|board| board.size() == size);
        let nth = known.unwrap_or(self.quick.len());
        if known.is_none() && text.len() >= MANY * size.cells() {
            self.quick.push(QuickBoard::new(boards.rules(), size)?);
        }
        let board = self.quick.get_mut(nth)?;
        let length = board.fill(|places, occupied| boards.fill(size, text, places, occupied))?;
        Some((length, board.is_checkmate(self.side)?))
    }
}
