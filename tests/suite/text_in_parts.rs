//! Checks that the records of a text do not depend on where the text is cut into parts.

use std::fmt::Debug;

use kubikschach::cell::Size;
use kubikschach::mistake::Mistake;
use kubikschach::notation::{self, Boards, Next, Queries, Reader};
use kubikschach::rules::Rules;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use crate::common::board_text::{self, Letters, NOTATIONS};
use crate::common::coverage::Coverage;
use crate::common::queries::{self, Written};
use crate::common::rng::SplitMix64;
use crate::common::texts::{check, read, read_portions};
use crate::common::{for_all, open_rules, rules, size};

#[test]
fn cuts_change_no_board() {
    let coverage = Coverage::default();
    for rules in [rules("cube"), rules("great-shatranj")] {
        let boards = Boards::new(&rules);
        for_all(150, &any::<u64>(), |seed| {
            check(&mut boards.clone(), &text(&rules, &mut SplitMix64(seed)), &coverage)
        });
    }
    coverage.at_least(150, "a good record");
    coverage.at_least(100, "a mistake");
}

#[test]
fn cuts_change_no_board_in_any_notation() {
    let (rules, coverage) = (rules("cube"), Coverage::default());
    let boards = Boards::new(&rules);
    let texts = vec((board_text::random_letters(2..=3), select(ENDS.to_vec())), 1..=2);
    for (_, write) in NOTATIONS {
        for_all(12, &(&texts, changes()), |(texts, changes)| {
            let text: String = texts.iter().map(|(letters, end)| write(letters) + end).collect();
            check(&mut boards.clone(), text.as_bytes(), &coverage)?;
            check(&mut boards.clone(), &changed(&text, &changes), &coverage)
        });
    }
    coverage.at_least(250, "a good record");
    coverage.at_least(150, "a mistake");
}

#[test]
fn cuts_change_no_ambiguous_query() {
    let (rules, coverage) = (rules("kubikschach"), Coverage::default());
    let queries = Queries::new(&rules, queries::size(&rules));
    for text in [
        "King, W, A1a, B3d\nKing W A1a -> B3d\nking w a1a-b3d\nKing W A1a→B3d\n",
        "King\u{a0}W A1a\u{2003}B3d\nKing W\nA1a\u{3000}\n\nB3d",
        "King W\nA1a\nKing W\nZ9z\nB3d\nKing W A1a B3d\n",
        "King X\nA1a\n\nKing\nW\n  \nKing W A1a B3d\r\n",
        "hello\nKing W\n[x\n{}\nKing W A1a B3d C2b\nA1a\nKing W A1a B3d",
    ] {
        let checked = check(&mut queries.clone(), text.as_bytes(), &coverage);
        checked.unwrap_or_else(|failure| panic!("{text:?}: {failure}"));
    }
}

#[test]
fn cuts_change_no_query() {
    let (rules, coverage) = (rules("kubikschach"), Coverage::default());
    let queries = Queries::new(&rules, queries::size(&rules));
    for_all(300, &(vec(queries::written(), 1..=4), changes()), |(written, changes)| {
        let text: String = written.iter().map(Written::text).collect();
        check(&mut queries.clone(), text.as_bytes(), &coverage)?;
        check(&mut queries.clone(), &changed(&text, &changes), &coverage)
    });
    coverage.at_least(400, "a good record");
    coverage.at_least(80, "a mistake");
}

/// Rules whose piece names have several words. Some names are the start or the end of another name.
const LONG_NAMES: &str = "
    [[piece]]
    name = 'High Priest'
    letter = 'P'
    moves = [{ leap = [0, 0, 1] }]
    [[piece]]
    name = 'High Priest Elder'
    letter = 'E'
    moves = [{ leap = [0, 1, 0] }]
    [[piece]]
    name = 'Old High Priest'
    letter = 'O'
    moves = [{ leap = [1, 0, 0] }]";

#[test]
fn cuts_change_no_name_of_several_words() {
    let (rules, coverage) = (open_rules("long", LONG_NAMES), Coverage::default());
    let queries = Queries::new(&rules, size(2));
    let names = ["High Priest", "High Priest Elder", "Old High Priest", "P", "High", "Old"];
    let parts = ["W", "b", "a1A", "b2B", "a3A", "{}", "Elder"];
    let part = select([&names[..], &parts].concat());
    let line = vec(part, 1..=4).prop_map(|parts| parts.join(" ") + "\n");
    let whole = |(name, start): (&str, &str)| format!("{name} W\n{start}\nb2B\n");
    let query = (select(names.to_vec()), select(vec!["a1A", "a3A"])).prop_map(whole);
    let texts = vec(prop_oneof![line, query], 1..=12).prop_map(|lines| lines.concat());
    for_all(300, &texts, |text| check(&mut queries.clone(), text.as_bytes(), &coverage));
    coverage.at_least(100, "a good record");
    coverage.at_least(200, "a mistake");
}

