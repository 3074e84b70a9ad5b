//! The buffered output of answers: standard output or memory.

use std::io::{self, ErrorKind, Stdout, Write};

use crate::render::Styles;
use crate::terminal::signals;

/// The answers of a command, buffered for standard output or kept in memory.
#[derive(Debug)]
pub(crate) struct Output {
    bytes: Vec<u8>,
    /// Standard output; `None` if all answers stay in the buffer.
    stdout: Option<Stdout>,
}

/// The size in bytes at which the whole lines of the buffer are written to standard output.
const LONG: usize = 1 << 16;

impl Output {
    /// Creates an output that writes its lines to standard output when the buffer reaches [`LONG`]
    /// bytes, and all of it when the buffer is flushed.
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

    /// Writes the whole lines of the buffer, or all of it if it is one long line. After a signal,
    /// drops the rest of the buffer and returns an error, so that even an endless answer stops.
    fn write_lines(&mut self) -> io::Result<()> {
        let Some(stdout) = &mut self.stdout else { return Ok(()) };
        let newline = self.bytes.iter().rposition(|&byte| byte == b'\n');
        let end = newline.map_or(self.bytes.len(), |at| at + 1);
        stdout.write_all(&self.bytes[..end])?;
        self.bytes.drain(..end);
        if signals::is_received() {
            self.bytes.clear();
            return Err(ErrorKind::Interrupted.into());
        }
        Ok(())
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
        if self.bytes.len() < LONG { Ok(()) } else { self.write_lines() }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.write_buffer()?.map_or(Ok(()), Stdout::flush)
    }
}

/// Returns the styles of texts on standard output.
pub(crate) fn styles() -> Styles {
    match anstream::AutoStream::choice(&io::stdout()) {
        anstream::ColorChoice::Never => Styles::PLAIN,
        _ => Styles::ANSI,
    }
}
