//! Where a broken board ends, so that the boards after it can be read.
//!
//! Nobody can know for sure. A board on one line ends with its line; one on several lines goes on
//! as long as it looks like the same board.

/// The length of the broken board at the front of the text, and whether more text could make it
/// longer.
pub(super) fn length(text: &[u8]) -> (usize, bool) {
    let start = text.len() - text.trim_ascii_start().len();
    let record = &text[start..];
    let (length, ended) = if opens_board(record) { brackets(record) } else { grid(record) };
    (start + length, !ended)
}

/// Goes on after a comma or an open bracket, and while brackets are open until a line that starts
/// a board of its own.
fn brackets(text: &[u8]) -> (usize, bool) {
    let (mut depth, mut end) = (0_usize, 0);
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        for byte in line {
            match byte {
                b'[' => depth += 1,
                b']' => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        end += line.len();
        let goes_on = matches!(line.trim_ascii_end().last(), Some(b',' | b'['));
        let next = &text[end..];
        if !goes_on && (depth == 0 || opens_board(next)) {
            return (end, line.ends_with(b"\n"));
        }
    }
    (end, false)
}

/// Goes on to the number of lines or levels that the first row asks for.
fn grid(text: &[u8]) -> (usize, bool) {
    let mut lines = text.split_inclusive(|&byte| byte == b'\n');
    let Some(first) = lines.next() else { return (0, false) };
    let edge = first.trim_ascii_end().iter().take_while(|byte| !byte.is_ascii_whitespace()).count();
    let mut end = first.len();
    let (mut rows, mut levels, mut in_level) = (1, 0, true);
    for line in lines {
        let empty = line.trim_ascii().is_empty();
        levels += usize::from(empty && in_level);
        in_level = !empty;
        rows += usize::from(!empty);
        let full = rows > edge.saturating_mul(edge) || levels >= edge;
        if full || opens_board(line) {
            return (end, true);
        }
        end += line.len();
    }
    (end, false)
}

/// Whether the text starts with a bracket or with the size of a board, such as `n=3`.
fn opens_board(text: &[u8]) -> bool {
    let size = text.strip_prefix(b"n").map(<[u8]>::trim_ascii_start);
    text.starts_with(b"[") || size.is_some_and(|rest| rest.starts_with(b"="))
}
