//! Checks where parsing resumes after a broken record, and when the parser returns a record.

use kubikschach::notation::{Boards, Next, Queries, Reader};

use crate::common::texts::{read, read_portions};
use crate::common::{queries, records, rules};

/// Returns one value per record of a text: `true` if the record is valid.
fn goodness<R: Reader>(reader: &mut R, text: &str) -> Vec<bool> {
    records(reader, text.as_bytes()).iter().map(Result::is_ok).collect()
}

#[test]
fn reading_resumes_after_a_broken_board() {
    let rules = rules("cube");
    let good = "[#q,##],[##,K#]\n";
    for (bad, count) in [
        ("hello\n", 1),
        ("hello\nK# there\n", 2),
        ("n=x\n", 1),
        ("[#q,##],[##,X#]\n", 1),
        ("[#q,##],[##,K#] nonsense\n", 1),
        ("[#q,##],[##,K#\n", 1),
        ("[[#q,##],[##,K#]\n", 1),
        ("[#q,##],\n[##,X#]\nmore of it\n\n", 1),
        ("[#q,##],[##,X#]\nmore\nof it\n", 1),
        ("[#q,##],[X\n", 1),
        ("#q\nX#\n##\n", 1),
        ("[]\n", 1),
        ("{}\n", 1),
    ] {
        let expected = [vec![true], vec![false; count], vec![true; 2]].concat();
        for good_after in [good, "n=2, [#q,##],[##,K#]\n", "[[#q,##],[##,K#]]\n"] {
            let text = format!("{good}{bad}{good_after}{good}");
            assert_eq!(goodness(&mut Boards::new(&rules), &text), expected, "{text:?}");
        }
    }
    // A line of letters starts a grid only after an empty line.
    let grid = "#q\n##\n\n##\nK#\n";
    for (between, expected) in [("", vec![false]), ("\n", vec![false, true])] {
        let text = format!("[#q,##],[##,X#]\n{between}#q\n##\n##\nK#\n");
        assert_eq!(goodness(&mut Boards::new(&rules), &text), expected, "{text:?}");
    }
    let text = format!("[#q,##],[##,K#] nonsense\n{grid}");
    assert_eq!(goodness(&mut Boards::new(&rules), &text), [false, true]);
}

#[test]
fn reading_resumes_after_a_broken_query() {
    let rules = rules("kubikschach");
    let size = queries::size(&rules);
    let good = "King W A1a B3d\n";
    for (bad, count) in [
        ("hello\n", 1),
        ("hello there\nyou\n", 2),
        ("King W A1a\n", 1),
        ("King W A1a B3d C2b\n", 1),
        ("King W A1a Z9z\nA1a\n", 2),
        ("King X\nA1a\nB3d\n", 1),
        ("King\nW\nA1a\nB3d\n", 1),
        ("King W\nZ9z\nB3d\n", 1),
        ("King W\nA1a\n", 1),
        ("King W\nA1a B3d\nmore\n\n", 1),
        ("{\"piece\": 1}\n", 1),
        ("[#q,##],[##,K#]\n", 1),
    ] {
        let expected = [vec![true], vec![false; count], vec![true; 2]].concat();
        let text = format!("{good}{bad}{good}Rook B\nA1a\nH8h\n");
        assert_eq!(goodness(&mut Queries::new(&rules, size), &text), expected, "{text:?}");
    }
}

#[test]
fn a_record_is_complete_at_the_end_of_its_line() {
    let (cube, puzzle) = (rules("cube"), rules("kubikschach"));
    let mut boards = Boards::new(&cube);
    let grid = "#q\n##\n##\nK# b\n";
    for text in ["[#q,##],[##,K#]\n", "[#q,##],[##,X#]\n", "hello\n", grid, "[#q;\n"] {
        boards.restart();
        let next = boards.next(text.as_bytes(), false);
        assert!(
            matches!(next, Next::Record { end, .. } if end == text.len()),
            "{text:?}: {next:?}"
        );
    }
    let mut queries = Queries::new(&puzzle, queries::size(&puzzle));
    for text in ["King W A1a B3d\n", "King W\nA1a\nB3d\n", "King X\n", "hello\n", "King W A1a\n"] {
        queries.restart();
        let next = queries.next(text.as_bytes(), false);
        assert!(
            matches!(next, Next::Record { end, .. } if end == text.len()),
            "{text:?}: {next:?}"
        );
    }
}

/// A record is parsed from its start whenever it may be complete. If that happened at every byte,
/// these texts would take hours.
#[test]
fn text_that_arrives_byte_by_byte_takes_no_quadratic_time() {
    let rules = rules("cube");
    let boards = Boards::new(&rules);
    let (lines, blanks) = ("\n".repeat(300_000), " ".repeat(300_000));
    for text in [
        format!("[#q,##],{lines}[##,K#]"),
        format!("#q\n##\n{lines}##\nK#\n"),
        format!("[#q,##],[##,K#]{blanks}w"),
        format!("[#q,{blanks}##],[##,K#]\n"),
        format!("[#q,{}##],[##,K#]\n", "\n ".repeat(150_000)),
        format!("[{}]\n", "#".repeat(300_000)),
        format!("[#q;{blanks}\n"),
    ] {
        let whole = read(&mut boards.clone(), text.as_bytes());
        assert_eq!(read_portions(&mut boards.clone(), text.as_bytes(), &[1]), whole);
    }
}
