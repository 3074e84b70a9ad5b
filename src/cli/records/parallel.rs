//! Long sources, answered by several threads.
//!
//! One thread reads ahead, one frames the records of each block, and the others read and answer
//! them, each block by one of them. The blocks go round the threads and their answers come back
//! the same way round, so that they are those of one thread, in order, whatever the text.

use std::io::{self, Read, Write};
use std::ops::Range;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel, sync_channel};
use std::thread::{self, Scope};
use std::{iter, mem};

use super::source::Source;
use super::{Block, Handler, Records, Tally};
use crate::cli::output::Output;
use crate::cli::report::front;
use crate::cli::{Failure, Success};
use crate::diagnostic::LineColumn;
use crate::notation::Frame;

/// How much is read at a time: handing it on takes a while.
pub(super) const CHUNK: usize = 1 << 18;
/// How many chunks of text may wait to be taken.
const WAITING: usize = 16;
/// How many blocks a thread may be under way.
const UNDER_WAY: usize = 2;

/// The memory of a block. It is used again and again: the system takes longer to give new memory than
/// the threads take to fill it.
#[derive(Default)]
struct Memory {
    text: Vec<u8>,
    /// The answers to its records, up to a failure.
    answers: Vec<u8>,
}

/// A block to be answered.
struct Work {
    memory: Memory,
    ended: bool,
    /// How far the lines of the text have been counted, and the place there.
    counted: usize,
    place: LineColumn,
    /// From the first record to the end of the last.
    records: Range<usize>,
    /// How many records came before these.
    before: usize,
}

/// A block that is done, and what ended it.
struct Done {
    memory: Memory,
    result: Result<Success, Failure>,
}

/// The threads that answer.
#[derive(Default)]
struct Crew {
    workers: Vec<(Sender<Work>, Receiver<Done>)>,
    /// How many blocks have been given out, and how many have come back.
    given: usize,
    back: usize,
    success: Success,
    /// The memory of those that have.
    spare: Vec<Memory>,
}

impl Records<'_> {
    /// Answers what is left of a source, whose records the handler frames; not if the system has
    /// no threads for it.
    pub(super) fn answer_in_parallel<H: Handler>(
        &self,
        source: &mut Source,
        tally: &mut Tally,
        handler: &mut H,
        make: &(impl Fn() -> H + Sync),
        out: &mut Output,
    ) -> Result<bool, Failure> {
        let name = source.name.clone();
        let name = name.as_deref();
        thread::scope(|scope| {
            let mut crew = self.crew(scope, name, make);
            if crew.workers.is_empty() {
                return Ok(false);
            }
            let chunks = read_ahead(source.take_reader());
            let chunks = chunks.map_err(|error| Failure::unreadable(name, &error))?;
            let Block { text, counted, mut place, .. } = source.block();
            let front_of_rest = front(text, counted);
            let (mut text, mut start) = (text[front_of_rest..].to_vec(), counted - front_of_rest);
            let mut ended = false;
            while !ended {
                match next(&chunks, &mut crew, out)? {
                    Ok(chunk) if chunk.is_empty() => ended = true,
                    Ok(chunk) => text.extend_from_slice(&chunk),
                    Err(error) => {
                        crew.finish(out)?;
                        return Err(Failure::unreadable(name, &error));
                    }
                }
                let block = Block { file: name, text: &text, ended, counted: start, place };
                let mut records = block.records();
                let first = handler.reader().frame(&mut records);
                let others = iter::from_fn(|| handler.reader().frame(&mut records)).count();
                let end = records.at();
                let (after, front) = (place.after(&text[start..end]), front(&text, end));
                if let Some(Frame { start: first, .. }) = first {
                    let mut memory = crew.spare.pop().unwrap_or_default();
                    memory.text.extend_from_slice(&text[front..]);
                    mem::swap(&mut memory.text, &mut text);
                    let (before, records) = (tally.number, first..end);
                    tally.number += others + 1;
                    let work = Work { memory, ended, counted: start, place, records, before };
                    crew.give(work, out)?;
                } else {
                    // Perhaps the start of a large record, which is not copied again and again.
                    text.drain(..front);
                }
                (place, start) = (after, end - front);
            }
            crew.finish(out)?;
            tally.add(crew.success);
            Ok(true)
        })
    }

    /// Starts the threads, as many as there can be.
    fn crew<'scope, H: Handler>(
        &'scope self,
        scope: &'scope Scope<'scope, '_>,
        file: Option<&'scope str>,
        make: &'scope (impl Fn() -> H + Sync),
    ) -> Crew {
        let start = |_| {
            let ((work, orders), (results, done)) = (channel(), channel());
            let thread = thread::Builder::new();
            let run = move || self.work(file, make, &orders, &results);
            thread.spawn_scoped(scope, run).ok().map(|_| (work, done))
        };
        Crew { workers: (0..self.jobs()).map_while(start).collect(), ..Crew::default() }
    }

    /// Answers blocks as long as there are any.
    fn work<H: Handler>(
        &self,
        file: Option<&str>,
        make: &impl Fn() -> H,
        orders: &Receiver<Work>,
        results: &Sender<Done>,
    ) {
        let mut handler = make();
        for Work { mut memory, ended, counted, place, records, before } in orders {
            let mut out = Output::kept(mem::take(&mut memory.answers));
            let mut block = Block { file, text: &memory.text, ended, counted, place };
            let mut text = block.records();
            text.seek(records.start);
            let (end, tally) = (records.end, &mut Tally { number: before, ..Tally::default() });
            handler.reader().restart();
            let result =
                self.answer_block(&mut handler, &mut block, &mut text, end, tally, &mut out);
            let result = result.map(|()| tally.success);
            memory.answers = out.into_bytes();
            if results.send(Done { memory, result }).is_err() {
                return;
            }
        }
    }
}

