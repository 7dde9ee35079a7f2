//! Removing a folder whose content is somebody else's work.

use std::ffi::CStr;
use std::fs;
use std::io;
use std::path::Path;

use rustix::fd::{AsFd, OwnedFd};
use rustix::fs::{AtFlags, CWD, Dir, Mode, OFlags, chmodat, openat, renameat, unlinkat};
use rustix::io::Errno;

/// Removes a folder that a tool has filled: of any depth, with any modes, and following no link. Subfolders are moved up
/// beside each other before they are emptied, so neither the stack nor the descriptors run out.
///
/// # Errors
/// When the folder is not there, is a link, or the system refuses; what could be removed until then is gone.
pub fn remove_folder(path: &Path) -> io::Result<()> {
    let top = open_folder(CWD, path)?;
    let mut moved = 0;
    loop {
        let mut folders = Vec::new();
        for entry in Dir::read_from(&top)? {
            let entry = entry?;
            let name = entry.file_name();
            if !is_dot(name.to_bytes()) && !unlinked(&top, name)? {
                folders.push(name.to_owned());
            }
        }
        if folders.is_empty() {
            break;
        }
        for name in folders {
            empty(&top, &name, &mut moved)?;
            unlinkat(&top, &name, AtFlags::REMOVEDIR)?;
        }
    }
    fs::remove_dir(path)
}

/// Removes the files of `top/name`, and moves its folders up into `top`.
fn empty(top: &OwnedFd, name: &CStr, moved: &mut u64) -> io::Result<()> {
    let folder = open_folder(top, name)?;
    for entry in Dir::read_from(&folder)? {
        let entry = entry?;
        let inner = entry.file_name();
        if is_dot(inner.to_bytes()) || unlinked(&folder, inner)? {
            continue;
        }
        // A folder can be moved only by who may write to it.
        chmodat(&folder, inner, Mode::RWXU, AtFlags::empty())?;
        loop {
            *moved += 1;
            match renameat(&folder, inner, top, format!("{moved}")) {
                Ok(()) => break,
                // The tool has used this name.
                Err(Errno::NOTEMPTY | Errno::EXIST | Errno::NOTDIR) => {}
                Err(cause) => return Err(cause.into()),
            }
        }
    }
    Ok(())
}

/// Removes what is no folder; whether it did.
fn unlinked(folder: &OwnedFd, name: &CStr) -> io::Result<bool> {
    match unlinkat(folder, name, AtFlags::empty()) {
        Ok(()) | Err(Errno::NOENT) => Ok(true),
        Err(Errno::ISDIR | Errno::PERM) => Ok(false),
        Err(cause) => Err(cause.into()),
    }
}

fn open_folder(parent: impl AsFd, name: impl rustix::path::Arg + Copy) -> io::Result<OwnedFd> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    match openat(&parent, name, flags, Mode::empty()) {
        Err(Errno::ACCESS) => {
            chmodat(&parent, name, Mode::RWXU, AtFlags::empty())?;
            Ok(openat(&parent, name, flags, Mode::empty())?)
        }
        opened => Ok(opened?),
    }
}

fn is_dot(name: &[u8]) -> bool {
    matches!(name, b"." | b"..")
}
