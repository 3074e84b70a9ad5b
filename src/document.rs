//! A TOML parser that reports every mistake of a document with its byte range.

use std::fmt;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

use crate::cell::Size;
use crate::diagnostic::{Diagnostic, Diagnostics, quote, quote_string};
use crate::words::is_visible;

/// A TOML value with its byte range in the document.
pub(crate) type Value<'t> = Spanned<DeValue<'t>>;

/// A TOML table whose values are taken out key by key. [`finish`](Self::finish) reports the keys
/// that were not taken.
pub(crate) struct Table<'t> {
    pub(crate) span: Range<usize>,
    entries: DeTable<'t>,
    asked: Vec<&'static str>,
}

impl<'t> Table<'t> {
    /// Parses a TOML document.
    ///
    /// # Errors
    /// Returns all syntax errors in the order of their places. If the last error is at the end of
    /// the text, as for a bracket that is never closed, only the first error is returned, because
    /// it caused the others.
    pub(crate) fn parse(text: &'t str) -> Result<Self, Diagnostics> {
        let (table, errors) = DeTable::parse_recoverable(text);
        let mut mistakes: Vec<Diagnostic> = errors
            .iter()
            .map(|error| {
                Diagnostic::new(error.span().unwrap_or(0..0), error.message().replace('\n', ", "))
            })
            .collect();
        mistakes.sort_by_key(|mistake| mistake.span().start);
        let end = text.trim_end().len();
        if mistakes.last().is_some_and(|last| last.span().start >= end) {
            mistakes.truncate(1);
        }
        if !mistakes.is_empty() {
            return Err(Diagnostics(mistakes));
        }
        Ok(Self { span: 0..0, entries: table.into_inner(), asked: Vec::new() })
    }

    pub(crate) fn take(&mut self, key: &'static str) -> Option<Value<'t>> {
        self.asked.push(key);
        self.entries.remove(key)
    }

    /// Takes the value of an optional key and converts it to a `T`. A value of another type is
    /// added to `mistakes`.
    pub(crate) fn optional<T: Read<'t>>(
        &mut self,
        key: &'static str,
        mistakes: &mut Vec<Diagnostic>,
    ) -> Option<Spanned<T>> {
        let value = self.take(key)?;
        read(value, mistakes)
    }

    /// Takes the value of a required key and converts it to a `T`. A missing key or a value of
    /// another type is added to `mistakes`.
    pub(crate) fn required<T: Read<'t>>(
        &mut self,
        key: &'static str,
        mistakes: &mut Vec<Diagnostic>,
    ) -> Option<Spanned<T>> {
        let value = self.take(key);
        if value.is_none() {
            mistakes.push(self.missing(format!("the key `{key}`")));
        }
        read(value?, mistakes)
    }

    /// Returns the diagnostic `expected …, but it is missing`, which marks the whole table.
    pub(crate) fn missing(&self, expected: impl fmt::Display) -> Diagnostic {
        Diagnostic::new(self.span.clone(), format!("expected {expected}, but it is missing"))
    }

    /// Returns the keys that were not taken, with their values, for a table in which every key is
    /// allowed.
    pub(crate) fn into_entries(self) -> impl Iterator<Item = (String, Value<'t>)> {
        self.entries.into_iter().map(|(key, value)| (key.into_inner().into_owned(), value))
    }

    pub(crate) fn finish(self, mistakes: &mut Vec<Diagnostic>) {
        mistakes.extend(self.entries.keys().map(|key| {
            Diagnostic::unknown(key.span(), "a known key", key.get_ref().as_bytes(), &self.asked)
        }));
    }
}

/// A type that TOML values are converted to.
pub(crate) trait Read<'t>: Sized {
    /// The type's name in messages, with its article, such as `an array`.
    const KIND: &'static str;
    /// Converts a TOML value, moving arrays and tables out of it. Returns `None`, and leaves the
    /// value unchanged, if the value has another type.
    fn read(value: &mut DeValue<'t>, span: Range<usize>) -> Option<Self>;
}

impl<'t> Read<'t> for String {
    const KIND: &'static str = "a string";
    fn read(value: &mut DeValue<'t>, _: Range<usize>) -> Option<Self> {
        value.as_str().map(str::to_owned)
    }
}

impl<'t> Read<'t> for i64 {
    const KIND: &'static str = "an integer";
    fn read(value: &mut DeValue<'t>, _: Range<usize>) -> Option<Self> {
        let number = value.as_integer()?;
        Self::from_str_radix(number.as_str(), number.radix()).ok()
    }
}

impl<'t> Read<'t> for Size {
    const KIND: &'static str = "a size from 2 to 64";
    fn read(value: &mut DeValue<'t>, span: Range<usize>) -> Option<Self> {
        Self::new(usize::try_from(i64::read(value, span)?).ok()?)
    }
}

impl<'t> Read<'t> for bool {
    const KIND: &'static str = "true or false";
    fn read(value: &mut DeValue<'t>, _: Range<usize>) -> Option<Self> {
        value.as_bool()
    }
}

impl<'t> Read<'t> for Vec<Value<'t>> {
    const KIND: &'static str = "an array";
    fn read(value: &mut DeValue<'t>, _: Range<usize>) -> Option<Self> {
        match value {
            DeValue::Array(values) => {
                Some(std::mem::replace(values, DeArray::new()).into_iter().collect())
            }
            _ => None,
        }
    }
}

impl<'t> Read<'t> for Table<'t> {
    const KIND: &'static str = "a table";
    fn read(value: &mut DeValue<'t>, span: Range<usize>) -> Option<Self> {
        match value {
            DeValue::Table(entries) => {
                let entries = std::mem::take(entries);
                Some(Self { span, entries, asked: Vec::new() })
            }
            _ => None,
        }
    }
}

/// Converts a TOML value to a `T`. A value of another type is added to `mistakes`.
pub(crate) fn read<'t, T: Read<'t>>(
    value: Value<'t>,
    mistakes: &mut Vec<Diagnostic>,
) -> Option<Spanned<T>> {
    let span = value.span();
    let mut value = value.into_inner();
    let read = T::read(&mut value, span.clone());
    if read.is_none() {
        mistakes.push(Diagnostic::expected(span.clone(), T::KIND, describe(&value)));
    }
    Some(Spanned::new(span, read?))
}

/// Collects the values, or returns `None` if any value is `None`. The iterator always runs to its
/// end, so that it can report every mistake.
pub(crate) fn all<T>(values: impl Iterator<Item = Option<T>>) -> Option<Vec<T>> {
    values.collect::<Vec<_>>().into_iter().collect()
}

/// Adds a mistake for each name with invisible characters, which messages could not show.
pub(crate) fn check_visible<'n>(
    names: impl IntoIterator<Item = &'n Spanned<String>>,
    mistakes: &mut Vec<Diagnostic>,
) {
    let bad = names.into_iter().filter(|name| !name.get_ref().chars().all(is_visible));
    mistakes.extend(bad.map(|name| {
        let found = quote(name.get_ref().as_bytes());
        Diagnostic::expected(name.span(), "visible letters on one line", found)
    }));
}

/// Returns a TOML value as messages show it: an array or table by its type, any other value in
/// full.
fn describe(value: &DeValue<'_>) -> String {
    match value {
        DeValue::String(text) => quote_string(text),
        DeValue::Integer(number) => number.to_string(),
        DeValue::Float(number) => number.to_string(),
        DeValue::Boolean(truth) => truth.to_string(),
        DeValue::Datetime(date) => date.to_string(),
        DeValue::Array(_) => "an array".to_owned(),
        DeValue::Table(_) => "a table".to_owned(),
    }
}
