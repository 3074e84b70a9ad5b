//! Wrong options, which get the same words as the fields of JSON objects.

use std::process::{Command, Output};

use kubikschach::api::{Context, Fields, Limits, ask};
use kubikschach::control::Control;
use serde_json::Value;

/// Command lines with a mistake, the members of the JSON object that ask the same question, and the
/// error about both.
///
/// In the error, an option is written as its field (`in` for `--in`), and a JSON string without its
/// quotation marks.
const WRONG: &[(&str, &str, &str)] = &[
    ("path --size 1", r#""size":1"#, "expected a size from 2 to 64, but found 1"),
    ("path --size 65", r#""size":65"#, "expected a size from 2 to 64, but found 65"),
    ("path --size -3", r#""size":-3"#, "expected a size from 2 to 64, but found -3"),
    ("path --size 2.5", r#""size":2.5"#, "expected a size from 2 to 64, but found 2.5"),
    ("path --size 1e3", r#""size":1e3"#, "expected a size from 2 to 64, but found 1e3"),
    ("path --size large", r#""size":"large""#, "expected a size from 2 to 64, but found `large`"),
    (
        "path --size 99999999999999999999",
        r#""size":99999999999999999999"#,
        "expected a size from 2 to 64, but found 99999999999999999999",
    ),
    ("path --size 9", r#""size":9"#, "expected 8, the size of `kubikschach`, but found 9"),
    (
        "path --rules great-shatranj --size 5",
        r#""rules":"great-shatranj","size":5"#,
        "expected 6, the size of `great-shatranj`, but found 5",
    ),
    ("path --limit 3", r#""limit":3"#, "`limit` needs `all`"),
    (
        "path --all --limit -1",
        r#""all":true,"limit":-1"#,
        "expected a number of routes, at least 0, but found -1",
    ),
    (
        "path --all --limit 1.5",
        r#""all":true,"limit":1.5"#,
        "expected a number of routes, at least 0, but found 1.5",
    ),
    (
        "path --all --limit many",
        r#""all":true,"limit":"many""#,
        "expected a number of routes, at least 0, but found `many`",
    ),
    ("path --all --route", r#""all":true,"route":true"#, "`route` cannot be used with `all`"),
    ("path --safe", r#""safe":true"#, "`safe` needs `board`, whose pieces may attack the route"),
    (
        "path --board [",
        r#""board":"[""#,
        "expected a row of letters, but found the end of the input",
    ),
    (
        "path --board startt",
        r#""board":"startt""#,
        "expected a board in brackets or in rows, of the letters `KkQqRrBbNnPp#`, but found `s`",
    ),
    (
        "path --board [KQ,##],[##,##]",
        r#""board":"[KQ,##],[##,##]""#,
        "expected a row of 8 cells, because `kubikschach` is played on 8×8×8, but found 2",
    ),
    (
        "path --rules cube --board [K#,##],[##,#x]",
        r#""rules":"cube","board":"[K#,##],[##,#x]""#,
        "expected a letter of `KkQqRrBbNn#`, but found `x`",
    ),
    (
        "path --rules cube --size 4 --board [K#,##],[##,##]",
        r#""rules":"cube","size":4,"board":"[K#,##],[##,##]""#,
        "expected a row of 4 cells, because the size is set to 4, but found 2",
    ),
    ("mate --in 0", r#""in":0"#, "expected a number of moves from 1 to 99, but found 0"),
    ("mate --in 100", r#""in":100"#, "expected a number of moves from 1 to 99, but found 100"),
    ("mate --in -1", r#""in":-1"#, "expected a number of moves from 1 to 99, but found -1"),
    ("mate --in 1.5", r#""in":1.5"#, "expected a number of moves from 1 to 99, but found 1.5"),
    ("mate --in two", r#""in":"two""#, "expected a number of moves from 1 to 99, but found `two`"),
    (
        "mate --in 2 --memory 0",
        r#""in":2,"memory":0"#,
        "expected a size above zero and below 16777216T, such as `512M` or `1G`, but found `0`",
    ),
    (
        "mate --in 2 --memory -1",
        r#""in":2,"memory":-1"#,
        "expected a size above zero and below 16777216T, such as `512M` or `1G`, but found `-1`",
    ),
    (
        "mate --in 2 --memory 1.5",
        r#""in":2,"memory":1.5"#,
        "expected a size above zero and below 16777216T, such as `512M` or `1G`, but found `1.5`",
    ),
    (
        "mate --in 2 --memory 3X",
        r#""in":2,"memory":"3X""#,
        "expected a size above zero and below 16777216T, such as `512M` or `1G`, but found `3X`",
    ),
    (
        "mate --in 2 --memory 99999999T",
        r#""in":2,"memory":"99999999T""#,
        "expected a size above zero and below 16777216T, such as `512M` or `1G`, but found `99999999T`",
    ),
    ("mate --memory 1M", r#""memory":"1M""#, "`memory` needs `in`"),
    ("mate --set", r#""set":true"#, "`set` needs `in`"),
    ("mate --tries", r#""tries":true"#, "`tries` needs `in`"),
    ("mate --figurines", r#""figurines":true"#, "`figurines` needs `in`"),
    ("mate --try a1(I)-a2(I)", r#""try":"a1(I)-a2(I)""#, "`try` needs `in`"),
    (
        "mate --in 2 --try a1(I)-a2(I) --tries",
        r#""in":2,"try":"a1(I)-a2(I)","tries":true"#,
        "`tries` cannot be used with `try`",
    ),
    (
        "mate --in 2 --try a1(I)",
        r#""in":2,"try":"a1(I)""#,
        "expected a move such as `a1(I)-b2(II)`, but found `a1(I)`",
    ),
    (
        "mate --in 2 --try a1(I)-a2(I)",
        r#""in":2,"try":"a1(I)-a2(I)""#,
        "illegal move `a1(I)-a2(I)`: it leaves the king in check from the rook on a2(II) and the queen on b2(II)",
    ),
    ("mate --all", r#""all":true"#, "`all` needs `explain`"),
    (
        "mate --in 2 --explain --all",
        r#""in":2,"explain":true,"all":true"#,
        "`all` cannot be used with `in`",
    ),
    ("mate --side blak", r#""side":"blak""#, "expected a side (white or black), but found `blak`"),
    ("mate --side 7", r#""side":"7""#, "expected a side (white or black), but found `7`"),
    ("mate --size 1", r#""size":1"#, "expected a size from 2 to 64, but found 1"),
    (
        "mate --rules raumschach --size 4",
        r#""rules":"raumschach","size":4"#,
        "expected 5, the size of `raumschach`, but found 4",
    ),
    (
        "mate --rules kubikschach",
        r#""rules":"kubikschach""#,
        "the rule set `kubikschach` defines no check, so there is no verdict",
    ),
    (
        "moves King W A1",
        r#""piece":"King","color":"W","cell":"A1""#,
        "expected a cell such as `A1a` (up to `H8h`), but found `A1`",
    ),
    (
        "moves King G A1a",
        r#""piece":"King","color":"G","cell":"A1a""#,
        "expected a color (W or B), but found `G`",
    ),
    (
        "moves Kign W A1a",
        r#""piece":"Kign","color":"W","cell":"A1a""#,
        "expected a piece (King, Queen, Rook, Bishop, Knight, Pawn), but found `Kign`",
    ),
    (
        "moves King W A1a --board [K",
        r#""piece":"King","color":"W","cell":"A1a","board":"[K""#,
        "expected `]`, but found the end of the input",
    ),
    (
        "moves King W a1I --rules cube --board [##,##],[##,Q#]",
        r#""piece":"King","color":"W","cell":"a1I","rules":"cube","board":"[##,##],[##,Q#]""#,
        "expected a1(I) to be empty or hold a white King, but found a white Queen",
    ),
    (
        "graph Kign W",
        r#""piece":"Kign","color":"W""#,
        "expected a piece (King, Queen, Rook, Bishop, Knight, Pawn), but found `Kign`",
    ),
    (
        "graph King whit",
        r#""piece":"King","color":"whit""#,
        "expected a color (W or B), but found `whit`",
    ),
    (
        "graph King W --size 65",
        r#""piece":"King","color":"W","size":65"#,
        "expected a size from 2 to 64, but found 65",
    ),
    (
        "perft start --depth 13",
        r#""position":"start","depth":13"#,
        "expected a number of plies from 0 to 12, but found 13",
    ),
    (
        "perft start --depth -1",
        r#""position":"start","depth":-1"#,
        "expected a number of plies from 0 to 12, but found -1",
    ),
    (
        "perft start --depth deep",
        r#""position":"start","depth":"deep""#,
        "expected a number of plies from 0 to 12, but found `deep`",
    ),
    (
        "perft startt --depth 1",
        r#""position":"startt","depth":1"#,
        "expected a board in brackets or in rows, of the letters `KkGgWwEeNnMmHhPp#`, or a setup (`start`), but found `startt`",
    ),
    (
        "perft start --size 5 --depth 1",
        r#""position":"start","size":5,"depth":1"#,
        "expected 6, the size of `great-shatranj`, but found 5",
    ),
    (
        "play startt",
        r#""position":"startt""#,
        "expected a board in brackets or in rows, of the letters `KkGgWwEeNnMmHhPp#`, or a setup (`start`), but found `startt`",
    ),
    (
        "play start:side",
        r#""position":"start:side""#,
        "expected a board in brackets or in rows, of the letters `KkGgWwEeNnMmHhPp#`, or a setup (`start`), but found `start:side`",
    ),
    (
        "play start --size 5",
        r#""position":"start","size":5"#,
        "expected 6, the size of `great-shatranj`, but found 5",
    ),
    (
        "play start --moves=9",
        r#""position":"start","legal_moves":"9""#,
        "expected a cell such as `1a1` (up to `6f6`), but found `9`",
    ),
    (
        "play start --moves=4c4",
        r#""position":"start","legal_moves":"4c4""#,
        "no piece stands on 4c4",
    ),
    (
        "play [#q,##],[##,#k] --rules cube",
        r#""position":"[#q,##],[##,#k]","rules":"cube""#,
        "expected 1 white king, but found none",
    ),
    ("endgame KQx", r#""pieces":"KQx""#, "expected a letter of `KkQqRrBbNn`, but found `x`"),
    (
        "endgame KQQQQQQQQQQQk --size 3",
        r#""pieces":"KQQQQQQQQQQQk","size":3"#,
        "expected at most 10 men besides the kings, but found 11",
    ),
    (
        "endgame KQk --size 6000",
        r#""pieces":"KQk","size":6000"#,
        "expected a size from 2 to 64, but found 6000",
    ),
    ("endgame KQk --side black", r#""pieces":"KQk","side":"black""#, "`side` needs `at`"),
    (
        "endgame KQk --memory 3X",
        r#""pieces":"KQk","memory":"3X""#,
        "expected a size above zero and below 16777216T, such as `512M` or `1G`, but found `3X`",
    ),
    (
        "endgame KQk --memory 0",
        r#""pieces":"KQk","memory":0"#,
        "expected a size above zero and below 16777216T, such as `512M` or `1G`, but found `0`",
    ),
    (
        "endgame KQk --size 3 --memory 1K",
        r#""pieces":"KQk","size":3,"memory":"1K""#,
        "KQk on 3×3×3 needs about 28K of memory, but the limit is 1K",
    ),
    (
        "endgame KQk --rules great-shatranj",
        r#""pieces":"KQk","rules":"great-shatranj""#,
        "expected a letter of `KkGgWwEeNnMmHhPp`, but found `Q`",
    ),
    (
        "endgame KQk --at [##k,###,###]",
        r#""pieces":"KQk","at":"[##k,###,###]""#,
        "expected 3 levels, because the first row has 3 cells, but found 1",
    ),
    (
        "endgame KQk --at [k#,##],[##,NK]",
        r#""pieces":"KQk","at":"[k#,##],[##,NK]""#,
        "the kings attack each other",
    ),
];

/// Returns the record that a command reads besides its options, as arguments and as members of a
/// JSON object. Both are empty for commands other than `path` and `mate`.
fn record(command: &str) -> (&'static [&'static str], &'static str) {
    match command {
        "path" => (
            &["King", "W", "A1a", "A1b"],
            r#""piece":"King","color":"W","start":"A1a","finish":"A1b","#,
        ),
        "mate" => (&["[rq,##],[##,K#]"], r#""board":"[rq,##],[##,K#]","#),
        _ => (&[], ""),
    }
}

/// Writes each option in a message as the field of an object: `--in` as `` `in` ``.
fn as_fields(message: &str) -> String {
    let word = |word: &str| match word.strip_prefix("--") {
        Some(name) => match name.strip_suffix(',') {
            Some(name) => format!("`{name}`,"),
            None => format!("`{name}`"),
        },
        None => word.to_owned(),
    };
    message.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// Returns the error of the command line as JSON.
fn error_of_options(line: &str, record: &[&str]) -> Value {
    let program = env!("CARGO_BIN_EXE_kubikschach");
    let Output { status, stderr, .. } = Command::new(program)
        .args(line.split(' '))
        .args(record)
        .arg("--json")
        .output()
        .expect("it runs");
    assert_eq!(status.code(), Some(2), "{line}");
    serde_json::from_slice(&stderr).unwrap_or_else(|_| panic!("{line}: {stderr:?}"))
}

/// Returns the error about a JSON object as JSON.
fn error_of_object(command: &str, object: &str) -> Value {
    let fields = Fields::of_object(object).expect("an object");
    let (mut context, mut out) = (Context::new(Limits::NONE), Vec::new());
    let error = ask(command, &fields, &mut context, &Control::FREE, &mut out);
    let error = error.expect_err("the question has a mistake");
    serde_json::to_value(error).expect("it is JSON")
}

#[test]
fn options_and_fields_have_the_same_errors() {
    for (line, members, expected) in WRONG {
        let command = line.split(' ').next().unwrap_or_default();
        let (arguments, more) = record(command);
        let options = error_of_options(line, arguments);
        let object = error_of_object(command, &format!("{{{more}{members}}}"));
        let [of_object, of_options] =
            [&object, &options].map(|error| error["error"].as_str().unwrap_or_default());
        assert_eq!(of_object.replace("`\"", "`").replace("\"`", "`"), *expected, "{line}");
        assert_eq!(as_fields(of_options), *expected, "{line}");
        for part in ["field", "at"] {
            assert_eq!(options[part], object[part], "{part} of {line}");
        }
    }
}
