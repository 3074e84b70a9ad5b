//! The parser of rule documents, which also checks the positions and names of their setups.

use super::Position;
use crate::board::Setup;
use crate::mistake::{Mistake, Mistakes};
use crate::notation::{Boards, Reader as _, parse_color};
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
        Self::parse_with(document, setup, unfit_names)
    }
}

/// Parses the text of a setup, from whose position a game must be able to start.
fn setup(rules: &Rules, text: &str) -> Result<Setup, Mistake> {
    let setup = Boards::of_setups(rules).single(text.as_bytes())?;
    if rules.verdict().is_none() {
        return Ok(setup);
    }
    let position = Position::new_unchecked(rules, setup.clone());
    let refused = position.validate_playable().err();
    refused.map_or(Ok(setup), |error| Err(Mistake::new(0..text.len(), error.to_string())))
}

/// Returns the names of the setups that cannot stand in place of a board, in a text of boards and
/// as an argument of a command.
fn unfit_names(rules: &Rules) -> Vec<String> {
    let mut boards = Boards::new(rules);
    let mut is_fit = |name: &str| {
        let mut words = name.split_whitespace().skip(1);
        // `start b` is the setup `start` with Black to move.
        let has_side = words.any(|word| word == "-" || parse_color(word).is_some());
        !has_side
            && !name.starts_with(['-', '{'])
            && boards.single(name.as_bytes()).ok().as_ref() == rules.setup(name).map(|(it, _)| it)
    };
    rules.setup_names().filter(|name| !is_fit(name)).map(str::to_owned).collect()
}
