//! Checks the parser of games: moves, marks, results, and text that is skipped.

use kubikschach::game::{Claim, Game, Refusal};
use kubikschach::notation;
use kubikschach::play;
use kubikschach::rules::Score;

use crate::common::{rules, start};

/// Texts of games, each with its moves.
const GAMES: [(&str, &[&str]); 37] = [
    ("", &[]),
    ("2b2-2b3", &["2b2-2b3"]),
    ("2b2-2b3 5a5x5a4", &["2b2-2b3", "5a5x5a4"]),
    ("1. 2b2-2b3 5a5-5a4 2. 2b3-2b4", &["2b2-2b3", "5a5-5a4", "2b3-2b4"]),
    ("1.2b2-2b3 1...5a5-5a4", &["2b2-2b3", "5a5-5a4"]),
    ("12…5a5-5a4", &["5a5-5a4"]),
    ("1. ... 5a5-5a4", &["5a5-5a4"]),
    ("… 5a5-5a4", &["5a5-5a4"]),
    ("...5a5-5a4", &["5a5-5a4"]),
    ("1 2b2-2b3", &["2b2-2b3"]),
    ("{before} 2b2-2b3{right after} 5a5-5a4 {after}", &["2b2-2b3", "5a5-5a4"]),
    ("{ é } 2b2-2b3", &["2b2-2b3"]),
    ("2b2-2b3 ; to the end\n5a5-5a4", &["2b2-2b3", "5a5-5a4"]),
    ("2b2-2b3; right after\n5a5-5a4", &["2b2-2b3", "5a5-5a4"]),
    ("# a line of its own\n2b2-2b3", &["2b2-2b3"]),
    ("2b2-2b3# 5a5-5a4+ 2a2-2a3!? 5b5-5b4?", &["2b2-2b3", "5a5-5a4", "2a2-2a3", "5b5-5b4"]),
    ("2b2-2b3 1-0", &["2b2-2b3"]),
    ("2b2-2b3 1/3–2/3 {the end}", &["2b2-2b3"]),
    ("2b2-2b3 *\n", &["2b2-2b3"]),
    ("2b2-2b3 $1 5a5-5a4$14 $ 2a2-2a3", &["2b2-2b3", "5a5-5a4", "2a2-2a3"]),
    ("2b2-2b3 (1. 2a2-2a3 {not ) here} (2c2-2c3) 1-0) 5a5-5a4", &["2b2-2b3", "5a5-5a4"]),
    ("a1(I)-b2(II) ( b2(II)-a1(I) ; ) no end\n) b2(II)-b1(I)", &["a1(I)-b2(II)", "b2(II)-b1(I)"]),
    ("[White \"A. [da] \\\" B\"]\n[Result \"1-0\"]\n\n1. 2b2-2b3 *", &["2b2-2b3"]),
    ("2b2-2b3 (5a5-5a4)", &["2b2-2b3"]),
    ("2b2-2b3 1-0 {over} $3 [a \"b\"] (5a5-5a4)", &["2b2-2b3"]),
    ("(é) 2b2-2b3", &["2b2-2b3"]),
    ("% a line\n2b2-2b3\n%1-0\n5a5-5a4", &["2b2-2b3", "5a5-5a4"]),
    ("2b2-2b3 ± 5a5-5a4 +- 2a2-2a3 N 5b5-5b4 +/- =", &["2b2-2b3", "5a5-5a4", "2a2-2a3", "5b5-5b4"]),
    ("2b2-2b3± 5a5-5a4+- 2a2-2a3!+/- 5b5-5b4-+∞", &["2b2-2b3", "5a5-5a4", "2a2-2a3", "5b5-5b4"]),
    ("5c6-6c6=N N 1-0", &["5c6-6c6=N"]),
    ("2b2-2b3 +− 5a5-5a4", &["2b2-2b3", "5a5-5a4"]),
    ("2b2 2b3", &["2b2", "2b3"]),
    ("2b2-2b3‼ 5a5-5a4⁉ 2a2-2a3 e.p. 5b5-5b4 ch", &["2b2-2b3", "5a5-5a4", "2a2-2a3", "5b5-5b4"]),
    ("[Site Graz] [Event “A”] [White 'B'] 2b2-2b3", &["2b2-2b3"]),
    ("[no tag] 2b2-2b3 []", &["2b2-2b3"]),
    ("2b2-2b3 claim", &["2b2-2b3"]),
    ("2b2-2b3 claim! {well} 1/2-1/2", &["2b2-2b3"]),
];

