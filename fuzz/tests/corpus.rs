//! Runs the kept inputs of every fuzz target, with a stable compiler.

use std::fs;
use std::panic;
use std::path::{Path, PathBuf};

use kubikschach_fuzz::TARGETS;

#[test]
fn no_input_of_the_corpus_finds_a_mistake() {
    for (name, run) in TARGETS {
        let inputs = inputs(name);
        assert!(!inputs.is_empty(), "`{name}` has no inputs");
        for input in inputs {
            let data = fs::read(&input).expect("inputs are readable");
            let done = panic::catch_unwind(|| run(&data));
            assert!(done.is_ok(), "{} fails", input.display());
        }
    }
}

fn inputs(target: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target);
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut inputs: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    inputs.sort();
    inputs
}
