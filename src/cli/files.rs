//! Texts that are read whole: rule documents, cases and games, from files or standard input.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use super::Failure;

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
    let mut text = String::new();
    io::stdin().read_to_string(&mut text).map_err(|error| Failure::unreadable(None, &error))?;
    Ok((None, text))
}

/// The text of a file.
pub(crate) fn read(file: &Path) -> Result<String, Failure> {
    fs::read_to_string(file).map_err(|error| Failure::file(file, &error))
}
