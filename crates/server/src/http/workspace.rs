//! The files of a chat at each moment.

use axum::Json;
use axum::extract::{RawPathParams, Request, State};
use axum::http::HeaderMap;
use axum::http::header::{CONTENT_LENGTH, IF_MATCH};
use axum::response::Response;
use pegboard_engine::record::ManifestSource;
use pegboard_engine::{At, Removal, Replacing};

use crate::http::body::Body;
use crate::http::chat_ref::ChatRef;
use crate::http::file_answer::{self, Headers};
use crate::http::params::InQuery;
use crate::http::problem::{Problem, kinds};
use crate::http::spool;
use crate::http::state::App;
use crate::http::wire::page::{Page, PageQuery};
use crate::http::wire::workspace::{
    AtQuery, DeleteQuery, Diff, DiffQuery, Files, Manifest, ManifestChange, ManifestWithFiles, MoveRequest,
    PutQuery, PutSource, RestoreRequest,
};

impl AtQuery {
    pub(crate) fn at(&self) -> Result<At, Problem> {
        match (self.manifest_id, self.message_id) {
            (None, None) => Ok(At::Active),
            (Some(manifest), None) => Ok(At::Manifest(manifest)),
            (None, Some(message)) => Ok(At::Message(message)),
            (Some(_), Some(_)) => {
                Err(Problem::new(kinds::BAD_REQUEST, "Name a manifest or a message, not both."))
            }
        }
    }
}

/// The files of a chat's workspace.
#[utoipa::path(
    get, path = "/chats/{chat_id}/workspace/files", operation_id = "get_workspace_files", tag = "workspace",
    params(("chat_id" = String, Path, description = "Id, or `default`"), AtQuery),
    responses((status = 200, description = "All of them", body = Files))
)]
pub(crate) async fn files(
    State(app): State<App>,
    ChatRef(chat): ChatRef,
    InQuery(query): InQuery<AtQuery>,
) -> Result<Json<Files>, Problem> {
    let listing = app.engine.files(chat, query.at()?).await?;
    Ok(Json(Files {
        manifest_id: listing.manifest,
        files: listing.entries.into_iter().map(Into::into).collect(),
        empty_dirs: listing.empty_dirs,
    }))
}

/// One file's content. What a browser could run comes as an attachment.
#[utoipa::path(
    get, path = "/chats/{chat_id}/workspace/files/{*path}", operation_id = "get_workspace_file", tag = "workspace",
    params(
        ("chat_id" = String, Path, description = "Id, or `default`"),
        ("path" = String, Path, description = "Relative to the workspace; `/` stands as it is"),
        AtQuery,
        ("If-None-Match" = Option<String>, Header, description = "The `ETag` of the content that is known"),
    ),
    responses(
        (status = 200, description = "The content; its `ETag` is its SHA-256", content_type = "application/octet-stream"),
        (status = 304, description = "It is the known one"),
    )
)]
pub(crate) async fn file(
    State(app): State<App>,
    ChatRef(chat): ChatRef,
    params: RawPathParams,
    InQuery(query): InQuery<AtQuery>,
    request: HeaderMap,
) -> Result<Response, Problem> {
    let path = path(&params)?;
    let content = app.engine.file(chat, path, query.at()?).await?;
    let headers = Headers::new(path, &content.entry.sha256.to_string());
    if headers.known_by(&request) {
        return Ok(headers.not_modified());
    }
    Ok(headers.answer(content.entry.size, file_answer::body(content.reader)))
}

/// Write one file. The body is its content, whatever its type.
#[utoipa::path(
    put, path = "/chats/{chat_id}/workspace/files/{*path}", operation_id = "put_workspace_file", tag = "workspace",
    params(
        ("chat_id" = String, Path, description = "Id, or `default`"),
        ("path" = String, Path, description = "Relative to the workspace; `/` stands as it is"),
        PutQuery,
        ("If-Match" = Option<String>, Header, description = "The `ETag` of the content that may be replaced; any when left out"),
    ),
    request_body(content = [u8], content_type = "application/octet-stream"),
    responses((status = 200, description = "The new state", body = ManifestChange))
)]
pub(crate) async fn put_file(
    State(app): State<App>,
    ChatRef(chat): ChatRef,
    params: RawPathParams,
    InQuery(query): InQuery<PutQuery>,
    request: Request,
) -> Result<Json<ManifestChange>, Problem> {
    let path = path(&params)?.to_owned();
    let replacing = replacing(request.headers())?;
    let length = request.headers().get(CONTENT_LENGTH);
    spool::check_announced(length.and_then(|value| value.to_str().ok()?.parse().ok()))?;
    let upload = spool::spool(&app.spool, request.into_body().into_data_stream()).await?;
    let source = match query.source {
        PutSource::Edit => ManifestSource::Edit,
        PutSource::Upload => ManifestSource::UserUpload,
    };
    let change = app.engine.put_file(chat, &path, upload.to_path_buf(), source, replacing).await?;
    Ok(Json(change.into()))
}

