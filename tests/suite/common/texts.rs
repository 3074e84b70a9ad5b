//! Texts as readers take them: whether each is survived, and its records are the same however it is cut.

use std::fmt::Debug;

use kubikschach::diagnostic::Diagnostic;
use kubikschach::notation::{Frame, Reader, Text};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

use super::coverage::Coverage;
use super::is_within;

/// Where a record is, with the byte after all of the text that tells about it; and the record, or
/// what is wrong with it.
pub(crate) type Framed<T> = ([usize; 3], Result<T, Diagnostic>);

/// What a text reads to as far as it is framed.
pub(crate) fn read<R: Reader>(
    mut framer: R,
    reader: &mut R,
    text: Text<'_>,
) -> Vec<Framed<R::Record>> {
    read_on(&mut framer, reader, text, 0).0
}

/// The same for a text that follows this many bytes, and how much of all has been taken then; the
/// framer goes on from where it was.
fn read_on<R: Reader>(
    framer: &mut R,
    reader: &mut R,
    mut text: Text<'_>,
    before: usize,
) -> (Vec<Framed<R::Record>>, usize) {
    let mut records = Vec::new();
    while let Some(frame) = framer.frame(&mut text) {
        let Frame { start, end, seen, .. } = frame;
        let record = reader.read(&text, &frame).map_err(|diagnostic| diagnostic.moved(before));
        records.push(([start, end, seen].map(|at| before + at), record));
    }
    (records, before + text.at())
}

/// Reads a text that comes in portions of these lengths, by turns.
pub(crate) fn read_portions<R: Reader + Clone>(
    blank: &R,
    text: &[u8],
    lengths: &[usize],
) -> Vec<Framed<R::Record>> {
    let (mut framer, mut reader) = (blank.clone(), blank.clone());
    let (mut records, mut taken, mut come) = (Vec::new(), 0, 0);
    for length in lengths.iter().cycle() {
        let ended = come == text.len();
        come = text.len().min(come + length);
        let portion = Text::new(&text[taken..come], ended);
        let (more, at) = read_on(&mut framer, &mut reader, portion, taken);
        records.extend(more);
        taken = at;
        if ended {
            break;
        }
    }
    assert_eq!(taken, text.len(), "the whole text is taken");
    records
}

/// Checks that a text reads the same however much of it has come.
pub(crate) fn check<R: Reader<Record: PartialEq + Debug> + Clone>(
    blank: &R,
    text: &[u8],
    coverage: &Coverage,
) -> Result<(), TestCaseError> {
    let shown = String::from_utf8_lossy(text);
    let whole = read(blank.clone(), &mut blank.clone(), Text::new(text, true));
    let mut framed = 0;
    let mut reader = blank.clone();
    for cut in 0..=text.len() {
        let part = read(blank.clone(), &mut reader, Text::new(&text[..cut], false));
        prop_assert!(part.len() >= framed, "{} bytes of {:?}", cut, shown);
        prop_assert_eq!(&part[..], &whole[..part.len()], "{} bytes of {:?}", cut, shown);
        for (nth, (known, _)) in whole[framed..part.len()].iter().enumerate() {
            let [_, end, seen] = *known;
            prop_assert!(end <= seen && seen <= cut, "{:?} {} of {:?}", known, cut, shown);
            // With a byte less the end of the first of them could not be told.
            prop_assert!(seen == cut || nth > 0, "{:?} {} of {:?}", known, cut, shown);
        }
        framed = part.len();
    }
    // What is left had all of the text looked at.
    let seen = whole.get(framed).map(|([_, _, seen], _)| *seen);
    prop_assert!(seen.is_none_or(|seen| seen == text.len()), "{:?} of {:?}", seen, shown);
    for lengths in [&[1][..], &[2, 5, 3], &[17, 1, 1, 40]] {
        let portions = read_portions(blank, text, lengths);
        prop_assert_eq!(&portions, &whole, "{:?} in portions of {:?}", shown, lengths);
    }
    coverage.see("a good record", whole.iter().any(|(_, record)| record.is_ok()));
    coverage.see("a mistake", whole.iter().any(|(_, record)| record.is_err()));
    coverage.see("a record that only the end of the text ends", framed < whole.len());
    coverage.see("a record that needs a look ahead", whole.iter().any(|(at, _)| at[1] < at[2]));
    Ok(())
}

/// Checks that a reader survives a text: that its records are the whole text but for blanks, and
/// that every mistake it finds lies within the text and has a message of one line.
pub(crate) fn check_survives<R: Reader>(reader: &mut R, bytes: &[u8]) -> Result<(), TestCaseError> {
    let mut text = Text::new(bytes, true);
    let mut end = 0;
    while let Some(frame) = reader.frame(&mut text) {
        let is_blank = bytes[end..frame.start].trim_ascii().is_empty();
        prop_assert!(is_blank, "something is left out before {:?} of {:?}", frame, bytes);
        prop_assert!(frame.start < frame.end, "a record takes some of the text");
        prop_assert!(frame.end <= frame.seen && frame.seen <= bytes.len(), "{:?}", frame);
        end = frame.end;
        if let Err(error) = reader.read(&text, &frame) {
            prop_assert!(is_within(&error, bytes), "{:?} in {:?}", error, bytes);
            prop_assert!(!error.to_string().contains(char::is_control), "{:?}", error);
        }
    }
    prop_assert!(bytes[end..].trim_ascii().is_empty(), "{:?}", bytes);
    prop_assert_eq!(text.at(), bytes.len());
    Ok(())
}
