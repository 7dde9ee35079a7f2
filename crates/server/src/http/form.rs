//! Forms that bring an archive.

use std::collections::BTreeMap;

use axum::RequestExt;
use axum::extract::multipart::Field;
use axum::extract::{DefaultBodyLimit, Multipart, Request};
use axum::http::HeaderMap;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use tempfile::TempPath;

use crate::http::limits::{ANSWERS_MAX, FORM_MAX};
use crate::http::problem::{Problem, kinds};
use crate::http::spool;
use crate::http::state::App;

/// The type without its parameters.
pub(crate) fn media_type(headers: &HeaderMap) -> &str {
    let header = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    header.unwrap_or_default().split(';').next().unwrap_or_default().trim()
}

/// What a form brings.
pub(crate) struct Form {
    pub(crate) file: TempPath,
    /// What the sender calls it.
    pub(crate) name: String,
    pub(crate) answers: BTreeMap<String, String>,
}

/// Takes the form's field `file` to disk, and reads `answers`.
pub(crate) async fn form(app: &App, mut request: Request) -> Result<Form, Problem> {
    let length = request.headers().get(CONTENT_LENGTH);
    spool::check_announced(length.and_then(|value| value.to_str().ok()?.parse().ok()))?;
    // The whole form: whatever stands around the archive is read as well.
    DefaultBodyLimit::max(FORM_MAX).apply(&mut request);
    let unread = |text: String| Problem::new(kinds::BAD_REQUEST, format!("The form cannot be read: {text}"));
    let mut form: Multipart = request.extract().await.map_err(|rejection| {
        let rejection: axum::extract::multipart::MultipartRejection = rejection;
        unread(rejection.body_text())
    })?;
    let (mut file, mut answers) = (None, BTreeMap::new());
    while let Some(field) = form.next_field().await.map_err(|error| unread(error.body_text()))? {
        match field.name() {
            Some("file") if file.is_none() => {
                let name: String = field.file_name().unwrap_or("upload.zip").chars().take(255).collect();
                file = Some((spool::spool(&app.spool, field).await?, name));
            }
            Some("answers") => answers = read_answers(field).await?,
            _ => {}
        }
    }
    match file {
        Some((file, name)) => Ok(Form { file, name, answers }),
        None => Err(Problem::new(kinds::BAD_REQUEST, "The form has no field `file`.")
            .hint("curl -F file=@toolset.zip …")),
    }
}

async fn read_answers(mut field: Field<'_>) -> Result<BTreeMap<String, String>, Problem> {
    let mut bytes = Vec::new();
    while let Some(chunk) = field.chunk().await.map_err(|error| {
        Problem::new(kinds::BAD_REQUEST, format!("The form cannot be read: {}", error.body_text()))
    })? {
        bytes.extend_from_slice(&chunk);
        if bytes.len() > ANSWERS_MAX {
            let limit = ANSWERS_MAX >> 20;
            return Err(Problem::new(kinds::TOO_LARGE, format!("`answers` may have at most {limit} MiB.")));
        }
    }
    // What serde says of it could repeat a part of an answer.
    serde_json::from_slice(&bytes).map_err(|_| {
        Problem::new(kinds::INVALID_BODY, "`answers` must be a JSON object with a text by variable.")
    })
}
