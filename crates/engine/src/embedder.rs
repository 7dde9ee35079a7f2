//! Texts as vectors: by a model from a folder, by a server that speaks OpenAI's protocol, or not at all.

mod error;
mod idle;
mod local;
mod remote;

pub use error::EmbedError;
pub(crate) use idle::InMemory;
pub use idle::MODEL_IDLE;

use std::path::PathBuf;
use std::sync::Arc;

use url::Url;

use crate::embedder::local::Local;
use crate::embedder::remote::Remote;

/// Where vectors of texts come from.
#[derive(Clone, Default)]
pub enum Embeddings {
    /// Nowhere: tools are found by words alone.
    #[default]
    Off,
    /// A model in a folder.
    Folder(PathBuf),
    /// A server with OpenAI's `POST /embeddings`.
    Server {
        /// Its base address, before `/embeddings`.
        url: Url,
        /// The model it is asked for.
        model: String,
        /// What proves who asks.
        key: Option<String>,
    },
}

/// Makes vectors. A model from a folder is read when it is first needed, and dropped when nobody needed it for a while.
pub(crate) struct Embedder(Source);

enum Source {
    Off,
    Local(Local),
    Remote(Box<Remote>),
}

impl Embedder {
    pub(crate) fn new(embeddings: Embeddings) -> Self {
        Self(match embeddings {
            Embeddings::Off => Source::Off,
            Embeddings::Folder(folder) => Source::Local(Local::new(folder)),
            Embeddings::Server { url, model, key } => Source::Remote(Box::new(Remote::new(url, model, key))),
        })
    }

    /// What is computed by one model is of no use to another; this is its name.
    pub(crate) async fn model(&self) -> Result<Arc<str>, EmbedError> {
        match &self.0 {
            Source::Off => Err(EmbedError::Off),
            Source::Local(local) => local.model().await,
            Source::Remote(remote) => Ok(remote.model()),
        }
    }

    /// Texts as vectors of length 1, in order.
    pub(crate) async fn embed(&self, texts: Vec<String>) -> Result<Vec<Vec<f32>>, EmbedError> {
        match &self.0 {
            Source::Off => Err(EmbedError::Off),
            Source::Local(local) => local.embed(texts).await,
            Source::Remote(remote) => remote.embed(&texts).await,
        }
    }

    /// Lets go of a model that nobody needed for [`MODEL_IDLE`]; says whether one is still in memory.
    pub(crate) fn rest(&self) -> InMemory {
        match &self.0 {
            Source::Off | Source::Remote(_) => InMemory::No,
            Source::Local(local) => local.rest(),
        }
    }
}
