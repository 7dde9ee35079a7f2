//! What models write in chats.

use std::sync::Arc;

use pegboard_model::ids::{ChatId, MessageId};

use crate::engine::operations::Engine;
use crate::live_replies::LiveReply;
use crate::record::ReplyRecord;
use crate::replies::{self, Decision, NewReply, ReplyError};
use crate::store::StoreError;

#[allow(clippy::missing_errors_doc, reason = "each error type says when it occurs")]
impl Engine {
    /// Begins a reply. It is written whether anybody listens or not.
    pub async fn reply(&self, chat: ChatId, new: NewReply) -> Result<Arc<LiveReply>, ReplyError> {
        self.uncut(|core| async move { replies::begin(&core, chat, new).await }).await
    }

    /// Goes on with the reply that the chat stands on, after what people decided about its calls.
    pub async fn go_on(&self, chat: ChatId, decisions: Vec<Decision>) -> Result<Arc<LiveReply>, ReplyError> {
        self.uncut(|core| async move { replies::go_on(&core, chat, decisions).await }).await
    }

    /// The reply that is being written in a chat.
    pub fn live_reply(&self, chat: ChatId) -> Option<Arc<LiveReply>> {
        replies::live(self.core(), chat)
    }

    /// Stops the reply of a chat; whether there was one.
    pub fn stop_reply(&self, chat: ChatId) -> bool {
        replies::stop(self.core(), chat)
    }

    /// How a message stands that a model wrote.
    pub async fn reply_record(&self, message: MessageId) -> Result<Option<ReplyRecord>, StoreError> {
        replies::record(self.core(), message).await
    }
}
