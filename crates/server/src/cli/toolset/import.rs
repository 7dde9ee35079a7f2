//! The way of a toolset to the server.

use std::collections::BTreeMap;
use std::path::Path;

use futures::TryStreamExt;
use indicatif::ProgressBar;
use reqwest::{Body, Method, RequestBuilder, multipart};
use serde::de::DeserializeOwned;
use tokio_util::io::ReaderStream;

use crate::cli::ask::{ask, can_ask};
use crate::cli::client::{Answer, Client};
use crate::cli::exit::{Exit, Failure};
use crate::cli::output::Output;
use crate::cli::progress::{self, Spinner};
use crate::http::wire::import::{ImportFrom, ImportRequest, Imported};
use crate::http::wire::preview::ToolsetPreview;

/// What is done with a toolset that is on its way.
trait Purpose: DeserializeOwned {
    /// The last segment of the operation's path.
    const OPERATION: &'static str;
    /// What a person sees while it is done.
    const DOING: &'static str;
}

impl Purpose for Imported {
    const OPERATION: &'static str = "import";
    const DOING: &'static str = "Importing";
}

impl Purpose for ToolsetPreview {
    const OPERATION: &'static str = "preview";
    const DOING: &'static str = "Reading";
}

/// What goes with a toolset that is imported.
#[derive(Debug, Default)]
pub(crate) struct Terms {
    /// The SHA-256 that a file at an address must have.
    pub(crate) sha256: Option<String>,
    /// By variable.
    pub(crate) answers: BTreeMap<String, String>,
    /// The fingerprint of what was looked at.
    pub(crate) fingerprint: Option<String>,
}

/// Imports a toolset. Where somebody sits at the terminal, they are asked what an MCP bundle asks; then only what was
/// looked at for its questions is imported.
pub(crate) async fn import(
    client: &Client,
    output: &Output,
    source: &str,
    mut terms: Terms,
) -> Result<Answer<Imported>, Failure> {
    if can_ask(output) {
        let preview = preview(client, source, &terms).await?.body;
        if !preview.questions.is_empty() {
            output.note("An empty answer leaves it as it is; `pegboard mcp set` tells it later.");
            ask(&preview.questions, &mut terms.answers)?;
            terms.fingerprint = Some(preview.fingerprint);
        }
    }
    send(client, source, &terms).await
}

pub(crate) async fn preview(
    client: &Client,
    source: &str,
    terms: &Terms,
) -> Result<Answer<ToolsetPreview>, Failure> {
    send(client, source, terms).await
}

async fn send<T: Purpose>(client: &Client, source: &str, terms: &Terms) -> Result<Answer<T>, Failure> {
    if source.starts_with("http://") || source.starts_with("https://") {
        return elsewhere(client, ImportFrom::Url, source.to_owned(), terms).await;
    }
    let path = Path::new(source);
    let found = tokio::fs::metadata(path).await.map_err(|error| {
        Failure::new(Exit::NotFound, format!("{source} cannot be read: {error}"))
            .hint("Name a ZIP, a folder, or an http(s) address.")
    })?;
    if terms.sha256.is_some() {
        return Err(Failure::usage("--sha256 is for a file at an address"));
    }
    if found.is_dir() {
        let absolute =
            std::path::absolute(path).map_err(|error| Failure::usage(format!("{source}: {error}")))?;
        let folder = absolute.to_string_lossy().into_owned();
        return elsewhere(client, ImportFrom::Local, folder, terms).await;
    }
    upload(client, path, found.len(), terms).await
}

fn request<T: Purpose>(client: &Client, terms: &Terms) -> RequestBuilder {
    let request = client.request(Method::POST, &["toolsets", T::OPERATION]);
    match &terms.fingerprint {
        Some(fingerprint) => request.query(&[("expected_fingerprint", fingerprint)]),
        None => request,
    }
}

async fn elsewhere<T: Purpose>(
    client: &Client,
    source_type: ImportFrom,
    source_ref: String,
    terms: &Terms,
) -> Result<Answer<T>, Failure> {
    let _spinner = Spinner::start(format!("{} {source_ref}", T::DOING));
    let (sha256, answers) = (terms.sha256.clone(), terms.answers.clone());
    let body = ImportRequest { source_type, source_ref, sha256, answers };
    client.send(request::<T>(client, terms).json(&body)).await
}

async fn upload<T: Purpose>(
    client: &Client,
    path: &Path,
    size: u64,
    terms: &Terms,
) -> Result<Answer<T>, Failure> {
    let (bar, part) = streamed(path, size, T::DOING).await?;
    let mut form = multipart::Form::new();
    if !terms.answers.is_empty() {
        form = form.text("answers", serde_json::json!(terms.answers).to_string());
    }
    let form = form.part("file", part);
    let answer = client.send(request::<T>(client, terms).multipart(form)).await;
    bar.finish_and_clear();
    answer
}

/// A file as a part of a form, with a bar that shows how much of it was sent, and then what is done with it.
pub(crate) async fn streamed(
    path: &Path,
    size: u64,
    doing: &'static str,
) -> Result<(ProgressBar, multipart::Part), Failure> {
    let unreadable =
        |error: std::io::Error| Failure::usage(format!("{} cannot be read: {error}", path.display()));
    let file = tokio::fs::File::open(path).await.map_err(unreadable)?;
    let bar = progress::upload(size);
    let shown = bar.clone();
    let stream = ReaderStream::new(file).inspect_ok(move |piece| {
        shown.inc(piece.len() as u64);
        if shown.position() >= size {
            shown.set_message(doing);
        }
    });
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let part = multipart::Part::stream_with_length(Body::wrap_stream(stream), size).file_name(name);
    Ok((bar, part))
}
