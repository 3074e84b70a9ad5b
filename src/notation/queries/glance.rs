//! Queries at a glance: four words one byte apart, each read before, as nearly all of many are.

use super::{Queries, Query, Role};
use crate::cell::Cell;
use crate::notation::memo::{LONGEST, Slots};
use crate::notation::text::{Blanks, NEAR};
use crate::notation::{Frame, Outline, Text};
use crate::piece::Piece;

/// What a reader takes from a text of many queries at a glance; see [`Queries::glance`].
#[derive(Clone, Copy, Debug)]
pub struct Glance<'q> {
    /// What the words of pieces and of cells mean.
    pieces: &'q Slots<Piece>,
    cells: &'q Slots<u64>,
    /// What the names of pieces mean, and words that are none.
    roles: Option<&'q Slots<Option<Role>>>,
}

impl Glance<'_> {
    /// The query at the front of the text, and the length of its lines; `None` if it needs care.
    ///
    /// # Example
    /// ```
    /// use kubikschach::{notation::{Queries, Reader, Text}, rules::Rules};
    /// let rules = Rules::built_in("kubikschach").expect("it is built in");
    /// let mut queries = Queries::new(&rules, rules.size().expect("its size is fixed"));
    /// let bytes = "King W A1a B3d\n".repeat(100);
    /// let mut text = Text::new(bytes.as_bytes(), true);
    /// while queries.glance().is_none() {
    ///     let frame = queries.frame(&mut text).expect("there are more");
    ///     queries.read(&text, &frame)?;
    /// }
    /// let (_, length) = queries.glance().and_then(|glance| glance.front(&text)).expect("all are known");
    /// text.skip(length);
    /// # Ok::<(), kubikschach::diagnostic::Diagnostic>(())
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn front(&self, text: &Text<'_>) -> Option<(Query, usize)> {
        let near = text.near()?;
        // Where there are fewer blanks than four, or two of them next to each other, one of the words
        // is empty, which is not known.
        let ends = Blanks::of(near).first_four();
        let query = query(self.pieces, self.cells, near, ends)?;
        Some((query, length(near, ends, Some(self.pieces), self.roles)?))
    }
}

/// The length of the lines of a query of four words that end here, if they are parted as such.
#[inline(always)]
fn length(
    near: &[u8; NEAR],
    ends: [usize; 4],
    pieces: Option<&Slots<Piece>>,
    roles: Option<&Slots<Option<Role>>>,
) -> Option<usize> {
    let [_, side, from, to] = ends.map(|end| near[end]);
    if side == b' ' && from == b' ' && to == b'\n' {
        return Some(ends[3] + 1);
    }
    length_of_others(near, ends, pieces, roles)
}

/// The same for lines that end as on Windows, and for three lines.
#[cold]
fn length_of_others(
    near: &[u8; NEAR],
    ends: [usize; 4],
    pieces: Option<&Slots<Piece>>,
    roles: Option<&Slots<Option<Role>>>,
) -> Option<usize> {
    let [_, side, from, to] = ends;
    match ends.map(|end| near[end]) {
        [_, b' ', b' ', b'\r'] => (near[to + 1] == b'\n').then_some(to + 2),
        [b' ', b'\n', b'\n', b'\n'] => {
            let piece = pieces?.known(word_at(near, 0), side);
            // The words of cells could be names of pieces, with which other queries start.
            let roles = roles?;
            let is_no_name = |before: usize, end: usize| {
                let word = word_at(near, before + 1);
                word[0] != b'{' && roles.known(word, end - before - 1) == Some(None)
            };
            let is_query = piece.is_some() && is_no_name(side, from) && is_no_name(from, to);
            is_query.then_some(to + 1)
        }
        _ => None,
    }
}

impl Queries<'_> {
    /// What can be read at a glance by now: none before the words of some queries have been read with
    /// care, nor within a line that is too long.
    #[must_use]
    pub fn glance(&self) -> Option<Glance<'_>> {
        if self.long_line.0 {
            return None;
        }
        let (pieces, cells) = (self.pieces.slots()?, self.cells.slots()?);
        Some(Glance { pieces, cells, roles: self.roles.slots() })
    }

    /// Takes the record at the front of the text if a glance is enough to find its end.
    #[inline(always)]
    pub(super) fn glance_frame(&self, text: &mut Text<'_>) -> Option<Frame> {
        let near = text.near()?;
        let blanks = Blanks::of(near);
        // Where names may have three words, four may be a name and a color.
        if !blanks.end_four_words() || self.longest_name >= 3 {
            return None;
        }
        let ends = blanks.first_four();
        if near[ends[0]] != b' ' {
            return None;
        }
        let length = length(near, ends, self.pieces.slots(), self.roles.slots())?;
        let start = text.at();
        text.skip(length);
        let end = text.at();
        Some(Frame { start, end, seen: end, is_cut: false, outline: Outline::Words(blanks) })
    }

    /// The query of a frame, if a glance is enough to read it.
    #[inline(always)]
    pub(crate) fn known(&self, text: &Text<'_>, frame: &Frame) -> Option<Query> {
        let Outline::Words(blanks) = frame.outline else { return None };
        let near = text.back_at(frame.start).near()?;
        query(self.pieces.slots()?, self.cells.slots()?, near, blanks.first_four())
    }
}

#[inline(always)]
fn query(
    pieces: &Slots<Piece>,
    cells: &Slots<u64>,
    near: &[u8; NEAR],
    [_, side, from, to]: [usize; 4],
) -> Option<Query> {
    let piece = pieces.known(word_at(near, 0), side)?;
    let cell = |before: usize, end: usize| {
        cells.known(word_at(near, before + 1), end.wrapping_sub(before + 1))
    };
    let (start, finish) = (cell(side, from)?, cell(from, to)?);
    Some(Query { piece, start: Cell::unpacked(start), finish: Cell::unpacked(finish) })
}

/// The bytes from the first of a word on, which is at most one after the window.
#[inline(always)]
fn word_at(near: &[u8; NEAR], start: usize) -> [u8; LONGEST] {
    *near[start..].first_chunk().expect("what is near goes on for the longest word")
}
