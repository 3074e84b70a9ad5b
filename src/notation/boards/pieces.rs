//! Lists of pieces, each with its cell, such as `Kc1(I) Rb1(I) ba1(I)`.

use std::ops::Range;

use super::line::BoardLine;
use super::{Boards, Written, tail};
use crate::board::{Board, Setup};
use crate::cell::Size;
use crate::mistake::{Mistake, quote};
use crate::notation::{is_on_larger_board, queries};
use crate::piece::Piece;
use crate::rules::Rules;

/// A part of a text, and its place there.
pub(crate) type TextAt<'t> = (&'t [u8], Range<usize>);

/// A board that is filled with one piece after the other.
pub(crate) struct PlacedPieces<'r> {
    rules: &'r Rules,
    pub(crate) board: Board,
    /// Places of the cells' texts; empty for a cell that is not written.
    places: Vec<Range<usize>>,
}

impl<'r> PlacedPieces<'r> {
    pub(crate) fn new(rules: &'r Rules, size: Size) -> Self {
        Self { rules, board: Board::new(size), places: vec![0..0; size.cells()] }
    }

    /// Puts a piece on a cell.
    ///
    /// # Errors
    /// Returns an error if there is no such piece or cell, or if the cell has a piece.
    pub(crate) fn put(
        &mut self,
        (letter, at): TextAt<'_>,
        (name, place): TextAt<'_>,
    ) -> Result<(), Mistake> {
        let (rules, size) = (self.rules, self.board.size());
        let span = at.start.min(place.start)..at.end.max(place.end);
        let piece = piece(rules, letter).ok_or_else(|| {
            let letters: String = rules.letters().map(|(letter, _)| letter).collect();
            Mistake::expected(at, format!("a letter of `{letters}`"), quote(letter))
        })?;
        let found = rules.cells().parse_any_case(size, name);
        let found =
            found.ok_or_else(|| queries::unknown_cell(rules, size, place, (None, &[name])))?;
        if self.board.piece_at(found).is_some() {
            let message = format!("two pieces on {}", rules.cells().name(size, found));
            return Err(Mistake::new(span, message));
        }
        self.board.set(found, Some(piece));
        self.places[size.index(found)] = span;
        Ok(())
    }
}

impl Boards<'_> {
    /// Reads a list of pieces and the sides after it. Returns the end of the record, which is the
    /// end of the line; `None` if the line starts with no such list.
    pub(super) fn pieces(
        &self,
        line: &mut BoardLine<'_>,
    ) -> Result<Option<(usize, Written)>, Mistake> {
        let rules = line.alphabet.rules;
        let largest = rules.size().or(Size::new(Size::MAX));
        let is_cell = |name: &[u8]| {
            largest.is_some_and(|size| rules.cells().parse_any_case(size, name).is_some())
        };
        if !split(line).is_some_and(|[_, (name, _)]| is_cell(name)) {
            return Ok(None);
        }
        let (size, is_default) = self.size_of_list(line)?;
        let mut placed = PlacedPieces::new(rules, size);
        while let Some([letter, cell]) = split(line) {
            let (name, end) = (cell.0, cell.1.end);
            placed.put(letter, cell).map_err(|error| {
                let is_here = rules.cells().parse_any_case(size, name).is_some();
                let is_larger = is_default && !is_here && is_on_larger_board(rules, name);
                let hint = || format!("the board is {size} by default; write `n=N,` before it");
                Mistake { hint: if is_larger { Some(hint()) } else { error.hint }, ..error }
            })?;
            line.at = end;
            line.skip_blanks();
            line.skip(b",");
            line.skip_blanks();
        }
        let mut setup = Setup { board: placed.board, turn: self.draft.turn, holder: None };
        tail::read(line, 0, &mut setup)?;
        // The record is the whole line, so another board on the line is a mistake.
        if !line.is_empty() {
            return Err(line.error("the end of the line after the pieces"));
        }
        let end = line.text.len().min(line.end + 1);
        Ok(Some((end, Written { setup, places: placed.places })))
    }

    /// Returns the size of the board of a list of pieces, and `true` if that is the default size.
    fn size_of_list(&self, line: &BoardLine<'_>) -> Result<(Size, bool), Mistake> {
        match (line.alphabet.size, &self.draft.declared) {
            (Some(size), Some(declared)) if declared.size != size.edge() => {
                Err(declared.error(line, size.edge(), &format!("boards are {size} here")))
            }
            (Some(size), _) => Ok((size, false)),
            (None, Some(declared)) => {
                let least = || {
                    let expected = format!("a size of at least {}", Size::MIN);
                    let found = quote(&line.text[declared.span.clone()]);
                    Mistake::expected(declared.span.clone(), expected, found)
                };
                Ok((Size::new(declared.size).ok_or_else(least)?, false))
            }
            (None, None) => Ok((self.default_size, true)),
        }
    }
}

/// Splits the word at the start of a line into the letter of a piece and the name of its cell;
/// `None` if the word is no letter of a piece with a name behind that has a digit.
fn split<'t>(line: &BoardLine<'t>) -> Option<[TextAt<'t>; 2]> {
    let word = line.rest();
    let is_end = |byte: &u8| byte.is_ascii_whitespace() || *byte == b',';
    let word = &word[..word.iter().position(is_end).unwrap_or(word.len())];
    let (letter, name) = word.split_at_checked(1)?;
    let is_piece = line.alphabet.letter(letter[0]).is_some_and(|content| content.is_some());
    let has_digit = || name.iter().any(u8::is_ascii_digit);
    let at = line.at + 1;
    (is_piece && has_digit()).then(|| [(letter, at - 1..at), (name, at..at + name.len())])
}

fn piece(rules: &Rules, letter: &[u8]) -> Option<Piece> {
    let is_letter = |known: &char| [*known as u8] == *letter;
    rules.letters().find(|(known, _)| is_letter(known)).map(|(_, piece)| piece)
}

/// Writes the pieces of a board with their cells, such as `Ka1(I) qb2(II)`.
///
/// # Panics
/// Panics if the rule set does not define the role of a piece.
///
/// # Example
/// ```
/// use kubikschach::{notation, rules::Rules};
/// let rules = Rules::cube();
/// let board = notation::parse_board(&rules, "[#q,##],[##,K#]")?.board;
/// assert_eq!(notation::write_pieces(&rules, &board), "Ka1(I) qb2(II)");
/// # Ok::<(), kubikschach::mistake::Mistake>(())
/// ```
#[must_use]
pub fn write_pieces(rules: &Rules, board: &Board) -> String {
    let size = board.size();
    let written = |cell| {
        let piece = board.piece_at(cell)?;
        Some(format!("{}{}", rules.letter(piece), rules.cells().name(size, cell)))
    };
    size.into_iter().filter_map(written).collect::<Vec<_>>().join(" ")
}
