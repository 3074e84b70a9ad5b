//! Text with the cells that it names.

use std::ops::Add;

use crate::cell::Cell;
use crate::words::{capitalized, list};

/// A part of an explanation with the cells that it names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Phrase {
    /// The words.
    pub text: String,
    /// The cells that the text names, without repeats, in the order of the text.
    pub cells: Vec<Cell>,
}

impl Phrase {
    /// Creates a phrase that names these cells.
    pub(super) fn naming(text: impl Into<String>, cells: impl IntoIterator<Item = Cell>) -> Self {
        let mut phrase = Self::from(text.into());
        phrase.add_cells(cells);
        phrase
    }

    /// Joins phrases with commas, and the last two with `last`.
    pub(super) fn list(parts: impl IntoIterator<Item = Self>, last: &str) -> Self {
        let (texts, cells): (Vec<String>, Vec<Vec<Cell>>) =
            parts.into_iter().map(|part| (part.text, part.cells)).unzip();
        Self::naming(list(&texts, last), cells.into_iter().flatten())
    }

    pub(super) fn capitalized(self) -> Self {
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

/// Creates a phrase that names no cell.
impl<T: Into<String>> From<T> for Phrase {
    fn from(text: T) -> Self {
        Self { text: text.into(), cells: Vec::new() }
    }
}

impl<T: Into<Self>> Add<T> for Phrase {
    type Output = Self;

    fn add(mut self, next: T) -> Self {
        let Self { text, cells } = next.into();
        self.text.push_str(&text);
        self.add_cells(cells);
        self
    }
}
