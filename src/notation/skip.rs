//! Skipping of text after a broken record. The documentation of [`notation`](super) states the
//! rules.

use memchr::{memchr, memrchr};

use super::Next;
use super::cursor::{Cursor, Stop, blank};
use crate::mistake::Mistake;

/// The text that a reader skips before the next record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Skip {
    /// The reader skips blanks and line ends.
    #[default]
    Blanks,
    /// The reader skips lines up to an empty line or a line that starts a record.
    Lines,
    /// The reader skips the rest of the current line. It then continues as for [`Skip::Lines`] if
    /// the boolean is true, else as for [`Skip::Blanks`].
    Line(bool),
}

/// The properties of lines in a text with boards or queries: their maximum length, and which lines
/// start a record.
pub(super) trait RecordLines {
    /// Returns the maximum length of a line in bytes. After a mistake, a longer line is cut there.
    fn longest_line(&self) -> usize;

    /// Returns `true` if parsing can resume at this line after a broken record, because the line
    /// starts a record.
    fn starts_record(&self, line: &Cursor<'_>) -> Result<bool, Stop>;
}

impl Skip {
    /// Skips text and returns the byte offset of the next record. The error is [`Next::Done`] if
    /// the text has no further record, or [`Next::NeedMore`] if more text must arrive first.
    pub(super) fn start<T>(
        &mut self,
        text: &[u8],
        ended: bool,
        lines: &impl RecordLines,
    ) -> Result<usize, Next<T>> {
        let more = Next::NeedMore;
        let mut at = 0;
        let mut skip = *self;
        loop {
            skip = match skip {
                Self::Blanks => {
                    let mut cursor = Cursor::new(text, at, true);
                    // The cursor's field `ended` is true, so `skip_space` cannot ask for more text.
                    let _ = cursor.skip_space();
                    if cursor.rest().is_empty() {
                        break;
                    }
                    let is_known = Cursor { ended, ..cursor }.has_character();
                    return if is_known { Ok(cursor.at) } else { Err(more) };
                }
                Self::Lines => match Self::resumes(Cursor::new(text, at, ended), lines) {
                    Ok(true) => Self::Blanks,
                    Ok(false) => Self::Line(true),
                    Err(_) if text[at..].trim_ascii().is_empty() => break,
                    Err(_) => return Err(more),
                },
                Self::Line(then_lines) => {
                    let Some(length) = memchr(b'\n', &text[at..]) else { break };
                    at += length + 1;
                    if then_lines { Self::Lines } else { Self::Blanks }
                }
            };
        }
        *self = skip;
        Err(Next::Done)
    }

    fn resumes(line: Cursor<'_>, lines: &impl RecordLines) -> Result<bool, Stop> {
        let (mut line, is_cut) = line.cut_after(lines.longest_line() + 1);
        let resumes = line.skip_blanks().and_then(|()| match line.peek()? {
            None | Some(b'\n' | b'[' | b'{') => Ok(true),
            Some(_) => lines.starts_record(&line),
        });
        if is_cut { Ok(resumes.unwrap_or(false)) } else { resumes }
    }

    /// Ends a valid record at the cursor; a line end at the cursor becomes part of the record.
    pub(super) fn ends<T>(&mut self, cursor: &Cursor<'_>, record: T) -> Next<T> {
        *self = Self::Blanks;
        let line_end = usize::from(cursor.rest().first() == Some(&b'\n'));
        Next::Record { end: cursor.at + line_end, result: Ok(record) }
    }

    /// Ends a broken record that starts at `start` and has its mistake at the cursor.
    ///
    /// The record ends with the line of the mistake. If that line has only opening brackets before
    /// the mistake and could start another record, the broken record ends before that line.
    pub(super) fn broken<T>(
        &mut self,
        cursor: &Cursor<'_>,
        start: usize,
        mistake: Mistake,
        lines: &impl RecordLines,
    ) -> Next<T> {
        let before = &cursor.text[start..cursor.at.min(cursor.text.len())];
        let line = memrchr(b'\n', before).map(|end| start + end + 1);
        if let Some(line) = line.filter(|line| only_brackets(&cursor.text[*line..cursor.at])) {
            match Self::resumes(Cursor { at: line, ..*cursor }, lines) {
                Ok(true) => {
                    *self = Self::Lines;
                    return Next::Record { end: line, result: Err(mistake) };
                }
                Ok(false) => {}
                Err(_) => return Next::NeedMore,
            }
        }
        self.ends_line(cursor, Err(mistake), Self::Lines, lines.longest_line())
    }

    /// Ends a record at the end of the cursor's line. `then` is the text that the reader skips
    /// before the next record. If the line has more than `longest` bytes after the cursor, it is
    /// cut there, and its rest is skipped too.
    pub(super) fn ends_line<T>(
        &mut self,
        cursor: &Cursor<'_>,
        result: Result<T, Mistake>,
        then: Self,
        longest: usize,
    ) -> Next<T> {
        let rest = cursor.rest();
        let line = &rest[..rest.len().min(longest + 1)];
        let (length, skip) = match memchr(b'\n', line) {
            Some(length) => (length + 1, then),
            None if line.len() > longest => (line.len(), Self::Line(then == Self::Lines)),
            None if cursor.ended => (line.len(), then),
            None => return Next::NeedMore,
        };
        *self = skip;
        Next::Record { end: cursor.text.len() - rest.len() + length, result }
    }
}

fn only_brackets(mut text: &[u8]) -> bool {
    while let [first, ..] = text {
        let length = if *first == b'[' { 1 } else { blank(text) };
        if length == 0 {
            return false;
        }
        text = &text[length..];
    }
    true
}
