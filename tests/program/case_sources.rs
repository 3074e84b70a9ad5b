//! Checks every kind of source with the cases that `import` finds in it, and hostile archives.

use std::fs;
use std::io::{Cursor, Write};
use std::path::Path;
use std::process::Command;

use kubikschach::cli::fuzzing;
use rawzip::path::EntryPath;
use rawzip::{CompressionMethod, ZipArchiveWriter};
use serde_json::Value;

use crate::folder;

/// Files, the pairs among them as `NAME (KIND): INPUT + ANSWER`, and the other files with the
/// missing partner.
const LAYOUTS: &[(&[&str], &[&str], &[&str])] = &[
    (&["2.in", "10.in", "2.out", "10.out"], &["2: 2.in + 2.out", "10: 10.in + 10.out"], &[]),
    (&["a.in", "a.ans", "b.in"], &["a: a.in + a.ans"], &["b.in lacks b.out"]),
    (
        &["data/sample/1.in", "data/sample/1.ans", "data/secret/1.in", "data/secret/1.ans"],
        &[
            "1 (sample): data/sample/1.in + data/sample/1.ans",
            "1 (secret): data/secret/1.in + data/secret/1.ans",
        ],
        &[],
    ),
    (
        &["in/b.txt", "out/b.txt", "out/c.txt"],
        &["b: in/b.txt + out/b.txt"],
        &["out/c.txt lacks in/c.txt"],
    ),
    (&["in/b", "out/b"], &["b: in/b + out/b"], &[]),
    (
        &["x/input/input00.txt", "x/output/output00.txt"],
        &["00: x/input/input00.txt + x/output/output00.txt"],
        &[],
    ),
    (&["input/7.txt", "output/7.txt"], &["7: input/7.txt + output/7.txt"], &[]),
    (
        &["test/sample-1.in", "test/sample-1.out"],
        &["sample-1: test/sample-1.in + test/sample-1.out"],
        &[],
    ),
    (&["01", "01.a", "02.a"], &["01: 01 + 01.a"], &["02.a"]),
    (
        &["input1.txt", "output1.txt", "output2.txt"],
        &["1: input1.txt + output1.txt"],
        &["output2.txt lacks input2.txt"],
    ),
    (&["A.INP", "A.OUT", "B.In", "B.oUT"], &["A: A.INP + A.OUT", "B: B.In + B.oUT"], &[]),
    (&["a/1.in", "b/1.out"], &[], &["a/1.in lacks a/1.out", "b/1.out lacks b/1.in"]),
    (&["1.in", "1.out", "1.ans"], &["1: 1.in + 1.out"], &["1.ans lacks 1.in"]),
    (&["a.in", "A.out"], &[], &["A.out lacks A.in", "a.in lacks a.out"]),
    (&["readme.md", ".in", "in"], &[], &["in", "readme.md"]),
];

#[test]
fn files_are_paired_by_the_layouts_of_other_programs() {
    for (files, pairs, others) in LAYOUTS {
        let folder = folder();
        for name in *files {
            write(folder.path(), name, "x");
        }
        let mut expected = Vec::new();
        for (nth, pair) in pairs.iter().enumerate() {
            let (name, files) = pair.split_once(": ").expect("a pair has a name");
            let (input, answer) = files.split_once(" + ").expect("a pair has two files");
            // Each pair has an answer of its own, so that no two pairs can exchange their files.
            write(folder.path(), input, &format!("King W A1a A{}a", nth + 2));
            write(folder.path(), answer, &nth.to_string());
            expected.push(format!("{name} kubikschach: King W A1a A{}a = {nth}", nth + 2));
        }
        let (cases, messages) = imported(folder.path(), ".");
        assert_eq!(cases, expected, "{files:?}: {messages:?}");
        let unused: Vec<String> = others
            .iter()
            .map(|other| match other.split_once(" lacks ") {
                Some((file, missing)) => format!("./{file}: not used: there is no ./{missing}"),
                None => format!("./{other}: not used"),
            })
            .collect();
        let found: Vec<&String> =
            messages.iter().filter(|message| message.contains(": not used")).collect();
        assert_eq!(found, unused.iter().collect::<Vec<_>>(), "{files:?}");
    }
}

