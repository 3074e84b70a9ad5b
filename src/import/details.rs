//! The file `cases.toml` in a folder of cases: the fields that file names cannot express.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::Arc;

use toml::Spanned;
use toml_writer::ToTomlValue;

use super::error::ImportError;
use super::place::{NamedText, SourcePlace};
use crate::cases::Case;
use crate::cell::Size;
use crate::toml_reader::{TomlList, TomlTable, TomlValue};

/// Name of the file in each folder that has these fields.
pub(crate) const FILE: &str = "cases.toml";

/// The fields of a case except its input and its answer.
pub(super) struct Details {
    /// Place of the input file's name in `cases.toml`.
    pub(super) place: SourcePlace,
    pub(super) name: Option<String>,
    pub(super) kind: String,
    pub(super) rules: Option<String>,
    pub(super) size: Option<Size>,
    pub(super) why: String,
    pub(super) source: String,
}

/// Parses a file `cases.toml`, and returns the details of cases by the names of their input files.
///
/// `path` is the name of the file `cases.toml` in its folder or archive.
///
/// # Errors
/// Returns all mistakes of the file.
pub(super) fn parse(
    path: &str,
    document: NamedText,
) -> Result<HashMap<String, Details>, ImportError> {
    let document = Arc::new(document);
    let failed = |mistakes| ImportError::Mistakes(document.clone(), mistakes);
    let mut table = TomlTable::parse(&document.1).map_err(failed)?;
    let folder = path.strip_suffix(FILE).unwrap_or_default();
    let list = table.optional::<TomlList<'_>>("case");
    let tables = list.into_iter().flat_map(|list| list.values).filter_map(TomlValue::read);
    let details = tables.filter_map(|table| details(table, &document));
    let details = details.map(|(file, details)| (format!("{folder}{file}"), details)).collect();
    let mistakes = table.finish_document();
    if mistakes.0.is_empty() { Ok(details) } else { Err(failed(mistakes)) }
}

fn details(mut table: TomlTable<'_>, document: &Arc<NamedText>) -> Option<(String, Details)> {
    let file = table.required::<Spanned<String>>("file");
    let name = table.optional("name");
    let kind = table.optional("kind").unwrap_or_default();
    let rules = table.optional("rules");
    let size = table.optional("size");
    let why = table.optional("why").unwrap_or_default();
    let source = table.optional("source").unwrap_or_default();
    table.finish();
    let file = file?;
    let place = SourcePlace::new(document, file.span());
    Some((file.into_inner(), Details { place, name, kind, rules, size, why, source }))
}

/// Returns the text of a file `cases.toml` for cases, each with the name of its input file.
pub(crate) fn document<'c>(cases: impl IntoIterator<Item = (&'c Case, &'c str)>) -> String {
    let text = |(case, file): (&Case, &str)| {
        let mut text = format!("[[case]]\nfile = {}\n", file.to_toml_value());
        let mut add = |key: &str, value: &str| {
            if !value.is_empty() {
                // Writing to a string never fails.
                let _ = writeln!(text, "{key} = {}", value.to_toml_value());
            }
        };
        add("name", &case.name);
        add("kind", &case.kind);
        add("rules", &case.rules);
        add("why", &case.why);
        add("source", &case.source);
        if let Some(size) = case.size {
            let _ = writeln!(text, "size = {size}");
        }
        text
    };
    cases.into_iter().map(text).collect::<Vec<_>>().join("\n")
}
