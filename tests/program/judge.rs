//! Checks that judged programs that crash, hang, exceed limits or start daemons get the right
//! verdicts, and that none of their processes survives.
#![expect(clippy::print_stderr, reason = "a campaign prints its figures")]

use std::fs;
use std::process::{Child, Command};

use serde_json::Value;

use crate::programs::{Program, Programs, python};
use crate::stdout_of;

/// Shell scripts that `judge` runs on a case with the answer 0, each with its expected verdict. The
/// test replaces `NAP` by a very long `sleep`.
const PROGRAMS: [(&str, &str); 24] = [
    ("echo 0", "ok"),
    ("printf ' 0 \\r\\n\\n'", "ok"),
    ("cat > /dev/null; echo 0", "ok"),
    ("exec 0<&-; echo 0", "ok"),
    ("NAP & echo 0", "ok"),
    ("setsid NAP & echo 0", "ok"),
    // A run may wait for up to three time limits, because waiting takes no processor time.
    ("sleep .5; echo 0", "ok"),
    ("for i in 1 2 3 4 5 6; do sleep .2; done; echo 0", "TIME"),
    ("sleep 1.2 | cat; echo 0", "TIME"),
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

/// Shell scripts that start daemons. Each daemon leaves its parent, and either its session or its
/// environment.
const DAEMONS: [&str; 3] = [
    "(setsid NAP > /dev/null 2>&1 &) ; echo 0",
    "(env -i sh -c 'NAP & NAP & exit' > /dev/null 2>&1 &) ; sleep .1; echo 0",
    "(env -i NAP &) ; echo 0",
];

/// Returns a `sleep` command whose duration identifies this test process.
fn nap() -> String {
    format!("sleep {}.75", 100_000 + std::process::id())
}

fn judged(program: &[&str], options: &[&str]) -> Vec<Value> {
    judged_cases(&["path", "--only", "king 2 (test)"], program, options)
}

fn judged_cases(cases: &[&str], program: &[&str], options: &[&str]) -> Vec<Value> {
    let text = stdout_of(&[&["judge", "--json"], cases, options, &["--"], program].concat());
    let objects = text.lines().map(|line| serde_json::from_str(line).expect("answers are objects"));
    // The last object has the observations.
    objects.filter(|object: &Value| object.get("verdict").is_some()).collect()
}

fn nothing_is_left() {
    let left = commands().into_iter().filter(|command| command.replace('\0', " ").contains(&nap()));
    assert_eq!(left.collect::<Vec<_>>().join("\n"), "", "nothing is left running");
}

#[test]
#[cfg(target_os = "linux")]
fn daemons_are_killed_after_their_run() {
    let _undisturbed = crate::undisturbed();
    for script in DAEMONS {
        let program = ["sh", "-c", &script.replace("NAP", &nap())];
        assert_eq!(judged(&program, &[])[0]["verdict"], "ok", "{script}");
        nothing_is_left();
        // Parallel runs must not kill each other's processes.
        let all = judged_cases(&["path"], &program, &["-j", "4"]);
        let crashed = all.iter().filter(|case| case["verdict"] == "CRASH").count();
        assert_eq!((all.len(), crashed), (30, 0), "{script}");
        nothing_is_left();
    }
}

/// If a shell uses `exec` to replace itself by the program, the program inherits the shell's child
/// processes. The program must not kill these processes.
#[test]
#[cfg(target_os = "linux")]
fn children_started_before_the_runs_survive() {
    let script = "sleep 5 & before=$!; (sleep .3; setsid sleep 5) & \
                  sh -c 'exec \"$0\" judge path --json --only \"king 2 (test)\" -- sh -c \"sleep .5; echo 0\"' \"$0\"; \
                  kill $before && echo alive";
    let output =
        Command::new("sh").args(["-c", script, env!("CARGO_BIN_EXE_kubikschach")]).output();
    let text = String::from_utf8(output.expect("it runs").stdout).expect("answers are text");
    assert!(text.ends_with("alive\n"), "{text}");
}

/// The daemon of this test leaves the session and its environment, and writes to standard error
/// until nobody reads.
#[test]
#[cfg(target_os = "linux")]
fn a_process_outside_of_the_run_does_not_keep_judge_waiting() {
    let script = "(env -i setsid sh -c 'while :; do echo x >&2; done' &) ; sleep .1; echo 0";
    assert_eq!(judged(&["sh", "-c", script], &[])[0]["verdict"], "ok");
}

#[test]
#[cfg(target_os = "linux")]
fn a_program_that_waits_shows_both_times() {
    let program = ["sh", "-c", "sleep .5; echo 0"];
    let judged = judged(&program, &[]);
    let [seconds, clock] =
        ["seconds", "clock"].map(|name| judged[0][name].as_f64().expect("a time"));
    assert!(seconds < 0.25 && clock > 0.5, "{judged:?}");
    let text =
        stdout_of(&[&["judge", "path", "--only", "king 2 (test)", "--"], &program[..]].concat());
    assert!(text.contains(" s (clock "), "{text}");
}

/// Shells and wrappers exit with 128 and the number of the signal that ended their program.
#[test]
fn the_status_of_a_wrapper_names_the_signal() {
    for (script, expected) in [
        ("exit 139", "exit status: 139 (128 + 11, SIGSEGV)"),
        ("exit 134", "exit status: 134 (128 + 6, SIGABRT)"),
        ("exit 3", "exit status: 3"),
        ("exit 255", "exit status: 255"),
        ("kill -SEGV $$", "signal: 11 (SIGSEGV)"),
    ] {
        let judged = judged(&["sh", "-c", script], &[]);
        let detail = judged[0]["detail"].as_str().expect("a text");
        assert_eq!(detail.trim_end_matches(" (core dumped)"), expected, "{script}");
    }
}

/// A busy loop, which ends when the value is dropped. Its session is its own, because Linux shares
/// the cores among sessions.
struct BusyLoop(Child);

impl BusyLoop {
    fn new() -> Self {
        let child = Command::new("setsid").args(["sh", "-c", "while :; do :; done"]).spawn();
        Self(child.expect("a shell starts"))
    }
}

impl Drop for BusyLoop {
    fn drop(&mut self) {
        // The loop is still running, because nothing else ends it.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn spellings_of_booleans_in_many_languages_are_accepted() {
    let accepted = [
        ("mate 9 (test)", ["true", "True", "1", "yes", "t", "TRUE", "T", "Yes"].as_slice()),
        (
            "mate 8 (test)",
            ["false", "False", "0", "no", "f", "nil", "NIL", "None", "null", "[]", "NO"].as_slice(),
        ),
    ];
    for (case, words) in accepted {
        for word in words {
            let judged = judged_cases(&["mate", "--only", case], &["echo", word], &[]);
            assert_eq!(judged[0]["verdict"], "ok", "{case}: {word}");
        }
    }
    for (case, word, expected) in [
        ("mate 8 (test)", "", "NONE"),
        ("mate 8 (test)", "t", "WRONG"),
        ("mate 8 (test)", "[ ]x", "WRONG"),
        ("mate 9 (test)", "nil", "WRONG"),
        ("mate 9 (test)", "2", "WRONG"),
    ] {
        let judged = judged_cases(&["mate", "--only", case], &["echo", word], &[]);
        assert_eq!(judged[0]["verdict"], expected, "{case}: {word}");
    }
}

#[test]
fn a_crash_shows_both_ends_of_standard_error() {
    let errors = |script: &str| {
        let script = format!("{{ {script}; }} >&2; exit 1");
        judged(&["sh", "-c", &script], &[])[0]["errors"].as_str().expect("a text").to_owned()
    };
    assert_eq!(errors("seq 10"), "1\n2\n3\n4\n5\n6\n7\n8\n9\n10");
    assert_eq!(errors("seq 11"), "1\n2\n3\n4\n5\n…\n7\n8\n9\n10\n11");
    assert_eq!(errors("echo; echo reason; echo; echo end"), "reason\nend");
}

/// `ulimit` leaves too little memory or too few file descriptors for all 256 jobs.
#[test]
fn cases_are_judged_by_the_jobs_that_can_start() {
    let _undisturbed = crate::undisturbed();
    for limit in ["ulimit -v 120000", "ulimit -n 40", "ulimit -n 14"] {
        let script = format!(
            "{limit}; exec \"$0\" judge path -j 256 --time-limit 60s -- sh -c 'sleep .1; echo 3'"
        );
        let binary = env!("CARGO_BIN_EXE_kubikschach");
        let output = Command::new("sh").args(["-c", &script, binary]).output().expect("it runs");
        let text = String::from_utf8_lossy(&output.stdout);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(text.ends_with("8 passed, 22 failed\n"), "{limit}: {text} {errors}");
    }
}

#[test]
fn a_program_over_the_memory_limit_is_killed() {
    let _undisturbed = crate::undisturbed();
    let hog = "BEGIN { s = \"0123456789abcdef\"; while (length(s) < 400000000) s = s s; print length(s) }";
    let judged = judged(&["awk", hog], &["--memory-limit", "50M"]);
    // Without `/proc` memory is not measured, so the answer is merely wrong.
    let expected = if commands().is_empty() { "WRONG" } else { "MEMORY" };
    assert_eq!(judged[0]["verdict"], expected);
}

#[test]
fn parallel_verdicts_are_printed_in_the_order_of_the_cases() {
    let _undisturbed = crate::undisturbed();
    let script = "read a; read b; read c; case $b in *[2468]*) sleep .05;; esac; echo 3";
    let judge = |jobs: &str| -> Vec<(Value, Value)> {
        let judged = judged_cases(&["path"], &["sh", "-c", script], &["-j", jobs]);
        judged.iter().map(|case| (case["input"].clone(), case["verdict"].clone())).collect()
    };
    assert_eq!(judge("7"), judge("1"));
    assert_eq!(judge("1").len(), 30);
}

/// Returns the command lines of all processes, or none on systems without `/proc`.
fn commands() -> Vec<String> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let command = |entry: fs::DirEntry| fs::read(entry.path().join("cmdline")).ok();
    entries.filter_map(command).map(|text| String::from_utf8_lossy(&text).into_owned()).collect()
}

/// Programs that need 0.05 to 0.2 s of a core: in one process, in threads, in short commands and in
/// processes that wait for each other.
const BUSY: [&str; 4] = [
    "PYTHON -c 'import time\nwhile time.process_time() < .15: pass\nprint(0)'",
    "PYTHON -c 'import threading, time\ndef spin():\n while time.process_time() < .15: pass\n\
     all = [threading.Thread(target=spin) for _ in range(3)]\n[it.start() for it in all]\n\
     [it.join() for it in all]\nprint(0)'",
    "for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do /bin/true; done; echo 0",
    "seq 100000 | sed s/1/2/ | sort | tail -n 1 > /dev/null; echo 0",
];

/// Judges the programs of [`BUSY`] on cases, while twenty busy loops and eight runs compete for the
/// cores. Returns the number of runs, and the longest time by the clock.
#[cfg(target_os = "linux")]
fn judge_busy_programs(cases: &[&str]) -> (usize, f64) {
    let _loops = [(); 20].map(|()| BusyLoop::new());
    let (mut runs, mut longest) = (0, 0_f64);
    for script in BUSY {
        let script = script.replace("PYTHON", python());
        let options = ["--time-limit", "300ms", "-j", "8", "--all", "--no-new-runs"];
        for judged in judged_cases(cases, &["sh", "-c", &script], &options) {
            assert!(judged["got"] == "0" && judged["verdict"] != "TIME", "{judged:?}");
            runs += 1;
            longest = longest.max(judged["clock"].as_f64().expect("a time"));
        }
    }
    let asleep = judged(&["sleep", "60"], &["--time-limit", "300ms"]);
    assert_eq!(asleep[0]["verdict"], "TIME");
    assert_eq!(asleep[0]["detail"], "0.9 s by the clock");
    (runs, longest)
}

mod slow {
    use super::*;

    /// By the clock alone, a run would have 0.9 s.
    #[test]
    #[ignore = "keeps the cores busy"]
    #[cfg(target_os = "linux")]
    fn waiting_for_a_core_is_not_sleeping() {
        let _undisturbed = crate::undisturbed();
        let (_, longest) = judge_busy_programs(&["path", "--case", "1-8"]);
        assert!(longest > 0.9, "no run had to wait: {longest} s");
    }

    /// The memory limit applies to the sum over all processes, each with all pages that it has in
    /// memory.
    #[test]
    #[ignore = "waits for time limits"]
    #[cfg(target_os = "linux")]
    fn memory_of_all_processes_counts_also_of_daemons() {
        let _undisturbed = crate::undisturbed();
        let load = "import os, sys, time\ndata = bytearray(60_000_000)\n";
        let forks = format!(
            "{load}children = [os.fork() for _ in range(2)]\ntime.sleep(.4)\nif all(children): print(0)"
        );
        let daemon = format!(
            "import os, time\nif os.fork(): time.sleep(3); os._exit(0)\nos.setsid()\nif os.fork(): os._exit(0)\n{load}time.sleep(9)"
        );
        for (script, limit, expected) in
            [(&forks, "400M", "ok"), (&forks, "150M", "MEMORY"), (&daemon, "50M", "MEMORY")]
        {
            let judged = judged(&[python(), "-c", script], &["--memory-limit", limit]);
            assert_eq!(judged[0]["verdict"], expected, "{script}: {judged:?}");
        }
    }

    #[test]
    #[ignore = "waits for time limits"]
    fn every_kind_of_failure_has_its_verdict_and_leaves_no_process() {
        let _undisturbed = crate::undisturbed();
        for (script, expected) in PROGRAMS {
            let script = script.replace("NAP", &nap());
            let judged = judged(&["sh", "-c", &script], &["--time-limit", "300ms"]);
            let verdicts: Vec<&Value> = judged.iter().map(|case| &case["verdict"]).collect();
            assert_eq!(verdicts, [expected], "{script}");
            assert_eq!(judged[0]["passed"], expected == "ok", "{script}");
        }
        nothing_is_left();
    }
}

mod campaign {
    use super::*;

    #[test]
    #[ignore = "takes minutes"]
    #[cfg(target_os = "linux")]
    fn five_hundred_runs_at_load_28_end_in_time() {
        let _undisturbed = crate::undisturbed();
        let (mut runs, mut longest) = (0, 0_f64);
        while runs < 500 {
            let (more, clock) = judge_busy_programs(&["path"]);
            (runs, longest) = (runs + more, longest.max(clock));
        }
        eprintln!("{runs} runs, of at most {longest} s by the clock");
    }

    /// Three busy loops compete with `judge`, which `nice` gives a low priority.
    #[test]
    #[ignore = "takes ten minutes"]
    fn right_programs_pass_on_a_busy_machine() {
        let _undisturbed = crate::undisturbed();
        let programs = Programs::new();
        let _loops = [(); 3].map(|()| BusyLoop::new());
        let (mut runs, mut failed) = (0, Vec::new());
        while runs < 2000 {
            for Program { puzzle, command, .. } in
                programs.all.iter().filter(|it| it.flaw.is_none())
            {
                let output = Command::new("nice")
                    .args([env!("CARGO_BIN_EXE_kubikschach"), "judge", puzzle, "--json", "--"])
                    .args(command)
                    .output();
                let text = crate::text(&output.expect("it runs").stdout);
                runs += text.lines().count();
                let wrong = text.lines().filter(|line| !line.contains("\"verdict\":\"ok\""));
                failed.extend(wrong.map(str::to_owned));
            }
        }
        eprintln!("{runs} runs, {} failed", failed.len());
        assert!(failed.is_empty(), "{}", failed.join("\n"));
    }
}
