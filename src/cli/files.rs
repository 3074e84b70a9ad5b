//! Reads small files and standard input whole, and replaces files atomically.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use tempfile::{NamedTempFile, TempDir};

use super::failure::Failure;
use super::report::Excerpt;
use crate::api::Error;
use crate::import::NamedText;
use crate::mistake::{BYTE_ORDER_MARK, LineColumn, Mistake};
use crate::terminal::signals;

/// The maximum length in bytes of a text that is read whole. The text may take 150 times as much
/// memory once it is parsed.
pub(crate) const LONGEST: u64 = 16 << 20;

/// Reads the bytes of a file, or of standard input if the path is `-`, and returns them with the
/// name of the file.
pub(crate) fn bytes(file: &Path) -> Result<(Option<String>, Vec<u8>), Failure> {
    if file.as_os_str() == "-" {
        let bytes = whole(io::stdin()).map_err(|error| Failure::unreadable(None, &error))?;
        return Ok((None, bytes));
    }
    let bytes = File::open(file).and_then(whole).map_err(|error| Failure::file(file, &error))?;
    Ok((Some(file.display().to_string()), bytes))
}

/// Reads a file, or standard input if the path is `-`.
pub(crate) fn named(file: &Path) -> Result<NamedText, Failure> {
    let (name, bytes) = bytes(file)?;
    let text = text(name.as_deref(), bytes)?;
    Ok((name, text))
}

/// Reads the bytes of a file, but only one byte more than `limit` if it has more.
pub(crate) fn bytes_up_to(file: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(file)?.take(limit + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

pub(crate) fn standard_input() -> Result<NamedText, Failure> {
    let bytes = whole(io::stdin()).map_err(|error| Failure::unreadable(None, &error))?;
    Ok((None, text(None, bytes)?))
}

pub(crate) fn read(file: &Path) -> Result<String, Failure> {
    let bytes = File::open(file).and_then(whole).map_err(|error| Failure::file(file, &error))?;
    text(Some(&file.display().to_string()), bytes)
}

/// Reads all bytes. Returns an error if there are more than [`LONGEST`].
fn whole(source: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(LONGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LONGEST {
        let message = format!("the text is longer than {LONGEST} bytes");
        return Err(io::Error::other(message));
    }
    Ok(bytes)
}

/// Replaces a file atomically. A device or pipe cannot be replaced and is written to directly.
pub(crate) fn write(file: &Path, text: &str) -> io::Result<()> {
    if file.exists() && !file.is_file() {
        fs::write(file, text)
    } else {
        Replacement::of(file)?.write(text)
    }
}

/// Decodes UTF-8 and drops a byte order mark. `file` is the name of the file in errors, or `None`
/// for standard input.
pub(crate) fn text(file: Option<&str>, bytes: Vec<u8>) -> Result<String, Failure> {
    if is_utf16(&bytes) {
        return Err(utf16(file).into());
    }
    let mut text = String::from_utf8(bytes).map_err(|error| {
        let bytes = error.as_bytes();
        let excerpt = Excerpt::new(file, bytes, 0..bytes.len(), LineColumn::START);
        excerpt.draw(Mistake::not_utf8(bytes, &error.utf8_error()))
    })?;
    if text.starts_with(BYTE_ORDER_MARK) {
        text.drain(..BYTE_ORDER_MARK.len());
    }
    Ok(text)
}

/// A file about to be replaced atomically by a temporary file.
pub(crate) struct Replacement {
    /// Path of the file to replace, after following symbolic links.
    file: PathBuf,
    new: NamedTempFile,
    /// Defers signals until the temporary file is renamed or removed.
    _deferral: signals::Deferral,
}

impl Replacement {
    /// Creates a temporary file in the folder of the file.
    ///
    /// # Errors
    /// Returns an error if the folder or an existing file is not writable.
    pub(crate) fn of(file: &Path) -> io::Result<Self> {
        let file = target(file)?;
        let deferral = signals::defer();
        let new = temporary(folder(&file))?;
        if file.exists() {
            // Renaming would replace even a read-only file, so it is opened for writing first.
            let old = File::options().write(true).open(&file)?;
            new.as_file().set_permissions(old.metadata()?.permissions())?;
        }
        Ok(Self { file, new, _deferral: deferral })
    }

    pub(crate) fn write(mut self, text: &str) -> io::Result<()> {
        write_to(&mut self.new, text)?;
        self.new.as_file().sync_all()?;
        self.new.persist(&self.file)?;
        Ok(())
    }
}

/// Waits for the lock of a file, so that two programs cannot add to the file at the same time.
pub(crate) fn lock(file: &Path) -> io::Result<Option<File>> {
    // A lock on the file itself would be lost with the replaced file, so the folder is locked. Some
    // systems cannot lock folders: there the last writer wins, and the file is still complete.
    let file = target(file)?;
    Ok(File::open(folder(&file)).ok().filter(|folder| folder.lock().is_ok()))
}

/// Returns the folder of a file or folder.
pub(crate) fn folder(file: &Path) -> &Path {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

/// Creates a temporary file in a folder, with the permissions of any new file.
pub(crate) fn temporary(folder: &Path) -> io::Result<NamedTempFile> {
    builder(0o666).tempfile_in(folder).map_err(without_path)
}

/// Creates a temporary folder in a folder, with the permissions of any new folder.
pub(crate) fn temporary_folder(folder: &Path) -> io::Result<TempDir> {
    builder(0o777).tempdir_in(folder).map_err(without_path)
}

#[cfg_attr(not(unix), expect(unused_variables, reason = "only Unix has such permissions"))]
fn builder(mode: u32) -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".kubikschach-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(mode));
    builder
}

pub(crate) fn write_to(file: &mut NamedTempFile, text: &str) -> io::Result<()> {
    // An error of `NamedTempFile::write_all` would contain the temporary path.
    file.as_file_mut().write_all(text.as_bytes())
}

/// Removes the random path of the temporary file from an error message.
fn without_path(error: io::Error) -> io::Error {
    let text = error.to_string();
    match text.split_once(" at path ") {
        Some((text, _)) => io::Error::new(error.kind(), text.to_owned()),
        None => error,
    }
}

/// Follows symbolic links, even if the last one dangles. Returns an error after 40 links.
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

/// Returns `true` if the bytes start with a UTF-16 byte order mark or with an ASCII character in
/// UTF-16.
pub(crate) const fn is_utf16(bytes: &[u8]) -> bool {
    matches!(bytes, [0xff, 0xfe, ..] | [0xfe, 0xff, ..] | [0, 1..=0x7f, ..] | [1..=0x7f, 0, ..])
}

pub(crate) fn utf16(file: Option<&str>) -> Error {
    let mistake = Mistake::new(0..0, "expected UTF-8, but found UTF-16");
    let hint = Some("save the file as UTF-8".to_owned());
    Excerpt::whole(file, "").locate(Mistake { hint, ..mistake })
}
