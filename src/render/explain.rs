//! Explanations of verdicts as a sentence with lists below it.

mod line;
mod phrase;
mod reasons;
mod result;
mod sections;
mod sentence;

use std::fmt;

pub use self::line::ExplanationLine;
pub use self::phrase::Phrase;
pub use self::reasons::{ExplainedReason, ReasonKind};
use crate::cell::Cell;
use crate::position::Position;
use crate::verdict::Explanation;
use crate::verdict::explain::Placed;

/// An explanation in words: a headline, the reasons in one sentence each, and all lines.
///
/// As text, it is what `mate --explain` prints: a line for each of [`lines`](Self::lines), without
/// the last line end. Deeper lines are indented, `+` marks the items about legal moves, and the texts
/// of a list start in one column.
///
/// # Example
/// ```
/// use kubikschach::{notation, position::Position, render, rules::Rules};
/// let rules = Rules::cube();
/// let setup = notation::parse_board(&rules, "[#q,##],[##,K#]")?;
/// let position = Position::new(&rules, setup)?;
/// let explanation = position.explain();
/// let explained = render::explain(&position, &explanation);
/// assert_eq!(explained.headline(), "White is in check: 1 legal move");
/// assert_eq!(explained.to_string(), "\
/// White is in check from the queen on b2(II), but not checkmated: the king can capture the queen on b2(II).
///   The king on a1(I) has one safe step among these:
///     b1(I)   guarded by the queen on b2(II)
///     a2(I)   guarded by the queen on b2(II)
///     b2(I)   guarded by the queen on b2(II)
///     a1(II)  guarded by the queen on b2(II)
///     b1(II)  guarded by the queen on b2(II)
///     a2(II)  guarded by the queen on b2(II)
///   + b2(II)  captures the queen
///   No other piece can capture the queen on b2(II).
///   The check from the queen on b2(II) can't be blocked.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ExplainedVerdict<'a> {
    text: Text<'a>,
    /// Lines: a sentence with the verdict and its reason, then lists with the outcome of each king
    /// step, capture and block. If the game is over, the last line gives its result.
    pub lines: Vec<ExplanationLine>,
    /// Reason that each of the lines is about.
    kinds: Vec<Option<ReasonKind>>,
}

impl ExplainedVerdict<'_> {
    /// Returns the lines as text. Lists are indented, and the texts of a list start in one column.
    pub fn texts(&self) -> impl Iterator<Item = String> {
        line::outline(&self.lines)
    }

    /// Returns the verdict or result in a few words without a full stop, such as `White is
    /// checkmated`.
    #[must_use]
    pub fn headline(&self) -> String {
        self.text.headline()
    }

    /// Returns the reasons of the verdict, in the order of [`ReasonKind`]; none if a bare king ended
    /// the game.
    #[must_use]
    pub fn reasons(&self) -> Vec<ExplainedReason> {
        self.text.reasons(&self.lines, &self.kinds)
    }
}

impl fmt::Display for ExplainedVerdict<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.texts().collect::<Vec<_>>().join("\n"))
    }
}

/// Explains a verdict in words.
///
/// To stay short, the lists omit pieces with more than two blockers. If many cells of a check line
/// are out of reach for every piece, the lists only give the number of these cells.
/// [`explain_in_full`] omits nothing.
///
/// # Panics
/// Panics if `explanation` belongs to another position.
///
/// # Example
/// ```
/// use kubikschach::{notation, position::Position, render, rules::Rules};
/// let rules = Rules::cube();
/// let setup = notation::parse_board(&rules, "[#q,##],[##,K#]")?;
/// let position = Position::new(&rules, setup)?;
/// let explanation = position.explain();
/// let explained = render::explain(&position, &explanation);
/// let first = &explained.lines[0];
/// assert!(first.text.text.contains("the king can capture the queen on b2(II)"));
/// assert!(first.cells().contains(&notation::parse_cell(&rules, position.board().size(), "b2(II)")?));
/// let titles: Vec<_> = explained.reasons().iter().map(|reason| reason.title).collect();
/// assert_eq!(titles, ["Check", "Step", "Capture", "No block"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn explain<'a>(position: &'a Position, explanation: &'a Explanation) -> ExplainedVerdict<'a> {
    Text { position, explanation, all: false }.explained()
}

/// Explains a verdict as [`explain`] does, without omitting any cell or piece.
#[must_use]
pub fn explain_in_full<'a>(
    position: &'a Position,
    explanation: &'a Explanation,
) -> ExplainedVerdict<'a> {
    Text { position, explanation, all: true }.explained()
}

#[derive(Clone, Copy, Debug)]
struct Text<'a> {
    position: &'a Position,
    explanation: &'a Explanation,
    all: bool,
}

impl<'a> Text<'a> {
    fn explained(self) -> ExplainedVerdict<'a> {
        let is_check = !self.explanation.checkers.is_empty();
        let mut lines = vec![ExplanationLine::at(0, self.sentence() + ".")];
        let mut kinds = vec![is_check.then_some(ReasonKind::Check)];
        for section in self.sections() {
            let kind = Some(section.reason);
            lines.extend(section.lines());
            kinds.resize(lines.len(), kind);
        }
        lines.extend(self.result().map(|result| ExplanationLine::at(1, result)));
        kinds.resize(lines.len(), None);
        ExplainedVerdict { text: self, lines, kinds }
    }
}

impl Text<'_> {
    fn cell(&self, cell: Cell) -> Phrase {
        Phrase::naming(self.position.cell_name(cell), [cell])
    }

    /// Names a piece and its cell, such as `the rook on c1(III)`.
    fn the(&self, Placed { piece, cell }: Placed) -> Phrase {
        Phrase::naming(self.position.placed_name(piece, cell), [cell])
    }

    /// Names a piece as [`Text::the`] does, or as `its own rook on c1(III)` if the side to move
    /// owns the piece.
    fn its(&self, placed: Placed) -> Phrase {
        let Placed { piece, cell } = placed;
        if piece.color() != self.explanation.turn {
            return self.the(placed);
        }
        Phrase::from("its own ") + self.position.piece_name(piece) + " on " + self.cell(cell)
    }

    fn all_the<'p>(&self, placed: impl IntoIterator<Item = &'p Placed>) -> Phrase {
        Phrase::list(placed.into_iter().map(|&placed| self.the(placed)), "and")
    }

    fn all_its(&self, placed: &[Placed]) -> Phrase {
        Phrase::list(placed.iter().map(|&placed| self.its(placed)), "and")
    }

    fn the_piece_on(&self, cell: Cell) -> Phrase {
        self.piece_on(cell).map_or_else(Phrase::default, |piece| self.the(piece))
    }

    fn piece_on(&self, cell: Cell) -> Option<Placed> {
        Some(Placed { cell, piece: self.position.board().piece_at(cell)? })
    }

    /// Names the piece on `from`; the only king of the side to move is named without its cell.
    fn mover(&self, from: Cell) -> Phrase {
        match self.piece_on(from) {
            Some(king) if self.explanation.kings == [from] => {
                Phrase::from("the ") + self.position.piece_name(king.piece)
            }
            Some(piece) => self.the(piece),
            None => self.cell(from),
        }
    }

    /// Returns the checkers; a piece that checks several kings appears once.
    fn checkers(&self) -> Vec<Placed> {
        let mut checkers: Vec<Placed> =
            self.explanation.checkers.iter().map(|checker| checker.by).collect();
        checkers.dedup();
        checkers
    }
}
