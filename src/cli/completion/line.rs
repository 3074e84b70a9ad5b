//! The command line that a shell asks about.

use std::env;
use std::ffi::OsString;

/// Returns the number of words from `--` to the one before the word to complete; 0 if there is no
/// `--` among them.
pub(crate) fn words_after_dashes() -> usize {
    // The shell puts another `--` before the command line.
    let words = || env::args_os().skip_while(|word| word != "--").skip(1);
    let line = bash_line().unwrap_or_else(|| words().collect());
    let asked = asked_word().unwrap_or(line.len().saturating_sub(1));
    line.iter().take(asked).skip_while(|word| *word != "--").count()
}

/// Returns the index of the word to complete; `None` for shells that ask about the last word.
fn asked_word() -> Option<usize> {
    env::var("_CLAP_COMPLETE_INDEX").ok()?.parse().ok()
}

/// Returns the words of bash's command line up to the cursor; `None` for other shells.
pub(super) fn bash_line() -> Option<Vec<OsString>> {
    let (line, cursor) = (env::var("COMP_LINE").ok()?, env::var("COMP_POINT").ok()?);
    let line: String = line.chars().take(cursor.parse().ok()?).collect();
    // A letter at the cursor ends the last word, which may be empty or lack its second quotation mark.
    let split = |end| shlex::split(&format!("{line}.{end}"));
    let mut words = ["", "'", "\""].into_iter().find_map(split)?;
    words.last_mut()?.pop();
    Some(words.into_iter().map(OsString::from).collect())
}
