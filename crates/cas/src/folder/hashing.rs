//! Reading the files whose content the index does not know.

use std::fs::File;
use std::io::{self, Read as _, Seek as _};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use rayon::prelude::*;
use rustix::fd::{BorrowedFd, OwnedFd};
use rustix::fs::{AtFlags, FileType, Mode, OFlags, fstat, openat, readlinkat, statat};
use rustix::io::Errno;

use crate::blobs::{BlobBatch, BlobError};
use crate::disk::clock;
use crate::disk::open::open_below;
use crate::disk::stamp::{Stamp, kind};
use crate::folder::scan::Scan;
use crate::folder::temp::TempDir;
use crate::hash::BlobHash;
use crate::index::tree::{Content, Dir, FileNode, Node};
use crate::limits::{LimitExceeded, Limits};
use crate::manifest::{Entry, Manifest};
use crate::path::TreePath;

/// A file that changes while it is read is read so often; then what was read last counts.
const ATTEMPTS: usize = 3;
/// Up to this size a file is read at once and hashed in memory.
const AT_ONCE: u64 = 128 << 10;
/// The work of one turn of a thread: so many files, or fewer that have so many bytes together.
const TURN_FILES: usize = 64;
const TURN_BYTES: u64 = 1 << 20;
/// From so many files or bytes it is worth waking the other threads.
const PARALLEL_FILES: u64 = 64;
const PARALLEL_BYTES: u64 = 2 << 20;

/// What becomes of the bytes that are read.
pub(super) enum Sink<'a> {
    /// They become blobs.
    Store(&'a dyn BlobBatch),
    /// They are only compared: a file that does not have the bytes that the manifest has for it stays
    /// unknown, because nothing says that they are in the store.
    Compare(&'a Manifest),
}

/// One pass over all pending files of a tree.
pub(super) struct Hashing<'a> {
    pub(super) root: BorrowedFd<'a>,
    pub(super) temp: &'a TempDir,
    pub(super) limits: &'a Limits,
    pub(super) sink: Sink<'a>,
}

/// What a pass found beside content.
#[derive(Debug, Default)]
pub(super) struct Hashed {
    pub(super) files: u64,
    pub(super) bytes: u64,
    /// Files that changed again and again while they were read.
    pub(super) unstable: Vec<TreePath>,
}

/// Why a pass stopped.
#[derive(Debug)]
pub(super) enum HashError {
    Blob(BlobError),
    Limit(LimitExceeded),
    /// The file system's clock could not be read.
    Clock(io::Error),
}

/// Pending files of one folder.
struct Turn<'t> {
    dir: Vec<u8>,
    files: Vec<(&'t [u8], &'t mut FileNode)>,
    bytes: u64,
}

impl Hashing<'_> {
    /// Reads the files of `tree` that `scan` has found pending.
    pub(super) fn run(&self, tree: &mut Dir, scan: &Scan<'_>) -> Result<Hashed, HashError> {
        let files = scan.pending.load(Ordering::Relaxed);
        let bytes = scan.pending_bytes.load(Ordering::Relaxed);
        let mut turns = Vec::new();
        collect(tree, &mut Vec::new(), &mut turns);
        let work =
            Work { pass: self, now: OnceLock::new(), bytes: AtomicU64::new(0), unstable: Mutex::default() };
        if turns.len() > 1 && (files >= PARALLEL_FILES || bytes >= PARALLEL_BYTES) {
            turns.par_iter_mut().with_max_len(1).try_for_each(|turn| work.turn(turn))?;
        } else {
            turns.iter_mut().try_for_each(|turn| work.turn(turn))?;
        }
        let mut unstable = work.unstable.into_inner().unwrap_or_else(PoisonError::into_inner);
        unstable.sort_unstable();
        Ok(Hashed { files, bytes: work.bytes.into_inner(), unstable })
    }
}

