//! Runs the commands of the README, of `docs` and of `tests/transcripts`, and compares their output
//! with the output in these documents.
//!
//! A `console` block has commands after `$ `, each followed by its whole output: standard output
//! and errors in the order in which they are printed, then `[exit status: N]` unless N is 0. A line
//! `...` matches any lines. The commands of a file run in order in one folder, which at first has
//! only `fixtures/problems.toml` and the programs, imports and rule sets of `fixtures`. A block
//! `console node` runs only if `node` is installed.
//!
//! `UPDATE_TRANSCRIPTS=1 cargo test --test program transcripts` rewrites the outputs; read the
//! changes before you commit them.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::{env, fs, thread};

use crate::programs::is_installed;

const PROBLEMS: &str = "fixtures/problems.toml";
/// A guide whose commands leave no file behind, because its readers run them in `fixtures`.
const TIDY: &str = "docs/cases.md";
/// Folder of pictures; its `README.md` has the commands that draw them.
const PICTURES: &str = "fixtures/pictures";

#[test]
fn the_readme_shows_actual_output() {
    check(Path::new("README.md"));
}

#[test]
fn the_guides_show_actual_output() {
    check_all("docs");
}

#[test]
fn the_transcripts_show_actual_output() {
    check_all("tests/transcripts");
}

fn check_all(folder: &str) {
    let folder = fs::read_dir(folder).expect("the folder is part of the project");
    let mut files: Vec<PathBuf> = folder.map(|entry| entry.expect("readable").path()).collect();
    files.sort();
    assert!(!files.is_empty());
    // As the last tests they would leave a core idle.
    let left = Mutex::new(files.iter());
    let next = || left.lock().expect("no test fails with the lock").next();
    let work = || {
        while let Some(file) = next() {
            check(file);
        }
    };
    thread::scope(|scope| {
        scope.spawn(work);
        scope.spawn(work);
    });
}

#[test]
fn the_pictures_are_the_output_of_their_commands() {
    let gallery = Path::new(PICTURES);
    let made = check(&gallery.join("README.md"));
    let kept = fs::read_dir(gallery).expect("the folder is part of the project");
    let kept = kept.map(|entry| entry.expect("readable").path());
    let kept = kept.filter(|path| path.extension().is_some_and(|end| end == "svg")).count();
    assert_eq!(made, kept, "each picture has its command");
}

/// Runs the commands of a document. Compares their output with that in the document, and their
/// pictures with those in [`PICTURES`]. Returns the number of pictures.
fn check(file: &Path) -> usize {
    let text = fs::read_to_string(file).expect("transcripts are text");
    let folder = crate::folder();
    // Documents name these folders with and without `fixtures/`.
    for shown in ["programs", "imports", "rules"] {
        let kept = Path::new("fixtures").join(shown);
        copy(&kept, &folder.path().join(shown));
        copy(&kept, &folder.path().join(&kept));
    }
    fs::copy(PROBLEMS, folder.path().join(PROBLEMS)).expect("files can be copied");
    let before = names(folder.path());
    let actual = replay(&text, folder.path());
    compare(file, &text, &actual);
    if file == Path::new(TIDY) {
        assert_eq!(names(folder.path()), before, "{TIDY} leaves no file behind");
    }
    let made = fs::read_dir(folder.path()).expect("it was made");
    let made = made.map(|entry| entry.expect("readable").path());
    let pictures = made.filter(|path| path.extension().is_some_and(|end| end == "svg"));
    pictures.map(|made| compare_picture(&made)).count()
}

/// Returns the sorted names of the files and folders in a folder.
fn names(folder: &Path) -> Vec<OsString> {
    let files = fs::read_dir(folder).expect("it was made");
    let mut names: Vec<_> = files.map(|file| file.expect("readable").file_name()).collect();
    names.sort();
    names
}

fn copy(folder: &Path, to: &Path) {
    fs::create_dir_all(to).expect("folders can be made");
    for entry in fs::read_dir(folder).expect("the folder is part of the project") {
        let file = entry.expect("readable");
        let target = to.join(file.file_name());
        if file.path().is_dir() {
            copy(&file.path(), &target);
        } else {
            fs::copy(file.path(), target).expect("files can be copied");
        }
    }
}

