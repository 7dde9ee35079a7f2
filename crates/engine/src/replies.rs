//! What models write in chats: a message in steps, with the calls they ask for between them.
//!
//! The record leads. A step is written down before its calls begin, with the ids that they will have; so after a crash it
//! is known which of them ran, and none runs twice. Who listens has no part in it: a reply goes on when nobody does.

mod at_hand;
mod became;
mod begin;
mod budget;
mod call;
mod drain;
mod earlier;
mod error;
mod go_on;
mod history;
mod keep;
mod own_tools;
mod pictures;
mod prompt;
mod request;
mod run;
mod standing;
mod step;
mod summary;

use std::sync::Arc;

use pegboard_model::ids::{ChatId, MessageId};

use crate::core::Core;
use crate::live_replies::LiveReply;
use crate::record::ReplyRecord;
use crate::store::StoreError;

pub(crate) use begin::begin;
pub(crate) use drain::start as start_draining;
pub use error::ReplyError;
pub(crate) use go_on::{go_on, go_on_if_decided};
pub use request::{Decision, NewReply, Verdict};

/// The reply that is being written in a chat.
pub(crate) fn live(core: &Core, chat: ChatId) -> Option<Arc<LiveReply>> {
    core.live_replies.of(chat)
}

/// Stops the reply of a chat; whether there was one.
pub(crate) fn stop(core: &Core, chat: ChatId) -> bool {
    let live = core.live_replies.of(chat);
    live.inspect(|live| live.ask_to_stop()).is_some()
}

/// How a message stands that a model wrote.
pub(crate) async fn record(core: &Core, message: MessageId) -> Result<Option<ReplyRecord>, StoreError> {
    core.store.reply(message).await
}
