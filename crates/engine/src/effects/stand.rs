//! The state of the workspace that a pending call would begin with.

use pegboard_model::ids::MessageId;

use crate::core::Core;
use crate::desk::Head;
use crate::leaf;
use crate::pipeline::CallError;
use crate::record::ChatRecord;
use crate::settle::{Settled, load_head, settle};
use crate::turns::Turn;

/// Where a pending call stands in its chat.
pub(super) enum Stand {
    /// On the branch that the chat stands on: it works on what is there now.
    Here(Settled),
    /// On another branch: the chat would go there first.
    Elsewhere(Head),
}

impl Stand {
    /// What the workspace would hold when the call begins.
    pub(super) fn head(&self) -> &Head {
        match self {
            Self::Here(settled) => &settled.head,
            Self::Elsewhere(head) => head,
        }
    }
}

/// Finds it; moves nothing.
pub(super) async fn find(
    core: &Core,
    turn: Turn,
    chat: &ChatRecord,
    message: MessageId,
) -> Result<(Turn, Stand), CallError> {
    if leaf::is_on_the_way(core, chat, message).await? {
        let (turn, settled) = settle(core, turn, chat).await?;
        return Ok((turn, Stand::Here(settled)));
    }
    let there = core.store.message(message).await?.filter(|found| found.chat == chat.id);
    let state = there.ok_or(CallError::NoMessage(message))?.manifest;
    Ok((turn, Stand::Elsewhere(load_head(core, state).await?)))
}
