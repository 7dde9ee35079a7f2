//! The folder beside the workspace in which files are made before they are renamed into it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use rustix::fd::{AsFd, OwnedFd};
use rustix::fs::{AtFlags, CWD, Mode, OFlags, mkdirat, openat, unlinkat};
use rustix::io::Errno;

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
            match fs::remove_file(leftover?.path()) {
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

/// A file or link in the temporary folder. Dropped, it is removed, unless it was renamed away.
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
        let flags = OFlags::RDWR | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let (temp, file) =
            Self::create(dir, |dir, name| openat(dir, name, flags, Mode::from_raw_mode(0o666)))?;
        Ok((temp, file.into()))
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
            let _ = unlinkat(self.dir, self.name.as_str(), AtFlags::empty());
        }
    }
}
