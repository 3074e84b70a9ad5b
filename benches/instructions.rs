//! Counts the instructions that the program takes for a record of each form, and for some jobs.
//! Valgrind counts the same number on every run, whatever else the machine does.

mod records;
mod texts;

use std::fs::File;
use std::path::Path;
use std::process::{Command, Stdio};

use kubikschach::cell::Size;
use kubikschach::notation::write_board;
use kubikschach::rules::Rules;
use records::{Numbers, checked_board};
use tempfile::NamedTempFile;

const QUERIES: usize = 60_000;

fn main() {
    if Command::new("valgrind").arg("--version").output().is_err() {
        return print("valgrind is not installed: nothing was counted");
    }
    print("| record or job | instructions |\n|---|--:|");
    path();
    mate();
    jobs();
}

fn path() {
    let queries = records::queries(&Rules::kubikschach(), QUERIES);
    each("path", &["path"], &queries, 1);
    each("path, three lines", &["path"], &texts::three_lines(&queries), 3);
    for option in ["--count", "--route", "--why", "--json"] {
        each(&format!("path {option}"), &["path", option], &queries, 1);
    }
    each("path --json, objects", &["path", "--json"], &texts::query_objects(&queries), 1);
}

fn mate() {
    let mate = ["mate", "--force"];
    for (edge, count) in [(3, 6000), (4, 4000), (5, 2000), (8, 500)] {
        let boards = boards(edge, count);
        each(&format!("mate, n = {edge}"), &mate, &boards, 1);
        if edge == 3 {
            each("mate, n = 3, grids", &mate, &texts::grids(&boards), 12);
            each("mate, n = 3, JSON", &mate, &texts::json_rows(&boards), 1);
            let objects = texts::board_objects(&boards);
            each("mate, n = 3, objects", &["mate", "--force", "--json"], &objects, 1);
            each("mate --status, n = 3", &["mate", "--force", "--status"], &boards, 1);
            let some: String = boards.split_inclusive('\n').take(1500).collect();
            each("mate --explain, n = 3", &["mate", "--force", "--explain"], &some, 1);
        }
    }
}

/// Returns boards with check to White, one per line.
fn boards(edge: usize, count: usize) -> String {
    let (rules, mut numbers) = (Rules::cube(), Numbers::new());
    let size = Size::new(edge).expect("boards may be so large");
    let mut line = |_| write_board(&rules, &checked_board(&rules, size, true, &mut numbers)) + "\n";
    (0..count).map(&mut line).collect()
}

fn jobs() {
    let cube = ["--rules", "cube", "--size", "64"];
    let far = |piece| [&["path"][..], &cube, &[piece, "W", "a1I", "bl64LXIV"]].concat();
    job("path, one query", &["path", "King", "W", "A1a", "B3d"]);
    job("path, n = 64, Knight", &far("Knight"));
    job("path, n = 64, Queen", &far("Queen"));
    for rules in ["great-shatranj", "raumschach"] {
        job(&format!("perft -d 3, {rules}"), &["perft", "start", "--rules", rules, "-d", "3"]);
    }
    job("mates of the problems", &["replay", "fixtures/problems.toml"]);
    job("endgame KRk, n = 4", &["endgame", "KRk", "--rules", "cube", "--size", "4"]);
}

/// Prints the average number of instructions that the program takes for one of `records`. Each
/// record has `lines` lines.
///
/// The difference of two runs is divided by the number of records that only the longer one has.
/// Both begin with the first third of the records, twice, so that caches are as warm in both.
fn each(what: &str, arguments: &[&str], records: &str, lines: usize) {
    let all: Vec<&str> = records.split_inclusive('\n').collect();
    let count = all.len() / lines;
    let (first, rest) = all.split_at(count / 3 * lines);
    let short = first.concat().repeat(2);
    let long = short.clone() + &rest.concat();
    let more = instructions(arguments, &file(&long)) - instructions(arguments, &file(&short));
    print(&format!("| {what} | {} |", more / (count - count / 3) as u64));
}

fn job(what: &str, arguments: &[&str]) {
    let tenths = instructions(arguments, &file("")) / 100_000;
    print(&format!("| {what} | {}.{} M |", tenths / 10, tenths % 10));
}

fn file(text: &str) -> NamedTempFile {
    let file = NamedTempFile::new().expect("the system has a folder for temporary files");
    std::fs::write(file.path(), text).expect("the file can be written");
    file
}

fn instructions(arguments: &[&str], input: &NamedTempFile) -> u64 {
    let mut command = Command::new("valgrind");
    command.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]);
    command.arg(Path::new(env!("CARGO_BIN_EXE_kubikschach"))).args(arguments);
    command.stdin(File::open(input.path()).expect("it was written before")).stdout(Stdio::null());
    let report = command.output().expect("valgrind runs").stderr;
    let report = String::from_utf8_lossy(&report);
    let count = report.split("Collected :").nth(1).and_then(|rest| rest.split_whitespace().next());
    count.and_then(|count| count.parse().ok()).unwrap_or_else(|| panic!("{arguments:?}: {report}"))
}

#[expect(clippy::print_stdout, reason = "a benchmark prints its results")]
fn print(line: &str) {
    println!("{line}");
}
