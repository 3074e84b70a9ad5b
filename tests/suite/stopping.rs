//! Checks that every long computation regularly asks its `Control` whether to stop, and stops on
//! request.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use kubikschach::api::{self, Command, Context, ErrorKind, Fields, Limits, Question};
use kubikschach::control::Control;

use crate::crowded::crowded;

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
        let read = Question::read(Command::Play, &fields, &mut context);
        let stopped = read.map(drop).map_err(|error| error.kind);
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
        (Command::Graph, r#"{"piece":"Q","color":"W","rules":"cube","size":32}"#),
        (Command::Path, &path),
        (
            Command::Path,
            r#"{"rules":"cube","size":32,"piece":"N","color":"W","start":"a1I","finish":"b1I"}"#,
        ),
        (Command::Distances, r#"{"rules":"cube","size":32,"piece":"N","color":"W","start":"a1I"}"#),
        (Command::Distances, &among),
        (Command::Mate, &explained),
        (Command::Mate, searched),
        (Command::Picture, &pictured),
        (Command::Perft, r#"{"position":"start","depth":9}"#),
        (Command::Endgame, r#"{"pieces":"KQRk","rules":"cube","size":5}"#),
    ] {
        let fields = Fields::of_object(object).expect("an object");
        let question = Question::read(command, &fields, &mut Context::new(Limits::NONE));
        let question = question.unwrap_or_else(|error| panic!("{object}: {error}"));
        // The control stops the work at its first call, or after five calls.
        for most in [0, 5] {
            let asked = AtomicU64::new(0);
            let watch = |_| match asked.fetch_add(1, Ordering::Relaxed) {
                nth if nth < most => ControlFlow::Continue(()),
                _ => ControlFlow::Break(()),
            };
            let answer = api::answer(&question, &Control::new(&watch));
            let error = answer.map(drop).expect_err(object);
            assert_eq!(error.kind, ErrorKind::Stopped, "{object}: {error}");
        }
    }
}
