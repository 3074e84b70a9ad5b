//! Fuzz target `sessions`: the bytes choose a rule set and a start, and the rest are lines of
//! `play`.

use kubikschach::api::{Context, Limits};
use kubikschach::game::Game;
use kubikschach::mistake::Mistake;
use kubikschach::play::{Session, SessionReply};
use kubikschach::position::Position;
use kubikschach::rules::Rules;

use crate::choices::Choices;
use crate::items::{expect_ok, rule_sets, start};

/// Maximum number of lines of a session. Longer sessions take too long.
const MOST_LINES: usize = 30;

/// Checks that an invalid line changes nothing, and that errors and completions point into their
/// lines. The text of the game must parse to that game.
pub fn run(data: &[u8]) {
    let mut choices = Choices::new(data);
    let rules = choices.pick(&rule_sets().iter().collect::<Vec<&Rules>>());
    let position = Position::new(rules, start(rules, &mut choices));
    let Some(game) = position.ok().and_then(|position| Game::new(position).ok()) else { return };
    let (mut session, text) = (Session::new(game.clone()), String::from_utf8_lossy(choices.rest()));
    for line in text.lines().take(MOST_LINES) {
        check_completions(&session, line);
        if !answer(&mut session, line) {
            break;
        }
    }
    check_text(&session, game);
}

/// Enters a line and checks the reply. Returns `false` if the session accepts no further line.
fn answer(session: &mut Session, line: &str) -> bool {
    let before = (session.text(), session.prompt());
    let reply = session.answer(line);
    if reply.as_ref().map_or(true, |reply| *reply == SessionReply::Nothing) {
        assert_eq!((session.text(), session.prompt()), before, "{line:?}");
    }
    reply.as_ref().err().iter().for_each(|error| check_error(error, line));
    reply != Ok(SessionReply::Quit) && !session.is_over()
}

fn check_error(error: &Mistake, line: &str) {
    assert!(line.get(error.span()).is_some(), "{error:?} of {line:?}");
}

fn check_completions(session: &Session, line: &str) {
    let (at, words) = session.completions(line);
    let typed = line.get(at..).unwrap_or_else(|| panic!("{at} of {line:?}"));
    assert!(words.iter().all(|word| word.starts_with(typed)), "{words:?} of {line:?}");
}

/// Checks that the text of a game, loaded into a new session, yields that game.
fn check_text(session: &Session, start: Game) {
    let (text, rules) = (session.text(), start.position().rules().clone());
    let (mut context, mut again) =
        (Context::new(Limits::NONE).with_rules("rules", rules), Session::new(start));
    let notes = again.load(&text, &mut context);
    assert!(expect_ok(notes.map_err(|error| format!("{error}: {text}"))).is_empty(), "{text}");
    assert_eq!((again.text(), again.is_over()), (text, session.is_over()));
}
