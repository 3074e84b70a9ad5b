//! The fast way through the forms in which most boards come: the published list with or without its
//! size, arrays of strings, and a grid.

use memchr::memchr;

use super::alphabet::Alphabet;
use super::line::BoardLine;
use super::skip::SkipState;
use super::{Boards, LONGEST_BOARD, tail};
use crate::board::{Board, Setup};
use crate::cell::Size;
use crate::notation::Next;

/// The signs before the first row, between rows, between levels and after the last row.
type Signs = [&'static [u8]; 4];

const FORMS: [Signs; 10] = [
    [b"[", b",", b"],[", b"]"],
    [b"[", b", ", b"], [", b"]"],
    [b"[[\"", b"\",\"", b"\"],[\"", b"\"]]"],
    [b"[[\"", b"\", \"", b"\"], [\"", b"\"]]"],
    [b"[[", b",", b"],[", b"]]"],
    [b"[[", b", ", b"], [", b"]]"],
    [b"[\"", b"\",\"", b"\"],[\"", b"\"]"],
    [b"[\"", b"\", \"", b"\"], [\"", b"\"]"],
    [b"", b"\n", b"\n\n", b"\n"],
    [b"", b"\n", b"\n", b"\n"],
];

/// Reads a board at the start of a text. Returns the board and the length of its text; `None` for
/// every other text, good or bad, which the general reader then reads from its start.
fn read(alphabet: &Alphabet<'_>, text: &[u8]) -> Option<(Board, usize)> {
    let (declared, list) = match text {
        [b'n', b'=', digit @ b'2'..=b'9', b',', b' ', list @ ..] => {
            (usize::from(digit - b'0'), list)
        }
        list => (0, list),
    };
    let open = list.iter().take_while(|byte| b"[\"".contains(byte)).count();
    let rows = list.get(open..)?;
    let edge = rows.iter().take(Size::MAX + 1).position(|byte| b",\"\n".contains(byte))?;
    let size = Size::new(edge).filter(|size| alphabet.size.is_none_or(|fixed| fixed == *size))?;
    // Nothing is made before the signs of a form are seen around the first level and at the end.
    let is_at = |at: usize, sign: &[u8]| rows.get(at..).is_some_and(|text| text.starts_with(sign));
    let is_form = |[start, row, level, end]: &&Signs| {
        let first = edge * (edge + row.len()) - row.len();
        let length = edge * (first + level.len()) - level.len();
        list[..open] == **start && is_at(edge, row) && is_at(first, level) && is_at(length, end)
    };
    let [_, after_row, after_level, end] =
        FORMS.iter().filter(|form| form[0].len() == open).find(is_form)?;
    if declared != 0 && declared != edge {
        return None;
    }
    let mut board = Board::new(size);
    let (mut fill, mut rest) = (board.fill(), rows);
    for level in (0..edge).rev() {
        for rank in (0..edge).rev() {
            let (letters, after) = rest.split_at_checked(edge)?;
            for (index, letter) in ((level * edge + rank) * edge..).zip(letters) {
                if let Some(piece) = alphabet.letter(*letter)? {
                    fill.place(index, piece);
                }
            }
            let sign = match (level, rank) {
                (0, 0) => end,
                (_, 0) => after_level,
                _ => after_row,
            };
            rest = without(after, sign)?;
        }
    }
    Some((board, text.len() - rest.len()))
}

/// Returns the text after a sign; `None` if the text starts with something else. For a few bytes
/// this loop takes less time than `strip_prefix`, which calls a function to compare them.
fn without<'t>(text: &'t [u8], sign: &[u8]) -> Option<&'t [u8]> {
    let (start, rest) = text.split_at_checked(sign.len())?;
    start.iter().zip(sign).all(|(byte, expected)| byte == expected).then_some(rest)
}

impl Boards<'_> {
    /// Reads a board in one of the plainest forms at the start of a text.
    pub(super) fn plain(&mut self, text: &[u8], start: usize, ended: bool) -> Option<Next<Setup>> {
        let (board, length) = read(&self.alphabet, &text[start..])?;
        let mut setup = Setup { board, turn: None, holder: None };
        let at = start + length;
        if text[at - 1] == b'\n' {
            if self.may_start_name(text[start]) {
                return None;
            }
            // A grid ends with the line behind it, which may be a row too many.
            let is_over = matches!(text.get(at), Some(b'\n')) || ended && at == text.len();
            return is_over.then(|| self.end_plain(at, setup));
        }
        if text.get(at) == Some(&b'\n') {
            return Some(self.end_plain(at + 1, setup));
        }
        let limit = text.len().min(start + LONGEST_BOARD);
        let end = match memchr(b'\n', text.get(at..limit)?) {
            Some(length) => at + length,
            None if ended && limit == text.len() => limit,
            None => return None,
        };
        let mut line = BoardLine { alphabet: &self.alphabet, text, at, end };
        tail::read(&mut line, setup.board.size().edge(), &mut setup).ok()?;
        let next = if line.at == end { text.len().min(end + 1) } else { line.at };
        Some(self.end_plain(next, setup))
    }

    fn end_plain(&mut self, end: usize, setup: Setup) -> Next<Setup> {
        if self.draft.start.is_some() {
            self.draft.clear();
        }
        (self.between, self.skipped) = (SkipState::Blanks, 0);
        Next::Record { end, result: Ok(setup) }
    }
}
