//! A whole chat as a ZIP, there and back.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

use crate::http::chat_ref::ChatRef;
use crate::http::form::media_type;
use crate::http::pieces;
use crate::http::problem::{Problem, kinds};
use crate::http::spool;
use crate::http::state::App;
use crate::http::wire::chat::Chat;

/// Characters of a title in a file's name.
const NAME_MAX: usize = 60;

/// A chat with its messages, calls and files as a ZIP, sent while it is made. What was deleted is not in it.
#[utoipa::path(
    get, path = "/chats/{chat_id}/export", operation_id = "export_chat", tag = "chats",
    params(("chat_id" = String, Path, description = "Id, or `default`")),
    responses((status = 200, description = "The ZIP", content_type = "application/zip", body = [u8]))
)]
pub(crate) async fn export(State(app): State<App>, ChatRef(chat): ChatRef) -> Result<Response, Problem> {
    let room = Arc::clone(&app.archives).try_acquire_owned().map_err(|_| {
        Problem::new(kinds::BUSY, "As many archives are being sent as can be.").hint("Try again in a moment.")
    })?;
    let archive = app.engine.export_chat(chat).await?;
    let headers = [
        (CONTENT_TYPE, "application/zip".to_owned()),
        (CONTENT_DISPOSITION, format!("attachment; filename=\"{}.chat.zip\"", file_stem(archive.title()))),
    ];
    Ok((headers, pieces::body(room, move |pieces| archive.write(pieces))).into_response())
}

/// Make a chat of such a ZIP, from this house or another. Its calls are there as what happened elsewhere: none of them waits.
#[utoipa::path(
    post, path = "/chats/import", operation_id = "import_chat", tag = "chats",
    request_body(content = [u8], content_type = "application/zip"),
    responses((status = 201, description = "The new chat", body = Chat))
)]
pub(crate) async fn import(
    State(app): State<App>,
    request: Request,
) -> Result<(StatusCode, Json<Chat>), Problem> {
    // A type that no form of a foreign page can send.
    if media_type(request.headers()) != "application/zip" {
        return Err(Problem::new(kinds::WRONG_MEDIA_TYPE, "A chat comes as a ZIP, and must say so.")
            .hint("Send `Content-Type: application/zip`."));
    }
    let length = request.headers().get(CONTENT_LENGTH);
    spool::check_announced(length.and_then(|value| value.to_str().ok()?.parse().ok()))?;
    let upload = spool::spool(&app.spool, request.into_body().into_data_stream()).await?;
    let chat = app.engine.import_chat(upload.to_path_buf()).await?;
    Ok((StatusCode::CREATED, Json(chat.into())))
}

/// What of a title can stand in a file's name anywhere.
pub(crate) fn file_stem(title: &str) -> String {
    let words = title.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let stem: String = words.collect::<Vec<_>>().join("-").chars().take(NAME_MAX).collect();
    let stem = stem.trim_end_matches('-').to_ascii_lowercase();
    if stem.is_empty() { "chat".to_owned() } else { stem }
}

#[cfg(test)]
mod tests {
    use super::file_stem;

    #[test]
    fn a_title_becomes_a_file_name() {
        assert_eq!(file_stem("Plan the trip to Rome!"), "plan-the-trip-to-rome");
        assert_eq!(file_stem("../\"x\"\r\n"), "x");
        assert_eq!(file_stem("東京"), "chat");
    }
}
