//! Parts of explanations with the cells that they name.

use std::ops::Add;

use crate::cell::Cell;
use crate::words::{capitalized, list};

/// A text, and the cells, attacks and moves that the text is about, so that a page can highlight
/// them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Phrase {
    /// The words of the phrase, without markup or escape sequences.
    pub text: String,
    /// The cells named in the text, each once, in the order of the text.
    pub cells: Vec<Cell>,
    /// The attacks that the text is about, each as the attacker's cell and the attacked cell.
    pub attacks: Vec<(Cell, Cell)>,
    /// The legal moves that the text is about, each as its start and its target.
    pub moves: Vec<(Cell, Cell)>,
}

impl Phrase {
    /// Creates a phrase whose text names `cells`.
    pub(in crate::render) fn naming(
        text: impl Into<String>,
        cells: impl IntoIterator<Item = Cell>,
    ) -> Self {
        let mut phrase = Self::from(text.into());
        phrase.add_cells(cells);
        phrase
    }

    /// Joins phrases with commas, and the last two phrases with the word in `last`.
    pub(in crate::render) fn list(parts: impl IntoIterator<Item = Self>, last: &str) -> Self {
        let mut all = Self::default();
        let texts: Vec<String> = parts.into_iter().map(|part| all.take_in(part)).collect();
        Self { text: list(&texts, last), ..all }
    }

    pub(in crate::render) fn with_attacks(
        mut self,
        attacks: impl IntoIterator<Item = (Cell, Cell)>,
    ) -> Self {
        self.attacks.extend(attacks);
        self
    }

    pub(in crate::render) fn with_move(mut self, from: Cell, to: Cell) -> Self {
        self.moves.push((from, to));
        self
    }

    /// Adds the cells, attacks and moves of `other` to this phrase, and returns the text of
    /// `other`.
    fn take_in(&mut self, other: Self) -> String {
        self.add_cells(other.cells);
        self.attacks.extend(other.attacks);
        self.moves.extend(other.moves);
        other.text
    }

    pub(in crate::render) fn capitalized(self) -> Self {
        Self { text: capitalized(&self.text), ..self }
    }

    fn add_cells(&mut self, cells: impl IntoIterator<Item = Cell>) {
        for cell in cells {
            if !self.cells.contains(&cell) {
                self.cells.push(cell);
            }
        }
    }
}

/// Creates a phrase that names no cells.
impl<T: Into<String>> From<T> for Phrase {
    fn from(text: T) -> Self {
        Self { text: text.into(), ..Self::default() }
    }
}

impl<T: Into<Self>> Add<T> for Phrase {
    type Output = Self;

    fn add(mut self, next: T) -> Self {
        let text = self.take_in(next.into());
        self.text.push_str(&text);
        self
    }
}
