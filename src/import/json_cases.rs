//! Reads cases from JSON: of this program, of CodinGame, and of Competitive Companion.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use serde_json::Value;
use serde_json::value::RawValue;

use super::chosen::{Chosen, LoadedCases, TextInFile};
use super::error::ImportError;
use super::importer::{Importer, NoCase};
use super::place::{NamedText, SourcePlace};
use crate::api::object::invalid_json;
use crate::cases::{Answer, Case};
use crate::cell::Size;
use crate::mistake::Mistake;

/// Keys of the input and the answer of a case:
/// - of this program, as `export --form json` and `generate --json` write them,
/// - of Competitive Companion and most other tools,
/// - of a contribution to CodinGame.
const KEYS: [(&str, &str); 3] = [OWN, ("input", "output"), ("testIn", "testOut")];
const OWN: (&str, &str) = ("input", "expected");
/// Largest number of arrays and objects around a case; CodinGame has four.
const DEEPEST: usize = 8;

/// A JSON object with its values as they are written.
type RawObject<'t> = BTreeMap<String, &'t RawValue>;

/// Returns the cases of a JSON document, or of a sequence of JSON values. Returns `None` if the
/// document is neither, and may be a page with inputs and answers.
///
/// # Errors
/// Returns an error if objects are not JSON, or if none has the keys of a case.
pub(super) fn cases<E: From<ImportError>>(
    importer: Importer<'_>,
    document: &Arc<NamedText>,
) -> Option<Result<LoadedCases<E>, E>> {
    let text = document.1.trim_end();
    if !text.trim_start().starts_with(['{', '[']) {
        return None;
    }
    let values = serde_json::Deserializer::from_str(text).into_iter::<&RawValue>();
    let wrong = |error: Mistake| {
        let place = SourcePlace::new(document, error.span());
        starts_as_objects(text).then(|| Err(place.error(error).into()))
    };
    let values: Vec<&RawValue> = match values.collect::<Result<_, _>>() {
        Ok(values) => values,
        Err(error) => {
            let values = serde_json::Deserializer::from_str(text).into_iter::<&RawValue>();
            let whole: Vec<&RawValue> = values.map_while(Result::ok).collect();
            let mut found = Vec::new();
            for value in &whole {
                find(value, 0, &mut found);
            }
            if !whole.is_empty() && found.is_empty() {
                // Other text follows an object that is no case.
                return None;
            }
            // An error about the value of an array, unlike one about raw JSON, names a surplus comma.
            let mut values = serde_json::Deserializer::from_str(text).into_iter::<Value>();
            let error = values.find_map(Result::err).unwrap_or(error);
            return wrong(invalid_json("JSON", text, &error));
        }
    };
    let mut found = Vec::new();
    for value in values {
        find(value, 0, &mut found);
    }
    if found.is_empty() {
        let start = text.find('{').unwrap_or_default();
        let message = "expected the keys `input` and `expected` in the object of a case";
        let hint = r#"for example `{"input": "King W A1a B3d", "expected": 3}`"#;
        let error = Mistake::new(start..start + 1, message);
        return wrong(Mistake { hint: Some(hint.to_owned()), ..error });
    }
    let numbered = found.into_iter().zip(1..);
    let cases =
        numbered.map(|(object, number)| object.case(importer, document, number).map_err(E::from));
    Some(Ok(cases.collect()))
}

/// Returns `true` if a text starts with an object of JSON, or an array of them. An object that is an
/// input itself may be a part of a page.
fn starts_as_objects(text: &str) -> bool {
    let object = text.trim_start().trim_start_matches('[').trim_start().strip_prefix('{');
    let key = object.and_then(|object| object.trim_start().strip_prefix('"'));
    let after = key.and_then(|key| key.split_once('"'));
    let has = |key: &str| text.contains(&format!("\"{key}\""));
    after.is_some_and(|(_, after)| after.trim_start().starts_with(':'))
        && (has(OWN.0) || !has("piece") && !has("board"))
}

