//! Divides an input file with several records, whose answer file has as many lines.

use std::sync::Arc;

use super::chosen::{Chosen, TextInFile};
use super::error::ImportError;
use super::importer::Importer;
use super::place::{NamedText, SourcePlace};
use crate::notation::{Boards, Next, Queries, Reader};

/// Returns a case for each record and its answer, or an error if there are not as many answers.
/// Returns `None` if there are not several of both. A number of records may stand on the first line.
pub(super) fn cases(
    importer: &Importer<'_>,
    name: &str,
    [input, answer]: &[Arc<NamedText>; 2],
) -> Option<Vec<Result<Chosen, ImportError>>> {
    let place = |part: &str| {
        let start = part.as_ptr() as usize - answer.1.as_ptr() as usize;
        SourcePlace::new(answer, start..start + part.len())
    };
    let lines = answer.1.lines().map(str::trim).filter(|line| !line.is_empty());
    let lines: Vec<SourcePlace> = lines.map(place).collect();
    let words: Vec<SourcePlace> = answer.1.split_whitespace().map(place).collect();
    let answers = if lines.len() == 1 { words } else { lines };
    if answers.len() < 2 {
        return None;
    }
    let text = &input.1;
    let first = text.split_inclusive('\n').next().unwrap_or_default();
    let is_count = first.trim().parse() == Ok(answers.len());
    let start = if is_count { first.len() } else { 0 };
    let queries = || records(Queries::new(importer.path.0, importer.path_size()), &text[start..]);
    let boards = || records(Boards::new(importer.mate.0), &text[start..]);
    let are_several = |ends: &Vec<usize>| ends.len() > 1;
    let ends = queries().filter(are_several).or_else(|| boards().filter(are_several))?;
    if ends.len() != answers.len() {
        let (expected, found) = (ends.len(), answers.len());
        let message = format!(
            "expected {expected} answers, because the input has {expected} records, but \
             found {found}"
        );
        return Some(vec![Err(SourcePlace::of_text(answer).failure(message))]);
    }
    let starts = [0].into_iter().chain(ends.iter().copied());
    let case = |((number, start_of), (end, answer)): ((usize, usize), (&usize, &SourcePlace))| {
        let place = SourcePlace::new(input, start + start_of..start + end).trimmed();
        let input = TextInFile { text: place.text(), place: place.clone() };
        let answer = TextInFile { text: answer.text(), place: answer.clone() };
        Chosen::read(importer, &format!("{name}/{number}"), input, answer)
    };
    Some((1..).zip(starts).zip(ends.iter().zip(&answers)).map(case).collect())
}

/// Returns the byte offset after each record; `None` if one has a mistake.
fn records(mut reader: impl Reader, text: &str) -> Option<Vec<usize>> {
    let (mut ends, mut at) = (Vec::new(), 0);
    while let Next::Record { end, result } = reader.next(&text.as_bytes()[at..], true) {
        result.ok()?;
        at += end;
        ends.push(at);
    }
    Some(ends)
}
