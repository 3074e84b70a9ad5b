//! Labels of levels: lines such as `(III)`, `III:`, `Level 3` or `level III   level II`, which say
//! which level follows.
//!
//! The level names of the rule set count as its cells do. Other numbers must fall to 1, because
//! levels are listed from the top, and whoever numbers them from the top would mean another board.

use std::ops::Range;

use super::line::BoardLine;
use crate::cell::{Axis, Size};
use crate::mistake::{Mistake, quote};
use crate::rules::Numeral;

/// A label with the place of its name and the number of rows before it.
#[derive(Clone, Debug)]
struct LevelLabel {
    name: Range<usize>,
    rows: usize,
}

/// The labels of a board so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Labels {
    all: Vec<LevelLabel>,
}

impl Labels {
    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// Returns `true` if a line below the first labels is a row of a picture: several labels were in
    /// a line, or the row starts with its name.
    pub(super) fn are_of_picture(&self, line: &BoardLine<'_>) -> bool {
        let mut words = line.words();
        let is_name = words.next().is_some_and(|word| line.alphabet.count(word).is_none());
        self.all.len() > 1 || !self.is_empty() && is_name && words.next().is_some()
    }

    /// Reads a line that has nothing but labels; returns `false` for any other line. `rows` is the
    /// number of rows before the line.
    pub(super) fn read(&mut self, line: &BoardLine<'_>, rows: usize) -> Result<bool, Mistake> {
        let Some(names) = names(line) else { return Ok(false) };
        if self.all.last().is_some_and(|last| last.rows == rows) {
            return Err(self.without_rows(line, &line.text[names[0].clone()]));
        }
        self.all.extend(names.into_iter().map(|name| LevelLabel { name, rows }));
        Ok(true)
    }

    /// Returns the mistake that something else than rows is below the last label.
    pub(super) fn without_rows(&self, line: &BoardLine<'_>, found: &[u8]) -> Mistake {
        let place = self.all.last().map_or(line.at..line.at, |last| last.name.clone());
        Mistake::expected(place, "rows below this label", quote(found))
    }

    /// Returns the number from the top of each level in the order in which the levels are written;
    /// nothing if there are no labels.
    pub(super) fn order(&self, line: &BoardLine<'_>, size: Size) -> Result<Vec<usize>, Mistake> {
        let edge = size.edge();
        let Some(last) = self.all.last() else { return Ok(Vec::new()) };
        if self.all.len() != edge {
            let expected = format!("a label above each of the {edge} levels");
            return Err(Mistake::expected(last.name.clone(), expected, self.all.len()));
        }
        let text = |label: &LevelLabel| &line.text[label.name.clone()];
        let numeral = line.alphabet.rules.cells().along(Axis::Level);
        let own = |label: &LevelLabel| numeral.parse(size, text(label)).map(usize::from);
        let of = |numeral: Numeral| {
            move |label: &LevelLabel| numeral.parse(text(label)).map(usize::from)
        };
        let own: Vec<_> = self.all.iter().map(|label| own(label).map(|level| level + 1)).collect();
        if is_permutation(&own) {
            return Ok(own.into_iter().flatten().map(|level| edge - level).collect());
        }
        let is_own = |label: &LevelLabel| numeral.numeral.parse(text(label)).is_some();
        let other = [Numeral::Digits, Numeral::Roman];
        let other = other.map(|numeral| self.all.iter().map(of(numeral)).collect::<Vec<_>>());
        if !self.all.iter().all(is_own)
            && let Some(numbers) = other.iter().find(|numbers| is_permutation(numbers))
        {
            let from_top = |numbers: &[Option<usize>]| {
                numbers.iter().zip(0..).all(|(number, nth)| *number == Some(edge - nth))
            };
            return if from_top(numbers) { Ok(Vec::new()) } else { Err(self.rising(line, size)) };
        }
        let is_bad = |nth: &usize| own[*nth].is_none() || own[..*nth].contains(&own[*nth]);
        let bad = (0..edge).find(is_bad).unwrap_or_default();
        let [bottom, top] = ends(line, size);
        let expected = format!("a label from `{bottom}` to `{top}` above each level, each once");
        let name = self.all[bad].name.clone();
        Err(Mistake::expected(name.clone(), expected, quote(&line.text[name])))
    }

