//! Making beside the workspace what a checkout adds to it.
//!
//! What is new below a folder that is new is made in it, and the whole folder then renamed: files get their place on
//! the disk beside those of their folder, threads do not queue for one folder of temporary names, and ten thousand
//! files are as many renames as there are new folders in old ones.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs::File;

use rayon::prelude::*;
use rustix::fd::{AsFd as _, OwnedFd};
use rustix::fs::{AtFlags, Mode as FsMode, fchmod, mkdirat, openat, statat, symlinkat};
use rustix::io::Errno;

use crate::blobs::{BlobError, BlobStore};
use crate::disk::open::{make_below, open_below};
use crate::disk::stamp::Stamp;
use crate::folder::checkout_error::{CheckoutError, failed};
use crate::folder::plan::Plan;
use crate::folder::temp::{NEW_FILE, Temp};
use crate::manifest::{Entry, Mode};
use crate::path::{TreePath, ancestors, split_last};

/// The longest target of a link: what Linux and macOS allow.
const MAX_LINK: u64 = 4096;
/// From so many files it is worth waking the other threads.
const PARALLEL_FROM: usize = 32;
/// So many files of one folder are made by one thread before another may take the next.
const FILES_AT_ONCE: usize = 64;
/// What is being done, for errors.
const MADE: &str = "be made beside the workspace";

/// Something that is made but not yet in its place.
pub(super) struct Staged<'a> {
    pub(super) temp: Temp<'a>,
    /// Where it goes, in bytes of the file system.
    pub(super) path: Vec<u8>,
    pub(super) made: Made,
}

/// What was made.
pub(super) enum Made {
    /// A file or link of a folder that is there already.
    File(TreePath, Entry),
    /// A folder that is not there yet, with these files and links at any depth.
    Folder(Vec<Placed>),
}

/// A file or link in its place.
pub(super) struct Placed {
    pub(super) path: TreePath,
    pub(super) entry: Entry,
    pub(super) stamp: Stamp,
}

type Wanted = (TreePath, Entry);

/// Makes all files and folders of a plan beside the workspace, which stays untouched.
pub(super) fn stage<'a>(
    tmp: &'a OwnedFd,
    blobs: &dyn BlobStore,
    plan: &Plan,
) -> Result<Vec<Staged<'a>>, CheckoutError> {
    let maker = Maker { tmp, blobs };
    let new: HashSet<&[u8]> = plan.mkdir.iter().map(Vec::as_slice).collect();
    let mut alone: Vec<&Wanted> = Vec::new();
    let mut together: BTreeMap<Vec<u8>, Vec<&Wanted>> = BTreeMap::new();
    for wanted in &plan.write {
        let bytes = wanted.0.to_bytes();
        let folder = split_last(&bytes).0;
        if !new.contains(folder) {
            alone.push(wanted);
        } else if let Some(files) = together.get_mut(folder) {
            files.push(wanted);
        } else {
            together.insert(folder.to_vec(), vec![wanted]);
        }
    }
    let mut staged = maker.folders(&plan.mkdir, &new, &together)?;
    staged.extend(each(&alone, 1, |wanted| maker.file_alone(wanted))?);
    Ok(staged)
}

/// Does `make` for each item, on all threads if there are many; `weight` is how many files an item is.
fn each<T: Sync, R: Send>(
    items: &[T],
    weight: usize,
    make: impl Fn(&T) -> Result<R, CheckoutError> + Send + Sync,
) -> Result<Vec<R>, CheckoutError> {
    if items.len() * weight < PARALLEL_FROM {
        items.iter().map(make).collect()
    } else {
        items.par_iter().map(make).collect()
    }
}

struct Maker<'a, 'b> {
    tmp: &'a OwnedFd,
    blobs: &'b dyn BlobStore,
}

