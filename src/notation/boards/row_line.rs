//! Lines of a grid: rules between levels, frames around rows, rows of codes, and the line behind the
//! last row.

use super::labels::Labels;
use super::line::BoardLine;
use super::rows::{BoardEnd, Rows};
use super::skip::starts_record;
use super::words::CellWords;
use crate::mistake::Mistake;

/// Skips blanks and the lines of a frame around a row, as in `| r q |`.
pub(super) fn skip_frame(line: &mut BoardLine<'_>) {
    line.skip_blanks();
    while line.skip(b"|") {
        line.skip_blanks();
    }
}

/// Returns `true` if a line has only signs that draw a line.
pub(crate) fn is_rule(line: &[u8]) -> bool {
    line.iter().all(|byte| b"-=_+*".contains(byte))
}

/// Returns `true` if a line is a rule such as `-----`, and no row of cells. `is_between` is true
/// between two levels, where a line of hyphens is a row only if empty cells are known to be written so.
pub(super) fn is_rule_line(
    line: &BoardLine<'_>,
    edge: usize,
    words: &CellWords,
    is_between: bool,
) -> bool {
    let signs = line.rest().trim_ascii();
    if signs.is_empty() || !is_rule(signs) {
        return false;
    }
    match line.alphabet.count(signs) {
        Some(_) if !signs.contains(&b'-') => false,
        Some(_) if edge == 0 || signs.len() < 3 => false,
        Some(count) => count != edge || !words.has_hyphens(line.text).unwrap_or(!is_between),
        None => edge > 0 || signs[0] == b'+',
    }
}

/// Returns `true` if a line has several words, all of them codes such as `wK`.
pub(super) fn is_row_of_codes(line: &BoardLine<'_>) -> bool {
    let mut words = line.words();
    let is_row = words.clone().count() > 1 && words.all(|word| word.len() == 2);
    is_row && line.alphabet.are_codes(&line.words())
}

impl Rows {
    /// Checks the line behind the last row, which may be a row too many.
    pub(super) fn line_behind(&self, line: &BoardLine<'_>) -> Result<BoardEnd, Mistake> {
        let is_part = |byte: &u8| !b"|\"'".contains(byte);
        let row: Vec<u8> = line.words().flatten().copied().filter(is_part).collect();
        let is_coded = self.words.is_coded && is_row_of_codes(line);
        let cells = if is_coded { Some(row.len() / 2) } else { line.alphabet.count(&row) };
        if self.flat.is_none() && cells == Some(self.edge) {
            return Err(line.error(self.expected_gap()));
        }
        if !self.labels.is_empty() && Labels::default().read(line, 0)? {
            return Err(line.error(format!("only {} levels", self.edge)));
        }
        Ok(BoardEnd::EndsBefore)
    }

    fn expected_gap(&self) -> String {
        format!("an empty line after level {} from the top", self.all.len() / self.edge)
    }

    /// Returns `true` if a line starts a record of its own, and is no row.
    pub(super) fn is_ended_by(&self, line: &BoardLine<'_>) -> bool {
        let is_row = || line.alphabet.count(line.rest().trim_ascii_end()).is_some();
        !self.all.is_empty() && self.picture.is_none() && starts_record(line) && !is_row()
    }

    /// Returns the number of levels that are missing, if each has so many rows.
    pub(super) fn missing(&self, rows: usize) -> usize {
        let is_begun = self.is_after_gap && !self.all.is_empty();
        rows.saturating_sub(self.gaps + usize::from(is_begun) + 1)
    }

    /// Returns `true` if the board has several rows in its first line, as strings.
    pub(super) fn is_one_line(&self) -> bool {
        self.words.all.first().is_some_and(|word| word.is_quoted) && self.gaps == 0
    }
}
