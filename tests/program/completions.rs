//! Shell completions, as each installed shell offers them.

use std::path::Path;
use std::process::{Command, Stdio};
use std::{env, fs};

use tempfile::TempDir;

/// Command lines to complete, each with words that the shell must offer.
const ASKED: &[(&str, &[&str])] = &[
    ("kubikschach mate --rules ", &["cube", "great-shatranj", "kubikschach", "raumschach"]),
    ("kubikschach mate --side ", &["white", "black"]),
    ("kubikschach moves K", &["King", "Knight"]),
    ("kubikschach graph Knight ", &["White", "Black"]),
    ("kubikschach path ", &["Queen", "White"]),
    ("kubikschach rules show c", &["cube"]),
    ("kubikschach rules pi", &["pieces"]),
    ("kubikschach rules pieces c", &["cube"]),
    ("kubikschach gra", &["graph"]),
];

/// Command lines to complete in bash. Each has the part of its last word that bash replaces (after the last
/// `=` or `:`), and a word that bash must offer for it.
const BASH_ASKED: &[(&str, &str, &str)] = &[
    ("kubikschach mate --rules=cu", "cu", "cube"),
    ("kubikschach mate --rules=", "", "raumschach"),
    ("kubikschach mate --rules great-shatranj:s", "s", "sideways"),
    ("kubikschach mate --rules great-shatranj:", "", "sideways"),
    ("kubikschach mate --rules=great-shatranj:s", "s", "sideways"),
    ("kubikschach mate --rules=great-shatranj:", "", "sideways"),
    ("kubikschach moves H", "H", "High-Priestess"),
    ("kubikschach judge path -- prin", "prin", "printf"),
    ("kubikschach stress p", "p", "path"),
    ("kubikschach judge m", "m", "mate"),
    ("kubikschach replay path m", "m", "mate"),
    ("kubikschach export ", "", "path"),
    ("kubikschach moves Bishop --rules=cube Wh", "Wh", "White"),
];

/// Returns bash commands that print the completions of a line, of which bash replaces the last part.
fn bash(script: &str, line: &str, part: &str) -> String {
    format!(
        "source {script}; eval set -- $(complete -p kubikschach); until [ \"$1\" = -C ]; do shift; done; \
         export COMP_LINE='{line}' COMP_POINT={}; eval \"$2 kubikschach '{part}' ''\"",
        line.chars().count(),
    )
}

#[test]
fn bash_completes() {
    check("bash", |script, line| bash(script, line, line.rsplit(' ').next().unwrap_or_default()));
}

/// Bash replaces only the part after `=` or `:`, so the completions must omit the text before it.
#[test]
fn bash_completes_names_with_colons_values_after_equals_signs_and_commands() {
    let Some(shell) = Shell::new("bash") else { return };
    for (line, part, expected) in BASH_ASKED {
        let offered = shell.run(|script| bash(script, line, part));
        assert!(offered.lines().any(|name| name.trim_end() == *expected), "`{line}`: {offered}");
    }
}

/// Bash inserts completions as they are, so blanks in file names must be quoted.
#[test]
fn bash_completes_file_names_with_blanks() {
    let Some(shell) = Shell::new("bash") else { return };
    fs::write(shell.folder.path().join("my cases.toml"), "").expect("the folder can be written to");
    for line in [
        "kubikschach replay my",
        "kubikschach replay --cases my",
        "kubikschach import my",
        "kubikschach rules check my",
        "kubikschach rules show my",
        "kubikschach mate --rules my",
        "kubikschach mate --svg my",
        "kubikschach judge path -- awk my",
    ] {
        let offered = shell.run(|script| bash(script, line, "my"));
        assert_eq!(offered, "my\\ cases.toml \n", "{line}");
    }
    for (line, part, expected) in [
        ("my\\ ", "my\\ ", "my\\ cases.toml \n"),
        ("my\\ c", "my\\ c", "my\\ cases.toml \n"),
        ("\"my c", "my c", "my cases.toml\n"),
        ("\"mü\" my", "my", "my\\ cases.toml \n"),
    ] {
        let offered = shell.run(|script| bash(script, &format!("kubikschach replay {line}"), part));
        assert_eq!(offered, expected, "{line}");
    }
}

#[test]
fn bash_offers_files_beside_the_puzzles_that_name_cases() {
    let Some(shell) = Shell::new("bash") else { return };
    fs::write(shell.folder.path().join("my cases.toml"), "").expect("the folder can be written to");
    let offered = shell.run(|script| bash(script, "kubikschach audit m", "m"));
    assert_eq!(offered, "mate \nmy\\ cases.toml \n");
}

struct Shell {
    name: &'static str,
    folder: TempDir,
}

impl Shell {
    /// Returns the shell with this name, or `None` if it is not installed.
    fn new(name: &'static str) -> Option<Self> {
        let installed =
            Command::new(name).arg("-c").arg("true").stderr(Stdio::null()).status().is_ok();
        if !installed {
            crate::skipped::note(name, "completions of this shell");
            return None;
        }
        let folder = tempfile::tempdir().expect("there is a place for temporary files");
        let program = Path::new(env!("CARGO_BIN_EXE_kubikschach"));
        let script = Command::new(program).args(["completions", name]).output();
        let script = script.expect("the program runs").stdout;
        fs::write(folder.path().join("_kubikschach"), script)
            .expect("the folder can be written to");
        Some(Self { name, folder })
    }

    /// Runs shell commands and returns their output. `commands` builds them from the path of the
    /// completion script.
    fn run(&self, commands: impl Fn(&str) -> String) -> String {
        let folder = self.folder.path();
        let output = Command::new(self.name)
            .arg("-c")
            .arg(commands(&folder.join("_kubikschach").display().to_string()))
            .current_dir(folder)
            .env("HOME", folder)
            .env("PATH", crate::search_path(&[]))
            .output()
            .expect("the shell was there before");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }
}

/// Checks that a shell offers the expected words. `commands` builds the shell commands from the
/// path of the completion script and the command line to complete.
fn check(name: &'static str, commands: impl Fn(&str, &str) -> String) {
    let Some(shell) = Shell::new(name) else { return };
    for (line, expected) in ASKED {
        let offered = shell.run(|script| commands(script, line));
        for word in *expected {
            assert!(offered.contains(word), "{name} offers for `{line}`: {offered}");
        }
    }
}

mod slow {
    use super::*;

    /// Zsh completes only at a terminal, so the test runs zsh in a pseudo-terminal. Its output
    /// therefore contains control codes.
    #[test]
    #[ignore = "waits for the prompts of shells"]
    fn zsh_completes() {
        check("zsh", |script, line| {
            format!(
                "zmodload zsh/zpty; zpty z zsh -f -i; \
                 zpty -w z 'PS1=; autoload -U compinit; compinit -D -u; source {script}; \
                 LISTMAX=1000; setopt autolist nobeep; echo RE\"\"ADY'; \
                 zpty -r z ready '*READY*'; zpty -w -n z '{line}'$'\\t'$'\\t'; \
                 zpty -w -n z ' DO'; sleep 1; zpty -w -n z 'NE'; zpty -r z out '*DO*NE*'; \
                 print -r -- $out; zpty -d z"
            )
        });
    }

    #[test]
    #[ignore = "waits for the prompts of shells"]
    fn fish_completes() {
        check("fish", |script, line| format!("source {script}; complete -C '{line}'"));
    }
}
