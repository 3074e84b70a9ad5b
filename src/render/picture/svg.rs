//! Pictures as SVG documents without scripts. Pieces and marks are paths, so that only letters and
//! digits need fonts.
//!
//! Equal pictures give equal documents.

use std::io::{self, Write};

use xmlwriter::{Indent, Options, XmlWriter};

use super::pieces::{self, EDGE};
use super::xml::{attributes, escaped};
use super::{Arrow, ArrowKind, Mark, Picture};
use crate::cell::{Axis, Cell};
use crate::mistake::printable;

/// The styles for viewers with a dark color scheme, as CSS selectors and declarations.
const DARK: [(&str, &str); 22] = [
    (".paper", "fill:#1c1b19"),
    (".light", "fill:#57524a"),
    (".shade", "fill:#443f38"),
    (".label", "fill:#d8d2c6"),
    (".white .body", "fill:#fbf7ee"),
    (".black .body", "fill:#1a1815;stroke:#e6dfd0"),
    (".move", "fill:#6cc08b"),
    (".capture", "stroke:#ff8a73"),
    (".checker", "stroke:#ff8a73"),
    (".illegal", "stroke:#ff8a73"),
    (".blocked", "stroke:#b9b2a4"),
    (".start", "stroke:#7db4ff"),
    (".finish", "stroke:#7db4ff"),
    (".subject", "stroke:#7db4ff"),
    (".arrow", "stroke:#7db4ff"),
    (".head", "fill:#7db4ff"),
    (".check .arrow", "stroke:#ff8a73"),
    (".check .head", "fill:#ff8a73"),
    (".guard .arrow", "stroke:#ff8a73"),
    (".guard .head", "fill:#ff8a73"),
    (".number", "fill:#7db4ff"),
    (".digits", "fill:#10203a"),
];

/// The CSS class of each picture. All style rules of a picture name this class, so that they affect
/// nothing else on the same page.
const CLASS: &str = "kubikschach";

/// The height in pixels of the line with a level's name.
const TITLE: u32 = 28;
/// The height in pixels of the line with the file labels below a level.
const FILES: u32 = 22;
/// The horizontal distance in pixels between levels.
const GAP: u32 = 20;
/// The width in pixels of the widest character in a label.
const LETTER: u32 = 9;

/// The positions of the parts of a picture, in pixels.
struct Layout {
    columns: u32,
    /// Width and height of a level with its labels and gap.
    level: [u32; 2],
    left: u32,
    size: [u32; 2],
}

