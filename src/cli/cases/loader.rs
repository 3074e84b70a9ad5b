//! Loads cases from a case file, JSON, a folder, an archive or a page.

use std::path::Path;

use super::file_set::FileSet;
use super::{archive, folder};
use crate::cli::failure::Failure;
use crate::cli::files;
use crate::import::{LoadedCases, Loader};

impl Loader<'_> {
    /// Loads the cases of a file, a folder or an archive; `-` is standard input. Prints the names of
    /// files that belong to no case.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read, or if a case file or an archive has a mistake.
    pub(crate) fn load(&self, path: &Path) -> Result<LoadedCases<Failure>, Failure> {
        if path.is_dir() {
            return folder::cases(self, FileSet::of_folder(path)?);
        }
        let (name, bytes) = files::bytes(path)?;
        if archive::is_zip(&bytes) {
            return folder::cases(self, FileSet::of_archive(name, bytes)?);
        }
        let text = files::text(name.as_deref(), bytes)?;
        self.text((name, text))
    }
}
