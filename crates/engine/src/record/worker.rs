//! Workers.

use pegboard_model::time::Timestamp;
use pegboard_model::worker::{FILE_EXTENSION, Worker};

/// A worker that is kept.
#[derive(Debug, Clone, PartialEq)]
pub struct WorkerRecord {
    /// It, read.
    pub worker: Worker,
    /// Its file, as it was written.
    pub text: String,
    /// When it was first kept.
    pub created_at: Timestamp,
    /// When its file was changed last.
    pub updated_at: Timestamp,
}

impl WorkerRecord {
    /// What the file of a worker is called.
    pub fn file(name: &str) -> String {
        format!("{name}.{FILE_EXTENSION}")
    }
}
