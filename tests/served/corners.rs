//! Checks that the server, and so the page, agrees with the commands about promotions, captures of
//! kings and ends of games.

use serde_json::{Value, json};

use crate::serve::JSON;
use crate::web::Server;

#[test]
fn answers_agree_on_promotions_kings_and_ends_of_games() {
    let server = Server::start();
    let pawn = |more: Value| {
        merged(json!({"rules": "great-shatranj", "piece": "Pawn", "color": "W"}), &more)
    };
    let rook = |more: Value| {
        merged(
            json!({"rules": "cube", "piece": "Rook", "color": "W", "board": "[k#,##],[##,##]"}),
            &more,
        )
    };
    let empty = ["[######,######,######,######,######,######]"; 6].join(",");
    let bare = format!("[k{}WK#] b -", &empty[2..empty.len() - 4]);
    let route = json!(["6c5", "6d5", "6d6"]);
    for (command, question, name, expected) in [
        ("path", pawn(json!({"start": "6c5", "finish": "6d6", "count": true})), "count", json!(1)),
        ("path", pawn(json!({"start": "6c5", "finish": "6d6", "route": true})), "route", route),
        (
            "path",
            pawn(json!({"start": "6c6", "finish": "6d6", "why": true, "board": empty})),
            "why",
            json!("a white pawn on 6c6 has promoted"),
        ),
        ("moves", pawn(json!({"cell": "6c6"})), "count", json!(0)),
        ("graph", pawn(json!({})), "moves", json!(710)),
        ("path", rook(json!({"start": "a1I", "finish": "a2II"})), "moves", json!(-1)),
        ("moves", rook(json!({"cell": "a2I"})), "illegal", json!(["a2(II)"])),
        ("distances", rook(json!({"start": "a1I"})), "distances", json!([-1, 3, 1, 2, 1, 2, 0, 1])),
        ("query", json!({"query": "Knight, A1a - B3d"}), "finish", json!("B3d")),
        ("query", json!({"query": "K A1a Z9z"}), "at", json!([6, 9])),
        ("perft", json!({"position": bare, "depth": 1}), "nodes", json!(0)),
        ("play", json!({"position": bare, "legal_moves": true}), "legal_moves", json!([])),
        ("mate", json!({"board": bare, "rules": "great-shatranj"}), "legal_moves", json!([])),
        (
            "mate",
            json!({"board": bare, "rules": "great-shatranj", "in": 2, "tries": true}),
            "tries",
            json!([]),
        ),
    ] {
        let answer = ask(&server, command, &question);
        assert_eq!(answer[name], expected, "{command} {question}: {answer}");
    }
    let distances = ask(&server, "distances", &pawn(json!({"start": "6c6"})));
    let distances = distances["distances"].as_array().expect("a list");
    let reached = distances.iter().filter(|moves| **moves != json!(-1));
    assert_eq!(reached.collect::<Vec<_>>(), [&json!(0)]);
}

fn ask(server: &Server, command: &str, question: &Value) -> Value {
    let asked = server.post(&format!("/api/{command}"), JSON, &question.to_string());
    serde_json::from_str(&asked.body).expect("an object")
}

fn merged(mut object: Value, more: &Value) -> Value {
    let fields = object.as_object_mut().expect("an object");
    fields.extend(more.as_object().expect("an object").clone());
    object
}
