//! Pieces in pictures: drawings by the names of the pieces, and a letter on a disc for other names.

use xmlwriter::{Indent, Options, XmlWriter};

use super::drawings::Drawing;
use super::xml::{attributes, escaped};
use crate::piece::{Color, Piece};
use crate::rules::{RoleDef, Rules};

/// The width and height, in pixels, of a cell in a picture.
pub(super) const EDGE: u32 = 45;

const DISC: &[&str] = &["M22.5 7A15.5 15.5 0 1 1 22.49 7Z"];

/// The CSS class for the pieces of one side, and the default colors of these pieces, which a style
/// sheet may replace.
struct Paint {
    class: &'static str,
    body: &'static str,
    line: &'static str,
    detail: &'static str,
}

const fn paint(color: Color) -> Paint {
    match color {
        Color::White => {
            Paint { class: "white", body: "#fffdf8", line: "#1d1b18", detail: "#1d1b18" }
        }
        Color::Black => {
            Paint { class: "black", body: "#33302b", line: "#171512", detail: "#f4efe4" }
        }
    }
}

/// Draws a piece in a square of [`EDGE`] pixels whose upper left corner is the origin.
pub(super) fn draw(xml: &mut XmlWriter, rules: &Rules, piece: Piece) {
    let RoleDef { name, letter, .. } = rules.role(piece.role());
    let Paint { class, body, line, detail } = paint(piece.color());
    xml.start_element("g");
    attributes(xml, &[("class", class)]);
    attributes(xml, &[("stroke-linejoin", "round"), ("stroke-linecap", "round")]);
    let drawing = Drawing::named(name);
    let (outlines, details) =
        drawing.map_or((DISC, &[][..]), |drawing| (drawing.outlines, drawing.details));
    path(xml, "body", &outlines.join(""), [body, line], "1.5");
    if drawing.is_none() {
        xml.start_element("text");
        attributes(xml, &[("class", "letter"), ("x", "22.5"), ("y", "29.5")]);
        attributes(xml, &[("text-anchor", "middle"), ("font-size", "20"), ("font-weight", "bold")]);
        attributes(xml, &[("font-family", "system-ui, sans-serif"), ("fill", detail)]);
        xml.write_text(&letter.to_string());
        xml.end_element();
    }
    if !details.is_empty() {
        path(xml, "detail", &details.join(""), ["none", detail], "1.6");
    }
    xml.end_element();
}

fn path(xml: &mut XmlWriter, class: &str, d: &str, [fill, stroke]: [&str; 2], width: &str) {
    xml.start_element("path");
    attributes(xml, &[("class", class), ("d", d), ("fill", fill)]);
    attributes(xml, &[("stroke", stroke), ("stroke-width", width)]);
    xml.end_element();
}

/// Returns an SVG document with a symbol for each piece of a rule set. For example, the id of
/// White's knight is `piece-cube-N`, and the id of Black's knight is `piece-cube-n`.
#[must_use]
pub fn symbols(rules: &Rules) -> String {
    let mut xml = XmlWriter::new(Options { indent: Indent::None, ..Options::default() });
    xml.start_element("svg");
    xml.write_attribute("xmlns", "http://www.w3.org/2000/svg");
    for (letter, piece) in rules.letters() {
        xml.start_element("symbol");
        xml.write_attribute("id", &format_args!("piece-{}-{letter}", escaped(rules.name())));
        xml.write_attribute("viewBox", &format_args!("0 0 {EDGE} {EDGE}"));
        draw(&mut xml, rules, piece);
        xml.end_element();
    }
    xml.end_document()
}
