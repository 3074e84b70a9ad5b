//! Checks what `judge` and `stress` say about real programs: they ask a program, and claim no more than
//! it answered.
#![expect(clippy::print_stderr, reason = "a campaign prints its reports")]

use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use std::thread;

use kubikschach::cases::{Form, Question};
use kubikschach::cell::{Cell, Size};
use kubikschach::notation::{Query, parse_piece};
use kubikschach::piece::Piece;
use kubikschach::rules::Rules;
use serde_json::Value;

use crate::programs::{Program, Programs, compile, is_installed};
use crate::rng::SplitMix64;
use crate::stdout_of;

/// Real programs in C, each with the puzzle and sentences about it.
const REPORTS: [(&str, &str, &[&str]); 2] = [
    (
        "path-rook-typo.c",
        "path",
        &[
            "  Rook: answers 1 to 5 of its 6 steps; not to column +1 (",
            "  right in all answers: King, Queen, Bishop, Knight, White Pawn, Black Pawn\n",
            "  smallest: Rook W ",
            ", expected 1, but it prints `2`\n  because:  a shortest route is ",
            "  run it:   printf 'Rook W\\n",
        ],
    ),
    (
        "observed/mate-rook-in-level.c",
        "mate",
        &[
            " boards whose verdict would change if no rook could go a way that changes the level; right on the other ",
        ],
    ),
];

/// A program that exchanges row and column of each cell before it asks the tested program.
const EXCHANGED: &str =
    "sed -E '2,3{y/ABCDEFGH12345678/12345678ABCDEFGH/;s/^(.)(.)/\\2\\1/}' | SELF path";

#[test]
fn judge_says_what_real_programs_do() {
    let _undisturbed = crate::undisturbed();
    let folder = crate::folder();
    for (file, puzzle, sentences) in REPORTS {
        let Some(program) = compiled(file, folder.path()) else { return };
        let arguments = [puzzle, "--", &program];
        let told = stdout_of(&[&["judge"], &arguments[..]].concat());
        for sentence in sentences {
            assert!(told.contains(sentence), "{sentence}\n{told}");
        }
        let lines = told.lines().filter(|line| line.starts_with("  ")).count();
        assert!(lines <= 12, "{lines} lines:\n{told}");
        let without = stdout_of(&[&["judge", "--no-new-runs"], &arguments[..]].concat());
        assert!(!without.contains("answered wrongly"), "{without}");
    }
    let exchanged = EXCHANGED.replace("SELF", env!("CARGO_BIN_EXE_kubikschach"));
    let told = stdout_of(&["judge", "path", "-j", "2", "--", "sh", "-c", &exchanged]);
    let short = "are those of a right program that exchanges row and column of each cell\n";
    assert!(told.contains(short), "{told}");
}

/// Compiles a program of the fixtures; `None` without a compiler.
fn compiled(file: &str, folder: &Path) -> Option<String> {
    if !is_installed("cc") {
        crate::skipped::note("cc", file);
        return None;
    }
    let target = folder.join(file.replace('/', "-"));
    Some(compile(&format!("fixtures/programs/{file}"), &target))
}

#[test]
fn right_programs_get_no_report() {
    let _undisturbed = crate::undisturbed();
    let program = ["--", env!("CARGO_BIN_EXE_kubikschach"), "path", "-"];
    let told = stdout_of(&[&["judge", "path"], &program[..]].concat());
    assert!(told.ends_with("30 passed, 0 failed\n") && !told.contains("answered"), "{told}");
    let told = stdout_of(&[&["stress", "path", "--count", "200"], &program[..]].concat());
    assert!(told.contains(" inputs, all 82 single steps of pieces among them (seed 1)"), "{told}");
    let told =
        stdout_of(&[&["stress", "path", "--no-new-runs", "--count", "5"], &program[..]].concat());
    assert!(told.contains("no wrong answer in 5 inputs"), "{told}");
}

#[test]
fn a_program_that_answers_differently_gets_no_other_sentence() {
    let told = stdout_of(&["judge", "path", "--", "sh", "-c", "echo $(($$ % 7))"]);
    let facts: Vec<&str> = told.lines().filter(|line| line.starts_with("  ")).collect();
    assert_eq!(facts.len(), 1, "{told}");
    assert!(facts[0].starts_with("  not repeatable: "), "{told}");
}

#[test]
fn the_facts_are_data_with_json() {
    let _undisturbed = crate::undisturbed();
    let folder = crate::folder();
    let [Some(path), Some(mate)] = REPORTS.map(|(file, ..)| compiled(file, folder.path())) else {
        return;
    };
    let observed = &last_object(&["judge", "path", "--json", "--", &path])["observations"][0];
    let rook = observed["facts"]
        .as_array()
        .and_then(|facts| facts.iter().find(|it| it["piece"] == "Rook"));
    let rook = rook.expect("a fact about the Rook");
    assert_eq!((&rook["answers_1"], &rook["of"]), (&5.into(), &6.into()), "{rook}");
    assert_eq!(rook["missing"], serde_json::json!(["column +1"]), "{rook}");
    let smallest = observed["smallest"]["input"].as_str();
    assert!(smallest.is_some_and(|input| input.starts_with("Rook W ")), "{observed}");
    let observed = &last_object(&["judge", "mate", "--json", "--", &mate])["observations"][0];
    let fact = &observed["facts"][0];
    assert_eq!(fact["belief"], "no rook could go a way that changes the level", "{fact}");
    assert_eq!((&fact["wrong"], &fact["others_wrong"]), (&fact["of"], &0.into()), "{fact}");
    assert_eq!(fact["boards"].as_array().map(Vec::len).map(Value::from), Some(fact["of"].clone()));
}

