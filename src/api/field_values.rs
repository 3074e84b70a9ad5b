//! Converts the values of fields to flags, numbers, strings, boards and amounts of memory.

use std::ops::{Range, RangeInclusive};

use serde_json::value::RawValue;

use super::error::Error;
use super::fields::{Field, FieldValue, Fields};
use super::object::span;
use crate::mistake::{Mistake, is_similar, quote};

/// A string from the value of a field, after the byte range of its JSON.
///
/// The byte range is a part of the array that is the field's value. The range is `None` if the
/// value is a single string.
pub(super) type PlacedText = (Option<Range<usize>>, String);

impl Fields<'_> {
    /// Returns the value of a flag; `false` if the field is absent.
    pub(super) fn flag(&self, name: &str) -> Result<bool, Error> {
        match self.get(name).map(|field| &field.value) {
            None => Ok(false),
            Some(FieldValue::Flag(flag)) => Ok(*flag),
            Some(other) => Err(Self::wrong_type(name, "true or false", other)),
        }
    }

    /// Returns the number in a field; `None` if the field is absent.
    ///
    /// A number outside `range` or above `limit` is an error. If `limit` is less than the end of
    /// `range`, a number above `limit` is an error of the kind [`ErrorKind::Limit`]. `what`
    /// describes the expected number in the error message.
    ///
    /// [`ErrorKind::Limit`]: crate::api::ErrorKind::Limit
    pub(super) fn number(
        &self,
        name: &str,
        what: &str,
        range: RangeInclusive<u64>,
        limit: u64,
    ) -> Result<Option<u64>, Error> {
        let Some(field) = self.get(name) else { return Ok(None) };
        let found = match &field.value {
            FieldValue::Json(json) => json.to_string(),
            FieldValue::Text(text) if field.written.is_none() => text.to_string(),
            FieldValue::Text(text) => format!("\"{text}\""),
            FieldValue::Flag(flag) => flag.to_string(),
            FieldValue::Null => return Ok(None),
        };
        let (least, most) = (*range.start(), limit.min(*range.end()));
        let is_in_range = |number: &u64| (least..=most).contains(number) && !found.starts_with('+');
        let exact = found.parse::<u64>().ok().filter(is_in_range);
        if exact.is_some() {
            return Ok(exact);
        }
        let number = found.parse::<f64>();
        let bounds = match most {
            u64::MAX => format!(", at least {least}"),
            _ => format!(" from {least} to {most}"),
        };
        let is_decimal =
            number.is_ok() && found.starts_with(|c: char| c == '-' || c.is_ascii_digit());
        let found = if is_decimal { found } else { quote(found.as_bytes()) };
        let error = Error::about(name, format!("expected {what}{bounds}, but found {found}"));
        #[expect(clippy::cast_precision_loss, reason = "limits are small")]
        let is_over = number.is_ok_and(|number| number > most as f64);
        Err(if is_over && most < *range.end() { error.limit() } else { error })
    }

    pub(crate) fn text(&self, name: &str) -> Result<Option<&str>, Error> {
        match self.get(name).map(|field| &field.value) {
            None => Ok(None),
            Some(FieldValue::Text(text)) => Ok(Some(text)),
            Some(other) => Err(Self::wrong_type(name, "a string", other)),
        }
    }

    pub(super) fn required(&self, name: &str) -> Result<&str, Error> {
        self.text(name)?.ok_or_else(|| self.missing(name, "a string"))
    }

    /// Returns the text of a board: a string, or the JSON of an array or object; `None` if the field is
    /// absent.
    pub(crate) fn board(&self, name: &str) -> Result<Option<&str>, Error> {
        match self.get(name).map(|field| &field.value) {
            Some(FieldValue::Json(json)) => Ok(Some(json)),
            _ => self.text(name),
        }
    }

    /// Returns an amount of memory in bytes, from a field whose value is a number or a string such
    /// as `512M`.
    ///
    /// Returns `None` if the field is absent. More than `limit` bytes are an error of the kind
    /// [`ErrorKind::Limit`].
    ///
    /// [`ErrorKind::Limit`]: crate::api::ErrorKind::Limit
    pub(super) fn memory(&self, name: &str, limit: u64) -> Result<Option<u64>, Error> {
        let text = match self.get(name).map(|field| &field.value) {
            None => return Ok(None),
            Some(FieldValue::Text(text) | FieldValue::Json(text)) => text,
            Some(other) => return Err(Self::wrong_type(name, "a size", other)),
        };
        let wrong = |message: String| {
            Error::about(name, format!("{message}, but found {}", quote(text.as_bytes())))
        };
        let found = memory(text).map_err(wrong)?;
        if found > limit {
            return Err(wrong(format!("expected at most {limit} bytes")).limit());
        }
        Ok(Some(found))
    }

    /// Returns the strings of a field whose value is a string or an array of strings.
    ///
    /// Returns an empty vector if the field is absent.
    pub(super) fn texts(&self, name: &str) -> Result<Vec<PlacedText>, Error> {
        match self.get(name).map(|field| &field.value) {
            Some(found @ FieldValue::Json(json)) => {
                let wrong = || Self::wrong_type(name, "a string, or an array of strings,", found);
                let values: Vec<&RawValue> = serde_json::from_str(json).map_err(|_| wrong())?;
                let text = |value: &RawValue| {
                    let text = serde_json::from_str(value.get()).map_err(|_| wrong())?;
                    Ok((Some(span(json, value.get())), text))
                };
                values.into_iter().map(text).collect()
            }
            _ => Ok(self.text(name)?.into_iter().map(|text| (None, text.to_owned())).collect()),
        }
    }

    pub(super) fn required_board(&self, name: &str) -> Result<&str, Error> {
        self.board(name)?.ok_or_else(|| self.missing(name, "a board"))
    }

    fn wrong_type(name: &str, expected: &str, found: &FieldValue<'_>) -> Error {
        let found = match found {
            FieldValue::Flag(flag) => format!("`{flag}`"),
            FieldValue::Text(text) => quote(format!("\"{text}\"").as_bytes()),
            FieldValue::Json(json) => quote(json.as_bytes()),
            FieldValue::Null => quote(b"null"),
        };
        Error::about(name, format!("expected {expected} in `{name}`, but found {found}"))
    }

    /// Returns the error about an absent or `null` field; `expected` names the type that the value
    /// must have.
    pub(super) fn missing(&self, name: &str, expected: &str) -> Error {
        if let Some(Field { written: Some(_), value, .. }) = self.own(name) {
            return Self::wrong_type(name, expected, value);
        }
        let misspelt = self.members.iter().find(|field| is_similar(name, &field.name));
        let hint = misspelt.map(|field| format!("the object has `{}`", field.name));
        let message = format!("expected the field `{name}`, but the object has none");
        let end = self.object.unwrap_or_default().trim_end().len();
        let place = end.saturating_sub(1)..end;
        let mistake = Mistake { hint, ..Mistake::new(place, message) };
        Error { field: None, mistake, ..Error::new("") }
    }
}

