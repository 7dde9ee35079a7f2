//! Opening what stands below a folder, without following a link.

use std::io;
use std::path::{Path, PathBuf};

use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::fs::{AtFlags, CWD, FileType, Mode, OFlags, mkdirat, openat, statat};
use rustix::io::Errno;

use crate::disk::stamp::kind;

/// Why the workspace itself cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum WorkspaceError {
    /// It does not exist. A checkout would create it.
    #[error("the workspace {} does not exist; check out a manifest to create it", path.display())]
    Missing {
        /// The workspace.
        path: PathBuf,
    },
    /// It is a symbolic link, which is never followed.
    #[error("the workspace {} is a link; put a real folder in its place", path.display())]
    IsLink {
        /// The workspace.
        path: PathBuf,
    },
    /// It is something else than a folder.
    #[error("the workspace {} is not a folder; put a folder in its place", path.display())]
    NotAFolder {
        /// The workspace.
        path: PathBuf,
    },
    /// The operating system refuses.
    #[error("the workspace {} cannot be opened", path.display())]
    Io {
        /// The workspace.
        path: PathBuf,
        /// Why.
        #[source]
        source: io::Error,
    },
}

fn dir_flags() -> OFlags {
    OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC
}

/// Opens the workspace, which must be a folder and not a link to one.
pub(crate) fn open_workspace(path: &Path) -> Result<OwnedFd, WorkspaceError> {
    let error = match openat(CWD, path, dir_flags(), Mode::empty()) {
        Ok(dir) => return Ok(dir),
        Err(error) => error,
    };
    let path = path.to_owned();
    match statat(CWD, &path, AtFlags::SYMLINK_NOFOLLOW).map(|stat| kind(&stat)) {
        Err(Errno::NOENT) => Err(WorkspaceError::Missing { path }),
        Ok(FileType::Symlink) => Err(WorkspaceError::IsLink { path }),
        Ok(kind) if kind != FileType::Directory => Err(WorkspaceError::NotAFolder { path }),
        _ => Err(WorkspaceError::Io { path, source: error.into() }),
    }
}

/// Whether the file system of `dir` is one of those known to give a folder new times whenever a name in it
/// comes, goes or changes; network and user-space file systems may not.
pub(crate) fn notes_changes(dir: &OwnedFd) -> bool {
    #[cfg(target_os = "linux")]
    {
        /// The numbers of ext2 to ext4, XFS, Btrfs, tmpfs and F2FS, from `linux/magic.h`.
        const KNOWN: [u32; 5] = [0xef53, 0x5846_5342, 0x9123_683e, 0x0102_1994, 0xf2f5_2010];
        rustix::fs::fstatfs(dir)
            .is_ok_and(|found| KNOWN.iter().any(|kind| i128::from(found.f_type) == i128::from(*kind)))
    }
    #[cfg(not(target_os = "linux"))]
    {
        let _ = dir;
        false
    }
}

/// Opens the folder `name` that stands directly in `dir`.
pub(crate) fn open_child(dir: impl AsFd, name: &[u8]) -> rustix::io::Result<OwnedFd> {
    openat(dir, name, dir_flags(), Mode::empty())
}

/// Opens the folder `path` below `root`; an empty path is `root` itself. A link anywhere on the way is an
/// error (`ELOOP` or `ENOTDIR`).
pub(crate) fn open_below(root: BorrowedFd<'_>, path: &[u8]) -> rustix::io::Result<OwnedFd> {
    if path.is_empty() {
        return open_child(root, b".");
    }
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::{ResolveFlags, openat2};
        let resolve = ResolveFlags::BENEATH | ResolveFlags::NO_SYMLINKS;
        match openat2(root, path, dir_flags(), Mode::empty(), resolve) {
            // Kernels before 5.6, some sandboxes, races and very long paths: one component at a time.
            Err(Errno::NOSYS | Errno::PERM | Errno::AGAIN | Errno::NAMETOOLONG) => {}
            answer => return answer,
        }
    }
    step_by_step(root, path)
}

fn step_by_step(root: BorrowedFd<'_>, path: &[u8]) -> rustix::io::Result<OwnedFd> {
    let mut dir: Option<OwnedFd> = None;
    for name in path.split(|&byte| byte == b'/') {
        let here = dir.as_ref().map_or(root, |dir| dir.as_fd());
        dir = Some(open_child(here, name)?);
    }
    dir.ok_or(Errno::INVAL)
}

/// Opens the folder `path` below `root`, and creates what is missing of it.
pub(crate) fn make_below(root: BorrowedFd<'_>, path: &[u8]) -> rustix::io::Result<OwnedFd> {
    match open_below(root, path) {
        Err(Errno::NOENT) => {}
        answer => return answer,
    }
    let mut dir = open_child(root, b".")?;
    for name in path.split(|&byte| byte == b'/') {
        match with_write(dir.as_fd(), |dir| mkdirat(dir, name, Mode::from_raw_mode(0o777))) {
            Ok(()) | Err(Errno::EXIST) => dir = open_child(&dir, name)?,
            Err(error) => return Err(error),
        }
    }
    Ok(dir)
}

/// Changes the folder `dir` by `change`. Where that is refused because the folder is read-only, its owner
/// is given the right to write first. The right stays: folder modes are not part of a manifest.
pub(crate) fn with_write<T>(
    dir: BorrowedFd<'_>,
    change: impl Fn(BorrowedFd<'_>) -> rustix::io::Result<T>,
) -> rustix::io::Result<T> {
    const OWNER_ALL: Mode = Mode::RWXU;
    match change(dir) {
        Err(Errno::ACCESS) => {
            let mode = Mode::from_raw_mode(rustix::fs::fstat(dir)?.st_mode);
            if mode.contains(OWNER_ALL) || rustix::fs::fchmod(dir, mode | OWNER_ALL).is_err() {
                return Err(Errno::ACCESS);
            }
            change(dir)
        }
        answer => answer,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    /// A folder, how the tests open what is below it, and what must become of it.
    type Opener = fn(BorrowedFd<'_>, &[u8]) -> rustix::io::Result<OwnedFd>;

    #[test]
    fn no_way_of_opening_goes_through_a_link() {
        let root = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(root.path().join("a/b")).unwrap();
        std::os::unix::fs::symlink("a", root.path().join("to-a")).unwrap();
        std::os::unix::fs::symlink("/", root.path().join("a/out")).unwrap();
        let dir = open_workspace(root.path()).unwrap();
        let openers: [Opener; 3] = [open_below, step_by_step, make_below];
        for open in openers {
            assert!(open(dir.as_fd(), b"a/b").is_ok());
            for link in ["to-a", "to-a/b", "a/out", "a/out/etc"] {
                let error = open(dir.as_fd(), link.as_bytes()).unwrap_err();
                assert!(matches!(error, Errno::LOOP | Errno::NOTDIR), "{link}: {error}");
            }
        }
    }
}
