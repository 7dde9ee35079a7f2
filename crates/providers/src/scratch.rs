//! The temporary folder of one call, and its removal.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use pegboard_cas::remove_folder;
use tokio::runtime::Handle;

/// A folder that is removed with all that is in it when this is dropped, off the threads that serve everybody.
#[derive(Debug)]
pub(crate) struct Scratch(PathBuf);

impl Scratch {
    /// Makes one below `parent`, for this user alone.
    pub(crate) fn new(parent: &Path) -> io::Result<Self> {
        let made = tempfile::Builder::new().prefix("").rand_bytes(8).tempdir_in(parent)?;
        Ok(Self(made.keep()))
    }

    /// Where it is, absolute.
    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let path = std::mem::take(&mut self.0);
        match Handle::try_current() {
            Ok(runtime) => {
                runtime.spawn_blocking(move || remove_or_tell(&path));
            }
            Err(_) => remove_or_tell(&path),
        }
    }
}

/// Removes the temporary folders that a killed server left behind. Only while no other server works on the data folder.
///
/// # Errors
/// When the folder is there and cannot be listed.
pub fn clear_scratch(folder: &Path) -> io::Result<()> {
    match fs::read_dir(folder) {
        Ok(entries) => {
            for entry in entries {
                remove_or_tell(&entry?.path());
            }
            Ok(())
        }
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(cause) => Err(cause),
    }
}

fn remove_or_tell(path: &Path) {
    if let Err(cause) = remove_folder(path) {
        tracing::warn!(%cause, path = %path.display(), "a call's temporary folder could not be removed");
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::fs::{self, Permissions};
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::{Scratch, clear_scratch};

    #[test]
    fn whatever_a_tool_leaves_is_removed_and_no_link_is_followed() {
        let house = tempfile::tempdir().unwrap();
        let kept = house.path().join("kept");
        fs::create_dir(&kept).unwrap();
        fs::write(kept.join("file"), "kept").unwrap();
        let parent = house.path().join("tmp");
        fs::create_dir(&parent).unwrap();
        let scratch = Scratch::new(&parent).unwrap();
        let path = scratch.path().to_owned();

        let mut deep = path.clone();
        for level in 0..600 {
            deep = deep.join(if level % 2 == 0 { "d" } else { "1" });
            if fs::create_dir(&deep).is_err() {
                break;
            }
        }
        symlink(&kept, path.join("link")).unwrap();
        symlink(&kept, path.join("d/link")).unwrap();
        fs::write(path.join("2"), "a name that moving would use").unwrap();
        fs::set_permissions(path.join("d/1"), Permissions::from_mode(0o000)).unwrap();
        fs::set_permissions(path.join("d"), Permissions::from_mode(0o000)).unwrap();

        drop(scratch);
        assert!(!path.exists());
        assert_eq!(fs::read_to_string(kept.join("file")).unwrap(), "kept");
    }

    #[test]
    fn what_a_killed_server_left_is_cleared() {
        let house = tempfile::tempdir().unwrap();
        fs::create_dir_all(house.path().join("a/b/c")).unwrap();
        clear_scratch(house.path()).unwrap();
        assert_eq!(fs::read_dir(house.path()).unwrap().count(), 0);
        clear_scratch(&house.path().join("nothing")).unwrap();
    }
}