impl<'a> Maker<'a, '_> {
    /// Makes new folders with their files; gives those that stand in no other new one.
    fn folders(
        &self,
        mkdir: &[Vec<u8>],
        new: &HashSet<&[u8]>,
        files: &BTreeMap<Vec<u8>, Vec<&Wanted>>,
    ) -> Result<Vec<Staged<'a>>, CheckoutError> {
        let mut tops: HashMap<&[u8], Staged<'a>> = HashMap::new();
        for path in mkdir {
            let made = |error| failed(path, MADE, error);
            let top = top_of(path, new);
            if let Some(staged) = tops.get(top) {
                make_below(self.tmp.as_fd(), &staged.temp.path_of(&path[top.len()..])).map_err(made)?;
            } else {
                let mode = FsMode::from_raw_mode(0o777);
                let (temp, ()) =
                    Temp::create(self.tmp, |tmp, name| mkdirat(tmp, name, mode)).map_err(made)?;
                let made = Made::Folder(Vec::new());
                tops.insert(path, Staged { temp, path: path.clone(), made });
            }
        }
        let turns: Vec<(&[u8], &[&Wanted])> = files
            .iter()
            .flat_map(|(folder, files)| files.chunks(FILES_AT_ONCE).map(|files| (folder.as_slice(), files)))
            .collect();
        let placed = each(&turns, FILES_AT_ONCE, |(folder, files)| {
            let top = top_of(folder, new);
            // Each folder with files is new, so it was made above.
            let staged = tops.get(top).ok_or_else(|| failed(folder, MADE, Errno::NOENT))?;
            let place = staged.temp.path_of(&folder[top.len()..]);
            let dir = open_below(self.tmp.as_fd(), &place).map_err(|error| failed(folder, MADE, error))?;
            let placed: Result<Vec<_>, _> = files.iter().map(|wanted| self.file_in(&dir, wanted)).collect();
            placed.map(|placed| (top, placed))
        })?;
        for (top, more) in placed {
            if let Some(Staged { made: Made::Folder(placed), .. }) = tops.get_mut(top) {
                placed.extend(more);
            }
        }
        Ok(tops.into_values().collect())
    }

    /// Makes a file or link under its own name in `dir`, which is new.
    fn file_in(&self, dir: &OwnedFd, (path, entry): &Wanted) -> Result<Placed, CheckoutError> {
        let bytes = path.to_bytes();
        let name = split_last(&bytes).1;
        let made = |error| failed(&bytes, MADE, error);
        if entry.mode == Mode::Link {
            symlinkat(self.target(path, entry)?.as_slice(), dir, name).map_err(made)?;
        } else {
            let file = openat(dir, name, NEW_FILE, FsMode::from_raw_mode(0o666)).map_err(made)?;
            self.fill(&mut file.into(), path, entry)?;
        }
        let stat = statat(dir, name, AtFlags::SYMLINK_NOFOLLOW).map_err(made)?;
        Ok(Placed { path: path.clone(), entry: *entry, stamp: Stamp::of(&stat) })
    }

    /// Makes a file or link under a temporary name.
    fn file_alone(&self, (path, entry): &Wanted) -> Result<Staged<'a>, CheckoutError> {
        let bytes = path.to_bytes().into_owned();
        let failed = |error| failed(&bytes, MADE, error);
        let temp = if entry.mode == Mode::Link {
            let target = self.target(path, entry)?;
            Temp::create(self.tmp, |tmp, name| symlinkat(target.as_slice(), tmp, name)).map_err(failed)?.0
        } else {
            let (temp, mut file) = Temp::file(self.tmp).map_err(failed)?;
            self.fill(&mut file, path, entry)?;
            temp
        };
        Ok(Staged { temp, path: bytes, made: Made::File(path.clone(), *entry) })
    }

    fn target(&self, path: &TreePath, entry: &Entry) -> Result<Vec<u8>, CheckoutError> {
        let path = path.clone();
        self.blobs.read(&entry.hash, MAX_LINK).map_err(|source| CheckoutError::Blob { path, source })
    }

    fn fill(&self, file: &mut File, path: &TreePath, entry: &Entry) -> Result<(), CheckoutError> {
        self.blobs.copy_to(&entry.hash, file).map_err(|source| match source {
            BlobError::Target(source) => CheckoutError::Io { path: path.to_string(), action: MADE, source },
            source => CheckoutError::Blob { path: path.clone(), source },
        })?;
        if entry.mode == Mode::Executable {
            fchmod(&*file, FsMode::from_raw_mode(0o755))
                .map_err(|error| failed(&path.to_bytes(), MADE, error))?;
        }
        Ok(())
    }
}

/// The highest new folder above `path`, or `path` itself, which is new.
fn top_of<'p>(path: &'p [u8], new: &HashSet<&[u8]>) -> &'p [u8] {
    ancestors(path).take_while(|folder| new.contains(folder)).last().unwrap_or(path)
}
