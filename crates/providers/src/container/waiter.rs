//! The program that waits in a container which was started ahead: `waiter/wait.c`, compiled with this crate.

use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

/// Empty where no compiler could make it.
const PROGRAM: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/wait"));

/// Puts the program below `folder` and says where; `None` where there is none. Blocks.
pub(super) fn place(folder: &Path) -> io::Result<Option<PathBuf>> {
    if PROGRAM.is_empty() {
        return Ok(None);
    }
    let hash: String = Sha256::digest(PROGRAM).iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    let file = folder.join(format!("wait-{hash}"));
    if file.is_file() {
        return Ok(Some(file));
    }
    fs::create_dir_all(folder)?;
    let half = tempfile::NamedTempFile::new_in(folder)?;
    fs::write(half.path(), PROGRAM)?;
    fs::set_permissions(half.path(), Permissions::from_mode(0o755))?;
    half.persist(&file).map_err(|error| error.error)?;
    Ok(Some(file))
}

/// The payload as the program reads it: its length in four bytes, the lowest first, and itself.
pub(super) fn message(payload: &str) -> Vec<u8> {
    let length = u32::try_from(payload.len()).unwrap_or(u32::MAX);
    let mut message = length.to_le_bytes().to_vec();
    message.extend_from_slice(payload.as_bytes());
    message
}
