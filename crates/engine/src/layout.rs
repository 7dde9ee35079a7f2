//! Where things lie in the data folder.
//!
//! ```text
//! DATA/
//!   lock, token, secret.key, house-id, pegboard.db
//!   chats/<chat>/workspace/            the materialised working directory
//!   chats/<chat>/blobs/ab/<sha256>     its files by content
//!   chats/<chat>/index                 what the folder looked like at the last snapshot
//!   previews/<call>/workspace/          a copy in which a pending call is tried out; swept at start
//!   toolsets/<id>/<fingerprint>/       an installed bundle; the database says which one is live
//!   python/                            environments and the SDK
//!   spool/                             what comes and goes, such as uploads; emptied at start
//! ```

use std::path::{Path, PathBuf};

use pegboard_model::fingerprint::Fingerprint;
use pegboard_model::ids::{CallId, ChatId, ToolsetId};

/// Characters of a fingerprint in a folder's name.
const FINGERPRINT_CHARS: usize = 16;

/// The folder of all installed toolsets.
pub(crate) fn toolsets(data: &Path) -> PathBuf {
    data.join("toolsets")
}

/// The folder of one installed version of a toolset.
pub(crate) fn toolset(data: &Path, id: &ToolsetId, fingerprint: &Fingerprint) -> PathBuf {
    let short: String = fingerprint.as_str().chars().take(FINGERPRINT_CHARS).collect();
    toolsets(data).join(id.as_str()).join(short)
}

/// The folder of one chat.
pub(crate) fn chat(data: &Path, id: ChatId) -> PathBuf {
    data.join("chats").join(id.to_string())
}

/// The working directory of one chat.
pub(crate) fn workspace(data: &Path, id: ChatId) -> PathBuf {
    workspace_in(&chat(data, id))
}

/// The working directory in the folder of a chat, or of a copy.
pub(crate) fn workspace_in(home: &Path) -> PathBuf {
    home.join("workspace")
}

/// The folder of all copies in which pending calls are tried out.
pub(crate) fn previews(data: &Path) -> PathBuf {
    data.join("previews")
}

/// The folder of one such copy.
pub(crate) fn preview(data: &Path, id: CallId) -> PathBuf {
    previews(data).join(id.to_string())
}

/// The folder of what comes and goes.
pub(crate) fn spool(data: &Path) -> PathBuf {
    data.join("spool")
}

/// The file that holds the administrator's token.
pub(crate) fn token(data: &Path) -> PathBuf {
    data.join("token")
}

/// The file that holds the key of what is kept encrypted.
pub(crate) fn secret_key(data: &Path) -> PathBuf {
    data.join("secret.key")
}

/// The file that holds the key that takes its place, while everything is sealed anew.
pub(crate) fn next_secret_key(data: &Path) -> PathBuf {
    data.join("secret.key.next")
}

/// The file that a running server holds locked.
pub(crate) fn lock(data: &Path) -> PathBuf {
    data.join("lock")
}

/// What tells this data folder from others on the same database.
pub(crate) fn house_id(data: &Path) -> PathBuf {
    data.join("house-id")
}
