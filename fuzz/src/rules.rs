//! Fuzz target `rules`. If the first byte is `t`, the rest is a rule document. Otherwise the bytes
//! choose a known document and change single lines, numbers and words, so that most of the document
//! stays valid.

use kubikschach::cases::{Form, Question};
use kubikschach::cell::Size;
use kubikschach::game::Game;
use kubikschach::notation::{self, Query};
use kubikschach::position::Position;
use kubikschach::render::{definition, symbols};
use kubikschach::rules::{BUILT_IN, Rules};
use roxmltree::Document;
use serde_json::Value;

use crate::choices::Choices;
use crate::common::{CUBIC_CHESS, pieces, size};
use crate::items::{check_names, check_position, check_way};
use crate::oracle::mates;
use crate::paths_among::check_routes;

/// Checks that no text makes the parser panic. Boards of accepted rules must parse, and their
/// verdicts must agree with the oracle, a second program for verdicts.
pub fn run(data: &[u8]) {
    let Some((first, rest)) = data.split_first() else { return };
    if *first == b't' {
        check(&String::from_utf8_lossy(rest), Choices::new(data));
        return;
    }
    let mut choices = Choices::new(data);
    let mut documents: Vec<&str> = BUILT_IN.iter().map(|(_, document)| *document).collect();
    documents.push(CUBIC_CHESS);
    let document = changed(choices.pick(&documents), &documents, &mut choices);
    check(&document, choices);
}

/// Words and unusual numbers that replace words of a rule document.
const WORDS: [&str; 58] = [
    "\"King W\"",
    "\"W\"",
    "\"a1\"",
    "'a\"b'",
    "'a\\b'",
    "\"{x\"",
    "\"White King\"",
    "\"<&>\"",
    "\"é–\"",
    "\"x=K\"",
    "0",
    "1",
    "-1",
    "2",
    "3",
    "8",
    "99",
    "100",
    "-64",
    "64",
    "\"open\"",
    "\"both\"",
    "\"move\"",
    "\"capture\"",
    "\"fixed\"",
    "\"planar\"",
    "\"cubic\"",
    "\"file\"",
    "\"rank\"",
    "\"level\"",
    "\"either\"",
    "\"none\"",
    "\"A\"",
    "\"a\"",
    "\"1\"",
    "\"(I)\"",
    "\"1/2\"",
    "\"0\"",
    "true",
    "false",
    "leap",
    "ride",
    "lame",
    "routes",
    "most",
    "from",
    "mirrors",
    "when",
    "symmetry",
    "royal",
    "reversed",
    "[]",
    "[1, 1, 0]",
    "[2, 1, 0]",
    "[[[1, 0, 0]], [[0, 1, 0], [1, 1, 0]]]",
    "\"King\"",
    "\"K\"",
    "[\"rank\"]",
];

/// Returns `document` with up to seven changes to lines. An inserted line may come from one of the
/// documents in `all`.
fn changed(document: &str, all: &[&str], choices: &mut Choices<'_>) -> String {
    let mut lines: Vec<String> = document.lines().map(str::to_owned).collect();
    for _ in 0..choices.below(8) {
        let at = choices.below(lines.len());
        match choices.below(4) {
            0 => drop(lines.remove(at)),
            1 => lines.insert(at, lines[choices.below(lines.len())].clone()),
            2 => {
                let other: Vec<&str> = choices.pick(all).lines().collect();
                lines.insert(at, choices.pick(&other).to_owned());
            }
            _ => lines[at] = with_other_word(&lines[at], choices),
        }
        if lines.is_empty() {
            break;
        }
    }
    lines.join("\n")
}

/// Returns `line` with a random word replaced or inserted.
fn with_other_word(line: &str, choices: &mut Choices<'_>) -> String {
    let ends = |letter: char| " ,=[]{}".contains(letter);
    let mut words: Vec<&str> = line.split_inclusive(ends).collect();
    if words.is_empty() {
        return choices.pick(&WORDS).to_owned();
    }
    let at = choices.below(words.len());
    let sign = words[at].find(ends).map_or("", |sign| &words[at][sign..]);
    let word = choices.pick(&WORDS);
    words.splice(at..=at, [word, sign]);
    words.concat()
}

fn check(document: &str, mut choices: Choices<'_>) {
    let rules = match Rules::parse(document) {
        Ok(rules) => rules,
        Err(mistakes) => {
            let is_within = |span| document.get(span).is_some();
            assert!(mistakes.0.iter().all(|mistake| is_within(mistake.span())), "{mistakes:?}");
            return;
        }
    };
    assert!(Document::parse(&symbols(&rules)).is_ok());
    rules.roles().for_each(|(_, role)| drop(definition(&rules, role)));
    let size = rules.size().unwrap_or(size(2 + choices.below(4)));
    let steps = |(_, piece)| rules.movement().steps_of(piece).count();
    if size.edge() > 8 || rules.letters().map(steps).sum::<usize>() > 4_000 {
        return;
    }
    check_names(&rules, size);
    for name in rules.setup_names() {
        let _ = notation::parse_board(&rules, name).map_err(|error| error.to_string());
    }
    check_moves(&rules, size, &mut choices);
}

fn check_moves(rules: &Rules, size: Size, choices: &mut Choices<'_>) {
    let pieces = pieces(rules);
    let query = Query {
        piece: choices.pick(&pieces),
        start: choices.cell(size),
        finish: choices.cell(size),
    };
    for &piece in &pieces {
        check_forms(rules, size, Query { piece, ..query });
    }
    check_way(rules, size, query.piece, [query.start, query.finish]);
    let setup = choices.setup(rules, size, 10);
    check_position(rules, &setup);
    if size.edge() <= 4 {
        let mut board = setup.board.clone();
        board.set(query.start, choices.either().then_some(query.piece));
        check_routes(rules, &board, query, choices.either());
    }
    let Ok(position) = Position::new(rules, setup) else { return };
    if size.edge() <= 3 {
        mates::found(&position, 1);
    }
    let Ok(mut game) = Game::new(position) else { return };
    for _ in 0..4 {
        let legal = game.position().legal_moves();
        if legal.is_empty() || game.play(choices.pick(&legal)).is_err() {
            break;
        }
    }
    check_position(rules, &game.position().clone().into_setup());
}

fn check_forms(rules: &Rules, size: Size, query: Query) {
    let question = Question::Path(size, query);
    for form in [Form::Line, Form::Puzzle] {
        let text = question.text(rules, form);
        assert_eq!(notation::parse_query(rules, size, &text), Ok(query), "{text:?}");
    }
    let object = question.text(rules, Form::Json);
    assert!(serde_json::from_str::<Value>(&object).is_ok(), "{object}");
}
