//! Checks the judgement of first moves in mate problems.

use kubikschach::board::Move;
use kubikschach::cases::{Answer, Case, Question};
use kubikschach::control::Control;
use kubikschach::notation::write_move;
use kubikschach::position::Position;
use kubikschach::render::JudgedTry;
use kubikschach::search::{MateSearch, ProblemParts, TryOutcome};

use crate::common::coverage::Coverage;
use crate::common::rng::SplitMix64;
use crate::common::rounds::rounds;
use crate::common::{rules, size, text_of};
use crate::oracle::mates;
use crate::problems::draw;

fn judge(search: &mut MateSearch, mv: Move, within: usize) -> TryOutcome {
    search.judge(mv, within, &Control::FREE).expect("nothing stops it")
}

fn search(position: &Position) -> MateSearch {
    MateSearch::new(position.clone(), 1 << 20).expect("there is memory")
}

const fn kind(outcome: TryOutcome) -> &'static str {
    match outcome {
        TryOutcome::Mate => "mates",
        TryOutcome::Forced { .. } => "forced mates",
        TryOutcome::Refuted { .. } => "refuted moves",
        TryOutcome::End => "other ends",
    }
}

#[test]
fn first_moves_are_judged_as_by_a_plain_search() {
    let coverage = Coverage::default();
    for (name, edge, pieces, within, count) in [
        ("cube", 3, &[4, 5, 6][..], 2, 600),
        ("cube", 3, &[3, 4], 3, 20),
        ("cube", 4, &[6, 9], 1, 100),
        ("raumschach", 5, &[8, 12], 1, 100),
        ("great-shatranj", 6, &[3, 5], 1, 100),
    ] {
        let (rules, mut rng) = (rules(name), SplitMix64(edge as u64));
        let draws = std::iter::repeat_with(|| draw(&rules, size(edge), rng.pick(pieces), &mut rng));
        for position in draws.flatten().take(rounds(count)) {
            let mut search = search(&position);
            for mv in position.legal_moves() {
                let found = judge(&mut search, mv, within);
                let text = text_of(&position);
                assert_eq!(found, mates::judged(&position, mv, within), "{text}: {mv:?}");
                coverage.see(kind(found), true);
            }
        }
    }
    for (kind, least) in
        [("mates", 100), ("forced mates", 100), ("refuted moves", 1_000), ("other ends", 50)]
    {
        coverage.at_least(least, kind);
    }
}

/// The published problems have one key, which is right; every other move is wrong.
#[test]
fn only_the_keys_of_published_problems_are_right() {
    let cases = Case::parse(include_str!("../../fixtures/problems.toml")).expect("they are cases");
    for case in cases {
        let rules = rules(&case.rules);
        let Ok(Question::Mate(setup)) = case.question(&rules) else { panic!("a board: {case}") };
        let Answer::MateIn { moves: Some(within), keys } = &case.expected else { panic!("{case}") };
        let position = Position::new(&rules, setup).expect("it is allowed");
        let mut search = search(&position);
        let parts = ProblemParts { tries: true, ..ProblemParts::default() };
        let problem = search.problem(*within, parts, &Control::FREE).expect("nothing stops it");
        for mv in position.legal_moves() {
            let outcome = judge(&mut search, mv, *within);
            let name = write_move(&rules, position.board().size(), mv);
            assert_eq!(outcome.is_right(), keys.contains(&name), "{case}: {name}");
            let defense = outcome.is_right().then_some((problem.line[1], within - 1));
            assert_eq!(outcome.mate_in(), defense.map(|(_, moves)| moves), "{case}: {name}");
            if let Some((reply, _)) = defense {
                assert_eq!(outcome.reply(), Some(reply), "{case}: {name}");
            }
        }
        for found in problem.tries.expect("they are asked for") {
            let outcome = judge(&mut search, found.mv, *within);
            assert_eq!(outcome, TryOutcome::Refuted { reply: found.refutation }, "{case}");
        }
    }
}

