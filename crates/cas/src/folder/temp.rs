//! The folder beside the workspace in which files and folders are made before they are renamed into it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::fs::{AtFlags, CWD, Dir, Mode, OFlags, mkdirat, openat, unlinkat};
use rustix::io::Errno;

use crate::disk::open::open_child;

/// `<workspace>.tmp`. It must lie in the workspace's file system, for files are renamed out of it.
#[derive(Debug)]
pub(super) struct TempDir {
    path: PathBuf,
}

impl TempDir {
    pub(super) fn beside(workspace: &Path) -> Self {
        let mut path = workspace.as_os_str().to_owned();
        path.push(".tmp");
        Self { path: path.into() }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Removes what a crashed writer left.
    pub(super) fn sweep(&self) -> io::Result<()> {
        let leftovers = match fs::read_dir(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            leftovers => leftovers?,
        };
        for leftover in leftovers {
            let leftover = leftover?;
            let removed = if leftover.file_type()?.is_dir() {
                fs::remove_dir_all(leftover.path())
            } else {
                fs::remove_file(leftover.path())
            };
            match removed {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        Ok(())
    }

    /// Opens the folder; creates it when it is missing.
    pub(super) fn open(&self) -> rustix::io::Result<OwnedFd> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        match openat(CWD, &self.path, flags, Mode::empty()) {
            Err(Errno::NOENT) => {}
            answer => return answer,
        }
        match mkdirat(CWD, &self.path, Mode::RWXU) {
            Ok(()) | Err(Errno::EXIST) => openat(CWD, &self.path, flags, Mode::empty()),
            Err(error) => Err(error),
        }
    }
}

/// How a file is made that must not be there yet.
pub(super) const NEW_FILE: OFlags =
    OFlags::RDWR.union(OFlags::CREATE).union(OFlags::EXCL).union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

/// A file, link or folder in the temporary folder. Dropped, it is removed with all in it, unless it was renamed away.
#[derive(Debug)]
pub(super) struct Temp<'a> {
    dir: &'a OwnedFd,
    name: String,
    kept: bool,
}

impl<'a> Temp<'a> {
    /// Makes something under a free name by `make`.
    pub(super) fn create<T>(
        dir: &'a OwnedFd,
        make: impl Fn(&OwnedFd, &str) -> rustix::io::Result<T>,
    ) -> rustix::io::Result<(Self, T)> {
        static COUNTER: AtomicU64 = AtomicU64::new(0);
        loop {
            let name = format!("{:x}-{:x}", std::process::id(), COUNTER.fetch_add(1, Ordering::Relaxed));
            match make(dir, &name) {
                Ok(made) => {
                    return Ok((Self { dir, name, kept: false }, made));
                }
                Err(Errno::EXIST) => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Makes an empty file, open for reading and writing.
    pub(super) fn file(dir: &'a OwnedFd) -> rustix::io::Result<(Self, fs::File)> {
        let (temp, file) =
            Self::create(dir, |dir, name| openat(dir, name, NEW_FILE, Mode::from_raw_mode(0o666)))?;
        Ok((temp, file.into()))
    }

    /// The path, below the temporary folder, of what has the path `rest` in this one: empty, or with a `/` before it.
    pub(super) fn path_of(&self, rest: &[u8]) -> Vec<u8> {
        [self.name.as_bytes(), rest].concat()
    }

    /// Renames it to `name` in `target`, over whatever file is there.
    pub(super) fn rename(&mut self, target: impl AsFd, name: &[u8]) -> rustix::io::Result<()> {
        rustix::fs::renameat(self.dir, self.name.as_str(), target, name)?;
        self.kept = true;
        Ok(())
    }
}

impl Drop for Temp<'_> {
    fn drop(&mut self) {
        if !self.kept {
            // What cannot be removed now is swept when the folder is next opened.
            let _ = remove(self.dir.as_fd(), self.name.as_bytes());
        }
    }
}

/// Removes what was made under `name`; a folder with all in it. It is no deeper than a manifest's paths.
fn remove(dir: BorrowedFd<'_>, name: &[u8]) -> rustix::io::Result<()> {
    match unlinkat(dir, name, AtFlags::empty()) {
        Err(Errno::ISDIR | Errno::PERM) => {}
        answer => return answer,
    }
    let folder = open_child(dir, name)?;
    for entry in Dir::read_from(&folder)? {
        let entry = entry?;
        let name = entry.file_name().to_bytes();
        if name != b"." && name != b".." {
            remove(folder.as_fd(), name)?;
        }
    }
    unlinkat(dir, name, AtFlags::REMOVEDIR)
}
