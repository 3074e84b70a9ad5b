//! Checks boards as people and programs write them: places of cells, labels of levels, every kind
//! of empty cell, and streams in which a board has lost or gained a row.

use std::collections::BTreeSet;

use kubikschach::board::{Board, Setup};
use kubikschach::cell::Cell;
use kubikschach::notation::{self, Boards, write_board};
use kubikschach::piece::Color;
use kubikschach::rules::Rules;
use proptest::prelude::{any, prop_assert, prop_assert_eq};

use crate::common::board_text::{self, Letters, NOTATIONS};
use crate::common::rng::SplitMix64;
use crate::common::texts::read_portions;
use crate::common::{for_all, records, rules};
use crate::pasted_boards::{self, PastedBoard};

/// Writes the cells of a level's rows, with a text between cells, between rows and between levels.
fn rows(letters: &Letters, cell: fn(char) -> String, [cells, rows, levels]: [&str; 3]) -> String {
    let row = |row: &String| row.chars().map(cell).collect::<Vec<_>>().join(cells);
    let level = |level: &Vec<String>| level.iter().map(row).collect::<Vec<_>>().join(rows);
    letters.iter().map(level).collect::<Vec<_>>().join(levels)
}

fn plain(letter: char) -> String {
    letter.to_string()
}

fn or(letter: char, empty: &str) -> String {
    if letter == '#' { empty.to_owned() } else { letter.to_string() }
}

fn code(letter: char) -> String {
    let color = if letter.is_ascii_uppercase() { 'w' } else { 'b' };
    if letter == '#' { "--".to_owned() } else { format!("{color}{}", letter.to_ascii_uppercase()) }
}

fn symbol(letter: char) -> String {
    let symbols = "♔♕♖♗♘♚♛♜♝♞".chars();
    let found = "KQRBNkqrbn".chars().zip(symbols).find(|(known, _)| *known == letter);
    found.map_or(letter, |(_, symbol)| symbol).to_string()
}

fn quoted(letter: char) -> String {
    format!("\"{}\"", or(letter, ""))
}

/// Writes a grid with the name of each level above its rows, from the top or from the bottom.
fn labelled(letters: &Letters, is_up: bool) -> String {
    let names = ["I", "II", "III", "IV", "V"].into_iter().take(letters.len()).rev();
    let level = |(name, rows): (&str, &Vec<String>)| format!("({name})\n{}", rows.join("\n"));
    let mut levels: Vec<_> = names.zip(letters).map(level).collect();
    if is_up {
        levels.reverse();
    }
    levels.join("\n")
}

