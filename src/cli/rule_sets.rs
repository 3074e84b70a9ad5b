//! Loads the rule sets that commands name.

use std::path::Path;

use super::failure::Failure;
use super::files::read;
use crate::api::{Fields, position};
use crate::mistake::{nearest, quote};
use crate::rules::{BUILT_IN, Rules};

/// Loads a built-in rule set or a file.
pub(crate) fn load(name: &str) -> Result<Rules, Failure> {
    match Rules::built_in(name) {
        Some(rules) => Ok(rules),
        None => parse(Some(name), &document(name)?),
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
    let base = name.rsplit_once(':').map(|(base, _)| base).filter(|base| Path::new(base).is_file());
    // No built-in name has such a character, so a file is meant, and its error tells more.
    if file.exists() || base.is_none() && name.contains(['.', '/', '\\']) {
        return read(file);
    }
    let names = BUILT_IN.map(|(built_in, _)| built_in);
    let is_start = |full: &&&str| name.len() > 2 && full.starts_with(name);
    let whole = || names.iter().find(is_start).map(|full| format!("did you mean `{full}`?"));
    let copy = |base: &str| {
        let turned = "write a turned copy with `forward = \"file\"` into a file of its own";
        format!("`{base}` is one rule set: {turned}")
    };
    let own = format!("{name}.toml");
    let own = || Path::new(&own).is_file().then(|| format!("did you mean `{own}`?"));
    let hint = base.map(copy).or_else(own).or_else(|| nearest(&names, name)).or_else(whole);
    let names = names.join(", ");
    let found = quote(name.as_bytes());
    let message = format!("expected a rule set ({names}) or a file, but found {found}");
    Err(Failure::with_hint(message, hint))
}

pub(crate) fn parse(name: Option<&str>, document: &str) -> Result<Rules, Failure> {
    Rules::parse(document).map_err(|mistakes| Failure::mistakes(name, document, mistakes))
}
