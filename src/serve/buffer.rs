//! Buffers for request bodies and answers, which share a limit of memory.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The limit in bytes for all request bodies and all answers that are not yet sent, without the
/// first [`FREE`] bytes of each.
const MOST_BYTES: usize = 192 << 20;
/// The number of bytes of each buffer that do not count towards [`MOST_BYTES`].
const FREE: usize = 64 << 10;
/// The least capacity in bytes of a buffer that is not empty.
const LEAST: usize = 4 << 10;

/// The memory limit of all buffers. A clone counts against the same limit.
#[derive(Clone, Debug)]
pub(super) struct Memory(Arc<Semaphore>);

/// A growing byte buffer with a limit. The buffer returns its memory when it is dropped.
#[derive(Debug)]
pub(super) struct Buffer {
    bytes: Vec<u8>,
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
        Buffer { bytes: Vec::new(), most, memory: self.clone(), held: None }
    }

    fn take(&self, bytes: usize) -> Result<OwnedSemaphorePermit, Full> {
        let bytes = u32::try_from(bytes).map_err(|_| Full::Memory)?;
        Arc::clone(&self.0).try_acquire_many_owned(bytes).map_err(|_| Full::Memory)
    }
}

impl Buffer {
    /// Appends bytes. Returns an error, and appends nothing, if a limit would be exceeded.
    pub(super) fn extend(&mut self, bytes: &[u8]) -> Result<(), Full> {
        let (length, capacity) = (self.bytes.len() + bytes.len(), self.bytes.capacity());
        if length > self.most {
            return Err(Full::Limit);
        }
        if length > capacity {
            let wanted = length.next_power_of_two().clamp(LEAST, self.most.max(LEAST));
            let more = wanted.saturating_sub(capacity.max(FREE));
            if more > 0 {
                let more = self.memory.take(more)?;
                match &mut self.held {
                    Some(held) => held.merge(more),
                    held => *held = Some(more),
                }
            }
            self.bytes.reserve_exact(wanted - self.bytes.len());
        }
        self.bytes.extend_from_slice(bytes);
        Ok(())
    }
}

impl AsRef<[u8]> for Buffer {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}
