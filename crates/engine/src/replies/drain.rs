//! The prompt queue starts replies, where there is a model that could write them.

use std::sync::Arc;
use std::time::Duration;

use pegboard_model::call::{ApprovalMode, Caller};

use crate::chats::{Below, Sent};
use crate::core::Core;
use crate::events::EventKind;
use crate::models;
use crate::prompts;
use crate::record::PromptRecord;
use crate::replies::begin::begin;
use crate::replies::error::ReplyError;
use crate::replies::request::NewReply;

/// How often it is looked by itself: for what was given back, and for a model that was set up.
const LOOK: Duration = Duration::from_secs(20);
/// Seconds until a prompt whose chat was busy is tried again.
const LEASE: u32 = 15;

/// Asks what waits, until the house closes.
///
/// Only where the database is this server's own: a chat's workspace lies in one data folder, and the queue does not say in whose.
pub(crate) fn start(core: &Arc<Core>) {
    if core.store.is_shared() {
        return;
    }
    let draining = Arc::clone(core);
    core.tasks.spawn(async move {
        let mut events = draining.events.subscribe();
        loop {
            drain(&draining).await;
            let something = async {
                // What was missed is looked at all the same.
                while let Ok(event) = events.recv().await {
                    let is_news =
                        matches!(event.kind, EventKind::PromptAdded { .. } | EventKind::ReplyChanged { .. });
                    if is_news {
                        break;
                    }
                }
            };
            tokio::select! {
                () = draining.closing.cancelled() => break,
                () = something => {}
                () = tokio::time::sleep(LOOK) => {}
            }
        }
    });
}

/// Begins a reply to each prompt that waits.
async fn drain(core: &Arc<Core>) {
    if models::access(core, None).await.is_err() {
        return;
    }
    loop {
        match prompts::take(core, LEASE).await {
            Ok(Some(prompt)) => ask(core, prompt).await,
            Ok(None) => return,
            Err(error) => {
                tracing::warn!(?error, "the prompt queue could not be read; it is tried again");
                return;
            }
        }
    }
}

async fn ask(core: &Arc<Core>, prompt: PromptRecord) {
    let new = NewReply {
        said: Some(Sent::text(prompt.text)),
        below: Below::ActiveLeaf,
        model: None,
        worker: None,
        caller: Caller { name: prompt.source.to_string(), mode: ApprovalMode::Interactive },
    };
    match begin(core, prompt.chat, new).await {
        Ok(_) => {
            if let Err(error) = prompts::acknowledge(core, prompt.id).await {
                tracing::warn!(prompt = %prompt.id, ?error, "a prompt was asked, but could not be taken off the queue");
            }
        }
        // It waits again when its lease is over.
        Err(ReplyError::Busy | ReplyError::Closing) => {}
        Err(error) => {
            tracing::warn!(prompt = %prompt.id, ?error, "a prompt could not be asked; it is tried again")
        }
    }
}
