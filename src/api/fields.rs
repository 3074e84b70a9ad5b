//! Parses the fields of questions from JSON objects or command-line options.

use std::borrow::Cow;
use std::collections::HashSet;

use serde_json::value::RawValue;

use super::error::{Error, Place};
use super::object::{JsonToken, in_object, span, visit_members};
use crate::control::Control;
use crate::mistake::{Label, Mistake, quote};

/// The fields of a question: the members of a JSON object, or command-line options.
///
/// A member with the value `null` counts as absent.
#[derive(Clone, Debug, Default)]
pub struct Fields<'a> {
    pub(super) members: Vec<Field<'a>>,
    /// JSON text of the object; `None` for command-line options.
    pub(super) object: Option<&'a str>,
    id: Option<&'a RawValue>,
    /// Command-line options that supply the fields that the object lacks.
    defaults: Option<&'a Fields<'a>>,
}

#[derive(Clone, Debug)]
pub(super) struct Field<'a> {
    pub(super) name: Cow<'a, str>,
    pub(super) value: FieldValue<'a>,
    /// JSON of the name and of the value; `None` for a command-line option.
    pub(super) written: Option<[&'a str; 2]>,
}

/// The number of fields from which on a set finds repeated names. Usual objects have a few fields,
/// which a loop compares in less time.
const MANY_FIELDS: usize = 32;
/// The maximum number of fields of an object.
const MOST_FIELDS: usize = 100_000;
/// The number of fields of an object between two calls of the control.
const FIELDS_PER_TICK: usize = 1 << 10;

