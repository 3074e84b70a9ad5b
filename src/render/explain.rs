//! An explanation as sentences and lists, for a person.

mod phrase;
mod result;
mod sections;
mod sentence;

pub use self::phrase::Phrase;
use crate::cell::Cell;
use crate::position::Position;
use crate::verdict::Explanation;
use crate::verdict::explain::Placed;

/// Returns the lines that give the reasons of the verdict on a position.
///
/// The first line is a sentence. Below it stand what becomes of each step of the king, of captures
/// and of blocks, and what an end of the game is worth. What works is marked with `+`.
///
/// On a long line of check, cells where nobody can block are only counted, and pieces with more
/// than two others in their way are left out, unless `all` of them are asked for.
///
/// # Panics
/// May panic if `explanation` is that of another position.
///
/// # Example
/// ```
/// use kubikschach::{notation, position::Position, render, rules::Rules};
/// let rules = Rules::cube();
/// let setup = notation::board(&rules, "[#q,##],[##,K#]")?;
/// let position = Position::new(&rules, setup)?;
/// let lines = render::explain(&position, &position.explain());
/// assert!(lines[0].text.contains("the king can capture the queen on b2(II)"));
/// assert!(lines[0].cells.contains(&notation::cell(&rules, position.board().size(), "b2(II)")?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn explain(position: &Position, explanation: &Explanation) -> Vec<Phrase> {
    Text { position, explanation, all: false }.lines()
}

/// Explains as [`explain`] does, and lists every cell of long lines.
#[must_use]
pub fn explain_in_full(position: &Position, explanation: &Explanation) -> Vec<Phrase> {
    Text { position, explanation, all: true }.lines()
}

/// An explanation on its way to words.
struct Text<'a> {
    position: &'a Position,
    explanation: &'a Explanation,
    all: bool,
}

impl Text<'_> {
    fn lines(&self) -> Vec<Phrase> {
        let mut lines = vec![self.headline() + "."];
        for section in self.sections() {
            lines.extend(section.lines());
        }
        lines.extend(self.result());
        lines
    }

    fn cell(&self, cell: Cell) -> Phrase {
        Phrase::naming(self.position.cell_name(cell), [cell])
    }

    /// Such as `the rook on c1(III)`.
    fn the(&self, Placed { piece, cell }: Placed) -> Phrase {
        Phrase::naming(self.position.placed_name(piece, cell), [cell])
    }

    /// Such as `the rook on c1(III)`, but `its own rook on …` for a piece of the side to move.
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

    /// The piece on a cell, such as `the rook on c1(III)`.
    fn the_piece_on(&self, cell: Cell) -> Phrase {
        self.piece_on(cell).map_or_else(Phrase::default, |piece| self.the(piece))
    }

    fn piece_on(&self, cell: Cell) -> Option<Placed> {
        Some(Placed { cell, piece: self.position.board().piece_at(cell)? })
    }

    /// The piece that moves; an only king needs no cell to be known by.
    fn mover(&self, from: Cell) -> Phrase {
        match self.piece_on(from) {
            Some(king) if self.explanation.kings == [from] => {
                Phrase::from("the ") + self.position.piece_name(king.piece)
            }
            Some(piece) => self.the(piece),
            None => self.cell(from),
        }
    }

    /// The pieces that give check, each once.
    fn checkers(&self) -> Vec<Placed> {
        let mut checkers: Vec<Placed> =
            self.explanation.checkers.iter().map(|checker| checker.by).collect();
        checkers.dedup();
        checkers
    }
}
