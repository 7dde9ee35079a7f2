//! Beginning a reply.

use std::sync::Arc;

use pegboard_model::ids::ChatId;
use pegboard_model::inference::Usage;
use pegboard_model::reply::ReplyStatus;
use serde_json::{Value, json};

use crate::chats::{self, Below, NewMessage};
use crate::clock;
use crate::core::Core;
use crate::live_replies::LiveReply;
use crate::lookup::LookupError;
use crate::models;
use crate::record::{ReplyRecord, Role};
use crate::replies::error::ReplyError;
use crate::replies::go_on::start;
use crate::replies::request::NewReply;

/// Begins a reply, below what the person says if they say something. It is written whether anybody listens or not.
pub(crate) async fn begin(
    core: &Arc<Core>,
    chat: ChatId,
    new: NewReply,
) -> Result<Arc<LiveReply>, ReplyError> {
    check(core, &new).await?;
    // Ids tell the order of messages: what is replied to comes first.
    let (question, message) = (clock::fresh(), clock::fresh());
    // Before anything is said: of two who ask at once, one leaves nothing behind.
    let place = core.live_replies.enter(chat, message).ok_or(ReplyError::Busy)?;
    let parent = match new.said {
        Some(sent) if sent.files.is_empty() => {
            let said = NewMessage { below: new.below, role: Role::User, content: Value::String(sent.text) };
            Some(chats::add_message_as(core, chat, question, said).await?.id)
        }
        Some(sent) => Some(chats::add_with_files(core, chat, question, new.below, sent).await?.id),
        None => match new.below {
            Below::Message(parent) => Some(parent),
            Below::ActiveLeaf | Below::Nothing => {
                core.store.chat(chat).await?.ok_or(LookupError::missing("chat", chat))?.active_leaf
            }
        },
    };
    let below = Below::Message(parent.ok_or(ReplyError::Nothing)?);
    let empty = NewMessage { below, role: Role::Assistant, content: json!([]) };
    chats::add_message_as(core, chat, message, empty).await?;
    let reply = ReplyRecord {
        message,
        chat,
        status: ReplyStatus::Running,
        model: new.model,
        worker: new.worker,
        caller: new.caller,
        error: None,
        usage: Usage::default(),
        started_at: clock::now(),
        ended_at: None,
    };
    start(core, place, reply, Vec::new()).await
}

async fn check(core: &Core, new: &NewReply) -> Result<(), ReplyError> {
    if let Some(worker) = &new.worker
        && core.registry.current().worker(worker).is_none()
    {
        return Err(ReplyError::NoWorker(worker.clone()));
    }
    models::access_of(core, new.model.as_ref(), new.worker.as_ref()).await?;
    Ok(())
}
