//! All registered servers.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures::future::join_all;
use pegboard_model::ids::{ServerKey, ToolsetId};
use pegboard_model::servers::{ServerConfig, ServerFailure, ServerFault, ServerReport};

use super::connection::Lease;
use super::house::House;
use super::server::Server;
use super::upstream::{Place, Record};

/// All registered servers.
#[derive(Debug)]
pub(super) struct Registry {
    pub(super) house: Arc<House>,
    servers: Mutex<BTreeMap<ServerKey, Arc<Server>>>,
}

impl Registry {
    /// None yet.
    pub(super) fn new(house: Arc<House>) -> Self {
        Self { house, servers: Mutex::default() }
    }

    /// A server by its key.
    pub(super) fn server(&self, key: &ServerKey) -> Result<Arc<Server>, ServerFailure> {
        self.servers().get(key).cloned().ok_or_else(|| {
            ServerFailure::new(ServerFault::Unknown, format!("There is no MCP server `{key}`."))
        })
    }

    /// Says which servers there are now. Ends those that are gone, changed or switched off.
    pub(super) async fn configure(&self, configs: Vec<ServerConfig>) {
        let (mut ended, mut changed) = (Vec::new(), Vec::new());
        {
            let mut servers = self.servers();
            let mut before = std::mem::take(&mut *servers);
            for config in configs {
                let old = before.remove(&config.key);
                let server = match old {
                    Some(old) if *old.config() == config => old,
                    Some(old) => {
                        old.record().remember(None);
                        let server = Server::new(config, Arc::clone(&self.house), Arc::clone(old.record()));
                        ended.push(old);
                        changed.push(Arc::clone(&server));
                        server
                    }
                    None => Server::new(config, Arc::clone(&self.house), Arc::new(Record::default())),
                };
                servers.insert(server.config().key.clone(), server);
            }
            ended.extend(before.into_values());
        }
        join_all(ended.iter().map(|server| server.end())).await;
        for server in changed {
            server.upstream.changed();
        }
    }

    /// Ends a server's connections and gives a fresh server with the same settings.
    pub(super) async fn renew(&self, key: &ServerKey) -> Result<Arc<Server>, ServerFailure> {
        let (old, new) = {
            let mut servers = self.servers();
            let Some(old) = servers.get(key).cloned() else {
                drop(servers);
                return self.server(key);
            };
            let new = Server::new(old.config().clone(), Arc::clone(&self.house), Arc::clone(old.record()));
            servers.insert(key.clone(), Arc::clone(&new));
            (old, new)
        };
        old.end().await;
        Ok(new)
    }

    /// Ends the connections of a toolset's servers; the next need of one connects anew.
    pub(super) async fn release(&self, toolset: &ToolsetId) {
        let keys: Vec<_> = self.servers().keys().filter(|key| key.toolset == *toolset).cloned().collect();
        join_all(keys.iter().map(|key| self.renew(key))).await;
    }

    /// Ends everything, for good.
    pub(super) async fn shutdown(&self) {
        let servers: Vec<_> = self.servers().values().cloned().collect();
        join_all(servers.iter().map(|server| server.end())).await;
    }

    /// Leave to use a server's connection. A chat that needs one of its own may end that of another.
    pub(super) async fn lease(&self, server: &Arc<Server>, place: Place) -> Result<Lease, ServerFailure> {
        if matches!(place, Place::Chat(..)) {
            self.make_room();
        }
        server.lease(place).await
    }

    /// How every server stands, by key.
    pub(super) fn reports(&self) -> Vec<ServerReport> {
        let servers: Vec<_> = self.servers().values().cloned().collect();
        servers.iter().map(|server| server.report()).collect()
    }

    /// Ends the least recently used idle connections of chats while there are too many.
    fn make_room(&self) {
        let servers: Vec<_> = self.servers().values().cloned().collect();
        let open: usize = servers.iter().map(|server| server.open_chats()).sum();
        let over = (open + 1).saturating_sub(self.house.config.max_chat_connections);
        if over == 0 {
            return;
        }
        let mut idle: Vec<_> = servers.iter().flat_map(|server| server.idle_chats()).collect();
        idle.sort_by_key(|(since, _)| *since);
        for (_, slot) in idle.iter().take(over) {
            slot.retire();
        }
    }

    fn servers(&self) -> MutexGuard<'_, BTreeMap<ServerKey, Arc<Server>>> {
        self.servers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
