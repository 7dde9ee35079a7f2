//! Writing blobs into a folder, durably and many at a time.

use std::collections::btree_map::{BTreeMap, Entry};
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, RwLockReadGuard};

use rustix::fd::OwnedFd;
use rustix::fs::{AtFlags, CWD, Mode, OFlags, linkat, mkdirat, openat, renameat, statat, unlinkat};
use rustix::io::Errno;

use crate::blobs::copy::{copy, share};
use crate::blobs::durable::{settle, sync_file_system};
use crate::blobs::error::BlobError;
use crate::blobs::layout::{Layout, TMP, temp_name};
use crate::blobs::reader::hash_stream;
use crate::blobs::store::{BatchStats, BlobBatch, Stored};
use crate::hash::BlobHash;

/// Up to this many files are made durable one by one; above it one `syncfs` is cheaper, although it
/// writes out what other programs have pending in the same file system too.
const SYNC_EACH: usize = 16;

/// Blobs are read-only files: nothing has a reason to write one again.
const BLOB_MODE: Mode = Mode::from_raw_mode(0o444);

pub(super) struct LocalBatch<'a> {
    layout: &'a Layout,
    _open: RwLockReadGuard<'a, ()>,
    root: OwnedFd,
    tmp: OwnedFd,
    pending: Mutex<BTreeMap<BlobHash, Pending>>,
    /// Whether the batch relies on a blob that was there already.
    reused: AtomicBool,
}

/// A blob under its temporary name.
struct Pending {
    name: String,
    len: u64,
}

fn failed(action: &'static str) -> impl Fn(Errno) -> BlobError {
    move |error| BlobError::Store { action, source: error.into() }
}

const WRITE: &str = "write a blob";
const COMMIT: &str = "make its blobs durable";

impl<'a> LocalBatch<'a> {
    pub(super) fn start(layout: &'a Layout) -> Result<Self, BlobError> {
        let open = layout.gate.read().unwrap_or_else(PoisonError::into_inner);
        let store = |source| BlobError::Store { action: "be opened", source };
        Ok(Self {
            layout,
            _open: open,
            root: layout.open_dir(Path::new("")).map_err(store)?,
            tmp: layout.open_dir(Path::new(TMP)).map_err(store)?,
            pending: Mutex::default(),
            reused: AtomicBool::new(false),
        })
    }

    fn pending(&self) -> MutexGuard<'_, BTreeMap<BlobHash, Pending>> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn has(&self, hash: &BlobHash) -> Result<bool, BlobError> {
        if self.pending().contains_key(hash) {
            return Ok(true);
        }
        match hash.with_hex(|hex| statat(&self.root, shard_path(hex), AtFlags::SYMLINK_NOFOLLOW)) {
            Ok(_) => {
                self.reused.store(true, Ordering::Relaxed);
                Ok(true)
            }
            Err(Errno::NOENT) => Ok(false),
            Err(error) => Err(failed("look for a blob")(error)),
        }
    }

    fn create(&self) -> Result<(String, File), BlobError> {
        loop {
            let name = temp_name();
            let flags = OFlags::RDWR | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
            match openat(&self.tmp, name.as_str(), flags, BLOB_MODE) {
                Ok(file) => return Ok((name, file.into())),
                Err(Errno::EXIST) => {}
                Err(error) => return Err(failed(WRITE)(error)),
            }
        }
    }

    /// Keeps the temporary file as the blob, or removes it when the blob has come by another way.
    fn keep(&self, name: String, stored: Stored) -> Result<Stored, BlobError> {
        let superfluous = match self.pending().entry(stored.hash) {
            Entry::Occupied(_) => name,
            Entry::Vacant(free) => {
                free.insert(Pending { name, len: stored.len });
                return Ok(stored);
            }
        };
        self.remove(&superfluous);
        Ok(stored)
    }

    /// Adds a blob of another store. Where the file system can, both stores then share its bytes, which are not read.
    pub(super) fn take(&self, from: &Layout, hash: &BlobHash) -> Result<(), BlobError> {
        if self.has(hash)? {
            return Ok(());
        }
        let source = from.blob(hash);
        let len = match fs::symlink_metadata(&source) {
            Ok(metadata) => metadata.len(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(BlobError::Missing { hash: *hash });
            }
            Err(source) => return Err(BlobError::Store { action: "look for a blob", source }),
        };
        let name = temp_name();
        // Too many links, or another file system: a copy is always right.
        if linkat(CWD, &source, &self.tmp, name.as_str(), AtFlags::empty()).is_ok() {
            return self.keep(name, Stored { hash: *hash, len }).map(|_| ());
        }
        let source = File::open(&source).map_err(BlobError::Source)?;
        let stored = self.put_file(&source, u64::MAX)?;
        if stored.hash == *hash { Ok(()) } else { Err(BlobError::Damaged { hash: *hash }) }
    }

    /// A temporary file that cannot be removed now is swept when the store is next opened.
    fn remove(&self, name: &str) {
        let _ = unlinkat(&self.tmp, name, AtFlags::empty());
    }

    /// Gives the blobs their names; returns the folders that have new names in them.
    fn rename_all(&self, pending: &BTreeMap<BlobHash, Pending>) -> Result<Vec<String>, BlobError> {
        let mut shards: Vec<String> = Vec::new();
        let mut made = false;
        for (hash, blob) in pending {
            hash.with_hex(|hex| {
                if shards.last().is_none_or(|shard| *shard != hex[..2]) {
                    match mkdirat(&self.root, &hex[..2], Mode::from_raw_mode(0o777)) {
                        Ok(()) => made = true,
                        Err(Errno::EXIST) => {}
                        Err(error) => return Err(error),
                    }
                    shards.push(hex[..2].to_owned());
                }
                renameat(&self.tmp, blob.name.as_str(), &self.root, shard_path(hex))
            })
            .map_err(failed(COMMIT))?;
        }
        if made {
            shards.push(".".to_owned());
        }
        Ok(shards)
    }

    /// The order is what makes a blob under its name whole: content first, then names, then folders.
    fn commit(&self, pending: &BTreeMap<BlobHash, Pending>) -> Result<(), BlobError> {
        let sync = |source| BlobError::Store { action: COMMIT, source };
        let many = pending.len() > SYNC_EACH;
        if !(many && sync_file_system(&self.tmp).map_err(sync)?) {
            for blob in pending.values() {
                let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
                let file =
                    openat(&self.tmp, blob.name.as_str(), flags, Mode::empty()).map_err(failed(COMMIT))?;
                File::from(file).sync_data().map_err(sync)?;
            }
        }
        let (mark, _) = self.create()?;
        let shards = self.rename_all(pending)?;
        if !(many && sync_file_system(&self.tmp).map_err(sync)?) {
            for shard in &shards {
                let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
                let dir = openat(&self.root, shard.as_str(), flags, Mode::empty()).map_err(failed(COMMIT))?;
                File::from(dir).sync_all().map_err(sync)?;
            }
        }
        // Left behind by a crash, the mark says that names may not be durable yet.
        self.remove(&mark);
        Ok(())
    }
}

