//! Random boards, as texts in every notation and as the boards that the parser must return.

use std::ops::RangeInclusive;

use kubikschach::board::Board;
use kubikschach::cell::Cell;
use kubikschach::piece::{Color, Piece};
use kubikschach::rules::Rules;
use proptest::collection::vec;
use proptest::sample::select;
use proptest::strategy::Strategy;

use super::size;

/// Letters of a board: a list of levels from the top, each with its rows from Black's side. A row
/// has the letters of its cells from the left.
pub(crate) type Letters = Vec<Vec<String>>;

pub(crate) fn random_letters(edges: RangeInclusive<usize>) -> impl Strategy<Value = Letters> {
    let alphabet = "########KQRBNkqrbn".chars().collect::<Vec<_>>();
    edges.prop_flat_map(move |edge| {
        let row = vec(select(alphabet.clone()), edge).prop_map(String::from_iter);
        vec(vec(row, edge), edge)
    })
}

/// Returns the board with these letters, built piece by piece without the parser.
pub(crate) fn board(rules: &Rules, letters: &Letters) -> Board {
    let edge = letters.len();
    let size = size(edge);
    let mut board = Board::new(size);
    let coordinate = |index: usize| u16::try_from(index).expect("it is small");
    for (level, rows) in letters.iter().enumerate() {
        for (row, cells) in rows.iter().enumerate() {
            for (file, letter) in cells.chars().enumerate() {
                let (rank, level) = (coordinate(edge - 1 - row), coordinate(edge - 1 - level));
                board.set(Cell::new(coordinate(file), rank, level), piece(rules, letter));
            }
        }
    }
    board
}

fn piece(rules: &Rules, letter: char) -> Option<Piece> {
    let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
    let role = rules.role_named(letter.to_string())?;
    Some(Piece::new(color, role))
}

/// Name of a notation for boards, and the function that writes a board in it.
pub(crate) type Notation = (&'static str, fn(&Letters) -> String);

/// Every notation that the parser must accept.
pub(crate) const NOTATIONS: [Notation; 29] = [
    ("a list", list),
    ("a list with its size", |letters| format!("n={}, {}", letters.len(), list(letters))),
    ("a size on its own line", |letters| format!("n = {}\n{}", letters.len(), list(letters))),
    ("a list with blanks", |letters| levels(letters, "[ ", " , ", " ]", "  ,\t")),
    ("a list, a level a line", |letters| levels(letters, "[", ",", "]", ",\n")),
    ("a list without commas, a level a line", |letters| levels(letters, "[", " ", "]", "\n")),
    ("a list, a row a line", |letters| levels(letters, "[\n  ", ",\n  ", "\n]", ",\n")),
    ("a list with Windows line ends", |letters| levels(letters, "[", ",\r\n ", "]", ",\r\n")),
    ("a list in brackets", |letters| format!("[{}]", list(letters))),
    ("a list in brackets with its size", |letters| {
        format!("n={}, [ {} ]", letters.len(), levels(letters, "[", ", ", "]", ",\n"))
    }),
    ("a list with commas after the last rows", |letters| levels(letters, "[", ",", ", ]", ",")),
    ("a list in brackets with commas after the last rows and levels", |letters| {
        format!("[{},]", levels(letters, "[", ",", ",]", ","))
    }),
    ("nested rows", |letters| format!("[ {} ]", levels(letters, "[[", "] [", "]]", " "))),
    ("nested rows over lines", |letters| {
        format!("[\n{}\n]", levels(letters, "[[", "]\n [", "]]", "\n\n"))
    }),
    ("nested rows without the outermost brackets", |letters| {
        levels(letters, "[[", "] [", "]]", " ")
    }),
    ("JSON of rows", |letters| format!("[{}]", levels(letters, "[\"", "\",\"", "\"]", ","))),
    ("JSON of rows over lines", |letters| {
        format!("[\n  {}\n]", levels(letters, "[\n    \"", "\",\n    \"", "\"\n  ]", ",\n  "))
    }),
    ("JSON of cells", |letters| json_of_cells(letters, "", "")),
    ("JSON of cells over lines", |letters| json_of_cells(letters, "\n ", " ")),
    ("a grid", |letters| levels(letters, "", "\n", "", "\n\n")),
    ("a grid with Windows line ends", |letters| levels(letters, "", "\r\n", "", "\r\n\r\n")),
    ("a list with a bare size", |letters| format!("{}, {}", letters.len(), list(letters))),
    ("a bare size on its own line", |letters| format!("{}\n{}", letters.len(), list(letters))),
    ("a list with dots", |letters| list(letters).replace('#', ".")),
    ("an array of cells", |letters| format!("[{}]", quoted(&whole(letters), 1))),
    ("an array of rows", |letters| format!("[{}]", quoted(&whole(letters), letters.len()))),
    ("all letters in brackets", |letters| format!("[{}]", whole(letters))),
    ("a grid without empty lines", |letters| levels(letters, "", "\n", "", "\n")),
    ("pieces with their cells", pieces),
];

/// Writes the pieces with their cells after the size; a list of levels if there are none.
fn pieces(letters: &Letters) -> String {
    let (rules, edge) = (Rules::cube(), letters.len());
    let placed = board(&rules, letters);
    let named = |(cell, piece)| {
        format!("{}{}", rules.letter(piece), rules.cells().name(placed.size(), cell))
    };
    let pieces: Vec<String> = placed.pieces().map(named).collect();
    if pieces.is_empty() { list(letters) } else { format!("n={edge}, {}", pieces.join(" ")) }
}

fn whole(letters: &Letters) -> String {
    letters.concat().concat()
}

/// Splits `letters` into JSON strings of `length` letters each, separated by commas.
fn quoted(letters: &str, length: usize) -> String {
    let letters: Vec<char> = letters.chars().collect();
    let strings = letters.chunks(length).map(|part| format!("{:?}", String::from_iter(part)));
    strings.collect::<Vec<_>>().join(",")
}

pub(crate) fn empty(edge: usize) -> String {
    list(&vec![vec!["#".repeat(edge); edge]; edge])
}

pub(crate) fn list(letters: &Letters) -> String {
    levels(letters, "[", ",", "]", ",")
}

fn levels(letters: &Letters, open: &str, row: &str, close: &str, level: &str) -> String {
    let levels = letters.iter().map(|rows| format!("{open}{}{close}", rows.join(row)));
    levels.collect::<Vec<_>>().join(level)
}

fn json_of_cells(letters: &Letters, line: &str, blank: &str) -> String {
    let row = |row: &String| {
        let cells: Vec<String> = row.chars().map(|letter| format!("\"{letter}\"")).collect();
        format!("[{}]", cells.join(&format!(",{blank}")))
    };
    let letters = letters.iter().map(|rows| rows.iter().map(row).collect()).collect();
    let levels =
        levels(&letters, &format!("{line}["), &format!(",{line}"), &format!("{line}]"), ",");
    format!("[{levels}{line}]")
}
