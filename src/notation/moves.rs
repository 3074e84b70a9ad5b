//! The parser and writer of moves, such as `1b2-1b4`, or `5c6-6c6=M` with a promotion.

use std::ops::Range;

use crate::board::Move;
use crate::cell::{Cell, Size};
use crate::mistake::{Mistake, quote};
use crate::notation::parse_cell;
use crate::notation::queries::unknown_piece;
use crate::rules::Rules;

/// The dashes that may separate the cells of a move: the hyphen, and the dashes with which word
/// processors replace the hyphen.
pub(crate) const DASHES: &[char] = &['-', '‐', '‑', '‒', '–', '—', '―', '−'];
/// The signs that may stand before a captured piece.
pub(crate) const TIMES: &[char] = &['x', '×', ':'];

/// A parsed move with the byte range of its capture sign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenMove {
    /// Move, which need not be legal.
    pub mv: Move,
    /// Byte range of the capture sign between the cells; `None` if a dash separates them.
    pub capture: Option<Range<usize>>,
}

/// Parses a move, which need not be legal.
///
/// # Errors
/// Returns an error unless the text is two cells of the board, separated by `-` or `x`. A
/// promotion, `=` and a role, may follow.
///
/// # Example
/// ```
/// use kubikschach::{notation, rules::Rules};
/// let rules = Rules::great_shatranj();
/// let size = rules.default_size();
/// let mv = notation::parse_move(&rules, size, "2b2-2b3")?;
/// assert_eq!(notation::write_move(&rules, size, mv), "2b2-2b3");
/// # Ok::<(), kubikschach::mistake::Mistake>(())
/// ```
pub fn parse_move(rules: &Rules, size: Size, text: &str) -> Result<Move, Mistake> {
    parse_written_move(rules, size, text).map(|written| written.mv)
}

/// Parses a move as [`parse_move`] does, and returns the move with the byte range of its capture
/// sign.
///
/// # Errors
/// Returns an error in the cases of [`parse_move`].
pub fn parse_written_move(rules: &Rules, size: Size, text: &str) -> Result<WrittenMove, Mistake> {
    let (cells, promotion) = match text.split_once('=') {
        Some((cells, name)) => (cells, Some(name)),
        None => (text, None),
    };
    let (from, to, sign) = ends(rules, size, cells)?;
    let role = |name: &str| {
        let span = text.len() - name.len()..text.len();
        let role = rules.role_named(name);
        role.ok_or_else(|| unknown_promotion(rules, span, name))
    };
    let mv = Move { from, to, promotion: promotion.map(role).transpose()? };
    let capture = text[sign.clone()].starts_with(TIMES).then_some(sign);
    Ok(WrittenMove { mv, capture })
}

fn unknown_promotion(rules: &Rules, span: Range<usize>, name: &str) -> Mistake {
    match rules.promotion() {
        Some(promotion) => {
            let names = promotion.to.iter().map(|&role| &rules.role(role).name);
            Mistake::unknown(span, "a piece to promote to", name.as_bytes(), names)
        }
        None => unknown_piece(rules, span, name.as_bytes()),
    }
}

/// Returns the text before the first sign that may separate the cells of a move; `None` if the text
/// has no such sign.
pub(crate) fn before_sign(text: &str) -> Option<&str> {
    let end = text.find(|letter| DASHES.contains(&letter) || TIMES.contains(&letter))?;
    Some(&text[..end])
}

/// Parses the two cells of a move, and returns them with the byte range of the sign between them.
fn ends(rules: &Rules, size: Size, text: &str) -> Result<(Cell, Cell, Range<usize>), Mistake> {
    let splits = || {
        let signs = text.match_indices(DASHES).chain(text.match_indices(TIMES));
        signs.map(move |(at, sign)| (&text[..at], &text[at + sign.len()..], at..at + sign.len()))
    };
    // An `x` may be a capture sign or part of a cell's name, so every split is tried.
    let read = |known: &dyn Fn(&str) -> Option<Cell>| {
        splits().find_map(|(from, to, sign)| Some((known(from)?, known(to)?, sign)))
    };
    let exact = read(&|name| rules.cells().parse(size, name));
    if let Some(ends) = exact.or_else(|| read(&|name| rules.cells().parse_any_case(size, name))) {
        return Ok(ends);
    }
    let Some((from, to, sign)) = splits().next() else {
        let [first, last] = rules.cells().corners(size);
        let expected = format!("a move such as `{first}-{last}`");
        return Err(Mistake::expected(0..text.len(), expected, quote(text.as_bytes())));
    };
    let from = parse_cell(rules, size, from)?;
    let to = parse_cell(rules, size, to).map_err(|error| error.moved(text.len() - to.len()))?;
    Ok((from, to, sign))
}

/// Writes a move in the form that [`parse_move`] parses, such as `Ab1-Aa3`.
///
/// # Panics
/// Panics if the move promotes to a role that the rule set does not define.
#[must_use]
pub fn write_move(rules: &Rules, size: Size, mv: Move) -> String {
    let mut text = String::with_capacity(24);
    append_move(rules, size, mv, &mut text);
    text
}

/// Appends a move, as [`write_move`] writes it.
pub(crate) fn append_move(rules: &Rules, size: Size, mv: Move, text: &mut String) {
    rules.cells().write_name(size, mv.from, text);
    text.push('-');
    rules.cells().write_name(size, mv.to, text);
    if let Some(role) = mv.promotion {
        text.push('=');
        text.push(rules.role(role).letter);
    }
}