/// The judgements that Informant and PGN have. Those in the second list stand alone only.
const JUDGEMENTS: [&str; 22] = [
    "±", "∓", "⩲", "⩱", "∞", "□", "⌓", "⟳", "→", "↑", "⇆", "+-", "-+", "+−", "−+", "+–", "–+",
    "+/-", "-/+", "+/=", "=/+", "=+",
];
const LONE_JUDGEMENTS: [&str; 9] = ["=", "+=", "N", "TN", "D", "RR", "e.p.", "ch", "ch."];

/// Malformed games, each with the underlined part and the error.
const NO_GAMES: [(&str, &str, &str); 11] = [
    ("2b2-2b3 (no end", "(", "expected `)` after the variation, but found the end of the input"),
    ("(no {end", "{", "expected `}` after the comment, but found the end of the input"),
    ("é [no end", "[", "expected `]` after the tag pair, but found the end of the input"),
    ("[White \"]", "[", "expected `]` after the tag pair, but found the end of the input"),
    ("2b2-2b3 {no end", "{", "expected `}` after the comment, but found the end of the input"),
    ("1-0 2b2-2b3", "2b2-2b3", "expected nothing after the result `1-0`, but found `2b2-2b3`"),
    ("* 1-0", "1-0", "expected nothing after the result `*`, but found `1-0`"),
    ("½-½ {well} 7.x", "x", "expected nothing after the result `½-½`, but found `x`"),
    ("2b2-2b3 claim é", "é", "expected only a result after `claim`, but found `é`"),
    ("1/2-1/2 claim", "claim", "expected nothing after the result `1/2-1/2`, but found `claim`"),
    ("{é} 0-1 é", "é", "expected nothing after the result `0-1`, but found `é`"),
];

