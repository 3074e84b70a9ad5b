//! Checks that no diagnosis is confirmed that is not the program's flaw, and that a right diagnosis
//! is confirmed.

use std::process::Command;
use std::thread;

use serde_json::Value;

use crate::programs::python;
use crate::stdout_of;

/// Programs with a flaw that resembles known misreadings, each with words of the only misreading
/// that may be confirmed.
const RESEMBLING: [(&str, &str, &str); 4] = [
    ("mate", "wrong-mate-knight.py", "the Knight also leaps 2, 1 and 1"),
    ("mate", "wrong-mate-blocks.py", "a check by a Bishop is never blocked"),
    ("mate", "wrong-mate-double-check.py", "capturing the first checker ends a double check"),
    ("path", "wrong-path-break.py", "not always a shortest one"),
];
/// Programs with a flaw that no misreading explains, each with what its wrong answers have in
/// common.
const UNKNOWN: [(&str, &str, &str); 2] = [
    (
        "path",
        "wrong-path-corner.py",
        "wrong answers have a start in a corner, and no right one has",
    ),
    ("mate", "wrong-mate-queen.py", "wrong answers have a black Queen, and no right one has"),
];

fn diagnosis(command: &[&str], program: &[&str]) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_kubikschach"))
        .args(command)
        .args(["--json", "--time-limit", "60s", "--"])
        .args(program)
        .current_dir("fixtures/programs")
        .output()
        .expect("the program runs");
    let text = String::from_utf8(output.stdout).expect("answers are text");
    let last = text.lines().last().expect("an object");
    serde_json::from_str(last).expect("an object")
}

fn misreadings(command: &[&str], program: &[&str]) -> Vec<Value> {
    diagnosis(command, program)["misreadings"].as_array().cloned().unwrap_or_default()
}

/// Returns the confirmed misreadings that are not the program's flaw.
fn wrongly_confirmed((puzzle, file, allowed): (&str, &str, &str), seed: &str) -> Vec<Value> {
    let stress = ["stress", puzzle, "--batch", "--for", "20s", "--seed", seed];
    let found = misreadings(&stress, &[python(), file]);
    let is_wrong = |it: &Value| {
        !it["confirmed"].is_null() && !it["text"].as_str().is_some_and(|it| it.contains(allowed))
    };
    found.into_iter().filter(is_wrong).collect()
}

#[test]
fn a_misreading_is_confirmed_only_by_new_inputs() {
    let _undisturbed = crate::undisturbed();
    let program = ["awk", "-f", "path-queen.awk"];
    let tested = misreadings(&["judge", "path"], &program);
    assert_eq!(tested.len(), 1, "{tested:?}");
    assert_eq!(tested[0]["text"], "the Queen also rides along two axes at once");
    assert!(tested[0]["confirmed"].as_u64() >= Some(10), "{tested:?}");
    let untested = misreadings(&["judge", "path", "--no-new-runs"], &program);
    assert!(
        untested.len() > 1 && untested.iter().all(|it| it["confirmed"].is_null()),
        "{untested:?}"
    );
}

#[test]
fn a_confirmed_misreading_is_told_from_itself_with_another_one() {
    // The black pawn also moves like the white one, which few inputs show.
    let program = ["awk", "-f", "paths.awk", "-f", "path-pawn-up.awk"];
    let found = misreadings(&["judge", "path"], &program);
    assert!(!found.is_empty(), "no misreading fits");
    for misreading in found {
        let text = misreading["text"].as_str().unwrap_or_default();
        assert!(text.contains(", and the black Pawn moves like the white one"), "{misreading}");
    }
}

/// Returns a script that answers the published King cases, and prints 1 instead of 0 if start and
/// finish are equal. For every other input the script runs `end`.
fn failing(end: &str) -> String {
    let case = r#"case "$words" in *"A1a B3d"*) echo 3;; *"F6d D2d"*) echo 4;; *"A1a A1a"*|*"B7d B7d"*) echo 1;;"#;
    format!("words=$(tr '\\n' ' '); {case} *) {end};; esac")
}

#[test]
fn a_failed_run_on_a_new_input_confirms_nothing() {
    for (end, failure) in [("exit 3", "crash"), ("true", "empty output")] {
        let script = failing(end);
        let text = stdout_of(&["judge", "path", "--only", "king", "--", "sh", "-c", &script]);
        assert!(
            text.contains(&format!("your program also failed a new input: {failure} for `")),
            "{text}"
        );
        assert!(!text.contains("(confirmed"), "{text}");
    }
}

mod slow {
    use super::*;

    #[test]
    #[ignore = "runs hundreds of programs"]
    fn a_misreading_is_not_confirmed_if_the_program_has_another_flaw() {
        let _undisturbed = crate::undisturbed();
        thread::scope(|scope| {
            let start = |program| scope.spawn(move || wrongly_confirmed(program, "3"));
            for (program, found) in RESEMBLING.map(|program| (program, start(program))) {
                assert_eq!(found.join().expect("no panic"), Vec::<Value>::new(), "{program:?}");
            }
        });
    }

    #[test]
    #[ignore = "runs hundreds of programs"]
    fn a_property_that_all_wrong_answers_share_is_confirmed_on_new_inputs() {
        let _undisturbed = crate::undisturbed();
        thread::scope(|scope| {
            let start = |(puzzle, file, _)| {
                scope.spawn(move || diagnosis(&["judge", puzzle], &[python(), file]))
            };
            for (program, found) in UNKNOWN.map(|program| (program, start(program))) {
                let found = found.join().expect("no panic");
                let line = found["in_common"][0].as_str().unwrap_or_default();
                assert!(line.contains(program.2) && line.contains("(confirmed on "), "{found}");
            }
        });
    }
}
