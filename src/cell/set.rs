//! Sets of cells as bits, a row of words for each rank of each level.

use std::collections::TryReserveError;
use std::ops::Range;

use super::{Cell, Offset, Size};
use crate::bits;
use crate::memory::zeros;

/// A set of cells of a board.
///
/// A bit a cell, rounded up to whole words a row. Empty levels at the bottom and the top are known
/// and passed over.
///
/// # Example
/// ```
/// use kubikschach::cell::{Cell, CellSet, Size};
/// let mut set = CellSet::new(Size::new(3).expect("a size of boards"))?;
/// set.insert(Cell::new(2, 0, 1));
/// assert!(set.contains(Cell::new(2, 0, 1)) && !set.contains(Cell::new(0, 0, 0)));
/// # Ok::<(), std::collections::TryReserveError>(())
/// ```
#[derive(Clone, Debug)]
pub struct CellSet {
    size: Size,
    /// The words of a row.
    words: usize,
    bits: Vec<u64>,
    /// Outside these levels no cell is in the set.
    levels: Range<usize>,
}

/// Where a row stands: its level and its rank.
type Row = (usize, usize);

impl CellSet {
    /// The empty set.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn new(size: Size) -> Result<Self, TryReserveError> {
        let words = size.edge().div_ceil(64);
        let bits = zeros(words * size.edge() * size.edge())?;
        Ok(Self { size, words, bits, levels: 0..0 })
    }

    /// The size of the board.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Whether no cell is in the set.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bits[self.range()].iter().all(|&word| word == 0)
    }

    /// Whether a cell is in the set.
    ///
    /// # Panics
    /// Perhaps, if the cell is not on the board.
    #[must_use]
    pub fn contains(&self, cell: Cell) -> bool {
        self.bits[self.word(cell)] >> (cell.file % 64) & 1 == 1
    }

    /// Adds a cell.
    ///
    /// # Panics
    /// Perhaps, if the cell is not on the board; if not, another cell is added.
    pub fn insert(&mut self, cell: Cell) {
        let word = self.word(cell);
        self.bits[word] |= 1 << (cell.file % 64);
        self.reach_level(cell.level.into());
    }

    /// The word that has the bit of a cell.
    fn word(&self, cell: Cell) -> usize {
        self.start((cell.level.into(), cell.rank.into())) + usize::from(cell.file) / 64
    }

    /// Takes all cells out.
    pub fn clear(&mut self) {
        let range = self.range();
        self.bits[range].fill(0);
        self.levels = 0..0;
    }

    /// Moves the cells that are not in `seen` there, and calls `new` with the index of each;
    /// the others are taken out of this set.
    pub fn keep_new(&mut self, seen: &mut Self, mut new: impl FnMut(usize)) {
        for level in self.levels.clone() {
            seen.reach_level(level);
            for rank in 0..self.size.edge() {
                let (row, start) = (
                    self.start((level, rank)),
                    (level * self.size.edge() + rank) * self.size.edge(),
                );
                for word in 0..self.words {
                    let (fresh, seen) = (&mut self.bits[row + word], &mut seen.bits[row + word]);
                    *fresh &= !*seen;
                    *seen |= *fresh;
                    bits::ones(*fresh).for_each(|bit| new(start + word * 64 + bit));
                }
            }
        }
    }

    /// Adds the cells that `offset` leads to from those cells of `from` from which all `passed`
    /// offsets lead to cells of the board.
    pub fn add_shifted(&mut self, from: &Self, offset: Offset, passed: &[Offset]) {
        let edge = self.size.edge();
        let [files, ranks, levels] = [0, 1, 2].map(|axis| {
            passed.iter().chain([&offset]).fold(0..edge, |range, offset| {
                let inside = inside(offset.parts()[axis], edge);
                range.start.max(inside.start)..range.end.min(inside.end)
            })
        });
        if files.is_empty() || ranks.is_empty() {
            return;
        }
        let mask: Vec<u64> = (0..self.words).map(|word| file_mask(files.clone(), word)).collect();
        for level in levels.start.max(from.levels.start)..levels.end.min(from.levels.end) {
            let to = along(level, offset.level);
            self.reach_level(to);
            let to = self.start((to, along(ranks.start, offset.rank)));
            let source = from.start((level, ranks.start))..from.start((level, ranks.end));
            let target = &mut self.bits[to..to + source.len()];
            let source = &from.bits[source];
            if let [mask] = mask[..] {
                // What the loop below does, in a form that compilers do fast.
                add_words(target, source, mask, offset.file);
                continue;
            }
            let rows = target.chunks_mut(self.words).zip(source.chunks(self.words));
            rows.for_each(|(target, source)| add_row(target, source, &mask, offset.file));
        }
    }

    /// Adds the cells that `offset` leads to from those of `from`, again and again. `line` is
    /// another set of the same board, for use on the way.
    pub fn fill_rays(&mut self, from: &Self, offset: Offset, line: &mut Self) {
        line.clear();
        line.add_shifted(from, offset, &[]);
        if (offset.rank, offset.level) == (0, 0) {
            // Along a row, so that twice as many steps are made each time.
            let mut step = offset;
            while (step.file.unsigned_abs() as usize) < self.size.edge() {
                let before = line.clone();
                line.add_shifted(&before, step, &[]);
                step.file *= 2;
            }
        } else {
            line.extend_rows(offset);
        }
        self.add(line);
    }

    /// Follows the offset, which leaves the row, from row to row, each after the one it follows.
    fn extend_rows(&mut self, offset: Offset) {
        let edge = self.size.edge();
        let in_order = |by: i32| -> Box<dyn Iterator<Item = usize>> {
            let inside = inside(by, edge);
            if by < 0 { Box::new(inside.rev()) } else { Box::new(inside) }
        };
        let mask: Vec<u64> =
            (0..self.words).map(|word| file_mask(inside(offset.file, edge), word)).collect();
        let mut row = vec![0; self.words];
        for level in in_order(offset.level) {
            if !self.levels.contains(&level) {
                continue;
            }
            for rank in in_order(offset.rank) {
                row.copy_from_slice(&self.bits[self.start((level, rank))..][..self.words]);
                if row.iter().all(|&word| word == 0) {
                    continue;
                }
                let to = (along(level, offset.level), along(rank, offset.rank));
                self.reach_level(to.0);
                let to = self.start(to);
                add_row(&mut self.bits[to..to + self.words], &row, &mask, offset.file);
            }
        }
    }

    /// Adds all cells of another set.
    fn add(&mut self, other: &Self) {
        let range = other.range();
        for (word, other) in self.bits[range.clone()].iter_mut().zip(&other.bits[range]) {
            *word |= other;
        }
        other.levels.clone().for_each(|level| self.reach_level(level));
    }

    fn start(&self, (level, rank): Row) -> usize {
        (level * self.size.edge() + rank) * self.words
    }

    /// The words of all levels that may have cells.
    fn range(&self) -> Range<usize> {
        self.start((self.levels.start, 0))..self.start((self.levels.end, 0))
    }

    fn reach_level(&mut self, level: usize) {
        self.levels = if self.levels.is_empty() {
            level..level + 1
        } else {
            self.levels.start.min(level)..self.levels.end.max(level + 1)
        };
    }
}

