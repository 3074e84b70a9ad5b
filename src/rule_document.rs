//! The parser of rule documents, which also checks the boards and names of their setups.

use crate::board::Setup;
use crate::mistake::{Mistake, Mistakes};
use crate::notation::{Boards, Reader as _, parse_color};
use crate::position::Position;
use crate::rules::Rules;

impl Rules {
    /// Parses a rule set from a TOML document; [`format`](mod@crate::rules::format) explains the
    /// keys.
    ///
    /// The documents in [`BUILT_IN`](crate::rules::BUILT_IN) are examples to copy from.
    ///
    /// # Errors
    /// Returns all mistakes of the document, each with its place. A setup is a mistake if its text
    /// is no board of the rule set, if no game can start from its position, or if its name cannot
    /// stand in place of a board.
    ///
    /// # Example
    /// ```
    /// use kubikschach::rules::Rules;
    /// let mistakes = Rules::parse("name = 'mine'\nsize = 1").expect_err("this is no rule set");
    /// assert!(mistakes.to_string().contains("expected a size from 2 to 64"));
    /// ```
    pub fn parse(document: &str) -> Result<Self, Mistakes> {
        Self::parse_with(document, |rules| {
            let names = rules.setup_names();
            names.filter_map(|name| mistake_in_setup(rules, name, document)).collect()
        })
    }
}

/// Returns the mistake in a setup, if there is one. The labels of the mistake mark byte ranges of
/// `document`.
fn mistake_in_setup(rules: &Rules, name: &str, document: &str) -> Option<Mistake> {
    let (text, span) = rules.setup(name)?;
    let whole = |message: String| Mistake::new(0..text.len(), message);
    let error = match Boards::of_setups(rules).single(text.as_bytes()) {
        Err(error) => error,
        Ok(setup) if !names_setup(rules, name, &setup) => {
            whole("expected a name that can stand in place of a board".to_owned())
        }
        Ok(_) if rules.verdict().is_none() => return None,
        Ok(setup) => {
            let position = Position::new_unchecked(rules, setup);
            whole(position.validate_playable().err()?.to_string())
        }
    };
    let error = error.in_string(document, &span, text);
    // The hint may suggest another rule set. That helps a user who enters a board, but not the
    // author of a rule document.
    let message = format!("the setup `{name}`: {error}");
    Some(Mistake { message, hint: None, ..error })
}

/// Returns `true` if `name` can stand for the setup in place of a board, in a text of boards and as
/// an argument of a command.
fn names_setup(rules: &Rules, name: &str, setup: &Setup) -> bool {
    let mut words = name.split_whitespace().skip(1);
    // `start b` is the setup `start` with Black to move.
    let has_side = words.any(|word| word == "-" || parse_color(word).is_some());
    let found = Boards::new(rules).single(name.as_bytes());
    !has_side && !name.starts_with(['-', '{']) && found.as_ref() == Ok(setup)
}
