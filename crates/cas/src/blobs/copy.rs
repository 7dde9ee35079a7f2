//! Copies into and out of the store, hashed on the way.

use std::fs::File;
use std::io::{self, Read, Seek as _, Write};
use std::sync::atomic::Ordering;

use sha2::{Digest, Sha256};

use crate::blobs::error::BlobError;
use crate::blobs::layout::Layout;
use crate::blobs::reader::{CHUNK, hash_stream};
use crate::hash::BlobHash;

/// From this size a copy that shares its blocks is tried first.
const REFLINK_FROM: u64 = 64 << 10;

/// Copies a blob out of the store into the empty file `target`, checking it on the way.
pub(super) fn copy_out(
    layout: &Layout,
    hash: &BlobHash,
    blob: &mut File,
    target: &mut File,
) -> Result<u64, BlobError> {
    let read = |source| BlobError::Store { action: "read a blob", source };
    let size = blob.metadata().map_err(read)?.len();
    let (found, len) = if share(layout, blob, size, target).map_err(BlobError::Target)? {
        hash_stream(target, u64::MAX).map_err(read)?
    } else {
        copy(blob, size, target, u64::MAX, read, BlobError::Target)?
    };
    if found == *hash { Ok(len) } else { Err(BlobError::Damaged { hash: *hash }) }
}

/// Makes `target` a copy of `source`, which has about `size` bytes, that shares its blocks, if the file system can and
/// it is worth it. `target` is then at its start.
pub(super) fn share(layout: &Layout, source: &File, size: u64, target: &mut File) -> io::Result<bool> {
    if !layout.reflink.load(Ordering::Relaxed) || size < REFLINK_FROM {
        return Ok(false);
    }
    if reflink_copy::reflink_file(source, target).is_ok() {
        target.rewind()?;
        return Ok(true);
    }
    // A file system that cannot do it once will not do it later; a plain copy is always right.
    layout.reflink.store(false, Ordering::Relaxed);
    target.set_len(0)?;
    target.rewind()?;
    Ok(false)
}

/// Copies and hashes about `size` bytes, or how many there are; stops soon after `limit` bytes.
pub(super) fn copy(
    source: &mut impl Read,
    size: u64,
    target: &mut impl Write,
    limit: u64,
    unread: impl Fn(io::Error) -> BlobError,
    unwritten: impl Fn(io::Error) -> BlobError,
) -> Result<(BlobHash, u64), BlobError> {
    let mut hasher = Sha256::new();
    // With room for one byte more, the end of a small file shows without a second buffer being filled.
    let room = usize::try_from(size).map_or(CHUNK, |size| size.saturating_add(1).min(CHUNK));
    let mut chunk = vec![0; room];
    let mut len = 0;
    while len <= limit {
        let read = match source.read(&mut chunk) {
            Ok(0) => break,
            Ok(read) => read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(unread(error)),
        };
        hasher.update(&chunk[..read]);
        target.write_all(&chunk[..read]).map_err(&unwritten)?;
        len += read as u64;
    }
    Ok((BlobHash::finish(hasher), len))
}
