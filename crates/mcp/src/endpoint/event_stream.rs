//! Server-sent events to one client. A stream goes on when its connection breaks, and a client that comes back gets
//! what it missed.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::body::Bytes;
use futures::Stream;
use futures::stream::unfold;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use crate::endpoint::limits::{EVENT_BYTES_KEPT, EVENTS_KEPT, HEARTBEAT};

/// Milliseconds after which a client whose connection broke should come back.
const RETRY_MS: u32 = 1_000;

/// Whether events have ids, so that a client can come back to them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Resumption {
    /// They have, and an empty event comes first, so that the client knows an id from the beginning.
    Primed,
    /// They have.
    Possible,
    /// They have none.
    Never,
}

/// One stream.
#[derive(Debug)]
pub(super) struct EventStream {
    number: u64,
    resumption: Resumption,
    state: Mutex<State>,
    woken: Notify,
}

#[derive(Debug, Default)]
struct State {
    /// The number of the event at the front.
    first: u64,
    events: VecDeque<Arc<str>>,
    bytes: usize,
    ended: bool,
}

enum Next {
    Event(u64, Arc<str>),
    Ended,
    NotYet,
}

impl EventStream {
    pub(super) fn new(number: u64, resumption: Resumption) -> Arc<Self> {
        let stream = Self { number, resumption, state: Mutex::default(), woken: Notify::new() };
        if resumption == Resumption::Primed {
            stream.push_text(Arc::from(""));
        }
        Arc::new(stream)
    }

    pub(super) fn number(&self) -> u64 {
        self.number
    }

    /// Adds a message; the oldest ones are forgotten when too many are kept.
    pub(super) fn push(&self, message: &impl serde::Serialize) {
        match serde_json::to_string(message) {
            Ok(text) => self.push_text(text.into()),
            Err(error) => tracing::error!(%error, "a message could not be written"),
        }
    }

    fn push_text(&self, text: Arc<str>) {
        let mut state = self.state();
        state.bytes += text.len();
        state.events.push_back(text);
        // The newest is kept however large it is.
        while state.events.len() > EVENTS_KEPT || (state.bytes > EVENT_BYTES_KEPT && state.events.len() > 1) {
            let gone = state.events.pop_front();
            state.bytes -= gone.map_or(0, |text| text.len());
            state.first += 1;
        }
        drop(state);
        self.woken.notify_waiters();
    }

    /// Nothing more comes.
    pub(super) fn end(&self) {
        self.state().ended = true;
        self.woken.notify_waiters();
    }

    pub(super) fn has_ended(&self) -> bool {
        self.state().ended
    }

    fn next(&self, at: u64) -> Next {
        let state = self.state();
        // Who comes back too late goes on with the oldest that is kept.
        let at = at.max(state.first);
        let index = usize::try_from(at - state.first).unwrap_or(usize::MAX);
        match state.events.get(index) {
            Some(text) => Next::Event(at, Arc::clone(text)),
            None if state.ended => Next::Ended,
            None => Next::NotYet,
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing panics while it is held, and each change is whole in itself.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn encode(&self, at: u64, text: &str) -> Bytes {
        match self.resumption {
            Resumption::Never => format!("data: {text}\n\n").into(),
            Resumption::Primed if at == 0 => {
                format!("id: {}-0\nretry: {RETRY_MS}\ndata: \n\n", self.number).into()
            }
            Resumption::Primed | Resumption::Possible => {
                format!("id: {}-{at}\ndata: {text}\n\n", self.number).into()
            }
        }
    }

    /// The stream's bytes from this event on, until it ends or `closing` fires.
    pub(super) fn read(
        self: Arc<Self>,
        from: u64,
        closing: CancellationToken,
    ) -> impl Stream<Item = Result<Bytes, Infallible>> + Send {
        unfold((self, from, closing), async |(stream, at, closing)| {
            let woken = stream.woken.notified();
            let mut woken = std::pin::pin!(woken);
            loop {
                // Before looking: what is pushed from here on wakes.
                woken.as_mut().enable();
                match stream.next(at) {
                    Next::Event(at, text) => {
                        let bytes = stream.encode(at, &text);
                        return Some((Ok(bytes), (Arc::clone(&stream), at + 1, closing)));
                    }
                    Next::Ended => return None,
                    Next::NotYet => {}
                }
                tokio::select! {
                    () = woken.as_mut() => woken.set(stream.woken.notified()),
                    () = closing.cancelled() => return None,
                    () = tokio::time::sleep(HEARTBEAT) => {
                        return Some((Ok(Bytes::from_static(b": \n\n")), (Arc::clone(&stream), at, closing)));
                    }
                }
            }
        })
    }
}

/// The stream and the event after the one that `Last-Event-ID` names.
pub(super) fn after(last_event_id: &str) -> Option<(u64, u64)> {
    let (stream, event) = last_event_id.split_once('-')?;
    Some((stream.parse().ok()?, event.parse::<u64>().ok()?.checked_add(1)?))
}
