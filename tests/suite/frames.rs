//! Where records end: by their brackets, lines and first rows, whether or not they are good.

use std::fmt::Debug;
use std::iter;

use kubikschach::cell::Size;
use kubikschach::notation::{Boards, Queries, Reader, Text};

use crate::common::coverage::Coverage;
use crate::common::{rules, texts};

/// The records of texts, each in a place of its own.
const BOARDS: &[&[&str]] = &[
    // Without blanks, with one, or over several lines.
    &["[##,##],[##,#K]\n", "[#K,##],[##,##]\n"],
    &["[##,##] [##,#K]\n", "[#K,##],[##,##]\n"],
    &["[##\n##],[##,#K]\n", "[#K,##],[##,##]\n"],
    &["[##,##]\n,[##,#K]\n", "[#K,##],[##,##]\n"],
    &["[[#K,##],\n [##,##]]\n", "[#K,##],[##,##]\n"],
    &["[[\"#K\"],[\"##\"]],[[\"##\"],[\"##\"]]\n", "[#K,##],[##,##]\n"],
    &["[[\"#K\"] [\"##\"]]\n[[\"##\"] [\"##\"]]\n", "[#K,##],[##,##]\n"],
    // What is as long as a board and has no end goes on.
    &["[##,##],[##,##,\n##]\n", "[#K,##],[##,##]\n"],
    &["[##,##],[##,##\n]\n", "[#K,##],[##,##]\n"],
    // A bracket where none may open: the line is a record of its own.
    &["[##,##],[##,##[\n", "##],[#K,##]\n", "[#K,##],[##,##]\n"],
    &["[##,##,[##,##]\n", "]\n", "[#K,##],[##,##]\n"],
    &["[##,##]\n", "[[#K,##],[##,##]]\n", "[#K,##],[##,##]\n"],
    // What stands before the bracket on its line is none's, and ends with the board before it.
    &["[##,##],[##,##\nx [#K,##],[##,##]\n", "[##,##],[##,#K]\n"],
    &["[##,##],\n", "  [[#K,##],[##,##]]\n", "[#K,##],[##,##]\n"],
    &["[[#K,##],[##,##]\n", "[##,##],[##,#K]\n"],
    // What starts a record wherever it stands.
    &["[#K,##],[##\n", "n=2, [##,##],[##,#K]\n"],
    &["[#K,##],[##\n", "{\"board\": \"[##,##],[##,#K]\"}\n", "[#K,##],[##,##]\n"],
    &["#K\n##\n##\n", " n = 2, [##,##],[##,#K]\n"],
    &["#K\n##\n##\n", "{}\n", "[#K,##],[##,##]\n"],
    // Boards on one line.
    &["[#K,##],[##,##] ", "[##,##],[##,#K]\n"],
    &["[#K,##],[##,##] b ", "[##,##],[##,#K]\n"],
    &["n=2, [#K,##],[##,##] ", "n=2, [##,##],[##,#K]\n"],
    &["[#K,##]\n[##,##]\n", "[##,##]\n[##,#K]\n"],
    &["[#K,##]\n\n[##,##]\n\n", "  [##,##]\n[##,#K]\n"],
    // A comma that is missing, or one too many.
    &["[###,###,###],[###,###,###]\n", "[##K,###,###],[###,###,###],[###,###,###]\n"],
    &["[#K,##],[##,##],[##,##]\n", "[##,##],[##,#K]\n"],
    &["[#K,##],\n", "n=2, [##,##],[##,#K]\n"],
    // A bracket that never closes takes no more lines than it could have levels, rows or cells.
    &["[[##]\n[#K,##],[##,##]\nx\n", "[##,##],[##,#K]\n", "[#K,##],[##,##]\n"],
    &["[[\"##\"]\n[#K,##],[##,##]\n", "[##,##],[##,#K]\n", "hello\n", "[#K,##],[##,##]\n"],
    &["[[\n[#K,##],[##,##]\n[##,##],[##,#K]\n", "[#K,##],[##,##]\n", "[##,##],[##,#K]\n"],
    &["[[[#]\n[##,##],[##,#K]\n", "[#K,##],[##,##]\n", "[##,##],[##,#K]\n"],
    &["[[[\n", "[#K,##],[##,##]\n", "[##,##],[##,#K]\n"],
    &["[[[[#,#],[#,#]],[[#,#],[#,#]]]]\n", "[##,##],[##,#K]\n"],
    &["[[],\n[##,##]]\n", "[##,##],[##,#K]\n"],
    // Without a first row nothing says how many levels there are.
    &["[]\n", "[##,##],[##,#K]\n"],
    &["[,##] [##,##]\n", "[##,##],[##,#K]\n"],
    // What follows a board belongs to it, and may have an `n` or an announced size at its end.
    &["[#K,##],[##,##] nonsense\n", "[##,##],[##,#K]\n"],
    &["[#K,##],[##,##]\n", "n=2\n[##,##],[##,#K]\n"],
    &["n=\n", "[##,##],[##,#K]\n"],
    &["n=x\n", "[##,##],[##,#K]\n"],
    &["n=2\n", "] no board\n", "[##,##],[##,#K]\n"],
    &["n=2\n", "n=2,[#K,##],[##,##]\n", "[##,##],[##,#K]\n"],
    // Grids have as many lines as their first asks for.
    &["#K\n##\n\n##\n##\n", "##\n##\n\n##\n#K\n"],
    &["n=2\n#K\n##\n\n##\n##\n", "nn\n##\n\n##\n#K\n", "nn\n##\n\n##\n#K\n"],
    &["#K\n##\n##\n##\n", "[##,##],[##,#K]\n"],
    &["#K\n##\n\n", "[##,##],[##,#K]\n"],
    &["#K\n\n##\n\n", "##\n##\n\n##\n#K\n"],
    // A wrong letter doesn't take the form from a grid, a word that may be anything does.
    &["X#\n##\n\n##\n##\n", "##\n##\n\n##\n#K\n"],
    &["X#!\n", "hello\n", "Kx y\n", "##\n##\n\n##\n#K\n"],
];

