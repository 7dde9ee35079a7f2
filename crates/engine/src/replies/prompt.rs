//! What a model is told: instructions, the conversation on this branch, and the tools at hand.

use std::sync::Arc;

use pegboard_model::inference::{ModelProfile, Prompt};
use pegboard_model::reply::Reply;

use crate::briefing::{Briefing, brief};
use crate::core::Core;
use crate::record::ReplyRecord;
use crate::replies::at_hand::{self, Need};
use crate::replies::history::{Whose, history};
use crate::store::StoreError;

/// All that a model could be told, however much that is.
pub(super) struct Draft {
    pub(super) prompt: Prompt,
    pub(super) whose: Whose,
}

/// Gathers what the model is told in the next step of a reply.
pub(super) async fn draft(
    core: &Arc<Core>,
    record: &ReplyRecord,
    reply: &Reply,
    profile: &ModelProfile,
) -> Result<Draft, StoreError> {
    let history = history(core, record, reply, profile.pictures).await?;
    let Briefing { system, mut tools } = brief(core, record.chat, record.worker.as_ref()).await?;
    if record.worker.is_none() {
        let need = Need { words: history.last_words(), named: history.named.clone() };
        tools = at_hand::choose(core, record.chat, tools, need).await?;
    }
    Ok(Draft { prompt: Prompt { system, said: history.said, tools }, whose: history.whose })
}
