//! Checks random playouts: undoing moves, the holders of kings, the notation of positions, and the
//! mistakes of rule documents that play finds.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use kubikschach::board::{Board, Move, Setup};
use kubikschach::cell::Cell;
use kubikschach::control::{Control, Stopped};
use kubikschach::game::Game;
use kubikschach::mistake::Mistake;
use kubikschach::notation;
use kubikschach::piece::Color;
use kubikschach::position::Position;
use kubikschach::rules::Rules;
use kubikschach::workbench::mistake_in_playout;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use crate::common::coverage::Coverage;
use crate::common::{self, for_all, hash, rules, text_of};
use crate::exotic_rules;
use crate::oracle::exhaustive::pseudo_legal_moves;
use crate::random_positions;
use crate::random_positions::Makeup;

const ONE: &[(u32, usize)] = &[(1, 1)];

/// Index of a move, and the preferred kind of move.
type Choice = (Index, Wish);

#[derive(Clone, Copy, Debug, PartialEq)]
enum Wish {
    Any,
    KingToOtherLevel,
    King,
    Capture,
    Promotion,
}

fn choices(length: usize) -> impl Strategy<Value = Vec<Choice>> {
    let wishes =
        [Wish::Any, Wish::KingToOtherLevel, Wish::King, Wish::Capture, Wish::Promotion].to_vec();
    vec((any::<Index>(), select(wishes)), length)
}

fn choose(position: &Position, moves: &[Move], (index, wish): Choice) -> Option<Move> {
    let fits = |mv: &&Move| {
        let is_king = position.kings(position.turn()).contains(&mv.from);
        match wish {
            Wish::Any => false,
            Wish::KingToOtherLevel => is_king && mv.from.level != mv.to.level,
            Wish::King => is_king,
            Wish::Capture => !position.board().is_empty(mv.to),
            Wish::Promotion => mv.promotion.is_some(),
        }
    };
    let wished: Vec<Move> = moves.iter().filter(fits).copied().collect();
    let moves = if wished.is_empty() { moves } else { &wished };
    (!moves.is_empty()).then(|| moves[index.index(moves.len())])
}

#[derive(Debug, PartialEq)]
struct Snapshot {
    board: Board,
    turn: Color,
    holder: Option<Color>,
    kings: [Vec<Cell>; 2],
    text: String,
}

fn snapshot(position: &Position) -> Snapshot {
    Snapshot {
        board: position.board().clone(),
        turn: position.turn(),
        holder: position.holder(),
        kings: Color::ALL.map(|color| position.kings(color).to_vec()),
        text: text_of(position),
    }
}

fn read(rules: &Rules, text: &str) -> Position {
    let setup = random_positions::read(rules, text);
    assert!(setup.turn.is_some(), "the side to move is written");
    Position::new_unchecked(rules, setup)
}

fn held_by(position: Position, holder: Option<Color>) -> Position {
    let rules = position.rules().clone();
    Position::new_unchecked(&rules, Setup { holder, ..position.into_setup() })
}

fn check_undo(position: &mut Position, moves: &[Move]) -> Result<(), TestCaseError> {
    let (before, copy) = (snapshot(position), position.clone());
    for &mv in moves {
        let captured = before.board.piece_at(mv.to);
        let undo = position.make(mv);
        prop_assert_eq!(undo.captured(), captured);
        prop_assert_ne!(&*position, &copy);
        position.unmake(undo);
        prop_assert_eq!(&*position, &copy, "{:?} {}", mv, before.text);
        prop_assert_eq!(position.kings(Color::White), &before.kings[0]);
        prop_assert_eq!(position.kings(Color::Black), &before.kings[1]);
    }
    prop_assert_eq!(snapshot(position), before);
    Ok(())
}

fn check_text(position: &Position) -> Result<(), TestCaseError> {
    let again = read(position.rules(), &text_of(position));
    prop_assert_eq!(&again, position);
    prop_assert_eq!(hash(&again), hash(position));
    prop_assert_eq!(snapshot(&again), snapshot(position));
    Ok(())
}

/// Checks that positions that differ only in the holder are unequal.
fn check_identity(position: &Position) -> Result<(), TestCaseError> {
    let others = [None, Some(Color::White), Some(Color::Black)];
    for holder in others.into_iter().filter(|&holder| holder != position.holder()) {
        let other = held_by(position.clone(), holder);
        prop_assert_ne!(&other, position);
        prop_assert_ne!(hash(&other), hash(position));
        prop_assert!(
            other.validate().is_err() == (holder.is_none() || position.holder().is_none())
        );
    }
    Ok(())
}

fn play_out(start: Position, choices: &[Choice], coverage: &Coverage) -> Result<(), TestCaseError> {
    let mut position = start;
    for &choice in choices {
        let moves = position.legal_moves();
        let Some(mv) = choose(&position, &moves, choice) else { break };
        check_undo(&mut position, &moves)?;
        let before = position.clone();
        position.make(mv);
        check_holder(&before, mv, &position, coverage)?;
        check_text(&position)?;
        check_identity(&position)?;
        prop_assert_eq!(position.validate(), Ok(()), "{}", text_of(&position));
        coverage.see("a move", true);
        coverage.see("a capture", before.board().piece_at(mv.to).is_some());
        coverage.see("a promotion", mv.promotion.is_some());
    }
    Ok(())
}