#[test]
fn boards_end_where_their_form_says() {
    let rules = rules("cube");
    for records in BOARDS {
        check(Boards::new(&rules), records);
    }
}

#[test]
fn queries_end_where_their_form_says() {
    let rules = rules("kubikschach");
    let size = rules.size().unwrap_or(Size::new(8).expect("a size of boards"));
    for records in [
        &["King W A1a B3d\n", "King W\nA1a\nB3d\n", "Rook B A1a H8h\n"][..],
        &["King W\nA1a\nB3d\n", "King W A1a B3d"],
        &["nonsense\n", "King W A1a B3d\n", "more of it, and more\n", "King W\nA1a\nB3d"],
        &["King W\nA1a\n", "King W A1a B3d\n"],
        &["King W\nA1a\nB3d\n", "C4e\n", "King W A1a B3d\n"],
        &["King W\n", "Kong W A1a B3d\n", "King W A1a B3d\n"],
        // What starts a record wherever it stands.
        &["King W\n", "Queen B\nA1a\nB3d\n"],
        &["King W\nA1a\n", "Rook W\nA1a\nB3d\n"],
        &["King W\n", "{\"id\": 1}\n", "King W A1a B3d\n"],
    ] {
        check(Queries::new(&rules, size), records);
    }
}

#[test]
fn long_boards_end_where_they_do_if_all_has_come() {
    let rules = rules("cube");
    let rows = "##\n".repeat(30_000);
    for (start, rest) in [
        (format!("[#q,##\n{rows}n"), " = 3\n[#q,##],[##,K#]\n"),
        (format!("[#q,##\n{}", " ".repeat(131_072)), "{\"board\": \"[#q,##],[##,K#]\"}\n"),
    ] {
        let text = format!("{start}{rest}");
        let boards = Boards::new(&rules);
        let found = texts::read_portions(&boards, text.as_bytes(), &[start.len(), rest.len()]);
        let whole = Text::new(text.as_bytes(), true);
        assert!(found == texts::read(boards.clone(), &mut boards.clone(), whole), "{rest:?}");
        assert!(found.len() > 1, "{rest:?}");
    }
}

/// Where in a text a board stands makes no difference to where it ends, be it after many others.
#[test]
fn boards_after_many_others_end_where_they_would_alone() {
    let rules = rules("cube");
    let others = "[##,##],[##,#K]\n".repeat(10_000);
    for board in ["[#K,##],[##,\n##]", "[[#K,##],\n [##,##]]", "[#K,##],\n[##,##]"] {
        for cut in 1..=board.len() {
            let ends = [&others, ""].map(|before| {
                let bytes = format!("{before}{}", &board[..cut]);
                let (mut boards, mut text) =
                    (Boards::new(&rules), Text::new(bytes.as_bytes(), false));
                let frames = iter::from_fn(|| boards.frame(&mut text));
                frames
                    .map(|frame| frame.end)
                    .filter(|end| *end > before.len())
                    .last()
                    .map(|end| end - before.len())
            });
            assert_eq!(ends[0], ends[1], "{:?}", &board[..cut]);
        }
    }
}

fn check<R: Reader<Record: PartialEq + Debug> + Clone>(mut reader: R, records: &[&str]) {
    let whole = records.concat();
    let checked = texts::check(&reader, whole.as_bytes(), &Coverage::default());
    checked.unwrap_or_else(|failure| panic!("{whole:?}: {failure}"));
    let mut text = Text::new(whole.as_bytes(), true);
    let mut found = Vec::new();
    while let Some(frame) = reader.frame(&mut text) {
        let ends_with_line = whole[..frame.end].ends_with('\n');
        found.push((whole[frame.start..frame.end].trim(), ends_with_line));
    }
    let expected = records.iter().map(|record| (record.trim(), record.ends_with('\n')));
    assert_eq!(found, expected.collect::<Vec<_>>(), "{whole:?}");
}
