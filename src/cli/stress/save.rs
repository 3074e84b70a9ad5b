//! Files of cases that a found case is added to.

use std::path::Path;

use crate::cases::{Answer, Case, Question, document};
use crate::cli::Failure;
use crate::cli::files::{Replacement, read};
use crate::rules::Rules;

/// Checks that a case can be added to a file, before time is spent on the search for one.
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
    };
    with_case(file, &known_text(file)?, &any_case)?;
    drop(replacement);
    Ok(())
}

/// Adds a case to a file, which is made if there is none; returns `false` if its question is there already.
pub(super) fn add(
    file: &Path,
    case: &Case,
    question: &Question,
    rules: &Rules,
) -> Result<bool, Failure> {
    let replacement = prepare(file)?;
    let known = known_text(file)?;
    let is_same = |known: &Case| {
        known.rules == case.rules && known.question(rules).is_ok_and(|known| known == *question)
    };
    if parse(file, &known)?.iter().any(is_same) {
        return Ok(false);
    }
    let text = with_case(file, &known, case)?;
    replacement.write(&text).map_err(|error| Failure::file(file, &error))?;
    Ok(true)
}

fn prepare(file: &Path) -> Result<Replacement, Failure> {
    if file.exists() && !file.is_file() {
        return Err(Failure::new(format!("--save: {} is no file", file.display())));
    }
    Replacement::of(file).map_err(|error| Failure::file(file, &error))
}

/// Returns the text of a file; none if there is no file yet.
fn known_text(file: &Path) -> Result<String, Failure> {
    if file.exists() { read(file) } else { Ok(String::new()) }
}

/// Returns the text of a file with a case at its end.
fn with_case(file: &Path, known: &str, case: &Case) -> Result<String, Failure> {
    let part = match known {
        "" => "",
        text if text.ends_with('\n') => "\n",
        _ => "\n\n",
    };
    let text = format!("{known}{part}{}", document(std::slice::from_ref(case)));
    // A list of cases on one line, say, takes no more of them.
    parse(file, &text)?;
    Ok(text)
}

fn parse(file: &Path, text: &str) -> Result<Vec<Case>, Failure> {
    let mistakes = |mistakes| Failure::mistakes(Some(&file.display().to_string()), text, mistakes);
    Case::parse(text).map_err(mistakes)
}
