//! Checks the parsers of boards, queries and cells in every spelling.

use kubikschach::cell::{Cell, Size};
use kubikschach::notation::{self, Boards, Queries, Reader};
use kubikschach::piece::Color;
use kubikschach::rules::Rules;
use proptest::collection::vec;
use proptest::prelude::{Strategy, any, prop_assert, prop_assert_eq};
use proptest::sample::Index;

use crate::common::board_text::{self, Letters, NOTATIONS};
use crate::common::queries::{self, Written};
use crate::common::{Differences, for_all, records, rules, size};

/// Texts that may follow a board on its last line, each with the side to move that the text names.
const ENDINGS: [(&str, Option<Color>); 11] = [
    ("", None),
    ("\n", None),
    ("\r\n", None),
    (" \n\n", None),
    (" w", Some(Color::White)),
    (" b\n", Some(Color::Black)),
    ("\tB\r\n", Some(Color::Black)),
    (" white\n", Some(Color::White)),
    ("  Black", Some(Color::Black)),
    (" W \n", Some(Color::White)),
    (" BLACK \r\n\r\n", Some(Color::Black)),
];

#[test]
fn a_list_of_pieces_is_read_with_its_places() {
    let (cube, five) = (rules("cube"), size(5));
    let read = |text: &str| Boards::new(&cube).written(text.as_bytes());
    let text = "Kc1(I) Rb1I, ba1(I) b";
    let written = read(text).expect("it is a board");
    let (board, size) = (&written.setup.board, written.setup.board.size());
    assert_eq!((size.edge(), written.setup.turn), (3, Some(Color::Black)));
    assert_eq!(notation::write_pieces(&cube, board), "ba1(I) Rb1(I) Kc1(I)");
    let rook = notation::parse_cell(&cube, size, "b1(I)").expect("a cell");
    assert_eq!(&text[written.places[size.index(rook)].clone()], "Rb1I");
    for (text, expected, marked) in [
        ("Ka1I qa1I", "two pieces on a1(I)", "qa1I"),
        ("Ka1I qd1I", "expected a cell such as `a1(I)` (up to `c3(III)`), but found `d1I`", "d1I"),
        (
            "Ka1I xa2I",
            "expected the side to move (`w` or `b`) or the end of the line, but found `xa`",
            "xa",
        ),
        ("n=1, Ka1I", "expected a size of at least 2, but found `n=1`", "n=1"),
    ] {
        let error = read(text).expect_err(text);
        assert_eq!((error.message.as_str(), &text[error.span()]), (expected, marked), "{text}");
    }
    let other = Boards::new(&cube).with_default_size(five).single(b"Ke5(V)");
    assert_eq!(other.map(|setup| setup.board.size()), Ok(five));
}

#[test]
fn a_board_is_equal_in_every_notation() {
    let rules = rules("cube");
    for_all(40, &board_text::random_letters(2..=5), |letters| {
        let board = board_text::board(&rules, &letters);
        for (name, write) in NOTATIONS {
            for (ending, turn) in ENDINGS {
                let text = write(&letters) + ending;
                let setup = notation::parse_board(&rules, &text);
                let setup = setup.map(|setup| (setup.board, setup.turn));
                prop_assert_eq!(setup, Ok((board.clone(), turn)), "{} of {:?}", name, text);
            }
        }
        Ok(())
    });
}

#[test]
fn every_cell_has_its_place_in_every_notation() {
    let rules = rules("cube");
    for_all(40, &board_text::random_letters(2..=5), |letters| {
        let board = board_text::board(&rules, &letters);
        for (name, write) in NOTATIONS {
            let text = write(&letters) + " w";
            let places = Boards::new(&rules).written(text.as_bytes()).map(|written| written.places);
            let places = places.unwrap_or_default();
            prop_assert_eq!(places.len(), board.size().cells(), "{} of {:?}", name, text);
            for (cell, place) in board.size().into_iter().zip(places) {
                let mut letter = board.piece_at(cell).map(|piece| rules.letter(piece).to_string());
                if let Some(letter) = letter.as_mut().filter(|_| name == "pieces with their cells")
                {
                    letter.push_str(&rules.cells().name(board.size(), cell));
                }
                let expected = letter.as_deref().unwrap_or(&text[place.clone()]);
                prop_assert_eq!(&text[place.clone()], expected, "{} of {:?}", name, text);
                prop_assert!(letter.is_some() || "#.".contains(&text[place]), "{}", name);
            }
        }
        Ok(())
    });
}

