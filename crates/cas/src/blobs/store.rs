//! The seam behind which blobs lie: a folder today, an object store as well.

use std::fmt;
use std::fs::File;
use std::io;

use crate::blobs::error::BlobError;
use crate::blobs::reader::BlobReader;
use crate::hash::BlobHash;

/// A store of blobs by the SHA-256 of their bytes.
///
/// A blob never changes. Whoever hands one out checks its hash first: damaged bytes are an error and are
/// never served, not even in part.
pub trait BlobStore: Send + Sync + fmt::Debug {
    /// Whether the blob is there. Its bytes are not read.
    ///
    /// # Errors
    /// [`BlobError::Store`] when the store cannot answer.
    fn contains(&self, hash: &BlobHash) -> Result<bool, BlobError>;

    /// How many bytes the blob has. They are not read.
    ///
    /// # Errors
    /// [`BlobError::Missing`], or [`BlobError::Store`] when the store cannot answer.
    fn size(&self, hash: &BlobHash) -> Result<u64, BlobError>;

    /// Opens a blob whose bytes were checked against its hash.
    ///
    /// # Errors
    /// [`BlobError::Missing`], [`BlobError::Damaged`] or [`BlobError::Store`].
    fn open(&self, hash: &BlobHash) -> Result<BlobReader, BlobError>;

    /// A blob of at most `limit` bytes, checked.
    ///
    /// # Errors
    /// Those of [`BlobStore::open`], and [`BlobError::TooLarge`].
    fn read(&self, hash: &BlobHash, limit: u64) -> Result<Vec<u8>, BlobError> {
        self.open(hash)?.into_bytes(hash, limit)
    }

    /// Writes a checked blob to the start of the empty file `target`; returns its length.
    /// After an error the file may hold anything: the caller throws it away.
    ///
    /// # Errors
    /// Those of [`BlobStore::open`], and [`BlobError::Target`] when `target` cannot be written.
    fn copy_to(&self, hash: &BlobHash, target: &mut File) -> Result<u64, BlobError> {
        let mut blob = self.open(hash)?;
        io::copy(&mut blob, target).map_err(BlobError::Target)
    }

    /// Starts to write blobs. They are there, and durable, once [`BlobBatch::finish`] has returned.
    ///
    /// # Errors
    /// [`BlobError::Store`] when the store cannot be written.
    fn batch(&self) -> Result<Box<dyn BlobBatch + '_>, BlobError>;

    /// Stores one blob durably.
    ///
    /// # Errors
    /// [`BlobError::Store`] when the store cannot be written.
    fn put_bytes(&self, content: &[u8]) -> Result<BlobHash, BlobError> {
        let batch = self.batch()?;
        let stored = batch.put(content)?;
        batch.finish()?;
        Ok(stored.hash)
    }

    /// A value that changes whenever blobs may have gone. An index that was written under another one
    /// asks [`BlobStore::contains`] before it takes a blob for granted.
    fn epoch(&self) -> Epoch;
}

/// Blobs on their way into a store. Dropped without [`BlobBatch::finish`], it leaves nothing behind.
///
/// All methods but the last can be called from several threads at once.
pub trait BlobBatch: Sync {
    /// Adds the blob with these bytes.
    ///
    /// # Errors
    /// [`BlobError::Store`] when the store cannot be written.
    fn put(&self, content: &[u8]) -> Result<Stored, BlobError>;

    /// Adds the bytes of `source` from its position to its end. The file may change meanwhile:
    /// what was stored is what [`Stored`] says.
    ///
    /// # Errors
    /// [`BlobError::Source`] when `source` cannot be read, [`BlobError::TooLarge`] when it has more
    /// than `limit` bytes, [`BlobError::Store`] when the store cannot be written.
    fn put_file(&self, source: &File, limit: u64) -> Result<Stored, BlobError>;

    /// Makes the blobs visible and durable: after it returns they survive a loss of power.
    ///
    /// # Errors
    /// [`BlobError::Store`]; none of the blobs may then be counted on.
    fn finish(self: Box<Self>) -> Result<BatchStats, BlobError>;
}

/// What a batch was given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stored {
    /// The hash of the bytes.
    pub hash: BlobHash,
    /// How many bytes there were.
    pub len: u64,
}

/// What a finished batch added to its store.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct BatchStats {
    /// Blobs that were not there before.
    pub new_blobs: u64,
    /// Their bytes.
    pub new_bytes: u64,
}

/// See [`BlobStore::epoch`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Epoch([u8; 16]);

impl Epoch {
    /// The epoch with these 16 bytes.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 16]) -> Self {
        Self(bytes)
    }

    /// The 16 bytes.
    #[must_use]
    pub const fn to_bytes(self) -> [u8; 16] {
        self.0
    }
}
