//! Checks that a program that gets a signal reports what it has found, removes temporary files, and
//! dies of that signal.

use std::fs;
use std::io::{Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use serde::Deserialize;

use crate::limits::{ghosts, leaps};
use crate::{folder, text};

/// A command, the signal that it gets while it works, and its expected output and errors.
///
/// `output` is a part of the output, `end` its end, and `error` the start of the errors.
#[derive(Deserialize)]
struct Case {
    command: Vec<String>,
    signal: String,
    #[serde(default)]
    output: String,
    #[serde(default)]
    end: String,
    #[serde(default)]
    error: String,
}

/// A command that waits for the other end of the pipe `fifo`, or for standard input, and its
/// expected output.
#[derive(Deserialize)]
struct Waiting {
    command: Vec<String>,
    #[serde(default)]
    output: String,
}

#[derive(Deserialize)]
struct Cases {
    case: Vec<Case>,
    waiting: Vec<Waiting>,
}

impl Cases {
    fn read() -> Self {
        let cases = fs::read_to_string("tests/program/signals.toml").expect("it is there");
        toml::from_str(&cases).expect("cases")
    }
}

const SIGNALS: [(&str, i32); 4] = [("HUP", 1), ("INT", 2), ("QUIT", 3), ("TERM", 15)];

fn number(signal: &str) -> i32 {
    SIGNALS.iter().find(|(name, _)| *name == signal).expect("a known signal").1
}

fn start(folder: &Path, arguments: &[&str]) -> Child {
    crate::heeding_signals(env!("CARGO_BIN_EXE_kubikschach"))
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs")
}

fn send(signal: &str, child: &Child) {
    let sent = Command::new("kill").args(["-s", signal, &child.id().to_string()]).status();
    assert!(sent.expect("there is `kill`").success());
}

/// Reads all output of a program in a thread, and returns at most the first and last 2,000 bytes.
fn read(mut pipe: impl Read + Send + 'static) -> JoinHandle<String> {
    thread::spawn(move || {
        let mut all = Vec::new();
        pipe.read_to_end(&mut all).expect("the pipe is open");
        if all.len() > 4000 {
            all.drain(2000..all.len() - 2000);
        }
        text(&all)
    })
}

/// Waits until a program works, and then sends it `signal` if that is given. Returns the signal
/// that ended the program (`None` if it exited), its output and its errors.
fn interrupt(mut child: Child, signal: Option<&str>) -> (Option<i32>, String, String) {
    let output = read(child.stdout.take().expect("it is piped"));
    let errors = read(child.stderr.take().expect("it is piped"));
    if let Some(signal) = signal {
        wait_for_work(&child);
        send(signal, &child);
    }
    let status = child.wait().expect("it ends");
    let [output, errors] = [output, errors].map(|text| text.join().expect("it is read"));
    (status.signal(), output, errors)
}

/// Returns the value of a hexadecimal field of `/proc/PID/status`, such as the mask of ignored
/// signals.
fn mask(child: &Child, name: &str) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).expect("it runs");
    let line = status.lines().find_map(|line| line.strip_prefix(name)).expect("it is told");
    u64::from_str_radix(line.trim_start_matches(':').trim(), 16).expect("a mask")
}

fn wait_for_work(child: &Child) {
    loop {
        let stat = fs::read_to_string(format!("/proc/{}/stat", child.id())).expect("it runs");
        let fields: Vec<&str> =
            stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
        assert!(fields.first() != Some(&"Z"), "it ended before the signal");
        let time = fields.get(11);
        if time.expect("it is told").parse::<u64>().expect("ticks") > 30 {
            return;
        }
        thread::sleep(Duration::from_millis(10));
    }
}

/// A board on which White is checkmated.
const BOARD: &str = "[######,######,######,#n####,r#q###,KQr###],[######,######,##q###,######,n#####,#####r],[######,######,######,######,##Rn##,R#r###],[######,######,######,######,######,#R####],[##r###,######,###q##,######,######,#####Q],[#r####,######,######,######,######,######]";

/// Returns a file of `count` equal cases: so many that an audit is not done when its signal comes.
fn cases(rules: &str, input: &str, expected: &str, count: usize) -> String {
    let case = |nth: usize| {
        format!("[[case]]\nname = '{nth}'\ninput = '{input}'\nexpected = {expected}\n")
    };
    let cases: String = (0..count).map(case).collect();
    format!("rules = '{rules}'\n{cases}")
}

