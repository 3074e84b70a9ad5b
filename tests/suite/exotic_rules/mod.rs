//! Rule sets whose pieces move in ways that the pieces of `cube` do not.

use kubikschach::rules::Rules;

use crate::common::{open_rules, parsed};

/// Rules with lame leapers that have several routes, riders with long steps, and soldiers that
/// promote.
const LAME: &str = r#"
verdict = { white_kings = [1, 1], black_kings = [0, 1], promises = ["kings apart", "one check"] }
promotion = { pieces = ["Soldier"], to = ["Zebra", "Horse"], zone = "either" }
[[piece]]
name = "King"
letter = "K"
royal = true
moves = [{ leap = [1, 0, 0] }, { leap = [1, 1, 0] }, { leap = [1, 1, 1] }]
[[piece]]
name = "Horse"
letter = "H"
moves = [{ lame = [2, 1, 0], routes = [[[1, 0, 0], [2, 0, 0]], [[0, 1, 0], [1, 1, 0]]] }]
[[piece]]
name = "Elephant"
letter = "E"
moves = [
    { lame = [2, 2, 1], routes = [[[1, 1, 0]], [[1, 1, 1], [2, 1, 1]], [[3, 1, 0], [1, 1, 1]]] },
    { lame = [1, 1, 0], routes = [[[1, 0, 0]]], when = "move" },
]
[[piece]]
name = "Zebra"
letter = "Z"
moves = [{ ride = [2, 1, 0] }]
[[piece]]
name = "Dabbaba"
letter = "D"
moves = [
    { ride = [2, 0, 0], most = 2 },
    { leap = [-1, 0, 0], symmetry = "fixed" },
    { ride = [1, 1, 0], most = 3, symmetry = "planar" },
]
[[piece]]
name = "Soldier"
letter = "S"
moves = [
    { leap = [0, 1, 0], symmetry = "fixed", when = "move" },
    { ride = [0, 0, 1], symmetry = "fixed", when = "move" },
    { leap = [1, 1, 0], symmetry = "fixed", when = "capture" },
    { leap = [-1, 1, 0], symmetry = "fixed", when = "capture" },
]
"#;

/// Rules with several riding kings, pieces with several steps to one cell, and a piece that never
/// moves.
const RIDING_KINGS: &str = r#"
verdict = { white_kings = [1, 2], black_kings = [0, 2], promises = ["kings apart", "one check"] }
[[piece]]
name = "King"
letter = "K"
royal = true
moves = [{ ride = [2, 1, 0] }, { leap = [1, 1, 1] }, { ride = [1, 0, 0], symmetry = "planar" }]
[[piece]]
name = "Rammer"
letter = "R"
moves = [{ ride = [1, 0, 0] }, { ride = [2, 0, 0] }, { leap = [3, 0, 0] }]
[[piece]]
name = "Archer"
letter = "A"
moves = [{ ride = [1, 1, 1], when = "capture" }, { ride = [1, 1, 0], when = "move" }]
[[piece]]
name = "Turncoat"
letter = "T"
moves = [{ ride = [1, 1, 0], when = "capture" }, { lame = [2, 0, 0], routes = [[[1, 0, 0]]] }]
[[piece]]
name = "Pawn"
letter = "P"
moves = [{ leap = [0, 1, 0], symmetry = "fixed" }, { leap = [0, 0, 1], symmetry = "fixed" }]
[[piece]]
name = "Stone"
letter = "S"
moves = []
"#;

/// Rules with two kinds of kings, of which the first may attack the second without being attacked
/// by it.
const LOPSIDED_KINGS: &str = r#"
verdict = { white_kings = [1, 1], black_kings = [0, 1], promises = ["one check"] }
[[piece]]
name = "King"
letter = "K"
royal = true
moves = [
    { leap = [1, 0, 0], symmetry = "fixed" },
    { leap = [0, 1, 1], symmetry = "planar" },
    { lame = [2, 1, 0], routes = [[[1, 0, 0]], [[0, 1, 0], [1, 1, 0]]] },
]
[[piece]]
name = "Regent"
letter = "G"
royal = true
moves = [{ leap = [1, 1, 0], when = "capture" }, { ride = [0, 0, 1], when = "move" }]
[[piece]]
name = "Queen"
letter = "Q"
moves = [{ ride = [1, 0, 0] }, { ride = [1, 1, 0] }, { ride = [1, 1, 1] }]
[[piece]]
name = "Horse"
letter = "H"
moves = [{ lame = [2, 1, 0], routes = [[[1, 0, 0]]] }]
[[piece]]
name = "Stone"
letter = "S"
moves = []
"#;

