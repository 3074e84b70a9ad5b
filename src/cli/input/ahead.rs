//! Reading ahead, so that there is always text to answer.

use std::io::{self, Read};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

use super::stream::CHUNK;

/// So many chunks may wait to be taken.
const WAITING: usize = 16;

/// A reader whose text is read by a thread of its own. A read gives all there is without waiting,
/// as far as there is room.
pub(super) struct Ahead {
    chunks: Receiver<io::Result<Vec<u8>>>,
    /// What is left of the last chunk.
    rest: io::Cursor<Vec<u8>>,
    /// A failure that came after text which has been given.
    failure: Option<io::Error>,
}

impl Ahead {
    /// Starts to read. Nobody waits for the thread: it ends with its text, or with the program.
    pub(super) fn new(mut reader: Box<dyn Read + Send>) -> Self {
        let (sender, chunks) = sync_channel(WAITING);
        let thread = thread::Builder::new().spawn(move || {
            loop {
                let mut chunk = vec![0; CHUNK];
                let read = reader.read(&mut chunk);
                let is_last = !matches!(&read, Ok(1..))
                    && !matches!(&read, Err(error) if error.kind() == io::ErrorKind::Interrupted);
                let chunk = read.map(|length| {
                    chunk.truncate(length);
                    chunk
                });
                if sender.send(chunk).is_err() || is_last {
                    return;
                }
            }
        });
        Self { chunks, rest: io::Cursor::default(), failure: thread.err() }
    }
}

impl Read for Ahead {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut filled = self.rest.read(buffer)?;
        while filled < buffer.len() && self.failure.is_none() {
            let chunk = if filled == 0 {
                // A thread that is gone has sent all there was.
                self.chunks.recv().unwrap_or_else(|_| Ok(Vec::new()))
            } else {
                match self.chunks.try_recv() {
                    Ok(chunk) => chunk,
                    Err(_) => break,
                }
            };
            match chunk {
                Ok(chunk) if chunk.is_empty() => break,
                Ok(chunk) => self.rest = io::Cursor::new(chunk),
                Err(error) => self.failure = Some(error),
            }
            filled += self.rest.read(&mut buffer[filled..])?;
        }
        match self.failure.take_if(|_| filled == 0) {
            Some(error) => Err(error),
            None => Ok(filled),
        }
    }
}
