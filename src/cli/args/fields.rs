//! Arguments that set fields of a question.

use std::marker::PhantomData;

use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};

use crate::api::Fields;
use crate::api::field_names::field_names;
use crate::cli::completion::candidates::rule_sets;

/// A question whose fields are arguments of a command.
pub(crate) trait CommandQuestion {
    /// Name of the command.
    const COMMAND: &'static str;

    /// Defines the arguments; the id of each is the name of the field.
    fn arguments() -> Vec<Arg>;
}

/// The texts of the arguments that set fields of a question.
///
/// clap validates none of them, because fields are validated where those of JSON objects are.
#[derive(Debug)]
pub(crate) struct FieldArgs<Q> {
    /// Names of the fields with their texts; a flag has no text.
    values: Vec<(&'static str, Option<String>)>,
    question: PhantomData<Q>,
}

impl<Q> FieldArgs<Q> {
    pub(crate) fn fields(&self) -> Fields<'_> {
        self.fields_with(&[])
    }

    /// Returns the fields that the arguments set, and those in `more`, given by names and texts.
    pub(crate) fn fields_with<'a>(&'a self, more: &'a [(&'static str, String)]) -> Fields<'a> {
        let more = more.iter().map(|(name, text)| (*name, Some(text.as_str())));
        let own = self.values.iter().map(|(name, text)| (*name, text.as_deref()));
        Fields::of_options(more.chain(own))
    }
}

impl<Q: CommandQuestion> Args for FieldArgs<Q> {
    fn augment_args(command: Command) -> Command {
        command.args(Q::arguments())
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<Q: CommandQuestion> FromArgMatches for FieldArgs<Q> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let names = field_names(Q::COMMAND).iter();
        let values = names.filter_map(|name| field(matches, name)).collect();
        Ok(Self { values, question: PhantomData })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// Returns the name of an argument and its text, which is `None` for a flag and for an option without
/// its value. The result is `None` if the argument is absent or has its default.
fn field(matches: &ArgMatches, name: &'static str) -> Option<(&'static str, Option<String>)> {
    matches.try_contains_id(name).ok().filter(|is_present| *is_present)?;
    // The same default is that of the field, which JSON objects may leave out too.
    matches.value_source(name).filter(|source| *source != ValueSource::DefaultValue)?;
    match matches.try_get_one::<String>(name) {
        Ok(text) => Some((name, text.cloned())),
        Err(_) => matches.get_flag(name).then_some((name, None)),
    }
}

/// Defines an option without a value.
pub(crate) fn flag(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).action(ArgAction::SetTrue).help(help)
}

/// Defines an option with a value.
pub(crate) fn option(name: &'static str, value_name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).value_name(value_name).help(help)
}

/// Defines a positional argument.
pub(crate) fn positional(name: &'static str, value_name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).value_name(value_name).required(true).help(help)
}

pub(crate) fn rules(default: &'static str) -> Arg {
    let help = "Use this rule set: the name of a built-in one, or a TOML file";
    let rules = option("rules", "NAME|FILE", help).default_value(default);
    rules.add(rule_sets())
}

/// Defines the option `--size` of commands whose boards have a default size.
pub(crate) fn size() -> Arg {
    let help = "Set the number of cells along an edge, if the rule set has no fixed size \
                [default: the size of the given board, else 3]";
    option("size", "N", help)
}

/// Defines the option `--size`, which the given board of a game or problem must have.
pub(crate) fn required_size() -> Arg {
    option("size", "N", "Require a board with this many cells along an edge")
}

/// Defines the argument with the position from which a game starts.
pub(crate) fn position() -> Arg {
    let help = "Board followed by the side to move (w or b), or the name of a setup or rule set \
                [default: start]";
    let more = "If the rule set has held kings, as great-shatranj has, the holder follows: w, b, or - for \
                none. A king that enters the level of the other king holds it, and the held king may not leave \
                that level.";
    let position = positional("position", "POSITION", help).required(false);
    position.long_help([help, more].join("\n\n"))
}
