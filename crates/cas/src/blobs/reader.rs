//! A blob whose hash was checked before its first byte was handed out.

use std::fs::File;
use std::io::{self, Cursor, Read, Seek, SeekFrom};

use sha2::{Digest, Sha256};

use crate::blobs::error::BlobError;
use crate::hash::BlobHash;

/// Up to this many bytes a blob is checked in memory and served from there; a larger one is read twice,
/// so that no unchecked byte is ever served.
const IN_MEMORY: u64 = 1 << 20;

/// How much of a larger blob is read at once.
pub(crate) const CHUNK: usize = 256 << 10;

/// The bytes of one blob, checked. It reads and seeks like a file.
#[derive(Debug)]
pub struct BlobReader {
    len: u64,
    content: Content,
}

#[derive(Debug)]
enum Content {
    Memory(Cursor<Vec<u8>>),
    File(File),
}

impl BlobReader {
    /// Checks bytes in memory, for stores that fetch blobs whole.
    ///
    /// # Errors
    /// [`BlobError::Damaged`] when they are not those of `hash`.
    pub fn from_bytes(hash: &BlobHash, bytes: Vec<u8>) -> Result<Self, BlobError> {
        if BlobHash::of(&bytes) != *hash {
            return Err(BlobError::Damaged { hash: *hash });
        }
        Ok(Self { len: bytes.len() as u64, content: Content::Memory(Cursor::new(bytes)) })
    }

    /// Checks the bytes of a file that nobody else writes to, from its start to its end.
    ///
    /// # Errors
    /// [`BlobError::Damaged`] when they are not those of `hash`, [`BlobError::Store`] when the file
    /// cannot be read.
    pub fn from_file(hash: &BlobHash, mut file: File) -> Result<Self, BlobError> {
        let failed = |source| BlobError::Store { action: "read a blob", source };
        let len = file.metadata().map_err(failed)?.len();
        if len <= IN_MEMORY {
            // One byte more than expected, so that a file that grew is noticed as damaged.
            let mut bytes = Vec::with_capacity(usize::try_from(len).unwrap_or_default() + 1);
            (&mut file).take(len + 1).read_to_end(&mut bytes).map_err(failed)?;
            return Self::from_bytes(hash, bytes);
        }
        let (found, read) = hash_stream(&mut file, len).map_err(failed)?;
        if found != *hash || read != len {
            return Err(BlobError::Damaged { hash: *hash });
        }
        file.rewind().map_err(failed)?;
        Ok(Self { len, content: Content::File(file) })
    }

    /// How many bytes the blob has.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Whether it is the blob without bytes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// All bytes, when there are at most `limit`.
    pub(crate) fn into_bytes(self, hash: &BlobHash, limit: u64) -> Result<Vec<u8>, BlobError> {
        if self.len > limit {
            return Err(BlobError::TooLarge { limit });
        }
        match self.content {
            Content::Memory(bytes) => Ok(bytes.into_inner()),
            Content::File(mut file) => {
                let mut bytes = Vec::with_capacity(usize::try_from(self.len).unwrap_or_default());
                file.read_to_end(&mut bytes)
                    .map_err(|source| BlobError::Store { action: "read a blob", source })?;
                if bytes.len() as u64 == self.len {
                    Ok(bytes)
                } else {
                    Err(BlobError::Damaged { hash: *hash })
                }
            }
        }
    }
}

/// The hash of what `reader` yields, and how much that was; stops soon after `limit` bytes.
pub(crate) fn hash_stream(reader: &mut impl Read, limit: u64) -> io::Result<(BlobHash, u64)> {
    let mut hasher = Sha256::new();
    let mut chunk = vec![0; CHUNK];
    let mut len = 0;
    loop {
        let read = match reader.read(&mut chunk) {
            Ok(0) => break,
            Ok(read) => read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        hasher.update(&chunk[..read]);
        len += read as u64;
        if len > limit {
            break;
        }
    }
    Ok((BlobHash::finish(hasher), len))
}

impl Read for BlobReader {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        match &mut self.content {
            Content::Memory(bytes) => bytes.read(buf),
            Content::File(file) => file.read(buf),
        }
    }
}

impl Seek for BlobReader {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        match &mut self.content {
            Content::Memory(bytes) => bytes.seek(to),
            Content::File(file) => file.seek(to),
        }
    }
}
