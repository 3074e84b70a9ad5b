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

/// Files, the pairs among them as `NAME (KIND): INPUT + ANSWER`, and the other files with what is
/// said about them.
const LAYOUTS: &[(&[&str], &[&str], &[&str])] = &[
    (&["2.in", "10.in", "2.out", "10.out"], &["2: 2.in + 2.out", "10: 10.in + 10.out"], &[]),
    (&["a.in", "a.ans", "b.in"], &["a: a.in + a.ans"], &["b.in: there is no ./b.out"]),
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
        &["out/c.txt: there is no ./in/c.txt"],
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
        &["output2.txt: there is no ./input2.txt"],
    ),
    (&["A.INP", "A.OUT", "B.In", "B.oUT"], &["A: A.INP + A.OUT", "B: B.In + B.oUT"], &[]),
    (
        &["a/1.in", "b/1.out"],
        &[],
        &["a/1.in: there is no ./a/1.out", "b/1.out: there is no ./b/1.in"],
    ),
    // An answer of the setters comes before the output of a program.
    (
        &["1.in", "1.out", "1.ans"],
        &["1: 1.in + 1.ans"],
        &["1.out: ./1.ans is the answer to ./1.in"],
    ),
    (&["a.in", "A.out"], &[], &["A.out: there is no ./A.in", "a.in: there is no ./a.out"]),
    (&["readme.md", ".in", "in"], &[], &["in", "readme.md"]),
    (&["a.inp", "a.oup"], &["a: a.inp + a.oup"], &[]),
    (&["a.dat", "a.ans"], &["a: a.dat + a.ans"], &[]),
    (&["a.input", "a.output"], &["a: a.input + a.output"], &[]),
    (&["a.in", "a.expected"], &["a: a.in + a.expected"], &[]),
    (&["a.in", "a.sol"], &["a: a.in + a.sol"], &[]),
    (&["a.in", "a.ok"], &["a: a.in + a.ok"], &[]),
    (&["a.txt", "a.ans", "notes.txt"], &["a: a.txt + a.ans"], &["notes.txt"]),
    (&["x_i01.txt", "x_e01.txt"], &["x_01: x_i01.txt + x_e01.txt"], &[]),
    (&["in1", "ans1", "in2", "ans2"], &["1: in1 + ans1", "2: in2 + ans2"], &[]),
    (&["in1.txt", "out1.txt"], &["1: in1.txt + out1.txt"], &[]),
    (&["sample_in", "sample_out"], &["sample: sample_in + sample_out"], &[]),
    (&["sample_in.txt", "sample_out.txt"], &["sample: sample_in.txt + sample_out.txt"], &[]),
    (&["I.1", "O.1", "I.2", "O.2"], &["1: I.1 + O.1", "2: I.2 + O.2"], &[]),
    (
        &["1/input", "1/output", "2/input", "2/output"],
        &["1: 1/input + 1/output", "2: 2/input + 2/output"],
        &[],
    ),
    (
        &["1/input.txt", "1/answer.txt", "2/input.txt", "2/answer.txt"],
        &["1: 1/input.txt + 1/answer.txt", "2: 2/input.txt + 2/answer.txt"],
        &[],
    ),
    (&["input/1.txt", "expected/1.txt"], &["1: input/1.txt + expected/1.txt"], &[]),
    (&["inputs/1.txt", "outputs/1.txt"], &["1: inputs/1.txt + outputs/1.txt"], &[]),
    (
        &["tests/input/01.in", "tests/output/01.out"],
        &["01: tests/input/01.in + tests/output/01.out"],
        &[],
    ),
    (&["tests/01", "tests/01.a"], &["01: tests/01 + tests/01.a"], &[]),
    (
        &["data/secret/g1/01.in", "data/secret/g1/01.ans", "data/sample/1.in", "data/sample/1.ans"],
        &[
            "1 (sample): data/sample/1.in + data/sample/1.ans",
            "g1/01 (secret): data/secret/g1/01.in + data/secret/g1/01.ans",
        ],
        &[],
    ),
    (
        &["t/g1/1.in", "t/g1/1.out", "t/g2/1.in", "t/g2/1.out"],
        &["g1/1: t/g1/1.in + t/g1/1.out", "g2/1: t/g2/1.in + t/g2/1.out"],
        &[],
    ),
    (
        &["1.in", "1.out", "invalid_input/1.in", "invalid_input/1.out"],
        &["1: 1.in + 1.out"],
        &[
            "invalid_input/1.in: its folder has inputs that are wrong on purpose",
            "invalid_input/1.out: its folder has inputs that are wrong on purpose",
        ],
    ),
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
            .map(|other| match other.split_once(": ") {
                Some((file, why)) => format!("./{file}: not used: {why}"),
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

#[test]
fn several_queries_in_a_file_with_as_many_answers_are_so_many_cases() {
    let queries = "King W\nA1a\nB3d\n\nKing W\nA1a\nA2a\n";
    let cases = ["1/1 kubikschach: King W A1a B3d = 3", "1/2 kubikschach: King W A1a A2a = 1"];
    let other = "./1.out, line 1, column 1: expected 2 answers, because the input has 2 records, \
        but found 3";
    for (input, answers, expected) in [
        (queries.to_owned(), "3\n1\n", &cases[..]),
        (format!("2\n{queries}"), "3\n1\n", &cases),
        (queries.to_owned(), "3 1\n", &cases),
        (queries.to_owned(), "3\n1\n2\n", &[other]),
        (
            "[rq,##],[##,K#]\n[#q,##],[##,K#]\n".to_owned(),
            "true\nfalse",
            &["1/1 cube: [rq,##],[##,K#] = true", "1/2 cube: [#q,##],[##,K#] = false"],
        ),
    ] {
        let folder = folder();
        write(folder.path(), "1.in", &input);
        write(folder.path(), "1.out", answers);
        assert_eq!(all_of(imported(folder.path(), ".")), expected, "{input}");
    }
}

#[test]
fn hidden_folders_are_read_if_named_and_counted_if_met() {
    let folder = folder();
    for file in [".tests/1", "2"] {
        write(folder.path(), &format!("{file}.in"), "King W A1a B3d");
        write(folder.path(), &format!("{file}.out"), "3");
    }
    let prob = r#"{"name":"A","tests":[{"id":1,"input":"King W\nA1a\nB3d\n","output":"3\n"}]}"#;
    write(folder.path(), ".cph/.A.cpp.prob", prob);
    let (cases, messages) = imported(folder.path(), ".");
    assert_eq!(cases, ["2 kubikschach: King W A1a B3d = 3"]);
    let hidden = "./: 2 hidden files or folders not read (name them to read them)";
    assert!(messages.contains(&hidden.to_owned()), "{messages:?}");
    assert_eq!(imported(folder.path(), ".tests").0, ["1 kubikschach: King W A1a B3d = 3"]);
    assert_eq!(imported(folder.path(), ".cph").0, ["path 1 kubikschach: King W A1a B3d = 3"]);
}

#[test]
fn other_archives_are_named() {
    let tar = [&[0; 257][..], b"ustar\0", &[0; 249]].concat();
    for (bytes, name) in [
        (&b"\x1f\x8b\x08\0"[..], "a file compressed by gzip (.gz, .tgz)"),
        (b"7z\xbc\xaf\x27\x1c", "an archive of 7-Zip (.7z)"),
        (&tar, "an archive of tar (.tar)"),
    ] {
        let folder = folder();
        fs::write(folder.path().join("x"), bytes).expect("the folder can be written to");
        assert_eq!(all_of(imported(folder.path(), "x")), [format!("x is {name}")]);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn files_that_cannot_be_read_lose_no_others() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::net::UnixListener;

    let folder = folder();
    write(folder.path(), "1.in", "King W A1a B3d");
    write(folder.path(), "1.out", "3");
    for (name, text) in [(&b"k\xf6nig.in"[..], "King W A1a B3d"), (b"k\xf6nig.out", "3")] {
        fs::write(folder.path().join(OsStr::from_bytes(name)), text).expect("writable");
    }
    let _socket = UnixListener::bind(folder.path().join("socket")).expect("writable");
    let (cases, messages) = imported(folder.path(), ".");
    let expected =
        ["1 kubikschach: King W A1a B3d = 3", "k\u{f6}nig kubikschach: King W A1a B3d = 3"];
    assert_eq!(cases, expected);
    assert!(messages.contains(&"./socket: not a file; not used".to_owned()), "{messages:?}");
    // One source that cannot be read does not keep the others from being read.
    fs::write(folder.path().join("half.zip"), b"PK\x03\x04").expect("writable");
    let mut run = Command::new(env!("CARGO_BIN_EXE_kubikschach"));
    let run = run.args(["import", "half.zip", "."]).current_dir(folder.path()).output();
    let run = run.expect("the program runs");
    assert_eq!(run.status.code(), Some(2));
    assert_eq!(String::from_utf8_lossy(&run.stdout).matches("[[case]]").count(), 2);
}

#[test]
fn the_status_tells_of_partial_success_only_if_asked() {
    let page = "King W A1a B3d -> 3\nKing W A1a B9d -> 3\n[rq,##],[##,K#]\n";
    for (options, status) in [(&[][..], 0), (&["--strict"], 1)] {
        let folder = folder();
        write(folder.path(), "page", page);
        let mut run = Command::new(env!("CARGO_BIN_EXE_kubikschach"));
        let run = run.args(["import", "page"]).args(options).current_dir(folder.path()).output();
        let run = run.expect("the program runs");
        let said = String::from_utf8_lossy(&run.stderr).into_owned();
        let last = said.lines().last().unwrap_or_default();
        assert_eq!(last, "1 case; 2 inputs not used (--verbose)", "{said}");
        assert_eq!(run.status.code(), Some(status), "{options:?}");
    }
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
