//! Beginning a reply, and going on with one.

use std::sync::Arc;

use pegboard_model::ids::{ChatId, MessageId};
use pegboard_model::inference::Usage;
use pegboard_model::reply::ReplyStatus;
use serde_json::{Value, json};

use crate::chats::{self, NewMessage};
use crate::clock;
use crate::core::Core;
use crate::live_replies::LiveReply;
use crate::lookup::LookupError;
use crate::models;
use crate::record::{ReplyRecord, Role};
use crate::replies::error::ReplyError;
use crate::replies::keep::keep;
use crate::replies::request::{Decision, NewReply};
use crate::replies::run::run;

/// Begins a reply, below what the person says if they say something. It is written whether anybody listens or not.
pub(crate) async fn begin(
    core: &Arc<Core>,
    chat: ChatId,
    new: NewReply,
) -> Result<Arc<LiveReply>, ReplyError> {
    check(core, &new).await?;
    if core.live_replies.of(chat).is_some() {
        return Err(ReplyError::Busy);
    }
    let parent = match new.text {
        Some(text) => Some(add(core, chat, new.parent, Role::User, Value::String(text)).await?),
        None => match new.parent {
            Some(parent) => Some(parent),
            None => core.store.chat(chat).await?.ok_or(LookupError::missing("chat", chat))?.active_leaf,
        },
    };
    let parent = parent.ok_or(ReplyError::Nothing)?;
    let message = add(core, chat, Some(parent), Role::Assistant, json!([])).await?;
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
    start(core, reply, Vec::new()).await
}

/// Goes on with the reply that the chat stands on, after what people decided about its calls.
pub(crate) async fn go_on(
    core: &Arc<Core>,
    chat: ChatId,
    decisions: Vec<Decision>,
) -> Result<Arc<LiveReply>, ReplyError> {
    let leaf = core.store.chat(chat).await?.ok_or(LookupError::missing("chat", chat))?.active_leaf;
    let leaf = leaf.ok_or(ReplyError::NoReply)?;
    let reply = core.store.reply(leaf).await?.ok_or(ReplyError::NoReply)?;
    if !reply.status.can_go_on() {
        return Err(match reply.status {
            ReplyStatus::Running => ReplyError::Busy,
            status => ReplyError::Over { message: leaf, status },
        });
    }
    start(core, reply, decisions).await
}

async fn check(core: &Core, new: &NewReply) -> Result<(), ReplyError> {
    models::access(core, new.model.as_ref()).await?;
    match &new.worker {
        Some(worker) if core.registry.current().worker(worker).is_none() => {
            Err(ReplyError::NoWorker(worker.clone()))
        }
        Some(_) | None => Ok(()),
    }
}

async fn add(
    core: &Arc<Core>,
    chat: ChatId,
    parent: Option<MessageId>,
    role: Role,
    content: Value,
) -> Result<MessageId, ReplyError> {
    Ok(chats::add_message(core, chat, NewMessage { parent, role, content }).await?.id)
}

async fn start(
    core: &Arc<Core>,
    mut reply: ReplyRecord,
    decisions: Vec<Decision>,
) -> Result<Arc<LiveReply>, ReplyError> {
    if core.closing.is_cancelled() {
        return Err(ReplyError::Closing);
    }
    let live = core.live_replies.enter(reply.chat, reply.message).ok_or(ReplyError::Busy)?;
    let before = reply.status;
    reply.status = ReplyStatus::Running;
    reply.ended_at = None;
    if let Err(error) = keep(core, &reply).await {
        core.live_replies.leave(reply.chat);
        return Err(error.into());
    }
    let (worker, told) = (Arc::clone(core), Arc::clone(&live));
    core.tasks.spawn(async move { run(&worker, &told, reply, before, decisions).await });
    Ok(live)
}
