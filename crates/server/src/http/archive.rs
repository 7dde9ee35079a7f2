//! A whole workspace at once.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

use crate::http::chat_ref::ChatRef;
use crate::http::params::InQuery;
use crate::http::pieces;
use crate::http::problem::{Problem, kinds};
use crate::http::state::App;
use crate::http::wire::workspace::AtQuery;

/// All files of a workspace as a ZIP, sent while it is made.
#[utoipa::path(
    get, path = "/chats/{chat_id}/workspace/archive", operation_id = "download_workspace", tag = "workspace",
    params(("chat_id" = String, Path, description = "Id, or `default`"), AtQuery),
    responses((
        status = 200, content_type = "application/zip", body = [u8],
        description = "The ZIP: executable bits and links are kept, times are not",
    ))
)]
pub(crate) async fn download(
    State(app): State<App>,
    ChatRef(chat): ChatRef,
    InQuery(query): InQuery<AtQuery>,
) -> Result<Response, Problem> {
    let room = Arc::clone(&app.archives).try_acquire_owned().map_err(|_| {
        Problem::new(kinds::BUSY, "As many workspaces are being sent as can be.")
            .hint("Try again in a moment.")
    })?;
    let archive = app.engine.archive(chat, query.at()?).await?;
    let headers = [
        (CONTENT_TYPE, "application/zip".to_owned()),
        // An id has no character that would need quoting.
        (CONTENT_DISPOSITION, format!("attachment; filename=\"workspace-{chat}.zip\"")),
    ];
    Ok((headers, pieces::body(room, move |pieces| archive.write(pieces))).into_response())
}
