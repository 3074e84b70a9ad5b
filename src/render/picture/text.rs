//! Pictures as text for terminals.

use std::collections::BTreeMap;
use std::iter;

use super::{ArrowKind, Mark, Picture};
use crate::cell::{Axis, Cell};
use crate::piece::Color;
use crate::render::Styles;

const GAP: &str = "   ";

/// The drawing of a picture as text, with the top level first.
///
/// Each cell is drawn as two characters: its mark, and its piece or a dot. If a move of a route
/// ends on the cell, the move's number comes between mark and piece, or replaces the dot. All
/// columns are as wide as the widest cell.
struct TextPicture<'p, 'a> {
    picture: &'p Picture<'a>,
    /// For each cell, the ordinals (from 1) of the route's moves that end on the cell.
    numbers: BTreeMap<Cell, Vec<usize>>,
    styles: Styles,
    /// Maximum length of a line in characters, which limits the number of levels side by side.
    width: usize,
    /// Width of each cell in characters.
    cell_width: usize,
    /// Ends of the last arrow of a move that belongs to no route.
    last_move: Option<[Cell; 2]>,
}

impl Picture<'_> {
    /// Draws the picture as text with the top level first, and a legend of the marks below.
    ///
    /// As many levels as fit into `width` characters are drawn side by side, at least one.
    ///
    /// # Panics
    /// Panics if the rule set does not define a piece on the board.
    ///
    /// # Example
    /// ```
    /// use kubikschach::{notation, render::{Picture, Styles}, rules::Rules};
    /// let rules = Rules::cube();
    /// let board = notation::parse_board(&rules, "[#q,##],[##,K#]")?.board;
    /// let picture = Picture::new(&rules, &board, "a board".to_owned());
    /// assert!(picture.text(Styles::PLAIN, 80).contains("level II"));
    /// # Ok::<(), kubikschach::mistake::Mistake>(())
    /// ```
    #[must_use]
    pub fn text(&self, styles: Styles, width: usize) -> String {
        TextPicture::new(self, styles, width).text()
    }
}

impl<'p, 'a> TextPicture<'p, 'a> {
    fn new(picture: &'p Picture<'a>, styles: Styles, width: usize) -> Self {
        let mut numbers: BTreeMap<Cell, Vec<usize>> = BTreeMap::new();
        for arrow in &picture.arrows {
            if let ArrowKind::Move(Some(number)) = arrow.kind {
                // A route with captures may use a cell twice.
                numbers.entry(arrow.to).or_default().push(number);
            }
        }
        let mut moves = picture.arrows.iter().filter(|arrow| arrow.kind == ArrowKind::Move(None));
        let last_move = moves.next_back().map(|arrow| [arrow.from, arrow.to]);
        let mut drawing = Self { picture, numbers, styles, width, cell_width: 2, last_move };
        let widths = picture.marks.keys().map(|&cell| drawing.cell_text(cell).chars().count());
        drawing.cell_width = widths.max().unwrap_or(0).max(2);
        drawing
    }

    fn text(&self) -> String {
        let legend = self.legend();
        if legend.is_empty() { self.levels() } else { self.levels() + "\n" + &legend + "\n" }
    }

    fn levels(&self) -> String {
        let size = self.picture.board.size();
        let levels: Vec<u16> = size.coordinates().rev().collect();
        let blocks: Vec<Vec<String>> = levels.iter().map(|&level| self.block(level)).collect();
        side_by_side(&blocks, &self.margin(), self.block_width(), self.width)
    }

    /// Returns the left margin of each line of a level: the label of a rank, or blanks.
    fn margin(&self) -> Vec<String> {
        let ranks: Vec<String> =
            self.ranks().map(|rank| self.picture.label(Axis::Rank, rank)).collect();
        let width = ranks.iter().map(String::len).max().unwrap_or(0);
        let blank = || iter::once(String::new());
        let below = iter::repeat_n(String::new(), self.file_labels().len());
        blank().chain(ranks).chain(below).map(|label| format!("{label:>width$} ")).collect()
    }

    /// Returns the ranks from the top of the picture to its bottom.
    fn ranks(&self) -> impl Iterator<Item = u16> {
        let size = self.picture.board.size();
        let is_turned = self.picture.seen_by == Color::Black;
        size.coordinates().map(move |nth| if is_turned { nth } else { size.opposite(nth) })
    }

    /// Returns the files from the left of the picture to its right.
    fn files(&self) -> impl Iterator<Item = u16> {
        let size = self.picture.board.size();
        let is_turned = self.picture.seen_by == Color::Black;
        size.coordinates().map(move |nth| if is_turned { size.opposite(nth) } else { nth })
    }

    fn block_width(&self) -> usize {
        let titles =
            self.picture.board.size().coordinates().map(|level| self.title(level).chars().count());
        titles.max().unwrap_or(0).max(self.cell_width * self.picture.board.size().edge())
    }

    fn title(&self, level: u16) -> String {
        format!(" {}", self.picture.level_name(level))
    }

