//! Saves random games and loads them again, reads the tags of games, and reads short notations.

use kubikschach::api::{Context, Fields, Limits, PlayQuestion};
use kubikschach::board::Move;
use kubikschach::game::{Game, Refusal};
use kubikschach::notation;
use kubikschach::play::{self, Session, SessionReply};
use kubikschach::position::Position;
use kubikschach::rules::Rules;

use crate::common::cubic_chess;
use crate::common::rng::SplitMix64;
use crate::common::rounds::rounds;

/// Rule sets with a position from which games start.
fn starts() -> Vec<(Rules, &'static str)> {
    let cube = "[k##,###,###],[###,###,#r#],[#Q#,###,#BK] w";
    let with_setups = Rules::all_built_in().filter(|rules| rules.setup_names().next().is_some());
    let setups = with_setups.chain([cubic_chess()]).map(|rules| (rules, "start"));
    let black = [(Rules::raumschach(), "start b"), (Rules::great_shatranj(), "start b -")];
    setups.chain(black).chain([(Rules::cube(), cube)]).collect()
}

fn game(rules: &Rules, position: &str) -> Game {
    let setup = notation::parse_board(rules, position).expect("a board");
    Game::new(Position::new(rules, setup).expect("a position")).expect("a game can go on")
}

fn play(game: &mut Game, most: usize, random: &mut SplitMix64) {
    for _ in 0..most {
        let moves = game.legal_moves();
        if moves.is_empty() {
            break;
        }
        // Captures make endings more frequent.
        let is_capture = |mv: &Move| !game.position().board().is_empty(mv.to);
        let captures: Vec<Move> = moves.iter().copied().filter(is_capture).collect();
        let choices = if captures.is_empty() || random.in_percent(50) { &moves } else { &captures };
        game.play(random.pick(choices)).expect("it is legal");
    }
}

fn context(rules: &Rules) -> Context<'static> {
    Context::new(Limits::NONE).with_rules("a file", rules.clone())
}

#[test]
fn a_saved_game_is_loaded_with_its_position_moves_result_and_tags() {
    let mut random = SplitMix64(1);
    let mut ends = [0; 4];
    for (rules, position) in starts() {
        for _ in 0..rounds(20) {
            let mut game = game(&rules, position);
            if random.in_percent(30) {
                // Then the game starts from a position that is no setup.
                play(&mut game, 30, &mut random);
                let Ok(later) = Game::new(game.position().clone()) else { continue };
                game = later;
            }
            play(&mut game, random.pick(&[0, 5, 60, 400]), &mut random);
            let turn = game.position().turn();
            let end = random.below(4);
            let has_ended = match end {
                0 => game.resign(turn).is_ok(),
                1 => game.agree_draw().is_ok(),
                2 => game.claim().is_ok(),
                _ => game.outcome().is_some(),
            };
            ends[end] += usize::from(has_ended);
            let tags = [("White", "Ada \"the\" \\ [1]"), ("Date", "2026.11.26"), ("Result", "?")];
            let tags = tags.map(|(name, value)| (name.to_owned(), value.to_owned()));
            let saved = Session::new(game).with_tags(tags.to_vec());
            let text = saved.text();
            assert!(text.contains("[White \"Ada \\\"the\\\" \\\\ [1]\"]\n[Date"), "{text}");
            // The game is loaded in place of one with other rules.
            let mut loaded = Session::new(self::game(&Rules::raumschach(), "start"));
            let notes = loaded.load(&text, &mut context(&rules));
            assert_eq!(notes.map_err(|error| error.to_string()), Ok(Vec::new()), "{text}");
            let [one, other] = [&saved, &loaded].map(Session::game);
            assert_eq!(one.position(), other.position(), "{text}");
            assert!(one.history().eq(other.history()), "{text}");
            assert_eq!((one.outcome(), one.claims()), (other.outcome(), other.claims()), "{text}");
            assert_eq!(loaded.text(), text);
        }
    }
    assert!(ends[0] > 0 && ends[1] > 0 && ends[3] > 0, "{ends:?}");
}

