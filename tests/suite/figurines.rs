//! Checks moves in figurine notation, alone and in the answers of `mate` and `play`.

use kubikschach::board::Move;
use kubikschach::game::Game;
use kubikschach::notation;
use kubikschach::position::Position;
use kubikschach::render::figurine;
use kubikschach::rules::Rules;

use crate::common::coverage::Coverage;
use crate::common::games::lively;
use crate::common::rng::SplitMix64;
use crate::common::rounds::rounds;
use crate::common::{cubic_chess, rules, start, text_of};

fn position(rules: &Rules, text: &str) -> Position {
    let setup = notation::parse_board(rules, text).expect("a position");
    Position::new(rules, setup).expect("it is allowed")
}

/// Moves: the rule set, the position, the move and its text in figurine notation.
const MOVES: &[[&str; 4]] = &[
    ["raumschach", "start", "Ab1-Aa3", "♘Ab1-Aa3"],
    ["raumschach", "KAa1 PEb4 kEd1 w", "Eb4-Eb5=Q", "♙Eb4-Eb5=♕"],
    ["raumschach", "KAa1 PEb4 kEb1 w", "Eb4-Eb5=Q", "♙Eb4-Eb5=♕+"],
    ["raumschach", "KAa1 PEb4 kEb1 w", "Eb4-Eb5=U", "♙Eb4-Eb5=U"],
    ["raumschach", "KAa1 UCc3 kEe4 b", "Ee4-Ee3", "♔Ee4-Ee3"],
    ["raumschach", "KAa1 UCc3 nDd4 kEa3 w", "Cc3-Dd4", "UCc3xDd4"],
    ["great-shatranj", "start", "2b2-2b3", "♙2b2-2b3"],
    ["cube", "[#q,##],[##,K#]", "a1(I)-b2(II)", "♔a1(I)xb2(II)"],
    ["cube", "[k##,#R#,#K#],[###,###,###],[###,###,###]", "b2(III)-a2(III)", "♖b2(III)-a2(III)+"],
    ["cube", "[##k,#R#,B##],[###,###,###],[###,###,##K]", "b2(III)-b3(III)", "♖b2(III)-b3(III)+"],
    ["cube", "[###,#K#,###],[R##,###,###],[#k#,R##,###]", "a3(II)-a3(I)", "♖a3(II)-a3(I)#"],
];

#[test]
fn moves_have_their_text_in_figurine_notation() {
    for [name, text, mv, expected] in MOVES {
        let position = position(&rules(name), text);
        let mv = notation::parse_move(position.rules(), position.board().size(), mv);
        assert_eq!(figurine(&position, mv.expect("a move")), *expected, "{text}");
    }
}

/// Returns the text of a move, with the signs that the position after the move tells.
fn plain(position: &Position, mv: Move) -> String {
    let (rules, board) = (position.rules(), position.board());
    let figure = |role| {
        let letter = rules.role(role).letter;
        let known = "KQRBNP".find(letter).and_then(|nth| "♔♕♖♗♘♙".chars().nth(nth));
        known.unwrap_or(letter).to_string()
    };
    let [from, to] = [mv.from, mv.to].map(|cell| rules.cells().name(board.size(), cell));
    let mover = figure(board.piece_at(mv.from).expect("a piece moves").role());
    let sign = if board.is_empty(mv.to) { "-" } else { "x" };
    let promotion = mv.promotion.map_or_else(String::new, |role| format!("={}", figure(role)));
    let mut after = position.clone();
    after.make(mv);
    let mark = match (after.is_check(), after.is_checkmate()) {
        (_, true) => "#",
        (true, _) => "+",
        _ => "",
    };
    format!("{mover}{from}{sign}{to}{promotion}{mark}")
}

#[test]
fn moves_of_random_games_have_the_signs_of_the_position_after_them() {
    let (coverage, mut rng) = (Coverage::default(), SplitMix64(4));
    let all = ["raumschach", "great-shatranj", "great-shatranj:sideways"].map(rules);
    for rules in all.into_iter().chain([cubic_chess()]) {
        for _ in 0..rounds(8) {
            let mut game = Game::new(start(&rules)).expect("a game can start");
            while let Some(mv) = lively(game.position(), &game.legal_moves(), &mut rng)
                && game.history().len() < 150
            {
                for mv in game.legal_moves() {
                    let (found, expected) =
                        (figurine(game.position(), mv), plain(game.position(), mv));
                    assert_eq!(found, expected, "{}", text_of(game.position()));
                    for sign in ['x', '+', '#', '='] {
                        coverage.see(&sign, found.contains(sign));
                    }
                }
                game.play(mv).expect("it is legal");
            }
        }
    }
    for (sign, least) in [('x', 1_000), ('+', 300), ('#', 5), ('=', 50)] {
        coverage.at_least(least, &sign);
    }
}

