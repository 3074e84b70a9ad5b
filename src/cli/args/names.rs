//! Values that shells complete, for arguments that also accept other values.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::PathBuf;

use clap::builder::{PathBufValueParser, PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command, Error};

use crate::cases::Puzzle;
use crate::piece::Color;
use crate::rules::Rules;

/// A parser that accepts any text. Its function returns the values that shells complete.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Offered(fn() -> Vec<String>);

impl TypedValueParser for Offered {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.0)().into_iter().map(PossibleValue::new)))
    }
}

/// A parser of the sources of cases: files, folders, and puzzles, whose names shells complete.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sources;

impl TypedValueParser for Sources {
    type Value = PathBuf;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<PathBuf, Error> {
        PathBufValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(Puzzle::ALL.map(|puzzle| PossibleValue::new(puzzle.name())).into_iter()))
    }
}

pub(crate) const RULES: Offered = Offered(rule_sets);

/// The names of the built-in pieces, as one word each: `High-Priestess`.
pub(crate) const PIECES: Offered = Offered(|| {
    let names = Rules::all_built_in().flat_map(|rules| {
        rules.roles().map(|(_, def)| def.name.replace(' ', "-")).collect::<Vec<_>>()
    });
    names.collect::<BTreeSet<_>>().into_iter().collect()
});

pub(crate) const COLORS: Offered = Offered(|| Color::ALL.map(|color| color.to_string()).to_vec());

/// When to color the output.
pub(crate) const COLOR_CHOICES: Offered =
    Offered(|| ["auto", "always", "never"].map(str::to_owned).to_vec());

pub(crate) const SIDES: Offered =
    Offered(|| Color::ALL.map(|side| side.name().to_owned()).to_vec());

/// The words with which a query may start: piece names and colors.
pub(crate) const QUERY: Offered = Offered(|| [(PIECES.0)(), (COLORS.0)()].concat());

/// The names of the built-in rule sets.
fn rule_sets() -> Vec<String> {
    Rules::all_built_in().map(|rules| rules.name().to_owned()).collect()
}