/// The rule set `cube` scores no ends of games.
#[test]
fn a_checkmate_without_a_score_is_loaded_as_a_checkmate() {
    let rules = Rules::cube();
    let mut game = game(&rules, "[###,###,#Q#],[###,###,###],[k##,###,##K] w");
    let position = game.position();
    let mv = notation::parse_move(&rules, position.board().size(), "b1(III)-b2(II)");
    game.play(mv.expect("it is a move")).expect("it is legal");
    let outcome = game.outcome().expect("it is over");
    assert_eq!(outcome.to_string(), "1-0 checkmate");
    assert_eq!(game.resign(game.position().turn()), Err(Refusal::Over(outcome)));
    let text = Session::new(game).text();
    let mut loaded = Session::new(self::game(&Rules::raumschach(), "start"));
    assert_eq!(loaded.load(&text, &mut context(&rules)), Ok(Vec::new()));
    assert_eq!(loaded.game().outcome(), Some(outcome));
}

#[test]
fn the_lines_of_a_saved_game_have_at_most_80_characters() {
    let mut game = game(&Rules::raumschach(), "start");
    play(&mut game, 60, &mut SplitMix64(2));
    let text = Session::new(game).text();
    assert!(text.lines().all(|line| line.len() <= 80), "{text}");
    assert!(text.lines().count() > 8, "{text}");
}

