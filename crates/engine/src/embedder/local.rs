//! A model from a folder.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use pegboard_embeddings::{Model, identity};
use tokio::sync::OnceCell;
use tokio::task::spawn_blocking;

use crate::embedder::error::EmbedError;
use crate::embedder::idle::{InMemory, MODEL_IDLE};

pub(super) struct Local {
    folder: PathBuf,
    name: OnceCell<Arc<str>>,
    held: Mutex<Option<Held>>,
    /// One reads the model, the others wait for it.
    reading: tokio::sync::Mutex<()>,
}

struct Held {
    model: Arc<Model>,
    used: Instant,
}

impl Local {
    pub(super) fn new(folder: PathBuf) -> Self {
        Self { folder, name: OnceCell::new(), held: Mutex::default(), reading: tokio::sync::Mutex::default() }
    }

    pub(super) async fn model(&self) -> Result<Arc<str>, EmbedError> {
        let name = self.name.get_or_try_init(|| async {
            let folder = self.folder.clone();
            let name = spawn_blocking(move || identity(&folder)).await.map_err(|_| EmbedError::CutOff)??;
            Ok::<_, EmbedError>(Arc::from(name))
        });
        name.await.cloned()
    }

    pub(super) async fn embed(&self, texts: Vec<String>) -> Result<Vec<Vec<f32>>, EmbedError> {
        let model = self.read().await?;
        let embedded = spawn_blocking(move || {
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            model.embed(&texts)
        });
        Ok(embedded.await.map_err(|_| EmbedError::CutOff)??)
    }

    async fn read(&self) -> Result<Arc<Model>, EmbedError> {
        if let Some(model) = self.in_memory() {
            return Ok(model);
        }
        let _turn = self.reading.lock().await;
        if let Some(model) = self.in_memory() {
            return Ok(model);
        }
        let folder = self.folder.clone();
        let model = spawn_blocking(move || Model::open(&folder)).await.map_err(|_| EmbedError::CutOff)??;
        let model = Arc::new(model);
        *self.held() = Some(Held { model: Arc::clone(&model), used: Instant::now() });
        tracing::debug!(folder = %self.folder.display(), "read the language model");
        Ok(model)
    }

    fn in_memory(&self) -> Option<Arc<Model>> {
        let mut held = self.held();
        let held = held.as_mut()?;
        held.used = Instant::now();
        Some(Arc::clone(&held.model))
    }

    pub(super) fn rest(&self) -> InMemory {
        let mut held = self.held();
        if held.as_ref().is_some_and(|held| held.used.elapsed() >= MODEL_IDLE) {
            *held = None;
        }
        if held.is_some() { InMemory::Yes } else { InMemory::No }
    }

    fn held(&self) -> std::sync::MutexGuard<'_, Option<Held>> {
        // Nothing panics while it is held, and each change is whole in itself.
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
