//! Uploads go to disk as they come in.

use std::io;
use std::path::Path;

use axum::body::Bytes;
use futures::{Stream, StreamExt};
use tempfile::{NamedTempFile, TempPath};
use tokio::fs::File;
use tokio::io::{AsyncWriteExt, BufWriter};
use tokio::time::timeout;

use crate::http::limits::{BODY_STALL_MAX, UPLOAD_MAX};
use crate::http::problem::{Problem, kinds};

/// Writes a body into a temporary file of `folder`; the file goes away with the returned path.
///
/// # Errors
/// When the body is larger than an upload may be, breaks off, stands still, or cannot be written.
pub(crate) async fn spool<E>(
    folder: &Path,
    body: impl Stream<Item = Result<Bytes, E>>,
) -> Result<TempPath, Problem>
where
    E: std::error::Error,
{
    let (file, path) = NamedTempFile::new_in(folder).map_err(|error| unwritable(&error))?.into_parts();
    let mut file = BufWriter::new(File::from_std(file));
    let mut body = std::pin::pin!(body);
    let mut written = 0_u64;
    while let Some(piece) = timeout(BODY_STALL_MAX, body.next()).await.map_err(|_| stalled())? {
        let piece = piece.map_err(|error| broken(&error))?;
        written += piece.len() as u64;
        if written > UPLOAD_MAX {
            return Err(too_large());
        }
        file.write_all(&piece).await.map_err(|error| unwritable(&error))?;
    }
    file.flush().await.map_err(|error| unwritable(&error))?;
    Ok(path)
}

/// Refuses a body that says itself that it is too large, before any of it is read.
///
/// # Errors
/// When `announced` is more than an upload may have.
pub(crate) fn check_announced(announced: Option<u64>) -> Result<(), Problem> {
    match announced {
        Some(bytes) if bytes > UPLOAD_MAX => Err(too_large()),
        _ => Ok(()),
    }
}

fn too_large() -> Problem {
    Problem::new(kinds::TOO_LARGE, format!("An upload may have {} MiB.", UPLOAD_MAX >> 20))
}

fn stalled() -> Problem {
    Problem::new(kinds::BAD_REQUEST, "The upload stood still for too long.").hint("Send it again.")
}

fn broken(error: &dyn std::error::Error) -> Problem {
    tracing::debug!(%error, "an upload broke off");
    Problem::new(kinds::BAD_REQUEST, "The upload broke off.").hint("Send it again.")
}

fn unwritable(error: &io::Error) -> Problem {
    Problem::internal(error)
}
