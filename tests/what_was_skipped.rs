//! Prints what the other tests skipped. Cargo runs test programs in the order of their names, this
//! one last.
#![expect(clippy::print_stdout, reason = "it has no other task")]

#[allow(dead_code, reason = "the other test programs write notes")]
mod skipped;

fn main() {
    for note in skipped::take_notes() {
        println!("{note}");
    }
}
