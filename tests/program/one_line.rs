//! Checks that control characters in input or file names never break a line of output or reach a
//! terminal unescaped.

use std::fs;
use std::io::Write;
use std::process::{Command, Output, Stdio};

const INVISIBLE: [char; 10] =
    ['\0', '\n', '\r', '\u{1b}', '\u{7f}', '\u{85}', '\u{9b}', '\u{2028}', '\u{202e}', '\u{2066}'];

fn run(arguments: &[&str], input: &str) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_kubikschach"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = program.stdin.take().expect("it is piped");
    stdin.write_all(input.as_bytes()).expect("the program reads on");
    drop(stdin);
    program.wait_with_output().expect("the program ends")
}

#[track_caller]
fn check(what: &str, text: &[u8], lines: Option<usize>) {
    let text = str::from_utf8(text).unwrap_or_else(|error| panic!("{what}: {error}"));
    let found = text.chars().find(|letter| *letter != '\n' && INVISIBLE.contains(letter));
    assert_eq!(found, None, "{what}: {text:?}");
    if let Some(lines) = lines {
        assert_eq!(text.lines().count(), lines, "{what}: {text:?}");
    }
}

fn escaped(letter: char) -> String {
    format!("\\u{:04x}", u32::from(letter))
}

#[test]
fn an_answer_is_one_line_whatever_its_fields_are() {
    let queries = [("piece", "King"), ("color", "W"), ("start", "A1a"), ("finish", "A1b")];
    let boards = [("board", "[#q,##],[##,K#]"), ("side", "w")];
    for (command, fields) in [("path", &queries[..]), ("mate", &boards[..])] {
        let mut records = String::new();
        for bad in 0..=fields.len() {
            for letter in INVISIBLE {
                let field = |nth: usize| {
                    let (name, value) = fields[nth];
                    let more = if nth == bad { escaped(letter) } else { String::new() };
                    format!("\"{name}\":\"{value}{more}x\"").replace(&format!("{value}x"), value)
                };
                let fields: Vec<String> = (0..fields.len()).map(field).collect();
                let id = escaped(letter);
                let record = format!("{{\"id\":[\t\"{id}\", 1 ],{}}}\n", fields.join(","));
                records.push_str(&record);
            }
        }
        for letter in INVISIBLE.into_iter().filter(|letter| *letter != '\n') {
            records.extend(["x", &letter.to_string(), "y and four more words\n"]);
        }
        let count = (fields.len() + 2) * INVISIBLE.len() - 1;
        for options in [&["-k"][..], &["-k", "--json"]] {
            let output = run(&[&[command], options].concat(), &records);
            check(&format!("{command} {options:?}"), &output.stdout, Some(count));
            check(&format!("{command} {options:?}"), &output.stderr, Some(0));
        }
        for record in records.lines() {
            check(record, &run(&[command], record).stderr, None);
        }
    }
}

#[test]
fn names_of_files_cases_and_rules_are_escaped() {
    let folder = crate::folder();
    for letter in INVISIBLE.into_iter().filter(|letter| *letter != '\0') {
        let shown = format!("{letter:?}");
        let file = folder.path().join(format!("a{letter}b"));
        let name = file.to_str().expect("it is UTF-8");
        check(&shown, &run(&["path", "-k", "-f", name], "").stdout, Some(1));
        check(&shown, &run(&["path", "-f", name], "").stderr, Some(1));
        fs::write(&file, "x\n").expect("the file can be written");
        for options in [&["-k"][..], &["-k", "--json"]] {
            let output = run(&[&["path", "-f", name], options].concat(), "");
            check(&shown, &output.stdout, Some(1));
        }
        let case = format!(
            "[[case]]\nrules = \"cube\"\nname = \"a{}\"\ninput = \"[rq,##],[##,K#]\"\nexpected = true\n",
            escaped(letter)
        );
        fs::write(&file, case).expect("the file can be written");
        check(&shown, &run(&["replay", name], "").stdout, Some(2));
        check(&shown, &run(&["replay", "--json", name], "").stdout, Some(1));
        let rules = String::from_utf8(run(&["rules", "show", "cube"], "").stdout).expect("UTF-8");
        for key in ["name = \"cube", "title = \"", "name = \"Queen"] {
            let changed = rules.replacen(key, &format!("{key}{}", escaped(letter)), 1);
            assert_ne!(changed, rules, "the document has `{key}`");
            fs::write(&file, changed).expect("the file can be written");
            let output = run(&["rules", "check", name], "");
            check(&shown, &output.stdout, None);
            check(&shown, &output.stderr, None);
            assert_eq!(output.status.code(), Some(2), "{key}{shown} is a mistake");
        }
    }
}

#[test]
fn arguments_are_escaped() {
    for letter in INVISIBLE.into_iter().filter(|letter| *letter != '\0') {
        let bad = format!("x{letter}y");
        let option = format!("--{bad}");
        for arguments in [
            &[bad.as_str()][..],
            &["mate", "--side", &bad],
            &["mate", &option],
            &["path", "--all", "--limit", &bad],
            &["perft", "start", "-d", &bad],
            &["completions", &bad],
            &["--color", &bad, "replay"],
        ] {
            let output = run(arguments, "");
            check(&format!("{arguments:?}"), &output.stderr, None);
            assert_eq!(output.status.code(), Some(2), "{arguments:?}");
            let output = run(&[&["--json"], arguments].concat(), "");
            check(&format!("{arguments:?}"), &output.stderr, Some(1));
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn file_names_that_are_not_utf_8_work() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
    let folder = crate::folder();
    let name = OsStr::from_bytes(b"\xff.txt");
    let path = || {
        let mut program = Command::new(env!("CARGO_BIN_EXE_kubikschach"));
        program.current_dir(&folder).args(["path", "-f"]).arg(name).stdin(Stdio::null());
        program.output().expect("the program ends")
    };
    check("no such file", &path().stderr, Some(1));
    fs::write(folder.path().join(name), "King W A1a B3d\n").expect("the file can be written");
    check("the file", &path().stderr, Some(0));
    assert_eq!(path().stdout, b"3\n");
}

/// Separate code, without the general serializer, writes the JSON of an answer that is only a
/// number of moves.
#[test]
fn an_object_is_the_same_if_a_reason_is_asked_for_but_not_needed() {
    let mut queries = String::new();
    for piece in ["King", "Queen", "Rook", "Knight"] {
        for color in ["W", "B"] {
            for finish in ["A1a", "H8h", "C4e", "B3d"] {
                queries.extend([piece, " ", color, " C4e ", finish, "\n"]);
            }
        }
    }
    let [plain, with_reason] = [&["path", "--json"][..], &["path", "--json", "--why"]]
        .map(|arguments| String::from_utf8(run(arguments, &queries).stdout).expect("UTF-8"));
    assert_eq!(plain.lines().count(), queries.lines().count());
    assert_eq!(plain, with_reason);
}
