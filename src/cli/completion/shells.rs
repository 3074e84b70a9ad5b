//! Registers the program with shells, and writes the completions that they ask for.

use std::env;
use std::ffi::OsString;
use std::io;
use std::path::Path;

use clap::Command;
use clap_complete::env::{Bash, Elvish, EnvCompleter, Fish, Powershell, Shells, Zsh};
use clap_complete::{CompleteEnv, Shell, engine};

use super::line::BashLine;

/// Name of the environment variable with the shell that asks for completions.
const ASKING: &str = "KUBIKSCHACH_COMPLETE";

const SHELLS: Shells<'static> = Shells(&[&BashCompleter, &Elvish, &Fish, &Powershell, &Zsh]);

/// Writes the script with which a shell learns to ask the program.
pub(crate) fn register(shell: Shell, out: &mut impl io::Write) -> io::Result<()> {
    let name = "kubikschach";
    let shell = SHELLS.completer(&shell.to_string()).unwrap_or(&Bash);
    shell.write_registration(ASKING, name, name, name, out)
}

/// Completes a command line and ends the process, if a shell has asked for that.
pub(crate) fn complete(program: fn() -> Command) {
    if env::var_os(ASKING).is_some() {
        CompleteEnv::with_factory(program).var(ASKING).shells(SHELLS).complete();
    }
}

/// Bash, of which the program asks for the whole line, because bash splits words also at `=` and `:`.
struct BashCompleter;

impl EnvCompleter for BashCompleter {
    fn name(&self) -> &'static str {
        Bash.name()
    }

    fn is(&self, name: &str) -> bool {
        Bash.is(name)
    }

    fn write_registration(
        &self,
        var: &str,
        name: &str,
        bin: &str,
        _completer: &str,
        out: &mut dyn io::Write,
    ) -> io::Result<()> {
        writeln!(
            out,
            "complete -o nospace -o bashdefault -C '{var}={} {name} --' {bin}",
            self.name()
        )
    }

    /// Writes the completions of the word in `words` after the program's name, which is the part that
    /// bash replaces: only that after the last `=` or `:`.
    fn write_complete(
        &self,
        program: &mut Command,
        words: Vec<OsString>,
        folder: Option<&Path>,
        out: &mut dyn io::Write,
    ) -> io::Result<()> {
        let part = words.get(1).map_or(0, |part| part.to_string_lossy().replace('\\', "").len());
        let Some(BashLine { words, is_quoted }) = BashLine::asked() else { return Ok(()) };
        let kept = words.last().map_or(0, |word| word.len()).saturating_sub(part);
        let index = words.len().saturating_sub(1);
        for candidate in engine::complete(program, words, index, folder)? {
            let value = candidate.get_value().to_string_lossy();
            let Some(value) = value.get(kept..) else { continue };
            // The user goes on typing after a folder or an option's `=`, and ends a quoted word.
            match value.chars().last() {
                _ if is_quoted => writeln!(out, "{value}")?,
                Some('/' | '=') => writeln!(out, "{}", quoted(value))?,
                _ => writeln!(out, "{} ", quoted(value))?,
            }
        }
        Ok(())
    }
}

/// Puts a backslash before each character that bash would not take as a part of a word.
fn quoted(word: &str) -> String {
    let needs = |letter: char| letter.is_whitespace() || "\\'\"`$&|;()<>*?[]!#{}".contains(letter);
    word.chars()
        .flat_map(|letter| needs(letter).then_some('\\').into_iter().chain([letter]))
        .collect()
}
