//! Checks that `judge` and `stress` diagnose the programs in `fixtures/programs`. The first comment
//! of each program states its flaw.

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Mutex;
use std::thread;

use serde_json::Value;

use crate::stdout_of;

const PROGRAMS: &str = "fixtures/programs";
/// Programs with flaws that `stress` can diagnose, but `judge` cannot. The published cases that
/// `judge` uses do not reveal the flaw, or several misreadings explain the wrong answers.
const STRESSED: [&str; 6] = [
    "mate.awk",
    "path-exchanged.pl",
    "path-king-18.py",
    "path-king-20.py",
    "path-levels.awk",
    "path-pawn-sideways.py",
];

struct Flawed {
    name: String,
    path: PathBuf,
    flaw: String,
}

impl Flawed {
    /// Returns the program with the flaw that its first line states, or `None` if that line states
    /// no flaw.
    fn of(path: PathBuf) -> Option<Self> {
        let text = fs::read_to_string(&path).expect("programs are text");
        let flaw = text.lines().next()?.strip_prefix("# Flaw: ")?.strip_suffix('.')?.to_owned();
        let name = path.file_name()?.to_str()?.to_owned();
        Some(Self { name, path, flaw })
    }

    fn puzzle(&self) -> &'static str {
        if self.name.starts_with("path") { "path" } else { "mate" }
    }

    /// Runs the command `judge` or `stress` on this program. Returns the misreadings in the last
    /// line of the command's output, which is a JSON object.
    fn misreadings(&self, command: &[&str], python: &str) -> Vec<Value> {
        let interpreter: &[&str] = match self.path.extension().and_then(|end| end.to_str()) {
            Some("py") => &[python],
            Some("pl") => &["perl"],
            _ => &["awk", "-f"],
        };
        let (name, options) = command.split_first().expect("a command has a name");
        let output = Command::new(env!("CARGO_BIN_EXE_kubikschach"))
            .args([name, self.puzzle(), "--json", "--time-limit", "60s"])
            .args(options)
            .arg("--")
            .args(interpreter)
            .arg(&self.path)
            .output()
            .expect("the program runs");
        let text = String::from_utf8(output.stdout).expect("answers are text");
        let last: Value =
            serde_json::from_str(text.lines().last().expect("an object")).expect("an object");
        last["misreadings"].as_array().cloned().unwrap_or_default()
    }

    /// Returns a description of a wrong diagnosis, or `None` if the diagnosis names the program's
    /// flaw. A diagnosis by `stress` is also wrong if it names another misreading in addition.
    fn misdiagnosis(&self, python: &str) -> Option<String> {
        let is_stressed = STRESSED.contains(&&*self.name);
        let command: &[&str] =
            if is_stressed { &["stress", "--for", "60s"] } else { &["judge", "-j", "2"] };
        let misreadings = self.misreadings(command, python);
        let named = misreadings.iter().find(|misreading| misreading["text"] == *self.flaw);
        let is_right = named.is_some_and(|named| {
            named["explains"] == named["wrong"] && named["contradicts"] == 0 && named["wrong"] != 0
        });
        let is_alone = !is_stressed || misreadings.len() == 1;
        (!is_right || !is_alone).then(|| format!("{}: {misreadings:?}", self.name))
    }
}

#[test]
fn each_flaw_is_named() {
    let _undisturbed = crate::undisturbed();
    let files = fs::read_dir(PROGRAMS).expect("the folder is part of the project");
    let programs: Vec<Flawed> =
        files.filter_map(|file| Flawed::of(file.expect("readable").path())).collect();
    assert!(programs.len() >= 20, "only {} programs", programs.len());
    let python = python();
    let (queue, wrong) = (Mutex::new(programs.iter()), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while let Some(program) = { queue.lock().expect("no thread panics").next() } {
                    let misdiagnosis = program.misdiagnosis(&python);
                    wrong.lock().expect("no thread panics").extend(misdiagnosis);
                }
            });
        }
    });
    let wrong = wrong.into_inner().expect("no thread panics");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Returns the path of the Python interpreter itself, because `python3` may be a slower wrapper
/// script.
fn python() -> String {
    let output = Command::new("python3").args(["-c", "import sys; print(sys.executable)"]).output();
    let path = output.expect("there is Python").stdout;
    String::from_utf8(path).expect("paths are text").trim().to_owned()
}

fn judged(options: &[&str], script: &str) -> String {
    stdout_of(&[&["judge"], options, &["--", "sh", "-c", script]].concat())
}

#[test]
fn missing_and_right_answers_are_not_explained() {
    for script in ["exit 3", "true", "echo 3"] {
        let text = judged(&["path", "--only", "king 1 (test)", "--json"], script);
        assert!(!text.contains("misreadings"), "{script}: {text}");
    }
    let text = judged(&["path", "--only", "king 1 (test)"], "echo three");
    assert!(text.contains("no known misreading explains any of its wrong answers\n"), "{text}");
}

#[test]
fn a_program_with_many_flaws_gets_the_three_nearest_misreadings() {
    let text = judged(&["path"], "echo 3");
    let nearest = text.lines().filter(|line| line.starts_with("nearest misreading: "));
    assert_eq!(nearest.count(), 3, "{text}");
}