#[test]
fn a_signal_stops_the_work_and_ends_the_program() {
    for Case { command, signal, output, end, error } in Cases::read().case {
        let folder = folder();
        let queries = cases("kubikschach", "King W A1a B3d", "3", 2000);
        let boards = cases("cube", BOARD, "true", 4000);
        fs::write(folder.path().join("queries.toml"), queries).expect("there is room");
        fs::write(folder.path().join("boards.toml"), boards).expect("there is room");
        let arguments: Vec<&str> = command.iter().map(String::as_str).collect();
        let child = start(folder.path(), &arguments);
        // Judged programs (after `--`) send the signal themselves.
        let is_sent = !arguments.contains(&"--");
        let (died, told, errors) = interrupt(child, is_sent.then_some(&*signal));
        assert_eq!(died, Some(number(&signal)), "{command:?}: {told} {errors}");
        assert!(told.contains(&output) && told.ends_with(&end), "{command:?}: {told}");
        assert!(errors.starts_with(&error), "{command:?}: {errors}");
        assert_eq!(errors.is_empty(), error.is_empty(), "{command:?}: {errors}");
        let left = fs::read_dir(&folder).expect("a folder").flatten().count();
        assert_eq!(left, 2, "{command:?}: files are left");
    }
}

/// The searches take minutes, and each of their parts must look at signals.
#[test]
fn a_signal_ends_a_search_with_many_leaps() {
    let _undisturbed = crate::undisturbed();
    let folder = folder();
    fs::write(folder.path().join("leaps.toml"), leaps(9_999)).expect("there is room");
    for arguments in [
        &["graph", "King", "W"][..],
        &["graph", "King", "W", "--json"],
        &["path", "--count", "King W a1A a1B"],
        &["path", "--route", "King W a1A a1B"],
    ] {
        let options = ["--rules", "./leaps.toml", "--size", "64"];
        let mut child = start(folder.path(), &[arguments, &options].concat());
        for _ in 0..3 {
            wait_for_work(&child);
            thread::sleep(Duration::from_millis(300));
        }
        send("INT", &child);
        let sent = Instant::now();
        assert_eq!(child.wait().expect("it ends").signal(), Some(2), "{arguments:?}");
        assert!(sent.elapsed() < Duration::from_secs(4), "{arguments:?}");
    }
}

#[test]
fn a_signal_ends_the_random_play_of_rules_check() {
    let folder = folder();
    fs::write(folder.path().join("ghosts.toml"), ghosts()).expect("there is room");
    let child = start(folder.path(), &["rules", "check", "ghosts.toml"]);
    let ended = interrupt(child, Some("INT"));
    assert_eq!(ended, (Some(2), String::new(), String::new()));
}

#[test]
fn answers_before_a_signal_are_printed() {
    let endless = r#"{"piece":"N","color":"W","start":"a1I","finish":"af32XXXII","all":true}"#;
    let options = ["path", "--rules", "cube", "--size", "32", "King W a1I b2I", endless];
    let child = start(folder().path(), &options);
    let (died, told, errors) = interrupt(child, Some("INT"));
    assert_eq!(died, Some(2), "{told} {errors}");
    assert!(told.starts_with("1\n31\n"), "{told} {errors}");
}

#[test]
fn a_program_that_waits_for_input_ends_at_once() {
    for (signal, number) in SIGNALS {
        let mut child = start(folder().path(), &["path"]);
        let mut input = child.stdin.take().expect("it is piped");
        input.write_all(b"King W A1a B3d\nKing W").expect("it is taken");
        let mut answer = [0; 2];
        child.stdout.as_mut().expect("it is piped").read_exact(&mut answer).expect("an answer");
        assert_eq!(&answer, b"3\n");
        send(signal, &child);
        assert_eq!(child.wait().expect("it ends").signal(), Some(number));
    }
}

/// Returns `true` if a program waits in a system call whose kernel function has one of the names.
fn waits_in(child: &Child, names: &[&str]) -> bool {
    let call = fs::read_to_string(format!("/proc/{}/wchan", child.id())).expect("it is ours");
    names.iter().any(|name| call.contains(name))
}

fn wait_until_in(child: &mut Child, names: &[&str]) {
    while !waits_in(child, names) {
        assert_eq!(child.try_wait().expect("it is ours"), None, "it ended before the signal");
        thread::sleep(Duration::from_millis(1));
    }
}

