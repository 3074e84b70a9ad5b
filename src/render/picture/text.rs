//! Pictures in letters.

use std::iter;

use super::{Mark, Picture};
use crate::board::Occupancy;
use crate::cell::{Axis, Cell};
use crate::render::Styles;

/// What parts levels side by side.
const GAP: &str = "   ";

/// The levels of a board, top level first, as boards are written.
///
/// Each cell takes two characters: a mark, and what stands there.
struct Letters<'p, 'a> {
    picture: &'p Picture<'a>,
    /// How marks stand out besides by their signs.
    styles: Styles,
    /// Levels stand side by side as long as lines are no wider than this, in characters.
    width: usize,
}

impl Picture<'_> {
    /// The levels of the board in letters, top level first, and under them a legend of the marks.
    /// Levels stand side by side as long as lines have no more than `width` characters.
    ///
    /// # Panics
    /// If there are pieces on the board that the rule set does not have.
    ///
    /// # Example
    /// ```
    /// use kubikschach::{notation, render::{Picture, Styles}, rules::Rules};
    /// let rules = Rules::built_in("cube").expect("it is built in");
    /// let board = notation::board(&rules, "[#q,##],[##,K#]")?.board;
    /// let picture = Picture::new(&rules, &board, "a board".to_owned());
    /// assert!(picture.text(Styles::PLAIN, 80).contains("level II"));
    /// # Ok::<(), kubikschach::diagnostic::Diagnostic>(())
    /// ```
    #[must_use]
    pub fn text(&self, styles: Styles, width: usize) -> String {
        Letters { picture: self, styles, width }.text()
    }
}

impl Letters<'_, '_> {
    /// The picture, and under it a legend of the marks that occur in it.
    fn text(&self) -> String {
        let legend = self.legend();
        if legend.is_empty() { self.levels() } else { self.levels() + "\n" + &legend + "\n" }
    }

    fn levels(&self) -> String {
        let size = self.picture.board.size();
        let levels: Vec<u16> = size.coordinates().rev().collect();
        let blocks: Vec<Vec<String>> = levels.iter().map(|&level| self.block(level)).collect();
        let margin = self.margin();
        let room = self.width.saturating_sub(margin[0].chars().count());
        let width = self.block_width() + GAP.len();
        // The last level on a line has no gap after it.
        let bands = blocks.len().div_ceil(((room + GAP.len()) / width).max(1));
        let mut text = String::new();
        for (nth, band) in blocks.chunks(blocks.len().div_ceil(bands)).enumerate() {
            text.push_str(if nth > 0 { "\n" } else { "" });
            for (line, label) in margin.iter().enumerate() {
                let parts: Vec<&str> = band.iter().map(|block| block[line].as_str()).collect();
                let line = format!("{label}{}", parts.join(GAP));
                text.push_str(line.trim_end());
                text.push('\n');
            }
        }
        text
    }

    /// The labels of the ranks, to the left of each line of a block.
    fn margin(&self) -> Vec<String> {
        let size = self.picture.board.size();
        let ranks: Vec<String> =
            size.coordinates().rev().map(|rank| self.picture.label(Axis::Rank, rank)).collect();
        let width = ranks.iter().map(String::len).max().unwrap_or(0);
        let blank = || iter::once(String::new());
        let below = iter::repeat_n(String::new(), self.file_labels().len());
        blank().chain(ranks).chain(below).map(|label| format!("{label:>width$} ")).collect()
    }

    /// How many characters a level takes.
    fn block_width(&self) -> usize {
        let titles =
            self.picture.board.size().coordinates().map(|level| self.title(level).chars().count());
        titles.max().unwrap_or(0).max(2 * self.picture.board.size().edge())
    }

    fn title(&self, level: u16) -> String {
        format!(" {}", self.picture.level_name(level))
    }

