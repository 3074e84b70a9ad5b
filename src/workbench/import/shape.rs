//! Recognizes the form of an input, such as a query or a board, line by line.

use super::Importer;
use crate::cases::Puzzle;
use crate::notation;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineKind {
    Rows,
    /// A query, which may have a mistake in its cells.
    Query,
    /// A piece and its color, the first line of a query on three lines.
    Piece,
    Cell,
    Object,
    Other,
}

/// The form of the lines that belong to an unfinished input.
#[derive(Clone, Copy, Debug, Default)]
pub(super) enum Shape {
    #[default]
    Empty,
    /// A query with this number of words so far.
    Query { words: usize },
    /// A board: the length of its rows in cells, and the numbers of rows and of open brackets so
    /// far.
    Board { edge: usize, rows: usize, open: isize },
    /// A JSON object: the number of open braces so far, and the puzzle that the object belongs to.
    Object { open: isize, puzzle: Puzzle },
    /// Lines in an unknown form, after the word `Input` or before an answer.
    Unknown,
}

pub(super) fn kind(importer: &Importer<'_>, line: &str) -> LineKind {
    let (rules, _) = importer.path;
    let size = importer.path_size();
    if line.starts_with('{') {
        LineKind::Object
    } else if is_rows(importer, line) {
        LineKind::Rows
    } else if notation::parse_query(rules, size, line).is_ok() || is_query_like(importer, line) {
        LineKind::Query
    } else if line.contains(' ') && notation::parse_piece(rules, line).is_ok() {
        LineKind::Piece
    } else if notation::parse_cell(rules, size, line).is_ok() {
        LineKind::Cell
    } else {
        LineKind::Other
    }
}

/// Returns `true` if a line looks like a query: a piece, a color and two words, one of them with a
/// digit.
///
/// More words may follow.
fn is_query_like(importer: &Importer<'_>, line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [piece, color, cells @ ..] = words.as_slice() else { return false };
    let has_digit = |cell: &&str| cell.contains(|letter: char| letter.is_ascii_digit());
    cells.len() >= 2
        && cells[..2].iter().any(has_digit)
        && notation::parse_piece(importer.path.0, &format!("{piece} {color}")).is_ok()
}

fn is_rows(importer: &Importer<'_>, line: &str) -> bool {
    let is_cell = |c: char| c == '#' || importer.mate.0.letters().any(|(letter, _)| letter == c);
    let rows = without_size(line);
    let is_row = rows.chars().count() > 1 && rows.chars().all(is_cell);
    let is_list = rows.contains(['[', ']'])
        && rows.chars().all(|c| c.is_alphabetic() || c.is_whitespace() || "#[],\"-".contains(c))
        && (rows.contains('#') || rows.chars().filter(|c| c.is_alphabetic()).all(is_cell));
    is_row || is_list
}

/// Removes a size such as `n=3,` or `N=3,` from the start of a board.
fn without_size(line: &str) -> &str {
    let rest = line.strip_prefix(['n', 'N']).and_then(|rest| rest.strip_prefix('='));
    rest.map_or(line, |rest| rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == ','))
}

impl Shape {
    /// Returns the form of the input after one more line; `None` if the line does not belong to the
    /// input.
    pub(super) fn with(self, kind: LineKind, line: &str) -> Option<Self> {
        if self.is_whole() {
            return None;
        }
        match (self, kind) {
            (Self::Object { open, puzzle }, _) => Some(Self::object(open, puzzle, line)),
            (Self::Unknown, _) => Some(Self::Unknown),
            (Self::Query { words }, LineKind::Cell) => Some(Self::Query { words: words + 1 }),
            (Self::Board { edge, rows, open }, LineKind::Rows) => {
                let is_other = without_size(line) != line || Self::of(kind, line).is_whole();
                let goes_on = open > 0 || !is_other;
                goes_on.then(|| Self::board(edge, rows, open, line))
            }
            (Self::Empty, _) => {
                Some(Self::of(kind, line)).filter(|new| !matches!(new, Self::Empty))
            }
            _ => None,
        }
    }

    fn of(kind: LineKind, line: &str) -> Self {
        match kind {
            LineKind::Rows => Self::board(0, 0, 0, line),
            LineKind::Query => Self::Query { words: 4 },
            LineKind::Piece => Self::Query { words: 2 },
            LineKind::Object => Self::object(0, Puzzle::Mate, line),
            LineKind::Cell | LineKind::Other => Self::Empty,
        }
    }

    fn board(edge: usize, rows: usize, open: isize, line: &str) -> Self {
        let text = without_size(line);
        let words = text.split(|c: char| !c.is_alphabetic() && c != '#');
        let lengths: Vec<usize> = words.map(|word| word.chars().count()).collect();
        // Words of a single letter, such as the side to move after a board, are not rows.
        let first = lengths.iter().copied().find(|&length| length > 1);
        let edge = if edge == 0 { first.unwrap_or(0) } else { edge };
        let rows = rows + lengths.iter().filter(|&&length| length > 1 && length == edge).count();
        Self::Board { edge, rows, open: open + opened(text, ['[', ']']) }
    }

    fn object(open: isize, puzzle: Puzzle, line: &str) -> Self {
        let puzzle = if line.contains("\"piece\"") { Puzzle::Path } else { puzzle };
        Self::Object { open: open + opened(line, ['{', '}']), puzzle }
    }

    pub(super) const fn is_whole(self) -> bool {
        match self {
            Self::Empty | Self::Unknown => false,
            Self::Query { words } => words == 4,
            Self::Board { edge, rows, open } => edge > 0 && rows == edge * edge && open <= 0,
            Self::Object { open, .. } => open <= 0,
        }
    }

    pub(super) const fn puzzle(self) -> Option<Puzzle> {
        match self {
            Self::Empty | Self::Unknown => None,
            Self::Query { .. } => Some(Puzzle::Path),
            Self::Board { .. } => Some(Puzzle::Mate),
            Self::Object { puzzle, .. } => Some(puzzle),
        }
    }
}

fn opened(line: &str, [open, close]: [char; 2]) -> isize {
    line.chars().map(|c| isize::from(c == open) - isize::from(c == close)).sum()
}
