//! Tests of `stress`: its time limit, wrong answers that do not repeat, and files of cases that
//! several processes write.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::{folder, text};

fn start(folder: &Path, options: &[&str], script: &str) -> Child {
    Command::new(env!("CARGO_BIN_EXE_kubikschach"))
        .current_dir(folder)
        .args(["stress", "path"])
        .args(options)
        .args(["--", "sh", "-c", script])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs")
}

fn stress(folder: &Path, options: &[&str], script: &str) -> Output {
    start(folder, options, script).wait_with_output().expect("it ends")
}

#[test]
fn the_time_limit_bounds_shrinking_too() {
    let _undisturbed = crate::undisturbed();
    let started = Instant::now();
    let output = stress(folder().path(), &["--for", "1s"], "sleep .2; echo 9");
    let told = text(&output.stdout);
    assert!(told.contains("(shrinking was stopped by --for: a smaller input may exist)"), "{told}");
    assert!(started.elapsed() < Duration::from_secs(3), "{told}");
}

/// Options of a search without a wrong answer, each with the number of inputs tried, if the number
/// ends the search.
const ENDS: [(&[&str], Option<usize>); 6] = [
    (&["--count", "3"], Some(3)),
    (&["--count", "3", "--for", "60s"], Some(3)),
    (&["--for", "60s", "--count", "3", "--no-new-runs"], Some(3)),
    (&["--count", "160", "--for", "60s", "--batch"], Some(160)),
    (&["--count", "1000000", "--for", "500ms"], None),
    (&["--count", "1000000", "--for", "500ms", "--no-new-runs"], None),
];

#[test]
fn a_search_ends_at_its_time_or_number_of_inputs() {
    let _undisturbed = crate::undisturbed();
    for (options, inputs) in ENDS {
        let script = format!("exec {} path", env!("CARGO_BIN_EXE_kubikschach"));
        let output = stress(folder().path(), &[options, &["--json"]].concat(), &script);
        let found: Value = serde_json::from_slice(&output.stdout).expect("an object");
        assert!(found["difference"].is_null(), "{options:?}: {found}");
        let tried = found["inputs"].as_u64().and_then(|tried| usize::try_from(tried).ok());
        match inputs {
            Some(inputs) => assert_eq!(tried, Some(inputs), "{options:?}"),
            None => assert!((1..100_000).contains(&tried.unwrap_or(0)), "{options:?}: {found}"),
        }
    }
}

/// The run would last three time limits, and its judgement would be one about the time of the search.
#[test]
fn a_run_that_is_cut_by_the_end_of_the_search_is_not_judged() {
    let _undisturbed = crate::undisturbed();
    for options in [&["--for", "1s"][..], &["--for", "1s", "--no-new-runs"]] {
        for script in
            ["sleep 60", "(env -i setsid sh -c 'while :; do echo x >&2; done' &) ; sleep 60"]
        {
            let started = Instant::now();
            let output = stress(folder().path(), options, script);
            assert!(started.elapsed() < Duration::from_secs(10), "{script}");
            let told = [output.stdout, output.stderr].concat();
            let expected = "error: the time was over before your program answered an input";
            assert!(text(&told).starts_with(expected), "{script}: {}", text(&told));
            assert_eq!(output.status.code(), Some(2), "{script}");
        }
    }
    let script = "test -e once && exec sleep 60; touch once; exec kubikschach path";
    let script = script.replace("kubikschach", env!("CARGO_BIN_EXE_kubikschach"));
    let output = stress(folder().path(), &["--for", "2s", "--no-new-runs"], &script);
    let told = text(&output.stdout);
    assert!(told.starts_with("no wrong answer in one input, "), "{told}");
}

#[test]
fn a_difference_that_does_not_repeat_is_reported_as_such() {
    let folder = folder();
    let script = "test -e once && exec kubikschach path; touch once; echo 9";
    let script = script.replace("kubikschach", env!("CARGO_BIN_EXE_kubikschach"));
    let output = stress(folder.path(), &["--count", "30"], &script);
    let told = text(&output.stdout);
    assert!(
        told.contains("not repeatable: asked again, the program gave the right answer"),
        "{told}"
    );
    assert_eq!(output.status.code(), Some(1));
    fs::remove_file(folder.path().join("once")).expect("it was made");
    let object = stress(folder.path(), &["--count", "30", "--json"], &script).stdout;
    let object: Value = serde_json::from_slice(&object).expect("an object");
    assert_eq!(object["difference"]["repeats"], false);
    let object = stress(folder.path(), &["--count", "30", "--json"], "echo 9").stdout;
    let object: Value = serde_json::from_slice(&object).expect("an object");
    assert_eq!(object["difference"].get("repeats"), None);
}

