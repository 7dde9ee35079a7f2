//! Blobs in a folder.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io;
use std::path::PathBuf;
use std::sync::PoisonError;

use crate::blobs::batch::LocalBatch;
use crate::blobs::copy::copy_out;
use crate::blobs::error::BlobError;
use crate::blobs::layout::Layout;
use crate::blobs::reader::BlobReader;
use crate::blobs::store::{BatchStats, BlobBatch, BlobStore, Epoch};
use crate::hash::BlobHash;

/// A [`BlobStore`] in a folder, with the blob of hash `abcd…` in the file `ab/abcd…`.
///
/// A blob is written under a temporary name in `tmp/`, made durable, and only then renamed, so a file
/// under its hash is whole even after a loss of power. One process owns the folder at a time, with one
/// value of this type: opening it sweeps away what a crashed writer left in `tmp/`.
#[derive(Debug)]
pub struct LocalBlobs {
    layout: Layout,
}

/// The folder of blobs cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("the blob folder {} cannot be opened; check that it is a folder the server may write to", dir.display())]
pub struct OpenBlobsError {
    /// The folder.
    pub dir: PathBuf,
    /// Why not.
    #[source]
    pub source: io::Error,
}

impl LocalBlobs {
    /// Opens the folder, creates what is missing in it, and sweeps left-over temporary files.
    ///
    /// # Errors
    /// [`OpenBlobsError`] when it cannot be created, read or written.
    pub fn open(dir: impl Into<PathBuf>) -> Result<Self, OpenBlobsError> {
        let dir = dir.into();
        match Layout::open(dir.clone()) {
            Ok(layout) => Ok(Self { layout }),
            Err(source) => Err(OpenBlobsError { dir, source }),
        }
    }

    /// The blobs that `keep` does not name.
    ///
    /// # Errors
    /// [`BlobError::Store`] when the folder cannot be read.
    #[allow(clippy::implicit_hasher, reason = "one hasher is enough for the callers")]
    pub fn orphans(&self, keep: &HashSet<BlobHash>) -> Result<Vec<BlobHash>, BlobError> {
        let mut orphans =
            self.list().map_err(|source| BlobError::Store { action: "list its blobs", source })?;
        orphans.retain(|hash| !keep.contains(hash));
        orphans.sort_unstable();
        Ok(orphans)
    }

    /// Removes the blobs that `keep` does not name; returns how many there were.
    ///
    /// `keep` holds the blobs of every manifest that is to live. The caller sees to it that no snapshot
    /// lies between the making of `keep` and this call whose manifest `keep` does not know: blobs are
    /// per chat, so the lock that orders the calls of a chat does.
    ///
    /// # Errors
    /// [`BlobError::Store`] when the folder cannot be read or written; some blobs may be gone by then.
    #[allow(clippy::implicit_hasher, reason = "one hasher is enough for the callers")]
    pub fn prune(&self, keep: &HashSet<BlobHash>) -> Result<u64, BlobError> {
        let _alone = self.layout.gate.write().unwrap_or_else(PoisonError::into_inner);
        let orphans = self.orphans(keep)?;
        if orphans.is_empty() {
            return Ok(0);
        }
        let failed = |source| BlobError::Store { action: "remove a blob", source };
        self.layout.next_epoch().map_err(failed)?;
        for hash in &orphans {
            match fs::remove_file(self.layout.blob(hash)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(failed(error)),
                _ => {}
            }
        }
        Ok(orphans.len() as u64)
    }

    /// Takes over blobs of another store. Where the file system can, both share the bytes; each may remove its own.
    ///
    /// # Errors
    /// [`BlobError::Missing`] when `from` lacks one, [`BlobError::Store`] when one of the folders cannot be used.
    pub fn take_over<'h>(
        &self,
        from: &Self,
        hashes: impl IntoIterator<Item = &'h BlobHash>,
    ) -> Result<BatchStats, BlobError> {
        let batch = Box::new(LocalBatch::start(&self.layout)?);
        for hash in hashes {
            batch.take(&from.layout, hash)?;
        }
        batch.finish()
    }

    fn list(&self) -> io::Result<Vec<BlobHash>> {
        let mut blobs = Vec::new();
        for shard in fs::read_dir(&self.layout.dir)? {
            let shard = shard?;
            if shard.file_name().len() != 2 || !shard.file_type()?.is_dir() {
                continue;
            }
            for blob in fs::read_dir(shard.path())? {
                if let Some(Ok(hash)) = blob?.file_name().to_str().map(str::parse::<BlobHash>) {
                    blobs.push(hash);
                }
            }
        }
        Ok(blobs)
    }

    fn file(&self, hash: &BlobHash) -> Result<File, BlobError> {
        File::open(self.layout.blob(hash)).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => BlobError::Missing { hash: *hash },
            _ => BlobError::Store { action: "open a blob", source: error },
        })
    }
}

impl BlobStore for LocalBlobs {
    fn contains(&self, hash: &BlobHash) -> Result<bool, BlobError> {
        match fs::symlink_metadata(self.layout.blob(hash)) {
            Ok(metadata) => Ok(metadata.is_file()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(source) => Err(BlobError::Store { action: "look for a blob", source }),
        }
    }

    fn size(&self, hash: &BlobHash) -> Result<u64, BlobError> {
        match fs::symlink_metadata(self.layout.blob(hash)) {
            Ok(metadata) => Ok(metadata.len()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Err(BlobError::Missing { hash: *hash }),
            Err(source) => Err(BlobError::Store { action: "look for a blob", source }),
        }
    }

    fn open(&self, hash: &BlobHash) -> Result<BlobReader, BlobError> {
        BlobReader::from_file(hash, self.file(hash)?)
    }

    fn copy_to(&self, hash: &BlobHash, target: &mut File) -> Result<u64, BlobError> {
        copy_out(&self.layout, hash, &mut self.file(hash)?, target)
    }

    fn batch(&self) -> Result<Box<dyn BlobBatch + '_>, BlobError> {
        Ok(Box::new(LocalBatch::start(&self.layout)?))
    }

    fn epoch(&self) -> Epoch {
        self.layout.epoch()
    }
}