/// Splits the pending files below `dir` into turns.
fn collect<'t>(dir: &'t mut Dir, path: &mut Vec<u8>, turns: &mut Vec<Turn<'t>>) {
    let base = path.len();
    let mut turn: Option<Turn<'t>> = None;
    for (name, node) in &mut dir.children {
        match node {
            Node::File(file) if file.content == Content::Pending => {
                let open =
                    turn.get_or_insert_with(|| Turn { dir: path.clone(), files: Vec::new(), bytes: 0 });
                open.bytes += file.stamp.size;
                open.files.push((name, file));
                if open.files.len() >= TURN_FILES || open.bytes >= TURN_BYTES {
                    turns.extend(turn.take());
                }
            }
            Node::Dir(child) => {
                if base > 0 {
                    path.push(b'/');
                }
                path.extend_from_slice(name);
                collect(child, path, turns);
                path.truncate(base);
            }
            _ => {}
        }
    }
    turns.extend(turn);
}

struct Work<'a> {
    pass: &'a Hashing<'a>,
    now: OnceLock<i64>,
    bytes: AtomicU64,
    unstable: Mutex<Vec<TreePath>>,
}

/// What one attempt at a file gave.
enum Attempt {
    Read { before: Stamp, after: Stamp, kind: FileType, hash: BlobHash, len: u64 },
    Unreadable(Errno),
    Gone,
}

