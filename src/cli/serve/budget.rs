//! A memory limit for all request bodies and answers together.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The limit in bytes for all bodies and all answers that are not yet sent.
const BYTES: usize = 256 << 20;
const LEAST: usize = 4 << 10;

#[derive(Clone, Debug)]
pub(super) struct Budget(Arc<Semaphore>);

/// A growing byte buffer with a limit. It returns its bytes to the budget when it is dropped.
#[derive(Debug)]
pub(super) struct Buffer {
    bytes: Vec<u8>,
    most: usize,
    budget: Budget,
    held: Option<OwnedSemaphorePermit>,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Full {
    /// The buffer has reached its own limit.
    Limit,
    /// All buffers together have reached the limit of the budget.
    Budget,
}

impl Budget {
    pub(super) fn new() -> Self {
        Self(Arc::new(Semaphore::new(BYTES)))
    }

    pub(super) fn buffer(&self, most: usize) -> Buffer {
        Buffer { bytes: Vec::new(), most, budget: self.clone(), held: None }
    }

    fn take(&self, bytes: usize) -> Result<OwnedSemaphorePermit, Full> {
        let bytes = u32::try_from(bytes).map_err(|_| Full::Budget)?;
        Arc::clone(&self.0).try_acquire_many_owned(bytes).map_err(|_| Full::Budget)
    }
}

impl Buffer {
    /// Appends bytes. Returns an error, and appends nothing, if a limit would be exceeded.
    pub(super) fn extend(&mut self, bytes: &[u8]) -> Result<(), Full> {
        let length = self.bytes.len() + bytes.len();
        if length > self.most {
            return Err(Full::Limit);
        }
        let capacity = self.bytes.capacity();
        if length > capacity {
            let wanted = length.next_power_of_two().max(LEAST).min(self.most);
            let more = self.budget.take(wanted - capacity)?;
            match &mut self.held {
                Some(held) => held.merge(more),
                held => *held = Some(more),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buffers_share_the_budget_and_give_it_back() {
        let budget = Budget::new();
        let part = vec![0; 24 << 20];
        let mut buffers = Vec::new();
        let full = loop {
            let mut buffer = budget.buffer(part.len());
            match buffer.extend(&part) {
                Ok(()) => buffers.push(buffer),
                Err(full) => break full,
            }
        };
        assert!(matches!(full, Full::Budget));
        assert_eq!(buffers.len(), 10);
        assert!(matches!(buffers[0].extend(&[0]), Err(Full::Limit)));
        buffers.pop();
        assert!(budget.buffer(part.len()).extend(&part).is_ok());
    }
}
