//! Checks what `judge` says about mistakes that most beginners make, before any misreading of the rules.

use crate::stdout_of;

fn judged(options: &[&str], script: &str) -> String {
    stdout_of(&[&["judge"], options, &["--", "sh", "-c", script]].concat())
}

/// Shell scripts that fail the ten cases of `mate`, each with the numbers of failures that are printed
/// and that are left out.
const FAILURES: [(&str, usize, usize); 8] = [
    ("echo true", 3, 2),
    ("exit 3", 3, 7),
    ("echo broken >&2; exit 3", 3, 7),
    ("true", 3, 7),
    ("echo 5", 3, 7),
    // These runs do not end alike; in those of the last script, only those before the first crash do.
    ("cat", 10, 0),
    ("cat >&2; exit 3", 10, 0),
    ("read board; case $board in n=2*) exit 3;; esac; echo 5", 6, 4),
];

#[test]
fn three_of_equal_failures_are_printed() {
    for (script, printed, left_out) in FAILURES {
        let text = judged(&["mate"], script);
        let failures = |text: &str| {
            let verdicts = ["WRONG ", "CRASH ", "NONE "];
            text.lines().filter(|line| verdicts.iter().any(|it| line.starts_with(it))).count()
        };
        let note = format!("… and {left_out} more (`--all`)\n");
        let shown = if text.contains(&note) { left_out } else { 0 };
        assert_eq!((failures(&text), shown), (printed, left_out), "{script}: {text}");
        let all = judged(&["mate", "--all"], script);
        assert_eq!(failures(&all), printed + left_out, "{script}: {all}");
        assert!(!all.contains("--all"), "{script}: {all}");
        let objects = judged(&["mate", "--json"], script);
        assert_eq!(objects.matches("\"passed\":").count(), 10, "{script}: {objects}");
    }
}

#[test]
fn errors_of_equal_crashes_are_printed_once() {
    let script = "read board; echo ${board%%,*} >&2; exit 3";
    let text = judged(&["mate"], script);
    for errors in ["| n=2\n", "| n=3\n", "| n=4\n"] {
        assert_eq!(text.matches(errors).count(), 1, "{text}");
    }
    assert_eq!(text.matches(" (same errors as in Mate ").count(), 7, "{text}");
    let all = judged(&["mate", "--all"], script);
    assert_eq!((all.matches("| n=").count(), all.matches("same errors").count()), (10, 0), "{all}");
}
