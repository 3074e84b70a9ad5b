//! The files of a folder or an archive.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

use super::archive::{Archive, latin_1};
use crate::cli::failure::Failure;
use crate::cli::files::{self, LONGEST};
use crate::import::NamedText;
use crate::mistake::io_reason;

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
    /// Names of what cannot be read in the folder, with the reasons.
    pub(super) unreadable: Vec<(String, String)>,
    /// Number of files and folders that were left out because their names start with a dot.
    pub(super) hidden: usize,
    content: Content,
    /// Number of bytes that may still be read.
    rest: u64,
    /// True after an attempt to read more than `rest` bytes.
    pub(super) is_over_limit: bool,
}

enum Content {
    /// A folder, and the paths of its files by their names.
    Folder(PathBuf, HashMap<String, PathBuf>),
    Archive(Box<Archive>),
}

impl FileSet {
    /// Lists the files of a folder. Files and folders whose names start with a dot are counted, except
    /// in a folder whose own name does.
    pub(super) fn of_folder(folder: &Path) -> Result<Self, Failure> {
        let own = folder.file_name().map(|name| name.to_string_lossy().starts_with('.'));
        let mut set = Self::new(folder, Content::Folder(folder.to_owned(), HashMap::new()));
        let error = set.list(folder, "", 0, own == Some(true));
        error.map_err(|error| Failure::file(folder, &error))?;
        set.limited()
    }

    /// Lists the files of an archive. `name` is `None` for standard input.
    pub(crate) fn of_archive(name: Option<String>, bytes: Vec<u8>) -> Result<Self, Failure> {
        let shown = name.unwrap_or_else(|| "standard input".to_owned());
        let archive = Archive::parse(&shown, bytes)?;
        let is_system = |name: &str| name.split('/').any(|part| part == "__MACOSX");
        let is_hidden = |name: &str| name.split('/').any(|part| part.starts_with('.'));
        let names: Vec<String> = archive.names().filter(|name| !is_system(name)).cloned().collect();
        let (hidden, names): (Vec<_>, Vec<_>) = names.into_iter().partition(|name| is_hidden(name));
        let is_deep = |name: &String| name.matches('/').count() > DEEPEST;
        let (deep, names): (Vec<_>, Vec<_>) = names.into_iter().partition(is_deep);
        let reason = format!("in more than {DEEPEST} folders");
        let unreadable = deep.into_iter().map(|name| (name, reason.clone())).collect();
        let set = Self::new(Path::new(&shown), Content::Archive(Box::new(archive)));
        Self { names, unreadable, hidden: hidden.len(), ..set }.limited()
    }

    fn new(shown: &Path, content: Content) -> Self {
        Self {
            shown: shown.display().to_string(),
            names: Vec::new(),
            unreadable: Vec::new(),
            hidden: 0,
            content,
            rest: LONGEST,
            is_over_limit: false,
        }
    }

    fn limited(self) -> Result<Self, Failure> {
        if self.names.len() > MOST_FILES {
            return Err(Failure::new(format!("{}: more than {MOST_FILES} files", self.shown)));
        }
        Ok(self)
    }

    /// Adds the files of a folder whose name ends `before`, and those of the folders in it.
    fn list(
        &mut self,
        folder: &Path,
        before: &str,
        depth: usize,
        with_hidden: bool,
    ) -> io::Result<()> {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            // A name that is not UTF-8 is probably Latin-1.
            let name = entry.file_name().into_string();
            let name = name.unwrap_or_else(|name| latin_1(name.as_encoded_bytes()));
            if self.names.len() > MOST_FILES {
                return Ok(());
            }
            if name.starts_with('.') && !with_hidden {
                self.hidden += 1;
                continue;
            }
            let name = format!("{before}{name}");
            // `metadata` of the path follows links.
            let found = match fs::metadata(entry.path()) {
                Ok(data) if data.is_dir() && depth < DEEPEST => {
                    self.list(&entry.path(), &format!("{name}/"), depth + 1, with_hidden)
                }
                Ok(data) => {
                    // Messages name a folder that is not searched.
                    let name = if data.is_dir() { format!("{name}/") } else { name.clone() };
                    if data.is_file() || data.is_dir() {
                        self.add(name, entry.path());
                        Ok(())
                    } else {
                        Err(io::Error::other("not a file"))
                    }
                }
                Err(error) => Err(error),
            };
            if let Err(error) = found {
                self.unreadable.push((name, io_reason(&error)));
            }
        }
        Ok(())
    }

    fn add(&mut self, name: String, path: PathBuf) {
        if let Content::Folder(_, paths) = &mut self.content {
            paths.insert(name.clone(), path);
        }
        self.names.push(name);
    }

    /// Returns the name of a file for messages, with its folder or archive.
    pub(super) fn shown(&self, name: &str) -> String {
        match &self.content {
            Content::Folder(folder, _) => folder.join(name).display().to_string(),
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
            Content::Folder(_, paths) => match paths.get(name) {
                Some(path) => files::bytes_up_to(path, self.rest),
                None => Err(io::ErrorKind::NotFound.into()),
            },
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
