//! Generates random queries in the spellings that people use.

use kubikschach::cell::Size;
use kubikschach::notation::Query;
use kubikschach::rules::Rules;
use proptest::prelude::{Strategy, any};
use proptest::sample::select;

const PIECES: [[&str; 5]; 6] = [
    ["King", "king", "KING", "K", "k"],
    ["Queen", "queen", "QUEEN", "Q", "q"],
    ["Rook", "rook", "rOOK", "R", "r"],
    ["Bishop", "bishop", "BiShOp", "B", "b"],
    ["Knight", "knight", "KNIGHT", "N", "n"],
    ["Pawn", "pawn", "PAWN", "P", "p"],
];
const COLORS: [[&str; 5]; 2] =
    [["W", "w", "White", "white", "WHITE"], ["B", "b", "Black", "black", "bLACK"]];

#[derive(Clone, Debug)]
pub(crate) struct Written {
    piece: ([&'static str; 5], usize),
    color: ([&'static str; 5], usize),
    cells: [String; 2],
    three_lines: bool,
    blank: &'static str,
    line_end: &'static str,
}

pub(crate) fn written() -> impl Strategy<Value = Written> {
    let blanks = select(vec![" ", "  ", "\t"]);
    let line_ends = select(vec!["\n", "\r\n", "\n\n", " \n", "\r\n\r\n"]);
    let layout = (any::<bool>(), blanks, line_ends);
    let names = (select(PIECES.to_vec()), 0..5_usize, select(COLORS.to_vec()), 0..5_usize);
    (names, [cell(), cell()], layout).prop_map(|(names, cells, layout)| Written {
        piece: (names.0, names.1),
        color: (names.2, names.3),
        cells,
        three_lines: layout.0,
        blank: layout.1,
        line_end: layout.2,
    })
}

fn cell() -> impl Strategy<Value = String> {
    let letters = "ABCDEFGH".chars().collect::<Vec<_>>();
    (select(letters), 1..=8, select("abcdefgh".chars().collect::<Vec<_>>()))
        .prop_map(|(row, column, slice)| format!("{row}{column}{slice}"))
}

impl Written {
    /// Returns the text of the query, including its line end.
    pub(crate) fn text(&self) -> String {
        let part = if self.three_lines { self.line_end } else { self.blank };
        let Self { blank, cells: [start, finish], line_end, .. } = self;
        let (piece, color) = (self.piece.0[self.piece.1], self.color.0[self.color.1]);
        format!("{piece}{blank}{color}{part}{start}{part}{finish}{line_end}")
    }

    /// Returns the query as the puzzle's statement spells it, but on one line.
    pub(crate) fn plain(&self) -> String {
        let [start, finish] = &self.cells;
        format!("{} {} {start} {finish}", self.piece.0[0], self.color.0[0])
    }
}

pub(crate) fn size(rules: &Rules) -> Size {
    rules.size().expect("the puzzle's board has a fixed size")
}

/// Writes a parsed query in the spelling of the puzzle's statement, on one line.
pub(crate) fn plain(rules: &Rules, query: &Query) -> String {
    let [start, finish] =
        [query.start, query.finish].map(|cell| rules.cells().name(size(rules), cell));
    let color = query.piece.color().to_string();
    let name = &rules.role(query.piece.role()).name;
    format!("{name} {} {start} {finish}", &color[..1])
}
