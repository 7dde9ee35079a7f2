//! Finding one thing by its id.

use std::fmt;

use pegboard_model::ids::ToolsetId;

use crate::store::StoreError;

/// The thing was not found.
#[derive(Debug, thiserror::Error)]
pub enum LookupError {
    /// Nothing has this id.
    #[error("there is no {kind} `{id}`")]
    NotFound {
        /// `toolset`, `tool`, `call`, `chat`, …
        kind: &'static str,
        /// As the caller wrote it, shortened.
        id: String,
        /// Ids that look like it.
        near: Vec<String>,
    },
    /// It is part of Pegboard, and what was to be done with it is for what people install.
    #[error("`{0}` is part of Pegboard")]
    Builtin(ToolsetId),
    /// A worker brings it, and what was to be done with it is for what stands by itself.
    #[error("the worker `{worker}` brings `{toolset}`")]
    OfWorker {
        /// The toolset.
        toolset: ToolsetId,
        /// The worker.
        worker: String,
    },
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl LookupError {
    pub(crate) fn missing(kind: &'static str, id: impl fmt::Display) -> Self {
        Self::near(kind, id, Vec::new())
    }

    pub(crate) fn near(kind: &'static str, id: impl fmt::Display, near: Vec<String>) -> Self {
        Self::NotFound { kind, id: id.to_string().chars().take(120).collect(), near }
    }
}
