//! Small pictures as SVG documents of a few kilobytes: a board in perspective, without labels.

use xmlwriter::{Indent, Options, XmlWriter};

use super::pieces::{self, EDGE};
use super::xml::{attributes, escaped};
use super::{ArrowKind, Picture};
use crate::cell::{Cell, Size};
use crate::mistake::printable;
use crate::piece::Piece;

/// The length of a cell's edge along a file; the unit is arbitrary, because the drawing is scaled.
const CELL: u32 = 10;
/// The distance by which each rank is drawn to the right of the one before it.
const SKEW: u32 = 5;
/// The distance by which each rank is drawn above the one before it.
const RISE: u32 = 4;
/// The edge of the square in which a piece is drawn.
const FIGURE: u32 = 12;
/// The height above a level in which the pieces of its last rank stand, and the width between levels.
const GAP: u32 = 8;

/// The factor by which another column must enlarge the levels: one above the other is easier to read.
const WORTH: f64 = 1.5;

/// The style sheet. A page with a dark color scheme shows the picture in dark colors.
const STYLE: &str = ".light{fill:#f4efe4;stroke:#8d8576;stroke-width:.3}.shade{fill:#ddd3c0}\
    .line{fill:none;stroke:#1f5fbf;stroke-width:1.2}.check{stroke:#c0341d}\
    @media(prefers-color-scheme:dark){.light{fill:#57524a}.shade{fill:#443f38}\
    .black .body{fill:#1a1815;stroke:#e6dfd0}.line{stroke:#8abaff}.check{stroke:#ff8a73}}";

/// The arrangement of levels in a picture.
struct Levels {
    size: Size,
    edge: u32,
    columns: u32,
}

impl Picture<'_> {
    /// Draws the board, its pieces, routes and checks as a small SVG document of this size in
    /// pixels. The background is transparent.
    ///
    /// # Panics
    /// Panics if the rule set does not define a piece on the board.
    #[must_use]
    pub fn thumbnail(&self, [width, height]: [u32; 2]) -> String {
        let levels = Levels::new(self.board.size(), [width, height]);
        let mut xml = XmlWriter::new(Options { indent: Indent::None, ..Options::default() });
        xml.start_element("svg");
        attributes(&mut xml, &[("xmlns", "http://www.w3.org/2000/svg")]);
        xml.write_attribute("width", &width);
        xml.write_attribute("height", &height);
        let [across, down] = levels.extent(levels.columns);
        xml.write_attribute("viewBox", &format_args!("-1 -1 {} {}", across + 2, down + 2));
        for (name, text) in [("title", &*printable(&self.title)), ("style", STYLE)] {
            xml.start_element(name);
            xml.write_text(&escaped(text));
            xml.end_element();
        }
        levels.define(&mut xml);
        self.define_pieces(&mut xml);
        for level in self.board.size().coordinates() {
            let [x, y] = levels.corner(level);
            place(&mut xml, &format!("level{}", level & 1), [x, y]);
            self.pieces_on(&mut xml, &levels, level);
        }
        self.lines(&mut xml, &levels);
        xml.end_document()
    }

    /// Defines a symbol for each kind of piece on the board.
    fn define_pieces(&self, xml: &mut XmlWriter) {
        let mut kinds: Vec<Piece> = Vec::new();
        for (_, piece) in self.board.pieces() {
            if kinds.contains(&piece) {
                continue;
            }
            kinds.push(piece);
            xml.start_element("symbol");
            xml.write_attribute("id", &self.rules.letter(piece));
            xml.write_attribute("viewBox", &format_args!("0 0 {EDGE} {EDGE}"));
            pieces::draw(xml, self.rules, piece);
            xml.end_element();
        }
    }

    /// Draws the pieces of a level, the farthest first.
    fn pieces_on(&self, xml: &mut XmlWriter, levels: &Levels, level: u16) {
        for rank in levels.size.coordinates().rev() {
            for file in levels.size.coordinates() {
                let cell = Cell::new(file, rank, level);
                let Some(piece) = self.board.piece_at(cell) else { continue };
                let [x, y] = levels.middle(cell);
                xml.start_element("use");
                xml.write_attribute("href", &format_args!("#{}", self.rules.letter(piece)));
                xml.write_attribute("x", &(x - f64::from(FIGURE) / 2.0));
                // The feet of a piece are a little below the middle of its cell.
                xml.write_attribute("y", &(y - f64::from(FIGURE) * 0.8));
                xml.write_attribute("width", &FIGURE);
                xml.write_attribute("height", &FIGURE);
                xml.end_element();
            }
        }
    }

    /// Draws the moves and checks as straight lines.
    fn lines(&self, xml: &mut XmlWriter, levels: &Levels) {
        for arrow in &self.arrows {
            let class = match arrow.kind {
                ArrowKind::Move(_) => "line",
                ArrowKind::Check => "line check",
                ArrowKind::Guard => continue,
            };
            let [[x, y], [to_x, to_y]] = [arrow.from, arrow.to].map(|cell| levels.middle(cell));
            xml.start_element("path");
            attributes(xml, &[("class", class), ("d", &format!("M{x} {y}L{to_x} {to_y}"))]);
            xml.end_element();
        }
    }
}

