//! The wait for the rest of an incomplete record.

use super::tokens::LONGEST_LINE;

/// The length in bytes up to which a record is tried at every line end, even inside brackets, so
/// that a mistake on the first line is reported at once.
const SHORT: usize = 1 << 12;

/// The text after the last try to parse an incomplete record.
///
/// A record is parsed from its start each time. It is tried again only if it may be complete, so
/// that a text that arrives byte by byte takes no quadratic time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Waiting {
    start: usize,
    /// The length of the text at the last try.
    tried: usize,
    /// The byte offset up to which `depth` and `line_ends` are counted.
    seen: usize,
    /// The number of brackets that are open.
    depth: usize,
    /// The number of line ends after the last character that is not a blank.
    line_ends: usize,
}

impl Waiting {
    /// Returns the state after a try that needed more than `text`. `before` is the state before
    /// that try; `None` if it was the first one. The record starts at `start`.
    pub(super) fn after(before: Option<Self>, text: &[u8], start: usize) -> Self {
        let new = Self { start, tried: 0, seen: start, depth: 0, line_ends: 0 };
        let mut waiting = Self { tried: text.len(), ..before.unwrap_or(new) };
        while waiting.may_end(text) {}
        waiting
    }

    /// Returns `true` if the record may be complete: a line or a bracket has ended since the last
    /// try, and no bracket is open. The result is also `true` if more than [`LONGEST_LINE`] bytes
    /// have arrived since the last try, because the line may be too long.
    pub(super) fn is_worth_a_try(&mut self, text: &[u8]) -> bool {
        self.may_end(text) || text.len().saturating_sub(self.tried) > LONGEST_LINE
    }

    /// Goes to the next place in the new text where the record may end, and returns `true` if there
    /// is one. Of several empty lines, only the first counts, because more of them change nothing.
    fn may_end(&mut self, text: &[u8]) -> bool {
        for byte in text.get(self.seen..).unwrap_or_default() {
            self.seen += 1;
            match byte {
                b'\n' => self.line_ends += 1,
                byte if byte.is_ascii_whitespace() => continue,
                _ => self.line_ends = 0,
            }
            match byte {
                b'[' | b'(' | b'{' => self.depth += 1,
                b']' | b')' | b'}' => self.depth = self.depth.saturating_sub(1),
                _ => {}
            }
            let ends = matches!(byte, b']' | b')' | b'}') || (1..=2).contains(&self.line_ends);
            if ends && (self.depth == 0 || self.seen - self.start <= SHORT) {
                return true;
            }
        }
        false
    }
}