/// Problems with a first move: the board, the number of moves, the move and the judgement.
const JUDGED: &[(&str, usize, &str, &str)] = &[(
    "[###,#K#,###],[#R#,###,###],[##k,R##,###]",
    2,
    "b3(II)-a3(II)",
    "right: Black holds out longest with c3(I)-b3(I), then mate in 1",
)];

#[test]
fn judgements_are_sentences() {
    for (board, within, mv, expected) in JUDGED {
        let rules = rules("cube");
        let setup = kubikschach::notation::parse_board(&rules, board).expect("a board");
        let position = Position::new(&rules, setup).expect("it is allowed");
        let mv = kubikschach::notation::parse_move(&rules, position.board().size(), mv);
        let mv = mv.expect("a move");
        let outcome = judge(&mut search(&position), mv, *within);
        let judged =
            JudgedTry { position: &position, within: *within, mv, outcome, figurines: false };
        assert_eq!(judged.to_string(), *expected, "{board}");
    }
}

#[cfg(feature = "serde")]
mod answers {
    use serde_json::{Value, json};

    use crate::asked::{answer, error};

    const PROBLEM: &str = "[#Q#,###,###],[K##,###,###],[##b,###,##k]";

    #[test]
    fn an_answer_has_the_judgement_and_the_reply() {
        let mut question = json!({"board": PROBLEM, "in": 2, "try": "b3(III)-b2(III)"});
        let expected = json!({
            "size": 3, "side": "white", "try": "b3(III)-b2(III)", "right": true,
            "defence": "c1(I)-b1(I)", "mate_in": 1,
            "text": "right: Black holds out longest with c1(I)-b1(I), then mate in 1",
            "board": format!("{PROBLEM} w"),
        });
        assert_eq!(answer("mate", &question), Ok(expected));
        question["figurines"] = json!(true);
        let found = answer("mate", &question).expect("an answer");
        assert_eq!(found["figurine"], "♕b3(III)-b2(III)");
        assert_eq!(found["defence_figurine"], "♔c1(I)-b1(I)");
        assert_eq!(
            found["text"],
            "right: Black holds out longest with ♔c1(I)-b1(I), then mate in 1"
        );
    }

    #[test]
    fn a_try_that_ends_the_game_has_no_defence() {
        let stalemate = json!({
            "board": "[k##,###,###],[###,##K,###],[###,##Q,###]", "in": 2, "try": "c2(I)-a2(I)"
        });
        let mate = json!({
            "board": "[###,#K#,###],[R##,###,###],[#k#,R##,###]", "in": 1, "try": "a3(II)-a3(I)"
        });
        for (question, right, mate_in, reason) in
            [(stalemate, false, Value::Null, "stalemate"), (mate, true, json!(0), "checkmate")]
        {
            let found = answer("mate", &question).expect("an answer");
            let fields = ["right", "mate_in", "defence", "reason"].map(|name| found[name].clone());
            assert_eq!(fields, [json!(right), mate_in, Value::Null, json!(reason)]);
        }
    }

    #[test]
    fn an_illegal_try_is_an_error_with_its_reason() {
        for (mv, message) in [
            ("b3(III)", "expected a move such as `a1(I)-c3(III)`, but found `b3(III)`"),
            (
                "b3(III)-d3(III)",
                "expected a cell such as `a1(I)` (up to `c3(III)`), but found `d3(III)`",
            ),
            ("b3(III)-c1(III)", "illegal move `b3(III)-c1(III)`: "),
            ("b3(III)xb2(III)", "expected `-`, because b2(III) is empty, but found `x`"),
            ("c1(I)-b1(I)", "illegal move `c1(I)-b1(I)`: "),
        ] {
            let question = json!({"board": PROBLEM, "in": 2, "try": mv});
            let found = error("mate", &question);
            assert_eq!(found["field"], "try", "{mv}");
            let text = found["error"].as_str().expect("a message");
            assert!(text.starts_with(message), "{text}");
        }
    }
}
