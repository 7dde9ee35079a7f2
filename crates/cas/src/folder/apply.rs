//! Taking the steps of a plan.

use std::fs::File;
use std::io;

use rayon::prelude::*;
use rustix::fd::{AsFd as _, BorrowedFd, OwnedFd};
use rustix::fs::{AtFlags, Mode as FsMode, fchmod, statat, symlinkat, unlinkat};
use rustix::io::Errno;

use crate::blobs::{BlobError, BlobStore};
use crate::disk::open::{make_below, open_below, with_write};
use crate::disk::stamp::Stamp;
use crate::folder::checkout_error::CheckoutError;
use crate::folder::temp::Temp;
use crate::manifest::{Entry, Mode};
use crate::path::{TreePath, split_last};

/// The longest target of a link: what Linux and macOS allow.
const MAX_LINK: u64 = 4096;
/// From so many files it is worth waking the other threads.
const PARALLEL_FROM: usize = 32;

/// A file or link that is made but not yet in its place.
pub(super) struct Staged<'a> {
    temp: Temp<'a>,
    path: &'a TreePath,
    entry: Entry,
}

/// A file or link in its place.
pub(super) struct Placed {
    pub(super) path: TreePath,
    pub(super) entry: Entry,
    pub(super) stamp: Stamp,
}

/// Makes all files of a plan beside the workspace, which stays untouched.
pub(super) fn stage<'a>(
    tmp: &'a OwnedFd,
    blobs: &dyn BlobStore,
    write: &'a [(TreePath, Entry)],
) -> Result<Vec<Staged<'a>>, CheckoutError> {
    let one = |(path, entry): &'a (TreePath, Entry)| {
        let temp = stage_one(tmp, blobs, path, *entry)?;
        Ok(Staged { temp, path, entry: *entry })
    };
    if write.len() < PARALLEL_FROM {
        write.iter().map(one).collect()
    } else {
        write.par_iter().map(one).collect()
    }
}

fn stage_one<'a>(
    tmp: &'a OwnedFd,
    blobs: &dyn BlobStore,
    path: &TreePath,
    entry: Entry,
) -> Result<Temp<'a>, CheckoutError> {
    let blob = |source| CheckoutError::Blob { path: path.clone(), source };
    let made = |error: Errno| failed(&path.to_bytes(), "be made beside the workspace", error);
    if entry.mode == Mode::Link {
        let target = blobs.read(&entry.hash, MAX_LINK).map_err(blob)?;
        let link = |dir: &OwnedFd, name: &str| symlinkat(target.as_slice(), dir, name);
        return Ok(Temp::create(tmp, link).map_err(made)?.0);
    }
    let (temp, mut file): (_, File) = Temp::file(tmp).map_err(made)?;
    blobs.copy_to(&entry.hash, &mut file).map_err(|source| match source {
        BlobError::Target(source) => {
            let (path, action) = (path.to_string(), "be made beside the workspace");
            CheckoutError::Io { path, action, source }
        }
        source => blob(source),
    })?;
    if entry.mode == Mode::Executable {
        fchmod(&file, FsMode::from_raw_mode(0o755)).map_err(made)?;
    }
    Ok(temp)
}

/// Removes files; one that has gone already is as good as removed.
pub(super) fn unlink(root: BorrowedFd<'_>, paths: &[Vec<u8>]) -> Result<(), CheckoutError> {
    each_in_its_folder(root, paths, open_below, |dir, path, name| {
        match with_write(dir, |dir| unlinkat(dir, name, AtFlags::empty())) {
            Ok(()) | Err(Errno::NOENT) => Ok(()),
            Err(error) => Err(failed(path, "be removed", error)),
        }
    })
}

/// Removes folders that hold nothing; returns those that hold something after all.
pub(super) fn rmdir(root: BorrowedFd<'_>, paths: &[Vec<u8>]) -> Result<Vec<Vec<u8>>, CheckoutError> {
    let mut full = Vec::new();
    each_in_its_folder(root, paths, open_below, |dir, path, name| {
        match with_write(dir, |dir| unlinkat(dir, name, AtFlags::REMOVEDIR)) {
            Ok(()) | Err(Errno::NOENT) => Ok(()),
            Err(Errno::NOTEMPTY | Errno::EXIST) => {
                full.push(path.to_vec());
                Ok(())
            }
            Err(error) => Err(failed(path, "be removed", error)),
        }
    })?;
    Ok(full)
}

/// Makes folders.
pub(super) fn mkdir(root: BorrowedFd<'_>, paths: &[Vec<u8>]) -> Result<(), CheckoutError> {
    paths.iter().try_for_each(|path| match make_below(root, path) {
        Ok(_) => Ok(()),
        Err(error) => Err(failed(path, "be made", error)),
    })
}

/// Renames what was staged into its place.
pub(super) fn place(root: BorrowedFd<'_>, staged: Vec<Staged<'_>>) -> Result<Vec<Placed>, CheckoutError> {
    let mut placed = Vec::with_capacity(staged.len());
    let mut folder = Folder::default();
    for Staged { mut temp, path, entry } in staged {
        let bytes = path.to_bytes();
        let (parent, name) = split_last(&bytes);
        let dir =
            folder.open(root, parent, make_below).map_err(|error| failed(parent, "be opened", error))?;
        let put = |error| failed(&bytes, "be put into its place", error);
        // `with_write` may try twice; a rename that failed has not happened.
        let temp = std::cell::RefCell::new(&mut temp);
        with_write(dir, |dir| temp.borrow_mut().rename(dir, name)).map_err(put)?;
        let stat = statat(dir, name, AtFlags::SYMLINK_NOFOLLOW).map_err(put)?;
        placed.push(Placed { path: path.clone(), entry, stamp: Stamp::of(&stat) });
    }
    Ok(placed)
}

type Open = fn(BorrowedFd<'_>, &[u8]) -> rustix::io::Result<OwnedFd>;

/// The folder that was needed last, kept open for the next path.
#[derive(Default)]
struct Folder(Option<(Vec<u8>, OwnedFd)>);

impl Folder {
    fn open(&mut self, root: BorrowedFd<'_>, path: &[u8], open: Open) -> rustix::io::Result<BorrowedFd<'_>> {
        if self.0.as_ref().is_none_or(|(last, _)| last != path) {
            self.0 = None;
            self.0 = Some((path.to_vec(), open(root, path)?));
        }
        self.0.as_ref().map(|(_, dir)| dir.as_fd()).ok_or(Errno::NOENT)
    }
}

/// Calls `act` with each path's folder, the path and its name. Paths whose folder has gone are left out.
fn each_in_its_folder(
    root: BorrowedFd<'_>,
    paths: &[Vec<u8>],
    open: Open,
    mut act: impl FnMut(BorrowedFd<'_>, &[u8], &[u8]) -> Result<(), CheckoutError>,
) -> Result<(), CheckoutError> {
    let mut folder = Folder::default();
    for path in paths {
        let (parent, name) = split_last(path);
        match folder.open(root, parent, open) {
            Ok(dir) => act(dir, path, name)?,
            Err(Errno::NOENT) => {}
            Err(error) => return Err(failed(parent, "be opened", error)),
        }
    }
    Ok(())
}

fn failed(path: &[u8], action: &'static str, error: Errno) -> CheckoutError {
    let path = String::from_utf8_lossy(path).into_owned();
    CheckoutError::Io { path, action, source: io::Error::from(error) }
}