#[test]
fn a_file_that_cannot_take_a_case_is_refused_before_the_search() {
    let folder = folder();
    fs::write(folder.path().join("text.toml"), "no cases\n").expect("there is room");
    fs::write(folder.path().join("table.toml"), "[case]\n").expect("there is room");
    for file in
        [".", "nowhere/cases.toml", "text.toml", "table.toml", "/dev/null", "/proc/cases.toml"]
    {
        let output = stress(folder.path(), &["--save", file], "touch asked; echo 9");
        assert_eq!(output.status.code(), Some(2), "{file}");
        assert_eq!(text(&output.stdout), "", "{file}");
        assert!(!folder.path().join("asked").exists(), "{file}");
    }
    let mut left: Vec<_> =
        fs::read_dir(&folder).expect("a folder").flatten().map(|file| file.file_name()).collect();
    left.sort();
    assert_eq!(left, ["table.toml", "text.toml"]);
}

#[test]
fn a_case_is_saved_once() {
    let folder = folder();
    let options = ["--count", "30", "--save", "cases.toml"];
    let first = text(&stress(folder.path(), &options, "echo 9").stdout);
    assert!(first.ends_with("saved as a case in cases.toml\n"), "{first}");
    let saved = fs::read_to_string(folder.path().join("cases.toml")).expect("it was saved");
    let second = text(&stress(folder.path(), &options, "echo 9").stdout);
    assert!(second.ends_with("the same case is already in cases.toml\n"), "{second}");
    assert_eq!(fs::read_to_string(folder.path().join("cases.toml")).expect("it is there"), saved);
}

#[test]
fn thirty_processes_save_all_their_cases_in_one_file() {
    let _undisturbed = crate::undisturbed();
    let folder = folder();
    // The first run uses up the time, so that nothing is shrunk and each seed finds another case.
    let start = |seed: usize| {
        start(
            folder.path(),
            &[
                "--no-new-runs",
                "--for",
                "50ms",
                "--seed",
                &seed.to_string(),
                "--save",
                "cases.toml",
            ],
            "sleep .1; echo 99",
        )
    };
    let all: Vec<Child> = (1..=30).map(start).collect();
    for one in all {
        let output = one.wait_with_output().expect("it ends");
        let told = text(&output.stdout) + &text(&output.stderr);
        assert!(told.ends_with("saved as a case in cases.toml\n"), "{told}");
    }
    let saved = fs::read_to_string(folder.path().join("cases.toml")).expect("it was saved");
    assert_eq!(saved.matches("[[case]]").count(), 30);
}

#[test]
fn saving_a_case_keeps_links_comments_line_ends_and_permissions() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = folder();
    let (file, link) = (folder.path().join("cases.toml"), folder.path().join("link.toml"));
    fs::write(&file, "\u{feff}# mine\r\n").expect("there is room");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("it is ours");
    symlink("cases.toml", &link).expect("there is room");
    stress(folder.path(), &["--count", "30", "--save", "link.toml"], "echo 9");
    assert!(link.is_symlink());
    let saved = fs::read_to_string(&file).expect("it was saved");
    assert!(saved.starts_with("\u{feff}# mine\r\n") && saved.contains("[[case]]"), "{saved}");
    assert_eq!(saved.matches('\n').count(), saved.matches("\r\n").count());
    assert_eq!(file.metadata().expect("it is there").permissions().mode() & 0o777, 0o640);
}

/// An unfinished file of cases must not replace the previous one.
#[test]
fn a_full_disk_keeps_the_previous_cases() {
    let folder = folder();
    let file = folder.path().join("cases.toml");
    let comment = format!("# {}\n", "x".repeat(6100));
    fs::write(&file, &comment).expect("there is room");
    let script =
        "ulimit -f 6; trap '' XFSZ; exec \"$0\" stress path --count 30 --save cases.toml -- echo 9";
    let output = Command::new("bash")
        .current_dir(folder.path())
        .args(["-c", script, env!("CARGO_BIN_EXE_kubikschach")])
        .output()
        .expect("it runs");
    let saved = fs::read_to_string(&file).expect("it is there");
    assert_eq!((saved, output.status.code()), (comment, Some(2)), "{}", text(&output.stderr));
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 1, "nothing else is left");
}

/// Failures as shell commands, each with its verdict.
const FAILURES: [(&str, &str); 5] = [
    ("CRASH", "exit 3"),
    ("WRONG", "echo 99"),
    ("NONE", "exit 0"),
    ("OUTPUT", "yes"),
    ("TIME", "sleep 9"),
];

