//! The files of a folder or an archive.

use std::fs;
use std::path::{Path, PathBuf};

use super::archive::Archive;
use crate::cli::failure::Failure;
use crate::cli::files::{self, LONGEST};
use crate::import::NamedText;

/// Largest number of folders inside one another that are searched.
const DEEPEST: usize = 5;
/// Largest number of files of a folder or an archive.
const MOST_FILES: usize = 20_000;

/// The files of a folder, with those of the folders in it, or of an archive.
pub(crate) struct FileSet {
    /// Name of the folder or the archive, for messages.
    shown: String,
    /// Names relative to the folder, with `/` between folders.
    pub(crate) names: Vec<String>,
    content: Content,
    /// Number of bytes that may still be read.
    rest: u64,
    /// True after an attempt to read more than `rest` bytes.
    pub(super) is_over_limit: bool,
}

enum Content {
    Folder(PathBuf),
    Archive(Box<Archive>),
}

impl FileSet {
    /// Lists the files of a folder. Files and folders whose names start with a dot are left out.
    pub(super) fn of_folder(folder: &Path) -> Result<Self, Failure> {
        let mut names = Vec::new();
        list(folder, "", 0, &mut names)?;
        Self::new(folder.display().to_string(), names, Content::Folder(folder.to_owned()))
    }

    /// Lists the files of an archive. `name` is `None` for standard input.
    pub(crate) fn of_archive(name: Option<String>, bytes: Vec<u8>) -> Result<Self, Failure> {
        let shown = name.unwrap_or_else(|| "standard input".to_owned());
        let archive = Archive::parse(&shown, bytes)?;
        let is_hidden = |part: &str| part.starts_with('.') || part == "__MACOSX";
        let is_shown = |name: &&String| !name.split('/').any(is_hidden);
        let names = archive.names().filter(is_shown).cloned().collect();
        Self::new(shown, names, Content::Archive(Box::new(archive)))
    }

    fn new(shown: String, names: Vec<String>, content: Content) -> Result<Self, Failure> {
        if names.len() > MOST_FILES {
            return Err(Failure::new(format!("{shown}: more than {MOST_FILES} files")));
        }
        Ok(Self { shown, names, content, rest: LONGEST, is_over_limit: false })
    }

    /// Returns the name of a file for messages, with its folder or archive.
    pub(super) fn shown(&self, name: &str) -> String {
        match &self.content {
            Content::Folder(folder) => folder.join(name).display().to_string(),
            Content::Archive(_) => format!("{}/{name}", self.shown),
        }
    }

    /// Reads a file.
    ///
    /// # Errors
    /// Returns an error if the file is not readable text, or if all files that were read have more
    /// than [`LONGEST`] bytes in sum.
    pub(crate) fn read(&mut self, name: &str) -> Result<NamedText, Failure> {
        let shown = self.shown(name);
        let bytes = match &self.content {
            Content::Folder(folder) => files::bytes_up_to(&folder.join(name), self.rest),
            Content::Archive(archive) => archive.read(name, self.rest),
        };
        let bytes = bytes.map_err(|error| Failure::file(Path::new(&shown), &error))?;
        let rest = self.rest.checked_sub(bytes.len() as u64);
        let Some(rest) = rest else {
            self.is_over_limit = true;
            let message = format!("{shown}: the files have more than {LONGEST} bytes in sum");
            return Err(Failure::new(message));
        };
        self.rest = rest;
        let text = files::text(Some(&shown), bytes)?;
        Ok((Some(shown), text))
    }
}

fn list(folder: &Path, before: &str, depth: usize, names: &mut Vec<String>) -> Result<(), Failure> {
    let failed = |error| Failure::file(folder, &error);
    for entry in fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with('.') || names.len() > MOST_FILES {
            continue;
        }
        // `metadata` of the path follows links.
        let is_folder = fs::metadata(entry.path()).is_ok_and(|data| data.is_dir());
        let name = format!("{before}{name}");
        match is_folder {
            true if depth < DEEPEST => {
                list(&entry.path(), &format!("{name}/"), depth + 1, names)?;
            }
            // Messages name the folder, which is not searched.
            true => names.push(format!("{name}/")),
            false => names.push(name),
        }
    }
    Ok(())
}