/// Checks the holder after a move. The holder stays while the hold lasts, and the side that makes a
/// new hold becomes its holder.
fn check_holder(
    before: &Position,
    mv: Move,
    after: &Position,
    coverage: &Coverage,
) -> Result<(), TestCaseError> {
    let mover = before.turn();
    let kings = Color::ALL.map(|color| after.kings(color)[0]);
    let is_king = before.kings(mover)[0] == mv.from;
    let context = format!("{mv:?} {}", text_of(before));
    prop_assert_eq!(after.holder().is_some(), kings[0].level == kings[1].level, "{}", context);
    match (before.holder(), after.holder()) {
        (None, Some(holder)) => {
            prop_assert!(is_king && holder == mover, "only the king that enters: {context}");
        }
        (Some(holder), None) => {
            prop_assert!(is_king && holder == mover, "only the holder leaves: {context}");
        }
        (Some(holder), Some(other)) => prop_assert_eq!(holder, other, "{}", context),
        (None, None) => {}
    }
    coverage.see("a hold that begins", before.holder().is_none() && after.holder().is_some());
    coverage.see("a hold that ends", before.holder().is_some() && after.holder().is_none());
    let kept = before.holder().is_some() && after.holder().is_some();
    coverage.see("a move of the holder's king that keeps the hold", {
        kept && is_king && before.holder() == Some(mover)
    });
    coverage.see("a move of the held king", kept && is_king && before.holder() == Some(!mover));
    Ok(())
}

#[test]
fn playouts_from_setups_keep_every_property() {
    let coverage = Coverage::default();
    for rules in ["great-shatranj", "great-shatranj:sideways"].map(rules) {
        let start = common::start(&rules);
        for_all(12, &choices(100), |choices| play_out(start.clone(), &choices, &coverage));
    }
    coverage.at_least(1_500, "a move");
    coverage.at_least(200, "a capture");
    coverage.at_least(10, "a hold that begins");
    coverage.at_least(10, "a hold that ends");
}

#[test]
fn playouts_from_random_boards_keep_every_property() {
    let makeup =
        Makeup { edges: &[(1, 6)], pieces: "gwenmhpppppp", most: [6, 6], kings: [ONE, ONE] };
    let coverage = Coverage::default();
    for rules in ["great-shatranj", "great-shatranj:sideways"].map(rules) {
        let boards = (random_positions::texts(makeup), choices(40), any::<bool>());
        for_all(110, &boards, |(text, choices, white)| {
            let position = read(&rules, &text);
            let Some(position) = quiet(position, if white { Color::White } else { Color::Black })
            else {
                return Ok(());
            };
            play_out(position, &choices, &coverage)
        });
    }
    coverage.at_least(1_500, "a move");
    coverage.at_least(100, "a capture");
    coverage.at_least(10, "a promotion");
    coverage.at_least(100, "a hold that begins");
    coverage.at_least(100, "a hold that ends");
    coverage.at_least(30, "a move of the holder's king that keeps the hold");
    coverage.at_least(30, "a move of the held king");
}

/// Returns the position, with `holder` as the holder if the kings hold each other. Returns `None`
/// if the side to move could capture the opponent's king.
fn quiet(position: Position, holder: Color) -> Option<Position> {
    let [white, black] = Color::ALL.map(|color| position.kings(color).first().copied());
    let is_hold = white?.level == black?.level;
    let king = position.kings(!position.turn())[0];
    let safe = position.attackers(king, position.turn()).is_empty();
    safe.then(|| held_by(position, is_hold.then_some(holder)))
}

#[test]
fn undo_restores_the_position_under_all_rules() {
    let any_kings: &[(u32, usize)] = &[(1, 0), (3, 1), (2, 2)];
    let [lame, _, _, meek]: [Rules; 4] = exotic_rules::all().try_into().expect("there are four");
    for (rules, pieces, edges, promotions) in [
        (rules("kubikschach"), "qrbnp", &[(1, 8)][..], 0),
        (rules("cube"), "qrbn", &[(1, 2), (2, 3), (2, 4), (1, 5)], 0),
        (rules("great-shatranj"), "gwenmhp", &[(1, 6)], 0),
        // Here other pieces promote to kings, or kings to other pieces.
        (lame, "sshz", &[(1, 3), (1, 4)], 10),
        (meek, "rl", &[(1, 3), (1, 4)], 10),
    ] {
        let coverage = Coverage::default();
        let makeup = Makeup { edges, pieces, most: [6, 6], kings: [any_kings; 2] };
        for_all(60, &(random_positions::texts(makeup), choices(12)), |(text, choices)| {
            let mut position = read(&rules, &text);
            for &choice in &choices {
                let moves = pseudo_legal_moves(&position);
                let Some(mv) = choose(&position, &moves, choice) else { break };
                check_undo(&mut position, &moves)?;
                let captured = position.make(mv).captured();
                check_text(&position)?;
                coverage.see("a move", true);
                coverage.see("a capture", captured.is_some());
                coverage.see("a promotion", mv.promotion.is_some());
                let king = captured.filter(|piece| rules.is_royal(*piece));
                prop_assert_eq!(king, None, "a king is never captured");
            }
            Ok(())
        });
        coverage.at_least(400, "a move");
        let captures = usize::from(rules.captures());
        coverage.at_least(50 * captures, "a capture");
        coverage.at_least(promotions, "a promotion");
    }
}

