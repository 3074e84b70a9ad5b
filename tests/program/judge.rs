//! Programs that do whatever programs do, judged; and whether anything of them is left.

use std::fs;
use std::process::Command;

use serde_json::Value;

/// What each program is judged to be whose right answer is 0. `NAP` is a sleep that nobody waits for.
const PROGRAMS: [(&str, &str); 21] = [
    ("echo 0", "ok"),
    ("printf ' 0 \\r\\n\\n'", "ok"),
    ("cat > /dev/null; echo 0", "ok"),
    ("exec 0<&-; echo 0", "ok"),
    ("NAP & echo 0", "ok"),
    ("setsid NAP & echo 0", "ok"),
    ("echo 1", "WRONG"),
    ("echo 0 0", "WRONG"),
    ("printf '\\377\\376\\000'", "WRONG"),
    ("true", "NONE"),
    ("echo; echo ' '", "NONE"),
    ("exit 3", "CRASH"),
    ("echo 0; exit 1", "CRASH"),
    ("kill -SEGV $$", "CRASH"),
    ("NAP", "TIME"),
    ("trap '' TERM; while :; do NAP; done", "TIME"),
    ("(setsid NAP); echo 0", "TIME"),
    ("echo 0; NAP", "TIME"),
    ("while :; do :; done", "TIME"),
    ("yes", "OUTPUT"),
    ("head -c 2000000 /dev/zero", "OUTPUT"),
];

/// A sleep that only the programs of this test have asked for.
fn nap() -> String {
    format!("sleep {}.75", 100_000 + std::process::id())
}

fn judged(program: &[&str], options: &[&str]) -> Vec<Value> {
    let output = Command::new(env!("CARGO_BIN_EXE_kubikschach"))
        .args(["judge", "path", "--json", "--only", "king 2 (test)"])
        .args(options)
        .arg("--")
        .args(program)
        .output()
        .expect("the program runs");
    let text = String::from_utf8(output.stdout).expect("answers are text");
    text.lines().map(|line| serde_json::from_str(line).expect("answers are objects")).collect()
}

#[test]
fn whatever_a_program_does_is_judged_and_ended() {
    let _undisturbed = crate::undisturbed();
    for (script, expected) in PROGRAMS {
        let script = script.replace("NAP", &nap());
        let judged = judged(&["sh", "-c", &script], &["--time-limit", "700ms"]);
        let verdicts: Vec<&Value> = judged.iter().map(|case| &case["verdict"]).collect();
        assert_eq!(verdicts, [expected], "{script}");
        assert_eq!(judged[0]["passed"], expected == "ok", "{script}");
    }
    let left = commands().into_iter().filter(|command| command.replace('\0', " ").contains(&nap()));
    assert_eq!(left.collect::<Vec<_>>().join("\n"), "", "nothing is left running");
}

#[test]
fn a_program_that_takes_too_much_memory_is_ended() {
    let _undisturbed = crate::undisturbed();
    let hog = "BEGIN { s = \"0123456789abcdef\"; while (length(s) < 400000000) s = s s; print length(s) }";
    let judged = judged(&["awk", hog], &["--memory-limit", "50M"]);
    // Where processes can't be seen it is merely wrong.
    let expected = if commands().is_empty() { "WRONG" } else { "MEMORY" };
    assert_eq!(judged[0]["verdict"], expected);
}

#[test]
fn many_at_a_time_are_told_in_order() {
    let _undisturbed = crate::undisturbed();
    let judge = |jobs: &str| {
        let program =
            ["sh", "-c", "read a; read b; read c; case $b in *[2468]*) sleep .05;; esac; echo 3"];
        let output = Command::new(env!("CARGO_BIN_EXE_kubikschach"))
            .args(["judge", "path", "--json", "-j", jobs, "--"])
            .args(program)
            .output();
        let text = String::from_utf8(output.expect("it runs").stdout).expect("answers are text");
        let case = |line: &str| -> (Value, Value) {
            let case: Value = serde_json::from_str(line).expect("answers are objects");
            (case["input"].clone(), case["verdict"].clone())
        };
        text.lines().map(case).collect::<Vec<_>>()
    };
    assert_eq!(judge("7"), judge("1"));
    assert_eq!(judge("1").len(), 30);
}

/// The commands of all processes, where the system tells.
fn commands() -> Vec<String> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let command = |entry: fs::DirEntry| fs::read(entry.path().join("cmdline")).ok();
    entries.filter_map(command).map(|text| String::from_utf8_lossy(&text).into_owned()).collect()
}