    /// The lines of a level, all of one width besides their styles.
    fn block(&self, level: u16) -> Vec<String> {
        let size = self.picture.board.size();
        let width = self.block_width();
        let rest = " ".repeat(width - 2 * size.edge());
        let rows = size.coordinates().rev().map(|rank| {
            let cells = size.coordinates().map(|file| self.cell(Cell::new(file, rank, level)));
            cells.chain([rest.clone()]).collect::<String>()
        });
        let padded = |line: String| format!("{line:<width$}");
        iter::once(padded(self.title(level)))
            .chain(rows)
            .chain(self.file_labels().into_iter().map(padded))
            .collect()
    }

    /// The labels of the files, written downwards where they have several letters.
    fn file_labels(&self) -> Vec<String> {
        let files = self.picture.board.size().coordinates();
        let labels: Vec<Vec<char>> =
            files.map(|file| self.picture.label(Axis::File, file).chars().collect()).collect();
        let height = labels.iter().map(Vec::len).max().unwrap_or(0);
        let letter = |label: &Vec<char>, line| label.get(line).copied().unwrap_or(' ');
        (0..height)
            .map(|line| labels.iter().flat_map(|label| [' ', letter(label, line)]).collect())
            .collect()
    }

    /// The mark of a cell and what stands there.
    fn cell(&self, cell: Cell) -> String {
        let Styles { subject, good, capture, bad, end } = self.styles;
        let style = match self.picture.marks.get(&cell) {
            Some(Mark::Subject | Mark::Start) => subject,
            Some(Mark::Illegal | Mark::Blocked) => bad,
            Some(Mark::Capture | Mark::Checker) => capture,
            Some(Mark::Move | Mark::Route | Mark::Finish) => good,
            None => return self.signed(cell),
        };
        format!("{style}{}{end}", self.signed(cell))
    }

    /// The same without its style.
    fn signed(&self, cell: Cell) -> String {
        let piece = self.picture.board.piece_at(cell);
        let letter = piece.map_or('.', |piece| self.picture.rules.letter(piece));
        match self.picture.marks.get(&cell) {
            Some(Mark::Subject | Mark::Start) => format!(">{letter}"),
            Some(Mark::Illegal) => format!("-{letter}"),
            Some(Mark::Capture) => format!("x{letter}"),
            Some(Mark::Blocked) => format!("!{letter}"),
            Some(Mark::Checker) => format!("+{letter}"),
            Some(Mark::Finish) => format!("<{letter}"),
            Some(Mark::Move | Mark::Route) => " *".to_owned(),
            None => format!(" {letter}"),
        }
    }

    /// The cells with a mark.
    fn marked(&self, mark: Mark) -> impl Iterator<Item = Cell> {
        self.picture.marks.iter().filter(move |(_, is)| **is == mark).map(|(&cell, _)| cell)
    }

    /// The marks that occur, each as on the first cell that has it.
    fn legend(&self) -> String {
        let part = |mark: Mark| {
            let (example, words) = (self.signed(self.marked(mark).next()?), mark.words());
            Some(match mark {
                Mark::Illegal => format!("- {words}: {}", self.why_illegal()),
                _ => format!("{} {words}", example.trim_start()),
            })
        };
        Mark::ALL.into_iter().filter_map(part).collect::<Vec<_>>().join("   ")
    }

    /// Why the piece may not go to the illegal cells: what may be the reason for any of them.
    fn why_illegal(&self) -> String {
        let is_king = |cell: Cell| {
            self.picture
                .board
                .piece_at(cell)
                .is_some_and(|piece| self.picture.rules.is_royal(piece))
        };
        let [kings, others] =
            [true, false].map(|king| self.marked(Mark::Illegal).any(|cell| is_king(cell) == king));
        let mut reasons = Vec::new();
        if others {
            let held = if self.picture.rules.holds().is_empty() { "" } else { ", or is held" };
            reasons.push(format!("its king would be attacked{held}"));
        }
        if kings {
            reasons.push("a king is never captured".to_owned());
        }
        reasons.join("; ")
    }
}
