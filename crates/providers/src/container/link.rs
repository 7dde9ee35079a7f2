//! The way to the engine, on which nothing of a past run of this house is left.

use tokio::sync::OnceCell;

use super::engine::{Connection, EngineError, EngineFound, Engines};
use super::sweep::sweep;

/// The way to the engine.
pub(super) struct Link {
    engines: Engines,
    house: String,
    swept: OnceCell<()>,
}

impl Link {
    /// `house` marks the containers of this data folder, `engine` is the engine's address where it is known.
    pub(super) fn new(house: String, engine: Option<String>) -> Self {
        Self { engines: Engines::new(engine), house, swept: OnceCell::new() }
    }

    /// What marks the containers of this house.
    pub(super) fn house(&self) -> &str {
        &self.house
    }

    /// The engine. Before it is handed out for the first time, it is rid of what a killed server left.
    pub(super) async fn engine(&self) -> Result<Connection, EngineError> {
        let (engine, _) = self.engines.get().await?;
        let cleared = self.swept.get_or_try_init(|| async {
            let removed = sweep(&engine.docker, &self.house).await?;
            if removed > 0 {
                tracing::warn!(removed, "removed containers that a killed server left behind");
            }
            Ok::<_, bollard::errors::Error>(())
        });
        if let Err(error) = cleared.await {
            tracing::warn!(%error, "containers of a past run could not be removed; that is tried again");
        }
        Ok(engine)
    }

    /// Whether it was found before and has answered since.
    pub(super) async fn is_known(&self) -> bool {
        self.engines.is_known().await
    }

    /// What the engine is.
    pub(super) async fn found(&self) -> Result<EngineFound, EngineError> {
        Ok(self.engines.get().await?.1)
    }

    /// It did not answer: it is looked for anew.
    pub(super) async fn lose(&self) {
        self.engines.lose().await;
    }
}
