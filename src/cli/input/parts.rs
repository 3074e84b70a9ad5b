//! Text in parts, each answered by a thread of its own.
//!
//! A text is cut at line ends, in the hope that each part starts with a record. Whether it did is
//! known when the part before has been answered: it must have been used up, and nothing in it
//! must depend on what follows. Else what was answered after it is thrown away and the text is
//! answered again from there; so the answers are those of one thread, whatever the text.

use std::io::Write;
use std::ops::Range;
use std::thread;

use kubikschach::notation::Reader;

use super::super::error::Complaint;
use super::super::point::{Place, Pointer};
use super::super::{Failure, Success};
use super::stream::Stream;
use super::{Answerer, Records};

/// A part is at least so long.
const LEAST: usize = 1 << 15;

/// What answers parts, and room for its answers.
pub(super) struct Worker<A> {
    pub(super) answerer: A,
    answers: Vec<u8>,
}

impl<A> Worker<A> {
    pub(super) const fn new(answerer: A) -> Self {
        Self { answerer, answers: Vec::new() }
    }
}

/// What came of a part.
struct Answered {
    /// How much of it was answered.
    used: usize,
    /// Whether all of it was, and in the same way whatever follows.
    is_clean: bool,
    success: Success,
    failure: Option<Failure>,
}

impl Records<'_> {
    /// Answers what it can of the text in memory, in parts; says whether each of them but the last
    /// could be answered alone.
    pub(super) fn answer_parts<R: Reader + Sync, A: Answerer<R>>(
        &self,
        stream: &mut Stream<R>,
        reader: &R,
        workers: &mut [Worker<A>],
        out: &mut impl Write,
        success: &mut Success,
    ) -> Result<bool, Failure> {
        let (pointer, offset) = (stream.pointer(), stream.used());
        let parts = parts(stream.text(), workers.len());
        let count = parts.len();
        if count < 2 {
            return Ok(true);
        }
        let answered: Vec<Answered> = thread::scope(|scope| {
            let threads = parts.into_iter().zip(&mut *workers).map(|(part, worker)| {
                let part = part.start + offset..part.end + offset;
                scope.spawn(move || self.answer_part(pointer, part, reader, worker))
            });
            let threads: Vec<_> = threads.collect();
            let join = |thread: thread::ScopedJoinHandle<'_, _>| {
                thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            };
            threads.into_iter().map(join).collect()
        });
        for (nth, (part, worker)) in answered.into_iter().zip(workers).enumerate() {
            out.write_all(&worker.answers)?;
            stream.take(part.used);
            *success = part.success.max(*success);
            if let Some(failure) = part.failure {
                return Err(failure);
            }
            if !part.is_clean {
                return Ok(nth + 1 == count);
            }
        }
        Ok(true)
    }

    /// Answers the records of a part of a text, up to one that may go on after it or can't be
    /// answered.
    fn answer_part<R: Reader, A: Answerer<R>>(
        &self,
        text: Pointer<'_>,
        part: Range<usize>,
        reader: &R,
        Worker { answerer, answers }: &mut Worker<A>,
    ) -> Answered {
        answers.clear();
        let mut answered =
            Answered { used: 0, is_clean: false, success: Success::Yes, failure: None };
        let mut place: Option<Place> = None;
        let result = loop {
            let used = &mut answered.used;
            match answerer.bulk(&text.text[part.start + *used..part.end], answers) {
                Ok(length) => *used += length,
                Err(failure) => break Err(failure),
            }
            let rest = &text.text[part.start + *used..part.end];
            if rest.trim_ascii().is_empty() {
                *used += rest.len();
                break Ok(true);
            }
            let taken = reader.take(rest);
            let (Some(record), false) = (taken.record, taken.starved) else { break Ok(false) };
            let is_record = record.is_ok();
            let result = match record {
                Ok(record) => answerer.answer(record, Some(&rest[..taken.used]), answers),
                Err(error) => Err(Failure::Record(Complaint::syntax(rest, &error))),
            };
            match result {
                Ok(success) => {
                    *used += taken.used;
                    answered.success = success.max(answered.success);
                }
                Err(Failure::Record(complaint)) if self.keep_going => {
                    let (length, starved) =
                        if is_record { (taken.used, false) } else { reader.skip(rest) };
                    if starved {
                        break Ok(false);
                    }
                    let start =
                        *place.get_or_insert_with(|| text.start.after(&text.text[..part.start]));
                    let pointer = Pointer { text: &text.text[part.clone()], start, ..text };
                    if let Err(failure) = self.tell(&complaint.moved(*used), &pointer, answers) {
                        break Err(failure);
                    }
                    *used += length;
                    answered.success = Success::Bad;
                }
                Err(Failure::Record(_)) => break Ok(false),
                Err(failure) => break Err(failure),
            }
        };
        match result {
            Ok(is_clean) => answered.is_clean = is_clean,
            Err(failure) => answered.failure = Some(failure),
        }
        answered
    }
}

/// The text up to its last line end in at most so many parts of whole lines.
fn parts(text: &[u8], most: usize) -> Vec<Range<usize>> {
    let end = memchr::memrchr(b'\n', text).map_or(0, |newline| newline + 1);
    let length = end.div_ceil(most).max(LEAST);
    let mut parts = Vec::new();
    let mut start = 0;
    while start < end {
        let least = (start + length - 1).min(end - 1);
        let rest = memchr::memchr(b'\n', &text[least..end]).unwrap_or_default();
        parts.push(start..least + rest + 1);
        start = least + rest + 1;
    }
    parts
}