#[test]
fn texts_of_games_parse_to_their_moves() {
    for (text, expected) in GAMES {
        let found = play::parse_game(text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
        let found: Vec<&str> = found.moves.into_iter().map(|mv| &text[mv.span]).collect();
        assert_eq!(found, expected, "{text:?}");
    }
    // Parts of a result are parsed as moves, which are illegal later on.
    for word in ["1-x", "x-1", "1-4", "4-1", "10", "1-0x"] {
        let found = play::parse_game(word).map(|game| game.moves.len());
        assert_eq!(found.ok(), Some(usize::from(word != "10")), "{word}");
    }
    for (text, marked, message) in NO_GAMES {
        let error = play::parse_game(text).expect_err(text);
        assert_eq!((&text[error.span()], error.to_string()), (marked, message.to_owned()));
    }
}

#[test]
fn judgements_are_skipped_behind_moves_and_their_marks() {
    let check = |text: String, marks: &str| {
        let moves = play::parse_game(&text).expect("it is a game").moves;
        let parts = |span: fn(&play::GameMove) -> std::ops::Range<usize>| -> Vec<&str> {
            moves.iter().map(|mv| &text[span(mv)]).collect()
        };
        assert_eq!(parts(|mv| mv.span.clone()), ["2b2-2b3", "5a5-5a4"], "{text}");
        assert_eq!(parts(|mv| mv.marks.clone()), [marks, ""], "{text}");
    };
    for marks in ["", "+", "#", "!", "+!?", "#‼"] {
        for judgement in JUDGEMENTS.iter().chain(&LONE_JUDGEMENTS) {
            check(format!("2b2-2b3{marks} {judgement} 5a5-5a4 {judgement}"), marks);
            check(format!("2b2-2b3{marks} {judgement}! 5a5-5a4"), marks);
        }
        for judgement in JUDGEMENTS.iter().chain(&["+=", "⊙", "±!"]) {
            check(format!("2b2-2b3{marks}{judgement} 5a5-5a4"), marks);
            check(format!("2b2-2b3{marks}{judgement}∞ 5a5-5a4"), marks);
        }
    }
    // A sign between two cells is part of a move.
    let words = |text| play::parse_game(text).expect("it is a game").moves.len();
    assert_eq!(words("2b2 - 2b3 2b2- 2b3 7c7-7c8= Q"), 7);
}

#[test]
fn marks_and_results_of_games_are_parsed() {
    let text = "1. 2b2-2b3!? 5a5x5a4+# 2a2-2a3 ½-½";
    let game = play::parse_game(text).expect("it is a game");
    let marks: Vec<&str> = game.moves.iter().map(|mv| &text[mv.marks.clone()]).collect();
    assert_eq!(marks, ["!?", "+#", ""]);
    let result = game.result.expect("it has a result");
    assert_eq!(&text[result.span], "½-½");
    assert_eq!(result.scores, Some([Score::HALF; 2]));
    let open = play::parse_game("*").expect("it is a game").result.expect("it has a result");
    assert_eq!((open.span, open.scores), (0..1, None));
}

#[test]
fn tags_are_parsed_with_their_places() {
    let text = "[White \"A. \\\"da\\\" \\\\\"]\n[ FEN\t\"start b\" ]\n[Empty \"\"] [no tag] *";
    let game = play::parse_game(text).expect("it is a game");
    let tags: Vec<_> = game.tags.iter().map(|tag| (&*tag.name, &*tag.value)).collect();
    assert_eq!(tags, [("White", "A. \"da\" \\"), ("FEN", "start b"), ("Empty", "")]);
    assert_eq!(&text[game.tags[0].span.clone()], "A. \\\"da\\\" \\\\");
    assert_eq!(game.tag("FEN").map(|tag| &text[tag.span.clone()]), Some("start b"));
    for tag in &game.tags {
        let written = play::write_tag(&tag.name, &tag.value);
        let again = play::parse_game(&written).expect("it is a tag").tags;
        assert_eq!((&again[0].name, &again[0].value), (&tag.name, &tag.value));
    }
}

#[test]
fn a_game_that_is_given_up_or_drawn_by_agreement_is_over_until_a_move_is_taken_back() {
    let rules = rules("raumschach");
    let mut game = Game::new(start(&rules)).expect("a game starts so");
    let mv = game.legal_moves()[0];
    game.play(mv).expect("it is legal");
    let outcome = game.resign(kubikschach::piece::Color::Black).expect("the game goes on");
    assert_eq!(outcome.to_string(), "1-0 resignation");
    assert!(game.legal_moves().is_empty() && game.claims().is_empty());
    assert_eq!(game.agree_draw(), Err(Refusal::Over(outcome)));
    assert_eq!((game.undo(), game.outcome()), (Some(mv), None));
    assert_eq!(
        game.agree_draw().map(|outcome| outcome.to_string()),
        Ok("1/2-1/2 agreement".into())
    );
}

#[test]
fn the_capture_sign_is_parsed_between_the_cells() {
    let rules = rules("great-shatranj");
    let size = rules.default_size();
    for (text, sign) in [("2b2-2b3", None), ("2b2x2b3", Some("x")), ("5c6×6c6=M", Some("×"))] {
        let written = notation::parse_written_move(&rules, size, text).expect("it is a move");
        assert_eq!(written.capture.map(|span| &text[span]), sign, "{text}");
    }
}

#[test]
fn undoing_moves_restores_claims_and_legal_moves() {
    let rules = rules("great-shatranj");
    let mut game = Game::new(start(&rules)).expect("a game starts so");
    let size = game.position().board().size();
    let mut before = Vec::new();
    // Warmachines move out and back, so that the position is repeated.
    for text in ["1a2-3a2", "6a5-4a5", "3a2-1a2", "4a5-6a5"].repeat(3) {
        before.push((game.position().clone(), game.claims(), game.legal_moves()));
        let mv = notation::parse_move(&rules, size, text).expect("a move");
        assert!(game.legal_moves_from(mv.from).contains(&mv), "{text}");
        game.play(mv).expect("it is legal");
    }
    assert!(game.claims().contains(&Claim::Repetition(4)));
    assert_eq!(game.claim(), Ok(Claim::Repetition(4)));
    assert_eq!(
        game.outcome().map(|outcome| outcome.to_string()),
        Some("1/2-1/2 repetition".into())
    );
    assert!(game.claims().is_empty() && game.legal_moves().is_empty());
    assert!(matches!(game.claim(), Err(Refusal::Over(_))));
    while let Some(known) = before.pop() {
        assert_eq!(game.history().len(), before.len() + 1);
        let last = game.history().next_back();
        assert_eq!(game.undo(), last);
        assert_eq!((game.position().clone(), game.claims(), game.legal_moves()), known);
    }
    assert_eq!(game.undo(), None);
    assert!(matches!(game.claim(), Err(Refusal::NoClaim(_))));
}
