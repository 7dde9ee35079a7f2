//! The workspace's folder, by a handle.

use std::io;
use std::path::Path;

use cap_fs_ext::{DirExt, FollowSymlinks, OpenOptionsFollowExt};
use cap_std::ambient_authority;
use cap_std::fs::{Dir, File, Metadata, OpenOptions, OpenOptionsExt};

use super::error::FileError;
use super::place::Place;

/// Whether folders on the way are made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// They must be there.
    There,
    /// They are made.
    Made,
}

/// The workspace's folder.
pub(super) struct Workspace(Dir);

impl Workspace {
    pub(super) fn open(root: &Path) -> Result<Self, FileError> {
        let opened = Dir::open_ambient_dir(root, ambient_authority());
        opened.map(Self).map_err(|source| FileError::Io { path: ".".to_owned(), source })
    }

    /// The folder that holds a place, reached without following a link, and the place's name in it.
    pub(super) fn holder<'p>(&self, place: &'p Place, way: Way) -> Result<(Dir, &'p str), FileError> {
        let (holder, name) = place.split().ok_or(FileError::Whole)?;
        Ok((self.folder(&holder, way)?, name))
    }

    /// A folder, reached without following a link.
    pub(super) fn folder(&self, place: &Place, way: Way) -> Result<Dir, FileError> {
        let fault = |error| FileError::of(&place.shown(), error);
        let mut folder = self.0.try_clone().map_err(fault)?;
        for name in place.names() {
            folder = match folder.open_dir_nofollow(name) {
                Err(error) if error.kind() == io::ErrorKind::NotFound && way == Way::Made => {
                    match folder.create_dir(name) {
                        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
                            return Err(fault(error));
                        }
                        _ => {}
                    }
                    folder.open_dir_nofollow(name)
                }
                opened => opened,
            }
            .map_err(|error| link_in_the_way(&folder, name, place, error))?;
        }
        Ok(folder)
    }

    /// A file for reading, also through links that stay inside.
    pub(super) fn file(&self, place: &Place) -> Result<(File, Metadata), FileError> {
        let fault = |error| FileError::of(&place.shown(), error);
        let mut options = OpenOptions::new();
        // Without waiting: what lies there may be a pipe that nobody writes to.
        options.read(true).custom_flags(rustix::fs::OFlags::NONBLOCK.bits().cast_signed());
        let file = self.0.open_with(place.path(), &options).map_err(fault)?;
        let metadata = file.metadata().map_err(fault)?;
        if metadata.is_dir() {
            Err(FileError::Folder(place.shown()))
        } else if metadata.is_file() {
            Ok((file, metadata))
        } else {
            Err(FileError::Special(place.shown()))
        }
    }

    /// What lies at a place, the link itself where it is one; nothing where nothing does.
    pub(super) fn look(&self, place: &Place) -> Result<Option<Metadata>, FileError> {
        let found = match place.split() {
            None => self.0.dir_metadata(),
            Some(_) => self.0.symlink_metadata(place.path()),
        };
        match found {
            Ok(metadata) => Ok(Some(metadata)),
            Err(error) => match FileError::of(&place.shown(), error) {
                FileError::Missing(_) | FileError::NotFolder(_) => Ok(None),
                error => Err(error),
            },
        }
    }
}

/// The system calls a link on the way “not a folder”; people should hear what it is.
fn link_in_the_way(holder: &Dir, name: &str, place: &Place, error: io::Error) -> FileError {
    match holder.symlink_metadata(name) {
        Ok(metadata) if metadata.is_symlink() => FileError::Link(place.shown()),
        _ => FileError::of(&place.shown(), error),
    }
}

/// A file in a folder for reading, if it is one and no link.
pub(super) fn plain_file(folder: &Dir, name: &str, shown: &str) -> Result<(File, Metadata), FileError> {
    let fault = |error| FileError::of(shown, error);
    let mut options = OpenOptions::new();
    options.read(true).custom_flags(rustix::fs::OFlags::NONBLOCK.bits().cast_signed());
    options.follow(FollowSymlinks::No);
    let file = folder.open_with(name, &options).map_err(fault)?;
    let metadata = file.metadata().map_err(fault)?;
    if metadata.is_dir() {
        Err(FileError::Folder(shown.to_owned()))
    } else if metadata.is_file() {
        Ok((file, metadata))
    } else {
        Err(FileError::Special(shown.to_owned()))
    }
}
