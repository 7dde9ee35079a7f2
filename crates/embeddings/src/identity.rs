//! Which model a folder holds.

use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::Path;

use sha2::{Digest, Sha256};

use crate::config::whole;
use crate::error::ModelError;

/// Bytes of a small file of a model.
const SMALL_MAX: u64 = 32 << 20;

/// Bytes of the weights that are looked at, at the beginning and in the middle.
const LOOKED_AT: usize = 256 * 1024;

/// A name for the model of a folder, the same wherever the folder lies: what one model computed is of no use to another.
/// It is over the configuration, the vocabulary, and the size and two pieces of the weights: models that were trained
/// differently differ in every one of their weights, so that not all of them need to be read.
///
/// # Errors
/// When one of the files cannot be read.
pub fn identity(folder: &Path) -> Result<String, ModelError> {
    let mut hash = Sha256::new();
    for name in ["config.json", "vocab.txt"] {
        let bytes = whole(&folder.join(name), SMALL_MAX)?;
        hash.update((bytes.len() as u64).to_le_bytes());
        hash.update(bytes);
    }
    let path = folder.join("model.safetensors");
    let unreadable = |source| ModelError::Unreadable { path: path.clone(), source };
    let file = File::open(&path).map_err(unreadable)?;
    let size = file.metadata().map_err(unreadable)?.len();
    hash.update(size.to_le_bytes());
    let mut piece = vec![0; LOOKED_AT.min(usize::try_from(size).unwrap_or(LOOKED_AT))];
    for start in [0, (size - piece.len() as u64) / 2] {
        file.read_exact_at(&mut piece, start).map_err(unreadable)?;
        hash.update(&piece);
    }
    Ok(hash.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect())
}
