//! What shells offer to complete: each is asked itself, where it is installed.
#![expect(clippy::print_stderr, reason = "who runs the tests is told what was left out")]

use std::path::Path;
use std::process::{Command, Stdio};
use std::{env, fs};

/// What a user has typed up to the cursor, and what must be offered.
const ASKED: &[(&str, &[&str])] = &[
    ("kubikschach mate --rules ", &["cube", "great-shatranj", "kubikschach", "raumschach"]),
    ("kubikschach mate --side ", &["white", "black"]),
    ("kubikschach moves K", &["King", "Knight"]),
    ("kubikschach graph Knight ", &["White", "Black"]),
    ("kubikschach path ", &["Queen", "White"]),
    ("kubikschach rules show c", &["cube"]),
    ("kubikschach gra", &["graph"]),
];

#[test]
fn bash_completes() {
    check("bash", |script, line| {
        format!(
            "source {script}; COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); \
             _kubikschach kubikschach \"${{COMP_WORDS[-1]}}\" \"${{COMP_WORDS[-2]}}\"; \
             printf '%s\\n' \"${{COMPREPLY[@]}}\"",
            words = if line.ends_with(' ') { format!("{line}''") } else { line.to_owned() },
        )
    });
}

#[test]
fn fish_completes() {
    check("fish", |script, line| format!("source {script}; complete -C '{line}'"));
}

/// Zsh completes on a terminal only, so it is given one: what comes back has its control codes.
#[test]
fn zsh_completes() {
    check("zsh", |script, line| {
        format!(
            "zmodload zsh/zpty; zpty z zsh -f -i; \
             zpty -w z 'PS1=; autoload -U compinit; compinit -D -u; source {script}; \
             compdef _kubikschach kubikschach; LISTMAX=1000; setopt autolist nobeep; echo RE\"\"ADY'; \
             zpty -r z ready '*READY*'; zpty -w -n z '{line}'$'\\t'$'\\t'; \
             zpty -w -n z ' DO'; sleep 1; zpty -w -n z 'NE'; zpty -r z out '*DO*NE*'; \
             print -r -- $out; zpty -d z"
        )
    });
}

/// Asks a shell, by commands made of the name of the script and what is typed.
fn check(shell: &str, commands: impl Fn(&str, &str) -> String) {
    let installed =
        Command::new(shell).arg("-c").arg("true").stderr(Stdio::null()).status().is_ok();
    if !installed {
        eprintln!("{shell} is not installed: not tested");
        return;
    }
    let folder = tempfile::tempdir().expect("there is a place for temporary files");
    let program = Path::new(env!("CARGO_BIN_EXE_kubikschach"));
    let script = Command::new(program).args(["completions", shell]).output().expect("it runs");
    let file = folder.path().join("_kubikschach");
    fs::write(&file, script.stdout).expect("the folder can be written to");
    for (line, expected) in ASKED {
        let offered = Command::new(shell)
            .arg("-c")
            .arg(commands(&file.display().to_string(), line))
            .current_dir(folder.path())
            .env("HOME", folder.path())
            .output()
            .expect("the shell was there before");
        let offered = String::from_utf8_lossy(&offered.stdout).into_owned();
        for name in *expected {
            assert!(offered.contains(name), "{shell} offers for `{line}`: {offered}");
        }
    }
}
