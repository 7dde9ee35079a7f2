//! One registered server: its settings, and its connections by chat.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use pegboard_model::ids::ChatId;
use pegboard_model::servers::{ServerConfig, ServerFailure, ServerFault, ServerReport, ServerStatus};
use pegboard_model::toolset::ServerScope;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::connection::Lease;
use super::house::House;
use super::slot::Slot;
use super::upstream::{Overseer, Place, Record, Upstream};

/// A server with one set of settings. When these change, it ends and another takes its place.
#[derive(Debug)]
pub(super) struct Server {
    pub(super) upstream: Arc<Upstream>,
    /// By chat; `None` is everybody's, or nobody's.
    slots: Mutex<HashMap<Option<ChatId>, Arc<Slot>>>,
}

impl Server {
    /// Starts nothing.
    pub(super) fn new(config: ServerConfig, house: Arc<House>, record: Arc<Record>) -> Arc<Self> {
        Arc::new_cyclic(|server: &Weak<Self>| Self {
            upstream: Arc::new(Upstream {
                config,
                house,
                record,
                overseer: Weak::clone(server) as Weak<dyn Overseer>,
                ending: CancellationToken::new(),
                tasks: TaskTracker::new(),
            }),
            slots: Mutex::default(),
        })
    }

    /// Its settings.
    pub(super) fn config(&self) -> &ServerConfig {
        &self.upstream.config
    }

    /// What is known of it.
    pub(super) fn record(&self) -> &Arc<Record> {
        &self.upstream.record
    }

    /// Whose connection a chat uses.
    pub(super) fn place(&self, chat: Option<(ChatId, PathBuf)>) -> Place {
        match (self.config().server.scope, chat) {
            (ServerScope::Shared, _) => Place::Shared,
            (ServerScope::Chat, Some((chat, folder))) => Place::Chat(chat, folder),
            (ServerScope::Chat, None) => Place::Apart,
        }
    }

    /// Leave to use a connection, which is made where there is none.
    pub(super) async fn lease(&self, place: Place) -> Result<Lease, ServerFailure> {
        if !self.config().enabled {
            let message = format!("The MCP server `{}` is switched off.", self.upstream.key());
            return Err(ServerFailure::new(ServerFault::Disabled, message));
        }
        let slot = {
            let mut slots = self.slots();
            Arc::clone(slots.entry(place.chat()).or_insert_with(|| Arc::new(Slot::new(place.clone()))))
        };
        slot.lease(&self.upstream).await
    }

    /// The folder that a chat is known to work in.
    pub(super) fn workspace_of(&self, chat: ChatId) -> Option<PathBuf> {
        self.slots().get(&Some(chat)).and_then(|slot| slot.place.workspace().map(Path::to_owned))
    }

    /// The idle connections of chats, with since when they are.
    pub(super) fn idle_chats(&self) -> Vec<(Instant, Arc<Slot>)> {
        let slots = self.slots();
        let chats = slots.iter().filter(|(chat, _)| chat.is_some());
        chats.filter_map(|(_, slot)| Some((slot.idle_since()?, Arc::clone(slot)))).collect()
    }

    /// How many chats have a connection.
    pub(super) fn open_chats(&self) -> usize {
        self.slots().iter().filter(|(chat, slot)| chat.is_some() && slot.is_open()).count()
    }

    /// How it stands.
    pub(super) fn report(&self) -> ServerReport {
        let slots: Vec<_> = self.slots().values().cloned().collect();
        let best = slots.iter().map(|slot| slot.status()).max_by_key(rank);
        let is_on = self.config().enabled;
        ServerReport {
            key: self.upstream.key().clone(),
            status: if is_on { best.unwrap_or(ServerStatus::Idle) } else { ServerStatus::Disabled },
            connections: slots.iter().filter(|slot| slot.is_open()).count(),
            pids: slots.iter().filter_map(|slot| slot.pid()).collect(),
            connects: self.record().connects(),
            connect_ms: self.record().connect_ms(),
        }
    }

    /// Ends its connections. When this returns, no process of it lives.
    pub(super) async fn end(&self) {
        self.upstream.ending.cancel();
        self.upstream.tasks.close();
        self.upstream.tasks.wait().await;
    }

    fn slots(&self) -> MutexGuard<'_, HashMap<Option<ChatId>, Arc<Slot>>> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Overseer for Server {
    fn changed(&self) {
        // Chats come and go: what has nothing to remember and nobody holds is forgotten.
        self.slots().retain(|chat, slot| chat.is_none() || Arc::strong_count(slot) > 1 || !slot.is_blank());
        self.upstream.house.events().status_changed(self.report());
    }
}

/// Which of several is told: the best.
fn rank(status: &ServerStatus) -> u8 {
    match status {
        ServerStatus::Disabled => 0,
        ServerStatus::Idle => 1,
        ServerStatus::Error { .. } => 2,
        ServerStatus::Connecting => 3,
        ServerStatus::Ready { .. } => 4,
    }
}
