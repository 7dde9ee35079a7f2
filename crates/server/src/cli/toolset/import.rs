//! The way of a toolset to the server.

use std::path::Path;

use futures::TryStreamExt;
use reqwest::{Body, Method, multipart};
use serde::de::DeserializeOwned;
use tokio_util::io::ReaderStream;

use crate::cli::client::{Answer, Client};
use crate::cli::exit::{Exit, Failure};
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

pub(crate) async fn import(client: &Client, source: &str) -> Result<Answer<Imported>, Failure> {
    send(client, source).await
}

pub(crate) async fn preview(client: &Client, source: &str) -> Result<Answer<ToolsetPreview>, Failure> {
    send(client, source).await
}

async fn send<T: Purpose>(client: &Client, source: &str) -> Result<Answer<T>, Failure> {
    if source.starts_with("http://") || source.starts_with("https://") {
        return elsewhere(client, ImportFrom::Url, source.to_owned()).await;
    }
    let path = Path::new(source);
    let found = tokio::fs::metadata(path).await.map_err(|error| {
        Failure::new(Exit::NotFound, format!("{source} cannot be read: {error}"))
            .hint("Name a ZIP, a folder, or an http(s) address.")
    })?;
    if found.is_dir() {
        let absolute =
            std::path::absolute(path).map_err(|error| Failure::usage(format!("{source}: {error}")))?;
        return elsewhere(client, ImportFrom::Local, absolute.to_string_lossy().into_owned()).await;
    }
    upload(client, path, found.len()).await
}

async fn elsewhere<T: Purpose>(
    client: &Client,
    source_type: ImportFrom,
    source_ref: String,
) -> Result<Answer<T>, Failure> {
    let _spinner = Spinner::start(format!("{} {source_ref}", T::DOING));
    client.post(&["toolsets", T::OPERATION], &ImportRequest { source_type, source_ref }).await
}

async fn upload<T: Purpose>(client: &Client, path: &Path, size: u64) -> Result<Answer<T>, Failure> {
    let unreadable =
        |error: std::io::Error| Failure::usage(format!("{} cannot be read: {error}", path.display()));
    let file = tokio::fs::File::open(path).await.map_err(unreadable)?;
    let bar = progress::upload(size);
    let shown = bar.clone();
    let stream = ReaderStream::new(file).inspect_ok(move |piece| {
        shown.inc(piece.len() as u64);
        if shown.position() >= size {
            shown.set_message(T::DOING);
        }
    });
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let part = multipart::Part::stream_with_length(Body::wrap_stream(stream), size).file_name(name);
    let form = multipart::Form::new().part("file", part);
    let answer = client.send(client.request(Method::POST, &["toolsets", T::OPERATION]).multipart(form)).await;
    bar.finish_and_clear();
    answer
}