/// Parses an amount of memory such as `512M`, `512MB`, `512MiB` or `1.5G`, or a plain number of bytes.
pub(crate) fn memory(text: &str) -> Result<u64, String> {
    let upper = text.to_uppercase();
    let units = [("K", 10), ("M", 20), ("G", 30), ("T", 40), ("", 0)];
    let bytes = units.into_iter().find_map(|(unit, shift)| {
        let binary = upper.strip_suffix("IB").filter(|_| !unit.is_empty());
        let plain = binary.or(upper.strip_suffix('B')).unwrap_or(&upper);
        let (number, bytes) = (plain.strip_suffix(unit)?.trim(), 1_u64 << shift);
        match number.parse::<u64>() {
            Ok(number) => number.checked_mul(bytes),
            Err(_) => parts(number, bytes),
        }
    });
    bytes.filter(|bytes| *bytes > 0).ok_or_else(|| {
        "expected a size above zero and below 16777216T, such as `512M` or `1G`".to_owned()
    })
}

/// Returns the bytes in a decimal number of units of `unit` bytes, such as `1.5`, rounded down.
///
/// Returns `None` if `number` is not a decimal number with a point, or if `unit` is 1.
fn parts(number: &str, unit: u64) -> Option<u64> {
    let (whole, decimals) = number.split_once('.')?;
    let scale = 10_u64.checked_pow(u32::try_from(decimals.len()).ok()?)?;
    let number: u64 = [whole, decimals].concat().parse().ok()?;
    let bytes = u128::from(number) * u128::from(unit) / u128::from(scale);
    u64::try_from(bytes).ok().filter(|_| unit > 1)
}