/// Adds the cells of rows of one word, this many files to the right, to other rows. The mask leaves
/// only cells that stay in their row.
fn add_words(target: &mut [u64], source: &[u64], mask: u64, files: i32) {
    let distance = files.unsigned_abs();
    for (target, source) in target.iter_mut().zip(source) {
        let source = source & mask;
        *target |= if files < 0 { source >> distance } else { source << distance };
    }
}

/// Adds the cells of a row, this many files to the right, to another row. The mask leaves only cells
/// that stay in their row.
fn add_row(target: &mut [u64], source: &[u64], mask: &[u64], files: i32) {
    let distance = usize::try_from(files.unsigned_abs()).unwrap_or(usize::MAX);
    let (skip, bits) = (distance / 64, distance % 64);
    let at = |word: Option<usize>| {
        word.and_then(|word| Some(source.get(word)? & mask.get(word)?)).unwrap_or(0)
    };
    for (nth, word) in target.iter_mut().enumerate() {
        *word |= if files < 0 {
            let (near, far) = (at(nth.checked_add(skip)), at(nth.checked_add(skip + 1)));
            (near >> bits) | if bits == 0 { 0 } else { far << (64 - bits) }
        } else {
            let (near, far) = (at(nth.checked_sub(skip)), at(nth.checked_sub(skip + 1)));
            (near << bits) | if bits == 0 { 0 } else { far >> (64 - bits) }
        };
    }
}

/// The coordinates from which a way along an axis ends on the board.
fn inside(by: i32, edge: usize) -> Range<usize> {
    let distance = usize::try_from(by.unsigned_abs()).unwrap_or(edge).min(edge);
    if by < 0 { distance..edge } else { 0..edge - distance }
}

/// The coordinate that a way which ends on the board leads to.
fn along(from: usize, by: i32) -> usize {
    from.saturating_add_signed(by as isize)
}

/// The bits of a word of a row that belong to these files.
fn file_mask(files: Range<usize>, word: usize) -> u64 {
    let first = word * 64;
    let (start, end) = (files.start.max(first), files.end.min(first + 64));
    if start >= end { 0 } else { (u64::MAX >> (64 - (end - start))) << (start - first) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every shift of single cells, on boards of one and of two words a row.
    #[test]
    fn shifted_cells_are_where_the_offset_leads() {
        for edge in [3, 63, 64, 65, 70] {
            let size = Size::new(edge).expect("boards may be so large");
            let last = u16::try_from(edge - 1).expect("a small board");
            for file in [0, 1, last / 2, last - 1, last] {
                let from = Cell::new(file, 1, 2.min(last));
                for by in [-70, -65, -64, -63, -2, -1, 0, 1, 2, 63, 64, 65] {
                    let offset = Offset::new(by, 1, -1);
                    let [mut one, mut shifted, mut expected, mut line] =
                        [(); 4].map(|()| CellSet::new(size).expect("there is enough memory"));
                    one.insert(from);
                    shifted.add_shifted(&one, offset, &[]);
                    size.step(from, offset).into_iter().for_each(|cell| expected.insert(cell));
                    assert_eq!(shifted.bits, expected.bits, "{edge} {file} {by}");

                    let ways =
                        std::iter::successors(size.step(from, offset), |&c| size.step(c, offset));
                    ways.for_each(|cell| expected.insert(cell));
                    one.fill_rays(&one.clone(), offset, &mut line);
                    expected.insert(from);
                    assert_eq!(one.bits, expected.bits, "{edge} {file} {by}");
                }
            }
        }
    }
}
