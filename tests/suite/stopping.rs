//! Checks that every long computation regularly asks its `Control` whether to stop, and stops on
//! request.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use kubikschach::api::{Context, ErrorKind, Fields, Limits, ask};
use kubikschach::control::Control;

use crate::common::crowded::crowded;

#[test]
fn parsing_a_long_game_stops_on_request() {
    let moves = "c1I-b1I a3III-b3III b1I-c1I b3III-a3III ".repeat(100);
    let object = format!(
        r#"{{"rules":"cube","position":"[k##,###,###],[###,###,###],[###,###,##K]","moves":"{moves}"}}"#
    );
    let fields = Fields::of_object(&object).expect("an object");
    for most in [3, 400] {
        let asked = AtomicU64::new(0);
        let watch = |_| match asked.fetch_add(1, Ordering::Relaxed) {
            nth if nth < most => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        };
        let mut context = Context::new(Limits::NONE).with_control(Control::new(&watch));
        let answered = ask("play", &fields, &mut context, &Control::FREE, &mut Vec::new());
        let stopped = answered.map_err(|error| error.kind);
        assert_eq!(stopped, if most == 3 { Err(ErrorKind::Stopped) } else { Ok(()) });
    }
}

#[test]
fn every_long_question_stops_on_request() {
    let crowded = crowded();
    let among = format!(
        r#"{{"rules":"cube","piece":"K","color":"W","start":"e5(IV)","board":"{crowded}","safe":true}}"#
    );
    let path = among.replace('}', r#","finish":"a1(IX)"}"#);
    let mate = "[k##,###,###],[###,###,###],[##r,###,##K]";
    let explained = format!(r#"{{"board":"{mate}","force":true,"explain":true}}"#);
    let pictured = format!(r#"{{"command":"mate","board":"{mate}","force":true}}"#);
    let searched = r#"{"board":"[k##,###,###],[###,###,###],[###,##R,##K]","in":10}"#;
    for (command, object) in [
        ("graph", r#"{"piece":"Q","color":"W","rules":"cube","size":32}"#),
        ("path", &path),
        (
            "path",
            r#"{"rules":"cube","size":32,"piece":"N","color":"W","start":"a1I","finish":"b1I"}"#,
        ),
        ("distances", r#"{"rules":"cube","size":32,"piece":"N","color":"W","start":"a1I"}"#),
        ("distances", &among),
        ("mate", &explained),
        ("mate", searched),
        ("picture", &pictured),
        ("perft", r#"{"position":"start","depth":9}"#),
        ("endgame", r#"{"pieces":"KQRk","rules":"cube","size":5}"#),
        ("board", r#"{"rules":"cube","size":20,"board":{"cells":{"a1(I)":"K"}}}"#),
        ("play", r#"{"legal_moves":true}"#),
    ] {
        let fields = Fields::of_object(object).expect("an object");
        // The control stops the work at its first call, or after five calls.
        for most in [0, 5] {
            let asked = AtomicU64::new(0);
            let watch = |_| match asked.fetch_add(1, Ordering::Relaxed) {
                nth if nth < most => ControlFlow::Continue(()),
                _ => ControlFlow::Break(()),
            };
            let (mut context, control) = (Context::new(Limits::NONE), Control::new(&watch));
            let answer = ask(command, &fields, &mut context, &control, &mut Vec::new());
            let error = answer.expect_err(object);
            assert_eq!(error.kind, ErrorKind::Stopped, "{object}: {error}");
        }
    }
}