#[cfg(feature = "serde")]
mod answers {
    use serde_json::{Value, json};

    use super::*;
    use crate::asked;
    use crate::problems::draw;

    fn answer(command: &str, question: &Value) -> Value {
        asked::answer(command, question).unwrap_or_else(|error| panic!("{question}: {error}"))
    }

    /// Removes a field, and returns its value.
    fn removed(object: &mut Value, field: &str) -> Value {
        object.as_object_mut().expect("an object").remove(field).expect("the field is there")
    }

    fn texts(list: &Value) -> Vec<&str> {
        list.as_array().expect("a list").iter().filter_map(Value::as_str).collect()
    }

    /// Checks the figurine notation of the move in the field `name`, removes the notation, and
    /// returns the position after the move.
    fn check(position: &Position, node: &mut Value, name: &str, field: &str) -> Position {
        let text = node[name].as_str().expect("a move");
        let mv = notation::parse_move(position.rules(), position.board().size(), text);
        let mv = mv.expect("a move");
        assert_eq!(removed(node, field), figurine(position, mv), "{}", text_of(position));
        let mut after = position.clone();
        after.make(mv);
        after
    }

    /// Checks and removes the figurine notation in a tree of moves and replies.
    fn check_tree(position: &Position, nodes: &mut Value) {
        for node in nodes.as_array_mut().expect("a list") {
            let is_reply = node.get("reply").is_some();
            let [name, below] =
                if is_reply { ["reply", "continuations"] } else { ["move", "replies"] };
            let after = check(position, node, name, "figurine");
            check_tree(&after, &mut node[below]);
        }
    }

    /// Returns the position with the other side to move.
    fn passed(position: &Position) -> Position {
        let turn = Some(!position.turn());
        let setup = kubikschach::board::Setup { turn, ..position.clone().into_setup() };
        Position::new_unchecked(position.rules(), setup)
    }

    fn check_line(position: &Position, moves: &Value, figurines: &Value) {
        let mut position = position.clone();
        for (mv, expected) in texts(moves).into_iter().zip(texts(figurines)) {
            let mv = notation::parse_move(position.rules(), position.board().size(), mv);
            let mv = mv.expect("a move");
            assert_eq!(figurine(&position, mv), expected);
            position.make(mv);
        }
        assert_eq!(texts(moves).len(), texts(figurines).len());
    }

    #[test]
    fn every_move_of_a_solution_has_its_figurine_notation_if_asked_for() {
        let (cube, mut rng, mut count) = (rules("cube"), SplitMix64(2), 0);
        while count < rounds(200) {
            let size = crate::common::size(3);
            let Some(position) = draw(&cube, size, rng.pick(&[4, 5, 6]), &mut rng) else {
                continue;
            };
            count += 1;
            let mut question = json!({
                "board": text_of(&position), "in": 2, "explain": true, "set": true, "tries": true
            });
            let expected = answer("mate", &question);
            question["figurines"] = json!(true);
            let mut found = answer("mate", &question);
            check_tree(&position, &mut found["proof"]);
            check_tree(&passed(&position), &mut found["set"]);
            for node in found["tries"].as_array_mut().expect("a list") {
                let after = check(&position, node, "move", "figurine");
                check(&after, node, "refutation", "refutation_figurine");
            }
            let line = removed(&mut found, "line_figurines");
            check_line(&position, &found["line"], &line);
            let keys = removed(&mut found, "key_figurines");
            for (key, text) in texts(&found["keys"]).into_iter().zip(texts(&keys)) {
                check_line(&position, &json!([key]), &json!([text]));
            }
            let task = removed(&mut found, "task");
            assert_eq!(task, "White to move: mate in 2");
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn the_moves_of_a_game_have_their_figurine_notation_if_asked_for() {
        let moves = ["Ab1-Aa3", "Eb5-Ea3 Bc1xEc4"];
        let mut question = json!({"rules": "raumschach", "legal_moves": "Dc5", "moves": moves});
        let expected = answer("play", &question);
        question["figurines"] = json!(true);
        let mut found = answer("play", &question);
        let made = removed(&mut found, "figurines");
        assert_eq!(made, json!(["♘Ab1-Aa3", "♘Eb5-Ea3", "♕Bc1xEc4+"]));
        let legal = removed(&mut found, "legal_move_figurines");
        assert_eq!(legal, json!(["♕Dc5xEc4"]));
        assert_eq!(found, expected);
    }
}
