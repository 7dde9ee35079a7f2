//! Why it could not be measured.

use std::io;
use std::path::PathBuf;

use pegboard_embeddings::ModelError;

/// It could not be measured.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// A file cannot be read or written.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A line is not what it should be.
    #[error("{path}, line {line}: {reason}")]
    Line {
        /// The file.
        path: PathBuf,
        /// Counted from 1.
        line: usize,
        /// What is wrong.
        reason: String,
    },
    /// The model cannot be used.
    #[error("{0}; `make test` fetches one, and --model names another")]
    Model(#[from] ModelError),
    /// A query names a pool without tools.
    #[error("query {qid}: there is no tool in the pool `{pool}`")]
    NoPool {
        /// The query.
        qid: String,
        /// Its pool.
        pool: String,
    },
    /// The report could not be written.
    #[error("the report could not be written: {0}")]
    Output(#[source] io::Error),
}