    /// Returns the mistake of numbers that do not fall from the first level to the last.
    fn rising(&self, line: &BoardLine<'_>, size: Size) -> Mistake {
        let [first, last] = [0, self.all.len() - 1].map(|nth| {
            String::from_utf8_lossy(&line.text[self.all[nth].name.clone()]).into_owned()
        });
        let [bottom, top] = ends(line, size);
        let edge = size.edge();
        let hint = format!(
            "if level {first} is the top, number the levels from {edge} to 1; if it is the bottom, \
             write their names: `{bottom}:` for the bottom and `{top}:` for the top"
        );
        let expected = format!("levels numbered from {edge} to 1");
        let found = format!("`{first}` to `{last}`");
        let name = self.all[0].name.clone();
        Mistake { hint: Some(hint), ..Mistake::expected(name, expected, found) }
    }
}

/// Returns the names of the bottom level and of the top level in the rule set.
fn ends(line: &BoardLine<'_>, size: Size) -> [String; 2] {
    let numeral = line.alphabet.rules.cells().along(Axis::Level);
    [0, size.opposite(0)].map(|level| numeral.label(size, level))
}

/// Returns `true` if a line has nothing but labels, and is no row of cells.
pub(super) fn is_label(line: &BoardLine<'_>) -> bool {
    names(line).is_some() && line.alphabet.count(line.rest().trim_ascii_end()).is_none()
}

fn is_permutation(numbers: &[Option<usize>]) -> bool {
    (1..=numbers.len()).all(|number| numbers.contains(&Some(number)))
}

/// Returns the names of levels in a line of labels; `None` if the line has anything else.
fn names(line: &BoardLine<'_>) -> Option<Vec<Range<usize>>> {
    let coordinate = line.alphabet.rules.cells().along(Axis::Level);
    let is_noun = |word: &[u8]| {
        word.eq_ignore_ascii_case(b"level") || word.eq_ignore_ascii_case(coordinate.name.as_bytes())
    };
    let is_name = |name: &[u8]| {
        let all = [Numeral::Digits, Numeral::Roman, coordinate.numeral];
        name.len() < 8 && all.iter().any(|numeral| numeral.parse(name).is_some())
    };
    // Most lines with several words are rows.
    let first = line.words().next()?;
    if first.len() < line.rest().trim_ascii().len() && !is_noun(first) {
        return None;
    }
    let (mut names, mut is_after_noun, mut rest) = (Vec::new(), false, *line);
    loop {
        rest.skip_blanks();
        let length = rest.rest().iter().take_while(|byte| !byte.is_ascii_whitespace()).count();
        let word = &rest.rest()[..length];
        if word.is_empty() {
            return (!is_after_noun && !names.is_empty()).then_some(names);
        }
        let plain = word.strip_suffix(b":").unwrap_or(word);
        let inner = plain.strip_prefix(b"(").and_then(|inner| inner.strip_suffix(b")"));
        let name = inner.unwrap_or(plain);
        // Without a noun, a label has a sign of its own or is a Roman number.
        let is_roman =
            coordinate.numeral == Numeral::Roman && name.iter().all(u8::is_ascii_uppercase);
        let is_marked = name.len() < length || is_roman;
        let is_alone = names.is_empty() && length == rest.rest().trim_ascii_end().len();
        if !is_after_noun && is_noun(word) {
            is_after_noun = true;
        } else if is_name(name) && (is_after_noun || is_marked && is_alone) {
            let start = rest.at + usize::from(inner.is_some());
            names.push(start..start + name.len());
            is_after_noun = false;
        } else {
            return None;
        }
        rest.at += length;
    }
}
