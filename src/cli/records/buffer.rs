//! Memory for the text of a source.

use std::fs::{File, Metadata};
use std::io;
use std::ops::{Deref, DerefMut};

use memmap2::{MmapMut, MmapOptions};

/// Bytes that can become more.
pub(super) enum Buffer {
    Short(Vec<u8>),
    /// Memory in large pages, if the system has them: to be given a page at a time takes it longer
    /// than to read the text into it.
    Long(MmapMut),
}

/// A buffer with more bytes than this is long.
const LONG: usize = 1 << 22;

impl Buffer {
    pub(super) const fn new() -> Self {
        Self::Short(Vec::new())
    }

    /// Makes room for this many bytes. If it is a long way, there will be room for `most` at once,
    /// of which only what is used takes memory.
    pub(super) fn grow(&mut self, room: usize, most: Option<usize>) -> Result<(), ()> {
        if room <= self.len() {
            return Ok(());
        }
        let most = most.filter(|&most| LONG < room && room <= most);
        if let Some(Ok(mut long)) = most.map(|most| MmapOptions::new().len(most).map_anon()) {
            #[cfg(target_os = "linux")]
            // Small pages do as well.
            let _ = long.advise(memmap2::Advice::HugePage);
            long[..self.len()].copy_from_slice(self);
            *self = Self::Long(long);
            return Ok(());
        }
        let mut short = match self {
            Self::Short(short) => std::mem::take(short),
            Self::Long(long) => long.to_vec(),
        };
        short.try_reserve(room - short.len()).map_err(|_| ())?;
        short.resize(room, 0);
        *self = Self::Short(short);
        Ok(())
    }
}

impl Deref for Buffer {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Self::Short(short) => short,
            Self::Long(long) => long,
        }
    }
}

impl DerefMut for Buffer {
    fn deref_mut(&mut self) -> &mut [u8] {
        match self {
            Self::Short(short) => short,
            Self::Long(long) => long,
        }
    }
}

/// The length of a file; none if it is no plain file, whose length says nothing.
pub(super) fn length(file: &File) -> Option<usize> {
    let data = file.metadata().ok().filter(Metadata::is_file)?;
    usize::try_from(data.len()).ok()
}

/// The length of the file that is standard input, if it is one.
#[cfg(unix)]
pub(super) fn length_of_stdin() -> Option<usize> {
    use std::os::fd::AsFd;
    length(&File::from(io::stdin().as_fd().try_clone_to_owned().ok()?))
}

/// It can't be told without asking the system in ways of its own.
#[cfg(not(unix))]
pub(super) fn length_of_stdin() -> Option<usize> {
    None
}
