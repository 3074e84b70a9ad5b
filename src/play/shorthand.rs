//! The parser of short notations of moves, such as `b2b3` or `Nb1a3`.

use std::collections::HashSet;

use crate::board::{Board, Move};
use crate::cell::{Axis, Cell};
use crate::notation::{DASHES, TIMES};
use crate::piece::Role;
use crate::rules::{NameTable, RoleDef, Rules};

/// The largest number of moves that [`moves_written`] tries. The limit keeps the time below a
/// second.
const MOST_TRIED: usize = 20_000;
/// A number of characters that no name of a cell exceeds, so that a long word takes little time.
const LONGEST_CELL: usize = 32;

/// The spellings of each part of a move, in the order in which the parts are written.
type Parts = Vec<Vec<String>>;

/// Returns those of `moves` that `text` may mean.
///
/// In short notations, the sign between the cells may be left out, and `x` stands only before a
/// captured piece. Levels of cells may be left out. The letter of the piece may stand before its
/// cell or in place of its cell, and the `=` before the letter of a promotion may be left out. The
/// case of letters is ignored, unless one of the moves is written in exactly this case.
///
/// # Panics
/// Panics if the board lacks the piece of a move, or a cell of a move.
///
/// # Example
/// ```
/// use kubikschach::{game::Game, notation, play, position::Position, rules::Rules};
/// let rules = Rules::raumschach();
/// let game = Game::new(Position::new(&rules, notation::parse_board(&rules, "start")?)?)?;
/// let meant = |text| play::moves_meant(&rules, game.position().board(), &game.legal_moves(), text);
/// assert_eq!(meant("Nb1a3"), [notation::parse_move(&rules, rules.default_size(), "Ab1-Aa3")?]);
/// assert_eq!(meant("b2b3").len(), 2, "pawns stand on Ab2 and Bb2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn moves_meant(rules: &Rules, board: &Board, moves: &[Move], text: &str) -> Vec<Move> {
    let names = rules.cells().table(board.size());
    let text = without_dashes(text).replace(TIMES, "x");
    let meant = |fold: fn(&str) -> String| -> Vec<Move> {
        let text = fold(&text);
        let is_meant = |mv: &&Move| {
            spellings(rules, board, &names, **mv).iter().any(|parts| is_written(parts, &text, fold))
        };
        moves.iter().filter(is_meant).copied().collect()
    };
    let exact = meant(str::to_owned);
    if exact.is_empty() { meant(str::to_lowercase) } else { exact }
}

/// Returns the moves, legal or not, that `text` may mean in short notations: each from the cell of
/// a piece to any other cell. The result is empty if more than 20,000 moves would have to be tried.
#[must_use]
pub fn moves_written(rules: &Rules, board: &Board, text: &str) -> Vec<Move> {
    let names = rules.cells().table(board.size());
    let text = without_dashes(text);
    let folded = text.to_lowercase();
    let is_end = |cell: &Cell| {
        let forms = cell_forms(rules, &names, *cell);
        forms.iter().any(|form| folded.ends_with(&form.to_lowercase()))
    };
    let ends: Vec<Cell> = board.size().iter().filter(is_end).collect();
    if ends.len() * board.pieces().count() > MOST_TRIED {
        return Vec::new();
    }
    let from = |from: Cell| ends.iter().filter(move |&&to| to != from).map(move |&to| (from, to));
    let all = board.pieces().flat_map(|(cell, _)| from(cell));
    let all: Vec<Move> = all.map(|(from, to)| Move::new(from, to)).collect();
    moves_meant(rules, board, &all, &text)
}

/// Returns those of `moves` that `text` means if it has the letter of the piece and a part of the
/// name of the cell where the piece starts, as `Nba3` and `N1a3` do.
pub(super) fn moves_from_part(
    rules: &Rules,
    board: &Board,
    moves: &[Move],
    text: &str,
) -> Vec<Move> {
    let names = rules.cells().table(board.size());
    let text = without_dashes(text).replace(TIMES, "x").to_lowercase();
    let is_meant = |mv: &&Move| {
        let [_, mut parts] = spellings(rules, board, &names, **mv);
        let start = names.parts(mv.from).map(|part| part.replace(['(', ')'], ""));
        let start: Vec<String> = start.collect();
        let pairs: Vec<String> = start.windows(2).map(<[String]>::concat).collect();
        let sign = vec![String::new(), "x".to_owned()];
        parts.splice(1..2, [[start, pairs].concat(), sign]);
        is_written(&parts, &text, str::to_lowercase)
    };
    moves.iter().filter(is_meant).copied().collect()
}

