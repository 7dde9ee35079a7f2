//! Reading what is told of a reply, at one's own pace.

use std::collections::VecDeque;
use std::sync::Arc;

use futures::{Stream, stream};

use crate::live_replies::{LiveReply, ReplyEvent};

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
