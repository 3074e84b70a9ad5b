//! Drawings of pieces: shapes for the pieces of orthodox chess, a letter on a disc for all others.

use xmlwriter::{Indent, Options, XmlWriter};

use super::xml::{attributes, escaped};
use crate::piece::{Color, Piece};
use crate::rules::{RoleDef, Rules};

/// The width and height, in pixels, of a cell in a picture.
pub(super) const EDGE: u32 = 45;

/// The drawing of a role: filled outlines, and details over them in another color.
struct Drawing {
    name: &'static str,
    outlines: &'static [&'static str],
    details: &'static [&'static str],
}

const PLINTH: &str = "M10 39.5V37Q10 34.5 12.5 34.5H32.5Q35 34.5 35 37V39.5Z";

const DISC: &[&str] = &["M22.5 7A15.5 15.5 0 1 1 22.49 7Z"];

const DRAWINGS: [Drawing; 6] = [
    Drawing {
        name: "king",
        outlines: &[
            "M21 3.5H24V6.5H27.5V9.5H24V14H21V9.5H17.5V6.5H21Z",
            "M22.5 17C26.5 12 36.5 13 36 20.5C35.6 26 31.5 28.5 31 34.5H14C13.5 28.5 9.4 26 9 20.5C8.5 13 18.5 12 22.5 17Z",
            PLINTH,
        ],
        details: &["M22.5 18V28", "M14.5 30.5H30.5"],
    },
    Drawing {
        name: "queen",
        outlines: &[
            "M12.5 34.5L8 16.5L15 25L16 12L20.5 24L22.5 10L24.5 24L29 12L30 25L37 16.5L32.5 34.5Z",
            "M8 12.2A2.2 2.2 0 1 1 7.99 12.2ZM16 7.6A2.2 2.2 0 1 1 15.99 7.6ZM22.5 5.4A2.2 2.2 0 1 1 22.49 5.4ZM29 7.6A2.2 2.2 0 1 1 28.99 7.6ZM37 12.2A2.2 2.2 0 1 1 36.99 12.2Z",
            PLINTH,
        ],
        details: &["M13.5 30.5H31.5"],
    },
    Drawing {
        name: "rook",
        outlines: &[
            "M14 34.5L15.5 18.5H29.5L31 34.5Z",
            "M11.5 18.5V8.5H16.5V12H20V8.5H25V12H28.5V8.5H33.5V18.5Z",
            PLINTH,
        ],
        details: &["M15.5 18.5H29.5", "M14.5 30.5H30.5"],
    },
    Drawing {
        name: "bishop",
        outlines: &[
            "M22.5 8.5C29.5 14.5 32 20.5 27.5 26.5Q26.5 29.5 28.5 34.5H16.5Q18.5 29.5 17.5 26.5C13 20.5 15.5 14.5 22.5 8.5Z",
            "M22.5 3.3A2.6 2.6 0 1 1 22.49 3.3Z",
            PLINTH,
        ],
        details: &["M25.5 13L20.5 20.5", "M17.5 26.5H27.5"],
    },
    Drawing {
        name: "knight",
        outlines: &[
            "M14.5 34.5C14.5 28 18 26 20.5 21.5C18 23.5 16 23.2 14.6 24.6C13 26.2 10.6 25.6 9.8 23.6C9.2 22.2 10 20.8 11 19.4C12.6 17 13.4 13.6 17 11L17.6 6.5L21.4 9.6C30 10.2 34.5 18 33 34.5Z",
            PLINTH,
        ],
        details: &["M17.6 15.2L18.8 14.6", "M25 13.5C29 17.5 29.8 23 29.2 30.5"],
    },
    Drawing {
        name: "pawn",
        outlines: &[
            "M16 34.5C16.5 29 19.5 27 19.8 22.5H25.2C25.5 27 28.5 29 29 34.5Z",
            "M22.5 12A5.6 5.6 0 1 1 22.49 12Z",
            PLINTH,
        ],
        details: &[],
    },
];

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
    let drawing = DRAWINGS.iter().find(|drawing| name.eq_ignore_ascii_case(drawing.name));
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
