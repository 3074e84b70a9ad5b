//! Parts of explanations with the cells that they name.

use std::ops::Add;

use crate::cell::Cell;

/// A text, and the cells, attacks and moves that the text is about, so that a page can highlight
/// them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Phrase {
    /// Words of the phrase, without markup or escape sequences.
    pub text: String,
    /// Cells named in the text, each once, in the order of the text.
    pub cells: Vec<Cell>,
    /// Attacks that the text is about, each as the attacker's cell and the attacked cell.
    pub attacks: Vec<(Cell, Cell)>,
    /// Legal moves that the text is about, each as its start and its target.
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
        let mut parts = parts.into_iter().peekable();
        let mut all = parts.next().unwrap_or_default();
        while let Some(part) = parts.next() {
            let is_last = parts.peek().is_none();
            all = if is_last { all + " " + last + " " + part } else { all + ", " + part };
        }
        all
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
impl From<String> for Phrase {
    fn from(text: String) -> Self {
        Self { text, ..Self::default() }
    }
}

/// Creates a phrase that names no cells.
impl From<&str> for Phrase {
    fn from(text: &str) -> Self {
        // Most lines fit into this capacity, so that a text does not move while it grows.
        Self::from(String::with_capacity(64)) + text
    }
}

impl Add<&str> for Phrase {
    type Output = Self;

    fn add(mut self, next: &str) -> Self {
        self.text.push_str(next);
        self
    }
}

impl Add<String> for Phrase {
    type Output = Self;

    fn add(self, next: String) -> Self {
        self + next.as_str()
    }
}

impl Add for Phrase {
    type Output = Self;

    fn add(mut self, next: Self) -> Self {
        self.text.push_str(&next.text);
        if self.cells.is_empty() {
            self.cells = next.cells;
        } else {
            self.add_cells(next.cells);
        }
        append(&mut self.attacks, next.attacks);
        append(&mut self.moves, next.moves);
        self
    }
}

/// Appends `items` to `list`. If `list` is empty, as usual, it takes over the memory of `items`.
fn append<T>(list: &mut Vec<T>, mut items: Vec<T>) {
    if list.is_empty() {
        *list = items;
    } else {
        list.append(&mut items);
    }
}

fn capitalized(text: &str) -> String {
    let mut rest = text.chars();
    let first: String = rest.next().into_iter().flat_map(char::to_uppercase).collect();
    first + rest.as_str()
}
