//! Workers: kept, changed, looked at, taken along and removed.
//!
//! A worker is its file. What the file brings (packages, modules beside it) is installed with it and goes with it, all or
//! nothing.

mod beside;
mod error;
mod export;
mod import;
mod put;
mod remove;
mod show;

pub use error::{ExportWorkerError, KeepError as KeepWorkerError, WORKERS_MAX, WorkerFileError};
pub(crate) use export::export;
pub use import::WorkerSource;
pub(crate) use import::import;
pub(crate) use put::put;
pub use put::{Kept as KeptWorker, WorkerOutcome};
pub use remove::RemovedWorker;
pub(crate) use remove::remove;
pub use show::{ToolsetSource, ToolsetStanding, WorkerDetail};
pub(crate) use show::{check, detail, list};