#[test]
fn the_longest_matching_name_is_the_piece() {
    let rules = open_rules("long", LONG_NAMES);
    let size = size(2);
    for (name, letter) in
        [("High Priest", "P"), ("High Priest Elder", "E"), ("Old High Priest", "O")]
    {
        let piece = notation::parse_piece(&rules, letter).expect("it is its letter");
        for text in [format!("{name} W a1A b2B"), format!("{name} W\na1A\nb2B\n")] {
            let query = notation::parse_query(&rules, size, &text);
            assert_eq!(query.map(|query| query.piece), Ok(piece), "{text:?}");
        }
    }
}

#[test]
fn cuts_change_no_ambiguous_board() {
    let (rules, coverage) = (rules("cube"), Coverage::default());
    let boards = Boards::new(&rules);
    for text in [
        "[#q,##],[##,K#]",
        "[#q,##],[##,K#] b\n[##,##],[##,##]",
        "[#q,##],[##,K#] b\r\n[##,##],[##,##]\r\n",
        "[#q,##],[##,K#][##,##],[##,##] w [##,##],[##,##] n=2 [##,##],[##,##]\n",
        "[#q,##],\n[##,K#]\n[[#q,##],[##,K#]]\n",
        "[#q,##],[##,K#],[##,##]\n[##,##],[##,##]\n",
        "[#q,##],[##,K#] x\n[##,##],[##,##]\n",
        "[#q,##],[##,K\n[##,##],[##,##]",
        "[#q,##],[##",
        "[#q,##]",
        "[",
        "#0\n\n",
        "\n \u{feff}\u{feff}[#q,##],[##,K#]\n",
        "n2[#_\n]",
        "np.array([[#q,\n##],[X",
        "#i\n\n~~~\nx\n```\n[#q,##],[##,K#]\n",
        "[[0,0],[0,0]],[[2,0],[0,0]]\n",
        // A row without its blanks is shorter than it looks.
        "[ ###] [###] [###]] [[###] [###] [###]] [[###] [###] [###]] ]\n",
        // A row whose bracket follows after the end of the record, or never.
        "[[B x\n{}\n]",
        // A letter before a bracket, which is no call.
        "\nX[##]\n [##]]\n",
        "[[\r\rB\r\r#~\0\n[\n[\n[[#qe",
        // An `n` that may or may not announce a size.
        "[#q,##],[##,K#] n \n[#q,##],[##,K#] n =2 [##,##],[##,##]\n#q\n##\n\n##\nn \n",
        "#q\n##\n\n##\nK#\n[#q,##],[##,K#]\n\n#q\n##\n\n##\nK#",
        // Arrays of any depth, sizes without `n=`, grids without empty lines, blanks beyond ASCII.
        "[\"#\",\"q\",\"#\",\"#\",\"#\",\"#\",\"K\",\"#\"]\n[#q####K#] b\n[[“#q##”],[“##K#”]]\n",
        "2, [#q,##],[##,K#]\n2\n#q\n##\n##\nK#\n3x\n2 \n",
        "#q\n##\n##\nK#\n#q\n##\n##\n\nK#\n[#q,\u{a0}##],\u{2003}[##,K#]\u{3000}w\n",
        "[[0#\n\n\"\u{49f}]][[\"#,]\n\"[#q,##],[##,K#]\"\n[[“#q”,“##”],[“##”,“K#”]]\n",
        "[#q\u{a0},##\u{2003}],[##\u{3000},K#]\n",
        "\u{a0}[#q,##],[##,K#]\n\u{a0}#q\u{3000}\n##\u{a0}\n\u{a0}\n\u{a0}##\nK#\u{2003}b\u{a0}\n2\u{a0}\n[#q,##],[##,K#]",
        "N\u{a0}=\u{a0}2,\u{3000}[#q,##],[##,K#]\u{a0}w\u{a0}-\u{a0}\n\u{a0}[\u{a0}[#q,##]\u{a0},[##,K#]]",
        "[#q,##],[##,X#]\n2x\n  \n[#q,##],[##,\u{a0}X#]\nN = 2, [#q,##],[##,K#]",
    ] {
        let checked = check(&mut boards.clone(), text.as_bytes(), &coverage);
        checked.unwrap_or_else(|failure| panic!("{text:?}: {failure}"));
    }
}