/// Collects the objects that have the keys of a case.
fn find<'t>(value: &'t RawValue, depth: usize, found: &mut Vec<JsonObject<'t>>) {
    if depth > DEEPEST {
        return;
    }
    if let Ok(values) = serde_json::from_str::<Vec<&RawValue>>(value.get()) {
        for value in values {
            find(value, depth + 1, found);
        }
    } else if let Ok(fields) = serde_json::from_str::<RawObject<'_>>(value.get()) {
        let has = |keys: &(&str, &str)| fields.contains_key(keys.0) && fields.contains_key(keys.1);
        // Competitive Companion's document has an `input` and an `output` that are no case.
        let keys = KEYS.into_iter().filter(|keys| depth > 0 || *keys == OWN).find(|keys| has(keys));
        match keys {
            Some(keys) => found.push(JsonObject { fields, keys }),
            None => fields.into_values().for_each(|value| find(value, depth + 1, found)),
        }
    }
}

struct JsonObject<'t> {
    fields: RawObject<'t>,
    keys: (&'static str, &'static str),
}

impl JsonObject<'_> {
    fn case(
        &self,
        importer: Importer<'_>,
        document: &Arc<NamedText>,
        number: usize,
    ) -> Result<Chosen, ImportError> {
        let place = |key: &str| SourcePlace::new(document, self.span(key, &document.1));
        let text = |key: &str| self.text(key).unwrap_or_default();
        let (input, answer) = (text(self.keys.0), text(self.keys.1));
        let size = self.text("size").map(|size| {
            let wrong = |_| place("size").failure("expected the number of cells along an edge");
            size.parse().map_err(wrong)
        });
        let size = size.transpose()?;
        let chosen = if let Some(rules) = self.text("rules") {
            let expected = Answer::parse(answer.trim()).ok_or_else(|| {
                let why = NoCase::Answer { puzzle: None, found: answer.clone() };
                place(self.keys.1).failure(why.to_string())
            })?;
            let case = Case {
                name: String::new(),
                kind: String::new(),
                rules,
                size,
                input,
                expected,
                why: String::new(),
                source: String::new(),
            };
            let chosen = Chosen::at(case, place(self.keys.0), place(self.keys.1));
            Chosen { rules: place("rules"), ..chosen }
        } else {
            let importer =
                Importer { size: size.and_then(Size::new).or(importer.size), ..importer };
            let input = TextInFile { text: &input, place: place(self.keys.0) };
            let answer = TextInFile { text: &answer, place: place(self.keys.1) };
            Chosen::read(&importer, "", input, answer)?
        };
        let puzzle = chosen.case.expected.puzzle().name();
        let name = self.name().unwrap_or_else(|| format!("{puzzle} {number}"));
        let (kind, why, source) = (self.kind(), text("why"), text("source"));
        Ok(Chosen { case: Case { name, kind, why, source, ..chosen.case }, ..chosen })
    }

    /// Returns the value of a string, and the JSON text of any other value except null.
    fn text(&self, key: &str) -> Option<String> {
        let written = self.fields.get(key)?.get();
        let text = serde_json::from_str(written).unwrap_or_else(|_| written.to_owned());
        Some(text).filter(|_| written != "null")
    }

    /// Returns the byte range of a value in `document`, which the values were read from.
    fn span(&self, key: &str, document: &str) -> Range<usize> {
        let Some(value) = self.fields.get(key) else { return 0..0 };
        // A raw value is a part of the document, so the difference of the addresses is its place.
        let start = value.get().as_ptr().addr().saturating_sub(document.as_ptr().addr());
        start.min(document.len())..(start + value.get().len()).min(document.len())
    }

    /// Returns the name or title. CodinGame gives titles by the number of a language; 2 is English.
    fn name(&self) -> Option<String> {
        if let Some(name) = self.text("name") {
            return Some(name).filter(|name| !name.is_empty());
        }
        let title = self.fields.get("title")?.get();
        let text = serde_json::from_str::<String>(title).ok().or_else(|| {
            let mut titles: BTreeMap<String, String> = serde_json::from_str(title).ok()?;
            titles.remove("2").or_else(|| titles.into_values().next())
        });
        text.filter(|text| !text.is_empty())
    }

    /// Returns the kind, which CodinGame states by two flags.
    fn kind(&self) -> String {
        let is = |flag: &str| self.fields.get(flag).is_some_and(|value| value.get() == "true");
        match (self.text("kind"), is("isTest"), is("isValidator")) {
            (Some(kind), ..) => kind,
            (None, true, false) => "test".to_owned(),
            (None, false, true) => "validator".to_owned(),
            (None, true, true) => "test, validator".to_owned(),
            (None, false, false) => String::new(),
        }
    }
}
