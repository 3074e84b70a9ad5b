//! The time limits of runs, which do not count the time of waiting for a core.

use std::time::Duration;

use crate::time::{RunTime, Samples};

/// Samples of a run: the state before each time in ms, with `z` for asleep and `r` for awake. The
/// processor time in ms follows, `-` if the system does not tell it, and then the limit of 300 ms
/// that the run reaches, and the time of waiting.
const RUNS: [(&str, &str, &str); 12] = [
    ("r20 r40 r60 60", "none", "0"),
    ("r100 r200 r320 310", "0.3 s of processor time", "10"),
    ("r100 r200 r320 299", "none", "21"),
    // The run waits for a core, and is not stopped by the clock.
    ("r100 r500 r2000 150", "none", "1850"),
    ("r100 r500 r9000 310", "0.3 s of processor time", "8690"),
    // The run sleeps.
    (
        "z50 z100 z150 z200 z250 z300 z350 z400 z450 z500 z550 z600 z650 z700 z750 z800 z850 10",
        "none",
        "0",
    ),
    (
        "z50 z100 z150 z200 z250 z300 z350 z400 z450 z500 z550 z600 z650 z700 z750 z800 z850 z900 10",
        "0.9 s by the clock",
        "0",
    ),
    // It sleeps for 500 ms, and waits for 1 s.
    ("z50 z100 z150 z200 z250 z300 z350 z400 z450 z500 r1500 10", "none", "990"),
    // A late sample tells the state of 50 ms only.
    ("z20 z1000 10", "none", "920"),
    ("r50 r100 r150 r200 r250 r300 r310 -", "0.3 s by the clock", "0"),
    ("z50 z100 z150 z200 z250 z300 z310 -", "0.3 s by the clock", "0"),
    ("r20 r400 -", "none", "0"),
];

#[test]
fn a_limit_by_the_clock_does_not_count_waiting_for_a_core() {
    let ms = |text: &str| Duration::from_millis(text.parse().expect(text));
    for (run, expected, waited) in RUNS {
        let (states, processor) = run.rsplit_once(' ').expect("a processor time");
        let (mut samples, mut clock) = (Samples::default(), Duration::ZERO);
        for state in states.split(' ') {
            clock = ms(&state[1..]);
            samples.add(clock, state.starts_with('z'));
        }
        let time = RunTime::new(clock, samples, (processor != "-").then(|| ms(processor)));
        let reached = time.reached(Duration::from_millis(300));
        assert_eq!(reached.map_or("none".to_owned(), |it| it.to_string()), expected, "{run}");
        assert_eq!(time.waited, ms(waited), "{run}");
    }
}

#[test]
fn a_run_that_waits_most_of_the_time_is_said_to() {
    let time = |asleep| {
        let mut samples = Samples::default();
        (1..=20).for_each(|nth| samples.add(Duration::from_millis(50) * nth, nth <= asleep));
        RunTime::new(Duration::from_secs(1), samples, Some(Duration::from_millis(100)))
    };
    assert!(time(4).is_mostly_waiting());
    assert!(!time(16).is_mostly_waiting());
}
