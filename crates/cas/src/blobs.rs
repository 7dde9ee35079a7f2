//! Where the bytes of files are kept, by their hash.

mod batch;
mod copy;
mod durable;
mod layout;
mod local;
mod reader;
mod store;

pub use local::{LocalBlobs, OpenBlobsError};
pub use reader::BlobReader;
pub(crate) use reader::hash_stream;
pub use store::{BatchStats, BlobBatch, BlobError, BlobStore, Epoch, Stored};
