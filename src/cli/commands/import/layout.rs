//! Recognizes layouts that `import` cannot read, to name them in messages.

use std::fs;
use std::path::Path;

use crate::diagnostic::quote;
use crate::words::{and, counted};

pub(super) const KNOWN: &str = "`import` reads pages with `Input` and `Output`, boards before \
    `Output: true`, items such as `- King W A1a B3d -> 3`, lists of boards or queries without \
    answers, and folders of NAME.in and NAME.out";

/// Returns the name of a text's layout, or `None` if the layout is not recognized.
pub(super) fn of_text(text: &str) -> Option<&'static str> {
    let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty());
    let has = |mark: &str| text.contains(mark);
    let starts_with = |mark: char| text.trim_start().starts_with(mark);
    let is_row = |line: &str, mark| line.matches(mark).count() >= 2;
    let is_table = |mark: char| lines().next().is_some() && lines().all(|line| is_row(line, mark));
    if has("[[case]]") {
        Some("a case file, which other commands read with `--cases`")
    } else if starts_with('<') {
        Some("HTML instead of the text of a page")
    } else if (starts_with('{') || starts_with('[')) && (has("\"expected\"") || has("\"output\"")) {
        Some("cases in JSON")
    } else if ['\t', '|', ',', ';'].into_iter().any(is_table) {
        Some("a table")
    } else {
        None
    }
}

/// Returns the names of a folder's first three files in sorted order, and the number of further
/// files, as text for a message.
///
/// Returns `None` if the folder is empty or unreadable, or if it has a file that `import` reads.
pub(super) fn of_folder(folder: &Path) -> Option<String> {
    let entries = fs::read_dir(folder).ok()?;
    let names = entries.filter_map(|entry| Some(entry.ok()?.file_name()));
    let mut names: Vec<String> =
        names.map(|name| quote(name.to_string_lossy().as_bytes())).collect();
    if names.iter().any(|name| name.ends_with(".in`") || name.ends_with(".out`")) {
        return None;
    }
    names.sort();
    let more = names.len().saturating_sub(3);
    names.truncate(3);
    if more > 0 {
        names.push(counted(more, "more file"));
    }
    Some(and(&names)).filter(|names| !names.is_empty())
}