impl Work<'_> {
    fn turn(&self, turn: &mut Turn<'_>) -> Result<(), HashError> {
        // The clock is read before the first file is, so that a file found older than it cannot change
        // unseen after it was read.
        let now = self.now()?;
        let dir = match open_below(self.pass.root, &turn.dir) {
            Ok(dir) => dir,
            Err(error) => {
                for (_, file) in &mut turn.files {
                    file.content = missing(error);
                }
                return Ok(());
            }
        };
        turn.files.iter_mut().try_for_each(|(name, file)| self.file(&dir, name, file, now))
    }

    fn now(&self) -> Result<i64, HashError> {
        if let Some(now) = self.now.get() {
            return Ok(*now);
        }
        let now =
            self.pass.temp.open().and_then(|tmp| clock::now(&tmp)).map_err(|e| HashError::Clock(e.into()))?;
        Ok(*self.now.get_or_init(|| now))
    }

    fn file(&self, dir: &OwnedFd, name: &[u8], file: &mut FileNode, now: i64) -> Result<(), HashError> {
        for attempt in 1..=ATTEMPTS {
            let (before, after, kind, hash, len) = match self.attempt(dir, name, file)? {
                Attempt::Read { before, after, kind, hash, len } => (before, after, kind, hash, len),
                Attempt::Unreadable(error) => {
                    file.content = Content::Unreadable(error.raw_os_error());
                    return Ok(());
                }
                Attempt::Gone => {
                    file.content = Content::Gone;
                    return Ok(());
                }
            };
            let stable = before == after && after.size == len;
            if !stable && attempt < ATTEMPTS {
                continue;
            }
            if !stable {
                self.unstable.lock().unwrap_or_else(PoisonError::into_inner).push(file.path.clone());
            }
            self.bytes.fetch_add(len, Ordering::Relaxed);
            file.stamp = after;
            let entry = Entry { hash, mode: after.entry_mode(kind) };
            let known = match self.pass.sink {
                Sink::Store(_) => true,
                Sink::Compare(target) => target.get(&file.path) == Some(&entry),
            };
            if known {
                file.content = Content::Known { entry, settled: stable && after.is_settled(now) };
            }
            return Ok(());
        }
        Ok(())
    }

    fn attempt(&self, dir: &OwnedFd, name: &[u8], node: &FileNode) -> Result<Attempt, HashError> {
        if node.stamp.mode & LINK_BITS == LINK_BITS {
            return self.link(dir, name);
        }
        // Not blocking, in case a pipe has taken the file's place since it was looked at.
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
        let file = match openat(dir, name, flags, Mode::empty()) {
            Ok(file) => File::from(file),
            Err(error) => return Ok(attempt_failed(error)),
        };
        let before = match fstat(&file) {
            Ok(stat) if kind(&stat) == FileType::RegularFile => Stamp::of(&stat),
            Ok(_) => return Ok(Attempt::Gone),
            Err(error) => return Ok(attempt_failed(error)),
        };
        let (hash, len) = match self.read(&file, before.size) {
            Ok(read) => read,
            Err(BlobError::Source(error)) => {
                let error = Errno::from_io_error(&error).unwrap_or(Errno::IO);
                return Ok(Attempt::Unreadable(error));
            }
            Err(BlobError::TooLarge { .. }) => {
                let (max, path) = (self.pass.limits.file_bytes, node.path.clone());
                return Err(HashError::Limit(LimitExceeded::FileBytes { max, path }));
            }
            Err(error) => return Err(HashError::Blob(error)),
        };
        match fstat(&file) {
            Ok(stat) => {
                Ok(Attempt::Read { before, after: Stamp::of(&stat), kind: FileType::RegularFile, hash, len })
            }
            Err(error) => Ok(attempt_failed(error)),
        }
    }

    fn read(&self, mut file: &File, size: u64) -> Result<(BlobHash, u64), BlobError> {
        let limit = self.pass.limits.file_bytes;
        if size <= AT_ONCE {
            let mut content = Vec::with_capacity(usize::try_from(size).unwrap_or_default() + 1);
            file.take(AT_ONCE + 1).read_to_end(&mut content).map_err(BlobError::Source)?;
            if content.len() as u64 <= AT_ONCE {
                if content.len() as u64 > limit {
                    return Err(BlobError::TooLarge { limit });
                }
                return self.bytes(&content);
            }
            // It has grown meanwhile: like a large one, from its start.
            file.rewind().map_err(BlobError::Source)?;
        }
        match self.pass.sink {
            Sink::Store(batch) => batch.put_file(file, limit).map(|stored| (stored.hash, stored.len)),
            Sink::Compare(_) => crate::blobs::hash_stream(&mut file, limit).map_err(BlobError::Source),
        }
    }

    fn bytes(&self, content: &[u8]) -> Result<(BlobHash, u64), BlobError> {
        match self.pass.sink {
            Sink::Store(batch) => batch.put(content).map(|stored| (stored.hash, stored.len)),
            Sink::Compare(_) => Ok((BlobHash::of(content), content.len() as u64)),
        }
    }

    fn link(&self, dir: &OwnedFd, name: &[u8]) -> Result<Attempt, HashError> {
        let look = || statat(dir, name, AtFlags::SYMLINK_NOFOLLOW);
        let before = match look() {
            Ok(stat) if kind(&stat) == FileType::Symlink => Stamp::of(&stat),
            Ok(_) => return Ok(Attempt::Gone),
            Err(error) => return Ok(attempt_failed(error)),
        };
        let target = match readlinkat(dir, name, Vec::new()) {
            Ok(target) => target,
            Err(error) => return Ok(attempt_failed(error)),
        };
        let (hash, len) = self.bytes(target.as_bytes()).map_err(HashError::Blob)?;
        match look() {
            Ok(stat) => {
                Ok(Attempt::Read { before, after: Stamp::of(&stat), kind: FileType::Symlink, hash, len })
            }
            Err(error) => Ok(attempt_failed(error)),
        }
    }
}

/// The type bits of a link; no other type that gets here has them all.
const LINK_BITS: u32 = 0o120_000;

fn attempt_failed(error: Errno) -> Attempt {
    match missing(error) {
        Content::Gone => Attempt::Gone,
        _ => Attempt::Unreadable(error),
    }
}

/// What an error says about a file: gone (also when a link or folder has taken its place), or unreadable.
fn missing(error: Errno) -> Content {
    match error {
        Errno::NOENT | Errno::NOTDIR | Errno::LOOP | Errno::NXIO => Content::Gone,
        error => Content::Unreadable(error.raw_os_error()),
    }
}
