//! Why a folder is no model.

use std::io;
use std::path::PathBuf;

/// A folder is not a model that can be used.
#[derive(Debug, thiserror::Error)]
pub enum ModelError {
    /// A file cannot be read.
    #[error("{path} cannot be read: {source}")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A file is larger than such a file can be.
    #[error("{path} is larger than {limit} bytes")]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// The most it may have.
        limit: u64,
    },
    /// A file does not hold what it should.
    #[error("{path}: {reason}")]
    Invalid {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// A row of the table of words could not be read, while a text was computed.
    #[error("the table of words of the model cannot be read any more: {0}")]
    TableLost(#[source] io::Error),
}
