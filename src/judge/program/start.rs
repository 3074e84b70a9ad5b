//! Errors about programs that do not start: the reason, and a command that may work.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::{env, iter};

use super::run::End;
use crate::cases::Puzzle;
use crate::judge::error::JudgeError;
use crate::mistake::{io_reason, nearest};

/// The number of bytes read from the start of a file to recognize a script.
const HEAD: u64 = 4096;
const INTERPRETERS: [(&str, &str); 12] = [
    ("awk", "awk -f"),
    ("hs", "runghc"),
    ("jl", "julia"),
    ("js", "node"),
    ("lua", "lua"),
    ("mjs", "node"),
    ("php", "php"),
    ("pl", "perl"),
    ("py", "python3"),
    ("r", "Rscript"),
    ("rb", "ruby"),
    ("sh", "sh"),
];

enum Unfit {
    CarriageReturn,
    /// The `#!` line names an interpreter that does not exist. The string is the interpreter's
    /// name.
    NoInterpreter(String),
    /// The file is a text without a `#!` line.
    NoLine,
}

pub(super) fn cannot_start(command: &[OsString], error: &io::Error) -> JudgeError {
    let path = Path::new(&command[0]);
    let shown = path.display().to_string();
    if let Some(unfit) = unfit(path).filter(|_| error.kind() != io::ErrorKind::PermissionDenied) {
        return unfit.failure(path);
    }
    let hint = match error.kind() {
        io::ErrorKind::NotFound => words_hint(command).or_else(|| name_hint(path)),
        io::ErrorKind::PermissionDenied if path.is_dir() => Some(format!("`{shown}` is a folder")),
        io::ErrorKind::PermissionDenied if path.is_file() => Some(permission_hint(path)),
        _ => None,
    };
    JudgeError::with_hint(format!("can't start `{shown}`: {}", io_reason(error)), hint)
}

/// Returns the failure of an executable file that is a text without a `#!` line. The system would
/// run it as a shell script.
pub(super) fn without_interpreter(command: &[OsString]) -> Option<JudgeError> {
    let path = Path::new(&command[0]);
    let unfit = unfit(path).filter(|unfit| matches!(unfit, Unfit::NoLine))?;
    is_executable(path).then(|| unfit.failure(path))
}

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|file| file.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
const fn is_executable(_: &Path) -> bool {
    false
}

/// Returns the failure of a script with an unusable `#!` line, if its run ended with status 127,
/// which means that a command does not exist.
pub(super) fn unfit_script(command: &[OsString], end: End) -> Option<JudgeError> {
    let End::Exited(status) = end else { return None };
    let path = Path::new(&command[0]);
    let is_unfit = |unfit: &Unfit| !matches!(unfit, Unfit::NoLine);
    // Shells and `env` exit with status 127 if a command does not exist.
    (status.code() == Some(127))
        .then(|| unfit(path).filter(is_unfit))?
        .map(|unfit| unfit.failure(path))
}

/// Returns a command line that runs `file`: by an interpreter, as `./FILE`, or by the file's name
/// alone. The file need not exist.
pub(crate) fn start_hint(file: &str) -> String {
    let path = Path::new(".").join(file);
    let is_text = matches!(unfit(&path), Some(Unfit::NoLine));
    match interpreter(&path) {
        Some(interpreter) if is_text || !path.is_file() => format!("{interpreter} {file}"),
        _ if path.is_file() && is_bare(Path::new(file)) => format!("./{file}"),
        _ => file.to_owned(),
    }
}

/// Returns `true` if a word is more likely the program of a command line than the name of cases: a
/// script, an executable file, or no file at all.
pub(crate) fn is_start_of_program(word: &Path) -> bool {
    let is_case_file = || {
        let extension = word.extension().map(OsStr::to_ascii_lowercase);
        extension.is_some_and(|extension| {
            ["json", "md", "toml", "zip"].iter().any(|known| extension == *known)
        })
    };
    let is_puzzle = Puzzle::ALL.iter().any(|puzzle| word.as_os_str() == puzzle.name());
    let is_program = !word.exists() || word.is_file() && is_executable(word);
    !is_puzzle && (interpreter(word).is_some() || is_program && !is_case_file())
}

