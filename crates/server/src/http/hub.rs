//! The engine's events for many listeners, with the last ones kept for those who lost their connection.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pegboard_engine::Engine;
use tokio::sync::broadcast::{self, error::RecvError};

use crate::http::wire::event::Event;

/// Events kept for those who come back, and events that a listener may lag behind.
pub(crate) const KEPT: usize = 1024;

/// Where listeners join. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Hub(Arc<Mutex<Kept>>);

struct Kept {
    last: VecDeque<Event>,
    /// `None` once the server stops, which ends every stream.
    sender: Option<broadcast::Sender<Event>>,
}

/// What a listener gets on joining.
pub(crate) struct Joined {
    /// What happened since the event that it saw last.
    pub(crate) missed: Vec<Event>,
    /// Whether more happened than was kept.
    pub(crate) gap: bool,
    /// What happens from now on; `None` when the server stops.
    pub(crate) live: Option<broadcast::Receiver<Event>>,
}

impl Hub {
    /// A hub that is fed by the engine until [`Hub::close`].
    pub(crate) fn of(engine: &Engine) -> Self {
        let hub = Self::empty();
        let (mut events, fed) = (engine.events(), hub.clone());
        tokio::spawn(async move {
            loop {
                let open = match events.recv().await {
                    Ok(event) => fed.publish(event.into()),
                    // The numbers show the gap to whoever comes back; those who are there are told by theirs.
                    Err(RecvError::Lagged(missed)) => {
                        tracing::warn!(missed, "events came faster than they could be handed on");
                        true
                    }
                    Err(RecvError::Closed) => false,
                };
                if !open {
                    return fed.close();
                }
            }
        });
        hub
    }

    fn empty() -> Self {
        let sender = Some(broadcast::Sender::new(KEPT));
        Self(Arc::new(Mutex::new(Kept { last: VecDeque::new(), sender })))
    }

    /// Whether the hub is still open.
    fn publish(&self, event: Event) -> bool {
        let mut kept = self.lock();
        let Some(sender) = &kept.sender else {
            return false;
        };
        // An error only says that nobody listens.
        let _ = sender.send(event.clone());
        if kept.last.len() == KEPT {
            kept.last.pop_front();
        }
        kept.last.push_back(event);
        true
    }

    /// Joins; under one lock with [`Hub::publish`], so that no event falls between `missed` and `live`.
    pub(crate) fn join(&self, last_seen: Option<u64>) -> Joined {
        let kept = self.lock();
        let live = kept.sender.as_ref().map(broadcast::Sender::subscribe);
        let Some(seen) = last_seen else {
            return Joined { missed: Vec::new(), gap: false, live };
        };
        let newest = kept.last.iter().map(|event| event.id).max().unwrap_or(0);
        let oldest = kept.last.iter().map(|event| event.id).min().unwrap_or(1);
        // A number from the future is one of a server that has been restarted since.
        let gap = seen > newest || seen + 1 < oldest;
        let missed = kept.last.iter().filter(|event| gap || event.id > seen).cloned().collect();
        Joined { missed, gap, live }
    }

    /// Ends every stream, so that the server can stop.
    pub(crate) fn close(&self) {
        self.lock().sender = None;
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        // Nothing panics while it is held, and each change is whole in itself.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::{Hub, KEPT};
    use crate::http::wire::event::{Event, Happening};

    fn event(id: u64) -> Event {
        Event {
            id,
            at: "2026-01-01T00:00:00Z".parse().unwrap(),
            what: Happening::ToolsetRemoved { toolset_id: "a".to_owned() },
        }
    }

    fn ids(hub: &Hub, last_seen: Option<u64>) -> (Vec<u64>, bool) {
        let joined = hub.join(last_seen);
        (joined.missed.iter().map(|event| event.id).collect(), joined.gap)
    }

    #[test]
    fn who_comes_back_gets_what_was_missed() {
        let hub = Hub::empty();
        for id in 1..=3 {
            assert!(hub.publish(event(id)));
        }
        assert_eq!(ids(&hub, None), (vec![], false));
        assert_eq!(ids(&hub, Some(1)), (vec![2, 3], false));
        assert_eq!(ids(&hub, Some(3)), (vec![], false));
        assert_eq!(ids(&hub, Some(99)), (vec![1, 2, 3], true), "the server was restarted");
    }

    #[test]
    fn a_gap_is_told() {
        let hub = Hub::empty();
        let newest = KEPT as u64 + 10;
        for id in 1..=newest {
            hub.publish(event(id));
        }
        let (missed, gap) = ids(&hub, Some(5));
        assert!(gap);
        assert_eq!((missed.len(), missed.last().copied()), (KEPT, Some(newest)));
        assert!(!ids(&hub, Some(10)).1);
    }

    #[tokio::test]
    async fn streams_end_when_the_hub_closes() {
        let hub = Hub::empty();
        let mut live = hub.join(None).live.unwrap();
        hub.publish(event(1));
        hub.close();
        assert_eq!(live.recv().await.unwrap().id, 1);
        live.recv().await.unwrap_err();
        assert!(!hub.publish(event(2)));
        assert!(hub.join(None).live.is_none());
    }
}
