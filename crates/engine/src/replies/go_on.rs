//! Going on with a reply: after a pause, and when what it waits for was decided outside its stream.

use std::pin::Pin;
use std::sync::Arc;

use pegboard_model::ids::{ChatId, MessageId};
use pegboard_model::reply::{Next, Reply, ReplyStatus};

use crate::core::Core;
use crate::live_replies::{LiveReply, Place};
use crate::lookup::LookupError;
use crate::record::ReplyRecord;
use crate::replies::earlier::earlier;
use crate::replies::error::ReplyError;
use crate::replies::keep::{announce, keep};
use crate::replies::request::Decision;
use crate::replies::run::run;
use crate::replies::standing::comes_next;
use crate::store::StoreError;

/// Goes on with the reply that the chat stands on, after what people decided about its calls.
pub(crate) async fn go_on(
    core: &Arc<Core>,
    chat: ChatId,
    decisions: Vec<Decision>,
) -> Result<Arc<LiveReply>, ReplyError> {
    let leaf = core.store.chat(chat).await?.ok_or(LookupError::missing("chat", chat))?.active_leaf;
    let message: MessageId = leaf.ok_or(ReplyError::NoReply)?;
    // Its place first: what is read from here on, nobody changes.
    let place = core.live_replies.enter(chat, message).ok_or(ReplyError::Busy)?;
    let reply = core.store.reply(message).await?.ok_or(ReplyError::NoReply)?;
    match reply.status {
        // Its writer failed without a word. On a shared database it may be written by another server.
        ReplyStatus::Running if core.store.is_shared() => return Err(ReplyError::Busy),
        ReplyStatus::Running => {}
        status if status.can_go_on() => {}
        status => return Err(ReplyError::Over { message, status }),
    }
    let written = core.store.message(message).await?.map(|message| Reply::read(&message.content));
    let mut written = written.unwrap_or_default();
    if reply.status != ReplyStatus::Waiting {
        written.drop_cut_step();
    }
    place.live().remember(earlier(core, &written).await?);
    start(core, place, reply, decisions).await
}

/// Goes on with a reply, where it waits for nothing any more and the chat still stands on it.
///
/// The type is named because a reply that goes on may come here again.
pub(crate) fn go_on_if_decided(
    core: &Arc<Core>,
    chat: ChatId,
    message: MessageId,
) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
    Box::pin(async move {
        match is_ready(core, chat, message).await {
            Ok(true) => match go_on(core, chat, Vec::new()).await {
                // Whoever streams it was quicker, or the chat went elsewhere meanwhile.
                Ok(_)
                | Err(
                    ReplyError::Busy | ReplyError::Over { .. } | ReplyError::NoReply | ReplyError::Closing,
                ) => {}
                Err(error) => {
                    tracing::warn!(%message, ?error, "a reply could not go on after its calls were decided about")
                }
            },
            Ok(false) => {}
            Err(error) => tracing::error!(%message, ?error, "whether a reply can go on could not be read"),
        }
    })
}

async fn is_ready(core: &Core, chat: ChatId, message: MessageId) -> Result<bool, StoreError> {
    let waits = core.store.reply(message).await?.is_some_and(|reply| reply.status == ReplyStatus::Waiting);
    let stands = core.store.chat(chat).await?.is_some_and(|chat| chat.active_leaf == Some(message));
    if !waits || !stands {
        return Ok(false);
    }
    let Some(message) = core.store.message(message).await? else { return Ok(false) };
    let next = comes_next(core, &Reply::read(&message.content)).await?;
    Ok(!matches!(next, Next::Wait(_)))
}

/// Has a reply written by a task of its own.
pub(super) async fn start(
    core: &Arc<Core>,
    place: Place,
    mut reply: ReplyRecord,
    decisions: Vec<Decision>,
) -> Result<Arc<LiveReply>, ReplyError> {
    if core.closing.is_cancelled() {
        return Err(ReplyError::Closing);
    }
    let before = reply.status;
    reply.status = ReplyStatus::Running;
    reply.ended_at = None;
    keep(core, &reply).await?;
    announce(core, &reply);
    let (writer, live) = (Arc::clone(core), Arc::clone(place.live()));
    core.tasks.spawn(async move {
        let (chat, message) = (reply.chat, reply.message);
        if run(&writer, place, reply, before, decisions).await == ReplyStatus::Waiting {
            // A decision may have come before the reply said that it waits.
            go_on_if_decided(&writer, chat, message).await;
        }
    });
    Ok(live)
}
