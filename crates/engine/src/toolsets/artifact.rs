//! One file of an installed toolset, for surfaces that show it.

use std::io::{self, Read};

use pegboard_model::ids::ToolsetId;
use pegboard_model::suggest::near_matches;
use sha2::{Digest, Sha256};

use super::storage::blocking;
use crate::core::Core;
use crate::lookup::LookupError;
use crate::store::StoreError;

/// How many near matches an error names.
const NEAR: usize = 3;

/// Why a toolset's file could not be had.
#[derive(Debug, thiserror::Error)]
pub enum ArtifactError {
    /// The toolset is not installed (any more).
    #[error(transparent)]
    Lookup(#[from] LookupError),
    /// The version that is installed has no such file.
    #[error("the toolset `{toolset}` has no file `{path}`")]
    NoFile {
        /// Which toolset.
        toolset: ToolsetId,
        /// As it was asked for, shortened.
        path: String,
        /// Paths that look like it.
        near: Vec<String>,
    },
    /// It is larger than the caller takes.
    #[error("the file `{path}` has {bytes} bytes; {limit} may be read")]
    TooLarge {
        /// Which file.
        path: String,
        /// How large it is.
        bytes: i64,
        /// How large it may be.
        limit: u64,
    },
    /// It is not what was installed.
    #[error(
        "the file `{path}` of the toolset `{toolset}` is not as it was installed: import the toolset again"
    )]
    Damaged {
        /// Which toolset.
        toolset: ToolsetId,
        /// Which file.
        path: String,
        /// What the disk said, where it said something.
        #[source]
        reason: Option<io::Error>,
    },
}

impl From<StoreError> for ArtifactError {
    fn from(error: StoreError) -> Self {
        Self::Lookup(error.into())
    }
}

/// Reads a file of the version that is installed now, of at most `limit` bytes, and checks it against its hash.
pub(crate) async fn artifact(
    core: &Core,
    toolset: &ToolsetId,
    path: &str,
    limit: u64,
) -> Result<Vec<u8>, ArtifactError> {
    if core.registry.current().toolset(toolset).is_none() {
        return Err(LookupError::missing("toolset", toolset).into());
    }
    let files = core.store.toolset_files(toolset).await?;
    let path = path.trim_start_matches("./");
    let Some(file) = files.iter().find(|file| file.path == path) else {
        let near = near_matches(path, files.iter().map(|file| file.path.as_str()), NEAR);
        let near = near.into_iter().map(str::to_owned).collect();
        return Err(ArtifactError::NoFile { toolset: toolset.clone(), path: shown(path), near });
    };
    if u64::try_from(file.size).map_or(true, |size| size > limit) {
        return Err(ArtifactError::TooLarge { path: file.path.clone(), bytes: file.size, limit });
    }
    let damaged =
        |reason| ArtifactError::Damaged { toolset: toolset.clone(), path: file.path.clone(), reason };
    let (stored, size) = (file.stored_path.clone(), limit);
    let read = blocking(move || {
        let mut bytes = Vec::new();
        std::fs::File::open(stored)?.take(size).read_to_end(&mut bytes)?;
        Ok(bytes)
    });
    let bytes = read.await.map_err(|error| damaged(Some(error)))?;
    let hash: String = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    if hash == file.sha256 { Ok(bytes) } else { Err(damaged(None)) }
}

fn shown(path: &str) -> String {
    path.chars().take(200).collect()
}
