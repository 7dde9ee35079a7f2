//! What a person decides about a call outside the stream has the reply go on that waited for it.

use std::sync::Arc;

use pegboard_model::reply::{Next, Reply, ReplyStatus};

use crate::core::Core;
use crate::record::CallRecord;
use crate::replies::begin::go_on;
use crate::replies::error::ReplyError;
use crate::replies::standing::comes_next;
use crate::store::StoreError;

/// Goes on with the reply that asked for a call, where it waits for nothing any more and the chat still stands on it.
pub(crate) async fn decided(core: &Arc<Core>, call: &CallRecord) {
    match is_ready(core, call).await {
        Ok(true) => match go_on(core, call.chat, Vec::new()).await {
            // Whoever streams it was quicker, or the chat went elsewhere meanwhile.
            Ok(_)
            | Err(ReplyError::Busy | ReplyError::Over { .. } | ReplyError::NoReply | ReplyError::Closing) => {
            }
            Err(error) => {
                tracing::warn!(call = %call.id, ?error, "a reply could not go on after its call was decided")
            }
        },
        Ok(false) => {}
        Err(error) => tracing::error!(call = %call.id, ?error, "whether a reply can go on could not be read"),
    }
}

async fn is_ready(core: &Core, call: &CallRecord) -> Result<bool, StoreError> {
    let waits =
        core.store.reply(call.message).await?.is_some_and(|reply| reply.status == ReplyStatus::Waiting);
    let stands = core.store.chat(call.chat).await?.is_some_and(|chat| chat.active_leaf == Some(call.message));
    if !waits || !stands {
        return Ok(false);
    }
    let Some(message) = core.store.message(call.message).await? else { return Ok(false) };
    let next = comes_next(core, &Reply::read(&message.content)).await?;
    Ok(!matches!(next, Next::Wait(_)))
}