impl Picture<'_> {
    /// Draws the picture as an SVG document with `columns` levels side by side. If `columns` is
    /// `None`, the size of the board decides this number.
    ///
    /// # Panics
    /// Panics if the rule set does not define a piece on the board.
    ///
    /// # Example
    /// ```
    /// use kubikschach::{notation, render::Picture, rules::Rules};
    /// let rules = Rules::cube();
    /// let setup = notation::parse_board(&rules, "[#q,##],[##,K#]")?;
    /// let svg = Picture::new(&rules, &setup.board, "a check".to_owned()).svg(None);
    /// assert!(svg.contains("<title>b2(II), black queen</title>"));
    /// # Ok::<(), kubikschach::mistake::Mistake>(())
    /// ```
    #[must_use]
    pub fn svg(&self, columns: Option<usize>) -> String {
        let mut svg = Vec::new();
        self.write_svg(columns, &mut svg).expect("memory takes whatever is written");
        String::from_utf8(svg).expect("XML is UTF-8")
    }

    /// Writes the SVG document that [`Self::svg`] returns to `out`, one level after the other. The
    /// memory does not exceed that for one level.
    ///
    /// # Errors
    /// Returns an error if writing fails.
    ///
    /// # Panics
    /// Panics if the rule set does not define a piece on the board.
    pub fn write_svg(
        &self,
        columns: Option<usize>,
        out: &mut (impl Write + ?Sized),
    ) -> io::Result<()> {
        let layout = Layout::new(self, columns);
        let [width, height] = layout.size;
        write!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\" class=\"{CLASS}\" \
             font-family=\"system-ui,sans-serif\">"
        )?;
        write_part(out, |xml| {
            element(xml, "title", &printable(&self.title));
            element(xml, "style", &style());
            xml.start_element("rect");
            attributes(xml, &[("class", "paper"), ("width", "100%"), ("height", "100%")]);
            xml.write_attribute("fill", "#ffffff");
            xml.end_element();
        })?;
        for level in self.board.size().coordinates().rev() {
            write_part(out, |xml| self.level(xml, &layout, level))?;
        }
        for arrow in &self.arrows {
            write_part(out, |xml| layout.arrow(xml, self, arrow))?;
        }
        out.write_all(b"</svg>")
    }

    fn level(&self, xml: &mut XmlWriter, layout: &Layout, level: u16) {
        let size = self.board.size();
        let at = |file, rank| layout.corner(self, Cell::new(file, rank, level));
        let last = size.opposite(0);
        let [left, top] = at(0, last);
        label(xml, [left, top - 9], "start", "15", &self.level_name(level));
        for rank in size.coordinates() {
            let [_, y] = at(0, rank);
            let text = self.label(Axis::Rank, rank);
            label(xml, [left - 7, y + EDGE / 2 + 5], "end", "13", &text);
        }
        for file in size.coordinates() {
            let [x, y] = at(file, 0);
            let text = self.label(Axis::File, file);
            label(xml, [x + EDGE / 2, y + EDGE + 16], "middle", "13", &text);
        }
        for rank in size.coordinates().rev() {
            for file in size.coordinates() {
                self.cell(xml, layout, Cell::new(file, rank, level));
            }
        }
    }

    fn cell(&self, xml: &mut XmlWriter, layout: &Layout, cell: Cell) {
        let [x, y] = layout.corner(self, cell);
        let is_shade = (cell.file ^ cell.rank ^ cell.level) & 1 == 0;
        let (class, fill) = if is_shade { ("shade", "#ddd3c0") } else { ("light", "#f4efe4") };
        let (mark, piece) = (self.marks.get(&cell).copied(), self.board.piece_at(cell));
        xml.start_element("g");
        xml.write_attribute("transform", &format_args!("translate({x} {y})"));
        let mut title = self.rules.cells().name(self.board.size(), cell);
        if let Some(piece) = piece {
            let role = self.rules.role(piece.role()).name.to_lowercase();
            title = format!("{title}, {} {role}", piece.color().name());
        }
        if let Some(mark) = mark {
            title = format!("{title}, {}", mark.words());
        }
        element(xml, "title", &title);
        xml.start_element("rect");
        xml.write_attribute("class", class);
        xml.write_attribute("width", &EDGE);
        xml.write_attribute("height", &EDGE);
        xml.write_attribute("fill", fill);
        xml.end_element();
        if let Some(mark) = mark {
            draw_mark(xml, mark, piece.is_some());
        }
        if let Some(piece) = piece {
            pieces::draw(xml, self.rules, piece);
        }
        xml.end_element();
    }
}

impl Layout {
    fn new(picture: &Picture<'_>, columns: Option<usize>) -> Self {
        let size = picture.board.size();
        let edge = u32::from(size.opposite(0)) + 1;
        let handy = if edge <= 4 { edge } else { edge.div_ceil(2) };
        let columns = columns.map_or(handy, |columns| u32::try_from(columns).unwrap_or(edge));
        let columns = columns.clamp(1, edge);
        let length = |rank| picture.label(Axis::Rank, rank).len();
        let longest = size.coordinates().map(length).max().unwrap_or(1);
        let left = u32::try_from(longest).unwrap_or(1) * LETTER + 10;
        let level = [left + edge * EDGE + GAP, TITLE + edge * EDGE + FILES];
        let rows = edge.div_ceil(columns);
        Self { columns, level, left, size: [columns * level[0], rows * level[1] + GAP / 2] }
    }

