//! Where a bundle comes from.

use std::path::PathBuf;

use pegboard_cas::BlobHash;
use url::Url;

/// Where a bundle comes from.
#[derive(Debug, Clone)]
pub enum ImportSource {
    /// An uploaded archive.
    Zip {
        /// Where its bytes were put.
        file: PathBuf,
        /// What the uploader calls it; for people only.
        name: String,
    },
    /// A folder of this machine, copied as it is now.
    Folder(PathBuf),
    /// The address of an archive.
    Url {
        /// The address.
        url: Url,
        /// The SHA-256 that the archive must have; whatever comes is taken without one.
        sha256: Option<BlobHash>,
    },
}