impl Levels {
    /// Arranges the levels for a picture of a width and height, in any unit.
    fn new(size: Size, [width, height]: [u32; 2]) -> Self {
        let edge = u32::from(size.opposite(0)) + 1;
        let mut levels = Self { size, edge, columns: 1 };
        let scale = |[across, down]: [u32; 2]| {
            (f64::from(width) / f64::from(across)).min(f64::from(height) / f64::from(down))
        };
        for columns in 2..=edge {
            if scale(levels.extent(columns)) > WORTH * scale(levels.extent(levels.columns)) {
                levels.columns = columns;
            }
        }
        levels
    }

    /// Returns the width and height of a level with the gap beside and above it.
    const fn level(&self) -> [u32; 2] {
        [self.edge * (CELL + SKEW) + GAP, self.edge * RISE + GAP]
    }

    /// Returns the width and height of all levels in a number of columns.
    fn extent(&self, columns: u32) -> [u32; 2] {
        let [across, down] = self.level();
        [columns * across - GAP, self.edge.div_ceil(columns) * down]
    }

    /// Returns the lower left corner of a level. The highest level is the first one.
    fn corner(&self, level: u16) -> [u32; 2] {
        let nth = u32::from(self.size.opposite(level));
        let [across, down] = self.level();
        [nth % self.columns * across, (nth / self.columns + 1) * down]
    }

    /// Returns the middle of a cell.
    fn middle(&self, cell: Cell) -> [f64; 2] {
        let [x, y] = self.corner(cell.level).map(f64::from);
        let [file, rank] = [cell.file, cell.rank].map(|part| f64::from(part) + 0.5);
        [x + f64::from(CELL) * file + f64::from(SKEW) * rank, y - f64::from(RISE) * rank]
    }

    /// Defines the two drawings of empty levels, whose lower left corner is the origin.
    fn define(&self, xml: &mut XmlWriter) {
        xml.start_element("defs");
        let edge = self.edge;
        for parity in 0..2 {
            xml.start_element("g");
            xml.write_attribute("id", &format_args!("level{parity}"));
            xml.start_element("path");
            let [side, skew, rise] = [CELL, SKEW, RISE].map(|part| part * edge);
            let outline = format!("M0 0h{side}l{skew}-{rise}h-{side}z");
            attributes(xml, &[("class", "light"), ("d", &outline)]);
            xml.end_element();
            xml.start_element("path");
            let cells = (0..edge * edge).map(|nth| (nth % edge, nth / edge));
            let shade = cells.filter(|(file, rank)| (file ^ rank ^ parity) & 1 == 0);
            let squares = shade.map(|(file, rank)| {
                let (x, y) = (CELL * file + SKEW * rank, RISE * rank);
                format!("M{x}-{y}h{CELL}l{SKEW}-{RISE}h-{CELL}z")
            });
            attributes(xml, &[("class", "shade"), ("d", &squares.collect::<String>())]);
            xml.end_element();
            xml.end_element();
        }
        xml.end_element();
    }
}

fn place(xml: &mut XmlWriter, id: &str, [x, y]: [u32; 2]) {
    xml.start_element("use");
    xml.write_attribute("href", &format_args!("#{id}"));
    xml.write_attribute("x", &x);
    xml.write_attribute("y", &y);
    xml.end_element();
}
