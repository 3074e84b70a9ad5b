//! `import`: cases from a copied page or a folder of files.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use super::args::workbench as args;
use super::cases::CaseObject;
use super::files::{named, read};
use super::ndjson::{FromFields, Ndjson, Request};
use super::output::Output;
use super::rules::{load, size_if_any};
use super::{Failure, Success, json};
use crate::board::Setup;
use crate::cases::{Answer, Case, CaseError, Form, Puzzle, Question, document};
use crate::diagnostic::LineColumn;
use crate::notation::{Boards, Frame, Queries, Text};
use crate::piece::Color;
use crate::words::printable;
use crate::workbench::{Imported, Importer, NoCase, Unused};

pub(crate) fn run(args: &args::Import, json: bool, out: &mut Output) -> Result<Success, Failure> {
    let named = Puzzle::ALL.map(|puzzle| args.board.rules.as_deref().unwrap_or(puzzle.rules()));
    let [path, mate] = [load(named[0])?, load(named[1])?];
    let size = size_if_any(&path, args.board.size)?;
    let importer = Importer { path: (&path, named[0]), mate: (&mate, named[1]), size };
    let mut cases = Vec::new();
    for file in &args.files {
        cases.extend(import(&importer, file)?);
    }
    if cases.is_empty() {
        return Err(Failure::new("expected inputs and outputs of cases, but found none"));
    }
    if json {
        cases.iter().try_for_each(|case| json::line(out, &CaseObject::new(case)))?;
    } else {
        write!(out, "{}", document(&cases))?;
    }
    Ok(Success::Yes)
}

fn import(importer: &Importer, file: &Path) -> Result<Vec<Case>, Failure> {
    if file.is_dir() {
        return pairs(importer, file);
    }
    let (name, text) = named(file)?;
    let Imported { cases, unused } = importer.page(&text);
    let name = name.unwrap_or_else(|| "standard input".to_owned());
    for Unused { line, text, why } in unused {
        let why = why.map_or_else(String::new, |why| format!(" ({why})"));
        tell(&format!("{name}, line {line}: not used{why}: {text}"));
    }
    Ok(cases)
}

/// Tells what could not be used.
fn tell(message: &str) {
    // With stderr closed there is nobody left to tell.
    let _ = writeln!(anstream::stderr(), "{}", printable(message));
}

/// The case of an input and an output, or what is told if they are none.
fn pair(importer: &Importer, name: &str, files: [&Path; 2]) -> Result<Case, String> {
    let unread =
        |failure: Failure| format!("{}: not used: {}", files[0].display(), failure.sentences());
    let [input, output] = files.map(|file| read(file).map_err(unread));
    let (input, output) = (input?, output?);
    let is_object = input.trim_start().starts_with('{');
    let case = match Answer::parse(output.trim()) {
        Some(answer) if is_object => in_words(importer, input.trim(), answer.puzzle())
            .map_err(NoCase::Input)
            .and_then(|words| importer.case(name, &words, &output)),
        _ => importer.case(name, &input, &output),
    };
    case.map_err(|why| {
        let (file, text, at) = match &why {
            NoCase::Answer(_) => (files[1], &output, 0),
            NoCase::Input(CaseError::Input(error)) => (files[0], &input, error.span().start),
            NoCase::Input(_) => (files[0], &input, 0),
        };
        // What is wrong is told of the text without the blanks around it.
        let at = (text.len() - text.trim_start().len() + at).min(text.len());
        let LineColumn { line, .. } = LineColumn::START.after(&text.as_bytes()[..at]);
        format!("{}, line {line}: not used: {why}", file.display())
    })
}

/// The input of an object, as its puzzle has it.
fn in_words(importer: &Importer, object: &str, puzzle: Puzzle) -> Result<String, CaseError> {
    match puzzle {
        Puzzle::Path => {
            let (rules, _) = importer.path;
            let size = rules.size().or(importer.size).ok_or(CaseError::NoSize)?;
            let (query, _) = record(Queries::new(rules, size), object)?;
            Ok(Question::Path(size, query).text(rules, Form::Puzzle))
        }
        Puzzle::Mate => {
            let (rules, _) = importer.mate;
            let (setup, side) = record(Boards::new(rules), object)?;
            let setup = Setup { turn: side.or(setup.turn), ..setup };
            Ok(Question::Mate(setup).text(rules, Form::Puzzle))
        }
    }
}

/// The record of a text that is an object, and whose king it asks about.
fn record<R: FromFields>(reader: R, object: &str) -> Result<(R::Record, Option<Color>), CaseError> {
    let text = Text::new(object.as_bytes(), true);
    let request = Ndjson::new(reader).read(&text, &Frame::new(0, object.len()));
    let Request { record, side, .. } = request.map_err(|bad| bad.diagnostic)?;
    Ok((record, side))
}

/// The cases of a folder's pairs of `NAME.in` and `NAME.out`.
fn pairs(importer: &Importer, folder: &Path) -> Result<Vec<Case>, Failure> {
    let failed = |error| Failure::file(folder, &error);
    let mut stems: BTreeMap<PathBuf, Vec<String>> = BTreeMap::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let file = entry.map_err(failed)?.path();
        match file.extension().and_then(OsStr::to_str) {
            Some(end @ ("in" | "out")) => {
                stems.entry(file.with_extension("")).or_default().push(end.to_owned());
            }
            _ => tell(&format!("{}: not used", file.display())),
        }
    }
    let mut cases = Vec::new();
    for (stem, ends) in stems {
        if let [only] = &ends[..] {
            let other = if only == "in" { "out" } else { "in" };
            let (stem, only) = (stem.display(), only);
            tell(&format!("{stem}.{only}: not used: there is no {stem}.{other}"));
            continue;
        }
        let [input, output] = ["in", "out"].map(|end| {
            let mut file = stem.clone().into_os_string();
            file.push(format!(".{end}"));
            PathBuf::from(file)
        });
        let name = stem.file_name().unwrap_or_default().to_string_lossy();
        match pair(importer, &name, [&input, &output]) {
            Ok(case) => cases.push(case),
            Err(message) => tell(&message),
        }
    }
    Ok(cases)
}
