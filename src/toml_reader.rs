//! A TOML parser that reports every mistake of a document with its byte range.

mod syntax;

use std::cell::RefCell;
use std::fmt;
use std::ops::{Range, RangeInclusive};
use std::rc::Rc;

use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

use crate::cell::Size;
use crate::mistake::{Mistake, Mistakes, is_visible, quote, quote_string};

/// The mistakes found in a document so far, in any order. The tables and values of the document
/// share one list.
type FoundMistakes = Rc<RefCell<Vec<Mistake>>>;

/// A TOML table whose values are taken out key by key. [`finish`](Self::finish) reports the keys
/// that were not taken.
pub(crate) struct TomlTable<'t> {
    span: Range<usize>,
    entries: DeTable<'t>,
    asked: Vec<&'static str>,
    mistakes: FoundMistakes,
}

impl<'t> TomlTable<'t> {
    /// Parses a TOML document.
    ///
    /// # Errors
    /// Returns all syntax errors in the order of their places. If the last error is at the end of
    /// the text, as for a bracket that is never closed, only the first error is returned, because
    /// it caused the others.
    pub(crate) fn parse(text: &'t str) -> Result<Self, Mistakes> {
        let (table, errors) = DeTable::parse_recoverable(text);
        let mistakes = syntax::mistakes(text, &errors);
        if !mistakes.is_empty() {
            return Err(Mistakes(mistakes));
        }
        let (entries, mistakes) = (table.into_inner(), FoundMistakes::default());
        Ok(Self { span: 0..0, entries, asked: Vec::new(), mistakes })
    }

    /// Takes the value of a key; `None` if the table does not have the key.
    pub(crate) fn take(&mut self, key: &'static str) -> Option<TomlValue<'t>> {
        self.asked.push(key);
        let value = self.entries.remove(key)?;
        Some(TomlValue::new(value, &self.mistakes))
    }

    /// Takes the value of a key that does not belong to the table.
    pub(crate) fn take_misplaced(&mut self, key: &str) -> Option<TomlValue<'t>> {
        self.entries.remove(key).map(|value| TomlValue::new(value, &self.mistakes))
    }

    /// Takes the value of a required key; a missing key is a mistake.
    pub(crate) fn expect(&mut self, key: &'static str) -> Option<TomlValue<'t>> {
        let value = self.take(key);
        if value.is_none() {
            self.missing(format_args!("the key `{key}`"));
        }
        value
    }

    /// Takes and converts the value of an optional key.
    pub(crate) fn optional<T: FromToml<'t>>(&mut self, key: &'static str) -> Option<T> {
        self.take(key)?.read()
    }

    /// Takes and converts the value of a required key.
    pub(crate) fn required<T: FromToml<'t>>(&mut self, key: &'static str) -> Option<T> {
        self.expect(key)?.read()
    }

    /// Takes the value of a required key, which must be one of the names in `choices`.
    pub(crate) fn choice<T: Copy>(
        &mut self,
        key: &'static str,
        choices: &[(&str, T)],
    ) -> Option<T> {
        self.expect(key)?.choice(format_args!("`{key}` to be one of these"), choices)
    }

    /// Takes the value of an optional key, which must be one of the names in `choices`.
    pub(crate) fn optional_choice<T: Copy>(
        &mut self,
        key: &'static str,
        choices: &[(&str, T)],
    ) -> Option<T> {
        self.take(key)?.choice(format_args!("`{key}` to be one of these"), choices)
    }

    /// Reports a mistake of the whole table.
    pub(crate) fn wrong(&self, message: impl Into<String>) {
        self.wrong_at(self.span.clone(), message);
    }

    /// Reports a mistake at a place of the document.
    pub(crate) fn wrong_at(&self, span: Range<usize>, message: impl Into<String>) {
        self.report(Mistake::new(span, message));
    }

    /// Reports a mistake of the document.
    pub(crate) fn report(&self, mistake: Mistake) {
        self.mistakes.borrow_mut().push(mistake);
    }

    /// Reports `expected …, but it is missing`.
    pub(crate) fn missing(&self, expected: impl fmt::Display) {
        self.wrong(format!("expected {expected}, but it is missing"));
    }

    /// Returns the number of mistakes found so far in the whole document.
    pub(crate) fn count_mistakes(&self) -> usize {
        self.mistakes.borrow().len()
    }

    /// Returns the number of keys that were not taken.
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns the keys that were not taken, with their values, for a table in which every key is
    /// allowed.
    pub(crate) fn into_entries(self) -> impl Iterator<Item = (String, TomlValue<'t>)> {
        let Self { entries, mistakes, .. } = self;
        let value = move |value| TomlValue::new(value, &mistakes);
        entries.into_iter().map(move |(key, found)| (key.into_inner().into_owned(), value(found)))
    }

    /// Reports the keys that were not taken.
    pub(crate) fn finish(self) {
        for key in self.entries.keys() {
            let (span, found) = (key.span(), key.get_ref().as_bytes());
            self.mistakes.borrow_mut().push(Mistake::unknown(
                span,
                "a known key",
                found,
                &self.asked,
            ));
        }
    }

    /// Reports the keys that were not taken, and returns the mistakes of the whole document in the
    /// order of their places.
    pub(crate) fn finish_document(self) -> Mistakes {
        let mistakes = self.mistakes.clone();
        self.finish();
        let mut mistakes = mistakes.take();
        mistakes.sort_by_key(|mistake| mistake.span().start);
        Mistakes(mistakes)
    }
}

