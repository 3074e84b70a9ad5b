//! The fast reader of boards in the plainest forms: the bracket list in which the puzzle's tests
//! are published, a JSON array and a grid.

use super::Boards;
use super::shape::Ending;
use crate::board::Board;
use crate::cell::Size;

/// A board, the text that may follow, and the length of the board's text in bytes.
pub(super) type PlainBoard = (Board, Ending, usize);

impl Boards<'_> {
    /// Parses a list such as `n=2, [#q,##],[##,K#]` or `[["#q","##"],["##","K#"]]` at the start of
    /// a text.
    ///
    /// The result is `None` for every other text, good or bad, which the general reader then parses
    /// from its start. Most boards have this form, and going row by row takes about ten
    /// instructions a byte, a fifth of what the general reader takes.
    pub(super) fn published(&self, text: &[u8]) -> Option<PlainBoard> {
        let (declared, list) = declared_size(text);
        let is_nested = list.starts_with(b"[[");
        let list = if is_nested { &list[1..] } else { list };
        let is_quoted = list.starts_with(b"[\"");
        let size = match list {
            [b'[', b'"', row @ ..] => self.size_of_line(row, b'"')?,
            [b'[', row @ ..] => self.size_of_line(row, b',')?,
            _ => return None,
        };
        let edge = size.edge();
        if declared.is_some_and(|declared| declared != edge) {
            return None;
        }
        let quote = |text| if is_quoted { strip(text, b'"') } else { Some(text) };
        let (mut board, mut rest, mut row) = (Board::new(size), list, size.cells());
        for level in 0..edge {
            rest = if level == 0 { rest } else { spaces(strip(rest, b',')?) };
            rest = strip(rest, b'[')?;
            for rank in 1..=edge {
                row -= edge;
                rest = match quote(self.row(&mut board, row, quote(rest)?)?)? {
                    [b',', after @ ..] if rank < edge => spaces(after),
                    [b']', after @ ..] if rank == edge => after,
                    _ => return None,
                };
            }
        }
        if is_nested {
            rest = strip(rest, b']')?;
        }
        let ending = if is_nested { Ending::SidesOnly } else { Ending::CommaAllowed };
        Some((board, ending, text.len() - rest.len()))
    }

    /// Parses a grid with one line feed after each row, and another one after each level or after
    /// none. Returns the same as [`Boards::published`]; the last line feed is not part of the
    /// board.
    pub(super) fn plain_grid(&self, text: &[u8]) -> Option<PlainBoard> {
        let size = self.size_of_line(text, b'\n')?;
        let (mut board, mut rest, edge) = (Board::new(size), text, size.edge());
        let has_gaps = text.get(edge * (edge + 1)) == Some(&b'\n');
        for row in (0..edge * edge).rev() {
            let after = strip(self.row(&mut board, row * edge, rest)?, b'\n')?;
            let is_gap = has_gaps && row > 0 && row.is_multiple_of(edge);
            rest = if is_gap { strip(after, b'\n')? } else { after };
        }
        Some((board, Ending::SidesOnly, text.len() - rest.len() - 1))
    }

    /// Returns the size of a board whose first row ends before the first byte `end`; `None` if the
    /// length of that row is no accepted size.
    fn size_of_line(&self, text: &[u8], end: u8) -> Option<Size> {
        let edge = text.iter().take(Size::MAX + 1).position(|&byte| byte == end)?;
        Size::new(edge).filter(|size| self.size.is_none_or(|fixed| fixed == *size))
    }

    /// Parses a row whose first cell has the index `start`. Returns the text after the row.
    fn row<'t>(&self, board: &mut Board, start: usize, text: &'t [u8]) -> Option<&'t [u8]> {
        let (letters, rest) = text.split_at_checked(board.size().edge())?;
        for (file, letter) in letters.iter().enumerate() {
            if let Some(piece) = self.contents[usize::from(*letter)]? {
                board.place(start + file, piece);
            }
        }
        Some(rest)
    }
}

/// Returns the text after its first byte, which must be `first`.
fn strip(text: &[u8], first: u8) -> Option<&[u8]> {
    text.split_first().and_then(|(byte, rest)| (*byte == first).then_some(rest))
}

/// Skips spaces.
fn spaces(mut text: &[u8]) -> &[u8] {
    while let [b' ', rest @ ..] = text {
        text = rest;
    }
    text
}

/// Returns the size that a text declares in the form `n=3, `, and the rest of the text. Without
/// such a size the rest is the whole text.
fn declared_size(text: &[u8]) -> (Option<usize>, &[u8]) {
    let declared = text.strip_prefix(b"n=").and_then(|digits| {
        let length = digits.iter().take(2).take_while(|digit| digit.is_ascii_digit()).count();
        let (digits, rest) = digits.split_at(length);
        let size = str::from_utf8(digits).ok()?.parse().ok()?;
        Some((Some(size), rest.strip_prefix(b", ")?))
    });
    declared.unwrap_or((None, text))
}
