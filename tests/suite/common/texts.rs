//! Checks that no text makes a parser panic, and that cutting a text into parts does not change its
//! records.

use std::fmt::Debug;

use kubikschach::mistake::Mistake;
use kubikschach::notation::{Next, Reader};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

use super::coverage::Coverage;
use super::is_within;

/// Byte offset of the end of a record, and the record or its error.
pub(crate) type Ended<T> = (usize, Result<T, Mistake>);

pub(crate) fn read<R: Reader>(reader: &mut R, text: &[u8]) -> Vec<Ended<R::Record>> {
    read_portions(reader, text, &[text.len().max(1)])
}

/// Parses a text that arrives in parts, and calls the parser after each part. `lengths` lists the
/// lengths of the parts, and is repeated until the text ends.
pub(crate) fn read_portions<R: Reader>(
    reader: &mut R,
    text: &[u8],
    lengths: &[usize],
) -> Vec<Ended<R::Record>> {
    reader.restart();
    let (mut records, mut taken, mut come) = (Vec::new(), 0, 0);
    let mut lengths = lengths.iter().cycle();
    loop {
        let ended = come == text.len();
        match reader.next(&text[taken..come], ended) {
            Next::Record { end, result } => {
                assert!((1..=come - taken).contains(&end), "a record takes some of the text");
                records.push((taken + end, result.map_err(|error| error.moved(taken))));
                taken += end;
                continue;
            }
            Next::NeedMore => assert!(!ended, "no more can be had"),
            Next::Done if ended => return records,
            Next::Done => taken = come,
        }
        come = text.len().min(come + lengths.next().expect("there is a length"));
    }
}

/// Checks that the records of a text stay equal if the text is cut into parts, and that the parser
/// returns each record as soon as it is complete.
pub(crate) fn check<R: Reader<Record: PartialEq + Debug>>(
    reader: &mut R,
    text: &[u8],
    coverage: &Coverage,
) -> Result<(), TestCaseError> {
    let shown = String::from_utf8_lossy(text);
    let whole = read(reader, text);
    for cut in 0..=text.len() {
        let portions = read_portions(reader, text, &[cut.max(1), text.len()]);
        prop_assert_eq!(&portions, &whole, "{:?} cut after {} bytes", shown, cut);
    }
    for lengths in [&[1][..], &[2, 5, 3], &[17, 1, 1, 40]] {
        let portions = read_portions(reader, text, lengths);
        prop_assert_eq!(&portions, &whole, "{:?} in portions of {:?}", shown, lengths);
    }
    coverage.see("a good record", whole.iter().any(|(_, record)| record.is_ok()));
    coverage.see("a mistake", whole.iter().any(|(_, record)| record.is_err()));
    Ok(())
}

/// Checks that every error about a text points into the text and has a message of one line.
pub(crate) fn check_survives<R: Reader>(reader: &mut R, text: &[u8]) -> Result<(), TestCaseError> {
    for (end, record) in read(reader, text) {
        prop_assert!(end <= text.len(), "{} of {:?}", end, text);
        if let Err(error) = record {
            prop_assert!(is_within(&error, text), "{:?} in {:?}", error, text);
            prop_assert!(!error.to_string().contains(char::is_control), "{:?}", error);
        }
    }
    Ok(())
}
