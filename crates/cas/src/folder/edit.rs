//! Edits by hand: uploads, removals, renames.

use std::io::{self, Read};

use rustix::fd::{AsFd as _, BorrowedFd};
use rustix::fs::{AtFlags, FileType, Mode as FsMode, fchmod, statat, unlinkat};
use rustix::io::Errno;

use crate::disk::listing::{ListError, Listing};
use crate::disk::open::{WorkspaceError, make_below, open_below, open_child, with_write};
use crate::disk::stamp::{Stamp, kind};
use crate::folder::locked::LockedFolder;
use crate::folder::temp::Temp;
use crate::manifest::Mode;
use crate::path::{TreePath, split_last};

/// Why an edit failed. The workspace is as it was, but for folders made on the way.
#[derive(Debug, thiserror::Error)]
pub enum EditError {
    /// The workspace is a link, or cannot be opened or made.
    #[error(transparent)]
    Workspace(#[from] WorkspaceError),
    /// There is nothing at this path.
    #[error("there is no `{path}` in the workspace")]
    NotFound {
        /// The path.
        path: TreePath,
    },
    /// Something is there already.
    #[error("`{path}` exists already; remove it first or choose another name")]
    Exists {
        /// The path.
        path: TreePath,
    },
    /// The path leads through a file or a link.
    #[error("`{path}` leads through something that is not a folder; choose another path")]
    NotAFolder {
        /// The path.
        path: TreePath,
    },
    /// A folder would have to be replaced by a file, or moved into itself.
    #[error("`{path}` is a folder; remove it first or choose another name")]
    IsAFolder {
        /// The path.
        path: TreePath,
    },
    /// More bytes than allowed.
    #[error("the content of `{path}` is larger than {limit} bytes")]
    TooLarge {
        /// The file.
        path: TreePath,
        /// What is allowed.
        limit: u64,
    },
    /// What should be written could not be read.
    #[error("the content for `{path}` could not be read")]
    Source {
        /// The file.
        path: TreePath,
        /// Why.
        #[source]
        source: io::Error,
    },
    /// The operating system refuses.
    #[error("`{path}` could not be changed")]
    Io {
        /// The path.
        path: TreePath,
        /// Why.
        #[source]
        source: io::Error,
    },
}

impl LockedFolder<'_> {
    /// Writes a file from `content`, at most `limit` bytes, and the folders above it; returns its length.
    /// It replaces a file or link in one step; a file that was executable stays so.
    ///
    /// # Errors
    /// [`EditError`]: `NotAFolder`, `IsAFolder`, `TooLarge`, `Source`, `Io` and `Workspace`.
    pub fn write_file(&mut self, path: &TreePath, content: impl Read, limit: u64) -> Result<u64, EditError> {
        let root = self.open_or_make()?;
        let failed = |error| edit_failed(path, error);
        let bytes = path.to_bytes();
        let (parent, name) = split_last(&bytes);
        let dir = make_below(root.as_fd(), parent).map_err(failed)?;
        let executable = match statat(&dir, name, AtFlags::SYMLINK_NOFOLLOW) {
            Ok(stat) if kind(&stat) == FileType::Directory => {
                return Err(EditError::IsAFolder { path: path.clone() });
            }
            Ok(stat) => Stamp::of(&stat).entry_mode(kind(&stat)) == Mode::Executable,
            Err(_) => false,
        };
        let tmp = self.folder.temp.open().map_err(failed)?;
        let (mut temp, mut file) = Temp::file(&tmp).map_err(failed)?;
        // One byte more than allowed tells that there is too much.
        let mut content = Source { inner: content.take(limit.saturating_add(1)), failed: false };
        let len = io::copy(&mut content, &mut file).map_err(|source| match content.failed {
            true => EditError::Source { path: path.clone(), source },
            false => EditError::Io { path: path.clone(), source },
        })?;
        if len > limit {
            return Err(EditError::TooLarge { path: path.clone(), limit });
        }
        if executable {
            fchmod(&file, FsMode::from_raw_mode(0o755)).map_err(failed)?;
        }
        let temp = std::cell::RefCell::new(&mut temp);
        with_write(dir.as_fd(), |dir| temp.borrow_mut().rename(dir, name)).map_err(failed)?;
        Ok(len)
    }

