//! Checks the replies of interactive games to lines of input.

use std::collections::BTreeSet;

use kubikschach::game::Game;
use kubikschach::mistake::Mistake;
use kubikschach::notation;
use kubikschach::play::{Session, SessionReply};
use kubikschach::position::Position;
use kubikschach::render::Mark;
use serde::Deserialize;

use crate::common::{Differences, fixture, rules};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sessions {
    session: Vec<Script>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Script {
    name: String,
    rules: String,
    position: String,
    /// Lines of input, each with its reply. If the reply is an error, the underlined word follows.
    lines: Vec<Vec<String>>,
    text: String,
    #[serde(default)]
    over: bool,
}

fn session(rules_name: &str, position: &str) -> Session {
    let rules = rules(rules_name);
    let setup = notation::parse_board(&rules, position).expect("a board");
    let start = Position::new(&rules, setup).expect("a position");
    Session::new(Game::new(start).expect("a game can go on"))
}

/// Returns the text of a reply. If the reply is an error, the underlined word follows.
fn shown(line: &str, reply: Result<SessionReply, Mistake>) -> Vec<String> {
    match reply {
        Ok(SessionReply::Nothing) => vec!["nothing".to_owned()],
        Ok(SessionReply::Board) => vec!["board".to_owned()],
        Ok(SessionReply::Quit) => vec!["quit".to_owned()],
        Ok(SessionReply::Text(text) | SessionReply::Moved(text)) => vec![text],
        Ok(SessionReply::Moves { text, .. }) => vec!["board".to_owned(), text],
        Ok(SessionReply::Pieces) => vec!["pieces".to_owned()],
        Ok(SessionReply::Save(file)) => vec![format!("save {file}")],
        Ok(SessionReply::Load(file)) => vec![format!("load {file}")],
        Err(error) => {
            let marked = line[error.span()].to_owned();
            let hint = error.hint.map(|hint| format!("\n{hint}")).unwrap_or_default();
            vec![format!("error: {}{hint}", error.message), marked]
        }
    }
}

/// Checks that each line which the hint of an error advises is answered without an error.
fn check_hint(session: &Session, line: &str, error: &Mistake) {
    let Some(hint) = error.hint.as_deref() else { return };
    let quoted: Vec<&str> = hint.split('`').skip(1).step_by(2).collect();
    let corrected = |word: &str| {
        let span = error.span();
        [&line[..span.start], word, &line[span.end..]].concat()
    };
    let advised: Vec<String> = if let Some((_, moves)) = hint.split_once("of this piece: ") {
        moves.split(' ').map(corrected).collect()
    } else if hint.starts_with("did you mean") {
        quoted.into_iter().map(corrected).collect()
    } else if hint == SECOND_GAME {
        vec![line[..error.span().start].to_owned()]
    } else {
        quoted.into_iter().map(str::to_owned).collect()
    };
    assert!(!advised.is_empty(), "{line}: {hint}");
    for better in advised {
        let reply = session.clone().answer(&better);
        assert!(reply.is_ok(), "{line}: {hint}: {better}: {reply:?}");
    }
}

const SECOND_GAME: &str = "put each game into a file of its own";

#[test]
fn each_line_has_its_reply_and_the_text_of_the_game_parses() {
    let mut differences = Differences::default();
    for script in fixture::<Sessions>(include_str!("../../fixtures/sessions.toml")).session {
        let mut session = session(&script.rules, &script.position);
        for row in &script.lines {
            let before = session.clone();
            let answer = session.answer(&row[0]);
            if let Err(error) = &answer {
                check_hint(&before, &row[0], error);
            }
            let reply = shown(&row[0], answer);
            differences.compare(
                &format!("{}: {}", script.name, row[0]),
                &row[1..].to_vec(),
                &reply,
            );
        }
        let end = (session.history(), session.is_over());
        differences.compare(&script.name, &(script.text.clone(), script.over), &end);
        differences.compare(&script.name, &end, &read_again(&script, &script.text));
    }
    differences.finish();
}

/// Enters the text of a game into a new session. Returns the session's text of the game, and `true`
/// if the game is over.
fn read_again(script: &Script, text: &str) -> (String, bool) {
    let mut session = session(&script.rules, &script.position);
    session.answer(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    (session.history(), session.is_over())
}

#[test]
fn commands_cells_and_legal_moves_are_completed() {
    let session = session("great-shatranj", "start");
    let cases: [(&str, usize, &[&str]); 10] = [
        ("re", 0, &["resign"]),
        ("  un", 2, &["undo"]),
        ("h", 0, &["hint", "history", "help"]),
        ("2b2", 0, &["2b2-2b3", "2b2-3b2"]),
        ("pi", 0, &["pieces"]),
        ("moves 2b", 6, &["2b1", "2b2"]),
        ("moves", 0, &["moves"]),
        ("2b2-2b3 5", 8, &[]),
        ("undo ", 5, &[]),
        ("é\u{a0}2b", 4, &[]),
    ];
    for (line, start, words) in cases {
        let expected = (start, words.iter().map(|&word| word.to_owned()).collect());
        assert_eq!(session.completions(line), expected, "{line}");
    }
    assert_eq!(session.completions("").1.len(), 17 + session.game().legal_moves().len());
}

#[test]
fn the_moves_of_a_piece_are_marked_on_the_board() {
    for (rules, position) in [
        ("raumschach", "start"),
        ("great-shatranj", "start b"),
        ("cube", "[##r,q##,###],[###,#R#,n##],[k##,###,##K] w"),
    ] {
        let session = session(rules, position);
        let (position, game) = (session.game().position(), session.game());
        for (cell, _) in position.board().pieces_of(position.turn()) {
            let picture = session.picture_of_moves(cell);
            let marked = |mark| picture.marks.iter().filter(move |(_, is)| **is == mark);
            let [moves, captures] = [Mark::Move, Mark::Capture]
                .map(|mark| marked(mark).map(|(&cell, _)| cell).collect::<BTreeSet<_>>());
            let ends = game.legal_moves_from(cell).into_iter().map(|mv| mv.to);
            let (quiet, capturing): (BTreeSet<_>, BTreeSet<_>) =
                ends.partition(|&to| position.board().is_empty(to));
            assert_eq!((moves, captures), (quiet, capturing), "{rules} {cell:?}");
            assert_eq!(picture.marks[&cell], Mark::Subject, "{rules} {cell:?}");
        }
    }
}
