//! Writes all files of an exported folder or none.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::cli::failure::Failure;
use crate::cli::files::{folder, temporary, temporary_folder, write_to};
use crate::terminal::signals;

/// Writes files, given by names and contents, into a folder, and returns their paths. A new folder
/// appears when it is complete; in an existing folder the files appear in their order.
///
/// # Errors
/// Returns an error if a file exists already or cannot be written. Then the files that this call has
/// written are removed, and existing files are kept.
pub(super) fn write(dir: &Path, files: &[(String, String)]) -> Result<Vec<PathBuf>, Failure> {
    let paths: Vec<PathBuf> = files.iter().map(|(name, _)| dir.join(name)).collect();
    // `symlink_metadata` also finds a dangling symbolic link.
    if let Some(file) = paths.iter().find(|path| path.symlink_metadata().is_ok()) {
        let file = file.display();
        return Err(Failure::new(format!("{file} exists already")));
    }
    let is_new = dir.symlink_metadata().is_err();
    let folders: BTreeSet<&Path> = if is_new {
        [folder(dir)].into()
    } else {
        paths.iter().filter_map(|path| path.parent()).collect()
    };
    let new = folders.iter().flat_map(|folder| folder.ancestors());
    let new: BTreeSet<&Path> = new.filter(|folder| !folder.exists()).collect();
    let created = folders.iter().try_for_each(|folder| {
        fs::create_dir_all(folder).map_err(|error| Failure::file(folder, &error))
    });
    let written = created
        .and_then(|()| if is_new { write_new(dir, files) } else { write_all(files, &paths) });
    if written.is_err() {
        for folder in new.iter().rev() {
            // The folder is empty. If it cannot be removed, the error of writing is more useful.
            let _ = fs::remove_dir(folder);
        }
    }
    written.map(|()| paths)
}

/// Writes all contents into a temporary folder beside the new one, then renames it.
fn write_new(dir: &Path, files: &[(String, String)]) -> Result<(), Failure> {
    let _deferral = signals::defer();
    let failed = |error| Failure::file(dir, &error);
    let new = temporary_folder(folder(dir)).map_err(failed)?;
    for (name, text) in files {
        signals::check()?;
        let file = new.path().join(name);
        let written = fs::create_dir_all(folder(&file)).and_then(|()| fs::write(&file, text));
        written.map_err(|error| Failure::file(&dir.join(name), &error))?;
    }
    fs::rename(new.path(), dir).map_err(failed)?;
    // The temporary name is gone, so there is nothing to remove.
    let _ = new.keep();
    Ok(())
}

/// Writes all contents to temporary files, then renames them. After an error, none of the files
/// exists.
fn write_all(files: &[(String, String)], paths: &[PathBuf]) -> Result<(), Failure> {
    let _deferral = signals::defer();
    let mut written = Vec::with_capacity(files.len());
    for ((_, text), path) in files.iter().zip(paths) {
        signals::check()?;
        let failed = |error| Failure::file(path, &error);
        let mut file = temporary(folder(path)).map_err(failed)?;
        write_to(&mut file, text).map_err(failed)?;
        // Closed files are kept, because a process may open only a limited number.
        written.push(file.into_temp_path());
    }
    for (nth, (file, path)) in written.into_iter().zip(paths).enumerate() {
        if let Err(error) = file.persist_noclobber(path) {
            for named in &paths[..nth] {
                let _ = fs::remove_file(named);
            }
            return Err(Failure::file(path, &error.error));
        }
    }
    Ok(())
}
