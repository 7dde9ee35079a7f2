//! The index on disk.

use std::fs;
use std::io;
use std::path::Path;

use crate::index::codec::{Origin, decode, encode};
use crate::index::tree::Dir;

/// The index at `path`; `None` when there is none that can be believed, whatever the reason: it only
/// saves work, and the next one replaces it.
pub(crate) fn load(path: &Path) -> Option<(Origin, Dir)> {
    decode(&fs::read(path).ok()?)
}

/// Replaces the index at `path` in one step. It is not made durable: after a loss of power an older, a cut
/// or no index is there, and only costs time.
pub(crate) fn save(path: &Path, origin: Origin, root: &Dir) -> io::Result<()> {
    let mut temp = path.as_os_str().to_owned();
    temp.push(".new");
    fs::write(&temp, encode(origin, root))?;
    fs::rename(&temp, path)
}
