//! Text and pictures for people: explanations of verdicts, moves of pieces, games, and boards as
//! text or SVG.

mod along_axes;
mod definition;
mod explain;
mod figurine;
mod game;
mod heading;
mod hold;
mod illegal;
mod judged_try;
mod legend;
mod misreading;
mod no_step;
mod observed;
mod picture;
mod problem;
mod why;

pub use definition::definition;
pub use explain::{
    ExplainedReason, ExplainedVerdict, ExplanationLine, Phrase, ReasonKind, explain,
    explain_by_reason, explain_in_full, outline,
};
pub use figurine::figurine;
pub use game::made;
pub use hold::hold;
pub use illegal::why_illegal;
pub use judged_try::JudgedTry;
pub use legend::{legend, letters};
pub use misreading::{misreading, program_that};
#[cfg(feature = "cli")]
pub(crate) use observed::does;
pub use observed::{belief, cell_change, fact};
pub use picture::{Arrow, ArrowKind, Mark, Picture, symbols};
pub use problem::{Solution, soundness, task};
pub use why::WhyNoRoute;

/// The escape sequences that highlight parts of a text on a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Styles {
    /// Escape sequence before highlighted text, such as the piece that a picture is about.
    pub subject: &'static str,
    /// Escape sequence before a possible move, a move of a route or a right result.
    pub good: &'static str,
    /// Escape sequence before a capture or a checker.
    pub capture: &'static str,
    /// Escape sequence before an illegal move, a blocker or a wrong result.
    pub bad: &'static str,
    /// Escape sequence that ends each style.
    pub end: &'static str,
}

impl Styles {
    /// Empty escape sequences, for files and pipes.
    pub const PLAIN: Self = Self { subject: "", good: "", capture: "", bad: "", end: "" };
    /// Colors for ANSI terminals.
    pub const ANSI: Self = Self {
        subject: "\x1b[1m",
        good: "\x1b[32m",
        capture: "\x1b[35m",
        bad: "\x1b[31m",
        end: "\x1b[0m",
    };
}