#[test]
fn a_board_is_complete_at_the_end_of_its_line() {
    let rules = rules("cube");
    for_all(20, &board_text::random_letters(2..=3), |letters| {
        for (name, write) in NOTATIONS {
            let text = write(&letters) + "\n";
            // A grid needs the line behind its last row, which may be a row too many.
            let line_behind = if name.starts_with("a grid") { "\n" } else { "" };
            let whole = format!("{text}{line_behind}");
            let next = Boards::new(&rules).next(whole.as_bytes(), false);
            let end = if let Next::Record { end, .. } = next { Some(end) } else { None };
            prop_assert!(end >= Some(text.len()), "{}: {:?}", name, text);
            let next = Boards::new(&rules).next(text.as_bytes(), false);
            prop_assert_eq!(matches!(next, Next::NeedMore), !line_behind.is_empty(), "{}", name);
        }
        Ok(())
    });
}

/// A board whose text arrives in two parts is known once its last line has ended.
#[test]
fn a_board_needs_no_text_after_its_last_line() {
    let rules = rules("cube");
    for text in ["[#q,##],[##,K#]\n", "[#q,##],\n[##,K#] w\n", "#q\n##\n##\nK# b\n"] {
        for cut in 1..text.len() {
            let mut boards = Boards::new(&rules);
            let first = boards.next(&text.as_bytes()[..cut], false);
            assert!(matches!(first, Next::NeedMore), "{text:?} up to {cut}: {first:?}");
            let next = boards.next(text.as_bytes(), false);
            assert!(matches!(next, Next::Record { result: Ok(_), .. }), "{text:?}: {next:?}");
        }
    }
}

#[test]
fn a_broken_character_after_a_row_counts_the_row_once() {
    let text = b"##\n#q\n##\t\xef\t\n\n";
    let checked = check(&mut Boards::new(&rules("cube")), text, &Coverage::default());
    checked.unwrap_or_else(|failure| panic!("{failure}"));
}

#[test]
fn a_line_of_one_character_beyond_ascii_is_a_mistake_at_once() {
    let (cube, puzzle) = (rules("cube"), rules("kubikschach"));
    let mut queries = Queries::new(&puzzle, queries::size(&puzzle));
    for text in [&b"\xc3\xa9\n"[..], b"\xff\n", b" \xe2\n", "é\n ".as_bytes()] {
        let is_record = |is: bool| assert!(is, "{:?}", text.escape_ascii().to_string());
        is_record(matches!(Boards::new(&cube).next(text, false), Next::Record { .. }));
        is_record(matches!(queries.next(text, false), Next::Record { .. }));
        queries.restart();
    }
}

#[test]
fn an_overlong_line_affects_no_other_record() {
    let (cube, puzzle) = (rules("cube"), rules("kubikschach"));
    let boards = Boards::new(&cube);
    let good = "[#q,##],[##,K#]\n";
    let (row, rows, blanks) = ("#".repeat(65_535), "#".repeat(150_000), " ".repeat(150_000));
    for bad in [
        &format!("[{row},x"),
        &rows,
        &format!("[{rows}]"),
        &format!("  {rows} {rows}"),
        &format!("[#q,##],[##,K#] {rows}"),
        &format!("[#q,##],[##,K#]] {rows}"),
        &format!("#q\n{rows}"),
        &format!("hello {rows}"),
        &format!("[#q,##],[##,K#] n{blanks}"),
        &format!("[#q,##],[##,K#]{blanks}x"),
        &format!("#q\n##\n\n##\nn{blanks}=2"),
    ] {
        let records = check_long(&boards, &format!("{good}{bad}\n{good}{good}"));
        assert_eq!(
            records.iter().map(Result::is_ok).collect::<Vec<_>>(),
            [true, false, true, true]
        );
    }
    let queries = Queries::new(&puzzle, queries::size(&puzzle));
    let good = "King W A1a B3d\n";
    for bad in [
        "W ".repeat(100_000),
        format!("King {}", "W".repeat(70_000)),
        format!("King W\nA1a\n{}", " ".repeat(70_000)),
    ] {
        let records = check_long(&queries, &format!("{good}{bad}\n{good}{good}"));
        assert_eq!(
            records.iter().map(Result::is_ok).collect::<Vec<_>>(),
            [true, false, true, true]
        );
    }
}

