//! Completes command lines for shells that ask the program.

use std::env;
use std::ffi::OsString;
use std::io;
use std::path::Path;

use clap::Command;
use clap_complete::env::{Bash, Elvish, EnvCompleter, Fish, Powershell, Shells, Zsh};
use clap_complete::{CompleteEnv, Shell, engine};

/// Name of the environment variable with the shell that asks for completions.
const ASKING: &str = "KUBIKSCHACH_COMPLETE";

const SHELLS: Shells<'static> = Shells(&[&BashWords, &Elvish, &Fish, &Powershell, &Zsh]);

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

/// Returns the number of words from `--` to the one before the word to complete; 0 if there is no
/// `--` among them.
pub(crate) fn words_after_dashes() -> usize {
    // The shell puts another `--` before the command line.
    let line: Vec<OsString> = env::args_os().skip_while(|word| word != "--").skip(1).collect();
    let asked = asked_word().unwrap_or(line.len().saturating_sub(1));
    line.iter().take(asked).skip_while(|word| *word != "--").count()
}

/// Returns the index of the word to complete; `None` for shells that ask about the last word.
fn asked_word() -> Option<usize> {
    env::var("_CLAP_COMPLETE_INDEX").ok()?.parse().ok()
}

/// Bash, which also splits words at `=` and `:`, and which inserts completions without quoting them.
struct BashWords;

impl EnvCompleter for BashWords {
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
        completer: &str,
        out: &mut dyn io::Write,
    ) -> io::Result<()> {
        Bash.write_registration(var, name, bin, completer, out)
    }

    fn write_complete(
        &self,
        program: &mut Command,
        words: Vec<OsString>,
        folder: Option<&Path>,
        out: &mut dyn io::Write,
    ) -> io::Result<()> {
        let plain = |word: &OsString| OsString::from(word.to_string_lossy().replace('\\', ""));
        let last = asked_word().unwrap_or_default();
        let words: Vec<OsString> = words.iter().take(last + 1).map(plain).collect();
        let part = words.last().map_or(0, |word| word.len());
        let words = joined(words);
        let index = words.len().saturating_sub(1);
        // Bash replaces only the part of the word after the last `=` or `:`.
        let kept = words.last().map_or(0, |word| word.len()) - part;
        let separator = env::var("_CLAP_IFS").unwrap_or_else(|_| "\n".to_owned());
        let found = engine::complete(program, words, index, folder)?;
        let values = found.iter().map(|candidate| candidate.get_value().to_string_lossy());
        let values: Vec<String> =
            values.filter_map(|value| Some(quoted(value.get(kept..)?))).collect();
        out.write_all(values.join(&separator).as_bytes())
    }
}

/// Joins the words that bash has split at `=` and `:`.
fn joined(words: Vec<OsString>) -> Vec<OsString> {
    let is_mark = |word: &OsString| {
        !word.is_empty() && word.to_string_lossy().chars().all(|letter| "=:".contains(letter))
    };
    let (mut all, mut goes_on) = (Vec::<OsString>::new(), false);
    for word in words {
        let is_split = is_mark(&word);
        match all.last_mut().filter(|_| goes_on || is_split) {
            Some(before) => before.push(&word),
            None => all.push(word),
        }
        goes_on = is_split;
    }
    all
}

/// Puts a backslash before each character that bash would not take as a part of a word.
fn quoted(word: &str) -> String {
    let needs = |letter: char| letter.is_whitespace() || "\\'\"`$&|;()<>*?[]!#{}".contains(letter);
    word.chars()
        .flat_map(|letter| needs(letter).then_some('\\').into_iter().chain([letter]))
        .collect()
}
