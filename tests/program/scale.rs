//! Runs the program in GNU parallel and Apache Spark by the scripts in `examples`, and kills some
//! of the processes midway.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

use crate::{folder, search_path};

const RECORDS: u64 = 20_000;

/// A program named `kubikschach`, which `PATH` finds before the tested one. It kills a process at
/// the first attempt to answer some blocks of records.
///
/// The first record of a block decides, so that about a third of the blocks is chosen. The program
/// notes the attempt in the folder `$MARKS`, answers 999 records, and kills the process that
/// `$VICTIM` names: itself or the Python worker.
const DYING: &str = r#"
IFS= read -r first || [ -n "$first" ] || exec "$TESTED" "$@"
records() { printf '%s\n' "$first" && "$@"; }
block=$(printf %s "$first" | cksum | cut -d ' ' -f 1)
if [ $((block % 3)) = 0 ] && mkdir "$MARKS/$block" 2>/dev/null; then
  records head -n 999 | "$TESTED" "$@"
  [ "$VICTIM" = itself ] || kill -KILL "$(ps -o ppid= -p $PPID)"
  kill -KILL $$
fi
records cat | "$TESTED" "$@"
"#;

#[test]
fn parallel_loses_no_answer_if_attempts_are_killed() {
    if has("parallel") {
        check(&[&script("parallel.sh"), "records", "answers", "path", "--count"], "itself");
    }
}

#[test]
fn parallel_fails_if_its_program_fails() {
    if has("parallel") {
        let folder = folder();
        fs::write(folder.path().join("records"), records(3)).expect("the folder can be written to");
        let script = script("parallel.sh");
        for options in [["path", "--rules", "nope"], ["path", "--color", "; true"]] {
            let output = run(
                &[&[script.as_str(), "records", "answers"][..], &options].concat(),
                &folder,
                &[],
            );
            assert!(!output.status.success(), "{options:?}");
            assert!(!folder.path().join("answers").exists(), "{options:?}");
        }
        let killed = "#!/bin/sh\n[ -z \"$(head -c 1)\" ] || kill -KILL $$\n";
        program(&folder, killed);
        let output = run(&[&script, "records", "answers", "path"], &folder, &[]);
        assert!(!output.status.success() && !folder.path().join("answers").exists());
    }
}

/// Runs a script while attempts are killed, and compares its answers with those of a single
/// process.
fn check(command: &[&str], victim: &str) {
    let _undisturbed = crate::undisturbed();
    let folder = folder();
    let marks = folder.path().join("marks");
    fs::create_dir(&marks).expect("the folder can be written to");
    fs::write(folder.path().join("records"), records(RECORDS)).expect("it can be written");
    let tested = env!("CARGO_BIN_EXE_kubikschach");
    let one = ["sh", "-c", "\"$0\" path --count --json -k < records", tested];
    let one = lines(&run(&one, &folder, &[]).stdout);
    assert_eq!(one.len() as u64, RECORDS);
    // Spark passes no environment on.
    let marks = marks.display().to_string();
    let dying = format!("#!/bin/bash\nTESTED='{tested}' MARKS='{marks}' VICTIM={victim}{DYING}");
    program(&folder, &dying);
    let output = run(command, &folder, &[("BLOCK", "200k")]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(answers(&folder), one);
    assert!(fs::read_dir(marks).expect("it was made").count() > 0, "no attempt was killed");
}

/// Returns random queries as JSON objects. Every hundredth lacks its fields.
fn records(count: u64) -> String {
    let mut random = fastrand::Rng::with_seed(7);
    let mut text = String::new();
    for id in 1..=count {
        let mut cell = || {
            let [row, slice] = [b'A', b'a'].map(|first| char::from(first + random.u8(0..8)));
            format!("{row}{}{slice}", random.u8(1..=8))
        };
        let [start, finish] = [cell(), cell()];
        let fields =
            format!(r#","piece":"Knight","color":"W","start":"{start}","finish":"{finish}""#);
        let fields = if id % 100 == 0 { "" } else { &fields };
        writeln!(text, r#"{{"id":{id}{fields}}}"#).expect("texts take anything");
    }
    text
}

/// Returns the answers that a script wrote: the lines of a file, or of all files of a folder in the
/// order of their names.
fn answers(folder: &TempDir) -> Vec<String> {
    let answers = folder.path().join("answers");
    if answers.is_file() {
        return lines(&fs::read(answers).expect("it is a file"));
    }
    let files = fs::read_dir(answers)
        .expect("it is a folder")
        .map(|file| file.expect("it is there").path());
    let is_part = |file: &PathBuf| {
        file.file_name().is_some_and(|name| name.to_string_lossy().starts_with("part-"))
    };
    let mut parts: Vec<PathBuf> = files.filter(is_part).collect();
    parts.sort();
    parts.iter().flat_map(|part| lines(&fs::read(part).expect("it is a file"))).collect()
}

/// Returns the lines of a text. Line numbers in errors are left out, because each process counts
/// its own lines.
fn lines(text: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(text);
    text.lines()
        .map(|line| line.split(r#","line":"#).next().unwrap_or_default().to_owned())
        .collect()
}

/// Puts a program named `kubikschach` in front of the tested one.
fn program(folder: &TempDir, text: &str) {
    fs::write(folder.path().join("kubikschach"), text).expect("the folder can be written to");
    let made = run(&["chmod", "+x", "kubikschach"], folder, &[]);
    assert!(made.status.success());
}

fn script(name: &str) -> String {
    let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "examples", name].iter().collect();
    path.display().to_string()
}

/// Runs a command in `folder`, which is the first on its `PATH`, before that of the tested program.
fn run(command: &[&str], folder: &TempDir, set: &[(&str, &str)]) -> Output {
    let mut path = folder.path().as_os_str().to_owned();
    path.push(":");
    path.push(search_path(&[]));
    let mut run = Command::new("env");
    run.args(command).current_dir(folder).env("PATH", path).envs(set.iter().copied());
    run.output().expect("`env` runs anything")
}

fn has(tool: &str) -> bool {
    let command: &[&str] = match tool {
        "java" => &["java", "-version"],
        "pyspark" => &["python3", "-c", "import pyspark"],
        _ => &[tool, "--version"],
    };
    let (program, arguments) = command.split_first().expect("it has a program");
    let mut command = Command::new(program);
    let status = command.args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).status();
    let has = status.is_ok_and(|status| status.success());
    if !has {
        crate::skipped::note(tool, "the examples for many processes");
    }
    has
}

mod slow {
    use super::*;

    #[test]
    #[ignore = "starts a JVM"]
    fn spark_loses_no_answer_if_workers_are_killed() {
        if has("java") && has("pyspark") {
            let options = ["path", "--count", "--partitions", "8"];
            let script = script("spark.py");
            check(&[&[script.as_str(), "records", "answers"][..], &options].concat(), "worker");
        }
    }
}