#[test]
fn the_bad_part_of_a_move_is_marked() {
    let rules = rules("cube");
    let size = size(3);
    for (text, marked, message) in [
        (
            "a1(I)-d1(I)",
            "d1(I)",
            "expected a cell such as `a1(I)` (up to `c3(III)`), but found `d1(I)`",
        ),
        (
            "a4(I)-b1(I)",
            "a4(I)",
            "expected a cell such as `a1(I)` (up to `c3(III)`), but found `a4(I)`",
        ),
        ("a1(I)", "a1(I)", "expected a move such as `a1(I)-c3(III)`, but found `a1(I)`"),
        (
            "a1(I)-b1(I)=Quean",
            "Quean",
            "expected a piece (King, Queen, Rook, Bishop, Knight), but found `Quean`",
        ),
    ] {
        let error = notation::parse_move(&rules, size, text).expect_err(text);
        assert_eq!((&text[error.span()], error.to_string()), (marked, message.to_owned()));
    }
}

#[test]
fn the_board_of_the_challenge_is_equal_in_each_spelling() {
    let rules = rules("cube");
    let list = "[b#b,###,###],[###,###,RNR],[#q#,###,#K#]";
    let expected = notation::parse_board(&rules, list).expect("the document shows it");
    for text in [
        "n=3, [b#b,###,###],[###,###,RNR],[#q#,###,#K#]",
        "[b#b, ###, ###], [###, ###, RNR], [#q#, ###, #K#]",
        "[b#b,###,###],\n[###,###,RNR],\n[#q#,###,#K#]\n",
        "[b#b,###,###]\n[###,###,RNR]\n[#q#,###,#K#]\n",
        "[[b#b,###,###],[###,###,RNR],[#q#,###,#K#]]",
        "[ [[b#b] [###] [###]] [[###] [###] [RNR]] [[#q#] [###] [#K#]] ]",
        "[[b#b] [###] [###]] [[###] [###] [RNR]] [[#q#] [###] [#K#]]",
        r####"[["b#b","###","###"],["###","###","RNR"],["#q#","###","#K#"]]"####,
        r####"[[["b#b"],["###"],["###"]],[["###"],["###"],["RNR"]],[["#q#"],["###"],["#K#"]]]"####,
        r####"[["b#b"] ["###"] ["###"]] [["###"] ["###"] ["RNR"]] [["#q#"] ["###"] ["#K#"]]"####,
        "[[“b#b”,“###”,“###”],[“###”,“###”,“RNR”],[“#q#”,“###”,“#K#”]]",
        "b#b\n###\n###\n\n###\n###\nRNR\n\n#q#\n###\n#K#",
    ] {
        assert_eq!(notation::parse_board(&rules, text), Ok(expected.clone()), "{text}");
    }
}

fn streams() -> impl Strategy<Value = Vec<(Letters, Index, Index)>> {
    vec((board_text::random_letters(2..=3), any::<Index>(), any::<Index>()), 1..=5)
}

fn stream_text(boards: &[(Letters, Index, Index)]) -> String {
    let mut text = String::new();
    for (letters, notation, ending) in boards {
        let (_, write) = notation.get(&NOTATIONS);
        let (ending, _) = ending.get(&ENDINGS);
        text += &write(letters);
        text += ending;
        text += if ending.ends_with('\n') { "" } else { "\n" };
    }
    text
}

fn good_records<R: Reader>(reader: &mut R, text: &str) -> Vec<R::Record> {
    let records = records(reader, text.as_bytes()).into_iter();
    records.map(|record| record.unwrap_or_else(|error| panic!("{text:?}: {error}"))).collect()
}

#[test]
fn boards_of_all_notations_may_follow_each_other() {
    let rules = rules("cube");
    for_all(200, &streams(), |boards| {
        let text = stream_text(&boards);
        let setups = good_records(&mut Boards::new(&rules), &text);
        prop_assert_eq!(setups.len(), boards.len(), "{:?}", text);
        for (setup, (letters, _, ending)) in setups.iter().zip(&boards) {
            prop_assert_eq!(&setup.board, &board_text::board(&rules, letters), "{:?}", text);
            prop_assert_eq!(setup.turn, ending.get(&ENDINGS).1, "{:?}", text);
        }
        Ok(())
    });
}