/// Returns the last object that a command prints.
fn last_object(arguments: &[&str]) -> Value {
    let text = stdout_of(arguments);
    let last = text.lines().last().unwrap_or_default();
    serde_json::from_str(last).unwrap_or_else(|error| panic!("{error}: {text}"))
}

mod campaign {
    use super::*;

    /// Number of cells on which each step of a report is asked again.
    const CELLS: usize = 6;

    /// Prints the report of each flawed program, and asks the program again, on other cells, for each step
    /// of which the report says that it is answered 1, or that it is not.
    #[test]
    #[ignore = "takes minutes"]
    fn no_report_has_a_sentence_that_its_program_refutes() {
        let _undisturbed = crate::undisturbed();
        let programs = Programs::new();
        let flawed: Vec<&Program> = programs.all.iter().filter(|it| it.flaw.is_some()).collect();
        let (queue, refuted) = (Mutex::new(flawed.iter()), Mutex::new(Vec::new()));
        thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| {
                    while let Some(program) = { queue.lock().expect("no thread panics").next() } {
                        refuted.lock().expect("no thread panics").extend(refutations(program));
                    }
                });
            }
        });
        let refuted = refuted.into_inner().expect("no thread panics");
        assert!(refuted.is_empty(), "{}", refuted.join("\n"));
    }

    fn refutations(program: &Program) -> Vec<String> {
        let command: Vec<&str> = program.command.iter().map(String::as_str).collect();
        let judge = |more: &[&str]| {
            let arguments = [&["judge", program.puzzle, "--time-limit", "60s"], more, &["--"]];
            stdout_of(&[&arguments.concat()[..], &command].concat())
        };
        let flaw = program.flaw.as_deref().unwrap_or_default();
        let told = judge(&[]);
        let told: Vec<&str> = told.lines().filter(|line| !line.starts_with("ok")).collect();
        eprintln!("== {}: {flaw}\n{}\n", program.name, told.join("\n"));
        let json = judge(&["--json"]);
        let object: Value =
            serde_json::from_str(json.lines().last().unwrap_or("null")).unwrap_or_default();
        let facts = object["observations"][0]["facts"].as_array().cloned().unwrap_or_default();
        let of_fact = |fact: &Value| steps_refuted(program, fact);
        facts.iter().flat_map(of_fact).collect()
    }

    /// Returns the steps of a fact that the program answers otherwise on another cell.
    fn steps_refuted(program: &Program, fact: &Value) -> Vec<String> {
        let (Some(name), Some(missing)) = (fact["piece"].as_str(), fact["missing"].as_array())
        else {
            return Vec::new();
        };
        let rules = Rules::kubikschach();
        let size = rules.default_size();
        let (color, name) = name.split_once(' ').unwrap_or(("White", name));
        let piece = parse_piece(&rules, &format!("{name} W")).expect("a piece");
        let color = if color == "Black" {
            kubikschach::piece::Color::Black
        } else {
            kubikschach::piece::Color::White
        };
        let piece = Piece::new(color, piece.role());
        let mut rng = SplitMix64(7);
        let mut refuted = Vec::new();
        for step in rules.movement().steps_of(piece) {
            let change = change(&rules, step.offset());
            let is_made = !missing.iter().any(|it| it == change.as_str());
            for start in inner_starts(size, &mut rng) {
                let Some(finish) = size.step(start, step.offset()) else { continue };
                let question = Question::Path(size, Query { piece, start, finish });
                let answer = answer(program, &question.text(&rules, Form::Puzzle));
                if (answer == "1") != is_made {
                    let input = question.text(&rules, Form::Line);
                    refuted.push(format!(
                        "{}: {}: {} is answered {answer}",
                        program.name,
                        fact["text"],
                        input.trim()
                    ));
                }
            }
        }
        refuted
    }

    /// Returns random cells that are not on a face of the board.
    fn inner_starts(size: Size, rng: &mut SplitMix64) -> Vec<Cell> {
        let all: Vec<Cell> = size
            .iter()
            .filter(|cell| [cell.file, cell.rank, cell.level].iter().all(|at| (2..6).contains(at)))
            .collect();
        (0..CELLS).map(|_| all[rng.below(all.len())]).collect()
    }

    fn change(rules: &Rules, offset: kubikschach::cell::Offset) -> String {
        let parts = rules.cells().coordinates().iter().filter_map(|part| {
            let by = offset.along(part.axis) * part.facing();
            (by != 0).then(|| format!("{} {by:+}", part.name))
        });
        parts.collect::<Vec<_>>().join(", ")
    }

    fn answer(program: &Program, input: &str) -> String {
        use std::io::Write as _;
        use std::process::Stdio;
        let (name, arguments) = program.command.split_first().expect("a command");
        let child = Command::new(name)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let mut child = child.expect("the program starts");
        // A program that does not read its input ends earlier.
        let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
        let output = child.wait_with_output().expect("the program ends").stdout;
        String::from_utf8_lossy(&output).trim().to_owned()
    }
}
