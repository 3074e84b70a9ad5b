//! Imports folders with pairs of files named `NAME.in` and `NAME.out`.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use super::PlacedCase;
use crate::cases::CaseError;
use crate::cli::files::read;
use crate::cli::{Failure, print_message};
use crate::diagnostic::LineColumn;
use crate::workbench::{Importer, NoCase};

#[derive(Default)]
struct FilePair {
    input: Option<PathBuf>,
    output: Option<PathBuf>,
}

/// Reads one case from each pair of files in a folder. The cases are in the order of the file
/// names, in which numbers are compared by value.
pub(super) fn cases(importer: &Importer<'_>, folder: &Path) -> Result<Vec<PlacedCase>, Failure> {
    let pairs = pairs(folder)?;
    let cases = pairs.iter().filter_map(|(Name(_, name), pair)| match pair {
        FilePair { input: Some(input), output: Some(output) } => {
            case(importer, name, input, output).map_err(|message| print_message(&message)).ok()
        }
        FilePair { input: Some(only), .. } | FilePair { output: Some(only), .. } => {
            let other = only.with_extension(if pair.input.is_some() { "out" } else { "in" });
            print_message(&format!(
                "{}: not used: there is no {}",
                only.display(),
                other.display()
            ));
            None
        }
        FilePair { .. } => None,
    });
    Ok(cases.collect())
}

fn pairs(folder: &Path) -> Result<BTreeMap<Name, FilePair>, Failure> {
    let failed = |error| Failure::file(folder, &error);
    let mut pairs: BTreeMap<Name, FilePair> = BTreeMap::new();
    let mut others = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let file = entry.map_err(failed)?.path();
        let name = Name::new(&file.file_stem().unwrap_or_default().to_string_lossy());
        match file.extension().and_then(OsStr::to_str) {
            Some("in") => pairs.entry(name).or_default().input = Some(file),
            Some("out") => pairs.entry(name).or_default().output = Some(file),
            _ => others.push(file),
        }
    }
    others.sort();
    for file in others {
        print_message(&format!("{}: not used", file.display()));
    }
    Ok(pairs)
}

/// Returns the case of a pair of files, or a message that says why there is no case.
fn case(
    importer: &Importer<'_>,
    name: &str,
    input: &Path,
    output: &Path,
) -> Result<PlacedCase, String> {
    let read = |file: &Path| {
        let unread =
            |error: Failure| format!("{}: not used: {}", input.display(), error.sentences());
        read(file).map_err(unread)
    };
    let texts = [read(input)?, read(output)?];
    let case = importer.case(name, &texts[0], &texts[1]).map_err(|why| {
        let (file, text, at) = match &why {
            NoCase::Answer(_) => (output, &texts[1], 0),
            NoCase::Input(CaseError::Input(error)) => (input, &texts[0], error.span().start),
            NoCase::Input(_) => (input, &texts[0], 0),
        };
        // The diagnostic counts bytes after trimming, so leading white space is added.
        let at = (text.len() - text.trim_start().len() + at).min(text.len());
        let LineColumn { line, .. } = LineColumn::START.after(&text.as_bytes()[..at]);
        format!("{}, line {line}: not used: {why}", file.display())
    })?;
    Ok(PlacedCase { case, place: output.display().to_string() })
}

/// A file name: first split into numbers and other text, then whole. The derived order sorts
/// numbers by value, as in 1, 2, 10.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Name(Vec<NamePart>, String);

#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum NamePart {
    /// A number in a file name: how many digits it has without leading zeros, and these digits. The
    /// derived order compares first how many digits there are, and so sorts numbers by value.
    Number(usize, String),
    Text(String),
}

impl Name {
    fn new(name: &str) -> Self {
        let chars: Vec<char> = name.chars().collect();
        let parts = chars.chunk_by(|a, b| a.is_ascii_digit() == b.is_ascii_digit()).map(|part| {
            let text: String = part.iter().collect();
            if part[0].is_ascii_digit() {
                let digits = text.trim_start_matches('0');
                NamePart::Number(digits.len(), digits.to_owned())
            } else {
                NamePart::Text(text)
            }
        });
        Self(parts.collect(), name.to_owned())
    }
}
