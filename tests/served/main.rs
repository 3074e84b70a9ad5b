//! Tests of `kubikschach serve` and its page.
#![cfg(all(feature = "serve", unix))]

mod alike;
mod corners;
mod crowded;
mod dear;
mod errors;
mod files;
mod mate_in;
mod options;
mod page;
mod serve;
#[path = "../skipped/mod.rs"]
#[allow(dead_code, reason = "another program takes the notes")]
mod skipped;
mod stopping;
mod web;

/// Tests that drive a browser, or wait for time limits of half a minute.
mod slow {
    mod deadlines;
    mod dear;
    mod page;
    mod page_access;
    mod page_among;
    mod page_angles;
    mod page_boards;
    mod page_examples;
    mod page_faults;
    mod page_hands;
    mod page_hosted;
    mod page_kinds;
    mod page_layout;
    mod page_levels;
    mod page_lines;
    mod page_links;
    mod page_looks;
    mod page_mate_in;
    mod page_opening;
    mod page_palette;
    mod page_playing;
    mod page_position;
    mod page_problems;
    mod page_reasons;
    mod page_stepping;
    mod page_touch;
    mod page_tries;
    mod page_turning;
    mod page_typing;
    mod page_waiting;
    mod page_walk;
}

/// Tests of minutes, which run by name only.
mod campaign {
    mod load;
    mod page;
    mod turning;
}
