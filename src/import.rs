//! Imports cases from text such as the page of a puzzle.
//!
//! Each line of a page is an input, an answer or other text. Inputs are recognized by parsing them;
//! answers by labels, arrows or table columns. Each answer belongs to the nearest input before it.
//! Inputs without an answer, answers without an input and lines with mistakes are reported.

#[cfg(feature = "cli")]
mod chosen;
#[cfg(feature = "cli")]
pub(crate) mod details;
#[cfg(feature = "cli")]
mod error;
#[cfg(feature = "cli")]
mod folder;
mod html;
mod importer;
mod inputs;
mod items;
#[cfg(feature = "cli")]
mod json_cases;
mod labels;
#[cfg(feature = "cli")]
mod layouts;
mod lines;
#[cfg(feature = "cli")]
mod loader;
mod names;
mod object;
mod page;
mod page_text;
mod pairing;
mod parts;
#[cfg(feature = "cli")]
mod place;
mod records;
mod tables;
mod values;

pub use self::importer::{FoundCase, Imported, Importer, NoCase, Unused};
pub use self::names::distinguish;
#[cfg(feature = "cli")]
pub(crate) use self::{
    chosen::{Chosen, LoadedCases},
    error::ImportError,
    folder::{CaseFiles, FolderCases, folder_cases},
    loader::{Loader, none_found},
    place::{NamedText, SourcePlace},
};
