//! Standard output, or answers that are kept until it is their turn.

use std::io::{self, ErrorKind, Stdout, Write};

use super::signals;

/// The output of answers.
#[derive(Debug)]
pub(crate) struct Output {
    bytes: Vec<u8>,
    /// None if the answers are kept.
    stdout: Option<Stdout>,
}

/// The number of bytes written at a time.
const LONG: usize = 1 << 16;

impl Output {
    /// Standard output; answers are written when they are long, or flushed.
    pub(crate) fn stdout() -> Self {
        Self { bytes: Vec::new(), stdout: Some(io::stdout()) }
    }

    /// Answers that are kept after these.
    pub(crate) const fn kept(bytes: Vec<u8>) -> Self {
        Self { bytes, stdout: None }
    }

    /// The answers that have been kept.
    pub(crate) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// Writes what has come together if it is long; an answer without an end stops at a signal.
    #[inline]
    fn end_part(&mut self) -> io::Result<()> {
        if self.bytes.len() < LONG {
            return Ok(());
        }
        self.write_kept()?;
        if signals::is_received() { Err(ErrorKind::Interrupted.into()) } else { Ok(()) }
    }

    /// Writes what is kept, if there is where to.
    fn write_kept(&mut self) -> io::Result<Option<&mut Stdout>> {
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
        // A text may be as long as memory allows, so a long one is not kept a second time.
        if text.len() >= LONG
            && let Some(stdout) = self.write_kept()?
        {
            return stdout.write_all(text);
        }
        self.bytes.extend_from_slice(text);
        self.end_part()
    }

    fn flush(&mut self) -> io::Result<()> {
        self.write_kept()?.map_or(Ok(()), Stdout::flush)
    }
}
