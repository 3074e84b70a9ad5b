//! An explanation as sentences and lists, for a person.

mod result;
mod sections;
mod sentence;

use crate::cell::Cell;
use crate::position::Position;
use crate::verdict::Explanation;
use crate::verdict::explain::Placed;
use crate::words::and;

/// Why the verdict on the position is what it is: one sentence, and below it what becomes of each
/// step of the king, of captures and of blocks, and what an end of the game is worth. What works is
/// marked with `+`.
///
/// On a long line of check, cells where nobody can block are only counted, and pieces with more
/// than two others in their way are left out, unless `all` of them are asked for.
///
/// # Panics
/// Perhaps, if the explanation is that of another position.
///
/// # Example
/// ```
/// use kubikschach::{notation, position::Position, render, rules::Rules};
/// let rules = Rules::built_in("cube").expect("it is built in");
/// let setup = notation::board(&rules, "[#q,##],[##,K#]")?;
/// let position = Position::new(&rules, setup)?;
/// let text = render::explain(&position, &position.explain(), false);
/// assert!(text.contains("the king can capture the queen on b2(II)"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn explain(position: &Position, explanation: &Explanation, all: bool) -> String {
    let text = Text { position, explanation, all };
    let mut written = text.headline() + ".\n";
    for section in text.sections() {
        written.push_str(&section.text());
    }
    written + &text.result().unwrap_or_default()
}

/// An explanation on its way to words.
struct Text<'a> {
    position: &'a Position,
    explanation: &'a Explanation,
    all: bool,
}

impl Text<'_> {
    /// Such as `the rook on c1(III)`.
    fn the(&self, placed: Placed) -> String {
        self.position.placed_name(placed.piece, placed.cell)
    }

    /// The same, but `its own rook on …` for a piece of the side to move.
    fn its(&self, placed: Placed) -> String {
        let Placed { piece, cell } = placed;
        if piece.color() != self.explanation.turn {
            return self.the(placed);
        }
        let (name, cell) = (self.position.piece_name(piece), self.position.cell_name(cell));
        format!("its own {name} on {cell}")
    }

    fn all_the<'p>(&self, placed: impl IntoIterator<Item = &'p Placed>) -> String {
        and(&placed.into_iter().map(|&placed| self.the(placed)).collect::<Vec<_>>())
    }

    fn all_its(&self, placed: &[Placed]) -> String {
        and(&placed.iter().map(|&placed| self.its(placed)).collect::<Vec<_>>())
    }

    fn piece_on(&self, cell: Cell) -> Option<Placed> {
        Some(Placed { cell, piece: self.position.board().piece_at(cell)? })
    }

    /// The piece that moves; an only king needs no cell to be known by.
    fn mover(&self, from: Cell) -> String {
        match self.piece_on(from) {
            Some(king) if self.explanation.kings == [from] => {
                format!("the {}", self.position.piece_name(king.piece))
            }
            Some(piece) => self.the(piece),
            None => self.position.cell_name(from),
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
