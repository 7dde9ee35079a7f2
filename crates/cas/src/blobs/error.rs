//! What can go wrong with a blob.

use std::io;

use crate::hash::BlobHash;

/// Why a blob cannot be had or stored.
#[derive(Debug, thiserror::Error)]
pub enum BlobError {
    /// The store does not have it.
    #[error("blob {hash} is missing; restore it from a backup")]
    Missing {
        /// The blob.
        hash: BlobHash,
    },
    /// Its bytes do not match its hash.
    #[error("blob {hash} is damaged: its bytes do not match its hash; restore it from a backup")]
    Damaged {
        /// The blob.
        hash: BlobHash,
    },
    /// More bytes than the caller allows.
    #[error("the content is larger than {limit} bytes")]
    TooLarge {
        /// What the caller allows.
        limit: u64,
    },
    /// What should have been stored could not be read.
    #[error("the content could not be read")]
    Source(#[source] io::Error),
    /// Where the blob should have been copied could not be written.
    #[error("the copy of the blob could not be written")]
    Target(#[source] io::Error),
    /// The store itself failed.
    #[error("the blob store could not {action}")]
    Store {
        /// What the store was asked to do.
        action: &'static str,
        /// Why it could not.
        #[source]
        source: io::Error,
    },
}
