//! What a model is told: instructions, the conversation on this branch, and the tools at hand.

use std::sync::Arc;

use pegboard_model::inference::{ModelProfile, Prompt};
use pegboard_model::reply::Reply;

use crate::briefing::{Briefing, brief};
use crate::core::Core;
use crate::record::ReplyRecord;
use crate::replies::at_hand::{self, Need};
use crate::replies::history::history;
use crate::store::StoreError;

/// The share of what a model reads that is kept for what it writes, where its profile does not say: a quarter.
const FOR_THE_ANSWER: u32 = 4;

/// Builds the prompt of the next step of a reply. What does not fit into what the model reads is left out; the record keeps it.
pub(super) async fn build(
    core: &Arc<Core>,
    record: &ReplyRecord,
    reply: &Reply,
    profile: &ModelProfile,
) -> Result<Prompt, StoreError> {
    let history = history(core, record, reply, profile.pictures).await?;
    let Briefing { system, mut tools } = brief(core, record.chat, record.worker.as_ref()).await?;
    if record.worker.is_none() {
        let need = Need { words: history.last_words(), named: history.named.clone() };
        tools = at_hand::choose(core, record.chat, tools, need).await?;
    }
    let mut prompt = Prompt { system, said: history.said, tools };
    let left_out = prompt.fit(room(profile));
    if left_out != Default::default() {
        tracing::info!(message = %record.message, ?left_out, "a long conversation was shortened for the model");
    }
    Ok(prompt)
}

/// Tokens that a prompt may have.
pub(super) fn room(profile: &ModelProfile) -> usize {
    let answer = profile.max_output_tokens.unwrap_or(profile.context_window / FOR_THE_ANSWER);
    let room = profile.context_window.saturating_sub(answer.min(profile.context_window / 2));
    usize::try_from(room).unwrap_or(usize::MAX)
}