fn compare_picture(made: &Path) {
    let kept = Path::new(PICTURES).join(made.file_name().expect("it is a file"));
    let text = fs::read_to_string(made).expect("pictures are text");
    if env::var_os("UPDATE_TRANSCRIPTS").is_some() {
        fs::write(&kept, text).expect("the project can be written to");
    } else {
        let is_same = fs::read_to_string(&kept).is_ok_and(|kept| kept == text);
        assert!(is_same, "{} is not what its command draws", kept.display());
    }
}

fn compare(file: &Path, text: &str, actual: &str) {
    if env::var_os("UPDATE_TRANSCRIPTS").is_some() {
        fs::write(file, actual).expect("the project can be written to");
    } else if actual != text {
        let differs = actual.lines().zip(text.lines()).position(|(a, b)| a != b).unwrap_or(0);
        panic!(
            "{} differs from line {}\nexpected: {}\ngot:      {}",
            file.display(),
            differs + 1,
            text.lines().nth(differs).unwrap_or("the end"),
            actual.lines().nth(differs).unwrap_or("the end"),
        );
    }
}

/// Returns the text with the outputs of its commands replaced by their current output. Outputs that
/// match are kept, with their `...`.
fn replay(text: &str, folder: &Path) -> String {
    let mut actual = String::new();
    let mut lines = text.lines().peekable();
    let mut in_block = false;
    while let Some(line) = lines.next() {
        actual.push_str(line);
        actual.push('\n');
        if line.starts_with("```") {
            in_block = !in_block && runs(line);
        }
        let Some(command) = line.strip_prefix("$ ").filter(|_| in_block) else { continue };
        let mut command = command.to_owned();
        while let Some(more) = lines.next_if(|_| command.ends_with('\\')) {
            actual.push_str(more);
            actual.push('\n');
            command = format!("{command}\n{more}");
        }
        let mut expected = Vec::new();
        while let Some(line) = lines.next_if(|line| !line.starts_with("$ ") && *line != "```") {
            expected.push(line);
        }
        let output = run(&command, folder);
        let output = if matches(&expected, &output.lines().collect::<Vec<_>>()) {
            expected.iter().flat_map(|line| [*line, "\n"]).collect()
        } else {
            output
        };
        actual.push_str(&output);
    }
    actual
}

/// Returns `true` if a line opens a `console` block, and the tools that it names are installed.
fn runs(line: &str) -> bool {
    let mut words = line.trim_start_matches('`').split_whitespace();
    words.next() == Some("console")
        && words.all(|tool| {
            let is_there = is_installed(tool);
            if !is_there {
                crate::skipped::note(tool, "commands of the guides");
            }
            is_there
        })
}

/// Returns `true` if `lines` match `expected`. An expected line `...` matches any number of lines,
/// and printed times may differ.
fn matches(expected: &[&str], lines: &[&str]) -> bool {
    match (expected, lines) {
        (["...", rest @ ..], _) => {
            (0..=lines.len()).any(|skipped| matches(rest, &lines[skipped..]))
        }
        ([first, expected @ ..], [line, lines @ ..]) => {
            timeless(first) == timeless(line) && matches(expected, lines)
        }
        (expected, lines) => expected.is_empty() && lines.is_empty(),
    }
}

/// Returns the line without times such as `0.002 s` or `(clock 0.180 s)`. A list of the slowest
/// cases is shortened to `slowest`.
fn timeless(line: &str) -> String {
    if line.starts_with("slowest: ") {
        return "slowest".to_owned();
    }
    let mut words: Vec<&str> = line.split(' ').collect();
    if let Some(at) = words.iter().position(|word| *word == "(clock") {
        words.drain(at..words.len().min(at + 3));
    }
    for at in 1..words.len() {
        if words[at] == "s" && words[at - 1].parse::<f64>().is_ok() {
            words[at - 1] = "";
        }
    }
    words.join(" ")
}

fn run(command: &str, folder: &Path) -> String {
    let output = crate::heeding_signals("sh")
        .args(["-c", &format!("exec 2>&1\n{command}")])
        .current_dir(folder)
        .env("PATH", crate::search_path(&[]))
        .env("NO_COLOR", "1")
        .env_remove("RUST_BACKTRACE")
        .output()
        .expect("there is a shell");
    let mut text = crate::text(&output.stdout);
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    match output.status.code() {
        Some(0) => {}
        Some(status) => text += &["[exit status: ", &status.to_string(), "]\n"].concat(),
        None => text.push_str("[killed]\n"),
    }
    text
}