type Form = (&'static str, fn(&Letters) -> String);

/// Forms besides those of the documentation, each with a piece in a code if it has codes.
const FORMS: [Form; 21] = [
    ("spaced", |b| rows(b, plain, [" ", "\n", "\n\n"])),
    ("spaced, tight", |b| rows(b, plain, [" ", "\n", "\n"])),
    ("spaced, hyphens", |b| rows(b, |c| or(c, "-"), [" ", "\n", "\n"])),
    ("spaced, zeros", |b| rows(b, |c| or(c, "0"), [" ", "\n", "\n\n"])),
    ("spaced, in brackets", |b| format!("[{}]", rows(b, plain, [" ", ",", "],["]))),
    ("a grid of hyphens", |b| rows(b, |c| or(c, "-"), ["", "\n", "\n\n"])),
    ("a grid of zeros", |b| rows(b, |c| or(c, "0"), ["", "\n", "\n"])),
    ("a grid of symbols", |b| rows(b, symbol, ["", "\n", "\n\n"])),
    ("a grid with rules", |b| rows(b, plain, ["", "\n", "\n=====\n"])),
    ("a framed grid", |b| {
        format!("+---+\n|{}|\n+---+", rows(b, plain, ["", "|\n|", "|\n+---+\n|"]))
    }),
    ("a grid with frames between all rows", |b| {
        format!("+---+\n|{}|\n+---+", rows(b, plain, ["|", "|\n+---+\n|", "|\n+---+\n|"]))
    }),
    ("labels of levels down", |b| labelled(b, false)),
    ("labels of levels up", |b| labelled(b, true)),
    ("a grid of white squares", |b| rows(b, |c| or(c, "□"), ["", "\n", "\n\n"])),
    ("codes in lists", |b| {
        format!("[[[{}]]]", rows(b, |c| format!("{:?}", code(c)), [",", "],[", "]],[["]))
    }),
    ("a grid in a string", |b| format!("\"\"\"\n{}\n\"\"\"", rows(b, plain, ["", "\n", "\n\n"]))),
    ("codes", |b| rows(b, code, [" ", "\n", "\n\n"])),
    ("empty strings", |b| format!("[[[{}]]]", rows(b, quoted, [",", "],[", "]],[["]))),
    ("null", |b| format!("[[[{}]]]", rows(b, |c| or(c, "null"), [",", "],[", "]],[["]))),
    ("blanks in strings", |b| {
        format!("[[\"{}\"]]", rows(b, |c| or(c, " "), ["", "\",\"", "\"],[\""]))
    }),
    ("an array of NumPy", |b| {
        format!("array([[[{}]]], dtype='<U1')", rows(b, quoted, [", ", "], [", "]], [["]))
    }),
];

/// Returns letters with a white king, because codes are only known by a white piece.
fn with_king(mut letters: Letters) -> Letters {
    letters[0][0].replace_range(0..1, "K");
    letters
}

/// Texts before and behind a board, with the side to move that they mean. `E` is the size.
const AROUND: [(&str, &str, Option<Color>); 7] = [
    ("", "", None),
    ("n=E\n", "", None),
    ("E\n", "", None),
    ("", ", n=E", None),
    ("", " b", Some(Color::Black)),
    ("n=E, b\n", "", Some(Color::Black)),
    ("b ", "", Some(Color::Black)),
];

/// Returns a random text before a board and another behind it that this form of the board allows.
fn around(
    name: &str,
    text: &str,
    rng: &mut SplitMix64,
) -> (&'static str, &'static str, Option<Color>) {
    let is_allowed = |(before, behind, _): &(&str, &str, Option<Color>)| match (*before, *behind) {
        ("b ", _) => text.starts_with('['),
        // The text of a list of pieces begins with its size.
        (before, behind) if name.starts_with("pieces") => {
            !format!("{before}{behind}").contains('E')
        }
        (before, _) if before.contains('E') => !name.contains("size"),
        // The last line of a frame and of a text in quotation marks is no row.
        (_, behind) => behind.is_empty() || !text.ends_with('+') && !text.ends_with("\"\"\""),
    };
    let allowed: Vec<_> = AROUND.into_iter().filter(is_allowed).collect();
    rng.pick(&allowed)
}

/// Checks so many random boards in each form: whole and byte by byte, with a size or a side around
/// them, and in streams of two in which the first has lost or gained a row.
fn check_forms(cases: u32) {
    let rules = rules("cube");
    let read = |text: &str, length: usize| {
        let records = read_portions(&mut Boards::new(&rules), text.as_bytes(), &[length]);
        let setup = |setup: Setup| (setup.board, setup.turn);
        records.into_iter().map(|(_, read)| read.ok().map(setup)).collect::<Vec<_>>()
    };
    let boards = (board_text::random_letters(2..=4), any::<u64>());
    for (name, write) in NOTATIONS.into_iter().chain(FORMS) {
        for_all(cases, &boards, |(letters, seed)| {
            let (letters, mut rng) = (with_king(letters), SplitMix64(seed));
            let (text, size) = (write(&letters), letters.len().to_string());
            let (before, behind, turn) = around(name, &text, &mut rng);
            let text = format!("{before}@{behind}\n").replace('E', &size).replace('@', &text);
            let board = board_text::board(&rules, &letters);
            let expected = Some((board.clone(), turn));
            for length in [text.len(), 1] {
                prop_assert_eq!(
                    read(&text, length),
                    vec![expected.clone()],
                    "{}: {:?}",
                    name,
                    text
                );
            }
            // A frame behind the first of two rows may be between all rows. A list of pieces has no
            // rows.
            let may_lose_rows = letters.len() > 2 || !name.contains("frame");
            if may_lose_rows && !name.starts_with("pieces") {
                let gap = if text.contains('[') { "\n" } else { "\n\n" };
                let damaged = damaged(&letters, &mut rng);
                let text = format!("{}{gap}{}\n", write(&damaged), write(&letters));
                let found = read(&text, text.len());
                prop_assert_eq!(found, vec![None, Some((board, None))], "{}: {:?}", name, text);
            }
            Ok(())
        });
    }
}

#[test]
fn a_wrong_letter_is_one_mistake_of_a_board_in_brackets() {
    let rules = rules("cube");
    let boards = (board_text::random_letters(2..=4), any::<u64>());
    for (name, write) in NOTATIONS {
        for_all(100, &boards, |(letters, seed)| {
            let good = write(&letters);
            let first = good.find('[').unwrap_or_default();
            let cells: Vec<usize> = good
                .char_indices()
                .filter(|(at, sign)| *at >= first && "KQRBNkqrbn#.".contains(*sign))
                .map(|(at, _)| at)
                .collect();
            let mut bad = good.clone();
            let at = SplitMix64(seed).pick(&cells);
            bad.replace_range(at..=at, "x");
            let text = format!("{bad}\n\n{good}\n");
            let mut found = records(&mut Boards::new(&rules), text.as_bytes());
            let board = found.pop().map(|last| last.map(|setup| setup.board));
            prop_assert_eq!(board, Some(Ok(board_text::board(&rules, &letters))), "{}", text);
            // A grid may give more errors, and no other board.
            prop_assert!(found.iter().all(Result::is_err), "{}: {:?}", name, text);
            prop_assert!(found.len() == 1 || !good.contains('['), "{}: {:?}", name, text);
            Ok(())
        });
    }
}

/// Returns the letters without one of the rows, or with a row too many.
fn damaged(letters: &Letters, rng: &mut SplitMix64) -> Letters {
    let mut damaged = letters.clone();
    let (level, row) = (rng.below(letters.len()), rng.below(letters.len()));
    if rng.in_percent(50) {
        damaged[level].remove(row);
    } else {
        damaged[level].insert(row, letters[0][0].clone());
    }
    damaged
}

#[test]
fn boards_are_read_right_in_every_form() {
    check_forms(200);
}

mod campaign {
    #[test]
    #[ignore = "takes minutes"]
    fn ten_thousand_boards_are_read_right_in_every_form() {
        super::check_forms(10_000);
    }
}

/// Returns the cells that differ between two boards.
fn changed(one: &Board, other: &Board) -> BTreeSet<Cell> {
    one.size().into_iter().filter(|cell| one.piece_at(*cell) != other.piece_at(*cell)).collect()
}

#[test]
fn a_change_at_the_place_of_a_cell_changes_this_cell_alone() {
    let rules = rules("cube");
    for PastedBoard { name, input, board } in pasted_boards::boards() {
        if board.is_empty() {
            continue;
        }
        let written = Boards::new(&rules).written(input.as_bytes()).expect(&name);
        let board = written.setup.board;
        let size = board.size();
        let pieces: Vec<_> = board.pieces().collect();
        for cell in size.into_iter().take(60) {
            let place = written.places[size.index(cell)].clone();
            if input[place.clone()].starts_with('w') {
                // Without a white piece, codes are no codes.
                continue;
            }
            let mut others =
                pieces.iter().filter(|(_, piece)| Some(*piece) != board.piece_at(cell));
            let (other, piece) = *others.next().expect("it has two pieces");
            let text = &input[written.places[size.index(other)].clone()];
            let quotes = input[place.clone()].chars().next().filter(|c| "\"'".contains(*c));
            let mark = quotes.map_or(String::new(), |mark| mark.to_string());
            let mut input = input.clone();
            input.replace_range(place, &format!("{mark}{text}{mark}"));
            let found = notation::parse_board(&rules, &input);
            let found = found.unwrap_or_else(|error| panic!("{name}: {input:?}: {error}")).board;
            assert_eq!(changed(&board, &found), BTreeSet::from([cell]), "{name}: {input:?}");
            assert_eq!(found.piece_at(cell), Some(piece), "{name}: {input:?}");
        }
    }
}

#[test]
fn labels_say_which_level_follows() {
    let (cube, raumschach) = (rules("cube"), rules("raumschach"));
    let board = |text: &str| {
        notation::parse_board(&cube, text).map(|setup| write_board(&cube, &setup.board))
    };
    let expected = Ok("[rq,##],[##,K#]".to_owned());
    for [top, bottom] in [
        ["(II)", "(I)"],
        ["II:", "I:"],
        ["ii:", "i:"],
        ["II", "I"],
        ["level II", "level I"],
        ["LEVEL ii:", "Level i:"],
    ] {
        for (up, gap) in [(false, "\n"), (true, "\n"), (false, "\n\n"), (true, "\n\n")] {
            let [top, bottom] = [format!("{top}\nrq\n##"), format!("{bottom}\n##\nK#")];
            let [first, last] = if up { [bottom, top] } else { [top, bottom] };
            let text = format!("{first}{gap}{last}\n");
            assert_eq!(board(&text), expected, "{text:?}");
        }
    }
    assert_eq!(board("Level 2:\nrq\n##\nLevel 1:\n##\nK#\n"), expected);
    let level = "#####\n".repeat(5);
    let labelled = |names: [&str; 5]| names.map(|name| format!("{name}:\n{level}")).concat();
    for names in [["E", "D", "C", "B", "A"], ["A", "c", "B", "E", "D"], ["5", "4", "3", "2", "1"]] {
        assert!(notation::parse_board(&raumschach, &labelled(names)).is_ok(), "{names:?}");
    }
    for (text, marked, message) in [
        ("Level 1:\n##\nK#\nLevel 2:\nrq\n##", "1", "levels numbered from 2 to 1"),
        ("(II)\nrq\n##\n(II)\n##\nK#", "II", "a label from `I` to `II` above each level"),
        ("(III)\nrq\n##\n(I)\n##\nK#", "III", "a label from `I` to `II` above each level"),
        ("(II)\nrq\n##\n\n##\nK#", "II", "a label above each of the 2 levels"),
        ("Level 3:\nrq\n##\nLevel 1:\n##\nK#", "3", "a label from"),
        ("(II)\n(I)\nrq\n##\n##\nK#", "II", "rows below this label"),
        ("(II)\n[rq,##],[##,K#]", "II", "rows below this label"),
        ("(II)\nrq\n##\n(I)\n##\nK#\n(I)\n##\n##", "(", "only 2 levels"),
    ] {
        let error = notation::parse_board(&cube, text).expect_err(text);
        assert!(error.message.contains(message), "{text:?}: {error}");
        assert_eq!(&text[error.span()], marked, "{text:?}: {error}");
    }
    let error = notation::parse_board(&cube, "Level 1:\n##\nK#\nLevel 2:\nrq\n##");
    let hint = error.expect_err("the numbers rise").hint.unwrap_or_default();
    assert!(hint.contains("from 2 to 1") && hint.contains("`I:` for the bottom"), "{hint}");
}

#[test]
fn a_row_too_many_is_a_mistake_of_its_board() {
    let rules = rules("cube");
    for (text, expected) in [
        ("- q r\n- b n\n- n K\n- r N\n- - -\n- - -\n- - -\n- - -\n- - -\n", vec![true]),
        ("#q\n##\n##\nK#\n##\n", vec![false]),
        ("#q\n##\n\n##\nK#\n##\n\n#q\n##\n##\nK#\n", vec![false, true]),
        ("#q\n##\n##\nK# b\n#q\n##\n##\nK#\n", vec![true, true]),
        ("rq#\n---\n###\n###\n###\n###\n###\n###\n###\n###\n", vec![false]),
        ("r-q\n---\n---\n---\n-n-\n---\n---\n---\nK--\n", vec![true]),
    ] {
        let found = records(&mut Boards::new(&rules), text.as_bytes());
        assert_eq!(found.iter().map(Result::is_ok).collect::<Vec<_>>(), expected, "{text:?}");
    }
}

#[test]
fn a_picture_read_back_has_the_same_cells() {
    use kubikschach::render::{Picture, Styles};
    for name in ["cube", "great-shatranj", "raumschach"] {
        let rules: Rules = rules(name);
        let boards = board_text::random_letters(2..=4);
        for_all(if name == "cube" { 200 } else { 1 }, &boards, |letters| {
            let board = match rules.setup_names().next() {
                Some(setup) => notation::parse_board(&rules, setup).expect("a setup").board,
                None => board_text::board(&rules, &letters),
            };
            for width in [20, 80, 200] {
                let text = Picture::new(&rules, &board, String::new()).text(Styles::PLAIN, width);
                let read = notation::parse_board(&rules, &text).map(|setup| setup.board);
                prop_assert_eq!(read, Ok(board.clone()), "{}", text);
            }
            Ok(())
        });
    }
}
