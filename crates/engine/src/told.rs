//! The provider of MCP servers, and what its servers told.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pegboard_model::ids::{ServerKey, ToolsetId};
use pegboard_model::servers::{Announced, ServerConfig, ServerFailure, ServerFault, ServerProvider};
use pegboard_model::time::Timestamp;

use crate::record::{Freshness, Told};
use crate::registry::{AllTold, Registry};

/// The provider of servers, and what its servers told.
#[derive(Default)]
pub(crate) struct Servers {
    provider: Option<Arc<dyn ServerProvider>>,
    told: Mutex<AllTold>,
    /// One at a time makes what was told known.
    pub(crate) noting: tokio::sync::Mutex<()>,
    /// One at a time says which servers there are.
    configuring: tokio::sync::Mutex<()>,
}

/// What is new about something that was told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Novelty {
    /// Nothing.
    Known,
    /// It was known from an earlier process and still holds.
    Confirmed,
    /// Tools are other ones than before.
    Changed,
}

impl Servers {
    pub(crate) fn new(
        provider: Option<Arc<dyn ServerProvider>>,
        cached: Vec<(ServerKey, Announced, Timestamp)>,
    ) -> Self {
        let told = cached.into_iter().map(|(key, announced, at)| {
            (key, Told { announced: Arc::new(announced), at, freshness: Freshness::Cached })
        });
        Self { provider, told: Mutex::new(told.collect()), ..Self::default() }
    }

    pub(crate) fn provider(&self) -> Option<&Arc<dyn ServerProvider>> {
        self.provider.as_ref()
    }

    /// The provider of servers, for what cannot be done without one.
    pub(crate) fn required(&self) -> Result<&Arc<dyn ServerProvider>, ServerFailure> {
        let none = || ServerFailure::new(ServerFault::Disabled, "this house connects to no MCP servers");
        self.provider.as_ref().ok_or_else(none)
    }

    /// What every server told last.
    pub(crate) fn all_told(&self) -> AllTold {
        self.lock().clone()
    }

    pub(crate) fn told(&self, server: &ServerKey) -> Option<Told> {
        self.lock().get(server).cloned()
    }

    /// Keeps what a server told a moment ago.
    pub(crate) fn keep(&self, server: &ServerKey, announced: &Arc<Announced>, at: Timestamp) -> Novelty {
        let mut all = self.lock();
        let before = all.get(server);
        let novelty = match before {
            // Every call of a server's tool comes by here, mostly with the very same one.
            Some(before) if Arc::ptr_eq(&before.announced, announced) || before.announced == *announced => {
                match before.freshness {
                    Freshness::Live => Novelty::Known,
                    Freshness::Cached => Novelty::Confirmed,
                }
            }
            _ => Novelty::Changed,
        };
        let told = Told { announced: Arc::clone(announced), at, freshness: Freshness::Live };
        all.insert(server.clone(), told);
        novelty
    }

    /// Takes back what was kept a moment ago, because it could not be made known.
    pub(crate) fn unkeep(&self, server: &ServerKey) {
        self.lock().remove(server);
    }

    /// Forgets what the servers of a toolset told: it was removed, or its servers are other ones now.
    pub(crate) fn forget(&self, toolset: &ToolsetId) {
        self.lock().retain(|key, _| key.toolset != *toolset);
    }

    /// Tells the provider which servers there are.
    pub(crate) async fn configure(&self, registry: impl FnOnce() -> Arc<Registry>) {
        let Some(provider) = &self.provider else { return };
        let _turn = self.configuring.lock().await;
        provider.configure(configs(&registry())).await;
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<ServerKey, Told>> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn configs(registry: &Registry) -> Vec<ServerConfig> {
    let config = |server: &Arc<crate::registry::ServerEntry>| {
        let key = server.record.key();
        let toolset = registry.toolset(&key.toolset)?;
        let Some(declaration) = server.record.declaration() else {
            tracing::error!(server = %key, "a row of a server lacks what its type needs; import its toolset again");
            return None;
        };
        Some(ServerConfig {
            enabled: toolset.record.enabled && declaration.enabled,
            server: declaration,
            root: toolset.bundle.root.clone(),
            key,
        })
    };
    registry.servers().filter_map(config).collect()
}
