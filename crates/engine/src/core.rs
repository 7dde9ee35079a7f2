//! What every operation of the engine works with.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use pegboard_model::builtin::BuiltinToolset;
use pegboard_model::call::ProviderKind;
use pegboard_model::container::ImageBuilder;
use pegboard_model::ids::{CallId, ChatId, ToolsetId};
use pegboard_model::inference::LanguageModels;
use pegboard_model::policy::KillSwitch;
use pegboard_model::provider::Provider;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::blobs::BlobStores;
use crate::events::{EventKind, Events};
use crate::initialised::Initialising;
use crate::kept_budgets::KeptBudgets;
use crate::kept_chests::KeptChests;
use crate::kept_hooks::KeptHooks;
use crate::known_secrets::KnownSecrets;
use crate::known_tokens::KnownTokens;
use crate::limits::Limits;
use crate::live_replies::LiveReplies;
use crate::meaning::Meanings;
use crate::preface::Prefaces;
use crate::registry::RegistryCell;
use crate::scheduling::Scheduling;
use crate::seal::Seal;
use crate::store::{Store, StoreError};
use crate::told::Servers;
use crate::turns::Turns;

/// The house's parts. One exists per open data folder.
pub(crate) struct Core {
    /// The data folder, absolute.
    pub(crate) data: PathBuf,
    pub(crate) store: Store,
    pub(crate) providers: Providers,
    pub(crate) registry: RegistryCell,
    /// What is known of the meaning of tools.
    pub(crate) meanings: Meanings,
    /// What Pegboard itself brings.
    pub(crate) builtins: Vec<BuiltinToolset>,
    pub(crate) servers: Servers,
    /// Who builds the images of container tools, where this server runs them.
    pub(crate) images: Option<Arc<dyn ImageBuilder>>,
    /// Who reaches language models, where this server does.
    pub(crate) language: Option<Arc<dyn LanguageModels>>,
    /// What toolsets say besides their tools, as far as somebody asked.
    pub(crate) prefaces: Prefaces,
    /// Chests of chats, as far as somebody asked.
    pub(crate) chests: KeptChests,
    /// How the initialising of toolsets went.
    pub(crate) initialising: Initialising,
    /// What is kept encrypted is kept with it.
    pub(crate) seal: Seal,
    /// Replies that are being written.
    pub(crate) live_replies: LiveReplies,
    /// What must not be written down.
    pub(crate) secrets: Arc<KnownSecrets>,
    pub(crate) known_tokens: KnownTokens,
    pub(crate) events: Events,
    pub(crate) limits: Limits,
    pub(crate) turns: Turns,
    pub(crate) blobs: Arc<BlobStores>,
    pub(crate) running: Running,
    /// Pending calls that are tried out now.
    pub(crate) trials: Running,
    /// That of the configuration; [`crate::policy`] knows the one that counts.
    pub(crate) kill_switch: KillSwitch,
    /// Fires when the house closes: nothing new begins after that.
    pub(crate) closing: CancellationToken,
    /// Fires a grace time later: what still runs is cancelled.
    pub(crate) halting: CancellationToken,
    /// Calls under way; closing waits for them.
    pub(crate) tasks: TaskTracker,
    /// One import, upgrade or removal at a time.
    pub(crate) installing: tokio::sync::Mutex<()>,
    /// Which tools have spent what they may.
    pub(crate) budgets: KeptBudgets,
    /// Which tools have a webhook.
    pub(crate) hooked: KeptHooks,
    pub(crate) scheduling: Scheduling,
    /// Wakes the sweep of old records.
    pub(crate) sweeps: tokio::sync::Notify,
    /// The chats that settings name, as far as they were asked for; one maker of them at a time.
    pub(crate) kept_chats: tokio::sync::Mutex<HashMap<String, ChatId>>,
}

impl Core {
    /// Reads the registry anew, after rows of toolsets, tools, servers or overrides changed, and tells the provider of
    /// servers which ones there are now.
    pub(crate) async fn refresh(&self) -> Result<(), StoreError> {
        self.reload().await?;
        self.servers.configure(|| self.registry.current()).await;
        Ok(())
    }

    /// Ends what is warm of a toolset whose values are others now: it was made with those before. What comes next gets
    /// the new ones.
    pub(crate) async fn settings_changed(&self, toolset: &ToolsetId) {
        for provider in self.providers.all() {
            provider.release(toolset).await;
        }
        self.events.publish(EventKind::ToolsetChanged { toolset: toolset.clone() });
    }

    /// Reads the registry anew, where the servers are the same as before.
    pub(crate) async fn reload(&self) -> Result<(), StoreError> {
        self.registry.reload(&self.store, &self.data, &self.builtins, || self.servers.all_told()).await?;
        // A tool may have brought a schedule, or come back to the one that it had.
        self.scheduling.look();
        self.meanings.wake.notify_one();
        Ok(())
    }
}

/// The sources of tools, by kind.
pub(crate) struct Providers(BTreeMap<ProviderKind, Arc<dyn Provider>>);

impl Providers {
    pub(crate) fn new(providers: Vec<Arc<dyn Provider>>) -> Self {
        Self(providers.into_iter().map(|provider| (provider.kind(), provider)).collect())
    }

    pub(crate) fn get(&self, kind: ProviderKind) -> Option<&Arc<dyn Provider>> {
        self.0.get(&kind)
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = &Arc<dyn Provider>> {
        self.0.values()
    }
}

/// Calls that run now, and how to stop them.
#[derive(Default)]
pub(crate) struct Running(Mutex<HashMap<CallId, RunningCall>>);

/// One running call.
#[derive(Clone, Default)]
pub(crate) struct RunningCall {
    /// Fired to stop it.
    pub(crate) cancel: CancellationToken,
    /// Fires when its end is recorded.
    pub(crate) done: CancellationToken,
}

impl Running {
    /// Adds a call until the guard is dropped.
    pub(crate) fn enter(&self, call: CallId, halting: &CancellationToken) -> RunningGuard<'_> {
        let running = RunningCall { cancel: halting.child_token(), done: CancellationToken::new() };
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(call, running.clone());
        RunningGuard { all: self, call, running }
    }

    /// The same where the call is not there yet and fewer than `most` are.
    pub(crate) fn enter_within(
        &self,
        most: usize,
        call: CallId,
        cancel: CancellationToken,
    ) -> Result<RunningGuard<'_>, NoPlace> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if all.contains_key(&call) {
            return Err(NoPlace::Taken);
        }
        if all.len() >= most {
            return Err(NoPlace::Full);
        }
        let running = RunningCall { cancel, done: CancellationToken::new() };
        all.insert(call, running.clone());
        drop(all);
        Ok(RunningGuard { all: self, call, running })
    }

    /// Stops a call, if it is there.
    pub(crate) fn stop(&self, call: CallId) {
        if let Some(running) = self.get(call) {
            running.cancel.cancel();
        }
    }

    pub(crate) fn get(&self, call: CallId) -> Option<RunningCall> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&call).cloned()
    }
}

/// Why a call got no place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoPlace {
    /// It has one.
    Taken,
    /// There are as many as there may be.
    Full,
}

/// A call's place among the running ones.
pub(crate) struct RunningGuard<'a> {
    all: &'a Running,
    call: CallId,
    running: RunningCall,
}

impl RunningGuard<'_> {
    pub(crate) fn cancel(&self) -> CancellationToken {
        self.running.cancel.clone()
    }
}

impl Drop for RunningGuard<'_> {
    fn drop(&mut self) {
        self.all.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.call);
        self.running.done.cancel();
    }
}
