//! Texts that are read whole, from files or standard input, and files that are written whole or not at all.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::report::{Excerpt, ReportedError};
use super::{Failure, signals};
use crate::diagnostic::{Diagnostic, LineColumn};

/// The most bytes of a text that is read whole; documents take up to 150 times as much memory.
const LONGEST: u64 = 16 << 20;

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
    let bytes = whole(io::stdin()).map_err(|error| Failure::unreadable(None, &error))?;
    Ok((None, text(None, bytes)?))
}

/// The text of a file.
pub(crate) fn read(file: &Path) -> Result<String, Failure> {
    let bytes = File::open(file).and_then(whole).map_err(|error| Failure::file(file, &error))?;
    text(Some(&file.display().to_string()), bytes)
}

/// Returns all bytes, unless there are too many.
fn whole(source: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(LONGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LONGEST {
        let message = format!("expected a text of at most {LONGEST} bytes, but found more");
        return Err(io::Error::other(message));
    }
    Ok(bytes)
}

/// Writes a file whole or not at all; a device or a pipe is written to as it is.
pub(crate) fn write(file: &Path, text: &str) -> io::Result<()> {
    if file.exists() && !file.is_file() {
        fs::write(file, text)
    } else {
        Replacement::of(file)?.write(text)
    }
}

/// Decodes the bytes of a file, or of standard input, as UTF-8 without a byte order mark.
fn text(file: Option<&str>, bytes: Vec<u8>) -> Result<String, Failure> {
    if is_utf16(&bytes) {
        return Err(utf16(file).into());
    }
    let mut text = String::from_utf8(bytes).map_err(|error| {
        let bytes = error.as_bytes();
        let excerpt = Excerpt::new(file, bytes, 0..bytes.len(), LineColumn::START);
        ReportedError::drawn(Diagnostic::not_utf8(&error.utf8_error()), &excerpt)
    })?;
    if text.starts_with(MARK) {
        text.drain(..MARK.len_utf8());
    }
    Ok(text)
}

/// A file about to be written: its new content takes the place of the old one at once, or never.
pub(crate) struct Replacement {
    /// The file itself, if `--save` or the like names a link to it.
    file: PathBuf,
    new: NamedTempFile,
    /// Keeps others who replace files of the folder waiting.
    _lock: Option<File>,
    /// A signal ends the program once the temporary file is gone.
    _deferral: signals::Deferral,
}

impl Replacement {
    /// Prepares to write a file, once others have written it who are about to.
    ///
    /// # Errors
    /// If nothing can be written into its folder, or the file can't be written.
    pub(crate) fn of(file: &Path) -> io::Result<Self> {
        let file = target(file)?;
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        // The lock is the folder's, because the file becomes another one. Some systems have no such lock:
        // there the file is whole, with the content of who comes last.
        let lock = File::open(folder).ok().filter(|folder| folder.lock().is_ok());
        let deferral = signals::defer();
        let mut builder = tempfile::Builder::new();
        builder.prefix(".kubikschach-");
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let new = builder.tempfile_in(folder).map_err(without_path)?;
        if file.exists() {
            // What is not to be written must not be replaced either.
            let old = File::options().write(true).open(&file)?;
            new.as_file().set_permissions(old.metadata()?.permissions())?;
        }
        Ok(Self { file, new, _lock: lock, _deferral: deferral })
    }

    /// Puts the new content in the place of the old one.
    pub(crate) fn write(mut self, text: &str) -> io::Result<()> {
        // The error of the temporary file itself would name its path.
        self.new.as_file_mut().write_all(text.as_bytes())?;
        self.new.as_file().sync_all()?;
        self.new.persist(&self.file)?;
        Ok(())
    }
}

/// Returns the error without the random name that a temporary file would have had.
fn without_path(error: io::Error) -> io::Error {
    let text = error.to_string();
    match text.split_once(" at path ") {
        Some((text, _)) => io::Error::new(error.kind(), text.to_owned()),
        None => error,
    }
}

/// Returns the file that a path names, through links even if the last one leads to none yet.
fn target(file: &Path) -> io::Result<PathBuf> {
    let mut file = file.to_owned();
    for _ in 0..40 {
        match fs::read_link(&file) {
            Ok(link) => file = file.parent().unwrap_or(Path::new("")).join(link),
            Err(_) => return Ok(file),
        }
    }
    Err(io::Error::other("too many links"))
}

/// Returns `true` if bytes start with the mark of UTF-16, or with an ASCII letter as UTF-16 has it.
const fn is_utf16(bytes: &[u8]) -> bool {
    matches!(bytes, [0xff, 0xfe, ..] | [0xfe, 0xff, ..] | [0, 1..=0x7f, ..] | [1..=0x7f, 0, ..])
}

fn utf16(file: Option<&str>) -> ReportedError {
    let diagnostic = Diagnostic::new(0..0, "expected UTF-8, but found UTF-16");
    let hint = Some("save the file as UTF-8".to_owned());
    ReportedError::in_text(Diagnostic { hint, ..diagnostic }, &Excerpt::whole(file, ""))
}