/// The number of blanks between levels is limited only by the length of a board, 4 MiB.
#[test]
fn levels_may_be_far_apart() {
    let rules = rules("cube");
    let boards = Boards::new(&rules);
    let blanks = [" ".repeat(150_000), "\n".repeat(150_000)].concat();
    for gap in [format!("{blanks},{blanks}"), format!(",{blanks}"), blanks] {
        let text = format!("[#q,##]{gap}[##,K#]\n[#q,##],[##,K#]\n");
        for lengths in [&[4096][..], &[200_000], &[150_000, 7]] {
            let records = read_portions(&mut boards.clone(), text.as_bytes(), lengths);
            assert_eq!(records.len(), 2);
            assert!(records[0].1.is_ok() && records[0].1 == records[1].1, "{lengths:?}");
        }
    }
}

/// Checks that a long text has the same records if it is cut into parts of a few fixed lengths.
fn check_long<R: Reader<Record: PartialEq + Debug> + Clone>(
    blank: &R,
    text: &str,
) -> Vec<Result<R::Record, Mistake>> {
    let text = text.as_bytes();
    let whole = read(&mut blank.clone(), text);
    for lengths in [&[4096][..], &[60_000, 1, 1, 7], &[131_072, 19, 65_536], &[200_000]] {
        let portions = read_portions(&mut blank.clone(), text, lengths);
        assert!(portions == whole, "in portions of {lengths:?}");
    }
    whole.into_iter().map(|(_, record)| record).collect()
}

#[test]
fn a_line_at_the_limit_is_accepted_and_a_longer_one_refused() {
    let puzzle = rules("kubikschach");
    for (start, end) in [
        ("King W A1a B3d", " "),
        ("King W A1a B3d", " junk"),
        ("King W A1a", " B3d"),
        ("King W\nA1a\nB3d", "\t"),
        ("King W\n", " "),
    ] {
        check_longest(&Queries::new(&puzzle, queries::size(&puzzle)), 65_536, start, end);
    }
}

#[test]
fn a_board_of_four_mebibytes_is_accepted_and_a_longer_one_refused() {
    let (rules, longest) = (rules("cube"), 1 << 22);
    for (start, end) in [("[#q,##],", "[##,K#]"), ("[#q,##],[##,K#]", " b"), ("#q\n##\n##\nK#", "")]
    {
        for surplus in [0, 1] {
            let blanks = longest + surplus - start.len() - end.len() - 1;
            let text = format!("{start}{}{end}\n", " ".repeat(blanks));
            let whole = read(&mut Boards::new(&rules), text.as_bytes());
            assert_eq!(whole[0].1.is_ok(), surplus == 0, "{start:?}");
            for lengths in [&[longest][..], &[longest - 1, 1, 1], &[1_000_000, 7]] {
                let portions = read_portions(&mut Boards::new(&rules), text.as_bytes(), lengths);
                assert!(portions == whole, "{start:?} in portions of {lengths:?}");
            }
        }
    }
}

/// Checks texts that consist of `start`, blanks and `end`, and have about `longest` bytes. Cutting
/// such a text must not change its records. A text of more than `longest` bytes must be an error,
/// and the last line needs no line end.
fn check_longest<R: Reader<Record: PartialEq + Debug> + Clone>(
    blank: &R,
    longest: usize,
    start: &str,
    end: &str,
) {
    let read = |text: &str| read(&mut blank.clone(), text.as_bytes());
    let is_good = read(&format!("{start}{end}\n"))[0].1.is_ok();
    for blanks in longest - start.len() - end.len() - 1..=longest + 2 {
        let text = format!("{start}{}{end}\n", " ".repeat(blanks));
        let whole = read(&text);
        for cut in longest..=longest + start.len() + end.len() {
            let portions = read_portions(&mut blank.clone(), text.as_bytes(), &[cut, text.len()]);
            assert!(portions == whole, "{start:?} {end:?} with {blanks} blanks, {cut} bytes of it");
        }
        if text.len() <= longest || blanks > longest {
            let expected = is_good && text.len() <= longest;
            assert_eq!(whole[0].1.is_ok(), expected, "{start:?} {end:?} with {blanks} blanks");
        }
        let line = text.trim_end_matches('\n');
        if line.len() <= longest {
            let found = read(line)[0].1.is_ok();
            assert_eq!(found, is_good, "{start:?} {end:?} with {blanks} blanks, no line end");
        }
    }
}

