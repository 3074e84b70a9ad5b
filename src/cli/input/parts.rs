//! Text in parts, each answered by a thread of its own.
//!
//! A text is cut at line ends, in the hope that each part starts with a record. Whether it did is
//! known when the part before has been answered: it must have been used up, and nothing in it
//! must depend on what follows. Else what was answered after it is thrown away and the text is
//! answered again from there; so the answers are those of one thread, whatever the text.

use std::io::{self, Write};
use std::ops::Range;
use std::thread;

use kubikschach::notation::Reader;

use super::super::point::{Place, Pointer};
use super::super::{Failure, Success};
use super::stream::Stream;
use super::{Answerer, Records, respond};

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

/// A part of a text.
struct Part<'t> {
    text: Pointer<'t>,
    range: Range<usize>,
    /// How much of it has been answered.
    used: usize,
    /// How far the text has been followed through the lines of the source, and the place there.
    here: Option<(usize, Place)>,
}

/// What came of a part.
#[derive(Default)]
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
                worker.answers.clear();
                let range = part.start + offset..part.end + offset;
                let part = Part { text: pointer, range, used: 0, here: None };
                let answer = move || self.answer_part(part, reader, worker);
                thread::Builder::new().spawn_scoped(scope, answer)
            });
            let threads: Vec<_> = threads.collect();
            let join = |thread: io::Result<thread::ScopedJoinHandle<'_, _>>| match thread {
                Ok(thread) => {
                    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
                }
                // With too many threads already, the part waits for the next one.
                Err(_) => Answered::default(),
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

    /// Answers the records of a part, up to one that may go on after it or can't be answered.
    fn answer_part<R: Reader, A: Answerer<R>>(
        &self,
        mut part: Part<'_>,
        reader: &R,
        Worker { answerer, answers }: &mut Worker<A>,
    ) -> Answered {
        let mut success = Success::Yes;
        let failure = loop {
            match self.answer_next_of(&mut part, reader, answerer, answers) {
                Ok(Some(done)) => success = success.max(done),
                Ok(None) => break None,
                Err(failure) => break Some(failure),
            }
        };
        Answered { used: part.used, is_clean: part.rest().is_empty(), success, failure }
    }

    /// Answers the records in bulk that can be, and the next one; `None` if that is left to others.
    fn answer_next_of<R: Reader, A: Answerer<R>>(
        &self,
        part: &mut Part<'_>,
        reader: &R,
        answerer: &mut A,
        answers: &mut Vec<u8>,
    ) -> Result<Option<Success>, Failure> {
        part.used += answerer.bulk(part.rest(), answers)?;
        let rest = part.rest();
        if rest.trim_ascii().is_empty() {
            part.used += rest.len();
            return Ok(None);
        }
        let taken = reader.take(rest);
        let (Some(record), false) = (taken.record, taken.starved) else { return Ok(None) };
        let is_record = record.is_ok();
        match respond(answerer, record, rest, taken.used, true, answers) {
            Ok(success) => {
                part.used += taken.used;
                Ok(Some(success))
            }
            Err(Failure::Record(complaint)) if self.keep_going => {
                let (length, starved) =
                    if is_record { (taken.used, false) } else { reader.skip(rest) };
                if starved {
                    return Ok(None);
                }
                self.tell(&complaint, &part.pointer_here(), answers)?;
                part.used += length;
                Ok(Some(Success::Bad))
            }
            Err(Failure::Record(_)) => Ok(None),
            Err(failure) => Err(failure),
        }
    }
}

impl<'t> Part<'t> {
    /// What has not been answered.
    fn rest(&self) -> &'t [u8] {
        &self.text.text[self.range.clone()][self.used..]
    }

    /// What has not been answered, in its source.
    fn pointer_here(&mut self) -> Pointer<'t> {
        let (at, place) = self.here.unwrap_or((0, self.text.start));
        let now = self.range.start + self.used;
        let start = place.after(&self.text.text[at..now]);
        self.here = Some((now, start));
        Pointer { text: self.rest(), start, ..self.text }
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