    /// Returns the upper left corner of a cell, in pixels from the picture's left and top.
    fn corner(&self, picture: &Picture<'_>, cell: Cell) -> [u32; 2] {
        let size = picture.board.size();
        let nth = u32::from(size.opposite(cell.level));
        let (column, row) = (nth % self.columns, nth / self.columns);
        let (file, rank) = (u32::from(cell.file), u32::from(size.opposite(cell.rank)));
        let [width, height] = self.level;
        [column * width + self.left + file * EDGE, row * height + TITLE + rank * EDGE]
    }

    /// Draws an arrow with its number. Arrows are curves, because straight lines would cover more
    /// pieces.
    fn arrow(&self, xml: &mut XmlWriter, picture: &Picture<'_>, arrow: &Arrow) {
        let center =
            |cell| self.corner(picture, cell).map(|part| f64::from(part) + f64::from(EDGE) / 2.0);
        let (class, color, width, dashes, opacity) = match arrow.kind {
            ArrowKind::Move(_) => ("moved", "#1f5fbf", "2.5", "none", "0.85"),
            ArrowKind::Check => ("check", "#c0341d", "3", "none", "0.85"),
            ArrowKind::Guard => ("guard", "#c0341d", "1", "3 4", "0.55"),
        };
        let curve = Curve::new(center(arrow.from), center(arrow.to));
        xml.start_element("g");
        attributes(xml, &[("class", class), ("pointer-events", "none")]);
        xml.start_element("path");
        attributes(xml, &[("class", "arrow"), ("d", &curve.shaft()), ("fill", "none")]);
        attributes(xml, &[("stroke", color), ("stroke-width", width)]);
        attributes(xml, &[("stroke-dasharray", dashes), ("stroke-opacity", opacity)]);
        xml.end_element();
        xml.start_element("path");
        attributes(xml, &[("class", "head"), ("d", &curve.head())]);
        attributes(xml, &[("fill", color), ("fill-opacity", opacity)]);
        xml.end_element();
        if let ArrowKind::Move(Some(number)) = arrow.kind {
            number_on(xml, curve.middle(), number);
        }
        xml.end_element();
    }
}

/// A quadratic curve from the middle of one cell towards the middle of another.
struct Curve {
    start: [f64; 2],
    control: [f64; 2],
    tip: [f64; 2],
    unit: [f64; 2],
}

impl Curve {
    /// The length in pixels of an arrow head, which is also the distance of its tip from the middle
    /// of the target cell.
    const HEAD: f64 = 9.0;

    fn new(start: [f64; 2], end: [f64; 2]) -> Self {
        let [dx, dy] = [end[0] - start[0], end[1] - start[1]];
        let length = dx.hypot(dy).max(1.0);
        let bend = (length / 8.0).min(40.0) / length;
        let control = [start[0] + dx / 2.0 - dy * bend, start[1] + dy / 2.0 + dx * bend];
        let [dx, dy] = [end[0] - control[0], end[1] - control[1]];
        let length = dx.hypot(dy).max(1.0);
        let unit = [dx / length, dy / length];
        let tip = [end[0] - unit[0] * Self::HEAD, end[1] - unit[1] * Self::HEAD];
        Self { start, control, tip, unit }
    }

    fn shaft(&self) -> String {
        let ([x, y], [over_x, over_y], [to_x, to_y]) = (self.start, self.control, self.tip);
        format!("M{x:.1} {y:.1}Q{over_x:.1} {over_y:.1} {to_x:.1} {to_y:.1}")
    }

    fn head(&self) -> String {
        let ([x, y], [along_x, along_y]) = (self.tip, self.unit.map(|part| part * Self::HEAD));
        let (back_x, back_y) = (x - along_x, y - along_y);
        let (side_x, side_y) = (-along_y / 2.0, along_x / 2.0);
        let [left, right] =
            [(back_x + side_x, back_y + side_y), (back_x - side_x, back_y - side_y)];
        format!("M{x:.1} {y:.1}L{:.1} {:.1}L{:.1} {:.1}Z", left.0, left.1, right.0, right.1)
    }

    /// Returns the middle of the curve. The middle of a quadratic curve is halfway between the
    /// middle of its chord and its control point.
    fn middle(&self) -> [f64; 2] {
        [0, 1].map(|axis| {
            let chord = f64::midpoint(self.start[axis], self.tip[axis]);
            f64::midpoint(chord, self.control[axis])
        })
    }
}

