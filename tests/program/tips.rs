//! Tips of errors: what a tip advises works.

use std::fs;
use std::process::{Command, Output};

use serde::Deserialize;
use serde_json::Value;
use tempfile::TempDir;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BadUsages {
    bad: Vec<BadUsage>,
}

/// A wrong command line, and the tip about it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BadUsage {
    command: String,
    tip: Option<String>,
}

#[derive(Deserialize)]
struct BadTexts {
    bad: Vec<BadText>,
}

/// A record with a mistake.
#[derive(Deserialize)]
struct BadText {
    rules: Option<String>,
    input: String,
    marked: String,
    hint: Option<String>,
}

fn folder() -> TempDir {
    let folder = crate::folder();
    let copied = fs::copy("fixtures/programs/paths.py", folder.path().join("sol.py"));
    copied.expect("the program is part of the project");
    let copied = fs::copy("src/rules/raumschach.toml", folder.path().join("rules.toml"));
    copied.expect("the rule set is part of the project");
    let list = "King W A1a B3d\nQueen W A1a B3d\n";
    fs::write(folder.path().join("queries.toml"), list).expect("there is room");
    let cases = "rules = \"kubikschach\"\n[[case]]\nname = \"1\"\ninput = \"King W A1a B3d\"\nexpected = 3\n";
    fs::write(folder.path().join("cases.toml"), cases).expect("there is room");
    let page = "Input: [rq,##],[##,K#]\nOutput: true\n";
    fs::write(folder.path().join("page.txt"), page).expect("there is room");
    folder
}

fn run(folder: &TempDir, command: &str) -> Output {
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).current_dir(folder.path()).env("PATH", crate::search_path(&[]));
    shell.stdin(std::process::Stdio::null()).output().expect("there is a shell")
}

/// Returns the parts of a text that stand between two of these marks.
fn marked(text: &str, mark: char) -> Vec<&str> {
    text.split(mark).skip(1).step_by(2).collect()
}

/// Returns the command line that a tip about `command` advises, or `None` if the tip is about a
/// part that only a person can write. `found` is the wrong part.
fn advised(command: &str, tip: &str, found: &str) -> Option<String> {
    let mark = if tip.contains('`') { '`' } else { '\'' };
    let parts = marked(tip, mark);
    let is_command = |part: &&&str| part.starts_with("kubikschach ");
    let advice = *parts.iter().find(is_command).or(parts.first())?;
    if advice.starts_with("kubikschach ") {
        Some(advice.to_owned())
    } else if let Some(program) = advice.strip_prefix("-- ") {
        command.split_once("-- ").map(|(options, _)| format!("{options}-- {program}"))
    } else if advice.starts_with("--") && !tip.starts_with("a similar") {
        // The rule set of the tip replaces the one that was given.
        let kept = command.split_once(" --rules ").map_or(command.to_owned(), |(before, after)| {
            format!("{before} {}", after.split_once(' ').map_or("", |(_, rest)| rest))
        });
        Some(format!("{kept} {advice}"))
    } else if tip.starts_with("did you mean") || tip.starts_with("a similar") {
        Some(command.replacen(found, advice, 1))
    } else {
        None
    }
}

/// Returns the part of a message that says what was wrong.
fn found(message: &str) -> &str {
    if let Some((file, _)) = message.split_once(": no such file")
        && !message.contains('`')
    {
        return file;
    }
    let (mark, rest) = match message.split_once("but found `") {
        Some((before, _)) => ('`', &message[before.len()..]),
        None => (if message.contains('`') { '`' } else { '\'' }, message),
    };
    marked(rest, mark).first().copied().unwrap_or_default()
}

fn assert_works(folder: &TempDir, command: &str) {
    let Output { status, stderr, .. } = run(folder, command);
    assert_ne!(status.code(), Some(2), "{command}\n{}", String::from_utf8_lossy(&stderr));
}

#[test]
fn what_a_tip_about_a_command_line_advises_works() {
    let text = fs::read_to_string("fixtures/bad-usage.toml").expect("it is part of the project");
    let usages: BadUsages = toml::from_str(&text).expect("a table of command lines");
    let folder = folder();
    let mut advice = 0;
    for BadUsage { command, tip } in usages.bad {
        let command = format!("kubikschach {command}");
        let wrong = run(&folder, &command.replacen("kubikschach", "kubikschach --json", 1));
        assert_eq!(wrong.status.code(), Some(2), "{command}");
        let errors = crate::text(&wrong.stderr);
        let last = errors.lines().last().unwrap_or_default();
        let error: Value = serde_json::from_str(last).expect("an error as JSON");
        let hint = error["hint"].as_str().map(|hint| hint.replace("--json ", ""));
        assert_eq!(hint, tip, "{command}");
        let message = error["error"].as_str().unwrap_or_default();
        if let Some(better) = tip.and_then(|tip| advised(&command, &tip, found(message))) {
            assert_works(&folder, &better);
            advice += 1;
        }
    }
    assert!(advice > 20, "{advice}");
}

#[test]
fn what_a_tip_about_a_record_advises_works() {
    let folder = folder();
    let mut advice = 0;
    for (kind, command) in [("queries", "path"), ("boards", "mate --force")] {
        let text = fs::read_to_string(format!("fixtures/bad-{kind}.toml")).expect("a table");
        let texts: BadTexts = toml::from_str(&text).expect("a table of records");
        for BadText { rules, input, marked, hint } in texts.bad {
            let Some(tip) = hint else { continue };
            let rules = rules.map(|name| format!(" --rules {name}")).unwrap_or_default();
            let command = format!("kubikschach {command}{rules} -k");
            let Some(better) = advised(&command, &tip, "") else { continue };
            let is_in_text = tip.starts_with("did you mean");
            let word = crate::tips::marked(&tip, '`')[0];
            let input = if is_in_text { input.replacen(&marked, word, 1) } else { input };
            let better = if is_in_text { command } else { better };
            fs::write(folder.path().join("record.txt"), input).expect("there is room");
            assert_works(&folder, &format!("{better} < record.txt"));
            advice += 1;
        }
    }
    assert!(advice > 5, "{advice}");
}
