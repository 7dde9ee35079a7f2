//! Where the bytes of files are kept, by their hash.

mod batch;
mod copy;
mod durable;
mod error;
mod layout;
mod local;
mod reader;
mod store;

pub use error::BlobError;
pub use local::{LocalBlobs, OpenBlobsError};
pub use reader::BlobReader;
pub(crate) use reader::hash_stream;
pub use store::{BatchStats, BlobBatch, BlobStore, Epoch, Stored};
