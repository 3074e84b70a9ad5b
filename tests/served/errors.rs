//! What is told over HTTP of objects with mistakes.

use serde_json::Value;

use crate::web::Server;

/// Errors point into the object, wherever on its line the mistake is, and say which record it was.
#[test]
fn errors_have_the_place_and_the_id_of_their_record() {
    let server = Server::start();
    for (path, object, mistake) in [
        ("path", r#"{"id":3,"piece":"Rok","color":"W","start":"A1a","finish":"B3d"}"#, "Rok"),
        (
            "path",
            r#"{"id":3,"piece":"R","color":"W","start":"A1a","finish":"B3d","rules":"no"}"#,
            "\"no",
        ),
        (
            "path",
            r#"{"id":3,"rules":"cube","board":"[##,#X],[##,##]","piece":"R","color":"W","start":"a1I","finish":"b1I"}"#,
            "X]",
        ),
        ("mate", r#"{"id":3,"board":"[rq,##],[##,K#]","in":99}"#, "99"),
        ("mate", r#"{"id":3,"board":"[rq,##],[##,K#]","side":"red"}"#, "red"),
        ("mate", r#"{"id":3,"board":"[rq,##],[##,X#]"}"#, "X#"),
        ("moves", r#"{"id":3,"piece":"Rok","color":"W","cell":"A1a"}"#, "Rok"),
        ("moves", r#"{"id":3,"piece":"R","color":"red","cell":"A1a"}"#, "red"),
        ("moves", r#"{"id":3,"piece":"R","color":"W","cell":"A9a"}"#, "A9a"),
        (
            "moves",
            r##"{"id":3,"piece":"R","color":"W","cell":"a1I","rules":"cube","board":[["q#","bX"],["#R","#R"]]}"##,
            "X",
        ),
        ("graph", r#"{"id":3,"piece":"Bish","color":"W"}"#, "Bish"),
        (
            "path",
            r#"{"id":3,"piece":"R","color":"W","start":"A1a","finish":"B3d","safe":true}"#,
            "true",
        ),
    ] {
        let column = object.find(mistake).expect("it is there") + 1;
        let lines = format!("{{}}\n{object}\n");
        for (kind, body, line) in [("json", object, 1), ("x-ndjson", &lines, 2)] {
            let answer = server.post(&format!("/api/{path}"), &format!("application/{kind}"), body);
            let last = answer.body.lines().last().unwrap_or_default();
            let error: Value = serde_json::from_str(last).expect("JSON");
            let place = [&error["id"], &error["line"], &error["column"]].map(Value::as_u64);
            assert_eq!(place, [Some(3), Some(line), Some(column as u64)], "{object}: {error}");
        }
    }
}
