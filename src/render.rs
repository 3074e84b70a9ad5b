//! Text from values: explanations, reasons, definitions and pictures.

mod definition;
mod explain;
mod game;
mod hold;
mod picture;
mod problem;
mod reading;
mod why;

pub use definition::definition;
pub use explain::{Phrase, explain, explain_in_full};
pub use game::game;
pub use hold::hold;
pub use picture::{Arrow, ArrowKind, Mark, Picture, symbols};
pub use problem::Solution;
pub use reading::{belief, condition, explanation, reading};
pub use why::Reason;

/// The escape codes that mark parts of a text on a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Styles {
    /// The style of highlights, such as the piece that a picture is about.
    pub subject: &'static str,
    /// The style of possible moves.
    pub good: &'static str,
    /// The style of captures.
    pub capture: &'static str,
    /// The style of impossible moves and of blockers.
    pub bad: &'static str,
    /// The code that ends a style.
    pub end: &'static str,
}

impl Styles {
    /// No codes.
    pub const PLAIN: Self = Self { subject: "", good: "", capture: "", bad: "", end: "" };
    /// The colors of ANSI terminals.
    pub const ANSI: Self = Self {
        subject: "\x1b[1m",
        good: "\x1b[32m",
        capture: "\x1b[35m",
        bad: "\x1b[31m",
        end: "\x1b[0m",
    };
}
