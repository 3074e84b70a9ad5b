//! Pictures of answers: drawn as text, or saved as SVG for `--svg`.

use std::io::Write;

use super::failure::Failure;
use super::output::{Output, styles};
use super::{args, files};
use crate::cli::shell_words::shell_words;
use crate::position::Position;
use crate::render::{Picture, legend};
use crate::rules::Rules;
use crate::terminal;
use crate::terminal::signals;

/// File extensions of other picture formats, which `--svg` refuses.
const PICTURES: [&str; 6] = ["png", "jpg", "jpeg", "gif", "webp", "pdf"];

impl args::SvgArgs {
    /// Returns `true` for `--svg -`: the picture then replaces the text on standard output.
    pub(crate) fn is_output(&self) -> bool {
        self.svg.as_ref().is_some_and(|file| file.as_os_str() == "-")
    }

    /// Saves a picture if `--svg` asks for one. Returns `false` if the picture replaces the text of
    /// the answer on standard output.
    ///
    /// A signal ends the program at once, except while the file is replaced.
    pub(crate) fn save(
        &self,
        picture: impl FnOnce() -> Result<String, Failure>,
        out: &mut Output,
    ) -> Result<bool, Failure> {
        let Some(file) = &self.svg else { return Ok(true) };
        if let Some(end) = file.extension().filter(|end| PICTURES.iter().any(|it| end == it)) {
            let message = format!("--svg writes SVG, not {}", end.to_string_lossy().to_uppercase());
            let better = file.with_extension("svg").display().to_string();
            return Err(Failure::with_hint(message, Some(format!("name the file `{better}`"))));
        }
        signals::undeferred(|| {
            let text = picture()? + "\n";
            if self.is_output() {
                out.write_all(text.as_bytes())?;
            } else {
                files::write(file, &text).map_err(|error| Failure::unwritten(file, &error))?;
            }
            Ok(!self.is_output())
        })
    }

    /// Returns an error if `--svg` is given, for an input without records. `record` is the noun for
    /// a record.
    pub(crate) fn expect_some(&self, record: &str) -> Result<(), Failure> {
        let Some(file) = &self.svg else { return Ok(()) };
        Err(Failure::new(format!("--svg {}: there is no {record} to draw", file.display())))
    }

    /// Returns an error if a board stands in the place of the file, as in `mate --svg BOARD`.
    pub(crate) fn expect_file(&self, command: &str) -> Result<(), Failure> {
        let name = self.svg.as_ref().map(|file| file.display().to_string()).unwrap_or_default();
        if !name.starts_with('[') {
            return Ok(());
        }
        let words = ["kubikschach", command, "--svg", "board.svg", &name];
        let hint = format!("name the file too: `{}`", shell_words(words));
        Err(Failure::with_hint("--svg needs the name of a file, but a board follows", Some(hint)))
    }

    pub(crate) fn of(&self, picture: &Picture<'_>) -> String {
        picture.svg(self.columns)
    }

    /// Returns an error if `--svg` is given and this is the second or a later record. A picture
    /// shows only one record. `number` counts the records from 1.
    pub(crate) fn expect_one(&self, number: usize) -> Result<(), Failure> {
        if self.svg.is_some() && number > 1 {
            return Err(Failure::new("--svg draws one record, and this is a second one"));
        }
        Ok(())
    }
}

pub(crate) fn draw(picture: &Picture<'_>, out: &mut Output) -> Result<(), Failure> {
    let text = picture.text(styles(), terminal::picture_width());
    // The width limits only the levels. The legend may be wider and is wrapped here.
    Ok(write!(out, "{}", terminal::fitted(&text))?)
}

/// Draws the board of a position, followed by an empty line.
pub(crate) fn draw_board(position: &Position, out: &mut Output) -> Result<(), Failure> {
    draw(&Picture::new(position.rules(), position.board(), String::new()), out)?;
    Ok(writeln!(out)?)
}

/// Draws how the pieces of a rule set move, with their letters and names.
pub(crate) fn draw_legend(rules: &Rules, out: &mut Output) -> Result<(), Failure> {
    let text = legend(rules, styles(), terminal::picture_width());
    Ok(write!(out, "{}", terminal::fitted(&text))?)
}
