//! Splits rows of tables into cells, which tabs, semicolons or commas separate.

use csv_core::{ReadRecordResult, Reader, ReaderBuilder};

/// Largest number of bytes of a record of several lines.
const LONGEST: usize = 1 << 14;
/// Number of failed attempts to read records of several lines. After these, each line is read
/// alone, so that the time for a hostile text stays linear.
const ATTEMPTS: usize = 100;

/// Readers of separated values.
pub(super) struct SeparatedValues {
    readers: [(u8, Reader); 3],
    failures: usize,
    /// Text and ends of the cells that were read last.
    text: Vec<u8>,
    ends: Vec<usize>,
}

impl Default for SeparatedValues {
    fn default() -> Self {
        let reader = |separator| (separator, ReaderBuilder::new().delimiter(separator).build());
        Self {
            readers: [b'\t', b';', b','].map(reader),
            failures: 0,
            text: Vec::new(),
            ends: Vec::new(),
        }
    }
}

impl SeparatedValues {
    /// Splits a line into cells. Text between quotation marks is one cell, in which a doubled mark
    /// stands for one mark.
    pub(super) fn cells(&mut self, line: &str, separator: char) -> Vec<String> {
        if separator == '|' {
            let cell = |cell: &str| {
                let lines = cell.replace("<br/>", "<br>").replace("<br />", "<br>");
                lines.replace("<br>", "\n").trim().to_owned()
            };
            return line.trim_matches('|').split('|').map(cell).collect();
        }
        let nth = self.readers.iter().position(|(known, _)| char::from(*known) == separator);
        nth.and_then(|nth| Some(self.read(nth, line)?.0)).unwrap_or_default()
    }

    /// Returns the cells of the record at the start of a text if the record has several lines, and
    /// its length in bytes.
    pub(super) fn over_lines(&mut self, text: &str) -> Option<(Vec<String>, usize)> {
        let line = &text[..memchr::memchr(b'\n', text.as_bytes())?];
        let marks = memchr::memchr_iter(b'"', line.as_bytes()).count();
        if marks.is_multiple_of(2) || self.failures >= ATTEMPTS {
            return None;
        }
        let found = (0..self.readers.len()).find_map(|nth| {
            let separator = char::from(self.readers[nth].0);
            let starts_cell = line
                .match_indices('"')
                .any(|(at, _)| line[..at].is_empty() || line[..at].ends_with(separator));
            let (cells, length) = self.read(nth, text).filter(|_| starts_cell)?;
            let is_whole = cells.len() > 1 && text[..length].contains('\n');
            (is_whole && cells.iter().all(|cell| !cell.contains("\n\""))).then_some((cells, length))
        });
        self.failures += usize::from(found.is_none());
        found
    }

    /// Returns the cells of the record at the start of a text, and its length in bytes; `None` if
    /// the record is longer than [`LONGEST`] or does not end.
    fn read(&mut self, nth: usize, text: &str) -> Option<(Vec<String>, usize)> {
        let Self { readers, text: output, ends, .. } = self;
        let reader = &mut readers[nth].1;
        reader.reset();
        output.resize(LONGEST, 0);
        ends.resize(LONGEST, 0);
        let input = &text.as_bytes()[..text.len().min(LONGEST)];
        let (mut result, length, written, mut count) = reader.read_record(input, output, ends);
        if result == ReadRecordResult::InputEmpty && input.len() == text.len() {
            let (rest, _, _, more) =
                reader.read_record(&[], &mut output[written..], &mut ends[count..]);
            (result, count) = (rest, count + more);
        }
        if result != ReadRecordResult::Record {
            return None;
        }
        let starts = [0].into_iter().chain(ends[..count].iter().copied());
        let cell = |(start, end): (usize, &usize)| {
            String::from_utf8_lossy(output.get(start..*end).unwrap_or_default()).trim().to_owned()
        };
        Some((starts.zip(&ends[..count]).map(cell).collect(), text[..length].trim_end().len()))
    }
}
