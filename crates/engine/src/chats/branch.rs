//! Branches of the tree of messages.

use std::collections::HashMap;

use pegboard_model::ids::MessageId;

use crate::record::MessageRecord;

/// The messages from the first one down to `end`; none where `end` is not among them.
pub(crate) fn to(messages: Vec<MessageRecord>, end: Option<MessageId>) -> Vec<MessageRecord> {
    let mut by_id: HashMap<MessageId, MessageRecord> =
        messages.into_iter().map(|message| (message.id, message)).collect();
    let mut branch = Vec::new();
    let mut at = end;
    // Each is taken out, so that a circle, which no chat should have, ends.
    while let Some(message) = at.and_then(|id| by_id.remove(&id)) {
        at = message.parent;
        branch.push(message);
    }
    branch.reverse();
    branch
}