/// Sends a signal to a program that waits in one of the calls, and returns the signal that ended
/// the program. Panics if the program waits again.
fn signal_that_ends(child: &mut Child, signal: &str, calls: &[&str]) -> Option<i32> {
    wait_until_in(child, calls);
    send(signal, child);
    loop {
        if let Some(status) = child.try_wait().expect("it is ours") {
            return status.signal();
        }
        let is_ignored = mask(child, "ShdPnd") == 0 && waits_in(child, calls);
        assert!(!is_ignored, "SIG{signal} is ignored: {}", child.kill().is_ok());
        thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn a_program_that_waits_for_a_pipe_or_standard_input_ends_at_once() {
    let folder = folder();
    let made = Command::new("mkfifo").arg(folder.path().join("fifo")).status();
    assert!(made.expect("there is `mkfifo`").success());
    let case = |rules| {
        format!(
            "rules = '{rules}'\n[[case]]\nname = 'one'\ninput = 'King W A1a B3d'\nexpected = 3\n"
        )
    };
    for (name, rules) in [("cases.toml", "kubikschach"), ("fifo-rules.toml", "./fifo")] {
        fs::write(folder.path().join(name), case(rules)).expect("there is room");
    }
    for Waiting { command, output } in Cases::read().waiting {
        let arguments: Vec<&str> = command.iter().map(String::as_str).collect();
        for (signal, number) in SIGNALS {
            let mut child = start(folder.path(), &arguments);
            let ended = signal_that_ends(&mut child, signal, &["wait_for_partner", "pipe_read"]);
            assert_eq!(ended, Some(number), "{command:?}");
            let told = read(child.stdout.take().expect("it is piped")).join();
            assert_eq!(told.expect("it is read"), output, "{command:?}");
        }
    }
}

#[test]
fn a_program_that_waits_to_save_a_case_ends_at_once() {
    let folder = folder();
    let lock = fs::File::open(&folder).expect("a folder");
    lock.lock().expect("the system can lock folders");
    let options = ["stress", "path", "--count", "9", "--save", "cases.toml", "--", "echo", "9"];
    let mut child = start(folder.path(), &options);
    assert_eq!(signal_that_ends(&mut child, "INT", &["lock_inode_wait"]), Some(2));
    let told = read(child.stdout.take().expect("it is piped")).join().expect("it is read");
    assert!(told.starts_with("wrong answer found at input "), "{told}");
    assert!(!folder.path().join("cases.toml").exists(), "it is locked");
}

/// The first signal arrives while the program writes into a full pipe.
#[test]
fn a_second_signal_ends_the_program_at_once() {
    let options = ["path", "--all", "--rules", "cube", "--size", "32", "N W a1I af32XXXII"];
    for (first, second) in [("INT", "INT"), ("INT", "TERM"), ("TERM", "QUIT")] {
        let mut child = start(folder().path(), &options);
        wait_until_in(&mut child, &["pipe_w"]);
        send(first, &child);
        while mask(&child, "ShdPnd") != 0 || !waits_in(&child, &["pipe_w"]) {
            thread::sleep(Duration::from_millis(10));
        }
        assert!(child.try_wait().expect("it is ours").is_none(), "the first signal is noted");
        send(second, &child);
        assert_eq!(child.wait().expect("it ends").signal(), Some(number(second)));
    }
}

/// A terminal sends Ctrl-C to the shell and the program; bash ends its loop only if the program
/// dies of the signal.
#[test]
fn a_signal_ends_a_shell_loop_around_the_program() {
    let script = "export LEADER=$$; for nth in 1 2 3; do \
                  \"$KUBIKSCHACH\" judge path -j 1 -- sh -c 'kill -s INT -- -$LEADER; sleep 9'; \
                  echo \"after $nth\"; done";
    let output = crate::heeding_signals("bash")
        .args(["-c", script])
        .env("KUBIKSCHACH", env!("CARGO_BIN_EXE_kubikschach"))
        .process_group(0)
        .output()
        .expect("there is a shell");
    assert_eq!(output.status.signal(), Some(2));
    assert_eq!(text(&output.stdout), "0 passed, 0 failed\n");
}

/// `nohup` lets its program ignore SIGHUP.
#[test]
fn an_ignored_signal_stays_ignored() {
    let script = "trap '' HUP; exec \"$KUBIKSCHACH\" judge path --only 'King 2 (test)' -- \
                  sh -c 'kill -s HUP $PPID; echo 0'";
    let output = Command::new("bash")
        .args(["-c", script])
        .env("KUBIKSCHACH", env!("CARGO_BIN_EXE_kubikschach"))
        .output()
        .expect("there is a shell");
    assert!(text(&output.stdout).ends_with("1 passed, 0 failed\n"), "{}", text(&output.stderr));
    assert_eq!(output.status.code(), Some(0));
}
