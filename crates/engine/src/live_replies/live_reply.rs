//! One reply that is being written, and those who read what is told of it, each at their own pace.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use futures::{Stream, stream};
use pegboard_model::ids::{ChatId, MessageId};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::live_replies::event::ReplyEvent;

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
    pub(super) fn new(chat: ChatId, message: MessageId) -> Self {
        Self {
            chat,
            message,
            earlier: OnceLock::new(),
            events: Mutex::default(),
            told: watch::Sender::new(0),
            stop: CancellationToken::new(),
        }
    }

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

/// Somebody who reads what is told of a reply since it began or went on. Everybody is told the same, and last that it ended.
pub struct Following {
    live: Arc<LiveReply>,
    seen: usize,
    ready: VecDeque<Arc<ReplyEvent>>,
    over: bool,
}

impl Following {
    pub(super) fn new(live: Arc<LiveReply>) -> Self {
        Self { live, seen: 0, ready: VecDeque::new(), over: false }
    }

    /// What happened next; waits until there is something. Nothing after [`ReplyEvent::Ended`].
    pub async fn next(&mut self) -> Option<Arc<ReplyEvent>> {
        if self.over {
            return None;
        }
        if self.ready.is_empty() {
            self.ready.extend(self.live.since(self.seen).await);
            self.seen += self.ready.len();
        }
        let event = self.ready.pop_front();
        self.over = event.as_ref().is_none_or(|event| matches!(**event, ReplyEvent::Ended(_)));
        event
    }

    /// The same as a stream.
    pub fn into_stream(self) -> impl Stream<Item = Arc<ReplyEvent>> + Send {
        stream::unfold(self, |mut following| async move { Some((following.next().await?, following)) })
    }
}
