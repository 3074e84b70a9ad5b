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
    /// Command line after the fix, if the tip leaves a part of it to the user.
    fixed: Option<String>,
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
    /// Record after the fix, if the hint leaves a part of it to the user.
    fixed: Option<String>,
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
    let own = fs::read_to_string("src/rules/raumschach.toml").expect("it is part of the project");
    let own = own.replacen("raumschach", "prism", 1);
    fs::write(folder.path().join("prism.toml"), own).expect("there is room");
    let game = "[Variant \"prism\"]\n\n1. Ab1-Aa3 1/2\n";
    fs::write(folder.path().join("game.txt"), game).expect("there is room");
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

/// Returns the command lines that a tip about `command` advises; none if the tip leaves a part of
/// them to the user. `found` is the wrong part.
fn advised(command: &str, tip: &str, found: &str) -> Vec<String> {
    let mark = if tip.contains('`') { '`' } else { '\'' };
    let parts = marked(tip, mark);
    if tip.starts_with("did you mean") || tip.starts_with("a similar") {
        return parts.iter().map(|part| command.replacen(found, part, 1)).collect();
    }
    if tip.starts_with("rule sets with this setup") {
        return parts.iter().map(|name| format!("{command} --rules {name}")).collect();
    }
    let is_command = |part: &&&str| part.starts_with("kubikschach ");
    let Some(advice) = parts.iter().find(is_command).or(parts.first()) else { return Vec::new() };
    let line = if advice.starts_with("kubikschach ") {
        (*advice).to_owned()
    } else if let Some((_, men)) = tip.split_once(": `").filter(|_| command.contains("endgame")) {
        format!("kubikschach endgame {} --size 2", men.trim_end_matches('`'))
    } else if let Some(program) = advice.strip_prefix("-- ") {
        let (options, _) = command.split_once("-- ").unwrap_or((command, ""));
        format!("{options}-- {program}")
    } else if advice.starts_with("--") {
        // The rule set of the tip replaces the one that was given.
        let kept = command.split_once(" --rules ").map_or(command.to_owned(), |(before, after)| {
            format!("{before} {}", after.split_once(' ').map_or("", |(_, rest)| rest))
        });
        format!("{kept} {advice}")
    } else {
        return Vec::new();
    };
    vec![line]
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

/// Returns the errors of a command line; `None` if it has an answer.
fn failure(folder: &TempDir, command: &str) -> Option<String> {
    let Output { status, stderr, .. } = run(folder, command);
    (status.code() == Some(2)).then(|| format!("{command}\n{}", crate::text(&stderr)))
}

/// Fails with all failures, so that one run shows them.
fn finish(failures: &[String]) {
    assert!(failures.is_empty(), "{} fail\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn what_a_tip_about_a_command_line_advises_works() {
    let text = fs::read_to_string("fixtures/bad-usage.toml").expect("it is part of the project");
    let usages: BadUsages = toml::from_str(&text).expect("a table of command lines");
    let (folder, mut failures) = (folder(), Vec::new());
    for BadUsage { command, tip, fixed } in usages.bad {
        let command = format!("kubikschach {command}");
        let wrong = run(&folder, &command.replacen("kubikschach", "kubikschach --json", 1));
        let errors = crate::text(&wrong.stderr) + &crate::text(&wrong.stdout);
        let is_error = |line: &&str| line.starts_with("{\"error\"");
        let line = errors.lines().rfind(is_error).unwrap_or_default();
        let error: Value = serde_json::from_str(line).unwrap_or_default();
        let hint = error["hint"].as_str().map(|hint| hint.replace("--json ", ""));
        if wrong.status.code() != Some(2) || hint != tip {
            failures.push(format!("{command}\nexpected the tip {tip:?}\nfound {errors}"));
            continue;
        }
        let Some(tip) = tip else { continue };
        let message = error["error"].as_str().unwrap_or_default();
        let better = match fixed {
            Some(fixed) => vec![format!("kubikschach {fixed}")],
            None => advised(&command, &tip, found(message)),
        };
        if better.is_empty() {
            failures.push(format!("{command}\n`fixed` is needed for the tip: {tip}"));
        }
        failures.extend(better.iter().filter_map(|line| failure(&folder, line)));
    }
    finish(&failures);
}

#[test]
fn what_a_tip_about_a_record_advises_works() {
    let (folder, mut failures) = (folder(), Vec::new());
    for (kind, command) in [("queries", "path"), ("boards", "mate --force")] {
        let text = fs::read_to_string(format!("fixtures/bad-{kind}.toml")).expect("a table");
        let texts: BadTexts = toml::from_str(&text).expect("a table of records");
        for BadText { rules, input, marked, hint, fixed } in texts.bad {
            let Some(tip) = hint else { continue };
            let rules = rules.map(|name| format!(" --rules {name}")).unwrap_or_default();
            let command = format!("kubikschach {command}{rules} -k");
            // A tip is about the record or about the command line.
            let is_in_record = tip.starts_with("did you mean");
            let (inputs, lines) = match fixed {
                Some(fixed) => (vec![fixed], vec![command]),
                None if is_in_record => (advised(&input, &tip, &marked), vec![command]),
                None => (vec![input.clone()], advised(&command, &tip, "")),
            };
            if lines.is_empty() {
                failures.push(format!("{input}\n`fixed` is needed for the tip: {tip}"));
            }
            for (input, line) in
                inputs.iter().flat_map(|input| lines.iter().map(move |line| (input, line)))
            {
                fs::write(folder.path().join("record.txt"), input).expect("there is room");
                failures.extend(failure(&folder, &format!("{line} < record.txt")));
            }
        }
    }
    finish(&failures);
}

/// The program would wait for a writer.
#[test]
fn a_named_pipe_is_not_read_for_a_tip() {
    let folder = folder();
    let script = "mkfifo pipe && kubikschach path pipe";
    let errors = crate::text(&run(&folder, script).stderr);
    assert!(errors.contains("read the file with `-f pipe`"), "{errors}");
}
