//! The copies in which calls are tried out, and their removal.

use std::fs;
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use pegboard_cas::remove_folder;
use pegboard_model::ids::{CallId, ChatId};
use tokio::task::spawn_blocking;

use crate::core::Core;
use crate::desk::{Desk, Head};
use crate::effects::error::PreviewCallError;
use crate::layout;
use crate::settle::SettleError;
use crate::turns::Turn;

/// Makes a copy of a recorded state. Its bytes come from the chat's blobs, so nobody has to wait for it.
pub(super) async fn make(
    core: &Core,
    call: CallId,
    chat: ChatId,
    base: &Head,
) -> Result<Turn, PreviewCallError> {
    let home = layout::preview(&core.data, call);
    let desk = Desk::copy(home.clone(), chat, core.limits.workspace, Arc::clone(&core.blobs));
    let manifest = Arc::clone(&base.manifest);
    let (turn, made) = Turn::of_copy(desk)
        .await
        .work(move |desk| {
            fs::DirBuilder::new().recursive(true).mode(0o700).create(&home).map_err(Unmade::Folder)?;
            desk.checkout(&manifest).map_err(|error| Unmade::Files(error.into()))
        })
        .await
        .map_err(SettleError::from)
        .map_err(PreviewCallError::Copy)?;
    match made {
        Ok(()) => Ok(turn),
        Err(Unmade::Files(error)) => Err(PreviewCallError::Copy(error)),
        Err(Unmade::Folder(error)) => Err(PreviewCallError::Folder(error)),
    }
}

enum Unmade {
    Folder(io::Error),
    Files(SettleError),
}

/// Removes a call's copy with all that its trial left there.
pub(super) async fn discard(core: &Core, call: CallId) {
    let home = layout::preview(&core.data, call);
    // A removal that panicked has told so itself, and the next start removes the rest.
    let _ = spawn_blocking(move || remove_or_tell(&home)).await;
}

/// Removes the copies that a killed server left.
pub(crate) fn sweep(data: &Path) {
    let left = fs::read_dir(layout::previews(data)).into_iter().flatten().flatten();
    let left: Vec<PathBuf> = left.map(|entry| entry.path()).collect();
    for home in left {
        remove_or_tell(&home);
    }
}

fn remove_or_tell(home: &Path) {
    match remove_folder(home) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            tracing::warn!(?error, home = %home.display(), "the copy of a workspace could not be removed");
        }
        _ => {}
    }
}
