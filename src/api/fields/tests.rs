//! Tests of fields with mistakes, defaults and limits.

use super::*;

fn error(object: &str, ask: impl Fn(&Fields<'_>) -> Result<(), Error>) -> (String, String) {
    let fields = Fields::of_object(object).expect("an object");
    let error = ask(&fields).expect_err("it is wrong");
    let placed = fields.place(&error);
    (placed.message.clone(), object[placed.span()].to_owned())
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
            assert_eq!((error.span().start, found.map(RawValue::get)), (object.len() - 1, id));
        }
    }
}

#[test]
fn an_error_in_an_array_of_moves_marks_the_move() {
    let object = r#"{"rules": "raumschach", "moves": ["Ab1-Aa3", "Eb5-Ea3 \u0041a3-Aa4"]}"#;
    let fields = Fields::of_object(object).expect("an object");
    let mut context = crate::api::Context::new(crate::api::Limits::NONE);
    let error = crate::api::PlayQuestion::read(&fields, &mut context).expect_err("it is illegal");
    assert_eq!(&object[fields.place(&error).span()], r"\u0041a3-Aa4");
}

#[test]
fn an_unknown_field_is_an_error_at_its_name() {
    let object = r#"{"rout\u0065s": true}"#;
    let (message, place) = error(object, |fields| fields.expect_only("path", &["route"]));
    assert_eq!(message, "expected a field of `path` (route), but found `routes`");
    assert_eq!(place, r#""rout\u0065s""#);
}

#[test]
fn a_wrong_type_is_an_error_at_its_value() {
    let object = r#"{"id": null, "route": "yes", "size": 2.5, "piece": ["K"]}"#;
    let (message, place) = error(object, |fields| fields.flag("route").map(drop));
    assert_eq!(message, r#"expected true or false in `route`, but found `"yes"`"#);
    assert_eq!(place, r#""yes""#);
    let size = |fields: &Fields<'_>| fields.number("size", "a size", 2..=64, 32).map(drop);
    assert_eq!(error(object, size).0, "expected a size from 2 to 32, but found 2.5");
    let (message, place) = error(object, |fields| fields.required("piece").map(drop));
    assert_eq!(message, r#"expected a string in `piece`, but found `["K"]`"#);
    assert_eq!(place, r#"["K"]"#);
}

#[test]
fn a_field_of_the_object_wins_over_an_option() {
    let options = Fields::of_options([("route", None), ("size", Some("5"))]);
    let object = Fields::of_object(r#"{"route": false, "size": null}"#).expect("an object");
    let fields = object.with_defaults(&options);
    assert_eq!(fields.flag("route"), Ok(false));
    assert_eq!(fields.number("size", "a size", 2..=64, 64), Ok(Some(5)));
    assert!(!fields.has("route"));
}

#[test]
fn an_error_about_an_option_names_the_option() {
    let options = Fields::of_options([("size", Some("99")), ("board", Some("["))]);
    let fields = Fields::of_object("{}").expect("an object").with_defaults(&options);
    let size = fields.number("size", "a size", 2..=64, 64).expect_err("it is out of range");
    let message = "--size: expected a size from 2 to 64, but found 99";
    assert_eq!(fields.place(&size).message, message);
    let board = Error::at("board", Diagnostic::new(1..1, "expected a row"));
    assert_eq!(fields.place(&board).message, "--board: expected a row");
}

#[test]
fn only_more_than_a_limit_is_an_error_about_it() {
    for (object, kind) in [
        (r#"{"size": 33}"#, crate::api::ErrorKind::Limit),
        (r#"{"size": 1e99}"#, crate::api::ErrorKind::Limit),
        (r#"{"size": 1}"#, crate::api::ErrorKind::Bad),
    ] {
        let fields = Fields::of_object(object).expect("an object");
        let size = fields.number("size", "a size", 2..=64, 32);
        assert_eq!(size.expect_err("it is out of range").kind, kind, "{object}");
    }
}

#[test]
fn a_field_given_twice_is_an_error_that_keeps_the_id() {
    let (error, id) = Fields::of_object(r#"{"id": 7, "a": 1, "\u0061": 2}"#).expect_err("twice");
    assert_eq!(error.message, "expected each field once, but found `a` twice");
    assert_eq!(id.map(RawValue::get), Some("7"));
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
        assert_eq!(memory(text).ok(), bytes, "{text}");
    }
}
