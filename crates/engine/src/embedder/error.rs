//! Why there is no vector.

use std::sync::Arc;

use pegboard_embeddings::ModelError;

/// Why there is no vector.
#[derive(Debug, Clone, thiserror::Error)]
pub enum EmbedError {
    /// Nobody said where vectors come from.
    #[error("no language model is set up; `pegboard serve --embeddings` names one")]
    Off,
    /// The folder cannot be used.
    #[error("the language model cannot be used: {0}")]
    Model(Arc<ModelError>),
    /// The server did not answer as it should.
    #[error("the embeddings server did not answer: {0}")]
    Server(String),
    /// The computation was cut off, as happens when the house closes.
    #[error("the language model was cut off")]
    CutOff,
}

impl From<ModelError> for EmbedError {
    fn from(error: ModelError) -> Self {
        Self::Model(Arc::new(error))
    }
}