/// The start of a move in a short notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenStart {
    /// Role whose letter stands before the cell; `None` without a letter.
    pub role: Option<Role>,
    /// Cell as it is written.
    pub cell: String,
    /// False if the cell lacks its level.
    pub has_level: bool,
    /// True if a piece, or one of the role, stands on the cell, in any level if the level lacks.
    pub has_piece: bool,
}

/// Returns the start of a move in a short notation with two cells; `None` if `text` has other parts,
/// or if the board has too many cells to try.
#[must_use]
pub fn start_written(rules: &Rules, board: &Board, text: &str) -> Option<WrittenStart> {
    let (size, names) = (board.size(), rules.cells().table(board.size()));
    if size.cells() > MOST_TRIED {
        return None;
    }
    let forms = |cell| cell_forms(rules, &names, cell).map(|form| form.to_lowercase());
    let (mut full, mut short) = (HashSet::new(), HashSet::new());
    for [plain, parenthesized, without_level] in size.iter().map(forms) {
        full.extend([plain, parenthesized]);
        short.insert(without_level);
    }
    let has_level = |cell: &str| full.contains(&cell.to_lowercase());
    let is_cell = |cell: &str| has_level(cell) || short.contains(&cell.to_lowercase());
    let is_sign = |letter: char| {
        letter.is_whitespace() || DASHES.contains(&letter) || TIMES.contains(&letter)
    };
    let start = |text: &str| {
        let mut splits = text.char_indices().map(|(at, _)| text.split_at(at)).take(LONGEST_CELL);
        let (from, _) =
            splits.find(|(from, to)| is_cell(from) && is_cell(to.trim_start_matches(is_sign)))?;
        Some(from.to_owned())
    };
    let (ends, _promotion) = text.split_once('=').unwrap_or((text, ""));
    let with_letter = || {
        let mut letters = ends.chars();
        let role = rules.role_named(letters.next()?.to_string())?;
        Some((Some(role), start(letters.as_str())?))
    };
    let (role, cell) = start(ends).map(|cell| (None, cell)).or_else(with_letter)?;
    let has_piece = board.pieces().any(|(at, piece)| {
        role.is_none_or(|role| role == piece.role()) && forms(at).contains(&cell.to_lowercase())
    });
    Some(WrittenStart { role, has_level: has_level(&cell), cell, has_piece })
}

fn without_dashes(text: &str) -> String {
    text.replace(|letter: char| letter.is_whitespace() || DASHES.contains(&letter), "")
}

/// Returns the ways to write a cell: without parentheses, in full, and without its level.
fn cell_forms(rules: &Rules, names: &NameTable, cell: Cell) -> [String; 3] {
    let full: String = names.parts(cell).collect();
    let axes = rules.cells().coordinates().iter().map(|part| part.axis);
    let parts = names.parts(cell).zip(axes).filter(|(_, axis)| *axis != Axis::Level);
    [full.replace(['(', ')'], ""), full, parts.map(|(part, _)| part).collect()]
}

/// Returns `true` if `text` consists of one spelling of each part.
fn is_written(parts: &[Vec<String>], text: &str, fold: fn(&str) -> String) -> bool {
    let Some((first, rest)) = parts.split_first() else { return text.is_empty() };
    let after = |form: &String| text.strip_prefix(fold(form).as_str());
    first.iter().filter_map(after).any(|text| is_written(rest, text, fold))
}

/// Returns the ways to write a move: with the cell where it starts, or with the letter of its piece
/// alone.
fn spellings(rules: &Rules, board: &Board, names: &NameTable, mv: Move) -> [Parts; 2] {
    let piece = board.piece_at(mv.from).expect("a piece moves");
    let letter = rules.role(piece.role()).letter.to_string();
    let none = String::new();
    let cells = |cell| cell_forms(rules, names, cell).to_vec();
    let sign =
        if board.is_empty(mv.to) { vec![none.clone()] } else { vec![none.clone(), "x".into()] };
    let promotion = match mv.promotion.map(|role| rules.role(role)) {
        Some(RoleDef { letter, name, .. }) => {
            vec![format!("={letter}"), letter.to_string(), format!("={name}"), name.clone()]
        }
        None => vec![none.clone()],
    };
    let rest = [sign, cells(mv.to), promotion];
    let from = [vec![none, letter.clone()], cells(mv.from)];
    [
        from.into_iter().chain(rest.clone()).collect(),
        [vec![letter]].into_iter().chain(rest).collect(),
    ]
}
