//! `--svg`: a picture of an answer.

use std::io::Write;
use std::num::NonZeroUsize;

use super::output::Output;
use super::{Failure, args, files, terminal};
use crate::api::picture::svg;
use crate::control::Control;
use crate::render::Picture;

impl args::Svg {
    /// Returns `true` if the picture is written to standard output instead of text.
    pub(crate) fn is_output(&self) -> bool {
        self.svg.as_ref().is_some_and(|file| file.as_os_str() == "-")
    }

    /// Saves a picture if one is asked for; says whether the answer is still to be written as text.
    pub(crate) fn save(
        &self,
        picture: impl FnOnce() -> Result<String, Failure>,
        out: &mut Output,
    ) -> Result<bool, Failure> {
        match &self.svg {
            None => Ok(true),
            Some(_) if self.is_output() => {
                writeln!(out, "{}", picture()?)?;
                Ok(false)
            }
            Some(file) => {
                let written = files::write(file, &(picture()? + "\n"));
                written.map_err(|error| Failure::file(file, &error))?;
                Ok(true)
            }
        }
    }

    /// Returns the text of a picture.
    pub(crate) fn of(&self, picture: &Picture<'_>) -> Result<String, Failure> {
        Ok(svg(picture, self.columns.map(NonZeroUsize::get), &Control::FREE)?)
    }

    /// Refuses a second record: a picture shows one.
    pub(crate) fn expect_one(&self, number: usize) -> Result<(), Failure> {
        if self.svg.is_some() && number > 1 {
            return Err(Failure::new("--svg: expected one record, but found a second"));
        }
        Ok(())
    }
}

/// Writes a picture in letters, for a person.
pub(crate) fn draw(picture: &Picture<'_>, out: &mut Output) -> Result<(), Failure> {
    let text = picture.text(super::styles(), terminal::picture_width());
    // The legend may be wider than the levels.
    Ok(write!(out, "{}", terminal::fitted(&text))?)
}
