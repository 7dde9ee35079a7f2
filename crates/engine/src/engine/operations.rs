//! Every operation, one line each: what it does stands in the module it calls.

mod calls;
mod chats;
mod chests;
mod config;
mod models;
mod policy;
mod replies;
mod schedules;
mod servers;
mod tokens;
mod tools;
mod toolsets;
mod workers;
mod workspace;

use std::sync::Arc;

use pegboard_model::ids::ProgressId;
use pegboard_model::provider::Progress;
use tokio::sync::broadcast;

use crate::announce::Announced;
use crate::core::Core;
use crate::engine::open::{EngineConfig, House, OpenError, Sources, open};
use crate::events::Event;
use crate::limits::Limits;

/// An open house. Cheap to clone; the last clone that goes lets go of the data folder.
#[derive(Clone)]
pub struct Engine(Arc<House>);

impl Engine {
    /// Opens a data folder and puts in order what a killed server left there.
    ///
    /// # Errors
    /// When the folder is in use or unusable, or the database cannot be opened.
    pub async fn open(config: EngineConfig, sources: Sources) -> Result<Self, OpenError> {
        let house = open(config, sources).await?;
        crate::toolsets::sweep(&house.core).await;
        crate::servers::wake(&house.core);
        crate::retention::begin(&house.core);
        crate::schedules::begin(&house.core);
        crate::relevance::start(&house.core);
        crate::replies::start_draining(&house.core);
        Ok(Self(Arc::new(house)))
    }

    pub(crate) fn core(&self) -> &Arc<Core> {
        &self.0.core
    }

    /// Ends everything: nothing new begins, running calls get a grace time and are cancelled then.
    pub async fn close(&self) {
        let core = self.core();
        core.closing.cancel();
        core.tasks.close();
        if tokio::time::timeout(core.limits.grace, core.tasks.wait()).await.is_err() {
            core.halting.cancel();
            core.tasks.wait().await;
        }
        for provider in core.providers.all() {
            provider.shutdown().await;
        }
        if let Err(error) = core.store.close().await {
            tracing::warn!(?error, "the database did not close cleanly");
        }
    }

    /// Runs to its end what must not be cut off half-way when whoever asked goes away.
    async fn uncut<T, F>(&self, work: impl FnOnce(Arc<Core>) -> F) -> T
    where
        T: Send + 'static,
        F: Future<Output = T> + Send + 'static,
    {
        let core = Arc::clone(self.core());
        match self.core().tasks.spawn(work(core)).await {
            Ok(done) => done,
            Err(error) if error.is_panic() => std::panic::resume_unwind(error.into_panic()),
            // Only a runtime that is going away ends tasks, and it ends this one as well.
            Err(_) => std::future::pending().await,
        }
    }

    /// What one piece of input may use.
    pub fn limits(&self) -> &Limits {
        &self.core().limits
    }

    /// What happens from now on.
    pub fn events(&self) -> broadcast::Receiver<Event> {
        self.core().events.subscribe()
    }

    /// Tells the steps of something long as events with this id.
    pub fn announced(&self, id: ProgressId) -> Arc<dyn Progress> {
        Arc::new(Announced::new(Arc::clone(self.core()), id))
    }
}
