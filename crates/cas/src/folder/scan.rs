//! The walk: brings the index in line with what is on disk, without reading a file.

use std::io;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;
use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::fs::{AtFlags, FileType, fstat, statat};
use rustix::io::Errno;

use crate::disk::clock;
use crate::disk::listing::{ListError, Listing};
use crate::disk::open::{notes_changes, open_child};
use crate::disk::stamp::{Stamp, kind};
use crate::folder::report::SpecialKind;
use crate::folder::temp::TempDir;
use crate::index::tree::{Content, Dir, FileNode, Node};
use crate::limits::{LimitExceeded, Limits};
use crate::path::TreePath;

/// From this many files the walk is worth waking the other threads.
const PARALLEL_FROM: u64 = 2_000;
/// So many folders in one folder are a reason as well, when the number of files is not known yet.
const PARALLEL_DIRS: usize = 16;
/// How many files of one folder one thread looks at before another may take the next.
const FILES_AT_ONCE: usize = 256;

/// Why a walk stopped.
#[derive(Debug)]
pub(super) enum ScanError {
    Limit(LimitExceeded),
    Io { path: String, source: io::Error },
}

/// A walk over a workspace.
pub(super) struct Scan<'a> {
    limits: &'a Limits,
    temp: &'a TempDir,
    /// Whether a folder's stamp tells that its names are the same.
    trusts_folders: bool,
    /// The file system's time, before the first folder was listed.
    now: OnceLock<i64>,
    parallel: bool,
    entries: AtomicU64,
    pub(super) files: AtomicU64,
    pub(super) bytes: AtomicU64,
    pub(super) pending: AtomicU64,
    pub(super) pending_bytes: AtomicU64,
    /// Whether the tree is not what it was: names, stamps or kinds.
    pub(super) changed: AtomicBool,
}

/// The sums of one folder, added to those of the walk at its end.
#[derive(Default)]
struct Sums {
    files: u64,
    bytes: u64,
    pending: u64,
    pending_bytes: u64,
    changed: bool,
}

impl<'a> Scan<'a> {
    /// A walk over about `expected` files.
    pub(super) fn new(root: &OwnedFd, temp: &'a TempDir, limits: &'a Limits, expected: u64) -> Self {
        Self {
            limits,
            temp,
            trusts_folders: notes_changes(root),
            now: OnceLock::new(),
            parallel: expected >= PARALLEL_FROM,
            entries: AtomicU64::new(0),
            files: AtomicU64::new(0),
            bytes: AtomicU64::new(0),
            pending: AtomicU64::new(0),
            pending_bytes: AtomicU64::new(0),
            changed: AtomicBool::new(false),
        }
    }

    /// Walks the folder `fd` with the path `path` and brings `dir` in line with it. After an error `dir` is
    /// partly as before; each of its nodes is still true.
    pub(super) fn walk(
        &self,
        fd: BorrowedFd<'_>,
        dir: &mut Dir,
        path: &[u8],
        depth: usize,
    ) -> Result<(), ScanError> {
        let kinds = self.names(fd, dir, path)?;
        if depth >= self.limits.depth && !dir.children.is_empty() {
            return Err(too_deep(self.limits, path));
        }
        let mut dirs = Vec::new();
        let mut others = Vec::with_capacity(dir.children.len());
        for (n, (name, node)) in dir.children.iter_mut().enumerate() {
            let kind = match &kinds {
                Some(kinds) => kinds.get(n).copied().unwrap_or(FileType::Unknown),
                None if matches!(node, Node::Dir(_) | Node::ClosedDir(_)) => FileType::Directory,
                None => FileType::Unknown,
            };
            if kind == FileType::Directory {
                dirs.push((&**name, node));
            } else {
                others.push((&**name, node, kind));
            }
        }
        let look = |(name, node, kind): &mut (&[u8], &mut Node, FileType), sums: &mut Sums| {
            self.look(fd, name, node, *kind, path, sums)
        };
        if others.len() > 2 * FILES_AT_ONCE {
            others.par_chunks_mut(FILES_AT_ONCE).try_for_each(|chunk| {
                let mut sums = Sums::default();
                chunk.iter_mut().try_for_each(|item| look(item, &mut sums))?;
                self.add(&sums)
            })?;
        } else {
            let mut sums = Sums::default();
            others.iter_mut().try_for_each(|item| look(item, &mut sums))?;
            self.add(&sums)?;
        }
        // On file systems that do not say what a name is, a folder shows only now.
        for (name, node, _) in others {
            if matches!(node, Node::Dir(_)) {
                dirs.push((name, node));
            }
        }
        if dirs.len() > 1 && (self.parallel || dirs.len() >= PARALLEL_DIRS) {
            dirs.into_par_iter().try_for_each(|(name, node)| self.descend(fd, name, node, path, depth))
        } else {
            dirs.into_iter().try_for_each(|(name, node)| self.descend(fd, name, node, path, depth))
        }
    }

