//! The fields of a JSON object, before it is known what they are for.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde_json::value::RawValue;

use crate::cli::ndjson::{content, expect_letters, not_json};
use crate::diagnostic::Diagnostic;

/// An object and its fields by their names.
pub(super) struct Object<'t> {
    pub(super) line: &'t str,
    fields: BTreeMap<Cow<'t, str>, &'t RawValue>,
}

impl<'t> Object<'t> {
    pub(super) fn parse(line: &'t str) -> Result<Self, Diagnostic> {
        let fields = serde_json::from_str(line).map_err(|error| not_json(line, &error))?;
        Ok(Self { line, fields })
    }

    /// The value of a field; one that is `null` says nothing.
    pub(super) fn get(&self, key: &str) -> Option<&'t RawValue> {
        self.fields.get(key).copied().filter(|raw| raw.get() != "null")
    }

    /// What the object calls itself, whatever else is wrong with it.
    pub(super) fn id(&self) -> Option<Box<RawValue>> {
        let id = self.fields.get("id")?;
        expect_letters(self.line, id).ok().map(|()| (*id).to_owned())
    }

    /// What is wrong with the value of a field, as what is wrong with the object.
    pub(super) fn in_field(&self, key: &str, diagnostic: Diagnostic) -> Option<Diagnostic> {
        Some(content(self.line, key, self.get(key)?).ok()?.in_line(diagnostic))
    }
}
