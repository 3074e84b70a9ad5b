//! Installs tools from npm packages in the target folder. Only tests use them.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

/// Accessibility checker, and HTML checker of the W3C.
const PACKAGES: [&str; 2] = ["axe-core@4.14.1", "vnu-jar@26.9.27"];

/// Returns the path of a file in the npm packages, or `None` if npm cannot install them.
pub(crate) fn file(path: &str) -> Option<PathBuf> {
    static FOLDER: OnceLock<Option<PathBuf>> = OnceLock::new();
    let folder = FOLDER.get_or_init(install).as_ref();
    if folder.is_none() {
        crate::skipped::note("npm", "the page by axe-core and vnu");
    }
    Some(folder?.join("node_modules").join(path))
}

fn install() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("npm");
    let names = PACKAGES.iter().filter_map(|package| package.split('@').next());
    if names.into_iter().all(|name| folder.join("node_modules").join(name).is_dir()) {
        return Some(folder);
    }
    let installed = Command::new("npm")
        .args(["install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix"])
        .arg(&folder)
        .args(PACKAGES)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    installed.is_ok_and(|status| status.success()).then_some(folder)
}
