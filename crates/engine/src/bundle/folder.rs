//! Folders of this machine.
//!
//! Every step goes from an open folder to a name in it and follows no link, so that nobody who changes the folder
//! meanwhile can lead the copy elsewhere.

use std::fs::File;
use std::os::fd::{AsFd, OwnedFd};
use std::path::Path;

use rustix::fs::{AtFlags, Dir, FileType, Mode, OFlags, fstat, open, openat, statat};
use rustix::io::Errno;

use super::error::BundleError;
use super::intake::{BundleFile, Intake};
use super::limits::BundleLimits;
use super::mcpb::MCPB_MANIFEST;
use super::name::{Dependencies, EntryKind, EntryName, shown};

const EXECUTABLE: u32 = 0o111;

/// A copy under way.
struct Copy<'a> {
    intake: Intake<'a>,
    limits: &'a BundleLimits,
    dependencies: Dependencies,
    met: usize,
}

/// Copies a folder's files into `target`, which is empty, and gives them sorted by path.
pub(crate) fn copy(
    source: &Path,
    target: &Path,
    limits: &BundleLimits,
) -> Result<Vec<BundleFile>, BundleError> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let folder = open(source, flags, Mode::empty())
        .map_err(|_| BundleError::NoFolder { path: shown(source.as_os_str().as_encoded_bytes()) })?;
    let dependencies = match file_type(&folder, MCPB_MANIFEST.as_bytes()) {
        Ok(FileType::RegularFile) => Dependencies::Carried,
        _ => Dependencies::Installed,
    };
    let mut copy = Copy { intake: Intake::new(target, limits), limits, dependencies, met: 0 };
    copy.folder(&folder, "")?;
    Ok(copy.intake.finish())
}

impl Copy<'_> {
    /// Copies what is in `folder`; `prefix` is its own path with a `/` at the end, or nothing.
    fn folder(&mut self, folder: &OwnedFd, prefix: &str) -> Result<(), BundleError> {
        for name in self.names(folder, prefix)? {
            let path = [prefix.as_bytes(), name.as_slice()].concat();
            let refused = || shown(&path);
            let (entry, _) = EntryName::parse(&path, self.limits)
                .map_err(|fault| BundleError::Name { entry: refused(), fault })?;
            let kind = match file_type(folder, &name).map_err(|errno| unreadable(&path, errno))? {
                FileType::Directory => EntryKind::Folder,
                _ => EntryKind::File,
            };
            if entry.is_ignored(kind, self.dependencies) {
                continue;
            }
            let Some((opened, kind, executable)) = open_entry(folder, &name, &path)? else {
                continue;
            };
            match kind {
                EntryKind::Folder => {
                    self.intake.folder(&entry)?;
                    self.folder(&opened, &format!("{}/", entry.as_str()))?;
                }
                EntryKind::File => self.intake.file(&entry, executable, None, &mut File::from(opened))?,
            }
        }
        Ok(())
    }

    /// The names in a folder, sorted, so that the same folder always gives the same answer.
    fn names(&mut self, folder: &OwnedFd, prefix: &str) -> Result<Vec<Vec<u8>>, BundleError> {
        let failed = |errno| unreadable(prefix.as_bytes(), errno);
        let mut names = Vec::new();
        for entry in Dir::read_from(folder).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let name = entry.file_name().to_bytes();
            if matches!(name, b"." | b"..") {
                continue;
            }
            self.met += 1;
            if self.met > self.limits.entries {
                return Err(BundleError::TooMany { limit: self.limits.entries });
            }
            names.push(name.to_vec());
        }
        names.sort_unstable();
        Ok(names)
    }
}

fn file_type(folder: impl AsFd, name: &[u8]) -> Result<FileType, Errno> {
    let stat = statat(folder, name, AtFlags::SYMLINK_NOFOLLOW)?;
    Ok(FileType::from_raw_mode(stat.st_mode))
}

/// Opens a file or folder; `None` when it vanished meanwhile.
fn open_entry(
    folder: &OwnedFd,
    name: &[u8],
    path: &[u8],
) -> Result<Option<(OwnedFd, EntryKind, bool)>, BundleError> {
    let link = || BundleError::Link { entry: shown(path) };
    let special = || BundleError::Special { entry: shown(path) };
    // Looked at before it is opened, because the mere opening of a device can do something.
    match file_type(folder, name) {
        Ok(FileType::RegularFile | FileType::Directory) => {}
        Ok(FileType::Symlink) => return Err(link()),
        Ok(_) => return Err(special()),
        Err(Errno::NOENT) => return Ok(None),
        Err(errno) => return Err(unreadable(path, errno)),
    }
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let opened = match openat(folder, name, flags, Mode::empty()) {
        Ok(opened) => opened,
        Err(Errno::NOENT) => return Ok(None),
        Err(Errno::LOOP) => return Err(link()),
        Err(errno) => return Err(unreadable(path, errno)),
    };
    // Looked at once more, now that it can no longer be exchanged.
    let stat = fstat(&opened).map_err(|errno| unreadable(path, errno))?;
    match FileType::from_raw_mode(stat.st_mode) {
        FileType::RegularFile => Ok(Some((opened, EntryKind::File, stat.st_mode & EXECUTABLE != 0))),
        FileType::Directory => Ok(Some((opened, EntryKind::Folder, false))),
        _ => Err(special()),
    }
}

fn unreadable(path: &[u8], errno: Errno) -> BundleError {
    let what = std::io::Error::from(errno).to_string();
    let entry = if path.is_empty() { "the folder".to_owned() } else { shown(path) };
    BundleError::Unreadable { entry, what }
}