#[derive(Clone, Debug)]
pub(super) enum FieldValue<'a> {
    Flag(bool),
    /// A JSON string, or the text of a command-line option, which may also be a number.
    Text(Cow<'a, str>),
    /// A JSON number, array or object, or a string with an unpaired surrogate.
    Json(Cow<'a, str>),
    Null,
}

impl<'a> Fields<'a> {
    /// Parses a JSON object, whose member `id` is kept apart from the other fields.
    ///
    /// # Errors
    /// Returns an error if `text` is not an object, has too many fields or a field twice, or has an
    /// unpaired surrogate in its `id` or in a name. The second part of the error is the `id`, if it
    /// can be parsed.
    ///
    /// # Example
    /// ```
    /// use kubikschach::api::Fields;
    /// let fields = Fields::of_object(r#"{"id": 7, "route": true}"#).expect("an object");
    /// assert_eq!(fields.id().map(|id| id.get()), Some("7"));
    /// assert!(Fields::of_object(r#"{"route": true, "route": false}"#).is_err());
    /// ```
    pub fn of_object(text: &'a str) -> Result<Self, (Mistake, Option<&'a RawValue>)> {
        Self::of_object_with(text, &Control::FREE)
    }

    /// Parses an object as [`Fields::of_object`] does, and lets `control` stop the work. The error then
    /// says so, and the next call of `control` too.
    pub(crate) fn of_object_with(
        text: &'a str,
        control: &Control<'_>,
    ) -> Result<Self, (Mistake, Option<&'a RawValue>)> {
        let mut fields = Self { object: Some(text), ..Self::default() };
        let (mut names, mut wrong) = (HashSet::new(), None);
        let visited = visit_members(text, |name, value| {
            if let Err(error) = fields.add(text, name, value, &mut names, control) {
                wrong.get_or_insert(error);
            }
        });
        visited.map_err(|error| {
            // Without a comma after it, an `id` such as 12 may have been cut.
            let is_whole =
                |id: &&RawValue| text[span(text, id.get()).end..].trim_start().starts_with(',');
            (error, fields.id.filter(is_whole))
        })?;
        match wrong {
            None => Ok(fields),
            Some(error) => Err((error, fields.id)),
        }
    }

    /// Adds a member of the object. `names` has the names of the members so far if they are many.
    fn add(
        &mut self,
        text: &str,
        name: JsonToken<'a>,
        value: JsonToken<'a>,
        names: &mut HashSet<Cow<'a, str>>,
        control: &Control<'_>,
    ) -> Result<(), Mistake> {
        if self.members.len() == MOST_FIELDS {
            let expected = format!("at most {MOST_FIELDS} fields");
            return Err(Mistake::expected(span(text, name.json), expected, "one more"));
        }
        let Some(key) = name.string() else {
            return Err(lone_surrogate(text, name, "a field name"));
        };
        let is_repeated = if self.members.len() < MANY_FIELDS {
            self.own(&key).is_some()
        } else {
            if self.members.len().is_multiple_of(FIELDS_PER_TICK) {
                let stopped = |_| Mistake::new(span(text, name.json), "stopped");
                control.tick(0).map_err(stopped)?;
            }
            if names.is_empty() {
                names.extend(self.members.iter().map(|field| field.name.clone()));
            }
            key != "id" && !names.insert(key.clone())
        };
        if is_repeated || key == "id" && self.id.is_some() {
            let message = format!("expected each field once, but found `{key}` twice");
            return Err(Mistake::new(span(text, name.json), message));
        }
        if key == "id" {
            let id = value.paired().ok_or_else(|| lone_surrogate(text, value, "an `id`"))?;
            self.id = Some(id);
            return Ok(());
        }
        let written = Some([name.json, value.json]);
        let value = match (value.string(), value.json) {
            (Some(text), _) => FieldValue::Text(text),
            (None, "true") => FieldValue::Flag(true),
            (None, "false") => FieldValue::Flag(false),
            (None, "null") => FieldValue::Null,
            (None, json) => FieldValue::Json(Cow::Borrowed(json)),
        };
        self.members.push(Field { name: key, value, written });
        Ok(())
    }

    /// Creates the fields that command-line options set: pairs of a name and the text of the
    /// option, or `None` for a flag.
    pub fn of_options(options: impl IntoIterator<Item = (&'a str, Option<&'a str>)>) -> Self {
        let field = |(name, text): (&'a str, Option<&'a str>)| {
            let value =
                text.map_or(FieldValue::Flag(true), |text| FieldValue::Text(Cow::Borrowed(text)));
            Field { name: Cow::Borrowed(name), value, written: None }
        };
        Self { members: options.into_iter().map(field).collect(), ..Self::default() }
    }

    /// Sets the command-line options that supply the fields that the object lacks.
    #[must_use]
    pub const fn with_defaults(mut self, defaults: &'a Fields<'a>) -> Self {
        self.defaults = Some(defaults);
        self
    }

    /// Returns the JSON of the member `id`, which the answer repeats; `None` if the object has no
    /// `id`.
    #[must_use]
    pub const fn id(&self) -> Option<&'a RawValue> {
        self.id
    }

    /// Returns the text of the JSON object; `None` for command-line options.
    pub(super) const fn object_text(&self) -> Option<&'a str> {
        self.object
    }

    /// Returns the value of the command-line option `name` if the value is a string; otherwise
    /// `None`.
    #[cfg(feature = "cli")]
    pub(crate) fn option(&self, name: &str) -> Option<&str> {
        match &self.own(name)?.value {
            FieldValue::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the JSON of a field; `None` if the field is absent or its value is a string or a
    /// flag.
    pub(crate) fn json(&self, name: &str) -> Option<&str> {
        match &self.get(name)?.value {
            FieldValue::Json(json) => Some(json),
            _ => None,
        }
    }

    pub(super) fn own(&self, name: &str) -> Option<&Field<'a>> {
        self.members.iter().find(|field| field.name == name)
    }

    pub(super) fn get(&self, name: &str) -> Option<&Field<'a>> {
        let own = self.own(name).filter(|field| !matches!(field.value, FieldValue::Null));
        own.or_else(|| self.defaults?.own(name))
    }

    /// Returns `true` if the field is present, in the object or as a default, and is not `false`.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.get(name).is_some_and(|field| !matches!(field.value, FieldValue::Flag(false)))
    }

    /// Returns `true` if the field is in the object itself, not only in the defaults, and is
    /// neither `null` nor `false`.
    pub(super) fn has_own(&self, name: &str) -> bool {
        self.own(name).is_some() && self.has(name)
    }

    /// Returns a field and its value as messages show them.
    ///
    /// The text is `--size 5` for command-line options, also for those that supply a field that the
    /// object lacks, and `` `size` 5 `` for JSON objects. If `value` is empty, the text is only the
    /// name.
    pub(super) fn spell(&self, name: &str, value: &str) -> String {
        let blank = if value.is_empty() { "" } else { " " };
        if self.is_options() || self.is_default(name) {
            return format!("--{name}{blank}{value}");
        }
        format!("`{name}`{blank}{value}")
    }

    /// Returns `true` if the object lacks the field `name`, and a command-line option supplies it.
    fn is_default(&self, name: &str) -> bool {
        let is_option = |fields: &Fields<'_>| fields.is_options() && fields.own(name).is_some();
        self.own(name).is_none() && self.defaults.is_some_and(is_option)
    }

    pub(super) fn is_flag(&self, name: &str) -> bool {
        self.get(name).is_some_and(|field| matches!(field.value, FieldValue::Flag(_)))
    }

    pub(super) const fn is_options(&self) -> bool {
        self.object.is_none()
    }

    /// Returns `true` if the object itself has no other fields than these.
    #[cfg(feature = "cli")]
    pub(crate) fn has_only(&self, names: &[&str]) -> bool {
        self.members.iter().all(|field| names.contains(&&*field.name))
    }

    pub(crate) fn without(&self, names: &[&str]) -> Self {
        let mut rest = self.clone();
        rest.members.retain(|field| !names.contains(&&*field.name));
        rest
    }

    /// Returns the names of the fields of the object itself, in its order.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.members.iter().map(|field| &*field.name)
    }

    pub(super) fn expect_one_of(&self, [first, second]: [&str; 2]) -> Result<(), Error> {
        if !(self.has(first) && self.has(second)) {
            return Ok(());
        }
        let [at, other] = if self.has_own(second) { [second, first] } else { [first, second] };
        let names = [at, other].map(|name| self.spell(name, ""));
        Err(Error::about_name(at, names.join(" cannot be used with ")))
    }

    /// Returns an error if the field `name` is present, but the field `needed` is not.
    ///
    /// `why` is appended to the message and may be empty.
    pub(super) fn expect_with(&self, name: &str, needed: &str, why: &str) -> Result<(), Error> {
        if !self.has(name) || self.has(needed) {
            return Ok(());
        }
        let [own, needed] = [name, needed].map(|name| self.spell(name, ""));
        Err(Error::about_name(name, format!("{own} needs {needed}{why}")))
    }

    /// Adds the `id` of the object with these fields to an error, and converts the byte ranges to those
    /// of the object's text.
    pub(crate) fn in_object(&self, error: Error) -> Error {
        let error = self.with_code_points(error.with_id(self.id()));
        Error { mistake: self.place(&error), ..error }
    }

    /// Adds the code points that an error marks in the string of its field.
    pub(crate) fn with_code_points(&self, mut error: Error) -> Error {
        if let Some(Place::Text(field)) = &error.field
            && let Ok(Some(text)) = self.board(field)
        {
            let span = error.mistake.span();
            let before = |end| text.char_indices().take_while(|(start, _)| *start < end).count();
            error.origin.code_points = Some([span.start, span.end].map(before));
        }
        error
    }

    /// Returns the mistake of `error`, with byte ranges that count from the start of the
    /// object's text. If the error is about the value of an option, the message names the option.
    fn place(&self, error: &Error) -> Mistake {
        let mistake = error.mistake.clone();
        let Some(name) = error.field.as_ref().map(Place::field) else { return mistake };
        let written = self.own(name).and_then(|field| field.written);
        let whole = |span| Mistake { labels: vec![Label::plain(span)], ..mistake.clone() };
        match (written, self.object, &error.field) {
            (Some([name, _]), Some(text), Some(Place::Name(_))) => whole(span(text, name)),
            (Some([_, json]), Some(text), Some(Place::Value(_))) => whole(span(text, json)),
            (Some([_, json]), Some(text), _) => in_object(text, json, mistake),
            (None, Some(_), Some(Place::Value(_) | Place::Text(_))) if self.is_default(name) => {
                let message = format!("--{name}: {}", mistake.message);
                Mistake { message, ..whole(0..1) }
            }
            _ => whole(0..1),
        }
    }
}

#[cold]
fn lone_surrogate(text: &str, token: JsonToken<'_>, what: &str) -> Mistake {
    let expected = format!("{what} without lone surrogates");
    Mistake::expected(span(text, token.json), expected, quote(token.json.as_bytes()))
}
