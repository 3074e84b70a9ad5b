//! Texts that are read whole: rule documents, cases and games, from files or standard input.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use super::Failure;
use super::failure::Told;
use super::report::Excerpt;
use crate::diagnostic::{Diagnostic, LineColumn};

/// The byte order mark.
const MARK: char = '\u{feff}';

/// A text and the name of its file, if it has one.
pub(crate) type NamedText = (Option<String>, String);

/// The text of a file, or of standard input if `-` names it.
pub(crate) fn named(file: &Path) -> Result<NamedText, Failure> {
    if file.as_os_str() == "-" {
        return standard_input();
    }
    Ok((Some(file.display().to_string()), read(file)?))
}

/// The whole of standard input.
pub(crate) fn standard_input() -> Result<NamedText, Failure> {
    let mut bytes = Vec::new();
    io::stdin().read_to_end(&mut bytes).map_err(|error| Failure::unreadable(None, &error))?;
    Ok((None, text(None, bytes)?))
}

/// The text of a file.
pub(crate) fn read(file: &Path) -> Result<String, Failure> {
    let bytes = fs::read(file).map_err(|error| Failure::file(file, &error))?;
    text(Some(&file.display().to_string()), bytes)
}

/// The bytes of a file, or of standard input, as text, without the mark that some editors put in front.
fn text(file: Option<&str>, bytes: Vec<u8>) -> Result<String, Failure> {
    let mut text = String::from_utf8(bytes).map_err(|error| {
        let bytes = error.as_bytes();
        let excerpt = Excerpt::new(file, bytes, 0..bytes.len(), LineColumn::START);
        Told::drawn(Diagnostic::not_utf8(&error.utf8_error()), &excerpt)
    })?;
    if text.starts_with(MARK) {
        text.drain(..MARK.len_utf8());
    }
    Ok(text)
}
