//! Taking the steps of a plan.

use rustix::fd::{AsFd as _, BorrowedFd, OwnedFd};
use rustix::fs::{AtFlags, statat, unlinkat};
use rustix::io::Errno;

use crate::disk::open::{make_below, open_below, with_write};
use crate::disk::stamp::Stamp;
use crate::folder::checkout_error::{CheckoutError, failed};
use crate::folder::stage::{Made, Placed, Staged};
use crate::path::split_last;

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

/// Renames what was staged into its place.
pub(super) fn place(root: BorrowedFd<'_>, staged: Vec<Staged<'_>>) -> Result<Vec<Placed>, CheckoutError> {
    let mut placed = Vec::with_capacity(staged.len());
    let mut folder = Folder::default();
    for Staged { mut temp, path, made } in staged {
        let (parent, name) = split_last(&path);
        let dir =
            folder.open(root, parent, make_below).map_err(|error| failed(parent, "be opened", error))?;
        let put = |error| failed(&path, "be put into its place", error);
        // `with_write` may try twice; a rename that failed has not happened.
        let temp = std::cell::RefCell::new(&mut temp);
        with_write(dir, |dir| temp.borrow_mut().rename(dir, name)).map_err(put)?;
        match made {
            Made::File(path, entry) => {
                // A rename gives a file another time, but not what is in a folder that is renamed.
                let stat = statat(dir, name, AtFlags::SYMLINK_NOFOLLOW).map_err(put)?;
                placed.push(Placed { path, entry, stamp: Stamp::of(&stat) });
            }
            Made::Folder(files) => placed.extend(files),
        }
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
