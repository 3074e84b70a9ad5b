//! Notes of what was not tested because a tool is missing. [`what_was_skipped`] prints the notes.
//!
//! [`what_was_skipped`]: ../what_was_skipped.rs

use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// Optional tools of the tests, each with the command that installs it on Debian or in Rust.
const TOOLS: [(&str, &str); 17] = [
    ("bash", "apt-get install bash"),
    ("cc", "apt-get install gcc"),
    ("chromedriver", "apt-get install chromium-driver chromium-headless-shell"),
    ("curl", "apt-get install curl"),
    ("fish", "apt-get install fish"),
    ("java", "apt-get install default-jre-headless"),
    ("node", "apt-get install nodejs"),
    ("npm", "apt-get install npm"),
    ("parallel", "apt-get install parallel"),
    ("perl", "apt-get install perl"),
    ("pyspark", "pip install pyspark"),
    ("python3", "apt-get install python3"),
    ("script", "apt-get install bsdutils"),
    ("tclsh", "apt-get install tcl"),
    ("verifyproblem", "pip install problemtools"),
    ("web/build", "rustup target add wasm32-unknown-unknown"),
    ("zsh", "apt-get install zsh"),
];

/// The file of the notes. All programs that one `cargo test` runs use the same file.
fn file() -> PathBuf {
    #[cfg(unix)]
    let run = std::os::unix::process::parent_id();
    #[cfg(not(unix))]
    let run = 0;
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("skipped-{run}.txt"))
}

/// Notes that something is not tested because a tool is missing or fails.
///
/// Panics if `KUBIKSCHACH_EXPECTED` in the environment names the tool.
pub(crate) fn note(tool: &str, what: &str) {
    let expected = std::env::var("KUBIKSCHACH_EXPECTED").unwrap_or_default();
    assert!(
        !expected.split(' ').any(|name| name == tool),
        "`{tool}` does not run, though expected"
    );
    let source = TOOLS.iter().find(|(name, _)| *name == tool).map(|(_, source)| source);
    let source = source.map_or_else(String::new, |source| format!("; {source}"));
    let line = format!("not tested: {what} (`{tool}` does not run{source})\n");
    let notes = OpenOptions::new().create(true).append(true).open(file());
    notes.and_then(|mut notes| notes.write_all(line.as_bytes())).expect("notes are kept");
}

/// Returns the notes since the last call, sorted and each once.
pub(crate) fn take_notes() -> Vec<String> {
    let notes = fs::read_to_string(file()).unwrap_or_default();
    // Without a note there is no file.
    let _ = fs::remove_file(file());
    let mut lines: Vec<String> = notes.lines().map(str::to_owned).collect();
    lines.sort();
    lines.dedup();
    lines
}
