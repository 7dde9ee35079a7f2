//! Why a bundle is refused.

use std::io;

use pegboard_cas::BlobHash;
use pegboard_model::document::DocumentErrors;
use pegboard_model::servers::McpbRefusal;

use super::limits::size;
use super::name::{NameClash, NameFault};

/// Why a bundle is refused, in words for whoever imports it. Names out of a bundle are shown escaped and shortened.
#[derive(Debug, thiserror::Error)]
pub enum BundleError {
    /// An uploaded file that is no ZIP, or a damaged one.
    #[error("this is not a ZIP archive that can be read ({what}): pack it again")]
    NotAnArchive {
        /// What the reader stumbled over.
        what: String,
    },
    /// An archive with a broken entry.
    #[error("`{entry}` cannot be read ({what}): pack the archive again")]
    Damaged {
        /// Its name.
        entry: String,
        /// What the reader stumbled over.
        what: String,
    },
    /// A name that could be written elsewhere than meant.
    #[error("`{entry}` is refused: {fault}. Rename it and pack the archive again")]
    Name {
        /// Its name.
        entry: String,
        /// What is wrong with it.
        fault: NameFault,
    },
    /// Two entries that fall on one another.
    #[error("`{entry}` is refused: {clash}. Keep one of them")]
    Clash {
        /// The later one's name.
        entry: String,
        /// How they clash.
        clash: NameClash,
    },
    /// Two entries of the very same name. The reader does not tell which.
    #[error("the archive holds two entries of the same name: pack it again")]
    Duplicate,
    /// A symbolic link.
    #[error("`{entry}` is a link: put a copy of what it points to in its place")]
    Link {
        /// Its name.
        entry: String,
    },
    /// A device, socket or pipe.
    #[error("`{entry}` is neither a file nor a folder: leave it out")]
    Special {
        /// Its name.
        entry: String,
    },
    /// An encrypted entry.
    #[error("`{entry}` is encrypted: pack the archive without a password")]
    Encrypted {
        /// Its name.
        entry: String,
    },
    /// Another compression than stored and deflate.
    #[error("`{entry}` is compressed by a method that is not supported: use \"deflate\" or \"store\"")]
    Compression {
        /// Its name.
        entry: String,
    },
    /// Two entries that share bytes of the archive.
    #[error("`{entry}` shares its bytes with another entry: pack the archive again")]
    Overlap {
        /// Its name.
        entry: String,
    },
    /// More or fewer bytes than the archive says.
    #[error("`{entry}` unpacks to another size than the archive says: pack the archive again")]
    Size {
        /// Its name.
        entry: String,
    },
    /// Unpacks to far more than it takes up.
    #[error("`{entry}` unpacks to more than {ratio} times its packed size: a bundle must not be a bomb")]
    Ratio {
        /// Its name.
        entry: String,
        /// The limit.
        ratio: u64,
    },
    /// A file that is too large.
    #[error("`{entry}` is larger than {}: leave it out or make it smaller", size(*limit))]
    FileTooLarge {
        /// Its name.
        entry: String,
        /// The limit.
        limit: u64,
    },
    /// Files that are too large together.
    #[error("the bundle is larger than {} unpacked: leave out what its tools do not need", size(*limit))]
    TooLarge {
        /// The limit.
        limit: u64,
    },
    /// An archive that is too large.
    #[error("the archive is larger than {}: leave out what its tools do not need", size(*limit))]
    ArchiveTooLarge {
        /// The limit.
        limit: u64,
    },
    /// Too many files and folders.
    #[error("the bundle has more than {limit} files and folders: leave out what its tools do not need")]
    TooMany {
        /// The limit.
        limit: usize,
    },
    /// No manifest.
    #[error("there is no `toolset.yaml`: it must stand at the top of the bundle, or in its only folder")]
    NoManifest,
    /// A manifest that is too long to be one.
    #[error("the manifest is larger than {}", size(*limit))]
    ManifestTooLarge {
        /// The limit.
        limit: u64,
    },
    /// A manifest that is not text.
    #[error("the manifest is not UTF-8 text: save it as UTF-8")]
    ManifestNotText,
    /// A manifest with problems.
    #[error("{0}")]
    Manifest(DocumentErrors),
    /// Manifests of container tools with problems.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
    Containers(
        /// Each file's problems.
        Vec<DocumentErrors>,
    ),
    /// An MCP bundle that cannot become a toolset here.
    #[error(transparent)]
    Mcpb(#[from] McpbRefusal),
    /// Files that the manifest names and the bundle lacks.
    #[error("the bundle lacks files that its manifest names:\n{}", .0.join("\n"))]
    Missing(
        /// One line each: which file, and who needs it.
        Vec<String>,
    ),
    /// A source folder that is none.
    #[error("there is no folder `{path}` on this machine that the server can read")]
    NoFolder {
        /// As it was given.
        path: String,
    },
    /// A file of the source folder that cannot be read.
    #[error("`{entry}` cannot be read: {what}")]
    Unreadable {
        /// Its name.
        entry: String,
        /// The system's reason.
        what: String,
    },
    /// An address that is not for the web.
    #[error("`{scheme}:` addresses are not supported: use http or https")]
    Scheme {
        /// The scheme.
        scheme: String,
    },
    /// A server that answers with something other than the file.
    #[error("the server answered {status} for {url}: check the address")]
    Status {
        /// Code and words.
        status: String,
        /// The address, without user, password and query.
        url: String,
    },
    /// An archive that is not the one that was promised. It was not unpacked.
    #[error("what {url} serves is not what was promised: its SHA-256 is {found}, not {expected}")]
    Checksum {
        /// The address, without user, password and query.
        url: String,
        /// What was promised.
        expected: BlobHash,
        /// What came.
        found: BlobHash,
    },
    /// A server that cannot be reached, or breaks off.
    #[error("{url} could not be downloaded: {what}")]
    Download {
        /// The address, without user, password and query.
        url: String,
        /// What went wrong.
        what: String,
    },
    /// Our own disk failed.
    #[error("the bundle could not be unpacked: {doing}")]
    Io {
        /// What was being done.
        doing: &'static str,
        /// The system's reason.
        source: io::Error,
    },
}

/// A failure of our own disk while `doing` something.
pub(super) fn disk(doing: &'static str) -> impl FnOnce(io::Error) -> BundleError {
    move |source| BundleError::Io { doing, source }
}
