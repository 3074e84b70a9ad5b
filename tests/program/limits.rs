//! Checks the limits that `docs/limits.md` states: input over a limit is refused with a clear
//! error, and input within the limits needs no more memory than stated.

use std::fs;
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::crowded::crowded;
use crate::folder;

/// Runs a bash script, which may call `kubikschach`, and returns its standard output followed by
/// its standard error.
fn shell(folder: &TempDir, script: &str) -> String {
    let program = env!("CARGO_BIN_EXE_kubikschach");
    let script = format!("kubikschach() {{ '{program}' \"$@\"; }}\n{script}");
    let output = Command::new("bash")
        .args(["-c", &script])
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .output()
        .expect("there is a shell");
    let text = [output.stdout, output.stderr].concat();
    String::from_utf8(text).expect("answers are text")
}

fn many_kings(option: &str) -> String {
    let rows = ["KKKKK"; 13].into_iter().chain(["#####"; 12]).collect::<Vec<_>>();
    let levels: Vec<_> = rows.chunks(5).map(|rows| format!("[{}]", rows.join(","))).collect();
    format!("mate --force {option} '{}'", levels.join(","))
}

#[test]
fn values_over_a_limit_are_refused() {
    let folder = folder();
    for (command, expected) in [
        ("path --rules cube --size 65 K W a1I a1I", "expected a size from 2 to 64"),
        ("mate n=65,[", "expected a size of at most 64 (a limit of this program"),
        ("mate n=999999999,[", "expected a size of at most 64 (a limit of this program"),
        ("judge path -j 257 -- true", "expected a number from 1 to 256"),
        ("mate --in 100 '[##,##],[##,K#]'", "expected a number of moves from 1 to 99"),
        ("endgame KQk --size 40 --memory 1M", "of memory, but the limit is 1M"),
        ("endgame KQRBNk --size 64", "expected a board of at most 40 cells per edge"),
        ("endgame KQRBNkqrbn --size 2", "expected at most 8 men, one on each cell, but found 10"),
        ("endgame KQQQQQQQQQQQk --size 3", "expected at most 10 men besides the kings"),
        ("endgame KPPPPPkppppp --rules raumschach", "needs more memory than any machine has"),
        ("endgame KQQQQQQQQQQk --size 40", "needs more memory than any machine has"),
        ("perft start -d 13", "expected a number of plies from 0 to 12"),
        ("perft start -d 99999999999999999999", "expected a number of plies"),
        ("generate mate --size 65535", "expected a size from 2 to 64"),
        (
            "import --rules kubikschach --size 5 -",
            "--size: expected 8, the size of `kubikschach`, but found 5",
        ),
        (
            &many_kings("--explain"),
            "expected at most 64 white kings, because reasons are given for each, but found 65",
        ),
        (
            &many_kings("--svg -"),
            "expected at most 64 white kings, because reasons are given for each, but found 65",
        ),
    ] {
        let told = shell(&folder, &format!("kubikschach {command}; echo \"status $?\""));
        assert!(told.contains(expected), "{command}: {told}");
        assert!(told.contains("status 2"), "{command}: {told}");
    }
}

/// Each list has one element more than its limit.
#[test]
fn long_lists_are_refused() {
    let folder = folder();
    let many = |count: usize, element: fn(usize) -> String, between: &str| {
        (0..=count).map(element).collect::<Vec<_>>().join(between)
    };
    let object = many(100_000, |nth| format!("\"{nth}\":1"), ",");
    let tags = many(10_000, |nth| format!("[T{nth} \"x\"]"), "\n");
    let moves = many(100_000, |_| "2a2-2a3".to_owned(), " ");
    let cases = many(100_000, |_| "[[case]]\ninput = ''\nexpected = 1\n".to_owned(), "");
    let setups = many(10_000, |nth| format!("s{nth} = ''"), "\n");
    let setups = format!("{GHOSTS}{setups}");
    for (text, command, expected) in [
        (format!("{{{object}}}"), "path - < list", "at most 100000 fields, but found one more"),
        (tags, "play raumschach -f list", "at most 10000 tags, but found one more"),
        (moves, "play raumschach -f list", "at most 100000 words of moves, but found one more"),
        (cases, "replay list", "at most 100000 cases, but found 100001"),
        (setups, "rules check list", "at most 10000 setups, but found 10001"),
        (leaps(10_001), "rules check list", "at most 10000 moves, but found 10001"),
    ] {
        fs::write(folder.path().join("list"), text).expect("there is room");
        let told = shell(&folder, &format!("kubikschach {command}; echo \"status $?\""));
        let front = told.get(..500).unwrap_or(&told);
        assert!(told.contains(expected) && told.contains("status 2"), "{command}: {front}");
    }
}