#[test]
fn an_overlong_text_does_not_affect_the_next_one() {
    let (cube, puzzle) = (rules("cube"), rules("kubikschach"));
    let mut boards = Boards::new(&cube);
    let good = boards.single(b"[#q,##],[##,K#]");
    assert!(good.is_ok());
    assert!(boards.single("#".repeat(200_000).as_bytes()).is_err());
    assert_eq!(boards.single(b"[#q,##],[##,K#]"), good);
    let mut queries = Queries::new(&puzzle, queries::size(&puzzle));
    let good = queries.single(b"King W A1a B3d");
    assert!(good.is_ok());
    assert!(queries.single("W ".repeat(100_000).as_bytes()).is_err());
    assert_eq!(queries.single(b"King W A1a B3d"), good);
}

/// Generates changes of a text, each as an index, the number of bytes removed there, and the bytes
/// inserted there.
fn changes() -> impl Strategy<Value = Vec<(Index, usize, Vec<u8>)>> {
    let tokens = ["", "[", "]", ",", "\"", " ", "\n", "n=", "K", "#", "é", "\u{1f600}", "9", "W"];
    let token = select(tokens.to_vec()).prop_map(|token| token.as_bytes().to_vec());
    vec((any::<Index>(), 0..3_usize, token), 0..=2)
}

fn changed(text: &str, changes: &[(Index, usize, Vec<u8>)]) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    for (index, removed, added) in changes {
        let start = index.index(bytes.len() + 1);
        let end = bytes.len().min(start + removed);
        bytes.splice(start..end, added.iter().copied());
    }
    bytes
}

/// Texts that may follow a board under every rule set.
const ENDS: [&str; 8] = ["\n", "\n", "\r\n", " b\n", " w\r\n", "\n\n", " \n", "\n"];
/// Texts that may follow a board under few rule sets, such as ` b w`, whose second letter tells
/// which king holds the other, or under none; and marks before the next line.
const OTHER_ENDS: [&str; 13] = [
    " b w\n",
    " w -\n",
    " x\n",
    ",\n",
    " ",
    "]\n",
    "\n> ",
    "\n- ",
    "\n```\n",
    "\n\n~~~\n",
    "\n(I)\n",
    "\nnp.array(",
    "\n\n#0\n",
];

/// Returns the text of up to five boards in random notations, each followed by random blanks or
/// line ends. Some boards have mistakes.
fn text(rules: &Rules, rng: &mut SplitMix64) -> Vec<u8> {
    let mut text = Vec::new();
    for _ in 0..=rng.below(5) {
        let letters = letters(rules, rng);
        let (_, write) = rng.pick(&NOTATIONS);
        let write = if rng.in_percent(60) { board_text::list } else { write };
        let mut record = write(&letters).into_bytes();
        let end = if rng.in_percent(20) { rng.pick(&OTHER_ENDS) } else { rng.pick(&ENDS) };
        record.extend_from_slice(end.as_bytes());
        if rng.in_percent(25) {
            damage(&mut record, rng);
        }
        text.extend(record);
    }
    let end = rng.below(3).min(text.len());
    text.truncate(text.len() - end);
    text
}

fn letters(rules: &Rules, rng: &mut SplitMix64) -> Letters {
    let edge = rules.size().map_or_else(|| rng.pick(&[2, 2, 3, 3, 4, 9]), Size::edge);
    let pieces: Vec<char> = rules.letters().map(|(letter, _)| letter).collect();
    let full = rng.pick(&[0, 5, 50]);
    let mut cell = || if rng.in_percent(full) { rng.pick(&pieces) } else { '#' };
    let mut row = || (0..edge).map(|_| cell()).collect::<String>();
    (0..edge).map(|_| (0..edge).map(|_| row()).collect()).collect()
}

fn damage(text: &mut Vec<u8>, rng: &mut SplitMix64) {
    let at = rng.below(text.len());
    let byte = rng.pick(b"[[]],,##KXk0 \n\r\0\xff\xc3{z");
    match rng.below(3) {
        0 => drop(text.remove(at)),
        1 => text.insert(at, byte),
        _ => text[at] = byte,
    }
}