/// Rules whose kings only step along axes, never capture, and may promote.
const MEEK_KINGS: &str = r#"
verdict = { white_kings = [0, 2], black_kings = [0, 2] }
promotion = { pieces = ["Runner", "King"], to = ["Leaper"], zone = "level" }
[[piece]]
name = "King"
letter = "K"
royal = true
moves = [{ leap = [1, 0, 0], when = "move" }]
[[piece]]
name = "Runner"
letter = "R"
moves = [{ ride = [0, 1, 0], symmetry = "fixed" }, { ride = [1, 0, 1], symmetry = "planar" }]
[[piece]]
name = "Leaper"
letter = "L"
moves = [{ leap = [1, 0, 0] }, { leap = [3, 2, 1] }, { leap = [2, 2, 2], when = "capture" }]
"#;

/// Rules without kings: one-way pieces, a lame step with unusual routes, and long names.
const WITHOUT_KINGS: &str = r#"
name = "without-kings"
size = 5
cells = [
    { axis = "level", numeral = "1", reversed = true },
    { axis = "rank", numeral = "a" },
    { axis = "file", numeral = "A" },
]
[[piece]]
name = "Snail"
letter = "S"
moves = [{ leap = [1, 0, 0], symmetry = "fixed" }, { leap = [-4, 1, 0], symmetry = "fixed" }]
[[piece]]
name = "Zebra"
letter = "Z"
moves = [{ lame = [2, 1, 1], routes = [[[1, 0, 0]], [[3, 1, 1], [0, 0, -1]]] }, { ride = [2, 1, 0] }]
[[piece]]
name = "Superintendent"
letter = "X"
moves = [{ ride = [0, 0, 2], symmetry = "planar" }, { ride = [3, 0, 0] }]
"#;

/// Rules with steps that may start on some cells only, and with promotions of pieces that are no
/// pawns, one of them a lame leaper.
const LIMITED_STARTS: &str = r#"
name = "limited-starts"
size = 4
cells = [
    { axis = "file", numeral = "a" },
    { axis = "rank", numeral = "1" },
    { axis = "level", numeral = "A" },
]
verdict = { white_kings = [1, 1], black_kings = [0, 1], promises = ["kings apart"] }
promotion = { pieces = ["Horse", "Dragon"], to = ["Rook"], zone = "rank" }
[[piece]]
name = "King"
letter = "K"
royal = true
moves = [{ leap = [1, 0, 0] }, { leap = [1, 1, 0] }, { leap = [1, 1, 1] }]
[[piece]]
name = "Horse"
letter = "H"
moves = [{ lame = [2, 1, 0], routes = [[[1, 0, 0], [2, 0, 0]], [[0, 1, 0], [1, 1, 0]]] }]
[[piece]]
name = "Rook"
letter = "R"
moves = [{ ride = [1, 0, 0] }]
[[piece]]
name = "Dragon"
letter = "D"
moves = [
    { leap = [0, 1, 0], symmetry = "fixed" },
    { ride = [1, 1, 0], most = 3, symmetry = "planar", from = ["a1A", "b2B", "c1D"] },
    { leap = [0, 0, 2], symmetry = "fixed", when = "move", from = ["a2A", "b2A", "c3B"] },
    { leap = [1, 0, -1], symmetry = "fixed", when = "capture" },
]
"#;

/// Returns the rule sets of this module that have kings.
pub(crate) fn all() -> Vec<Rules> {
    let named = [
        ("lame", LAME),
        ("riding-kings", RIDING_KINGS),
        ("lopsided-kings", LOPSIDED_KINGS),
        ("meek-kings", MEEK_KINGS),
    ];
    named.map(|(name, pieces)| open_rules(name, pieces)).into()
}

/// Returns the rules of [`LOPSIDED_KINGS`] with the invariant that no king attacks another.
pub(crate) fn lopsided_kings_apart() -> Rules {
    let pieces = LOPSIDED_KINGS.replace("[\"one check\"]", "[\"kings apart\"]");
    open_rules("lopsided-kings", &pieces)
}

pub(crate) fn limited_starts() -> Rules {
    parsed(LIMITED_STARTS)
}

pub(crate) fn without_kings() -> Rules {
    parsed(WITHOUT_KINGS)
}
