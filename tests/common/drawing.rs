//! Random boards, drawn in every notation there is, and what they should read to.

use std::ops::RangeInclusive;

use kubikschach::board::Board;
use kubikschach::cell::{Cell, Size};
use kubikschach::piece::{Color, Piece};
use kubikschach::rules::Rules;
use proptest::collection::vec;
use proptest::sample::select;
use proptest::strategy::Strategy;

/// The letters of a board: levels from the top, rows from Black's side, cells from the left.
pub(crate) type Drawing = Vec<Vec<String>>;

/// Random boards with so many cells along an edge.
pub(crate) fn drawings(edges: RangeInclusive<usize>) -> impl Strategy<Value = Drawing> {
    let letters = "########KQRBNkqrbn".chars().collect::<Vec<_>>();
    edges.prop_flat_map(move |edge| {
        let row = vec(select(letters.clone()), edge).prop_map(String::from_iter);
        vec(vec(row, edge), edge)
    })
}

/// The board of a drawing, put up piece by piece.
pub(crate) fn board(rules: &Rules, drawing: &Drawing) -> Board {
    let edge = drawing.len();
    let size = Size::new(edge).expect("drawings have two cells an edge or more");
    let mut board = Board::new(size).expect("it is small");
    let place = |index: usize| u16::try_from(index).expect("it is small");
    for (level, rows) in drawing.iter().enumerate() {
        for (row, cells) in rows.iter().enumerate() {
            for (file, letter) in cells.chars().enumerate() {
                let (rank, level) = (place(edge - 1 - row), place(edge - 1 - level));
                board.set(Cell::new(place(file), rank, level), piece(rules, letter));
            }
        }
    }
    board
}

fn piece(rules: &Rules, letter: char) -> Option<Piece> {
    let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
    let role = rules.role_named(&letter.to_string())?;
    Some(Piece::new(color, role))
}

/// A notation: its name, and how it draws a board.
pub(crate) type Notation = (&'static str, fn(&Drawing) -> String);

/// Every notation that has to be read.
pub(crate) const NOTATIONS: [Notation; 19] = [
    ("a list", list),
    ("a list with its size", |drawing| format!("n={}, {}", drawing.len(), list(drawing))),
    ("a size on its own line", |drawing| format!("n = {}\n{}", drawing.len(), list(drawing))),
    ("a list with blanks", |drawing| levels(drawing, "[ ", " , ", " ]", "  ,\t")),
    ("a list, a level a line", |drawing| levels(drawing, "[", ",", "]", ",\n")),
    ("a list without commas, a level a line", |drawing| levels(drawing, "[", " ", "]", "\n")),
    ("a list, a row a line", |drawing| levels(drawing, "[\n  ", ",\n  ", "\n]", ",\n")),
    ("a list with Windows line ends", |drawing| levels(drawing, "[", ",\r\n ", "]", ",\r\n")),
    ("a list in brackets", |drawing| format!("[{}]", list(drawing))),
    ("a list in brackets with its size", |drawing| {
        format!("n={}, [ {} ]", drawing.len(), levels(drawing, "[", ", ", "]", ",\n"))
    }),
    ("nested rows", |drawing| format!("[ {} ]", levels(drawing, "[[", "] [", "]]", " "))),
    ("nested rows over lines", |drawing| {
        format!("[\n{}\n]", levels(drawing, "[[", "]\n [", "]]", "\n\n"))
    }),
    ("nested rows without the outermost brackets", |drawing| {
        levels(drawing, "[[", "] [", "]]", " ")
    }),
    ("JSON of rows", |drawing| format!("[{}]", levels(drawing, "[\"", "\",\"", "\"]", ","))),
    ("JSON of rows over lines", |drawing| {
        format!("[\n  {}\n]", levels(drawing, "[\n    \"", "\",\n    \"", "\"\n  ]", ",\n  "))
    }),
    ("JSON of cells", |drawing| json_of_cells(drawing, "", "")),
    ("JSON of cells over lines", |drawing| json_of_cells(drawing, "\n ", " ")),
    ("a grid", |drawing| levels(drawing, "", "\n", "", "\n\n")),
    ("a grid with Windows line ends", |drawing| levels(drawing, "", "\r\n", "", "\r\n\r\n")),
];

/// The bracket list of a board.
pub(crate) fn list(drawing: &Drawing) -> String {
    levels(drawing, "[", ",", "]", ",")
}

fn levels(drawing: &Drawing, open: &str, row: &str, close: &str, level: &str) -> String {
    let levels = drawing.iter().map(|rows| format!("{open}{}{close}", rows.join(row)));
    levels.collect::<Vec<_>>().join(level)
}

fn json_of_cells(drawing: &Drawing, line: &str, blank: &str) -> String {
    let row = |row: &String| {
        let cells: Vec<String> = row.chars().map(|letter| format!("\"{letter}\"")).collect();
        format!("[{}]", cells.join(&format!(",{blank}")))
    };
    let drawing = drawing.iter().map(|rows| rows.iter().map(row).collect()).collect();
    let levels =
        levels(&drawing, &format!("{line}["), &format!(",{line}"), &format!("{line}]"), ",");
    format!("[{levels}{line}]")
}