/// Texts, and the cases in them, each as `NAME (KIND) RULES: INPUT = ANSWER`, or the error.
const TEXTS: &[(&str, &[&str])] = &[
    (
        r#"[{"name":"a","kind":"k","rules":"cube","size":5,"input":"Queen W a1I e5V","expected":1}]"#,
        &["a (k) cube 5: Queen W a1I e5V = 1"],
    ),
    (
        "{\"input\":\"King W A1a B3d\",\"expected\":3}\n{\"input\":\"[#q,##],[##,K#]\",\"expected\":false}",
        &["path 1 kubikschach: King W A1a B3d = 3", "mate 2 cube: [#q,##],[##,K#] = false"],
    ),
    (
        r#"{"name":"P","tests":[{"input":"King W\nA1a\nB3d\n","output":"3\n"}],"input":{"type":"stdin"},"output":{"type":"stdout"}}"#,
        &["path 1 kubikschach: King W A1a B3d = 3"],
    ),
    (r#"[{"input":"King W A1a B3d","output":"3"}]"#, &["path 1 kubikschach: King W A1a B3d = 3"]),
    (
        r#"[{"input":{"piece":"King","color":"W","start":"A1a","finish":"B3d"},"output":3}]"#,
        &["path 1 kubikschach: King W A1a B3d = 3"],
    ),
    (
        r#"{"data":{"testCases":[{"title":{"1":"Un","2":"One"},"testIn":"King W A1a B3d","testOut":"3","isTest":true,"isValidator":false},
        {"title":"Two","testIn":"n=2, [#q,##],[##,K#]","testOut":"False","isTest":false,"isValidator":true},
        {"testIn":"King W A1a A1a","testOut":"0","isTest":true,"isValidator":true}]}}"#,
        &[
            "One (test) kubikschach: King W A1a B3d = 3",
            "Two (validator) cube: n=2, [#q,##],[##,K#] = false",
            "path 3 (test, validator) kubikschach: King W A1a A1a = 0",
        ],
    ),
    (
        "[{\"input\":\"King W A1a B3d\",\"output\":\"3\"},\n{\"input\":\"King W A1a B9d\",\"output\":\"3\"}]",
        &[
            "path 1 kubikschach: King W A1a B3d = 3",
            "text, line 2, column 22: expected a cell such as `A1a` (up to `H8h`), but found `B9d`",
        ],
    ),
    (
        "[{\"input\":\"King W A1a B3d\",\n\"output\":\"far\"}]",
        &["text, line 2, column 10: expected a number of moves or -1, but found `far`"],
    ),
    (
        r#"[{"rules":"cube","size":"x","input":"Queen W a1I e5V","expected":1}]"#,
        &["text, line 1, column 25: expected the number of cells along an edge"],
    ),
    (
        "case = [{ input = 'King W A1a B3d', expected = 3 }]",
        &["path 1 kubikschach: King W A1a B3d = 3"],
    ),
    (
        "# A post\n\n1. x\n\n````toml\n[[case]]\ninput = 'King W A1a B3d'\nexpected = 3\n````\n\n[[case]]\n",
        &["path 1 kubikschach: King W A1a B3d = 3"],
    ),
];

#[test]
fn cases_are_read_from_json_and_from_case_files() {
    for (text, expected) in TEXTS {
        let folder = folder();
        write(folder.path(), "text", text);
        assert_eq!(all_of(imported(folder.path(), "text")), *expected, "{text}");
    }
}

#[test]
fn archives_are_read_in_memory() {
    let (input, bomb) = ("King W A1a B3d", " ".repeat(20 << 20));
    let good = archive(&[("t/1.in", input), ("t/1.out", "3"), ("t/", ""), ("__MACOSX/1.in", "x")]);
    for (bytes, expected) in [
        (good.clone(), "1 kubikschach: King W A1a B3d = 3"),
        (
            archive(&[("1.in", &bomb), ("1.out", "3")]),
            "z.zip/1.in: the files have more than 16777216 bytes in sum",
        ),
        (
            archive(&[("../1.in", input), ("1.out", "3")]),
            "z.zip: a file name in the archive is absolute or leads out of its folder",
        ),
        (
            archive(&[("/1.in", input)]),
            "z.zip: a file name in the archive is absolute or leads out of its folder",
        ),
        (
            archive(&[("1.in", input), ("1.in", input), ("1.out", "3")]),
            "z.zip: the archive has `1.in` twice",
        ),
        (with_flags(&good, 1), "z.zip/t/1.in: the file is encrypted"),
        (
            good[..good.len() - 30].to_vec(),
            "z.zip: the archive is broken: Missing end of central directory",
        ),
    ] {
        let folder = folder();
        fs::write(folder.path().join("z.zip"), bytes).expect("the folder can be written to");
        assert_eq!(all_of(imported(folder.path(), "z.zip")), [expected]);
    }
}

#[test]
fn broken_archives_give_errors_and_no_panic() {
    let good = archive(&[("1.in", "King W A1a B3d"), ("1.out", "3"), ("2.in", "x")]);
    let mut random = fastrand::Rng::with_seed(1);
    for _ in 0..20_000 {
        let mut bytes = good.clone();
        for _ in 0..random.usize(1..4) {
            let at = random.usize(..bytes.len());
            bytes[at] = random.u8(..);
        }
        bytes.truncate(random.usize(bytes.len() / 2..=bytes.len()));
        fuzzing::archive(bytes);
    }
}

