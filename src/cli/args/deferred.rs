//! Defers the definition of a command's arguments until the command is used.

use clap::builder::Resettable;
use clap::{Arg, ArgMatches, Args, FromArgMatches};

/// The arguments of a command, defined only if the command is used. Defining the arguments of all
/// commands takes longer than answering a single query.
#[derive(Debug)]
pub(crate) struct Deferred<T>(pub(crate) T);

impl<T: Args> Args for Deferred<T> {
    fn augment_args(command: clap::Command) -> clap::Command {
        command.defer(|command| {
            let (about, more) = (command.get_about().cloned(), command.get_long_about().cloned());
            let command = T::augment_args(command).mut_args(with_negative_values);
            let command = command.about(Resettable::from(about));
            command.long_about(Resettable::from(more))
        })
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        T::augment_args_for_update(command)
    }
}

/// Lets the value of an option be a negative number, so that the option's own parser rejects it.
///
/// Otherwise, clap would take the number for an unknown option.
pub(crate) fn with_negative_values(arg: Arg) -> Arg {
    let is_option = !arg.is_positional() && arg.get_action().takes_values();
    if is_option { arg.allow_negative_numbers(true) } else { arg }
}

impl<T: FromArgMatches> FromArgMatches for Deferred<T> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        T::from_arg_matches(matches).map(Self)
    }

    // The default implementation would clone the matches.
    fn from_arg_matches_mut(matches: &mut ArgMatches) -> Result<Self, clap::Error> {
        T::from_arg_matches_mut(matches).map(Self)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.0.update_from_arg_matches(matches)
    }
}
