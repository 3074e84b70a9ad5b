//! Checks the fields of questions: JSON objects and options with mistakes, defaults and limits.

use kubikschach::api::{Context, ErrorKind, Fields, Limits, ask};
use kubikschach::control::Control;

const KING: &str = r#""piece": "King", "color": "W", "start": "A1a", "finish": "B3d""#;

/// Returns the answer of `command` to the fields, or the kind of the error, its message and the text
/// that it marks in `object`.
fn answer(
    command: &str,
    object: &str,
    options: &[(&str, Option<&str>)],
    limits: Limits,
) -> Result<String, (ErrorKind, String, String)> {
    let defaults = Fields::of_options(options.iter().copied());
    let fields = Fields::of_object(object).expect("an object").with_defaults(&defaults);
    let (mut context, mut out) = (Context::new(limits), Vec::new());
    match ask(command, &fields, &mut context, &Control::FREE, &mut out) {
        Ok(()) => Ok(String::from_utf8(out).expect("answers are text")),
        Err(error) => {
            let marked = object.get(error.mistake.span()).unwrap_or_default().to_owned();
            Err((error.kind, error.mistake.message, marked))
        }
    }
}

#[test]
fn an_object_without_its_end_is_an_error_at_one_place_with_its_id() {
    for end in ["", "\n", " \r\n"] {
        for (object, id) in [
            (r#"{"id": 7, "piece": "King""#, Some("7")),
            (r#"{"piece": "King", "id": 7"#, None),
            (r#"{"piece": "King""#, None),
        ] {
            let text = format!("{object}{end}");
            let (error, found) = Fields::of_object(&text).expect_err("it has no end");
            assert_eq!(error.message, "expected a JSON object, but the text ends inside an object");
            let found = found.map(ToString::to_string);
            assert_eq!((error.span().start, found.as_deref()), (object.len() - 1, id));
        }
    }
}

/// Objects with a mistake: the command, the object, the message and the text that it marks.
const MISTAKES: &[(&str, &str, &str, &str)] = &[
    (
        "play",
        r#"{"rules": "raumschach", "moves": ["Ab1-Aa3", "Eb5-Ea3 \u0041a3-Aa4"]}"#,
        "move 2, White's: illegal move `Aa3-Aa4`: a knight moves 2 along one axis and 1 along another",
        r"\u0041a3-Aa4",
    ),
    (
        "play",
        r#"{"rules": "raumschach", "moves": "\u0041b1-Aa3 \ud83d\ude00"}"#,
        "move 1, Black's: expected a move such as `Da4-Ca4`, but found `😀`",
        r"\ud83d\ude00",
    ),
    (
        "graph",
        r#"{"rout\u0065s": true}"#,
        "expected a field of `graph` (piece, color, rules, size), but found `routes`",
        r#""rout\u0065s""#,
    ),
    (
        "path",
        r#"{"id": null, "route": "yes"}"#,
        r#"expected true or false in `route`, but found `"yes"`"#,
        r#""yes""#,
    ),
    (
        "mate",
        r#"{"size": 2.5, "board": "start"}"#,
        "expected a size from 2 to 64, but found 2.5",
        "2.5",
    ),
    (
        "graph",
        r#"{"piece": ["K"]}"#,
        r#"expected a string in `piece`, but found `["K"]`"#,
        r#"["K"]"#,
    ),
    (
        "path",
        r#"{"piece": "\ud800"}"#,
        r#"expected a string in `piece`, but found `"\ud800"`"#,
        r#""\ud800""#,
    ),
];

#[test]
fn a_mistake_in_a_field_is_marked_as_it_is_written() {
    for (command, object, message, marked) in MISTAKES {
        let (_, found, at) =
            answer(command, object, &[], Limits::NONE).expect_err("it has a mistake");
        assert_eq!((found.as_str(), at.as_str()), (*message, *marked), "{object}");
    }
}

#[test]
fn a_field_of_the_object_wins_over_an_option() {
    let options = [("route", None), ("size", Some("5")), ("rules", Some("cube"))];
    let object = format!(
        r#"{{{}, "route": false, "size": null}}"#,
        KING.replace("A1a", "a1(I)").replace("B3d", "e5(V)")
    );
    let found = answer("path", &object, &options, Limits::NONE).expect("an answer");
    // The size is that of the option, and the answer has no route.
    assert!(found.ends_with("\"moves\":4}\n"), "{found}");
}
#[test]
fn an_error_about_an_option_names_the_option() {
    for (options, message) in [
        (
            [("size", Some("99")), ("board", Some("start"))],
            "--size: expected a size from 2 to 64, but found 99",
        ),
        (
            [("size", Some("3")), ("board", Some("["))],
            "--board: expected a row of letters, but found the end of the input",
        ),
    ] {
        let (_, found, _) =
            answer("mate", "{}", &options[..], Limits::NONE).expect_err("a mistake");
        assert_eq!(found, message);
    }
}

#[test]
fn only_more_than_a_limit_is_an_error_about_it() {
    for (size, kind) in
        [("33", ErrorKind::Limit), ("1e99", ErrorKind::Limit), ("1", ErrorKind::Bad)]
    {
        let object = format!(r#"{{"rules": "cube", "piece": "King", "size": {size}}}"#);
        let found = answer("graph", &object, &[], Limits::SERVED);
        assert_eq!(found.expect_err("it is out of range").0, kind, "{object}");
    }
}

#[test]
fn a_field_given_twice_is_an_error_that_keeps_the_id() {
    let (error, id) = Fields::of_object(r#"{"id": 7, "a": 1, "\u0061": 2}"#).expect_err("twice");
    assert_eq!(error.message, "expected each field once, but found `a` twice");
    assert_eq!(id.map(ToString::to_string).as_deref(), Some("7"));
}

#[test]
fn amounts_of_memory_have_a_unit_or_are_bytes() {
    for (text, bytes) in [
        ("512", Some(512)),
        ("512B", Some(512)),
        ("3k", Some(3 << 10)),
        ("512 MB", Some(512 << 20)),
        ("1GiB", Some(1 << 30)),
        ("2T", Some(2 << 40)),
        ("512iB", None),
        ("1Gi", None),
        ("0M", None),
        ("16777216T", None),
    ] {
        let object = format!(r#"{{"rules":"cube","size":2,"pieces":"Kk","memory":"{text}"}}"#);
        // Only an amount over the limit is an error about the limit.
        let is_over = |limit: u64| {
            let limits = Limits { endgame_memory: limit, ..Limits::NONE };
            let error = answer("endgame", &object, &[], limits).err();
            error.is_some_and(|(_, message, _)| message.starts_with("expected at most"))
        };
        let is_size = |bytes: &u64| is_over(bytes - 1) && !is_over(*bytes);
        assert_eq!(bytes.is_some_and(|bytes| is_size(&bytes)), bytes.is_some(), "{text}");
        assert_eq!(is_over(0), bytes.is_some(), "{text}");
    }
}

#[test]
fn an_object_is_read_if_and_only_if_it_is_json_with_each_field_once() {
    let signs = [
        "{", "}", "[", "]", ",", ":", " ", "\n", "\u{c}", "\"", "\"a\"", "\"\\\\\"", "1", "-",
        "true",
    ];
    let mut random = fastrand::Rng::with_seed(1);
    let mut found = [0, 0];
    for _ in 0..200_000 {
        let inner: String =
            (0..random.usize(..9)).map(|_| signs[random.usize(..signs.len())]).collect();
        let text = format!("{{{inner}}}");
        let is_json = serde_json::from_str::<serde_json::Value>(&text).is_ok();
        let is_read = match Fields::of_object(&text) {
            Ok(_) => true,
            Err((error, _)) => error.message.starts_with("expected each field once"),
        };
        assert_eq!(is_read, is_json, "{text}");
        found[usize::from(is_json)] += 1;
    }
    assert!(found[0] > 100_000 && found[1] > 500, "{found:?}");
}
