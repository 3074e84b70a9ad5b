//! Checks the JSON that serde writes for values of the library.

use kubikschach::board::Move;
use kubikschach::cell::Cell;
use kubikschach::path::Query;
use kubikschach::piece::{Color, Piece, Role};
use kubikschach::rules::Score;
use kubikschach::verdict::{Outcome, Reason, Status, Verdict};
use serde_json::{Value, json};

#[test]
fn values_without_a_rule_set_have_coordinates_and_indexes() {
    let [start, finish] = [Cell::new(3, 0, 2), Cell::new(3, 1, 2)];
    let role = Role::new(3).expect("it is below the maximum");
    let piece = Piece::new(Color::Black, role);
    let [start_json, finish_json] =
        [json!({"level": 2, "rank": 0, "file": 3}), json!({"level": 2, "rank": 1, "file": 3})];
    let piece_json = json!({"color": "black", "role": 3});
    assert_eq!(json_of(&start), start_json);
    assert_eq!(json_of(&piece), piece_json);
    assert_eq!(
        json_of(&Move { promotion: Some(role), ..Move::new(start, finish) }),
        json!({"from": start_json, "to": finish_json, "promotion": 3})
    );
    assert_eq!(
        json_of(&Query { piece, start, finish }),
        json!({"piece": piece_json, "start": start_json, "finish": finish_json})
    );
}

#[test]
fn verdicts_are_words_and_scores_fractions() {
    assert_eq!(json_of(&Verdict::Checkmate), json!("checkmate"));
    assert_eq!(json_of(&Status::Verdict(Verdict::Ongoing)), json!({"verdict": "ongoing"}));
    let draw = Outcome { white: Score::HALF, reason: Reason::BareKing };
    assert_eq!(
        json_of(&Status::Over(draw)),
        json!({"over": {"white": "1/2", "reason": "bare_king"}})
    );
}

fn json_of(value: &impl serde::Serialize) -> Value {
    serde_json::to_value(value).expect("the values have no maps")
}