#[test]
fn positions_of_different_rules_or_sides_differ() {
    let [cube, shatranj, sideways] =
        ["cube", "great-shatranj", "great-shatranj:sideways"].map(rules);
    let empty = vec![["######"; 6].join(","); 6];
    let board = format!("[{}]", empty.join("],[")).replacen('#', "k", 1);
    let board = format!("{}K]", board.strip_suffix("#]").expect("the last cell is empty"));
    let white = read(&shatranj, &format!("{board} w -"));
    assert_eq!(white, read(&shatranj, &format!("{board} w")));
    assert_ne!(white, read(&shatranj, &format!("{board} b -")));
    assert_ne!(white, read(&sideways, &format!("{board} w -")));
    assert_ne!(white, read(&cube, &format!("{board} w")));
    assert!(
        notation::parse_board(&cube, &format!("{board} w -")).is_err(),
        "nobody holds in a cube"
    );
}

/// Returns the mistake that random play finds in a rule document with these promises, whose kings
/// have these moves.
fn mistake_in_play(promises: &str, moves: &str) -> Option<Mistake> {
    let pieces = format!(
        "verdict = {{ white_kings = [1, 1], black_kings = [1, 1], promises = [{promises}] }}
        setups = {{ start = '[###,###,##k],[###,###,###],[###,###,K##]' }}
        [[piece]]
        name = 'King'
        letter = 'K'
        royal = true
        moves = [{moves}]"
    );
    let rules = common::open_rules("mine", &pieces);
    let found = mistake_in_playout(&rules, "start", 1000, 1, &Control::FREE);
    let mistake = found.expect("nothing stops it")?;
    check_replay(&rules, &mistake);
    Some(mistake)
}

/// Checks that the moves in the message of a mistake lead to the position in its hint, and that
/// this position is refused.
fn check_replay(rules: &Rules, mistake: &Mistake) {
    let (_, moves) = mistake.message.split_once("after `").expect("it has moves");
    let (moves, reason) = moves.split_once("` the position is refused: ").expect("it has a reason");
    let mut game = Game::new(common::start(rules)).expect("it can be played");
    let size = game.position().board().size();
    for mv in moves.split(' ') {
        let mv = notation::parse_move(rules, size, mv).expect("it is a move");
        game.play(mv).expect("it is legal");
    }
    let record = format!("the position is `{}`", text_of(game.position()));
    assert_eq!(mistake.hint, Some(record));
    let refused = game.position().validate_playable().expect_err("it is refused");
    assert_eq!(refused.to_string(), reason);
}

#[test]
fn random_play_finds_promises_that_legal_moves_break() {
    let step = "{ leap = [0, 1, 0], when = 'move' }";
    // Each king captures only towards the right, so one may attack the other unharmed.
    let right = "{ leap = [1, 0, 0], symmetry = 'fixed', when = 'capture' }";
    let one_way = format!("{step}, {right}");
    let both_ways = "{ leap = [0, 1, 0] }".to_owned();
    for (promises, moves, reason) in [
        ("'kings apart'", &one_way, Some("the kings attack each other")),
        ("'one check'", &one_way, None),
        ("", &one_way, None),
        ("'kings apart', 'one check', 'opponent not in check'", &both_ways, None),
    ] {
        let found = mistake_in_play(promises, moves).map(|mistake| mistake.message);
        let is_expected = match (&found, reason) {
            (Some(found), Some(reason)) => found.ends_with(reason),
            (found, reason) => found.is_none() && reason.is_none(),
        };
        assert!(is_expected, "[{promises}] {moves}: {found:?}");
    }
}

#[test]
fn random_play_finds_no_mistake_in_the_published_rules() {
    let plies = AtomicU64::new(0);
    let watch = |played| {
        plies.fetch_add(played, Ordering::Relaxed);
        ControlFlow::Continue(())
    };
    for rules in ["raumschach", "great-shatranj", "great-shatranj:sideways"].map(rules) {
        let found = mistake_in_playout(&rules, "start", 1000, 1, &Control::new(&watch));
        assert_eq!(found, Ok(None), "{}", rules.name());
    }
    let cubic_chess = common::cubic_chess();
    for name in cubic_chess.setup_names() {
        let found = mistake_in_playout(&cubic_chess, name, 1000, 1, &Control::new(&watch));
        assert_eq!(found, Ok(None), "{name}");
    }
    assert_eq!(plies.into_inner(), 4000);
    let stop = Control::new(&|_| ControlFlow::Break(()));
    let stopped = mistake_in_playout(&cubic_chess, "start", 1000, 1, &stop);
    assert_eq!(stopped, Err(Stopped));
}
