//! Arguments that are defined when they are needed.

use clap::builder::Resettable;
use clap::{ArgMatches, Args, FromArgMatches};

/// The arguments of a command, defined when it turns out to be the one: a single query is answered
/// in less time than it takes to define those of all.
#[derive(Debug)]
pub(crate) struct Deferred<T>(pub(crate) T);

impl<T: Args> Args for Deferred<T> {
    fn augment_args(command: clap::Command) -> clap::Command {
        command.defer(|command| {
            let (about, more) = (command.get_about().cloned(), command.get_long_about().cloned());
            let command = T::augment_args(command).about(Resettable::from(about));
            command.long_about(Resettable::from(more))
        })
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        T::augment_args_for_update(command)
    }
}

impl<T: FromArgMatches> FromArgMatches for Deferred<T> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        T::from_arg_matches(matches).map(Self)
    }

    // Without it the matches would be copied.
    fn from_arg_matches_mut(matches: &mut ArgMatches) -> Result<Self, clap::Error> {
        T::from_arg_matches_mut(matches).map(Self)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.0.update_from_arg_matches(matches)
    }
}
