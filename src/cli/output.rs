//! The buffered output of answers: standard output or memory.

use std::io::{self, ErrorKind, Stdout, Write};

use super::signals;

/// The answers of a command, buffered for standard output or kept in memory.
#[derive(Debug)]
pub(crate) struct Output {
    bytes: Vec<u8>,
    /// Standard output; `None` if all answers stay in the buffer.
    stdout: Option<Stdout>,
}

/// The size in bytes at which the buffer is written to standard output.
const LONG: usize = 1 << 16;

impl Output {
    /// Creates an output that writes its buffer to standard output when the buffer reaches [`LONG`]
    /// bytes, or is flushed.
    pub(crate) fn stdout() -> Self {
        Self { bytes: Vec::new(), stdout: Some(io::stdout()) }
    }

    /// Creates an output that keeps all answers in memory.
    pub(crate) const fn in_memory() -> Self {
        Self { bytes: Vec::new(), stdout: None }
    }

    pub(crate) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// Writes the buffer if it has reached [`LONG`] bytes. Returns an error after a signal, so that
    /// even an endless answer stops.
    #[inline]
    fn write_if_long(&mut self) -> io::Result<()> {
        if self.bytes.len() < LONG {
            return Ok(());
        }
        self.write_buffer()?;
        if signals::is_received() { Err(ErrorKind::Interrupted.into()) } else { Ok(()) }
    }

    /// Writes and clears the buffer, and returns standard output. If the output is in memory, does
    /// nothing and returns `None`.
    fn write_buffer(&mut self) -> io::Result<Option<&mut Stdout>> {
        if let Some(stdout) = &mut self.stdout {
            stdout.write_all(&self.bytes)?;
            self.bytes.clear();
        }
        Ok(self.stdout.as_mut())
    }
}

impl Write for Output {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        self.bytes.extend_from_slice(text);
        Ok(text.len())
    }

    #[inline]
    fn write_all(&mut self, text: &[u8]) -> io::Result<()> {
        // A text may be nearly as large as memory, so a long text is written without a copy in the
        // buffer.
        if text.len() >= LONG
            && let Some(stdout) = self.write_buffer()?
        {
            return stdout.write_all(text);
        }
        self.bytes.extend_from_slice(text);
        self.write_if_long()
    }

    fn flush(&mut self) -> io::Result<()> {
        self.write_buffer()?.map_or(Ok(()), Stdout::flush)
    }
}
