//! The queue of what models are to be asked, because tools that nobody called have answered.

use pegboard_model::call::ToolFailure;
use pegboard_model::guarded::Guarded;
use pegboard_model::ids::PromptId;
use pegboard_model::prompt::{PromptStatus, compose};
use pegboard_model::time::Timestamp;
use serde_json::Value;

use crate::clock;
use crate::core::Core;
use crate::events::EventKind;
use crate::lookup::LookupError;
use crate::record::{CallRecord, Page, PageRequest, PromptRecord};
use crate::store::{StoreError, Write};
use crate::text::storable;

/// Prompts of one tool that may wait; the oldest make room.
pub const PROMPTS_WAITING_MAX: u64 = 1000;
/// The longest time that somebody may have a prompt, in seconds.
pub const PROMPT_LEASE_MAX: u32 = 24 * 60 * 60;

/// Why no prompt was given out.
#[derive(Debug, thiserror::Error)]
pub enum TakePromptError {
    #[error("a prompt is taken for 1 to {PROMPT_LEASE_MAX} seconds")]
    Seconds,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What a call leaves in the queue that ended so.
pub(crate) fn of_call(call: &CallRecord, result: &Result<Value, ToolFailure>) -> Option<PromptRecord> {
    let source = call.triggered_by?;
    let result = result.as_ref().ok()?;
    let guarded = Guarded::of(call.tool.name(), call.provider);
    let text = storable(&compose(call.prompt.as_deref().unwrap_or_default(), guarded, result));
    Some(PromptRecord {
        id: clock::fresh(),
        tool: call.tool.clone(),
        call: call.id,
        chat: call.chat,
        text,
        source,
        created_at: clock::now(),
        taken_at: None,
        taken_until: None,
        done_at: None,
    })
}

/// Puts it into the queue, in the transaction that ends the call.
pub(crate) async fn add(write: &Write, prompt: &PromptRecord) -> Result<(), StoreError> {
    let dropped = write.add_prompt(prompt, PROMPTS_WAITING_MAX).await?;
    if dropped > 0 {
        tracing::warn!(tool = %prompt.tool, dropped, "nobody takes the prompts of this tool; the oldest are gone");
    }
    Ok(())
}

/// Tells of a call that something set off, once its end is written down.
pub(crate) fn announce(core: &Core, call: &CallRecord, prompt: Option<&PromptRecord>) {
    if let Some(prompt) = prompt {
        core.events.publish(EventKind::PromptAdded { prompt: prompt.id });
    }
    if call.triggered_by.is_some() {
        core.scheduling.look();
    }
}

/// Prompts, newest first.
pub(crate) async fn list(
    core: &Core,
    status: Option<PromptStatus>,
    page: PageRequest,
) -> Result<Page<PromptRecord>, StoreError> {
    core.store.prompts(status, clock::now(), page).await
}

/// Takes the oldest that waits, for so many seconds; after that it waits again.
pub(crate) async fn take(core: &Core, seconds: u32) -> Result<Option<PromptRecord>, TakePromptError> {
    if !(1..=PROMPT_LEASE_MAX).contains(&seconds) {
        return Err(TakePromptError::Seconds);
    }
    let now = clock::now();
    let until = now.unix_millis().saturating_add(i64::from(seconds) * 1000);
    let until = Timestamp::from_unix_millis(until).ok_or(TakePromptError::Seconds)?;
    Ok(core.store.take_prompt(now, until).await?)
}

/// Somebody is done with it.
pub(crate) async fn acknowledge(core: &Core, id: PromptId) -> Result<PromptRecord, LookupError> {
    core.store.end_prompt(id, clock::now()).await?;
    core.store.prompt(id).await?.ok_or_else(|| LookupError::missing("prompt", id))
}

pub(crate) async fn remove(core: &Core, id: PromptId) -> Result<(), LookupError> {
    match core.store.remove_prompt(id).await? {
        true => Ok(()),
        false => Err(LookupError::missing("prompt", id)),
    }
}