#[test]
fn searches_stay_within_their_memory_limit() {
    let folder = folder();
    let board =
        "[####,####,####,k###],[##b#,####,####,####],[####,####,####,####],[##N#,##Q#,####,K###]";
    let script = format!("ulimit -v 110000; kubikschach mate --in 3 --memory 1M '{board}'");
    assert!(shell(&folder, &script).starts_with('3'), "{script}");
    let script = "ulimit -v 110000; kubikschach endgame KQk --size 5 --memory 16M -j 1 | head -n 3";
    assert!(shell(&folder, script).contains("1217768 won by White"), "{script}");
}

#[test]
fn a_path_that_takes_too_long_fails_alone() {
    let folder = folder();
    let board = crowded();
    let queries = "King W e5IV a1IX\\nKing W e5IV e5IV\\n";
    let script =
        format!("printf '{queries}' | kubikschach path --rules cube --board '{board}' --safe -k");
    let told = shell(&folder, &script);
    let lines: Vec<&str> = told.lines().collect();
    assert!(lines[0].starts_with("error: line 1, column 1: too many positions"), "{told}");
    assert_eq!(lines[1], "0");
}

#[test]
fn rejected_boards_free_their_memory() {
    let folder = folder();
    let script = "ulimit -v 200000; \
                  for i in $(seq 300); do echo 'n=64,[x'; done | kubikschach mate -k";
    let told = shell(&folder, script);
    let mistakes = told.matches("but found `x`").count();
    assert_eq!(mistakes, 300, "{}", &told[..told.len().min(300)]);
}

#[test]
fn stress_accepts_a_duration_that_no_clock_reaches() {
    let told = shell(&folder(), "kubikschach stress path --for 1e19 -- true; echo \"status $?\"");
    assert!(told.contains("status 1"), "{told}");
}

#[test]
fn a_move_of_80000_letters_is_an_error() {
    let board = "[k##,###,###],[###,###,###],[###,###,##K]";
    let word = "yes x | head -n 80000 | tr -d '\\n'";
    let script = &format!("{word} | kubikschach play --rules cube '{board}' -f -");
    let told = shell(&folder(), script);
    assert!(told.contains("expected"), "{}", &told[..told.len().min(300)]);
}

#[test]
fn a_query_of_300_megabytes_is_refused_in_little_memory() {
    let folder = folder();
    let script = "ulimit -v 110000; head -c 300000000 /dev/zero | tr '\\0' 'x' | kubikschach path";
    let told = shell(&folder, script);
    let expected = "line 1, column 1: expected a line of at most 65536 bytes, but found more";
    assert!(told.contains(expected), "{}", &told[..told.len().min(300)]);
}

#[test]
fn an_endless_document_is_refused_in_little_memory() {
    for command in [
        "rules check /dev/zero",
        "rules check - < /dev/zero",
        "replay /dev/zero",
        "judge /dev/zero -- true",
        "audit /dev/zero",
        "export /dev/zero --dir cases",
        "import /dev/zero",
        "play start -f /dev/zero",
        "path --rules /dev/zero King W A1a A1a",
    ] {
        let script = format!("ulimit -v 200000; kubikschach {command}; echo \"status $?\"");
        let told = shell(&folder(), &script);
        let expected = ": the text is longer than 16777216 bytes\n";
        assert!(told.contains(expected), "{command}: {told}");
        assert!(told.starts_with("status 2"), "{command}: {told}");
    }
}

