//! Fuzz target `games`: the bytes choose a start and moves, or are the text of a game.

use kubikschach::board::Move;
use kubikschach::game::{Game, Refusal};
use kubikschach::notation::{parse_move, write_move};
use kubikschach::piece::Color;
use kubikschach::play::{GameMove, parse_game, write_game};
use kubikschach::position::Position;

use crate::choices::Choices;
use crate::common::text_of;
use crate::items::{check_position, expect_ok, is_small, rule_sets, start};

/// Checks that undoing a move restores the position, and that moves stay equal if they are written
/// and parsed again. A move must be legal exactly if it leaves no king of its side attacked.
pub fn run(data: &[u8]) {
    let mut choices = Choices::new(data);
    let rules = &rule_sets()[choices.below(rule_sets().len())];
    if let Ok(position) = Position::new(rules, start(rules, &mut choices)) {
        if choices.either() {
            read(position, &String::from_utf8_lossy(choices.rest()));
        } else {
            play(position, choices);
        }
    }
}

fn play(start: Position, mut choices: Choices<'_>) {
    let Ok(mut game) = Game::new(start) else { return };
    for _ in 0..60 {
        let legal = game.position().legal_moves();
        if !choices.are_left() || legal.is_empty() {
            break;
        }
        check_any(&game, &legal, &mut choices);
        let mv = choices.pick(&legal);
        check_move(game.position(), mv);
        match game.play(mv) {
            Ok(()) => assert_eq!(game.history().last(), Some(mv)),
            Err(refusal) => {
                assert!(matches!(refusal, Refusal::Over(_)), "{mv:?}: {refusal}");
                assert!(game.position().outcome().is_some() && game.claims().is_empty());
                break;
            }
        }
        let have_kings = Color::ALL.iter().all(|&color| !game.position().kings(color).is_empty());
        let is_valid = game.position().validate().is_ok();
        assert!(is_valid || !have_kings, "{}", text_of(game.position()));
    }
    let position = game.position();
    if is_small(position.board()) {
        check_position(position.rules(), &position.clone().into_setup());
    }
    game.claims().iter().for_each(|claim| assert!(!claim.to_string().is_empty()));
    check_text(game);
}

/// Checks that a game stays equal if it is written and parsed again. If a draw can be claimed, the
/// game includes the claim.
fn check_text(mut game: Game) {
    let can_claim = !game.claims().is_empty();
    assert_eq!(game.claim().is_ok(), can_claim);
    let text = write_game(&game);
    let written = expect_ok(parse_game(&text));
    assert_eq!(written.claim.is_some(), can_claim, "{text}");
    let moves: Vec<&str> = written.moves.into_iter().map(|mv| &text[mv.span]).collect();
    let (rules, size) = (game.position().rules(), game.position().board().size());
    let made: Vec<String> = game.history().map(|mv| write_move(rules, size, mv)).collect();
    assert_eq!(moves, made, "{text}");
}

/// Checks that a move chosen by bytes is accepted exactly if it is in `legal`.
fn check_any(game: &Game, legal: &[Move], choices: &mut Choices<'_>) {
    let size = game.position().board().size();
    let promotion = game.position().rules().promotion().map(|rule| rule.to[0]);
    let any = Move {
        promotion: promotion.filter(|_| choices.either()),
        ..Move::new(choices.cell(size), choices.cell(size))
    };
    let checked = game.position().check_legal(any);
    assert_eq!(checked.is_ok(), legal.contains(&any), "{any:?} {}", text_of(game.position()));
    checked.err().iter().for_each(|illegal| assert!(!illegal.to_string().is_empty()));
}

/// Checks that a legal move stays equal if it is written and parsed again, and that undoing the
/// move restores the position.
fn check_move(position: &Position, mv: Move) {
    let (rules, board) = (position.rules(), position.board());
    let text = write_move(rules, board.size(), mv);
    assert_eq!(parse_move(rules, board.size(), &text), Ok(mv), "{text}");
    let moves = expect_ok(parse_game(&text)).moves;
    assert!(moves.len() == 1 && moves[0].span == (0..text.len()), "{text}");
    let mut after = position.clone();
    let undo = after.make(mv);
    assert_eq!(undo.captured(), board.piece_at(mv.to));
    assert_ne!(after, *position, "{text}");
    after.unmake(undo);
    assert_eq!(text_of(&after), text_of(position), "{text}");
    assert_eq!(after.into_setup(), position.clone().into_setup(), "{text}");
}

fn read(start: Position, text: &str) {
    let Ok(mut game) = Game::new(start) else { return };
    let moves = match parse_game(text) {
        Ok(game) => game.moves,
        Err(error) => return assert!(text.get(error.span()).is_some(), "{error:?} of {text:?}"),
    };
    for GameMove { span, .. } in moves {
        let written = &text[span];
        let (rules, size) = (game.position().rules(), game.position().board().size());
        match parse_move(rules, size, written) {
            Ok(mv) => drop(game.play(mv).map_err(|refusal| refusal.to_string())),
            Err(error) => assert!(written.get(error.span()).is_some(), "{error:?} of {written:?}"),
        }
    }
}
