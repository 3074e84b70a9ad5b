//! Loads the rule sets that commands name.

use std::path::Path;

use super::failure::Failure;
use super::files::read;
use crate::api::context::variant_of;
use crate::api::{Fields, position};
use crate::mistake::{nearest, quote};
use crate::rules::{BUILT_IN, Rules};

/// Loads a built-in rule set or a file. `NAME:VARIANT` selects a variant.
pub(crate) fn load(name: &str) -> Result<Rules, Failure> {
    if let Some(rules) = Rules::built_in(name) {
        return Ok(rules);
    }
    let (base, variant) = parts(name);
    let rules = parse(Some(base), &document(base)?)?;
    match variant {
        Some(variant) => variant_of(&rules, variant)
            .map_err(|error| Failure::with_hint(error.message, error.hint)),
        None => Ok(rules),
    }
}

/// Splits `NAME:VARIANT`. The variant is `None` if there is no colon, or if `name` as a whole is
/// the name of a file.
pub(crate) fn parts(name: &str) -> (&str, Option<&str>) {
    match name.rsplit_once(':') {
        Some((base, variant)) if !Path::new(name).exists() => (base, Some(variant)),
        _ => (name, None),
    }
}

/// Returns an error if a rule set defines no check and therefore has no verdicts.
pub(crate) fn expect_verdict(rules: &Rules) -> Result<(), Failure> {
    Ok(position::expect_verdict(&Fields::default(), rules)?)
}

pub(crate) fn document(name: &str) -> Result<String, Failure> {
    if let Some((_, document)) = BUILT_IN.iter().find(|(built_in, _)| *built_in == name) {
        return Ok((*document).to_owned());
    }
    let file = Path::new(name);
    // No built-in name has such a character, so a file is meant, and its error tells more.
    if file.exists() || name.contains(['.', '/', '\\']) {
        return read(file);
    }
    let names = BUILT_IN.map(|(built_in, _)| built_in);
    let is_start = |full: &&&str| name.len() > 2 && full.starts_with(name);
    let whole = || names.iter().find(is_start).map(|full| format!("did you mean `{full}`?"));
    let hint = nearest(&names, name).or_else(whole);
    let names = names.join(", ");
    let found = quote(name.as_bytes());
    let message = format!("expected a rule set ({names}) or a file, but found {found}");
    Err(Failure::with_hint(message, hint))
}

pub(crate) fn parse(name: Option<&str>, document: &str) -> Result<Rules, Failure> {
    Rules::parse(document).map_err(|mistakes| Failure::mistakes(name, document, mistakes))
}
