//! Which error of workers is which sort of problem, and what the caller can do about it.

use pegboard_engine::{BundleError, ExportWorkerError, KeepWorkerError};

use crate::http::problem::{Problem, kinds};

impl From<KeepWorkerError> for Problem {
    fn from(error: KeepWorkerError) -> Self {
        let text = error.to_string();
        match error {
            KeepWorkerError::Document(_) => Self::new(kinds::INVALID_WORKER, text),
            KeepWorkerError::Taken(_) => Self::new(kinds::CONFLICT, text),
            KeepWorkerError::Full => Self::new(kinds::CONFLICT, text).hint("Remove one that is not needed."),
            KeepWorkerError::Modules(_) => Self::new(kinds::INVALID_WORKER, text).hint(
                "POST /workers/import brings the modules: name the file on the server's machine, or send a ZIP.",
            ),
            KeepWorkerError::File(_) => Self::new(kinds::INVALID_WORKER, text),
            KeepWorkerError::Beside(BundleError::Io { .. }) | KeepWorkerError::Storage(_) => Self::internal(&error),
            KeepWorkerError::Beside(_) => Self::new(kinds::INVALID_WORKER, text)
                .hint("Give a worker that has modules a folder of its own."),
            KeepWorkerError::Import { source, .. } => source.into(),
            KeepWorkerError::Tools { .. } => Self::new(kinds::INVALID_WORKER, text)
                .hint("Nothing was changed. Correct the package or module, and keep the worker again."),
            KeepWorkerError::Store(error) => error.into(),
        }
    }
}

impl From<ExportWorkerError> for Problem {
    fn from(error: ExportWorkerError) -> Self {
        match error {
            ExportWorkerError::Lookup(error) => error.into(),
            ExportWorkerError::Pack(_) | ExportWorkerError::Interrupted => Self::internal(&error),
        }
    }
}
