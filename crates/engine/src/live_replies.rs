//! Replies that are being written now, and what is told of them while they are.
//!
//! Invariant: whoever writes a reply holds the chat's [`Place`]; a chat has one.

mod event;
mod live_reply;

pub use event::{AskedTool, KnownTool, Refusal, ReplyEnd, ReplyEvent};
pub use live_reply::{Following, LiveReply};

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pegboard_model::ids::{ChatId, MessageId};
use pegboard_model::inference::Usage;
use pegboard_model::reply::ReplyStatus;

/// All of them; a chat has one at a time.
#[derive(Clone, Default)]
pub(crate) struct LiveReplies(Arc<Mutex<HashMap<ChatId, Arc<LiveReply>>>>);

impl LiveReplies {
    /// Takes the chat's place; nothing, where a reply is being written there.
    pub(crate) fn enter(&self, chat: ChatId, message: MessageId) -> Option<Place> {
        let mut all = self.lock();
        if all.contains_key(&chat) {
            return None;
        }
        let live = Arc::new(LiveReply::new(chat, message));
        all.insert(chat, Arc::clone(&live));
        Some(Place { all: self.clone(), live, end: None })
    }

    pub(crate) fn of(&self, chat: ChatId) -> Option<Arc<LiveReply>> {
        self.lock().get(&chat).cloned()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<ChatId, Arc<LiveReply>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The right to write a chat's reply. Dropped without a word, also by a panic, it says that the reply was interrupted: nobody
/// reads on for ever, and the chat can have another.
pub(crate) struct Place {
    all: LiveReplies,
    live: Arc<LiveReply>,
    end: Option<ReplyEnd>,
}

impl Place {
    pub(crate) fn live(&self) -> &Arc<LiveReply> {
        &self.live
    }

    /// Gives the place back. Whoever reads still gets everything.
    pub(crate) fn leave(mut self, end: ReplyEnd) {
        self.end = Some(end);
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let interrupted =
            || ReplyEnd { status: ReplyStatus::Interrupted, error: None, usage: Usage::default() };
        let end = self.end.take().unwrap_or_else(interrupted);
        self.all.lock().remove(&self.live.chat());
        self.live.tell(ReplyEvent::Ended(end));
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::{LiveReplies, ReplyEvent};
    use crate::clock;

    #[tokio::test]
    async fn a_place_that_is_dropped_is_free_again_and_its_readers_hear_it() {
        let replies = LiveReplies::default();
        let chat = clock::fresh();
        let place = replies.enter(chat, clock::fresh()).unwrap();
        assert!(replies.enter(chat, clock::fresh()).is_none(), "one at a time");
        let live = replies.of(chat).unwrap();
        drop(place);
        let mut following = live.follow();
        let told = following.next().await.unwrap();
        assert!(matches!(*told, ReplyEvent::Ended(_)), "{told:?}");
        assert!(following.next().await.is_none(), "nothing after the end");
        assert!(replies.of(chat).is_none());
        assert!(replies.enter(chat, clock::fresh()).is_some());
    }
}
