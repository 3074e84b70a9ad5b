//! The command line that a shell asks about.

use std::env;
use std::ffi::OsString;

/// Returns the number of words from `--` to the one before the word to complete; 0 if there is no
/// `--` among them.
pub(crate) fn words_after_dashes() -> usize {
    // The shell puts another `--` before the command line.
    let words = || env::args_os().skip_while(|word| word != "--").skip(1);
    let line = BashLine::asked().map_or_else(|| words().collect(), |line| line.words);
    let asked = asked_word().unwrap_or(line.len().saturating_sub(1));
    line.iter().take(asked).skip_while(|word| *word != "--").count()
}

/// Returns the index of the word to complete; `None` for shells that ask about the last word.
fn asked_word() -> Option<usize> {
    env::var("_CLAP_COMPLETE_INDEX").ok()?.parse().ok()
}

/// Bash's command line up to the cursor.
pub(super) struct BashLine {
    pub(super) words: Vec<OsString>,
    /// True if the last word lacks its second quotation mark.
    pub(super) is_quoted: bool,
}

impl BashLine {
    /// Returns the line about which bash asks; `None` for other shells.
    pub(super) fn asked() -> Option<Self> {
        let (line, cursor) = (env::var("COMP_LINE").ok()?, env::var("COMP_POINT").ok()?);
        let line: String = line.chars().take(cursor.parse().ok()?).collect();
        // A letter at the cursor ends the last word, which may be empty.
        let split = |end: &str| Some((shlex::split(&format!("{line}.{end}"))?, !end.is_empty()));
        let (mut words, is_quoted) = ["", "'", "\""].into_iter().find_map(split)?;
        words.last_mut()?.pop();
        Some(Self { words: words.into_iter().map(OsString::from).collect(), is_quoted })
    }
}