#[test]
fn boards_in_brackets_may_follow_each_other_on_a_line() {
    let rules = rules("cube");
    let text = "[#q,##],[##,K#] n=2, [[#r,##],[##,K#]] b [[#b,##],[##,K#]] w n=2 [#n,##],[##,K#]";
    let turns = good_records(&mut Boards::new(&rules), text).into_iter().map(|b| b.turn);
    let expected = [None, Some(Color::Black), Some(Color::White), None];
    assert_eq!(turns.collect::<Vec<_>>(), expected);
}

#[test]
fn queries_in_both_forms_may_follow_each_other() {
    let rules = rules("kubikschach");
    let size = queries::size(&rules);
    let texts = (vec(queries::written(), 1..=6), any::<bool>());
    for_all(300, &texts, |(queries, final_newline)| {
        let text: String = queries.iter().map(Written::text).collect();
        let text = if final_newline { &text } else { text.trim_end() };
        let found = good_records(&mut Queries::new(&rules, size), text);
        let found = found.iter().map(|query| queries::plain(&rules, query)).collect::<Vec<_>>();
        let expected = queries.iter().map(Written::plain).collect::<Vec<_>>();
        prop_assert_eq!(found, expected, "{:?}", text);
        Ok(())
    });
}

#[test]
fn queries_in_every_spelling_parse_to_their_meaning() {
    let rules = rules("kubikschach");
    let size = queries::size(&rules);
    let check = |text: &str, expected: &[&str]| {
        let found = good_records(&mut Queries::new(&rules, size), text);
        let found = found.iter().map(|query| queries::plain(&rules, query)).collect::<Vec<_>>();
        assert_eq!(found, expected, "{text:?}");
    };
    check("", &[]);
    check(" \n\t\r\n\n", &[]);
    check("King W A1a B3d", &["King W A1a B3d"]);
    check("King W\nA1a\nB3d\n", &["King W A1a B3d"]);
    check("KING w\r\nA1a\r\nB3d\r\n", &["King W A1a B3d"]);
    check("k white A1a B3d\nn BLACK H8h A1a", &["King W A1a B3d", "Knight B H8h A1a"]);
    check("\n\nPawn B\n\nA1a\n\n\nB3d\n\n", &["Pawn B A1a B3d"]);
    check("  Rook\tW  A1a\t B3d  \nq b\n A1a \n\tH8h", &["Rook W A1a B3d", "Queen B A1a H8h"]);
}

#[test]
fn cell_names_with_a_common_start_are_distinguished() {
    let rules = rules("cube");
    let size = size(3);
    let names = ["a1I", "a1II", "a1III"];
    let pairs: Vec<[&str; 2]> = names.iter().flat_map(|a| names.map(|b| [*a, b])).collect();
    let fronts = ["K W", "King W", "k white", "King White", "bishop black"];
    let fronts = fronts.iter().flat_map(|front| (1..16).map(move |n| format!("{front:n$} ")));
    let fronts: Vec<String> = fronts.collect();
    let lines = || fronts.iter().flat_map(|front| pairs.iter().map(move |pair| (front, pair)));
    let text: Vec<String> = lines().map(|(front, [a, b])| format!("{front}{a} {b}")).collect();
    let found = good_records(&mut Queries::new(&rules, size), &text.join("\n"));
    assert_eq!(found.len(), lines().count());
    let cell = |name| rules.cells().parse(size, name).expect(name);
    for (query, (front, pair)) in found.iter().zip(lines()) {
        assert_eq!([query.start, query.finish], pair.map(cell), "{front}{pair:?}");
    }
}

/// Returns the file letters `a` to `z`, then `aa` to `zz`, as spreadsheets name columns.
fn spreadsheet_columns() -> Vec<String> {
    let letters = || 'a'..='z';
    let pairs = letters().flat_map(|first| letters().map(move |second| format!("{first}{second}")));
    letters().map(String::from).chain(pairs).collect()
}

fn roman_numerals() -> Vec<String> {
    let ones = ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"];
    let tens = ["", "X", "XX", "XXX", "XL", "L", "LX"];
    let numerals = tens.iter().flat_map(|ten| ones.map(|one| format!("{ten}{one}")));
    numerals.skip(1).collect()
}

/// Returns cells that together have every coordinate of the board on every axis.
fn cells(size: Size) -> impl Iterator<Item = Cell> {
    let edge = u16::try_from(size.edge()).expect("it is small");
    let along = move |near: u16| {
        let far = edge - 1 - near;
        [[near, 0, 0], [0, near, 0], [0, 0, near], [near, far, near / 2], [far, near, far]]
    };
    size.coordinates().flat_map(along).map(|[file, rank, level]| Cell::new(file, rank, level))
}