    /// Returns the lines of a level, all equally wide except for the escape sequences of styles.
    fn block(&self, level: u16) -> Vec<String> {
        let size = self.picture.board.size();
        let width = self.block_width();
        let rest = " ".repeat(width - self.cell_width * size.edge());
        let rows = self.ranks().map(|rank| {
            let cells = self.files().map(|file| self.cell(Cell::new(file, rank, level)));
            cells.chain([rest.clone()]).collect::<String>()
        });
        let padded = |line: String| format!("{line:<width$}");
        iter::once(padded(self.title(level)))
            .chain(rows)
            .chain(self.file_labels().into_iter().map(padded))
            .collect()
    }

    /// Returns the lines with the labels of the files. Labels of several letters are written
    /// downwards.
    fn file_labels(&self) -> Vec<String> {
        let labels: Vec<Vec<char>> = self
            .files()
            .map(|file| self.picture.label(Axis::File, file).chars().collect())
            .collect();
        let height = labels.iter().map(Vec::len).max().unwrap_or(0);
        let letter = |label: &Vec<char>, line| label.get(line).copied().unwrap_or(' ');
        let width = self.cell_width;
        let padded = |label, line| format!("{:>width$}", letter(label, line));
        (0..height).map(|line| labels.iter().map(|label| padded(label, line)).collect()).collect()
    }

    fn cell(&self, cell: Cell) -> String {
        let Styles { subject, good, capture, bad, end } = self.styles;
        let (style, end) = match self.picture.marks.get(&cell) {
            Some(Mark::Subject | Mark::Start) => (subject, end),
            Some(Mark::Illegal | Mark::Blocked) => (bad, end),
            Some(Mark::Capture | Mark::Checker) => (capture, end),
            Some(Mark::Move | Mark::Route | Mark::Finish) => (good, end),
            None if self.last_move.is_some_and(|ends| ends.contains(&cell)) => (subject, end),
            None => ("", ""),
        };
        format!("{style}{:>1$}{end}", self.cell_text(cell), self.cell_width)
    }

    /// Returns the text of a cell without padding: its mark, the numbers of moves that end there,
    /// and its piece.
    fn cell_text(&self, cell: Cell) -> String {
        let mark = self.picture.marks.get(&cell);
        let sign = match mark {
            Some(Mark::Subject | Mark::Start) => '>',
            Some(Mark::Illegal) => '-',
            Some(Mark::Capture) => 'x',
            Some(Mark::Blocked) => '!',
            Some(Mark::Checker) => '+',
            Some(Mark::Finish) => '<',
            Some(Mark::Move | Mark::Route) => ' ',
            None => match self.last_move {
                Some([from, _]) if from == cell => '>',
                Some([_, to]) if to == cell => '<',
                _ => ' ',
            },
        };
        let numbers = self.numbers.get(&cell).map(Vec::as_slice).unwrap_or_default();
        let numbers = numbers.iter().map(usize::to_string).collect::<Vec<_>>().join(",");
        let letter = match (self.picture.board.piece_at(cell), mark) {
            (Some(piece), _) => String::from(self.picture.rules.letter(piece)),
            (None, _) if !numbers.is_empty() => String::new(),
            (None, Some(Mark::Move | Mark::Route)) => "*".to_owned(),
            (None, _) => ".".to_owned(),
        };
        format!("{sign}{numbers}{letter}")
    }

    fn marked(&self, mark: Mark) -> impl Iterator<Item = Cell> {
        self.picture.marks.iter().filter(move |(_, is)| **is == mark).map(|(&cell, _)| cell)
    }

    /// Returns the legend, which shows each mark of the picture with an example cell. The example
    /// is the first cell with that mark, or on a route the cell with that mark and the smallest
    /// move number.
    fn legend(&self) -> String {
        let part = |mark: Mark| {
            let first = self.marked(mark).min_by_key(|cell| self.numbers.get(cell))?;
            let (example, words) = (self.cell_text(first), mark.words());
            Some(match mark {
                Mark::Illegal => format!("- {words}: {}", self.why_illegal()),
                _ => format!("{} {words}", example.trim_start()),
            })
        };
        let last_move = self.last_move.map(|ends| {
            let [from, to] = ends.map(|cell| self.cell_text(cell));
            format!("{from} {to} the last move")
        });
        Mark::ALL.into_iter().filter_map(part).chain(last_move).collect::<Vec<_>>().join("   ")
    }

    /// Describes the reasons why moves to the cells with [`Mark::Illegal`] may be illegal.
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

/// Returns blocks of equally many lines as text. As many blocks as fit into `width` characters stand
/// side by side, at least one.
///
/// Each line of a block has `block_width` characters, besides the escape sequences of styles.
/// `margin` has the characters before each line.
pub(in crate::render) fn side_by_side(
    blocks: &[Vec<String>],
    margin: &[String],
    block_width: usize,
    width: usize,
) -> String {
    let room = width.saturating_sub(margin.first().map_or(0, |label| label.chars().count()));
    // The last block of a line has no gap after it.
    let bands = blocks.len().div_ceil(((room + GAP.len()) / (block_width + GAP.len())).max(1));
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