impl Unfit {
    fn failure(&self, path: &Path) -> JudgeError {
        let shown = path.display();
        let by_name = interpreter(path).map_or_else(
            || format!("`-- INTERPRETER {shown}`"),
            |interpreter| format!("`-- {interpreter} {shown}`"),
        );
        let (reason, hint) = match self {
            Self::CarriageReturn => (
                "its `#!` line ends in a carriage return (CR)".to_owned(),
                format!("save the file with the line ends of Unix: `sed -i 's/\\r$//' {shown}`"),
            ),
            Self::NoInterpreter(name) => (
                format!("its `#!` line names `{name}`, which does not exist"),
                format!("change the line, or name the interpreter: {by_name}"),
            ),
            Self::NoLine => (
                "it has no `#!` line that names an interpreter".to_owned(),
                format!("name the interpreter: {by_name}"),
            ),
        };
        JudgeError::with_hint(format!("can't start `{shown}`: {reason}"), Some(hint))
    }
}

/// Returns the reason why a file does not start as a script, or `None` if nothing is wrong with it.
fn unfit(path: &Path) -> Option<Unfit> {
    let mut head = Vec::new();
    let path = if is_bare(path) { in_path(path)? } else { path.to_owned() };
    File::open(&path).ok().filter(|_| path.is_file())?.take(HEAD).read_to_end(&mut head).ok()?;
    let line = head.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let Some(line) = line.strip_prefix(b"#!") else {
        return (!head.contains(&0)).then_some(Unfit::NoLine);
    };
    if line.ends_with(b"\r") {
        return Some(Unfit::CarriageReturn);
    }
    let line = String::from_utf8_lossy(line);
    let mut words = line.split_whitespace();
    let interpreter = Path::new(words.next()?);
    if !interpreter.exists() {
        return Some(Unfit::NoInterpreter(interpreter.display().to_string()));
    }
    let is_env = interpreter.file_name().is_some_and(|name| name == "env");
    let name = words.find(|word| *word != "-S").filter(|_| is_env)?;
    let is_missing =
        !name.starts_with('-') && !name.contains('=') && in_path(Path::new(name)).is_none();
    is_missing.then(|| Unfit::NoInterpreter(name.to_owned()))
}

fn interpreter(path: &Path) -> Option<&'static str> {
    let extension = path.extension()?.to_str()?.to_lowercase();
    INTERPRETERS.iter().find(|(known, _)| *known == extension).map(|(_, interpreter)| *interpreter)
}

/// Returns `true` if a path has no folder, so that the system searches `PATH` for it.
fn is_bare(path: &Path) -> bool {
    path.parent().is_none_or(|folder| folder.as_os_str().is_empty())
}

fn in_path(name: &Path) -> Option<PathBuf> {
    path_folders().map(|folder| folder.join(name)).find(|file| file.is_file())
}

fn path_folders() -> impl Iterator<Item = PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path).collect::<Vec<_>>().into_iter()
}

fn permission_hint(path: &Path) -> String {
    let shown = path.display();
    let by_name = matches!(unfit(path), Some(Unfit::NoLine)).then(|| interpreter(path)).flatten();
    match by_name {
        Some(interpreter) => format!("name the interpreter: `-- {interpreter} {shown}`"),
        None => format!("make it executable: `chmod +x {shown}`"),
    }
}

/// Returns a hint if a program and its arguments were given as one argument.
fn words_hint(command: &[OsString]) -> Option<String> {
    let [words] = command else { return None };
    let words: Vec<&str> = words.to_str()?.split_whitespace().collect();
    let program = Path::new(words.first().filter(|_| words.len() > 1)?);
    let is_program = if is_bare(program) { in_path(program).is_some() } else { program.is_file() };
    is_program.then(|| {
        format!("write the program and its arguments as separate words: `-- {}`", words.join(" "))
    })
}

/// Returns a hint with the file whose name is nearest to a path that does not exist.
fn name_hint(path: &Path) -> Option<String> {
    let shown = path.display().to_string();
    let names: Vec<String> = if !is_bare(path) {
        let folder = path.parent()?;
        files(folder).map(|file| folder.join(file).display().to_string()).collect()
    } else if Path::new(".").join(path).is_file() {
        return Some(format!("did you mean `{}`?", start_hint(&shown)));
    } else {
        let known = path_folders().flat_map(|folder| files(&folder).collect::<Vec<_>>());
        let known =
            known.map(|file| file.display().to_string()).filter(|name| is_near(name, &shown));
        let here = iter::once(Path::new(".")).flat_map(files);
        known.chain(here.map(|file| format!("./{}", file.display()))).collect()
    };
    nearest(&names, &shown)
}

/// Returns `true` if `found` has at least four letters and differs from `name` in at most one.
///
/// The folders in `PATH` have so many names that almost every short word is near to one of them.
fn is_near(name: &str, found: &str) -> bool {
    found.len() >= 4 && strsim::damerau_levenshtein(name, found) <= 1
}

fn files(folder: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| PathBuf::from(entry.file_name()))
}