impl Crew {
    /// Gives out a block; waits for one given out before if there are too many under way.
    fn give(&mut self, work: Work, out: &mut Output) -> Result<(), Failure> {
        if self.given - self.back == self.workers.len() * UNDER_WAY {
            self.take_back(out)?;
        }
        // A worker that is gone has panicked, which ends the program.
        let _ = self.workers[self.given % self.workers.len()].0.send(work);
        self.given += 1;
        Ok(())
    }

    /// Writes all answers that are under way.
    fn finish(&mut self, out: &mut Output) -> Result<(), Failure> {
        while self.back < self.given {
            self.take_back(out)?;
        }
        Ok(())
    }

    fn take_back(&mut self, out: &mut Output) -> Result<(), Failure> {
        let done = self.workers[self.back % self.workers.len()].1.recv();
        let Done { mut memory, result } =
            done.map_err(|_| Failure::new("a thread has ended early"))?;
        self.back += 1;
        out.write_all(&memory.answers)?;
        out.end_part()?;
        self.success = self.success.max(result?);
        memory.clear();
        self.spare.push(memory);
        Ok(())
    }
}

impl Memory {
    fn clear(&mut self) {
        let Self { text, answers } = self;
        text.clear();
        answers.clear();
    }
}

type Chunk = io::Result<Vec<u8>>;

/// The next text; before waiting for it, all answers are written. An empty one is the last.
fn next(chunks: &Receiver<Chunk>, crew: &mut Crew, out: &mut Output) -> Result<Chunk, Failure> {
    let there = match chunks.try_recv() {
        Ok(chunk) => return Ok(chunk),
        Err(TryRecvError::Disconnected) => None,
        Err(TryRecvError::Empty) => {
            crew.finish(out)?;
            out.flush()?;
            chunks.recv().ok()
        }
    };
    // A thread that is gone has sent all there was.
    Ok(there.unwrap_or_else(|| Ok(Vec::new())))
}

/// Starts to read in a thread of its own. Nobody waits for it: it ends with its text, or with the
/// program.
fn read_ahead(mut reader: Box<dyn Read + Send>) -> io::Result<Receiver<Chunk>> {
    let (sender, chunks) = sync_channel(WAITING);
    thread::Builder::new().spawn(move || {
        loop {
            let mut chunk = vec![0; CHUNK];
            let chunk = match reader.read(&mut chunk) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                read => read.map(|length| {
                    chunk.truncate(length);
                    chunk
                }),
            };
            let is_last = !matches!(&chunk, Ok(text) if !text.is_empty());
            if sender.send(chunk).is_err() || is_last {
                return;
            }
        }
    })?;
    Ok(chunks)
}
