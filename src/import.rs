//! Loads cases from case files, JSON, folders, archives and pages.
//!
//! A page is read in these steps:
//! 1. `lines` and `html` split the source into lines without marks, and into rows of tables.
//! 2. `parts` reads each line or row once, as labels, inputs, answers and other text. `inputs` parses
//!    inputs, and `values` answers.
//! 3. `items` joins inputs of several lines, and decides which values are answers.
//! 4. `pairing` gives each answer to the nearest input before it.
//! 5. `page` makes cases of the pairs, and reports inputs without an answer, answers without an
//!    input and lines with mistakes.

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
#[cfg(feature = "cli")]
mod several;
mod tables;
mod values;

pub use self::importer::{FoundCase, Imported, Importer, NoCase, Unused};
pub use self::names::distinguish;
#[cfg(feature = "cli")]
pub(crate) use self::{
    chosen::{Chosen, LoadedCases},
    error::ImportError,
    folder::{CaseFiles, FolderCases, folder_cases},
    layouts::Unpaired,
    loader::{Loader, is_case_file, is_rule_set, none_found},
    place::{NamedText, SourcePlace},
};
