//! What the server sends, into a file.

use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use reqwest::RequestBuilder;
use tokio::io::AsyncWriteExt;

use crate::cli::client::Client;
use crate::cli::exit::Failure;
use crate::cli::output::{Output, Tone};
use crate::cli::text;

/// Writes the body of an answer to `place`, and gives back its length; to standard output for `-`, and gives back
/// nothing then. A body that breaks off leaves no file.
///
/// # Errors
/// When the server refuses, the connection breaks, or the file cannot be written.
pub(crate) async fn body(
    client: &Client,
    output: &Output,
    request: RequestBuilder,
    place: &Path,
) -> Result<Option<u64>, Failure> {
    let mut response = client.open(request).await?;
    if place.as_os_str() == "-" {
        while let Some(piece) = response.chunk().await.map_err(|error| client.broken(&error))? {
            output.bytes(&piece);
        }
        return Ok(None);
    }
    let unwritable =
        |error: io::Error| Failure::usage(format!("{} cannot be written: {error}", place.display()));
    // Beside its place, so that what was there before stays when the body breaks off.
    let folder = place.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let readable = std::fs::Permissions::from_mode(0o666);
    let mut builder = tempfile::Builder::new();
    let beside =
        builder.prefix(".pegboard-").permissions(readable).tempfile_in(folder).map_err(unwritable)?;
    let mut file = tokio::fs::File::from_std(beside.reopen().map_err(unwritable)?);
    let mut bytes = 0_u64;
    while let Some(piece) = response.chunk().await.map_err(|error| client.broken(&error))? {
        bytes += piece.len() as u64;
        file.write_all(&piece).await.map_err(unwritable)?;
    }
    file.flush().await.map_err(unwritable)?;
    beside.persist(place).map_err(|error| unwritable(error.error))?;
    Ok(Some(bytes))
}

/// Tells people what was written.
pub(crate) fn said(output: &Output, place: &Path, bytes: u64) {
    output.line(Tone::Plain, &format!("wrote {} ({})", place.display(), text::bytes(bytes)));
}