fn number_on(xml: &mut XmlWriter, [x, y]: [f64; 2], number: usize) {
    let (at_x, at_y, line) = (format!("{x:.1}"), format!("{y:.1}"), format!("{:.1}", y + 4.0));
    xml.start_element("circle");
    attributes(xml, &[("class", "number"), ("cx", &at_x), ("cy", &at_y)]);
    attributes(xml, &[("r", "9"), ("fill", "#1f5fbf")]);
    xml.end_element();
    xml.start_element("text");
    attributes(xml, &[("class", "digits"), ("x", &at_x), ("y", &line)]);
    attributes(xml, &[("text-anchor", "middle"), ("font-size", "11"), ("fill", "#ffffff")]);
    xml.write_text(&number.to_string());
    xml.end_element();
}

/// Draws the mark of a cell. Marks differ in shape, so that readers need not tell colors apart.
/// `occupied` is true if a piece is on the cell; the mark of an illegal capture surrounds that
/// piece.
fn draw_mark(xml: &mut XmlWriter, mark: Mark, occupied: bool) {
    let (class, d) = match mark {
        Mark::Move | Mark::Route => ("move", "M22.5 15A7.5 7.5 0 1 1 22.49 15Z"),
        Mark::Capture => ("capture", "M22.5 2.5A20 20 0 1 1 22.49 2.5Z"),
        Mark::Blocked => ("blocked", "M3 13V3H13M32 3H42V13M42 32V42H32M13 42H3V32"),
        Mark::Illegal if occupied => ("illegal", "M3 3L11 11M42 3L34 11M3 42L11 34M42 42L34 34"),
        Mark::Illegal => ("illegal", "M15 15L30 30M30 15L15 30"),
        Mark::Subject => ("subject", "M3 3H42V42H3Z"),
        Mark::Start => ("start", "M3 3H42V42H3Z"),
        Mark::Finish => ("finish", "M22.5 2L43 22.5L22.5 43L2 22.5Z"),
        Mark::Checker => ("checker", "M2 2H43V43H2ZM6 6H39V39H6Z"),
    };
    let color = match mark {
        Mark::Move | Mark::Route => "#2e8b57",
        Mark::Capture | Mark::Illegal | Mark::Checker => "#c0341d",
        Mark::Blocked => "#6b645a",
        Mark::Subject | Mark::Start | Mark::Finish => "#1f5fbf",
    };
    let filled = matches!(mark, Mark::Move | Mark::Route);
    xml.start_element("path");
    attributes(xml, &[("class", class), ("d", d), ("fill", if filled { color } else { "none" })]);
    if !filled {
        attributes(xml, &[("stroke", color), ("stroke-width", "2.5")]);
    }
    xml.end_element();
}

fn write_part(
    out: &mut (impl Write + ?Sized),
    draw: impl FnOnce(&mut XmlWriter),
) -> io::Result<()> {
    let mut xml = XmlWriter::new(Options { indent: Indent::None, ..Options::default() });
    draw(&mut xml);
    out.write_all(xml.end_document().as_bytes())
}

fn style() -> String {
    let rule = |(of, colors): &(&str, &str)| format!(".{CLASS} {of}{{{colors}}}");
    let rules: String = DARK.iter().map(rule).collect();
    format!("@media(prefers-color-scheme:dark){{{rules}}}")
}

fn label(xml: &mut XmlWriter, [x, y]: [u32; 2], anchor: &str, size: &str, text: &str) {
    xml.start_element("text");
    xml.write_attribute("class", "label");
    xml.write_attribute("x", &x);
    xml.write_attribute("y", &y);
    attributes(xml, &[("text-anchor", anchor), ("font-size", size), ("fill", "#4a453d")]);
    xml.write_text(&escaped(text));
    xml.end_element();
}

fn element(xml: &mut XmlWriter, name: &str, text: &str) {
    xml.start_element(name);
    xml.write_text(&escaped(text));
    xml.end_element();
}
