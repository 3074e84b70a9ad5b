//! `export`: cases as a folder of files, for other runners.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::PathBuf;

use serde::Serialize;

use super::args::workbench as args;
use super::cases::{Asked, form};
use super::output::Output;
use super::{Failure, Success, json};
use crate::cases::Case;
use crate::words::{counted, printable};

pub(crate) fn run(args: &args::Export, json: bool, out: &mut Output) -> Result<Success, Failure> {
    let (Asked { cases, questions, rule_sets }, end) = Asked::of(&args.cases, None);
    // A folder has all of the cases or none.
    end?;
    let mut files = Vec::new();
    let digits = cases.len().to_string().len();
    for (nth, (case, question)) in cases.iter().zip(&questions).enumerate() {
        let input = question.text(rule_sets.rules(case), form(args.form));
        let name = format!("{:0digits$}-{}", nth + 1, slug(case));
        files.push((args.dir.join(format!("{name}.in")), input));
        files.push((args.dir.join(format!("{name}.out")), format!("{}\n", case.expected)));
    }
    // Nothing is written if anything is in the way.
    if let Some((file, _)) = files.iter().find(|(file, _)| file.exists()) {
        let file = file.display();
        return Err(Failure::new(format!("expected to write {file}, but it is there already")));
    }
    fs::create_dir_all(&args.dir).map_err(|error| Failure::file(&args.dir, &error))?;
    for (file, text) in &files {
        write(file, text)?;
    }
    if json {
        return files
            .iter()
            .try_for_each(|(file, _)| {
                json::line(out, &Written { file: file.display().to_string() })
            })
            .map(|()| Success::Yes);
    }
    let dir = args.dir.display().to_string();
    let written = counted(cases.len(), "case");
    // With standard error closed there is nobody left to tell.
    let _ = writeln!(anstream::stderr(), "wrote {written} into {}", printable(&dir));
    Ok(Success::Yes)
}

/// A written file as an object.
#[derive(Serialize)]
struct Written {
    file: String,
}

fn write(file: &PathBuf, text: &str) -> Result<(), Failure> {
    let failed = |error| Failure::file(file, &error);
    let mut file = OpenOptions::new().write(true).create_new(true).open(file).map_err(failed)?;
    file.write_all(text.as_bytes()).map_err(failed)
}

/// The name and kind of a case as letters and digits with `-` between.
fn slug(case: &Case) -> String {
    let text = case.to_string().to_lowercase();
    let words = text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-").chars().take(60).collect()
}