#[test]
fn cell_names_are_as_documented_and_parse_to_their_cell() {
    let (columns, romans) = (spreadsheet_columns(), roman_numerals());
    let (puzzle, cube) = (rules("kubikschach"), rules("cube"));
    for size in (2..=60).filter_map(Size::new) {
        for cell in cells(size) {
            let [file, rank, level] = [cell.file, cell.rank, cell.level].map(usize::from);
            let row = columns[size.edge() - 1 - rank].to_uppercase();
            let name = format!("{row}{}{}", file + 1, columns[level]);
            check_cell(&puzzle, size, cell, &name, &name);
            let (front, roman) = (format!("{}{}", columns[file], rank + 1), &romans[level]);
            check_cell(&cube, size, cell, &format!("{front}({roman})"), &format!("{front}{roman}"));
        }
    }
}

fn check_cell(rules: &Rules, size: Size, cell: Cell, name: &str, short: &str) {
    assert_eq!(rules.cells().name(size, cell), name);
    assert_eq!(rules.cells().parse(size, name), Some(cell), "{name}");
    assert_eq!(rules.cells().parse(size, short), Some(cell), "{short}");
}

#[test]
fn the_corners_of_the_puzzle_are_those_of_its_statement() {
    let rules = rules("kubikschach");
    let size = queries::size(&rules);
    let mut differences = Differences::default();
    for (name, cell) in [
        ("A1a", Cell::new(0, 7, 0)),
        ("A1h", Cell::new(0, 7, 7)),
        ("H1a", Cell::new(0, 0, 0)),
        ("H8a", Cell::new(7, 0, 0)),
        ("B3d", Cell::new(2, 6, 3)),
    ] {
        differences.compare(name, &Some(cell), &rules.cells().parse(size, name));
    }
    differences.finish();
}

#[test]
fn a_text_that_names_no_cell_is_refused() {
    let cases = [
        ("kubikschach", "A0a A9a I1a A1i a1A A1 1Aa Aa A1aa A1A a1a AA1a A01a A+1a A1a. Ä1a A١a"),
        ("cube", "c2 cI 2cI C2I c2i c2(I c2I) c2() c2(i) c2((I)) c2IIII c2(IIX) c0I c02I c9I i1I"),
        (
            "cube",
            "c2IX c2(IX) aa1I a1 99999999999999999999a1I c2(I)x c-2I ç2I c2Ⅰ c65536I c2(MMMMM)",
        ),
    ];
    let size = size(8);
    for (set, names) in cases {
        let rules = rules(set);
        for name in names.split(' ').chain(["", " ", "A1a ", " c2I", "c2 I"]) {
            assert_eq!(rules.cells().parse(size, name), None, "{set}: {name:?}");
        }
    }
}

#[test]
fn a_letter_names_a_piece_and_its_color() {
    let rules = rules("cube");
    for (letter, name) in [("q", "Queen B"), ("Q", "queen white"), ("n", "N b"), ("K", "King W")] {
        let piece = notation::parse_piece(&rules, letter);
        assert_eq!(piece, notation::parse_piece(&rules, name), "{letter} {name}");
        assert!(piece.is_ok(), "{letter}");
    }
    for (bad, message) in [
        ("x", "expected a piece (King, Queen, Rook, Bishop, Knight), but found `x`"),
        ("#", "expected a piece (King, Queen, Rook, Bishop, Knight), but found `#`"),
        ("King", "expected a piece and its color, but found `King`"),
        ("", "expected a piece and its color, but found nothing"),
        ("q q", "expected a color (W or B), but found `q`"),
    ] {
        let error = notation::parse_piece(&rules, bad).expect_err(bad);
        assert_eq!(error.message, message, "{bad}");
    }
}

#[test]
fn keys_of_cells_compare_as_their_names_do() {
    for (name, edge) in [("kubikschach", 8), ("cube", 30), ("great-shatranj", 6)] {
        let (rules, size) = (rules(name), size(edge));
        let table = rules.cells().table(size);
        let mut by_key: Vec<Cell> = size.iter().collect();
        by_key.sort_by_key(|&cell| table.key(cell));
        let names = by_key.iter().map(|&cell| rules.cells().name(size, cell));
        let parts = by_key.iter().map(|&cell| table.parts(cell).collect::<String>());
        assert!(names.clone().is_sorted());
        assert!(names.eq(parts));
    }
}
