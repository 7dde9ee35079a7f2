//! What a server that was killed left behind is put in order before anything new begins.
//!
//! Invariant: nothing is run again. A call that was running ends as `error: interrupted`, with the workspace as it
//! was left; a checkout that was under way is finished.

use pegboard_model::ids::ChatId;

use crate::core::Core;
use crate::leaf::{self, LeafError};
use crate::pipeline::{self, CallError};
use crate::settle::load_head;
use crate::store::StoreError;

/// The house could not be put in order.
#[derive(Debug, thiserror::Error)]
pub enum RecoveryError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What was put in order.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Recovered {
    /// Calls that were running.
    pub(crate) calls: usize,
    /// Checkouts that were under way.
    pub(crate) checkouts: usize,
    /// Chats whose folder could not be read; each stands in the log and is tried again at its next use.
    pub(crate) failed: usize,
}

/// Puts every chat in order. One that cannot be does not keep the others from it.
pub(crate) async fn recover(core: &Core) -> Result<Recovered, RecoveryError> {
    let mut recovered = Recovered::default();
    for chat in core.store.unfinished_checkouts().await? {
        match finish_checkout(core, chat.id).await {
            Ok(()) => recovered.checkouts += 1,
            Err(error) => {
                recovered.failed += 1;
                tracing::error!(chat = %chat.id, ?error, "an unfinished checkout could not be finished");
            }
        }
    }
    for call in core.store.running_calls().await? {
        let id = call.id;
        match pipeline::interrupted(core, call).await {
            Ok(_) => recovered.calls += 1,
            Err(CallError::Store(error)) => return Err(error.into()),
            Err(error) => {
                recovered.failed += 1;
                tracing::error!(call = %id, ?error, "an interrupted call could not be recorded");
            }
        }
    }
    Ok(recovered)
}

async fn finish_checkout(core: &Core, chat: ChatId) -> Result<(), LeafError> {
    let turn = core.turns.take(chat).await;
    let Some(chat) = core.store.chat(chat).await? else {
        return Ok(());
    };
    let head = load_head(core, chat.active_manifest)
        .await
        .map_err(LeafError::Settle)?;
    leaf::check_out(core, turn, head).await?;
    Ok(())
}
