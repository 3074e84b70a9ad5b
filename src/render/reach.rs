//! A picture of where a piece can go.

use std::iter;

use super::Styles;
use crate::board::{Board, Occupancy};
use crate::cell::{Axis, Cell};
use crate::movement::Reach;
use crate::piece::Piece;
use crate::rules::Rules;

/// Levels stand side by side as long as lines are no wider than this, in characters.
const WIDTH: usize = 100;
/// What parts levels side by side.
const GAP: &str = "   ";

/// The levels of a board with what a piece on it can do, top level first, as boards are written.
///
/// Each cell takes two characters: a mark, and what stands there.
#[derive(Clone, Copy, Debug)]
pub struct ReachPicture<'a> {
    /// The rules that name cells and pieces.
    pub rules: &'a Rules,
    /// The board, with the piece on it.
    pub board: &'a Board,
    /// Where the piece stands.
    pub from: Cell,
    /// What it can do there.
    pub reach: &'a Reach,
    /// The cells it may not go to, because its king would be left attacked or is held, or a king
    /// stands there.
    pub illegal: &'a [Cell],
    /// How marks stand out besides by their signs.
    pub styles: Styles,
}

impl ReachPicture<'_> {
    /// The picture, and under it a legend of the marks that occur in it.
    #[must_use]
    pub fn text(&self) -> String {
        let size = self.board.size();
        let levels: Vec<u16> = size.coordinates().rev().collect();
        let blocks: Vec<Vec<String>> = levels.iter().map(|&level| self.block(level)).collect();
        let margin = self.margin();
        let room = WIDTH.saturating_sub(margin[0].chars().count());
        let width = self.width() + GAP.len();
        let bands = blocks.len().div_ceil((room / width).max(1));
        let mut text = String::new();
        for band in blocks.chunks(blocks.len().div_ceil(bands)) {
            for (line, label) in margin.iter().enumerate() {
                let parts: Vec<&str> = band.iter().map(|block| block[line].as_str()).collect();
                let line = format!("{label}{}", parts.join(GAP));
                text.push_str(line.trim_end());
                text.push('\n');
            }
            text.push('\n');
        }
        text + &self.legend() + "\n"
    }

    /// The labels of the ranks, to the left of each line of a block.
    fn margin(&self) -> Vec<String> {
        let size = self.board.size();
        let ranks: Vec<String> =
            size.coordinates().rev().map(|rank| self.label(Axis::Rank, rank)).collect();
        let width = ranks.iter().map(String::len).max().unwrap_or(0);
        let blank = || iter::once(String::new());
        let below = iter::repeat_n(String::new(), self.file_labels().len());
        blank().chain(ranks).chain(below).map(|label| format!("{label:>width$} ")).collect()
    }

    /// How many characters a level takes.
    fn width(&self) -> usize {
        let titles = self.board.size().coordinates().map(|level| self.title(level).chars().count());
        titles.max().unwrap_or(0).max(2 * self.board.size().edge())
    }

    fn title(&self, level: u16) -> String {
        let along = self.rules.cells().along(Axis::Level);
        format!(" {} {}", along.name, self.label(Axis::Level, level))
    }

    /// The lines of a level, all of one width besides their styles.
    fn block(&self, level: u16) -> Vec<String> {
        let size = self.board.size();
        let width = self.width();
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
        let files = self.board.size().coordinates();
        let labels: Vec<Vec<char>> =
            files.map(|file| self.label(Axis::File, file).chars().collect()).collect();
        let height = labels.iter().map(Vec::len).max().unwrap_or(0);
        let letter = |label: &Vec<char>, line| label.get(line).copied().unwrap_or(' ');
        (0..height)
            .map(|line| labels.iter().flat_map(|label| [' ', letter(label, line)]).collect())
            .collect()
    }

    fn label(&self, axis: Axis, place: u16) -> String {
        self.rules.cells().along(axis).label(self.board.size(), place)
    }

    /// The mark of a cell and what stands there.
    fn cell(&self, cell: Cell) -> String {
        let letter = self.board.piece_at(cell).map_or('.', |piece| self.rules.letter(piece));
        let Styles { subject, good, capture, bad, end } = self.styles;
        if cell == self.from {
            format!("{subject}>{letter}{end}")
        } else if self.illegal.contains(&cell) {
            format!("{bad}-{letter}{end}")
        } else if self.reach.captures.contains(&cell) {
            format!("{capture}x{letter}{end}")
        } else if self.reach.blockers.contains(&cell) {
            format!("{bad}!{letter}{end}")
        } else if self.reach.moves.contains(&cell) {
            format!("{good} *{end}")
        } else {
            format!(" {letter}")
        }
    }

    fn legend(&self) -> String {
        let letter = |piece: Piece| self.rules.letter(piece);
        let mut parts = Vec::new();
        if let Some(piece) = self.board.piece_at(self.from) {
            parts.push(format!(">{} the piece", letter(piece)));
        }
        if !self.reach.moves.is_empty() {
            parts.push("* a move".to_owned());
        }
        let example = |cells: &[Cell]| cells.first().and_then(|&cell| self.board.piece_at(cell));
        if let Some(piece) = example(&self.reach.captures) {
            parts.push(format!("x{} a capture", letter(piece)));
        }
        if let Some(piece) = example(&self.reach.blockers) {
            parts.push(format!("!{} in the way", letter(piece)));
        }
        if !self.illegal.is_empty() {
            parts.push(format!("- illegal: {}", self.why_illegal()));
        }
        parts.join("   ")
    }

    /// Why the piece may not go to the illegal cells: what may be the reason for any of them.
    fn why_illegal(&self) -> String {
        let is_king = |&cell: &Cell| {
            self.board.piece_at(cell).is_some_and(|piece| self.rules.is_royal(piece))
        };
        let [kings, others] =
            [true, false].map(|king| self.illegal.iter().any(|cell| is_king(cell) == king));
        let mut reasons = Vec::new();
        if others {
            let held = if self.rules.holds().is_empty() { "" } else { ", or is held" };
            reasons.push(format!("its king would be attacked{held}"));
        }
        if kings {
            reasons.push("a king is never captured".to_owned());
        }
        reasons.join("; ")
    }
}