/// A TOML value with its byte range in the document.
pub(crate) struct TomlValue<'t> {
    pub(crate) span: Range<usize>,
    content: DeValue<'t>,
    mistakes: FoundMistakes,
}

impl<'t> TomlValue<'t> {
    fn new(value: Spanned<DeValue<'t>>, mistakes: &FoundMistakes) -> Self {
        Self { span: value.span(), content: value.into_inner(), mistakes: mistakes.clone() }
    }

    /// Converts the value; a value of another type is a mistake.
    pub(crate) fn read<T: FromToml<'t>>(self) -> Option<T> {
        self.convert(T::KIND, T::read)
    }

    /// Converts an array. `example` shows such an array.
    pub(crate) fn list(self, example: &str) -> Option<TomlList<'t>> {
        self.convert(&format!("an array such as {example}"), TomlList::read)
    }

    /// Converts the value by `convert`. If `convert` returns `None`, the value is a mistake.
    /// `expected` describes the accepted values in the message.
    pub(crate) fn convert<T>(
        mut self,
        expected: &str,
        convert: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<T> {
        let converted = convert(&mut self);
        if converted.is_none() {
            let found = describe(&self.content);
            self.mistakes.borrow_mut().push(Mistake::expected(self.span, expected, found));
        }
        converted
    }

    /// Converts an integer in `range`; any other value is a mistake. `expected` describes the range
    /// in the message.
    pub(crate) fn number<T: TryFrom<i64> + PartialOrd>(
        self,
        expected: &str,
        range: RangeInclusive<T>,
    ) -> Option<T> {
        self.convert(expected, |value| {
            T::try_from(value.integer()?).ok().filter(|number| range.contains(number))
        })
    }

    /// Converts a string that is one of the names in `choices`; any other value is a mistake.
    /// `what` says in the message what was expected.
    pub(crate) fn choice<T: Copy>(
        self,
        what: impl fmt::Display,
        choices: &[(&str, T)],
    ) -> Option<T> {
        let mistakes = self.mistakes.clone();
        let name = self.read::<Spanned<String>>()?;
        let choice = choices.iter().find(|(known, _)| known == name.get_ref());
        if choice.is_none() {
            let (names, found) = (choices.iter().map(|(name, _)| *name), name.get_ref().as_bytes());
            mistakes.borrow_mut().push(Mistake::unknown(name.span(), what, found, names));
        }
        choice.map(|(_, chosen)| *chosen)
    }

    /// Converts a string that messages will show, so that invisible characters in it are a mistake.
    pub(crate) fn shown<T: FromToml<'t>>(self) -> Option<T> {
        if let Some(text) = self.text() {
            self.check_visible(text);
        }
        self.read()
    }

    /// Reports `text`, a key or string at this place, if it has characters that messages could not
    /// show.
    pub(crate) fn check_visible(&self, text: &str) {
        if !text.chars().all(is_visible) {
            let found = quote(text.as_bytes());
            let expected = "visible letters on one line";
            self.mistakes.borrow_mut().push(Mistake::expected(self.span.clone(), expected, found));
        }
    }

    pub(crate) fn text(&self) -> Option<&str> {
        self.content.as_str()
    }

    pub(crate) fn integer(&self) -> Option<i64> {
        let number = self.content.as_integer()?;
        i64::from_str_radix(number.as_str(), number.radix()).ok()
    }
}

/// A TOML array with its byte range in the document.
pub(crate) struct TomlList<'t> {
    pub(crate) span: Range<usize>,
    pub(crate) values: Vec<TomlValue<'t>>,
    mistakes: FoundMistakes,
}

