//! Buffers for request bodies and answers, which share a limit of memory.

use std::sync::Arc;

use memmap2::MmapMut;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The limit in bytes for all request bodies and all answers that are not yet sent, except those of
/// at most [`SMALL`] bytes.
const MOST_BYTES: usize = 160 << 20;
/// The largest number of bytes that do not count towards [`MOST_BYTES`].
const SMALL: usize = 16 << 10;
/// The step in bytes in which larger buffers count.
const STEP: usize = 64 << 10;

/// The memory limit of all buffers. A clone counts against the same limit.
#[derive(Clone, Debug)]
pub(super) struct Memory(Arc<Semaphore>);

/// A growing byte buffer with a limit. The buffer returns its memory when it is dropped.
#[derive(Debug)]
pub(super) struct Buffer {
    small: Vec<u8>,
    /// Pages of their own for more than [`SMALL`] bytes. The system provides a page at the first
    /// write, and takes all back at once. The allocator would keep most of them: after some minutes
    /// of bodies of any length it held twice the limit.
    pages: Option<MmapMut>,
    length: usize,
    most: usize,
    memory: Memory,
    held: Option<OwnedSemaphorePermit>,
}

/// The reason why a buffer cannot grow.
#[derive(Clone, Copy, Debug)]
pub(super) enum Full {
    /// The buffer has reached its own limit.
    Limit,
    /// All buffers together have reached their limit.
    Memory,
}

impl Memory {
    pub(super) fn new() -> Self {
        Self(Arc::new(Semaphore::new(MOST_BYTES)))
    }

    /// Creates an empty buffer for at most `most` bytes.
    pub(super) fn buffer(&self, most: usize) -> Buffer {
        let memory = self.clone();
        Buffer { small: Vec::new(), pages: None, length: 0, most, memory, held: None }
    }

    fn take(&self, bytes: usize) -> Result<OwnedSemaphorePermit, Full> {
        let bytes = u32::try_from(bytes).map_err(|_| Full::Memory)?;
        Arc::clone(&self.0).try_acquire_many_owned(bytes).map_err(|_| Full::Memory)
    }
}

impl Buffer {
    /// Appends bytes. Returns an error, and appends nothing, if a limit would be exceeded.
    pub(super) fn extend(&mut self, bytes: &[u8]) -> Result<(), Full> {
        let length = self.length + bytes.len();
        if length > self.most {
            return Err(Full::Limit);
        }
        if length <= SMALL {
            self.small.extend_from_slice(bytes);
        } else {
            let start = self.length;
            self.pages(length)?[start..length].copy_from_slice(bytes);
        }
        self.length = length;
        Ok(())
    }

    /// Returns the pages of the buffer, in which `length` bytes count.
    fn pages(&mut self, length: usize) -> Result<&mut MmapMut, Full> {
        let held = self.held.as_ref().map_or(0, OwnedSemaphorePermit::num_permits);
        if length > held {
            let more = self.memory.take(length.next_multiple_of(STEP) - held)?;
            match &mut self.held {
                Some(held) => held.merge(more),
                held => *held = Some(more),
            }
        }
        let pages = if let Some(pages) = self.pages.take() {
            pages
        } else {
            let mut pages = MmapMut::map_anon(self.most).map_err(|_| Full::Memory)?;
            pages[..self.length].copy_from_slice(&self.small);
            self.small = Vec::new();
            pages
        };
        Ok(self.pages.insert(pages))
    }
}

impl AsRef<[u8]> for Buffer {
    fn as_ref(&self) -> &[u8] {
        self.pages.as_ref().map_or(&self.small, |pages| &pages[..self.length])
    }
}
