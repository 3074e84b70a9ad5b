//! Writes all files of an exported folder or none.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, TempPath};

use crate::cli::{Failure, signals};

/// Writes files, given by names and contents, into a folder, and returns their paths.
///
/// # Errors
/// Returns an error if a file exists already or cannot be written. Then the files that this call has
/// written are removed, and existing files are kept.
pub(super) fn write(dir: &Path, files: &[(String, String)]) -> Result<Vec<PathBuf>, Failure> {
    let paths: Vec<PathBuf> = files.iter().map(|(name, _)| dir.join(name)).collect();
    // `symlink_metadata` also finds a dangling symbolic link.
    if let Some(file) = paths.iter().find(|path| path.symlink_metadata().is_ok()) {
        let file = file.display();
        return Err(Failure::new(format!("expected to create {file}, but it exists already")));
    }
    let is_new = !dir.exists();
    fs::create_dir_all(dir).map_err(|error| Failure::file(dir, &error))?;
    let written = write_all(dir, files, &paths);
    if written.is_err() && is_new {
        // The folder is empty. If it cannot be removed, the error of writing is more useful.
        let _ = fs::remove_dir(dir);
    }
    written.map(|()| paths)
}

/// Writes all contents to temporary files, then renames them. After an error, none of the files
/// exists.
fn write_all(dir: &Path, files: &[(String, String)], paths: &[PathBuf]) -> Result<(), Failure> {
    let _deferral = signals::defer();
    let mut written = Vec::with_capacity(files.len());
    for ((_, text), path) in files.iter().zip(paths) {
        signals::check()?;
        written.push(temporary(dir, text).map_err(|error| Failure::file(path, &error))?);
    }
    for (nth, (temporary, path)) in written.into_iter().zip(paths).enumerate() {
        if let Err(error) = temporary.persist_noclobber(path) {
            for named in &paths[..nth] {
                let _ = fs::remove_file(named);
            }
            return Err(Failure::file(path, &error.error));
        }
    }
    Ok(())
}

fn temporary(dir: &Path, text: &str) -> io::Result<TempPath> {
    let mut builder = Builder::new();
    builder.prefix(".export-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(dir)?;
    // An error of `NamedTempFile::write_all` would contain the temporary path.
    file.as_file_mut().write_all(text.as_bytes())?;
    Ok(file.into_temp_path())
}
