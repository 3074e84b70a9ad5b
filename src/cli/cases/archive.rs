//! Zip archives in memory.

use std::collections::BTreeMap;
use std::io::{self, Read};

use flate2::bufread::DeflateDecoder;
use rawzip::{CompressionMethod, ZipArchive, ZipArchiveEntryWayfinder, ZipSliceArchive};

use crate::cli::failure::Failure;
use crate::mistake::quote;

/// Returns `true` if the bytes start as a zip archive does.
pub(super) fn is_zip(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06")
}

/// Returns the kind of an archive or a compressed file that is no zip archive, by its first bytes.
pub(super) fn other_kind(bytes: &[u8]) -> Option<&'static str> {
    let kinds: [(&[u8], usize, &str); 7] = [
        (b"\x1f\x8b", 0, "a file compressed by gzip (.gz, .tgz)"),
        (b"7z\xbc\xaf\x27\x1c", 0, "an archive of 7-Zip (.7z)"),
        (b"\xfd7zXZ\0", 0, "a file compressed by xz (.xz)"),
        (b"BZh", 0, "a file compressed by bzip2 (.bz2)"),
        (b"Rar!", 0, "an archive of RAR (.rar)"),
        (b"\x28\xb5\x2f\xfd", 0, "a file compressed by zstd (.zst)"),
        (b"ustar", 257, "an archive of tar (.tar)"),
    ];
    let is_at = |(magic, at, _): &(&[u8], usize, _)| {
        bytes.get(*at..).is_some_and(|bytes| bytes.starts_with(magic))
    };
    kinds.into_iter().find(is_at).map(|(.., name)| name)
}

/// Decodes text in Latin-1.
pub(super) fn latin_1(bytes: &[u8]) -> String {
    bytes.iter().copied().map(char::from).collect()
}

/// A zip archive whose files are read into memory one at a time. Nothing is written to disk.
pub(super) struct Archive {
    archive: ZipSliceArchive<Vec<u8>>,
    files: BTreeMap<String, ArchivedFile>,
}

struct ArchivedFile {
    wayfinder: ZipArchiveEntryWayfinder,
    method: CompressionMethod,
    is_encrypted: bool,
}

impl Archive {
    /// Reads the names of the files. `shown` is the name of the archive in errors.
    ///
    /// # Errors
    /// Returns an error if the archive is broken, if it has a file twice, or if the name of a file
    /// leads out of the archive.
    pub(super) fn parse(shown: &str, bytes: Vec<u8>) -> Result<Self, Failure> {
        let failed = |message: String| Failure::new(format!("{shown}: {message}"));
        let broken = |error: rawzip::Error| failed(format!("the archive is broken: {error}"));
        let archive = ZipArchive::from_slice(bytes).map_err(broken)?;
        let mut files = BTreeMap::new();
        let mut entries = archive.entries();
        while let Some(entry) = entries.next_entry().map_err(broken)? {
            if entry.is_dir() {
                continue;
            }
            let name = entry.file_path();
            let name = safe(name.as_bytes()).map_err(|error| failed(error.to_owned()))?;
            let file = ArchivedFile {
                wayfinder: entry.wayfinder(),
                method: entry.compression_method(),
                is_encrypted: entry.flags().is_encrypted(),
            };
            if files.insert(name.clone(), file).is_some() {
                return Err(failed(format!("the archive has {} twice", quote(name.as_bytes()))));
            }
        }
        Ok(Self { archive, files })
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &String> {
        self.files.keys()
    }

    /// Unpacks a file, but only one byte more than `limit` if the file has more.
    pub(super) fn read(&self, name: &str, limit: u64) -> io::Result<Vec<u8>> {
        let other = |message: &str| io::Error::other(message.to_owned());
        let file = self.files.get(name).ok_or_else(|| other("not in the archive"))?;
        if file.is_encrypted {
            return Err(other("the file is encrypted"));
        }
        let entry = self.archive.get_entry(file.wayfinder).map_err(io::Error::other)?;
        let data = entry.data();
        let mut unpacked: Box<dyn Read> = match file.method {
            CompressionMethod::STORE => Box::new(entry.verifying_reader(data)),
            CompressionMethod::DEFLATE => {
                Box::new(entry.verifying_reader(DeflateDecoder::new(data)))
            }
            _ => return Err(other("the file is compressed by another method than deflate")),
        };
        let mut bytes = Vec::new();
        unpacked.by_ref().take(limit + 1).read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}

/// Returns the name of a file with `/` between folders.
fn safe(name: &[u8]) -> Result<String, &'static str> {
    // Old programs write other encodings without saying so.
    let text = String::from_utf8(name.to_vec()).unwrap_or_else(|_| latin_1(name));
    let text = text.replace('\\', "/");
    let is_plain = |part: &str| !matches!(part, "" | "." | "..") && !part.contains(':');
    if text.split('/').all(is_plain) {
        Ok(text)
    } else {
        Err("a file name in the archive is absolute or leads out of its folder")
    }
}