impl TomlList<'_> {
    /// Reports a mistake of the whole array.
    pub(crate) fn wrong(&self, message: impl Into<String>) {
        self.mistakes.borrow_mut().push(Mistake::new(self.span.clone(), message));
    }

    /// Reports an empty array; `what` is the noun for an element.
    pub(crate) fn expect_some(&self, what: &str) {
        if self.values.is_empty() {
            self.wrong(format!("expected at least one {what}"));
        }
    }

    /// Reports the elements beyond the number `most`, and drops them; `what` is the noun for elements.
    pub(crate) fn expect_at_most(&mut self, most: usize, what: &str) {
        if let Some(next) = self.values.get(most) {
            let (span, found) = (next.span.clone(), self.values.len());
            let mistake = Mistake::expected(span, format!("at most {most} {what}"), found);
            self.mistakes.borrow_mut().push(mistake);
            self.values.truncate(most);
        }
    }

    /// Converts strings that are names in `choices`, each at most once. `what` is the noun for an
    /// element in messages, with its article, such as `a piece`.
    pub(crate) fn each_once<T: Copy + PartialEq>(
        self,
        what: &str,
        choices: &[(&str, T)],
    ) -> Vec<T> {
        let noun = what.split_once(' ').map_or(what, |(_, noun)| noun);
        let mut found = Vec::new();
        for value in self.values {
            let span = value.span.clone();
            let Some(chosen) = value.choice(what, choices) else { continue };
            if found.contains(&chosen) {
                let message = format!("expected each {noun} once, but found it again");
                self.mistakes.borrow_mut().push(Mistake::new(span, message));
            }
            found.push(chosen);
        }
        found
    }
}

/// A type that TOML values are converted to.
pub(crate) trait FromToml<'t>: Sized {
    /// The type's name in messages, with its article, such as `an array`.
    const KIND: &'static str;
    /// Converts a value, moving arrays and tables out of it. Returns `None`, and leaves the value
    /// unchanged, if the value has another type.
    fn read(value: &mut TomlValue<'t>) -> Option<Self>;
}

impl<'t, T: FromToml<'t>> FromToml<'t> for Spanned<T> {
    const KIND: &'static str = T::KIND;
    fn read(value: &mut TomlValue<'t>) -> Option<Self> {
        let span = value.span.clone();
        Some(Self::new(span, T::read(value)?))
    }
}

impl<'t> FromToml<'t> for String {
    const KIND: &'static str = "a string";
    fn read(value: &mut TomlValue<'t>) -> Option<Self> {
        value.text().map(str::to_owned)
    }
}

impl<'t> FromToml<'t> for i64 {
    const KIND: &'static str = "an integer";
    fn read(value: &mut TomlValue<'t>) -> Option<Self> {
        value.integer()
    }
}

impl<'t> FromToml<'t> for Size {
    const KIND: &'static str = "a size from 2 to 64";
    fn read(value: &mut TomlValue<'t>) -> Option<Self> {
        Self::new(usize::try_from(value.integer()?).ok()?)
    }
}

impl<'t> FromToml<'t> for bool {
    const KIND: &'static str = "true or false";
    fn read(value: &mut TomlValue<'t>) -> Option<Self> {
        value.content.as_bool()
    }
}

impl<'t> FromToml<'t> for TomlList<'t> {
    const KIND: &'static str = "an array";
    fn read(value: &mut TomlValue<'t>) -> Option<Self> {
        let DeValue::Array(array) = &mut value.content else { return None };
        let (array, mistakes) = (std::mem::replace(array, DeArray::new()), value.mistakes.clone());
        let values = array.into_iter().map(|element| TomlValue::new(element, &mistakes)).collect();
        Some(Self { span: value.span.clone(), values, mistakes })
    }
}

impl<'t> FromToml<'t> for TomlTable<'t> {
    const KIND: &'static str = "a table";
    fn read(value: &mut TomlValue<'t>) -> Option<Self> {
        let DeValue::Table(entries) = &mut value.content else { return None };
        let (entries, span) = (std::mem::take(entries), value.span.clone());
        Some(Self { span, entries, asked: Vec::new(), mistakes: value.mistakes.clone() })
    }
}

/// Collects the values, or returns `None` if any value is `None`. The iterator always runs to its
/// end, so that it can report every mistake.
pub(crate) fn all<T>(values: impl Iterator<Item = Option<T>>) -> Option<Vec<T>> {
    values.collect::<Vec<_>>().into_iter().collect()
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
