//! Measures the frames of the turning cube: `cargo test --test served campaign::turning -- --ignored
//! --nocapture`.

use std::path::Path;

use serde_json::Value;

use crate::web::Server;
use crate::web::browser::{Browser, until};

/// Length of the browser's trace, in seconds.
const TRACE: u64 = 12;
/// Events of the main thread that make up the work of a frame.
const WORK: [&str; 7] =
    ["FireAnimationFrame", "UpdateLayoutTree", "Layout", "PrePaint", "Paint", "Layerize", "Commit"];
/// Script that turns the cube without a pause for three seconds.
const TURN: &str = "return new Promise((resolve) => {
    const end = performance.now() + 3000;
    const turn = () => {
        if (performance.now() > end) return resolve(true);
        document.getElementById('turn-left').click();
        setTimeout(turn, 300);
    };
    turn();
});";

/// Returns `true` if a trace has its end.
fn is_whole(trace: &Path) -> bool {
    std::fs::read_to_string(trace).is_ok_and(|text| text.trim_end().ends_with('}'))
}

/// Returns the work of each frame, in milliseconds, in ascending order.
fn frames(trace: &Path) -> Vec<f64> {
    let text = std::fs::read_to_string(trace).expect("the browser has written its trace");
    let trace: Value = serde_json::from_str(&text).expect("a trace is JSON");
    let events = trace["traceEvents"].as_array().expect("a list of events");
    let start = |event: &Value| event["ts"].as_f64().unwrap_or_default();
    let is = |event: &&Value, name: &str| event["name"] == name && event["ph"] == "X";
    let mut starts: Vec<(f64, &Value)> = events
        .iter()
        .filter(|event| is(event, WORK[0]))
        .map(|event| (start(event), &event["tid"]))
        .collect();
    starts.sort_by(|one, other| one.0.total_cmp(&other.0));
    let ends = starts.iter().skip(1).map(|(start, _)| *start).chain([f64::INFINITY]);
    let work = |(&(from, thread), end): (&(f64, &Value), f64)| -> f64 {
        let own = events.iter().filter(|event| {
            event["tid"] == *thread
                && (from..end).contains(&start(event))
                && WORK.iter().any(|name| is(event, name))
        });
        own.filter_map(|event| event["dur"].as_f64()).sum::<f64>() / 1000.0
    };
    let mut frames: Vec<f64> = starts.iter().zip(ends).map(work).collect();
    frames.sort_by(f64::total_cmp);
    frames
}

#[test]
#[ignore = "takes minutes, and needs a quiet machine"]
#[expect(clippy::print_stdout, reason = "the figures stand in the guide of the page")]
fn a_frame_of_the_turning_cube_is_short() {
    let server = Server::start();
    let trace = Path::new(env!("CARGO_TARGET_TMPDIR")).join("turning.json");
    for (state, most) in [
        ("tab=tester&rules=cube&size=5&piece=Q&cell=c3(III)", 8.0),
        ("tab=mate&board=raumschach", 8.0),
        ("tab=tester&rules=cube&size=8&piece=Q&cell=d4(IV)", 8.0),
        ("tab=path", 16.0),
        ("tab=tester&rules=cube&size=10&piece=Q&cell=e5(V)", 16.0),
        ("tab=path&rules=cube&size=10&piece=N&cell=a1(I)", 32.0),
    ] {
        let traced = [
            "--trace-startup=devtools.timeline".to_owned(),
            "--trace-startup-format=json".to_owned(),
            format!("--trace-startup-duration={TRACE}"),
            format!("--trace-startup-file={}", trace.display()),
        ];
        // The last trace is none of this browser.
        let _ = std::fs::remove_file(&trace);
        let Some(browser) = Browser::with(&traced) else { return };
        browser.open(&format!("{}#view=stack&{state}", server.address));
        browser.run(TURN);
        std::thread::sleep(std::time::Duration::from_secs(TRACE));
        until("the trace is written", || is_whole(&trace));
        let frames = frames(&trace);
        let at = |part: usize| frames[frames.len() * part / 100];
        println!(
            "{state}: {} frames, {:.1} ms in the median, {:.1} ms for 95 of 100",
            frames.len(),
            at(50),
            at(95)
        );
        assert!(at(50) <= most, "{state}");
    }
}