    /// Gives `dir` the names that are on disk, and says of which kind each is; `None` when the names are
    /// those that the index has, because the folder still has the stamp under which it was listed.
    fn names(
        &self,
        fd: BorrowedFd<'_>,
        dir: &mut Dir,
        path: &[u8],
    ) -> Result<Option<Vec<FileType>>, ScanError> {
        if !self.trusts_folders {
            return self.list(fd, dir, path).map(Some);
        }
        let stamp = Stamp::of(&fstat(fd).map_err(|error| failed(path, error))?);
        if dir.listed == Some(stamp) && !dir.children.values().any(|node| matches!(node, Node::Unseen)) {
            self.count(dir.children.len() as u64, path)?;
            return Ok(None);
        }
        // Both the stamp and the clock are older than the listing, so that no later change stays unseen.
        let now = self.now()?;
        let kinds = self.list(fd, dir, path)?;
        let listed = stamp.is_settled(now).then_some(stamp);
        if dir.listed != listed {
            dir.listed = listed;
            self.changed.store(true, Ordering::Relaxed);
        }
        Ok(Some(kinds))
    }

    fn now(&self) -> Result<i64, ScanError> {
        if let Some(now) = self.now.get() {
            return Ok(*now);
        }
        let now = self.temp.open().and_then(|tmp| clock::now(&tmp)).map_err(|e| failed(b"", e))?;
        Ok(*self.now.get_or_init(|| now))
    }

    fn list(&self, fd: BorrowedFd<'_>, dir: &mut Dir, path: &[u8]) -> Result<Vec<FileType>, ScanError> {
        let left = self.limits.files.saturating_sub(self.entries.load(Ordering::Relaxed));
        let listing = Listing::read(fd, left).map_err(|error| match error {
            ListError::TooMany => self.too_many(path),
            ListError::Os(error) => failed(path, error),
        })?;
        self.count(listing.len() as u64, path)?;
        if align(dir, &listing) {
            self.changed.store(true, Ordering::Relaxed);
        }
        Ok(listing.iter().map(|(_, kind)| kind).collect())
    }

    fn count(&self, entries: u64, path: &[u8]) -> Result<(), ScanError> {
        let entries = self.entries.fetch_add(entries, Ordering::Relaxed) + entries;
        if entries > self.limits.files { Err(self.too_many(path)) } else { Ok(()) }
    }

    fn too_many(&self, path: &[u8]) -> ScanError {
        let path = String::from_utf8_lossy(path).into_owned();
        ScanError::Limit(LimitExceeded::Files { max: self.limits.files, path })
    }

    /// Brings one node that is not known to be a folder in line with the disk.
    fn look(
        &self,
        fd: BorrowedFd<'_>,
        name: &[u8],
        node: &mut Node,
        listed: FileType,
        path: &[u8],
        sums: &mut Sums,
    ) -> Result<(), ScanError> {
        let special = match listed {
            FileType::RegularFile | FileType::Symlink | FileType::Unknown => None,
            other => special_kind(other),
        };
        let stat = match special {
            Some(special) => {
                sums.changed |= !matches!(node, Node::Special(known) if *known == special);
                *node = Node::Special(special);
                return Ok(());
            }
            None => statat(fd, name, AtFlags::SYMLINK_NOFOLLOW),
        };
        let stat = match stat {
            Ok(stat) => stat,
            Err(Errno::NOENT) => {
                sums.changed = true;
                *node = Node::Unseen;
                return Ok(());
            }
            Err(error) => return Err(failed(&join(path, name), error)),
        };
        match kind(&stat) {
            FileType::RegularFile | FileType::Symlink => {
                self.look_file(name, node, Stamp::of(&stat), path, sums)
            }
            FileType::Directory => {
                if !matches!(node, Node::Dir(_)) {
                    sums.changed = true;
                    *node = Node::Dir(Dir::default());
                }
                Ok(())
            }
            other => {
                let special = special_kind(other).unwrap_or(SpecialKind::Unknown);
                sums.changed |= !matches!(node, Node::Special(known) if *known == special);
                *node = Node::Special(special);
                Ok(())
            }
        }
    }