/// The parser of TOML takes 150 times as much memory as the text, so rule documents must be shorter
/// than other texts.
#[test]
fn a_rule_document_of_10_megabytes_is_refused_in_little_memory() {
    let script = "ulimit -v 200000; { printf 'cells = ['; yes 1, | head -c 15000000 | tr -d '\\n'; } | \
                  kubikschach rules check -; echo \"status $?\"";
    let told = shell(&folder(), script);
    let expected =
        "line 1, column 1: expected a document of at most 2097152 bytes, but found 10000009";
    assert!(told.contains(expected), "{}", &told[..told.len().min(300)]);
    assert!(told.starts_with("status 2"), "{}", &told[..told.len().min(300)]);
}

/// Beginning of a rule document, up to its setup. Its ghosts have many moves and give no check.
const GHOSTS: &str = r#"
name = "ghosts"
size = 64
cells = [
    { axis = "file", numeral = "a" },
    { axis = "rank", numeral = "1" },
    { axis = "level", numeral = "A" },
]
verdict = { white_kings = [1, 1], black_kings = [1, 1] }
[[piece]]
name = "King"
letter = "K"
royal = true
moves = [{ leap = [1, 0, 0] }]
[[piece]]
name = "Ghost"
letter = "G"
moves = [{ ride = [1, 0, 0], when = "move" }, { ride = [1, 1, 1], when = "move" }]
[setups]
"#;

/// Returns a rule document of an open size whose king has this many leaps.
pub(crate) fn leaps(count: usize) -> String {
    let part = |nth: usize| nth % 31 + 1;
    let leap = |nth| {
        let [file, rank, level] = [part(nth), part(nth / 31), part(nth / 31 / 31)];
        format!("{{leap = [{file}, {rank}, -{level}], symmetry = 'planar'}}")
    };
    let leaps = (0..count).map(leap).collect::<Vec<_>>().join(",");
    let document = GHOSTS.replace("size = 64", "size = 'open'").replace("[setups]", "");
    document.replace("{ leap = [1, 0, 0] }", &leaps)
}

/// Returns a rule document with a board on which the 1000 plies of `rules check` take over 2 s.
pub(crate) fn ghosts() -> String {
    let level = |king: &str| {
        let rows = vec!["G###############".repeat(4); 63].join(",");
        format!("[{king}{},{rows}]", "#".repeat(64 - king.len()))
    };
    let (first, level, last) = (level("k"), vec![level(""); 62].join(","), level("K"));
    format!("{GHOSTS}start = '{first},{level},{last}'\n")
}

#[test]
fn random_play_of_huge_boards_ends_in_time_and_says_so() {
    let folder = folder();
    fs::write(folder.path().join("ghosts.toml"), ghosts()).expect("there is room");
    let told = shell(&folder, "kubikschach rules check ghosts.toml");
    let plies = told.strip_prefix("ghosts.toml: no mistakes; 2 pieces; ");
    let plies = plies.and_then(|rest| rest.strip_suffix(" played in 2 s\n"));
    let plies = plies.unwrap_or_else(|| panic!("{}", &told[..told.len().min(300)]));
    let number: u64 = plies.split(' ').next().and_then(|number| number.parse().ok()).expect(plies);
    assert!((1..1000).contains(&number), "{number}");
}

#[test]
fn an_endless_object_is_refused_in_little_memory() {
    let script =
        "ulimit -v 600000; { printf '{\"board\":\"'; tr '\\0' x < /dev/zero; } | kubikschach mate";
    let told = shell(&folder(), script);
    let expected = "line 1, column 1: expected a line of at most 134217728 bytes, but found more";
    assert!(told.contains(expected), "{}", &told[..told.len().min(300)]);
}

#[test]
fn routes_are_written_as_they_are_found() {
    for json in ["", "--json"] {
        let script = format!(
            "ulimit -v 110000; kubikschach path --all {json} --rules cube --size 32 N W a1I af32XXXII | \
             head -c 3000000 | wc -c"
        );
        assert_eq!(shell(&folder(), &script).trim(), "3000000", "{json}");
    }
}

