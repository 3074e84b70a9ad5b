//! The programs in `fixtures/programs`: right ones and flawed ones, in six languages.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;

use tempfile::TempDir;

const FOLDER: &str = "fixtures/programs";
/// Programs in one file each, which only one test asks.
const OBSERVED: &str = "fixtures/programs/observed";
/// Ends of file names, each with the tool that runs or compiles such files.
const LANGUAGES: [(&str, &str); 6] = [
    ("py", "python3"),
    ("pl", "perl"),
    ("awk", "awk"),
    ("c", "cc"),
    ("js", "node"),
    ("tcl", "tclsh"),
];

pub(crate) struct Program {
    pub(crate) name: String,
    pub(crate) puzzle: &'static str,
    /// Command that runs the program, with its arguments.
    pub(crate) command: Vec<String>,
    /// Flaw that the first comment states; `None` if the program is right.
    pub(crate) flaw: Option<String>,
}

/// The programs, and the folder of those that are compiled.
pub(crate) struct Programs {
    pub(crate) all: Vec<Program>,
    _compiled: TempDir,
}

impl Programs {
    /// Returns all programs in the languages that this machine has, and compiles those in C. Notes
    /// each missing language as skipped.
    pub(crate) fn new() -> Self {
        let compiled = crate::folder();
        let files = [FOLDER, OBSERVED].map(|folder| fs::read_dir(folder).expect("a folder"));
        let files = files.into_iter().flatten().map(|file| file.expect("a file").path());
        let mut paths: Vec<PathBuf> = files.collect();
        paths.sort();
        let mut all = Vec::new();
        for (end, tool) in LANGUAGES {
            let of_language =
                paths.iter().filter(|path| path.extension().is_some_and(|it| it == end));
            if is_installed(tool) {
                all.extend(of_language.map(|path| Program::new(path, end, compiled.path())));
            } else {
                let count = of_language.count();
                crate::skipped::note(tool, &format!("{count} programs in its language"));
            }
        }
        Self { all, _compiled: compiled }
    }
}

impl Program {
    fn new(path: &Path, end: &str, compiled: &Path) -> Self {
        let text = fs::read_to_string(path).expect("programs are text");
        let name = path.file_name().and_then(|name| name.to_str()).expect("a name").to_owned();
        let puzzle = if name.starts_with("path") { "path" } else { "mate" };
        // Programs in awk either change tables of a right program or have functions of their own.
        let is_part = !path.starts_with(OBSERVED) && !text.contains("function");
        let shared = format!("{FOLDER}/{puzzle}s.awk");
        let path = path.to_str().expect("paths are text");
        let command: Vec<&str> = match end {
            "py" => vec!["python3", path],
            "pl" => vec!["perl", path],
            "awk" if is_part => vec!["awk", "-f", &shared, "-f", path],
            "awk" => vec!["awk", "-f", path],
            "js" => vec!["node", path],
            "tcl" => vec!["tclsh", path],
            _ => vec![],
        };
        let mut command: Vec<String> = command.into_iter().map(str::to_owned).collect();
        match end {
            "py" => python().clone_into(&mut command[0]),
            "c" => command.push(compile(path, &compiled.join(&name))),
            _ => {}
        }
        Self { puzzle, command, flaw: flaw(&text), name }
    }
}

/// Returns the flaw that the first line of a program names.
fn flaw(text: &str) -> Option<String> {
    let first = text.lines().next()?;
    let comment = first.trim_start_matches(['#', '/', '*', ' ']);
    let flaw = comment.strip_prefix("Flaw: ")?;
    Some(flaw.trim_end_matches(['*', '/', ' ', '.']).to_owned())
}

pub(crate) fn is_installed(tool: &str) -> bool {
    Command::new(tool).stdin(Stdio::null()).output().is_ok()
}

/// Compiles a program in C, and returns the path of the result.
pub(crate) fn compile(path: &str, target: &Path) -> String {
    let status = Command::new("cc").args(["-O1", "-o"]).arg(target).arg(path).status();
    assert!(status.expect("the compiler runs").success(), "{path}");
    target.to_str().expect("paths are text").to_owned()
}

/// Returns the path of the Python interpreter itself, because `python3` may be a wrapper script
/// that takes five times as long.
pub(crate) fn python() -> &'static str {
    static PATH: LazyLock<String> = LazyLock::new(|| {
        let program = ["-c", "import sys; print(sys.executable)"];
        let output = Command::new("python3").args(program).output();
        let path = output.map(|output| output.stdout).unwrap_or_default();
        String::from_utf8(path).expect("paths are text").trim().to_owned()
    });
    &PATH
}