    fn look_file(
        &self,
        name: &[u8],
        node: &mut Node,
        stamp: Stamp,
        path: &[u8],
        sums: &mut Sums,
    ) -> Result<(), ScanError> {
        sums.files += 1;
        sums.bytes = sums.bytes.saturating_add(stamp.size);
        if let Node::File(file) = node {
            if file.stamp == stamp && matches!(file.content, Content::Known { settled: true, .. }) {
                return Ok(());
            }
            file.stamp = stamp;
            file.content = Content::Pending;
        } else {
            let path = join(path, name);
            let path = TreePath::from_bytes(&path).map_err(|_| too_deep(self.limits, &path))?;
            *node = Node::File(FileNode { path, stamp, content: Content::Pending });
        }
        sums.changed = true;
        sums.pending += 1;
        sums.pending_bytes = sums.pending_bytes.saturating_add(stamp.size);
        if stamp.size > self.limits.file_bytes
            && let Node::File(file) = node
        {
            let max = self.limits.file_bytes;
            return Err(ScanError::Limit(LimitExceeded::FileBytes { max, path: file.path.clone() }));
        }
        Ok(())
    }

    fn descend(
        &self,
        fd: BorrowedFd<'_>,
        name: &[u8],
        node: &mut Node,
        path: &[u8],
        depth: usize,
    ) -> Result<(), ScanError> {
        let path = join(path, name);
        if path.len() > TreePath::MAX_BYTES {
            return Err(too_deep(self.limits, &path));
        }
        let child = match open_child(fd, name) {
            Ok(child) => child,
            Err(Errno::ACCESS | Errno::PERM) => {
                let errno = Errno::ACCESS.raw_os_error();
                if !matches!(node, Node::ClosedDir(_)) {
                    self.changed.store(true, Ordering::Relaxed);
                    *node = Node::ClosedDir(errno);
                }
                return Ok(());
            }
            // It has gone since, or is no longer a folder: as if absent, and looked at by the next walk.
            Err(Errno::NOENT | Errno::NOTDIR | Errno::LOOP) => {
                self.changed.store(true, Ordering::Relaxed);
                *node = Node::Unseen;
                return Ok(());
            }
            Err(error) => return Err(failed(&path, error)),
        };
        if !matches!(node, Node::Dir(_)) {
            self.changed.store(true, Ordering::Relaxed);
            *node = Node::Dir(Dir::default());
        }
        match node {
            Node::Dir(dir) => self.walk(child.as_fd(), dir, &path, depth + 1),
            _ => Ok(()),
        }
    }

    fn add(&self, sums: &Sums) -> Result<(), ScanError> {
        self.files.fetch_add(sums.files, Ordering::Relaxed);
        if sums.changed {
            self.changed.store(true, Ordering::Relaxed);
            self.pending.fetch_add(sums.pending, Ordering::Relaxed);
            self.pending_bytes.fetch_add(sums.pending_bytes, Ordering::Relaxed);
        }
        let total = self.bytes.fetch_add(sums.bytes, Ordering::Relaxed).saturating_add(sums.bytes);
        let max = self.limits.total_bytes;
        if total > max { Err(ScanError::Limit(LimitExceeded::TotalBytes { max })) } else { Ok(()) }
    }
}

/// Gives `dir` exactly the names of `listing`, so that both can be walked side by side. Whether it had others.
fn align(dir: &mut Dir, listing: &Listing) -> bool {
    let same = dir.children.len() == listing.len()
        && dir.children.keys().zip(listing.iter()).all(|(known, (name, _))| **known == *name);
    if same {
        return false;
    }
    let mut known = std::mem::take(&mut dir.children).into_iter().peekable();
    dir.children = listing
        .iter()
        .map(|(name, _)| {
            while known.next_if(|(old, _)| **old < *name).is_some() {}
            known.next_if(|(old, _)| **old == *name).unwrap_or_else(|| (name.into(), Node::Unseen))
        })
        .collect();
    true
}

fn special_kind(kind: FileType) -> Option<SpecialKind> {
    match kind {
        FileType::Socket => Some(SpecialKind::Socket),
        FileType::Fifo => Some(SpecialKind::Fifo),
        FileType::BlockDevice | FileType::CharacterDevice => Some(SpecialKind::Device),
        _ => None,
    }
}

fn join(path: &[u8], name: &[u8]) -> Vec<u8> {
    let mut joined = Vec::with_capacity(path.len() + 1 + name.len());
    joined.extend_from_slice(path);
    if !path.is_empty() {
        joined.push(b'/');
    }
    joined.extend_from_slice(name);
    joined
}

fn failed(path: &[u8], error: Errno) -> ScanError {
    ScanError::Io { path: String::from_utf8_lossy(path).into_owned(), source: error.into() }
}

fn too_deep(limits: &Limits, path: &[u8]) -> ScanError {
    let path = String::from_utf8_lossy(path).into_owned();
    ScanError::Limit(LimitExceeded::Depth { max: limits.depth, path })
}