/// `ulimit` leaves memory for only some of 256 threads, of which glibc aborts the program.
#[test]
fn an_endgame_is_solved_by_a_thread_for_each_core() {
    let script = "ulimit -v 400000; kubikschach endgame KQk --size 3 -j 256";
    let told = shell(&folder(), script);
    assert!(told.starts_with("KQk on 3×3×3"), "{told}");
}

#[test]
fn long_words_are_shortened_in_messages() {
    let folder = folder();
    let word = "x".repeat(100_000);
    let digits = "9".repeat(100_000);
    fs::write(folder.path().join("word"), &word).expect("there is room");
    fs::write(folder.path().join("digits"), &digits).expect("there is room");
    let case = format!("[[case]]\nname = 'x'\nrules = '{word}'\ninput = 'x'\nexpected = 1\n");
    fs::write(folder.path().join("rules.toml"), case).expect("there is room");
    fs::write(folder.path().join("size.toml"), format!("size = {digits}\n"))
        .expect("there is room");
    let object = format!("{{\"size\":{digits},\"rules\":\"{word}\"}}\n");
    fs::write(folder.path().join("object"), object).expect("there is room");
    for command in [
        "\"$word\"",
        "\"--$word\"",
        "--color \"$word\" path",
        "path --size \"$digits\" King",
        "path --rules \"$word\" King",
        "path --rules \"cube:$word\" King",
        "path \"$word\" W A1a A1a",
        "path King W A1a \"$word\"",
        "path -f \"$word\"",
        "path -f object",
        "path -k -f object",
        "mate -f object",
        "mate --in \"$digits\" '[##,##],[##,K#]'",
        "mate \"n=$digits,[\"",
        "moves King W D4d --svg \"$word\"",
        "play \"start:$word\"",
        "play start \"$word\"",
        "endgame \"$word\"",
        "judge path \"$word\"",
        "judge path -- \"$word\"",
        "judge path --only \"$word\" -- true",
        "judge path --time-limit \"$digits\" -- true",
        "replay rules.toml",
        "replay size.toml",
        "rules show \"$word\"",
        "rules check size.toml",
        "import word",
        "export \"$word\" --dir cases",
        "generate path --distance \"$digits\"",
    ] {
        for json in ["", "--json"] {
            let script = format!(
                "word=$(cat word) digits=$(cat digits); kubikschach {json} {command}; echo \"status $?\""
            );
            let told = shell(&folder, &script);
            let front = told.get(..300).unwrap_or(&told);
            assert!(told.contains("status 2") || command.contains("-k"), "{command}: {front}");
            assert!(told.len() < 8000, "{json} {command}: {} bytes, {front}", told.len());
        }
    }
}

/// A page that cannot be written whole keeps the previous one, and the error names the page.
#[test]
fn a_full_disk_keeps_the_previous_manual() {
    let folder = folder();
    let script = "kubikschach man --dir man; cp -r man before; ulimit -f 1; trap '' XFSZ; \
                  kubikschach man --dir man; echo \"status $?\"; \
                  diff -r man before && ls -A; kubikschach man --dir new; ls -A new";
    let told = shell(&folder, script);
    assert!(told.starts_with("status 2\nbefore\nman\n"), "{told}");
    for dir in ["man", "new"] {
        let expected = format!("error: {dir}/kubikschach.1: File too large");
        assert!(told.contains(&expected), "{told}");
    }
}

/// An unfinished picture must not replace the previous one.
#[test]
fn a_full_disk_keeps_the_previous_picture() {
    let folder = folder();
    let script = "kubikschach moves King W D4d --svg board.svg > shown; cp board.svg before.svg; \
                  ulimit -f 4; trap '' XFSZ; \
                  kubikschach moves Queen W D4d --svg board.svg; echo \"status $?\"; \
                  cmp board.svg before.svg && ls -A";
    let told = shell(&folder, script);
    assert!(told.contains("status 2\nbefore.svg\nboard.svg\nshown\n"), "{told}");
    assert!(told.contains("error: board.svg: File too large"), "{told}");
    let told = shell(&folder, "kubikschach moves Queen W D4d --svg /dev/full; ls -l /dev/full");
    assert!(told.starts_with('c') && told.contains("error: /dev/full: No space left"), "{told}");
}
