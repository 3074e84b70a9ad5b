//! Adds a found case to a case file.

use std::path::Path;

use crate::cases::{self, Answer, Case, Question};
use crate::cli::failure::Failure;
use crate::cli::files::{self, Replacement, lock};
use crate::mistake::BYTE_ORDER_MARK;
use crate::rules::Rules;

/// Checks before the search that a case can be added to the file.
pub(super) fn check(file: &Path) -> Result<(), Failure> {
    let replacement = prepare(file)?;
    let any_case = Case {
        name: "any".to_owned(),
        kind: String::new(),
        rules: "kubikschach".to_owned(),
        size: None,
        input: "King W A1a A1a".to_owned(),
        expected: Answer::Moves(Some(0)),
        why: String::new(),
        source: String::new(),
    };
    with_case(file, &known_text(file)?.0, &any_case)?;
    drop(replacement);
    Ok(())
}

/// Adds a case to a file, which is created if needed. Returns `false` if the file already has the
/// question.
pub(super) fn add(
    file: &Path,
    case: &Case,
    question: &Question,
    rules: &Rules,
) -> Result<bool, Failure> {
    let _lock = lock(file).map_err(|error| Failure::file(file, &error))?;
    let replacement = prepare(file)?;
    let (known, mark) = known_text(file)?;
    let is_same = |known: &Case| {
        known.rules == case.rules && known.question(rules).is_ok_and(|known| known == *question)
    };
    if parse(file, &known)?.iter().any(is_same) {
        return Ok(false);
    }
    let text = format!("{mark}{}", with_case(file, &known, case)?);
    replacement.write(&text).map_err(|error| Failure::file(file, &error))?;
    Ok(true)
}

fn prepare(file: &Path) -> Result<Replacement, Failure> {
    if file.exists() && !file.is_file() {
        return Err(Failure::new(format!("--save: {} is not a file", file.display())));
    }
    Replacement::of(file).map_err(|error| Failure::file(file, &error))
}

/// Returns the text of a file, empty if the file does not exist, and the byte order mark before the
/// text, if there is one.
fn known_text(file: &Path) -> Result<(String, &'static str), Failure> {
    if !file.exists() {
        return Ok((String::new(), ""));
    }
    let (name, bytes) = files::bytes(file)?;
    let has_mark = bytes.starts_with(BYTE_ORDER_MARK.as_bytes());
    let mark = if has_mark { BYTE_ORDER_MARK } else { "" };
    Ok((files::text(name.as_deref(), bytes)?, mark))
}

fn with_case(file: &Path, known: &str, case: &Case) -> Result<String, Failure> {
    let text = cases::with_case(known, case);
    // Adding fails for some valid files, such as one with `[case]`.
    parse(file, &text)?;
    Ok(text)
}

fn parse(file: &Path, text: &str) -> Result<Vec<Case>, Failure> {
    let mistakes = |mistakes| Failure::mistakes(Some(&file.display().to_string()), text, mistakes);
    Case::parse(text).map_err(mistakes)
}
