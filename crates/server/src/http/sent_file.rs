//! A ZIP that was made for one answer.

use std::fs::File;

use axum::body::Body;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use tokio_util::io::ReaderStream;

use crate::http::problem::Problem;

/// The answer with `file`, a ZIP, which is saved as `name`. The name has no character that would need quoting.
pub(crate) async fn sent_file(file: File, name: &str) -> Result<Response, Problem> {
    let file = tokio::fs::File::from_std(file);
    let size = file.metadata().await.map_err(|error| Problem::internal(&error))?.len();
    let headers = [
        (CONTENT_TYPE, "application/zip".to_owned()),
        (CONTENT_LENGTH, size.to_string()),
        (CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
    ];
    Ok((headers, Body::from_stream(ReaderStream::new(file))).into_response())
}