/// Text of a game, the command-line options `rules` and `position`, and the expected result.
///
/// The result is the name of the rule set, the number of moves, and remarks about unused tags. For
/// a wrong text, it is the marked part of the text and the error.
type Row = (&'static str, &'static [(&'static str, &'static str)], &'static str);
const TAGS: [Row; 37] = [
    ("[variant \"raumschach\"] Ab1-Aa3", &[], "raumschach 1"),
    ("[Variant “raumschach”] Ab1-Aa3", &[], "raumschach 1"),
    ("[Variant 'raumschach'] Ab1-Aa3", &[], "raumschach 1"),
    ("[Variant raumschach] Ab1-Aa3", &[], "raumschach 1"),
    ("[Variant raumschach] [Site C:\\] Ab1-Aa3", &[], "raumschach 1"),
    (
        "[Varient \"raumschach\"] Ab1-Aa3",
        &[],
        "`Varient`: no tag `Varient`: a game starts with `Variant` and `FEN`; did you mean `Variant`?",
    ),
    (
        "[Variant \"raumschach\"] [FNE \"start b\"] *",
        &[],
        "`FNE`: no tag `FNE`: a game starts with `Variant` and `FEN`; did you mean `FEN`?",
    ),
    ("[Variant \"raumschach\"] Ab1-Aa3 (1. Ab1-Bb1 (or {)} this) é) *", &[], "raumschach 1"),
    ("[Variant \"raumschach\"] [Fen \"start b\"] [Variation \"Closed\"] *", &[], "raumschach 0"),
    ("[Variation \"Closed\"] [Men \"x\"] [Ann \"x\"] [Foo \"x\"] *", &[], "great-shatranj 0"),
    (
        "[Variant \"raumschach\"] [FEN \"start\"] [Variants \"2\"] [FENS \"2\"] *",
        &[],
        "raumschach 0",
    ),
    (
        "[Variant \"raumschach\"] Ab1-Aa3 {oops *",
        &[],
        "`{`: expected `}` after the comment, but found the end of the input",
    ),
    (
        "[Result \"1-0\"] 2b2-2b3",
        &[],
        "great-shatranj 1; [Result \"1-0\"] is not used: no result follows the moves",
    ),
    (
        "[Result \"2-0\"] 2b2-2b3 *",
        &[],
        "great-shatranj 1; [Result \"2-0\"] is not used: no result follows the moves",
    ),
    (
        "[Result \"0-1\"] 2b2-2b3 1-0",
        &[],
        "great-shatranj 1; [Result \"0-1\"] is not used: the result is 1-0",
    ),
    ("[Result \"½–½\"] 2b2-2b3 1/2-1/2", &[], "great-shatranj 1"),
    ("[Result \"1/2\"] 2b2-2b3 0.5-0.5", &[], "great-shatranj 1"),
    ("[Result \"0 : 1\"] 2b2-2b3 0:1", &[], "great-shatranj 1"),
    (
        "[Variant \"raumschach\"]\n\nAb1-Aa3 1/2\n\n[Variant \"raumschach\"]\n\nAb1-Ac3 1-0",
        &[],
        "`[Variant \"raumschach\"]`: expected one game, but found a second, which begins with \
         `[Variant \"raumschach\"]`; put each game into a file of its own",
    ),
    (
        "[White \"Ada\"]\n\n1. 2b2-2b3 5b5-5b4\n\n[White \"Bob\"]\n\n1. 2c2-2c3",
        &[],
        "`[White \"Bob\"]`: expected one game, but found a second, which begins with `[White \"Bob\"]`",
    ),
    (
        "1. 2b2-2b3 5b5-5b4\n\n1. 2c2-2c3",
        &[],
        "`1.`: expected one game, but found a second, which begins with `1. 2c2-2c3`",
    ),
    ("1. 2b2-2b3\n{a pawn}\n\n1... 5b5-5b4", &[], "great-shatranj 2"),
    (
        "[Variant \"curve\"]",
        &[],
        "`curve`: expected a rule set (kubikschach, cube, great-shatranj, great-shatranj:sideways, raumschach), but found \
         `curve`; `--rules FILE` reads a rule set of your own",
    ),
    ("[Result \"*\"] 2b2-2b3", &[], "great-shatranj 1"),
    (
        "[Variant \"cube\"] [FEN \"[###,###,#Q#],[###,###,###],[k##,###,##K] w\"] [Result \"1-0\"] b1III-b2II",
        &[],
        "cube 1",
    ),
    ("[Variant \"raumschach\"] Ab1-Aa3", &[], "raumschach 1"),
    ("[Variant \"Great Shatranj\"] 2b2-2b3", &[], "great-shatranj 1"),
    (
        "[Variant \"great-shatranj:sideways\"] [FEN \"start b -\"] *",
        &[],
        "great-shatranj:sideways 0",
    ),
    ("[Variant \"cube\"] [FEN \"[k##,###,###],[###,###,###],[###,###,##K] b\"]", &[], "cube 0"),
    (
        "[Variant \"cube\"] Ab1-Aa3",
        &[("rules", "raumschach")],
        "raumschach 1; [Variant \"cube\"] is not used: the rule set is `raumschach`",
    ),
    ("[Variant \"raumschach\"]", &[("position", "raumschach")], "raumschach 0"),
    (
        "[FEN \"start b\"]",
        &[("rules", "raumschach"), ("position", "start")],
        "raumschach 0; [FEN \"start b\"] is not used: another position is given",
    ),
    ("[FEN \"start w\"]", &[("rules", "raumschach"), ("position", "start")], "raumschach 0"),
    (
        "[Variant \"3D Chess\"] 1. e4",
        &[],
        "`3D Chess`: expected a rule set (kubikschach, cube, great-shatranj, great-shatranj:sideways, raumschach), but found \
         `3D Chess`; `--rules FILE` reads a rule set of your own",
    ),
    (
        "[Variant \"raumschah\"]",
        &[],
        "`raumschah`: expected a rule set (kubikschach, cube, great-shatranj, great-shatranj:sideways, raumschach), but found \
         `raumschah`; `--rules FILE` reads a rule set of your own",
    ),
    (
        "[FEN \"rnbqkbnr/8 w KQkq -\"]",
        &[("rules", "cube")],
        "`/`: expected a letter of `KkQqRrBbNn#`, but found `/`",
    ),
    (
        "[Variant \"kubikschach\"]",
        &[],
        "the rule set `kubikschach` defines no check, so there is no verdict",
    ),
];

#[test]
fn the_tags_of_a_game_choose_its_start_or_are_named() {
    for (text, options, expected) in TAGS {
        let options = options.iter().map(|&(name, value)| (name, Some(value)));
        let mut context = Context::new(Limits::NONE);
        let started = PlayQuestion::starting(&Fields::of_options(options), &mut context, text);
        let found = match started {
            Ok(mut question) => {
                question
                    .play(text, &kubikschach::control::Control::FREE)
                    .expect("its moves are legal");
                let name = question.game.position().rules().name().to_owned();
                let first = format!("{name} {}", question.game.history().len());
                [&[first], &question.notes[..]].concat().join("; ")
            }
            Err(error) => {
                let marked = error.field.as_ref().map(|_| &text[error.mistake.span()]);
                let marked = marked.map_or_else(String::new, |marked| format!("`{marked}`: "));
                let hint = error.mistake.hint.as_ref().map(|hint| format!("; {hint}"));
                format!("{marked}{error}{}", hint.unwrap_or_default())
            }
        };
        assert!(found.starts_with(expected), "{text}\nexpected {expected}\nfound    {found}");
    }
}

#[test]
fn a_game_of_an_own_rule_set_is_loaded_after_its_tip() {
    let text = "[Variant \"curve\"]\n\n1. Ab1-Aa3 1/2";
    let mut session = Session::new(game(&Rules::great_shatranj(), "start"));
    let error = session.load(text, &mut Context::new(Limits::NONE)).expect_err("no such rules");
    let hint = "`kubikschach play --rules FILE` reads a rule set of your own";
    assert_eq!(error.mistake.hint.as_deref(), Some(hint));
    let own = include_str!("../../src/rules/raumschach.toml").replacen("raumschach", "curve", 1);
    let own = Rules::parse(&own).expect("a rule set");
    assert_eq!(session.load(text, &mut context(&own)), Ok(Vec::new()));
    assert_eq!(session.history(), "1. Ab1-Aa3 1/2-1/2");
}

#[test]
fn every_short_notation_of_a_legal_move_means_that_move_or_names_it() {
    let mut random = SplitMix64(3);
    for (rules, position) in starts() {
        let mut game = game(&rules, position);
        for _ in 0..rounds(15) {
            play(&mut game, 1, &mut random);
            check_short_notations(&game);
        }
    }
}

fn check_short_notations(game: &Game) {
    let (position, legal) = (game.position(), game.legal_moves());
    let (rules, board) = (position.rules(), position.board());
    let meant = |text: &str| play::moves_meant(rules, board, &legal, text);
    for &mv in &legal {
        let text = notation::write_move(rules, board.size(), mv);
        assert_eq!(meant(&text), [mv], "{text}");
        assert_eq!(meant(&text.replace('-', " ")), [mv], "{text}");
        let piece = board.piece_at(mv.from).expect("a piece moves");
        let letter = rules.role(piece.role()).letter;
        let [from, to] = [mv.from, mv.to].map(|cell| rules.cells().name(board.size(), cell));
        let promotion =
            mv.promotion.map_or_else(String::new, |role| rules.role(role).letter.into());
        for short in [
            format!("{letter}{from}{to}{promotion}"),
            format!("{letter}{to}{promotion}"),
            format!("{from}{to}{promotion}"),
            format!("{letter}{from}-{to}{promotion}").to_lowercase(),
        ] {
            assert!(meant(&short).contains(&mv), "{short}");
        }
        let capture = format!("{letter}x{to}{promotion}");
        assert_eq!(meant(&capture).contains(&mv), !board.is_empty(mv.to), "{capture}");
        // A session makes a move only if its notation has one meaning.
        let mut session = Session::new(game.clone());
        let short = format!("{letter}{to}{promotion}");
        match session.answer(&short) {
            Ok(SessionReply::Moved(_)) => {
                assert_eq!(meant(&short), [mv], "{short}");
                assert_eq!(session.game().history().next_back(), Some(mv), "{short}");
            }
            Ok(reply) => panic!("{short}: {reply:?}"),
            Err(error) => {
                assert!(error.message.contains(&text) && meant(&short).len() > 1, "{error}");
            }
        }
    }
}
