//! One build of one image.

use std::collections::HashMap;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use bollard::Docker;
use bollard::models::BuildInfo;
use bollard::query_parameters::BuildImageOptionsBuilder;
use futures::StreamExt as _;
use tokio::time::timeout;
use tokio_util::io::ReaderStream;

use super::context::Context;
use super::sweep::{BUILT_BY_LABEL, TOOL_LABEL};

/// What a build comes to.
#[derive(Debug, Clone)]
pub(super) struct Image {
    /// Its tag.
    pub(super) tag: String,
    /// What it runs; the payload is put behind it.
    pub(super) entrypoint: Arc<[String]>,
}

/// Why there is no image.
#[derive(Debug, thiserror::Error)]
pub(super) enum BuildError {
    /// The engine says why.
    #[error("the image could not be built: {0}")]
    Failed(String),
    #[error("the image was not built within {} minutes", .0.as_secs() / 60)]
    Slow(Duration),
    #[error("its Dockerfile names no ENTRYPOINT, so nothing would get the payload")]
    NoEntrypoint,
    #[error("its files cannot be read: {0}")]
    Files(#[from] io::Error),
}

/// The image of this tag, where there is one.
pub(super) async fn look_up(docker: &Docker, tag: &str) -> Result<Option<Image>, BuildError> {
    let found = match docker.inspect_image(tag).await {
        Ok(found) => found,
        Err(bollard::errors::Error::DockerResponseServerError { status_code: 404, .. }) => return Ok(None),
        Err(error) => return Err(BuildError::Failed(error.to_string())),
    };
    let entrypoint = found.config.and_then(|config| config.entrypoint).unwrap_or_default();
    if entrypoint.is_empty() {
        return Err(BuildError::NoEntrypoint);
    }
    Ok(Some(Image { tag: tag.to_owned(), entrypoint: entrypoint.into() }))
}

/// How a build is done.
pub(super) struct BuildTerms<'a> {
    pub(super) tag: &'a str,
    /// What the image is labelled with, and the data folder.
    pub(super) tool: &'a str,
    pub(super) house: &'a str,
    /// Whether layers of earlier builds are used.
    pub(super) nocache: bool,
    pub(super) timeout: Duration,
}

/// Builds an image, and tells what the engine prints, piece by piece.
pub(super) async fn build(
    docker: &Docker,
    context: Context,
    terms: BuildTerms<'_>,
    print: &(dyn Fn(&str) + Send + Sync),
) -> Result<Image, BuildError> {
    let BuildTerms { tag, tool, house, nocache, timeout: most } = terms;
    let tape = tokio::task::spawn_blocking(move || context.pack()).await.map_err(io::Error::other)??;
    let options = BuildImageOptionsBuilder::new()
        .dockerfile("Dockerfile")
        .t(tag)
        .rm(true)
        .forcerm(true)
        .nocache(nocache)
        .labels(&HashMap::from([(TOOL_LABEL, tool), (BUILT_BY_LABEL, house)]))
        .build();
    let body = bollard::body_try_stream(ReaderStream::new(tokio::fs::File::from_std(tape)));
    let work = async {
        let mut steps = docker.build_image(options, None, Some(body));
        while let Some(step) = steps.next().await {
            let BuildInfo { stream, status, error_detail, .. } = step.map_err(|error| failed(&error))?;
            if let Some(message) = error_detail.and_then(|detail| detail.message) {
                return Err(BuildError::Failed(message));
            }
            if let Some(text) = stream.as_deref() {
                print(text);
            } else if let Some(text) = status {
                print(&format!("{text}\n"));
            }
        }
        Ok(())
    };
    timeout(most, work).await.map_err(|_| BuildError::Slow(most))??;
    look_up(docker, tag)
        .await?
        .ok_or_else(|| BuildError::Failed("the engine built it and does not have it".to_owned()))
}

/// The engine's own sentence, without the client's words around it.
fn failed(error: &bollard::errors::Error) -> BuildError {
    BuildError::Failed(match error {
        bollard::errors::Error::DockerStreamError { error } => error.clone(),
        bollard::errors::Error::DockerResponseServerError { message, .. } => message.clone(),
        other => other.to_string(),
    })
}
