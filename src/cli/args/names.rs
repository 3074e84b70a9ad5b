//! Names that shells offer to complete, for arguments that take others too.

use std::collections::BTreeSet;
use std::ffi::OsStr;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command, Error};

use crate::piece::Color;
use crate::rules::{BUILT_IN, Rules};

/// A parser of texts that offers some of those it takes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Offered(fn() -> Vec<String>);

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

/// Names of rule sets.
pub(super) const RULES: Offered = Offered(rule_sets);

/// Names of pieces; a shell's word has no blank, so that a letter stands for a name that has one.
pub(super) const PIECES: Offered = Offered(|| {
    let names = built_in().flat_map(|rules| {
        let name = |name: &str, letter: char| {
            if name.contains(' ') { letter.to_string() } else { name.to_owned() }
        };
        rules.roles().map(|(_, def)| name(&def.name, def.letter)).collect::<Vec<_>>()
    });
    names.collect::<BTreeSet<_>>().into_iter().collect()
});

/// The built-in pieces whose names have blanks, each after the letter that is offered for it.
pub(crate) fn names_with_blanks() -> impl Iterator<Item = (char, String)> {
    let pieces = built_in().flat_map(|rules| {
        rules.roles().map(|(_, def)| (def.letter, def.name.clone())).collect::<Vec<_>>()
    });
    pieces.filter(|(_, name)| name.contains(' ')).collect::<BTreeSet<_>>().into_iter()
}

/// Names of colors.
pub(super) const COLORS: Offered = Offered(|| Color::ALL.map(|color| color.to_string()).to_vec());

/// Names of sides.
pub(super) const SIDES: Offered =
    Offered(|| Color::ALL.map(|side| side.name().to_owned()).to_vec());

/// The words that a query may start with: pieces and colors.
pub(super) const QUERY: Offered = Offered(|| [(PIECES.0)(), (COLORS.0)()].concat());

/// The names of the built-in rule sets and their variants.
pub(crate) fn rule_sets() -> Vec<String> {
    let names = built_in().flat_map(|rules| {
        let variant = rules.variant_name().map(|variant| format!("{}:{variant}", rules.name()));
        [Some(rules.name().to_owned()), variant]
    });
    names.flatten().collect()
}

fn built_in() -> impl Iterator<Item = Rules> {
    BUILT_IN.into_iter().filter_map(|(name, _)| Rules::built_in(name))
}
