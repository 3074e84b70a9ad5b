//! Checks that no diagnosis is confirmed that is not the program's flaw, and that a right diagnosis
//! is confirmed.

use std::process::Command;
use std::thread;

use serde_json::Value;

use crate::stdout_of;

/// Programs with a flaw that resembles known misreadings, each with words of the only misreading that
/// may be confirmed.
const RESEMBLING: [(&str, &str, &str); 4] = [
    ("mate", "wrong-mate-knight.py", "the Knight also leaps"),
    ("mate", "wrong-mate-blocks.py", "no other"),
    ("mate", "wrong-mate-double-check.py", "no other"),
    ("path", "wrong-path-break.py", "no other"),
];

fn misreadings(command: &[&str], program: &[&str]) -> Vec<Value> {
    let output = Command::new(env!("CARGO_BIN_EXE_kubikschach"))
        .args(command)
        .args(["--json", "--time-limit", "60s", "--"])
        .args(program)
        .current_dir("fixtures/programs")
        .output()
        .expect("the program runs");
    let text = String::from_utf8(output.stdout).expect("answers are text");
    let last = text.lines().last().expect("an object");
    let last: Value = serde_json::from_str(last).expect("an object");
    last["misreadings"].as_array().cloned().unwrap_or_default()
}

/// Returns the confirmed misreadings that are not the program's flaw.
fn wrongly_confirmed((puzzle, file, allowed): (&str, &str, &str), seed: &str) -> Vec<Value> {
    let judge: &[&str] = &["judge", puzzle];
    let stress = &["stress", puzzle, "--for", "20s", "--seed", seed];
    let found = [judge, stress].map(|command| misreadings(command, &["python3", file]));
    let is_wrong = |it: &Value| {
        !it["confirmed"].is_null() && !it["text"].as_str().is_some_and(|it| it.contains(allowed))
    };
    found.into_iter().flatten().filter(is_wrong).collect()
}

#[test]
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
fn a_misreading_is_confirmed_only_by_new_inputs() {
    let _undisturbed = crate::undisturbed();
    let program = ["awk", "-f", "path-queen.awk"];
    let tested = misreadings(&["judge", "path"], &program);
    assert_eq!(tested.len(), 1, "{tested:?}");
    assert_eq!(tested[0]["text"], "the Queen also rides along two axes at once");
    assert_eq!(tested[0]["confirmed"], 10, "{tested:?}");
    let untested = misreadings(&["judge", "path", "--no-new-runs"], &program);
    assert!(
        untested.len() > 1 && untested.iter().all(|it| it["confirmed"].is_null()),
        "{untested:?}"
    );
}

/// A program that is right about the published cases with a King, except that start and finish are
/// never equal, and that exits with an error or prints nothing about all others.
fn failing(end: &str) -> String {
    let case = r#"case "$words" in *"A1a B3d"*) echo 3;; *"F6d D2d"*) echo 4;; *"A1a A1a"*|*"B7d B7d"*) echo 1;;"#;
    format!("words=$(tr '\\n' ' '); {case} *) {end};; esac")
}

#[test]
fn a_failed_run_on_a_new_input_confirms_nothing() {
    for (end, failure) in [("exit 3", "crash"), ("true", "empty output")] {
        let script = failing(end);
        let text = stdout_of(&["judge", "path", "--only", "king", "--", "sh", "-c", &script]);
        assert!(text.contains(&format!("met on a new input: {failure} for `")), "{text}");
        assert!(!text.contains("(confirmed"), "{text}");
    }
}