/// Returns a script that fails in one way on knights that move, in another way on knights whose
/// start and finish are equal, and on no other input. Reducing an input of the first kind leads to
/// one of the second.
fn failing(moving: &str, staying: &str) -> String {
    let command =
        |verdict: &str| FAILURES.iter().find(|(name, _)| *name == verdict).expect("it is known").1;
    let right = format!(
        "echo \"$piece $color $start $finish\" | {} path",
        env!("CARGO_BIN_EXE_kubikschach")
    );
    format!(
        "while read piece color start finish; do case $piece,$start in \
         Knight,$finish) {};; Knight,*) {};; *) {right};; esac; done",
        command(staying),
        command(moving)
    )
}

#[test]
fn the_input_as_found_is_printed_before_it_is_reduced() {
    let script = failing("CRASH", "WRONG");
    let options = ["--form", "line", "--count", "60"];
    let told = text(&stress(folder().path(), &options, &script).stdout);
    let lines: Vec<&str> = told.lines().collect();
    assert!(lines[0].starts_with("crash found at input "), "{told}");
    assert!(lines[2].starts_with("Knight "), "{told}");
    assert!(told.contains("\nreduced with "), "{told}");
    assert!(
        told.contains(
            "\nyour program also failed while the input was reduced: wrong answer for `Knight "
        ),
        "{told}"
    );
}

mod slow {
    use super::*;

    /// This program gets only its 140th input wrong, so no smaller input is wrong.
    #[test]
    #[ignore = "runs hundreds of programs"]
    fn a_late_wrong_answer_is_the_only_one() {
        let script = r#"
            query=$(tr '\n' ' '); echo >> runs
            if [ "$(wc -l < runs)" -eq 140 ]; then echo "$query" > wrong; fi
            if [ "$query" = "$(cat wrong 2> /dev/null)" ]; then echo 99; else echo "$query" | kubikschach path; fi"#;
        let script = script.replace("kubikschach", env!("CARGO_BIN_EXE_kubikschach"));
        let told = text(&stress(folder().path(), &["--for", "60s"], &script).stdout);
        assert!(told.starts_with("wrong answer found at input 140 (seed 1)"), "{told}");
        assert!(told.contains(" inputs, 1 answered wrongly:"), "{told}");
    }

    #[test]
    #[ignore = "runs hundreds of programs"]
    fn a_reduced_input_fails_in_the_way_of_the_found_one() {
        let _undisturbed = crate::undisturbed();
        for (moving, staying) in [
            ("CRASH", "WRONG"),
            ("WRONG", "CRASH"),
            ("WRONG", "NONE"),
            ("NONE", "WRONG"),
            ("OUTPUT", "WRONG"),
            ("TIME", "CRASH"),
        ] {
            let script = failing(moving, staying);
            // Runs of many inputs are cut at the failing one, whatever its failure is.
            let batch = ["CRASH", "WRONG"].contains(&moving).then_some(&["--batch"][..]);
            for batch in [&[][..]].into_iter().chain(batch) {
                let options =
                    ["--json", "--form", "line", "--count", "60", "--time-limit", "200ms"];
                let output = stress(folder().path(), &[&options[..], batch].concat(), &script);
                let object: Value = serde_json::from_slice(&output.stdout).expect("an object");
                let found = &object["difference"];
                assert_eq!(found["verdict"], moving, "{moving} and {staying} {batch:?}: {object}");
                let input = found["input"].as_str().expect("a query");
                let words: Vec<&str> = input.split(' ').collect();
                assert!(words[0] == "Knight" && words[2] != words[3], "{input}");
                let others = found["others"].as_array().map_or(&[][..], Vec::as_slice);
                assert!(others.iter().all(|other| other["verdict"] == staying), "{object}");
            }
        }
    }

    #[test]
    #[ignore = "runs hundreds of programs"]
    fn a_mistake_is_named_after_few_inputs() {
        let folder = folder();
        let script = "kubikschach path | awk '{ print ($1 < 0 ? -1 : $1 + 1) }'";
        let script = script.replace("kubikschach", env!("CARGO_BIN_EXE_kubikschach"));
        for count in [1, 9, 10, 11] {
            let options = ["--batch", "--count", &count.to_string()];
            let output = stress(folder.path(), &options, &script);
            let (told, errors) = (text(&output.stdout), text(&output.stderr));
            assert_eq!((output.status.code(), &*errors), (Some(1), ""), "--count {count}: {told}");
            assert!(
                told.contains("prints one more than the right number of moves"),
                "--count {count}: {told}"
            );
        }
    }
}
