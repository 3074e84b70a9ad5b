//! The fuzz targets: each module has a `run` that takes bytes and panics if it finds a mistake.
//!
//! `fuzz_targets` connects them to libFuzzer. `tests/corpus.rs` runs the kept inputs. The first
//! byte of a text chooses options; other inputs are sequences of choices. The oracles of
//! `tests/suite` give the second opinions.

#[allow(dead_code, reason = "the tests need more of it")]
#[path = "../../tests/suite/common/mod.rs"]
mod common;
#[allow(dead_code, reason = "the tests need more of it")]
#[path = "../../tests/suite/oracle/mod.rs"]
mod oracle;

pub mod boards;
pub mod cases;
mod choices;
pub mod forms;
pub mod framing;
pub mod games;
pub mod http;
mod items;
pub mod mates;
pub mod ndjson;
pub mod paths_among;
pub mod queries;
pub mod rules;
pub mod sessions;

/// A target: its name, and what it does.
pub type Target = (&'static str, fn(&[u8]));

/// All targets.
pub const TARGETS: [Target; 12] = [
    ("boards", boards::run),
    ("cases", cases::run),
    ("forms", forms::run),
    ("framing", framing::run),
    ("games", games::run),
    ("http", http::run),
    ("mates", mates::run),
    ("ndjson", ndjson::run),
    ("paths_among", paths_among::run),
    ("queries", queries::run),
    ("rules", rules::run),
    ("sessions", sessions::run),
];
