//! Loads cases from a case file, JSON, a folder, an archive or a page.

use std::path::Path;

use super::archive;
use super::file_set::FileSet;
use crate::cli::failure::Failure;
use crate::cli::files;
use crate::cli::messages::print_message;
use crate::cli::report::Excerpt;
use crate::cli::rule_sets::load;
use crate::common::counted;
use crate::import::{
    CaseFiles, FolderCases, LoadedCases, Loader, NamedText, SourcePlace, Unpaired, folder_cases,
};
use crate::rules::Rules;

/// Largest number of unused files whose names are printed.
const MOST_NAMED: usize = 20;

impl Loader<'_> {
    /// Loads the cases of a file, a folder or an archive; `-` is standard input. Prints the names of
    /// files that belong to no case.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read, or if a case file or an archive has a mistake.
    pub(crate) fn load(&self, path: &Path) -> Result<LoadedCases<Failure>, Failure> {
        if path.is_dir() {
            return self.load_files(FileSet::of_folder(path)?);
        }
        let (name, bytes) = files::bytes(path)?;
        if archive::is_zip(&bytes) {
            return self.load_files(FileSet::of_archive(name, bytes)?);
        }
        if let Some(kind) = archive::other_kind(&bytes) {
            let name = name.as_deref().unwrap_or("standard input");
            let hint = "unpack it and name the folder; of archives, only zip is read";
            return Err(Failure::with_hint(format!("{name} is {kind}"), Some(hint.to_owned())));
        }
        let text = files::text(name.as_deref(), bytes)?;
        self.text((name, text))
    }

    fn load_files(&self, mut files: FileSet) -> Result<LoadedCases<Failure>, Failure> {
        let FolderCases { cases, unused } = folder_cases(self, &mut files)?;
        for (_, why) in &unused {
            match why {
                Unpaired::NoAnswer(_) => self.lose(1, 0),
                Unpaired::NoInput(_) => self.lose(0, 1),
                _ => {}
            }
        }
        print_unused(&files, &unused);
        Ok(cases)
    }
}

impl CaseFiles for FileSet {
    type Error = Failure;

    fn names(&self) -> &[String] {
        &self.names
    }

    fn read(&mut self, name: &str) -> Result<NamedText, Failure> {
        Self::read(self, name)
    }

    fn is_over_limit(&self) -> bool {
        self.is_over_limit
    }

    fn rules(&self, name: &str, place: &SourcePlace) -> Result<Rules, Failure> {
        let excerpt = Excerpt::whole(place.file(), place.document());
        load(name).map_err(|failure| failure.placed(&place.span, |mistake| excerpt.draw(mistake)))
    }
}

fn print_unused(files: &FileSet, others: &[(String, Unpaired)]) {
    for (name, reason) in &files.unreadable {
        print_message(&format!("{}: {reason}; not used", files.shown(name)));
    }
    for (name, why) in others.iter().take(MOST_NAMED) {
        let why = match why {
            Unpaired::Other => String::new(),
            Unpaired::Invalid => ": its folder has inputs that are wrong on purpose".to_owned(),
            Unpaired::NoAnswer(missing) | Unpaired::NoInput(missing) => {
                format!(": there is no {}", files.shown(missing))
            }
            Unpaired::AnotherAnswer(input, answer) => {
                format!(": {} is the answer to {}", files.shown(answer), files.shown(input))
            }
        };
        print_message(&format!("{}: not used{why}", files.shown(name)));
    }
    let more = others.len().saturating_sub(MOST_NAMED);
    if more > 0 {
        print_message(&format!("{}: {} not used", files.shown(""), counted(more, "more file")));
    }
    if files.hidden > 0 {
        let (hidden, them) = match files.hidden {
            1 => ("one hidden file or folder".to_owned(), "it"),
            more => (format!("{more} hidden files or folders"), "them"),
        };
        let folder = files.shown("");
        print_message(&format!("{folder}: {hidden} not read (name {them} to read {them})"));
    }
}
