//! Why a worker was not kept, or not taken along.

use std::io;

use pegboard_model::document::DocumentErrors;
use pegboard_model::ids::ToolName;

use crate::bundle::{BundleError, PackError};
use crate::lookup::LookupError;
use crate::store::StoreError;
use crate::toolsets::{ImportError, KeepWorkerError};

/// Workers of one house.
pub const WORKERS_MAX: usize = 1_000;

/// Why a worker was not kept. Everything is as it was.
#[derive(Debug, thiserror::Error)]
pub enum KeepError {
    /// Its file does not hold.
    #[error(transparent)]
    Document(#[from] DocumentErrors),
    /// Something else has its name.
    #[error("there is a built-in tool `{0}`: give the worker another name")]
    Taken(ToolName),
    /// There are as many as there may be.
    #[error("there are {WORKERS_MAX} workers already")]
    Full,
    /// Modules that it names and that do not lie beside it.
    #[error("the worker names modules that do not lie beside it: {}", .0.join(", "))]
    Modules(
        /// Their paths.
        Vec<String>,
    ),
    /// A file or archive with a worker cannot be used.
    #[error(transparent)]
    File(#[from] WorkerFileError),
    /// What lies beside it is refused.
    #[error("what lies beside the worker cannot be taken in: {0}")]
    Beside(#[source] BundleError),
    /// A toolset that it brings cannot be installed.
    #[error("`{name}`: {source}")]
    Import {
        /// As the worker calls it.
        name: String,
        /// Why.
        source: ImportError,
    },
    /// Its tools cannot be had: a package that does not install, code that does not load.
    #[error("the tools of `{name}` cannot be had: {reason}")]
    Tools {
        /// As the worker calls it.
        name: String,
        /// Why.
        reason: String,
    },
    /// Our own disk failed.
    #[error("the worker could not be stored: {0}")]
    Storage(#[from] io::Error),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<KeepWorkerError> for KeepError {
    fn from(error: KeepWorkerError) -> Self {
        match error {
            KeepWorkerError::Import { name, source } => Self::Import { name, source },
            KeepWorkerError::Tools { name, reason } => Self::Tools { name, reason },
            KeepWorkerError::Storage(error) => Self::Storage(error),
            KeepWorkerError::Store(error) => Self::Store(error),
        }
    }
}

/// Why a file or an archive holds no worker.
#[derive(Debug, thiserror::Error)]
pub enum WorkerFileError {
    /// Its name does not say that it is one.
    #[error("`{0}` is not called NAME.worker")]
    Name(String),
    /// The server cannot read it.
    #[error("`{path}` cannot be read: {source}")]
    Unreadable {
        /// As it was given.
        path: String,
        /// The system's reason.
        source: io::Error,
    },
    /// It is not text.
    #[error("`{0}` is not UTF-8 text: save it as UTF-8")]
    NotText(String),
    /// An archive without a worker.
    #[error("there is no NAME.worker in the archive")]
    None,
    /// An archive with several.
    #[error("the archive holds several workers ({}): pack one", .0.join(", "))]
    Several(
        /// Their paths.
        Vec<String>,
    ),
}

/// Why a worker was not taken along.
#[derive(Debug, thiserror::Error)]
pub enum ExportWorkerError {
    /// There is none.
    #[error(transparent)]
    Lookup(#[from] LookupError),
    /// A stored file is damaged, or the archive could not be written.
    #[error(transparent)]
    Pack(#[from] PackError),
    /// The work was broken off.
    #[error("the export was broken off")]
    Interrupted,
}

impl From<StoreError> for ExportWorkerError {
    fn from(error: StoreError) -> Self {
        Self::Lookup(error.into())
    }
}