    /// Removes a file or link, or a folder with all that it holds. Links are removed, never followed.
    ///
    /// # Errors
    /// [`EditError`]: `NotFound`, `NotAFolder`, `Io` and `Workspace`.
    pub fn remove(&mut self, path: &TreePath) -> Result<(), EditError> {
        let root = self.open()?;
        let bytes = path.to_bytes();
        let (parent, name) = split_last(&bytes);
        open_below(root.as_fd(), parent)
            .and_then(|dir| remove_all(dir.as_fd(), name, TreePath::MAX_DEPTH))
            .map_err(|error| edit_failed(path, error))
    }

    /// Renames a file, link or folder, and makes the folders above `to`. It replaces nothing.
    ///
    /// # Errors
    /// [`EditError`]: `NotFound` (for `from`), `Exists` (for `to`), `NotAFolder`, `IsAFolder` (into itself),
    /// `Io` and `Workspace`.
    pub fn rename(&mut self, from: &TreePath, to: &TreePath) -> Result<(), EditError> {
        let root = self.open()?;
        let (from_bytes, to_bytes) = (from.to_bytes(), to.to_bytes());
        let (from_parent, from_name) = split_last(&from_bytes);
        let (to_parent, to_name) = split_last(&to_bytes);
        if to.is_below(from) {
            return Err(EditError::IsAFolder { path: from.clone() });
        }
        let source = open_below(root.as_fd(), from_parent).map_err(|error| edit_failed(from, error))?;
        statat(&source, from_name, AtFlags::SYMLINK_NOFOLLOW).map_err(|error| edit_failed(from, error))?;
        let target = make_below(root.as_fd(), to_parent).map_err(|error| edit_failed(to, error))?;
        with_write(source.as_fd(), |source| {
            with_write(target.as_fd(), |target| rename_new(source, from_name, target, to_name))
        })
        .map_err(|error| edit_failed(to, error))
    }
}

/// Renames unless the new name is taken.
fn rename_new(from: BorrowedFd<'_>, name: &[u8], to: BorrowedFd<'_>, new: &[u8]) -> rustix::io::Result<()> {
    use rustix::fs::{RenameFlags, renameat, renameat_with};
    match renameat_with(from, name, to, new, RenameFlags::NOREPLACE) {
        // Some file systems cannot; the folder is locked, so that nobody comes between look and rename.
        Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => {
            match statat(to, new, AtFlags::SYMLINK_NOFOLLOW) {
                Ok(_) => Err(Errno::EXIST),
                Err(Errno::NOENT) => renameat(from, name, to, new),
                Err(error) => Err(error),
            }
        }
        answer => answer,
    }
}

/// Removes `name` in `dir` with all below it, at most `depth` folders deep.
fn remove_all(dir: BorrowedFd<'_>, name: &[u8], depth: usize) -> rustix::io::Result<()> {
    match with_write(dir, |dir| unlinkat(dir, name, AtFlags::empty())) {
        // Linux says the first of a folder, macOS the second.
        Err(Errno::ISDIR | Errno::PERM) if depth > 0 => {}
        answer => return answer,
    }
    let child = open_child(dir, name)?;
    let names = Listing::read(&child, u64::MAX).map_err(|error| match error {
        ListError::Os(error) => error,
        ListError::TooMany => Errno::OVERFLOW,
    })?;
    for (name, _) in names.iter() {
        remove_all(child.as_fd(), name, depth - 1)?;
    }
    with_write(dir, |dir| unlinkat(dir, name, AtFlags::REMOVEDIR))
}

fn edit_failed(path: &TreePath, error: Errno) -> EditError {
    let path = path.clone();
    match error {
        Errno::NOENT => EditError::NotFound { path },
        Errno::EXIST | Errno::NOTEMPTY => EditError::Exists { path },
        Errno::NOTDIR | Errno::LOOP => EditError::NotAFolder { path },
        Errno::ISDIR => EditError::IsAFolder { path },
        error => EditError::Io { path, source: error.into() },
    }
}

/// A reader that remembers that it was the one to fail.
struct Source<R> {
    inner: R,
    failed: bool,
}

impl<R: Read> Read for Source<R> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buf);
        self.failed = read.as_ref().is_err_and(|error| error.kind() != io::ErrorKind::Interrupted);
        read
    }
}
