//! Checks the errors with which the server answers malformed JSON objects.

use serde_json::Value;

use crate::serve::JSON;
use crate::web::Server;

#[test]
fn errors_have_the_position_and_the_id_of_their_record() {
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
            "\"safe",
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

/// The place counts the characters of the field's text, however the text is escaped.
#[test]
fn errors_name_their_field_and_the_place_in_its_text() {
    let server = Server::start();
    for (path, object, field, at) in [
        ("mate", r#"{"id":3,"board":"[rq,##],[##,X#]"}"#, "board", Some([12, 13])),
        ("mate", r#"{"board":"[rq,##]\u002c\n[\u0023#,\u00e9#]"}"#, "board", Some([13, 14])),
        ("mate", r#"{"board":[["rq","nb"],["nb","Xb"]]}"#, "board", Some([20, 21])),
        ("mate", r#"{"board":{"cells":{"a1(I)":"X"}}}"#, "board", Some([18, 21])),
        ("mate", r#"{"board":{"cells":{"a9(I)":"K"}}}"#, "board", Some([10, 17])),
        ("mate", r#"{"board":{"cells":{},"sid":"w"}}"#, "board", Some([12, 17])),
        ("mate", r#"{"board":"raumschach","rules":"cube"}"#, "board", Some([0, 10])),
        ("board", r#"{"board":"Ka1(I) qx2(I)"}"#, "board", Some([8, 13])),
        ("mate", r#"{"board":"[rq,##],[##,K#]","in":99}"#, "in", None),
        ("mate", r#"{"board":"[rq,##],[##,K#]","inn":99}"#, "inn", None),
        ("moves", r#"{"piece":"Rok","color":"W","cell":"A1a"}"#, "piece", Some([0, 3])),
        ("moves", r#"{"piece":"Rook red","cell":"A1a"}"#, "piece", Some([5, 8])),
        ("moves", r#"{"piece":"Rook W","color":"W","cell":"A1a"}"#, "color", None),
        ("path", r#"{"piece":"R","color":"W","start":"A1a"}"#, "", None),
    ] {
        let answer = server.post(&format!("/api/{path}"), JSON, object);
        let error: Value = serde_json::from_str(&answer.body).expect("JSON");
        assert_eq!(error["field"].as_str().unwrap_or_default(), field, "{object}: {error}");
        let place = serde_json::to_value(at).expect("JSON");
        assert_eq!(error["at"], place, "{object}: {error}");
    }
}

#[test]
fn errors_name_fields_instead_of_options() {
    let server = Server::start();
    for (path, object, message, hint) in [
        (
            "mate",
            r#"{"board":"[rq,##],[##,#q]"}"#,
            "expected 1 white king, but found none",
            "add `force` to answer even if the position is illegal",
        ),
        (
            "mate",
            r#"{"board":"[k##,###,###],[###,###,###],[##r,###,##K]","side":"black","in":1}"#,
            "the white king is in check, but Black is to move",
            "`side` white asks about the white king; add `force` to answer even if the position is illegal",
        ),
        (
            "mate",
            r#"{"board":"[rk,##],[##,Kr]","rules":"kubikschach"}"#,
            "the rule set `kubikschach` defines no check, so there is no verdict",
            "use `rules` `cube`, which defines check on boards of any size",
        ),
        (
            "path",
            r#"{"piece":"R","color":"W","start":"a1I","finish":"b1I","rules":"cube","size":1}"#,
            "expected a size from 2 to 32, but found 1",
            "",
        ),
        (
            "path",
            r#"{"piece":"R","color":"W","start":"a1I","finish":"d1I","rules":"cube"}"#,
            "expected a cell such as `a1(I)` (up to `c3(III)`), but found `d1I`",
            "the board is 3×3×3 by default; add `size` N",
        ),
        (
            "distances",
            r#"{"piece":"R","color":"W","start":"d1I","rules":"cube"}"#,
            "expected a cell such as `a1(I)` (up to `c3(III)`), but found `d1I`",
            "the board is 3×3×3 by default; add `size` N",
        ),
        (
            "moves",
            r#"{"piece":"R","color":"W","cell":"d1I","rules":"cube","size":3}"#,
            "expected a cell such as `a1(I)` (up to `c3(III)`), but found `d1I`",
            "",
        ),
        (
            "picture",
            r#"{"command":"moves","piece":"R","color":"W","cell":"d1I","rules":"cube"}"#,
            "expected a cell such as `a1(I)` (up to `c3(III)`), but found `d1I`",
            "the board is 3×3×3 by default; add `size` N",
        ),
    ] {
        let answer = server.post(&format!("/api/{path}"), JSON, object);
        let error: Value = serde_json::from_str(&answer.body).expect("JSON");
        let told = ["error", "hint"].map(|key| error[key].as_str().unwrap_or_default());
        assert_eq!(told, [message, hint], "{object}");
    }
}