fn archive(files: &[(&str, &str)]) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    let mut archive = ZipArchiveWriter::new(&mut bytes);
    for (name, text) in files {
        if name.ends_with('/') {
            archive.new_dir(*name).create().expect("memory");
            continue;
        }
        let file = archive.new_file(EntryPath::verbatim(name.as_bytes()));
        let file = file.compression_method(CompressionMethod::DEFLATE);
        let (mut entry, config) = file.start().expect("memory");
        let encoder = flate2::write::DeflateEncoder::new(&mut entry, flate2::Compression::fast());
        let mut writer = config.wrap(encoder);
        writer.write_all(text.as_bytes()).expect("memory");
        let (encoder, descriptor) = writer.finish().expect("memory");
        encoder.finish().expect("memory");
        entry.finish(descriptor).expect("memory");
    }
    archive.finish().expect("memory");
    bytes.into_inner()
}

/// Returns the zip archive with `flags` set for all files in its directory.
fn with_flags(archive: &[u8], flags: u8) -> Vec<u8> {
    let mut bytes = archive.to_vec();
    let entries = archive.windows(4).enumerate().filter(|(_, four)| *four == b"PK\x01\x02");
    for (at, _) in entries {
        bytes[at + 8] |= flags;
    }
    bytes
}

#[test]
fn details_beside_the_files_give_names_and_rule_sets() {
    let folder = folder();
    write(folder.path(), "1.in", "Queen W a1I e5V");
    write(folder.path(), "1.out", "1");
    write(
        folder.path(),
        "cases.toml",
        "[[case]]\nfile = '1.in'\nname = 'far'\nrules = 'cube'\nsize = 5\nkind = 'k'\n",
    );
    assert_eq!(all_of(imported(folder.path(), ".")), ["far (k) cube 5: Queen W a1I e5V = 1"]);
    write(
        folder.path(),
        "cases.toml",
        "[[case]]\nfile = '1.in'\nrules = 'cube'\nsize = 5\n[[case]]\nfile = '2.in'\n",
    );
    let found = all_of(imported(folder.path(), "."));
    let lost =
        "./cases.toml, line 6, column 8: expected an input file with an answer file beside it";
    assert_eq!(found, ["1 cube 5: Queen W a1I e5V = 1", lost]);
}

#[test]
fn large_folders_are_not_read_whole() {
    let folder = folder();
    write(folder.path(), "1.in", &" ".repeat(17 << 20));
    write(folder.path(), "1.out", "3");
    let found = all_of(imported(folder.path(), "."));
    assert_eq!(found, ["./1.in: the files have more than 16777216 bytes in sum"]);
}

#[test]
fn a_folder_that_is_not_searched_is_listed() {
    let folder = folder();
    write(folder.path(), "1/2/3/4/5/6/7/8.in", "x");
    let (_, messages) = imported(folder.path(), ".");
    assert!(messages.contains(&"./1/2/3/4/5/6/: not used".to_owned()), "{messages:?}");
}

fn write(folder: &Path, name: &str, text: &str) {
    let file = folder.join(name);
    fs::create_dir_all(file.parent().expect("it is in a folder")).expect("folders can be created");
    fs::write(file, text).expect("the folder can be written to");
}

/// Returns the cases that `import` finds in a source, each as `NAME (KIND) RULES SIZE: INPUT =
/// ANSWER`, and what it says of others.
fn imported(folder: &Path, source: &str) -> (Vec<String>, Vec<String>) {
    let program = env!("CARGO_BIN_EXE_kubikschach");
    let run = Command::new(program).args(["import", "--json", source]).current_dir(folder).output();
    let run = run.expect("the program runs");
    let [found, said] = [run.stdout, run.stderr].map(|out| String::from_utf8(out).expect("text"));
    let shown = |line: &str| {
        let case: Value = serde_json::from_str(line).expect("a case is an object");
        let text = |name: &str| case[name].as_str().unwrap_or_default().to_owned();
        let (name, kind, rules) = (text("name"), text("kind"), text("rules"));
        let kind = if kind.is_empty() { kind } else { format!(" ({kind})") };
        let size = case["size"].as_u64().map_or_else(String::new, |size| format!(" {size}"));
        let input = text("input").split_whitespace().collect::<Vec<_>>().join(" ");
        format!("{name}{kind} {rules}{size}: {input} = {}", case["expected"])
    };
    (found.lines().map(shown).collect(), said.lines().map(str::to_owned).collect())
}

/// Returns the cases, and the mistakes without the words around them.
fn all_of((mut cases, messages): (Vec<String>, Vec<String>)) -> Vec<String> {
    for message in messages {
        if let Some(mistake) = message.strip_suffix("; not used") {
            cases.push(mistake.to_owned());
        } else if let Ok(error) = serde_json::from_str::<Value>(&message) {
            let error = error["error"].as_str().expect("an error has a message");
            // This error follows the reasons why no case is used.
            cases.extend(
                (!error.ends_with(": no inputs with their outputs")).then(|| error.to_owned()),
            );
        }
    }
    cases
}