/// What `If-Match` lets a write take the place of. Lists and weak tags are not needed here, so they are refused.
fn replacing(headers: &HeaderMap) -> Result<Replacing, Problem> {
    let Some(known) = headers.get(IF_MATCH) else {
        return Ok(Replacing::Anything);
    };
    let tag = known.to_str().ok().and_then(|tag| tag.strip_prefix('"')?.strip_suffix('"'));
    let hash = tag.and_then(|hash| hash.parse().ok()).ok_or_else(|| {
        Problem::new(kinds::BAD_REQUEST, "`If-Match` must be one `ETag` of a workspace file, in quotes.")
    })?;
    Ok(Replacing::Only(hash))
}

/// Remove one file; a folder only when `recursive` says so.
#[utoipa::path(
    delete, path = "/chats/{chat_id}/workspace/files/{*path}", operation_id = "delete_workspace_file",
    tag = "workspace",
    params(
        ("chat_id" = String, Path, description = "Id, or `default`"),
        ("path" = String, Path, description = "Relative to the workspace; `/` stands as it is"),
        DeleteQuery,
    ),
    responses((status = 200, description = "The new state", body = ManifestChange))
)]
pub(crate) async fn delete_file(
    State(app): State<App>,
    ChatRef(chat): ChatRef,
    params: RawPathParams,
    InQuery(query): InQuery<DeleteQuery>,
) -> Result<Json<ManifestChange>, Problem> {
    let removal = if query.recursive { Removal::Tree } else { Removal::File };
    Ok(Json(app.engine.delete_file(chat, path(&params)?, removal).await?.into()))
}

/// Give a file or a folder another path. Nothing is overwritten.
#[utoipa::path(
    post, path = "/chats/{chat_id}/workspace/move", operation_id = "move_file", tag = "workspace",
    params(("chat_id" = String, Path, description = "Id, or `default`")),
    request_body = MoveRequest,
    responses((status = 200, description = "The new state", body = ManifestChange))
)]
pub(crate) async fn move_file(
    State(app): State<App>,
    ChatRef(chat): ChatRef,
    Body(request): Body<MoveRequest>,
) -> Result<Json<ManifestChange>, Problem> {
    Ok(Json(app.engine.move_file(chat, &request.from, &request.to).await?.into()))
}

/// The path behind `files/`, percent-decoded; whether it can name a file is the engine's to say.
fn path(params: &RawPathParams) -> Result<&str, Problem> {
    let found = params.iter().find(|(name, _)| *name == "path");
    found.map(|(_, path)| path).ok_or_else(|| Problem::new(kinds::BAD_REQUEST, "The path cannot be read."))
}

/// One state of the workspace: each path with its content's hash.
#[utoipa::path(
    get, path = "/chats/{chat_id}/workspace/manifest", operation_id = "get_workspace_manifest", tag = "workspace",
    params(("chat_id" = String, Path, description = "Id, or `default`"), AtQuery),
    responses((status = 200, description = "The state", body = ManifestWithFiles))
)]
pub(crate) async fn manifest(
    State(app): State<App>,
    ChatRef(chat): ChatRef,
    InQuery(query): InQuery<AtQuery>,
) -> Result<Json<ManifestWithFiles>, Problem> {
    let detail = app.engine.manifest(chat, query.at()?).await?;
    Ok(Json(ManifestWithFiles::new(chat, detail)))
}

/// The states of the workspace, newest first.
#[utoipa::path(
    get, path = "/chats/{chat_id}/workspace/manifests", operation_id = "list_workspace_manifests", tag = "workspace",
    params(("chat_id" = String, Path, description = "Id, or `default`"), PageQuery),
    responses((status = 200, description = "A page of them", body = Page<Manifest>))
)]
pub(crate) async fn manifests(
    State(app): State<App>,
    ChatRef(chat): ChatRef,
    InQuery(query): InQuery<PageQuery>,
) -> Result<Json<Page<Manifest>>, Problem> {
    Ok(Json(Page::of(app.engine.manifests(chat, query.request()?).await?)))
}

/// What differs between two states.
#[utoipa::path(
    get, path = "/chats/{chat_id}/workspace/diff", operation_id = "diff_workspace", tag = "workspace",
    params(("chat_id" = String, Path, description = "Id, or `default`"), DiffQuery),
    responses((status = 200, description = "The differences", body = Diff))
)]
pub(crate) async fn diff(
    State(app): State<App>,
    ChatRef(chat): ChatRef,
    InQuery(query): InQuery<DiffQuery>,
) -> Result<Json<Diff>, Problem> {
    let to = query.to.map_or(At::Active, At::Manifest);
    Ok(Json(app.engine.diff(chat, query.from.map(At::Manifest), to).await?.into()))
}

/// Go back to an earlier state. That is a new state, so nothing is lost.
#[utoipa::path(
    post, path = "/chats/{chat_id}/workspace/restore", operation_id = "restore_workspace", tag = "workspace",
    params(("chat_id" = String, Path, description = "Id, or `default`")),
    request_body = RestoreRequest,
    responses((status = 200, description = "The new state", body = ManifestChange))
)]
pub(crate) async fn restore(
    State(app): State<App>,
    ChatRef(chat): ChatRef,
    Body(request): Body<RestoreRequest>,
) -> Result<Json<ManifestChange>, Problem> {
    Ok(Json(app.engine.restore(chat, request.manifest_id).await?.into()))
}