impl BlobBatch for LocalBatch<'_> {
    fn put(&self, content: &[u8]) -> Result<Stored, BlobError> {
        let stored = Stored { hash: BlobHash::of(content), len: content.len() as u64 };
        if self.has(&stored.hash)? {
            return Ok(stored);
        }
        let (name, mut file) = self.create()?;
        if let Err(source) = file.write_all(content) {
            self.remove(&name);
            return Err(BlobError::Store { action: WRITE, source });
        }
        self.keep(name, stored)
    }

    fn put_file(&self, mut source: &File, limit: u64) -> Result<Stored, BlobError> {
        let size = source.metadata().map_err(BlobError::Source)?.len();
        let (name, mut file) = self.create()?;
        let copied = match share(self.layout, source, size, &mut file) {
            // The shared copy no longer changes, whoever writes to the source.
            Ok(true) => {
                hash_stream(&mut file, limit).map_err(|source| BlobError::Store { action: WRITE, source })
            }
            Ok(false) => {
                let unwritten = |source| BlobError::Store { action: WRITE, source };
                copy(&mut source, size, &mut file, limit, BlobError::Source, unwritten)
            }
            Err(error) => Err(BlobError::Store { action: WRITE, source: error }),
        };
        match copied {
            Ok((hash, len)) if len <= limit => {
                if self.has(&hash)? {
                    self.remove(&name);
                    return Ok(Stored { hash, len });
                }
                self.keep(name, Stored { hash, len })
            }
            Ok(_) => {
                self.remove(&name);
                Err(BlobError::TooLarge { limit })
            }
            Err(error) => {
                self.remove(&name);
                Err(error)
            }
        }
    }

    fn finish(self: Box<Self>) -> Result<BatchStats, BlobError> {
        let pending = std::mem::take(&mut *self.pending());
        if pending.is_empty() && !self.reused.load(Ordering::Relaxed) {
            return Ok(BatchStats::default());
        }
        let mut turn = self.layout.commit.lock().unwrap_or_else(PoisonError::into_inner);
        if !turn.settled {
            settle(&self.root).map_err(|source| BlobError::Store { action: COMMIT, source })?;
            turn.settled = true;
        }
        if !pending.is_empty() {
            turn.settled = false;
            if let Err(error) = self.commit(&pending) {
                // What was renamed already is whole, and at worst an orphan; the rest goes.
                pending.values().for_each(|blob| self.remove(&blob.name));
                return Err(error);
            }
            turn.settled = true;
        }
        let new_bytes = pending.values().map(|blob| blob.len).sum();
        Ok(BatchStats { new_blobs: pending.len() as u64, new_bytes })
    }
}

impl Drop for LocalBatch<'_> {
    fn drop(&mut self) {
        let pending = std::mem::take(&mut *self.pending());
        pending.values().for_each(|blob| self.remove(&blob.name));
    }
}

/// `ab/abcd…`.
fn shard_path(hex: &str) -> String {
    format!("{}/{hex}", &hex[..2])
}
