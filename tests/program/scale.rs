//! Runs the program in GNU parallel and Apache Spark by the scripts in `examples`, and kills some
//! of the processes midway.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

use crate::{folder, search_path};

const QUERY: &str = r#"{"id":1,"piece":"King","color":"W","start":"A1a","finish":"B3d"}"#;
const ANSWER: &str =
    r#"{"id":1,"piece":"King","color":"white","start":"A1a","finish":"B3d","moves":3}"#;
const BAD: &str = r#"{"id":2}"#;
const ERROR: &str = r#"{"id":2,"error":"expected the field `piece`, but the object has none","file":null,"line":1,"column":8}"#;

type Texts = &'static [&'static str];

/// Runs of `stage.sh`, each with its input lines, options, tested program, exit status and output
/// lines.
const STAGES: &[(Texts, Texts, &str, i32, Texts)] = &[
    (&[], &[], "kubikschach", 0, &[]),
    (&[QUERY], &[], "kubikschach", 0, &[ANSWER]),
    // A bad record gets an answer, a bad option does not, although both have exit status 2 without
    // `stage.sh`.
    (&[BAD, QUERY], &[], "kubikschach", 0, &[ERROR, ANSWER]),
    (&[BAD, QUERY], &["--rules", "nope"], "kubikschach", 2, &[]),
    (&[QUERY], &["--nope; true"], "kubikschach", 2, &[]),
    (&[QUERY], &[], "false", 1, &[]),
    (&[QUERY], &[], "there-is-no-such-program", 127, &[]),
    // The program is killed after its answer, so that the attempt must be repeated.
    (&[QUERY], &[], "killed", 137, &[ANSWER]),
];

#[test]
fn a_stage_fails_unless_every_record_is_answered() {
    let folder = folder();
    let killed = "#!/bin/sh\nkubikschach \"$@\"\nkill -KILL $$\n";
    let program = folder.path().join("killed");
    fs::write(&program, killed).expect("the folder can be written to");
    run("chmod", &["+x", "killed"], &folder);
    for (records, options, program, status, answers) in STAGES {
        let records: String = records.iter().flat_map(|record| [*record, "\n"]).collect();
        fs::write(folder.path().join("records"), records).expect("the folder can be written to");
        let output = command(&example("stage.sh"), &folder)
            .arg("path")
            .args(*options)
            .env("KUBIKSCHACH", program)
            .stdin(fs::File::open(folder.path().join("records")).expect("it was written"))
            .output()
            .expect("there is a shell");
        let shown = String::from_utf8_lossy(&output.stdout);
        assert_eq!(shown.lines().collect::<Vec<_>>(), *answers, "{program} {options:?}");
        assert_eq!(output.status.code(), Some(*status), "{program} {options:?}");
    }
}

#[test]
fn parallel_loses_no_answer_if_attempts_are_killed() {
    if has("parallel") && has("python3") {
        for kind in ["path", "mate"] {
            let folder = answered("parallel.sh", kind, &[], &[("BLOCK", "200k")]);
            check_dying(&folder);
        }
    }
}

#[test]
fn spark_loses_no_answer_if_attempts_are_killed() {
    if has("java") && has("pyspark") {
        let folder = answered("spark.py", "mate", &["--partitions", "8", "--die"], &[]);
        check_dying(&folder);
    }
}

#[test]
fn parallel_fails_if_its_program_fails() {
    if has("parallel") {
        let folder = folder();
        fs::write(folder.path().join("records"), [QUERY, "\n"].concat()).expect("it can be");
        for options in [["--rules", "nope"], ["--color", "; true"]] {
            let output = command(&example("parallel.sh"), &folder)
                .args(["records", "answers", "path"])
                .args(options)
                .output()
                .expect("it is installed");
            assert!(!output.status.success(), "{options:?}");
            assert!(!folder.path().join("answers").exists(), "{options:?}");
        }
    }
}

/// Runs an example script on random records while the tested program is killed at random. Checks
/// that the answers equal those of a single process.
fn answered(script: &str, kind: &str, options: &[&str], set: &[(&str, &str)]) -> TempDir {
    const COUNT: &str = "20000";
    let _undisturbed = crate::undisturbed();
    let folder = folder();
    fs::create_dir(folder.path().join("marks")).expect("the folder can be written to");
    let records = run(&example("records.py"), &[kind, COUNT], &folder);
    fs::write(folder.path().join("records"), records.stdout).expect("it can be written");
    let one = command("kubikschach", &folder)
        .args([kind, "--json", "-k", "-f", "records"])
        .output()
        .expect("it is built");
    // `stage.sh` feeds standard input, so its errors name no file.
    let one = String::from_utf8_lossy(&one.stdout).replace(r#""file":"records""#, r#""file":null"#);
    fs::write(folder.path().join("one"), one).expect("it can be written");
    let output = command(&example(script), &folder)
        .args(["records", "answers", kind])
        .args(options)
        .env("KUBIKSCHACH", example("dies.sh"))
        .env("MARKS", folder.path().join("marks"))
        .envs(set.iter().copied())
        .output()
        .expect("it is installed");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    run(&example("check.py"), &[COUNT, "one", "answers"], &folder);
    folder
}

fn check_dying(folder: &TempDir) {
    let marks = fs::read_dir(folder.path().join("marks")).expect("it was made");
    assert!(marks.count() > 0, "no attempt was killed");
}

fn example(name: &str) -> String {
    let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "examples", name].iter().collect();
    path.display().to_string()
}

/// Returns a command that runs in `folder`, with `folder` and the folder of the tested program on
/// its `PATH`.
fn command(program: &str, folder: &TempDir) -> Command {
    let mut command = Command::new("env");
    command.arg(program).current_dir(folder).env("PATH", search_path(&[folder.path()]));
    command
}

fn run(program: &str, arguments: &[&str], folder: &TempDir) -> Output {
    let output = command(program, folder).args(arguments).output().expect("`env` runs anything");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{program} {arguments:?}: {told}");
    output
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
