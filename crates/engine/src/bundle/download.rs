//! Archives from an address.
//!
//! Who may import may name any address, also one inside the own network: a house often takes its toolsets from there.

use std::error::Error;
use std::path::Path;

use futures::TryFutureExt as _;
use pegboard_cas::BlobHash;
use reqwest::redirect::Policy;
use reqwest::{Client, Response};
use sha2::{Digest as _, Sha256};
use tempfile::NamedTempFile;
use tokio::io::AsyncWriteExt as _;
use url::Url;

use super::error::{BundleError, disk};
use super::limits::BundleLimits;

/// Downloads an archive into a file in `folder`, which is removed when it is dropped. With a hash, only an archive that
/// has it is given back: nobody has looked into any other.
pub(super) async fn download(
    url: &Url,
    sha256: Option<BlobHash>,
    folder: &Path,
    limits: &BundleLimits,
) -> Result<NamedTempFile, BundleError> {
    check_scheme(url)?;
    let failed = |error: reqwest::Error| BundleError::Download { url: plain(url), what: reason(&error) };
    let client = client(limits).map_err(failed)?;
    let response = client.get(url.clone()).send().await.map_err(failed)?;
    if !response.status().is_success() {
        return Err(BundleError::Status { status: response.status().to_string(), url: plain(url) });
    }
    let file = NamedTempFile::new_in(folder).map_err(disk("the download could not be kept"))?;
    let into = file.reopen().map_err(disk("the download could not be kept"))?;
    let found = receive(response, tokio::fs::File::from_std(into), limits, failed).await?;
    match sha256 {
        Some(expected) if expected != found => {
            Err(BundleError::Checksum { url: plain(url), expected, found })
        }
        _ => Ok(file),
    }
}

async fn receive(
    mut response: Response,
    mut into: tokio::fs::File,
    limits: &BundleLimits,
    failed: impl Fn(reqwest::Error) -> BundleError,
) -> Result<BlobHash, BundleError> {
    let too_large = || BundleError::ArchiveTooLarge { limit: limits.archive_bytes };
    if response.content_length().is_some_and(|length| length > limits.archive_bytes) {
        return Err(too_large());
    }
    let mut received = 0;
    let mut hasher = Sha256::new();
    while let Some(chunk) = response.chunk().map_err(&failed).await? {
        received += chunk.len() as u64;
        if received > limits.archive_bytes {
            return Err(too_large());
        }
        hasher.update(&chunk);
        into.write_all(&chunk).await.map_err(disk("the download could not be kept"))?;
    }
    into.flush().await.map_err(disk("the download could not be kept"))?;
    Ok(BlobHash::from_bytes(hasher.finalize().into()))
}

fn client(limits: &BundleLimits) -> Result<Client, reqwest::Error> {
    let most = limits.redirects;
    let redirects = Policy::custom(move |attempt| {
        if attempt.previous().len() > most {
            attempt.error(format!("it was sent elsewhere more than {most} times"))
        } else if matches!(attempt.url().scheme(), "http" | "https") {
            attempt.follow()
        } else {
            attempt.error("it was sent to an address that is neither http nor https")
        }
    });
    Client::builder()
        .user_agent(concat!("pegboard/", env!("CARGO_PKG_VERSION")))
        .redirect(redirects)
        .referer(false)
        .connect_timeout(limits.connect_time)
        .read_timeout(limits.idle_time)
        .timeout(limits.download_time)
        .build()
}

fn check_scheme(url: &Url) -> Result<(), BundleError> {
    match url.scheme() {
        "http" | "https" => Ok(()),
        other => Err(BundleError::Scheme { scheme: other.to_owned() }),
    }
}

/// The address without what may be secret in it.
pub(crate) fn plain(url: &Url) -> String {
    let mut url = url.clone();
    // Both refuse only addresses without a host, which hold no user either.
    let _ = url.set_username("");
    let _ = url.set_password(None);
    url.set_query(None);
    url.set_fragment(None);
    url.to_string()
}

/// The innermost reason: the outer ones say only that something was sent.
fn reason(error: &reqwest::Error) -> String {
    if error.is_timeout() {
        return "it took too long".to_owned();
    }
    let mut innermost: &dyn Error = error;
    while let Some(source) = innermost.source() {
        innermost = source;
    }
    // reqwest's own text would repeat the address, with what is secret in it.
    if std::ptr::eq(std::ptr::from_ref(innermost).cast::<()>(), std::ptr::from_ref(error).cast::<()>()) {
        return "the request failed".to_owned();
    }
    innermost.to_string()
}
