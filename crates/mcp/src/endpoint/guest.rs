//! Who asks, as whom, where and about which chat.

use std::sync::Arc;

use pegboard_model::ids::ChatId;

use crate::endpoint::chat_choice::ChatChoice;
use crate::endpoint::house::{House, Principal, Refusal, View};
use crate::endpoint::session::Session;
use crate::rpc::{Era, ProtocolVersion};

/// Whoever a request comes from.
#[derive(Debug, Clone)]
pub(super) struct Guest {
    pub(super) by: Principal,
    pub(super) view: View,
    pub(super) version: ProtocolVersion,
    /// What the request says of the chat.
    pub(super) chat: ChatChoice,
    /// `None` for clients that have no sessions.
    pub(super) session: Option<Arc<Session>>,
}

impl Guest {
    pub(super) fn era(&self) -> Era {
        self.version.era()
    }

    /// The chat whose workspace the request works on: the one it names, else its session's, else its token's. A chat
    /// that is not there yet is made.
    pub(super) async fn chat(&self, house: &dyn House) -> Result<ChatId, Refusal> {
        match (&self.chat, &self.session) {
            (ChatChoice::Named(named), _) => house.chat(named).await,
            (ChatChoice::Own | ChatChoice::Argument, Some(session)) => {
                let made = session.chat.get_or_try_init(|| house.new_chat(&session.client.name)).await;
                made.copied()
            }
            (ChatChoice::Own | ChatChoice::Argument, None) => house.chat_of(&self.by).await,
        }
    }

    /// The same, but none is made for a session: one that called nothing has no files.
    pub(super) async fn chat_so_far(&self, house: &dyn House) -> Result<Option<ChatId>, Refusal> {
        match (&self.chat, &self.session) {
            (ChatChoice::Own | ChatChoice::Argument, Some(session)) => Ok(session.chat.get().copied()),
            _ => self.chat(house).await.map(Some),
        }
    }
}
