//! Measures the cost of each notation and of each option, compared with one record per line and
//! one-word answers.

mod common;
mod records;
mod texts;

use std::time::Duration;

use common::{file, in_turns, program_time, program_time_with_status, verdict};
use kubikschach::board::Board;
use kubikschach::cell::Size;
use kubikschach::notation::write_board;
use kubikschach::rules::Rules;
use records::{Numbers, broken_board, checked_board};
use tempfile::NamedTempFile;

const QUERIES: usize = 300_000;
const BOARDS: usize = 70_000;

fn main() {
    heading();
    path();
    mate();
    big_board();
}

fn path() {
    let rules = Rules::kubikschach();
    let queries = records::queries(&rules, QUERIES);
    let table = Table { command: "path", plain: file(&queries) };
    let three_lines = texts::three_lines(&queries);
    table.form("three lines a query", 4, &three_lines);
    table.form("three lines as on Windows", 4, &three_lines.replace('\n', "\r\n"));
    table.form("lines as on Windows", 3, &queries.replace('\n', "\r\n"));
    table.form("two blanks between words", 3, &queries.replace(' ', "  "));
    table.option("--route", 15);
    table.option("--count", 15);
    table.option("--why", 15);
    table.option("--json", 12);
    table.row("objects in and out", 20, &["--json"], &file(&texts::query_objects(&queries)));
}

fn mate() {
    let rules = Rules::cube();
    let checked = boards(&rules, |size, numbers| checked_board(&rules, size, true, numbers));
    let table = Table { command: "mate", plain: file(&checked) };
    table.option("--status", 4);
    table.form("grids", 3, &texts::grids(&checked));
    table.form("JSON, rows", 4, &texts::json_rows(&checked));
    table.form("JSON, cells", 4, &texts::json_cells(&checked));
    table.form("nested brackets", 4, &texts::nested(&checked));
    table.form("objects in", 6, &texts::board_objects(&checked));
    table.option("--json", 20);
    let broken = file(&boards(&rules, |size, numbers| broken_board(&rules, size, numbers)));
    table.row("broken invariants, -k", 6, &["-k"], &broken);
    table.row("broken invariants, --force", 4, &["--force"], &broken);
    table.option("--explain", 60);
}

fn boards(rules: &Rules, board: impl Fn(Size, &mut Numbers) -> Board) -> String {
    let mut numbers = Numbers::new();
    let sizes = [3, 4].map(|edge| Size::new(edge).expect("boards may be so large"));
    let line = |_| write_board(rules, &board(numbers.pick(&sizes), &mut numbers)) + "\n";
    (0..BOARDS).map(line).collect()
}

fn big_board() {
    let rules = Rules::cube();
    let size = Size::new(Size::MAX).expect("boards may be so large");
    let list = write_board(&rules, &records::far_mate(&rules, size)) + "\n";
    let beside_wc = |what, limit, text: &str| {
        let file = file(text);
        let ours = || program_time(&["mate"], file.path());
        print(what, limit, in_turns(ours, || common::count_lines(file.path())));
    };
    beside_wc("mate, n = 64, a grid / wc -l", 6, &texts::grids(&list));
    beside_wc("mate, n = 64, a bracket list / wc -l", 4, &list);
}

/// Table of one command. Each row compares a notation or an option with the file `plain`, which has
/// one record per line.
struct Table {
    command: &'static str,
    plain: NamedTempFile,
}

impl Table {
    fn option(&self, option: &str, limit: u32) {
        self.row(option, limit, &[option], &self.plain);
    }

    fn form(&self, what: &str, limit: u32, text: &str) {
        self.row(what, limit, &[], &file(text));
    }

    fn row(&self, what: &str, limit: u32, options: &[&str], file: &NamedTempFile) {
        let arguments = [&[self.command], options].concat();
        // With `-k`, the file has bad records, so the program exits with status 2.
        let status = if options.contains(&"-k") { 2 } else { 0 };
        let form = || program_time_with_status(&arguments, file.path(), status);
        let plain = || program_time(&[self.command], self.plain.path());
        print(&format!("{}, {what}", self.command), limit, in_turns(form, plain));
    }
}

#[expect(clippy::print_stdout, reason = "a benchmark prints its results")]
fn heading() {
    println!(
        "Processor time of one thread, user's and system's. The two of a line run in turns, and"
    );
    println!("the best time of each counts.\n");
    println!(
        "| {:<40} | {:>9} | {:>9} | {:>6} | {:<14} |",
        "form or option", "it", "plain", "ratio", "at most"
    );
    println!("|{:-<42}|{:->10}:|{:->10}:|{:->7}:|{:-<16}|", "", "", "", "", "");
}

#[expect(clippy::print_stdout, reason = "a benchmark prints its results")]
fn print(what: &str, limit: u32, times: [Duration; 2]) {
    let [form, plain] = times.map(|time| time.as_secs_f64());
    let (ratio, limit) = (form / plain, f64::from(limit));
    let bound = verdict(limit, ratio <= limit);
    let [form, plain] = [form, plain].map(|time| format!("{:.1} ms", time * 1e3));
    println!("| {what:<40} | {form:>9} | {plain:>9} | {ratio:>6.2} | {bound:<14} |");
}
