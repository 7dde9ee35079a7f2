//! Resources of MCP servers that clients watch. A server is told while anybody watches, and again when it comes back.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures::future::join_all;
use pegboard_engine::{Engine, EventKind};
use pegboard_mcp::endpoint::house::Watch;
use pegboard_mcp::rpc::method;
use pegboard_model::ids::{ServerKey, ToolsetId};
use serde_json::json;
use tokio::sync::broadcast::error::RecvError;

use crate::mcp::upstream;

/// What is watched, and by how many.
pub(super) struct Watches {
    engine: Engine,
    watched: Mutex<HashMap<(ToolsetId, String), usize>>,
}

/// One who watches.
struct Hold {
    watches: Arc<Watches>,
    toolset: ToolsetId,
    uri: String,
}

impl Watches {
    /// Watches nothing yet.
    pub(super) fn new(engine: &Engine) -> Arc<Self> {
        let watches = Arc::new(Self { engine: engine.clone(), watched: Mutex::default() });
        let (mut events, kept) = (engine.events(), Arc::downgrade(&watches));
        tokio::spawn(async move {
            loop {
                let server = match events.recv().await {
                    // Whoever was connected anew, or ended because nobody used it, knows of nothing.
                    Ok(event) => match event.kind {
                        EventKind::ServerStatus { server, state: "ready" | "idle" } => server,
                        _ => continue,
                    },
                    Err(RecvError::Lagged(_)) => continue,
                    Err(RecvError::Closed) => return,
                };
                let Some(watches) = kept.upgrade() else { return };
                watches.renew(&server).await;
            }
        });
        watches
    }

    /// Watches a resource of a toolset's servers.
    pub(super) async fn begin(self: &Arc<Self>, toolset: &ToolsetId, uri: &str) -> Watch {
        let hold = Hold { watches: Arc::clone(self), toolset: toolset.clone(), uri: uri.to_owned() };
        let first = {
            let mut watched = self.watched();
            let count = watched.entry((toolset.clone(), uri.to_owned())).or_default();
            *count += 1;
            *count == 1
        };
        if first {
            self.tell_all(toolset, method::RESOURCES_SUBSCRIBE, uri).await;
        }
        Watch::held(hold)
    }

    async fn renew(&self, server: &ServerKey) {
        let uris: Vec<String> = {
            let watched = self.watched();
            let own = watched.keys().filter(|(toolset, _)| *toolset == server.toolset);
            own.map(|(_, uri)| uri.clone()).collect()
        };
        for uri in uris {
            self.tell(server, method::RESOURCES_SUBSCRIBE, &uri).await;
        }
    }

    async fn tell_all(&self, toolset: &ToolsetId, method: &str, uri: &str) {
        let servers = upstream::servers(&self.engine, toolset).await.unwrap_or_default();
        join_all(servers.iter().map(|server| self.tell(server, method, uri))).await;
    }

    /// A server that has no such resource, or tells of none, is as good as one that never changes it.
    async fn tell(&self, server: &ServerKey, method: &str, uri: &str) {
        let told = self.engine.ask_server(server, None, None, method, json!({"uri": uri})).await;
        if let Err(failure) = told {
            tracing::debug!(%server, %failure, "a resource cannot be watched");
        }
    }

    fn watched(&self) -> MutexGuard<'_, HashMap<(ToolsetId, String), usize>> {
        // Nothing panics while it is held, and each change is whole in itself.
        self.watched.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        let key = (self.toolset.clone(), self.uri.clone());
        let last = {
            let mut watched = self.watches.watched();
            let count = watched.get_mut(&key).map_or(0, |count| {
                *count -= 1;
                *count
            });
            if count == 0 {
                watched.remove(&key);
            }
            count == 0
        };
        if last && let Ok(runtime) = tokio::runtime::Handle::try_current() {
            let watches = Arc::clone(&self.watches);
            runtime.spawn(async move {
                watches.tell_all(&key.0, method::RESOURCES_UNSUBSCRIBE, &key.1).await;
            });
        }
    }
}
