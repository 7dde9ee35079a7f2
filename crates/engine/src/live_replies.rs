//! Replies that are being written now, and what is told of them while they are.
//!
//! Invariant: whoever writes a reply holds the chat's [`Place`]; a chat has one.

mod event;
mod following;

pub use event::{AskedTool, KnownTool, Refusal, ReplyEnd, ReplyEvent};
pub use following::Following;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use pegboard_model::ids::{ChatId, MessageId};
use pegboard_model::inference::Usage;
use pegboard_model::reply::ReplyStatus;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

/// A reply that is being written.
#[derive(Debug)]
pub struct LiveReply {
    chat: ChatId,
    message: MessageId,
    /// What it said before it went on; nothing until that is known, and in one that begins.
    earlier: OnceLock<Vec<Arc<ReplyEvent>>>,
    /// Everything since it began, or went on.
    events: Mutex<Vec<Arc<ReplyEvent>>>,
    told: watch::Sender<usize>,
    stop: CancellationToken,
}

impl LiveReply {
    pub fn chat(&self) -> ChatId {
        self.chat
    }

    pub fn message(&self) -> MessageId {
        self.message
    }

    /// What it said and did before it went on, for whoever has not seen that.
    pub fn earlier(&self) -> &[Arc<ReplyEvent>] {
        self.earlier.get().map(Vec::as_slice).unwrap_or_default()
    }

    pub(crate) fn remember(&self, earlier: Vec<Arc<ReplyEvent>>) {
        // A reply goes on once in its place.
        let _ = self.earlier.set(earlier);
    }

    /// Reads what is told of it.
    pub fn follow(self: &Arc<Self>) -> Following {
        Following::new(Arc::clone(self))
    }

    /// What happened since the first `seen` events; waits until there is something.
    async fn since(&self, seen: usize) -> Vec<Arc<ReplyEvent>> {
        let mut told = self.told.subscribe();
        // An error says that the reply is gone, and everything of it is told.
        let _ = told.wait_for(|told| *told > seen).await;
        self.events().get(seen..).unwrap_or_default().to_vec()
    }

    pub(crate) fn tell(&self, event: ReplyEvent) {
        let mut events = self.events();
        events.push(Arc::new(event));
        let count = events.len();
        drop(events);
        self.told.send_replace(count);
    }

    pub(crate) fn ask_to_stop(&self) {
        self.stop.cancel();
    }

    /// Fires when a person stops it.
    pub(crate) fn stopped(&self) -> &CancellationToken {
        &self.stop
    }

    fn events(&self) -> MutexGuard<'_, Vec<Arc<ReplyEvent>>> {
        self.events.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

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
        let live = LiveReply {
            chat,
            message,
            earlier: OnceLock::new(),
            events: Mutex::default(),
            told: watch::Sender::new(0),
            stop: CancellationToken::new(),
        };
        let live = Arc::new(live);
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
        self.all.lock().remove(&self.live.chat);
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
