//! Fuzz targets. Each module has a function `run` that takes bytes and panics if it finds a fault.
//!
//! `fuzz_targets` connects these functions to libFuzzer, and `tests/corpus.rs` runs the kept
//! inputs. The bytes of an input are a sequence of choices, or a text after one byte of options.
//! The oracles of `tests/suite` give the expected answers.

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

/// Fuzz target, as its name and its function.
pub type Target = (&'static str, fn(&[u8]));

/// Fuzz targets in alphabetical order.
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
