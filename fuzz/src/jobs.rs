//! Several threads: a byte for the options, then a text, as `ndjson` has it, which comes again and again
//! until it is long enough for them.

use std::io::Cursor;

use crate::ndjson::answers;

/// The first mebibyte is answered by one thread, and what follows cut into blocks of a quarter of one.
const LENGTH: usize = 7 << 18;
/// Longer texts would seldom be cut at every place between their bytes.
const LONGEST: usize = 300;

/// The answers are those of one thread, byte by byte.
pub fn run(data: &[u8]) {
    let [options, text @ ..] = data else { return };
    let text = &text[..text.len().min(LONGEST)];
    let long: Vec<u8> = text.iter().copied().cycle().take(LENGTH).collect();
    let alone = answers(*options, 1, Cursor::new(long.clone()));
    let jobs = 2 + usize::from(options >> 6);
    assert!(answers(*options, jobs, Cursor::new(long)) == alone);
}
