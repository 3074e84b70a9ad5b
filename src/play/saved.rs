//! The text of a game with the tags that say where the game starts.

use super::game_text::{write_game, write_tag};
use super::moves::result;
use crate::game::Game;
use crate::notation::{self, write_position};
use crate::position::Position;
use crate::rules::Rules;

/// The tag with the name of the rule set.
pub(crate) const VARIANT: &str = "Variant";
/// The tag with the position where the game starts: a board or the name of a setup.
pub(crate) const FEN: &str = "FEN";
pub(crate) const RESULT: &str = "Result";
/// The tags that [`write`] adds to every game; the tags of a loaded game are kept except for these.
const OWN: [&str; 3] = [VARIANT, FEN, RESULT];

/// The length in characters at which the moves of a saved game are wrapped.
const WIDTH: usize = 80;

/// Returns the position that a board or the name of a setup describes, such as the value of the tag
/// `FEN`; `None` if the text has a mistake.
pub(crate) fn parse(rules: &Rules, text: &str) -> Option<Position> {
    let setup = notation::parse_board(rules, text).ok()?;
    Some(Position::new_unchecked(rules, setup))
}

/// Returns the text of a game: its moves, and tags for its rule set, its start and its result.
///
/// The question `play` of the API reads the same game from this text. `tags` are written before the
/// tag of the result.
pub(super) fn write(game: &Game, tags: &[(String, String)]) -> String {
    let mut start = game.clone();
    while start.undo().is_some() {}
    let start = start.position();
    let rules = start.rules();
    let setup = rules.setup_names().find(|name| parse(rules, name).as_ref() == Some(start));
    let fen = setup.map_or_else(|| text_of(start), str::to_owned);
    let result = result(game);
    let mut lines = vec![write_tag(VARIANT, rules.name()), write_tag(FEN, &fen)];
    lines.extend(tags.iter().map(|(name, value)| write_tag(name, value)));
    lines.extend([write_tag(RESULT, &result), String::new()]);
    lines.extend(wrapped(&format!("{} {result}", write_game(game))));
    lines.join("\n") + "\n"
}

/// Returns `true` if a tag is kept when a game is loaded: [`write`] does not add a tag of this
/// name.
pub(crate) fn is_kept(name: &str) -> bool {
    !OWN.iter().any(|own| own.eq_ignore_ascii_case(name))
}

/// Splits a text at blanks into lines of at most [`WIDTH`] characters, if its words are shorter.
fn wrapped(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut().filter(|line| line.len() + 1 + word.len() <= WIDTH) {
            Some(line) => line.extend([" ", word]),
            None => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Returns the text of a position: the board, the side to move and, in rule sets with holds, the
/// side whose king holds the other king.
pub(crate) fn text_of(position: &Position) -> String {
    write_position(position.rules(), position.board(), position.turn(), position.holder())
}
