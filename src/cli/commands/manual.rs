//! `man`: generates manual pages.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args as Group, Command};
use clap_mangen::Man;

use crate::cli::failure::Failure;
use crate::cli::files;
use crate::cli::output::Output;
use crate::cli::success::Success;

/// The end of the program's help and of all manual pages.
pub(crate) const FOR_ALL: &str = "\
Exit status:
  0  every record (one query or one board) was answered
  1  a case failed, a program gave a wrong answer, or `audit` found a misreading that no case
     catches; with --exit-status: an answer is -1, or not checkmate
  2  wrong usage or bad input

Environment:
  NO_COLOR  if set, print no colors, unless with --color always";

#[derive(Debug, Group)]
pub(crate) struct ManArgs {
    /// Write one page for each command into this folder
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

impl ManArgs {
    /// Writes the manual of a program as one page to `out`, or as one file per command into the
    /// folder.
    pub(crate) fn write(&self, program: Command, out: &mut Output) -> Result<Success, Failure> {
        let mut command = program.disable_help_subcommand(true);
        command.build();
        match &self.dir {
            None => page(&command, out)?,
            Some(dir) => {
                fs::create_dir_all(dir).map_err(|error| Failure::file(dir, &error))?;
                pages(&command, dir)?;
            }
        }
        Ok(Success::Yes)
    }
}

/// Writes a page for the command and, recursively, for each subcommand. Each file is written whole
/// or not at all.
fn pages(command: &Command, dir: &Path) -> Result<(), Failure> {
    let (page, mut text) = (manual(command.clone()), Vec::new());
    page.render(&mut text)?;
    let file = dir.join(page.get_filename());
    files::write(&file, &complete(&text)).map_err(|error| Failure::file(&file, &error))?;
    for sub in command.get_subcommands() {
        // The help of the program describes exit status and environment for all commands, so the
        // other pages repeat this part.
        let examples = sub.get_after_help().map(|help| format!("{help}\n\n")).unwrap_or_default();
        pages(&sub.clone().after_help(examples + FOR_ALL), dir)?;
    }
    Ok(())
}

fn manual(command: Command) -> Man {
    Man::new(command).source(concat!("kubikschach ", env!("CARGO_PKG_VERSION")))
}

/// Completes a manual page from `clap_mangen`.
///
/// The last part of the help becomes sections with headings. Characters that some readers of roff
/// do not know are escaped.
fn complete(page: &[u8]) -> String {
    let page = String::from_utf8_lossy(page);
    let (before, after) = page.split_once(".SH EXTRA\n").unwrap_or((&page, ""));
    let mut sections = String::new();
    let mut lines = after.lines().peekable();
    while let Some(line) = lines.next_if(|line| !line.starts_with('.')) {
        match line.strip_suffix(':').filter(|name| !name.starts_with(' ')) {
            Some(name) => sections += &[".fi\n.SH \"", &name.to_uppercase(), "\"\n.nf\n"].concat(),
            None => sections += &[line, "\n"].concat(),
        }
    }
    let rest: String = lines.flat_map(|line| [line, "\n"]).collect();
    plain(&[before, &sections, ".fi\n", &rest].concat())
}

/// Escapes the characters of a manual page that some programs misread.
///
/// groff by default reads each byte of a non-ASCII character as a character. pandoc drops the
/// string that `clap_mangen` writes for an apostrophe.
fn plain(page: &str) -> String {
    let letter = |letter: char| match letter {
        // A dot at the start of a line is a roff request unless `\&` precedes it.
        '…' => "\\&...".to_owned(),
        letter if letter.is_ascii() => letter.to_string(),
        letter => format!("\\[u{:04X}]", u32::from(letter)),
    };
    page.replace("\\*(Aq", "\\(aq").chars().map(letter).collect()
}

/// Writes one page with the program's help, followed by one section for each command.
fn page(command: &Command, out: &mut Output) -> Result<(), Failure> {
    let mut text = Vec::new();
    manual(command.clone()).render(&mut text)?;
    let mut text = complete(&text).into_bytes();
    for sub in command.get_subcommands() {
        let page = Man::new(sub.clone().disable_help_flag(true));
        writeln!(text, ".SH \"{}\"", sub.get_name().to_uppercase())?;
        page.render_description_section(&mut text)?;
        page.render_options_section(&mut text)?;
    }
    Ok(out.write_all(plain(&String::from_utf8_lossy(&text)).as_bytes())?)
}
