//! Install, look at, export, switch and remove toolsets.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use axum::Json;
use axum::extract::{FromRequest, Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use pegboard_engine::{ImportSource, ImportTerms, Listed};
use pegboard_model::ids::ProgressId;
use pegboard_model::provider::Progress;
use tempfile::TempPath;
use url::Url;

use crate::http::body::Body;
use crate::http::form::{Form, form, media_type};
use crate::http::params::{InPath, InQuery};
use crate::http::problem::{Problem, kinds};
use crate::http::sent_file::sent_file;
use crate::http::state::App;
use crate::http::wire::import::{
    ConsentQuery, ImportFrom, ImportOutcome, ImportRequest, ImportUpload, Imported, ProgressQuery,
};
use crate::http::wire::page::Page;
use crate::http::wire::preview::{ToolsetPreview, UninstallPreview};
use crate::http::wire::toolset::{
    EnableRequest, Removed, Toolset, ToolsetQuery, ToolsetWithParts, Uninstalled,
};
use crate::progress::Logged;

/// The installed toolsets, or with `builtin=true` those that Pegboard itself brings.
#[utoipa::path(
    get, path = "/toolsets", operation_id = "list_toolsets", tag = "toolsets", params(ToolsetQuery),
    responses((status = 200, description = "All of them", body = Page<Toolset>))
)]
pub(crate) async fn list(
    State(app): State<App>,
    InQuery(query): InQuery<ToolsetQuery>,
) -> Result<Json<Page<Toolset>>, Problem> {
    let listed = if query.builtin { Listed::Builtin } else { Listed::Installed };
    let toolsets = app.engine.toolsets(listed);
    Ok(Json(Page::whole(toolsets.into_iter().map(Into::into).collect())))
}

/// One toolset with its tools, files and MCP servers.
#[utoipa::path(
    get, path = "/toolsets/{toolset_id}", operation_id = "get_toolset", tag = "toolsets",
    params(("toolset_id" = String, Path)),
    responses((status = 200, description = "The toolset", body = ToolsetWithParts))
)]
pub(crate) async fn get(
    State(app): State<App>,
    InPath(id): InPath<String>,
) -> Result<Json<ToolsetWithParts>, Problem> {
    let detail = app.engine.toolset(&id).await?;
    Ok(Json(ToolsetWithParts {
        toolset: detail.toolset.into(),
        tools: detail.tools.into_iter().map(Into::into).collect(),
        files: detail.files.into_iter().map(Into::into).collect(),
        mcp_servers: detail.mcp_servers.into_iter().map(Into::into).collect(),
    }))
}

/// Install a toolset, or bring an installed one to another state. Nothing is changed when anything is wrong.
#[utoipa::path(
    post, path = "/toolsets/import", operation_id = "import_toolset", tag = "toolsets",
    params(ProgressQuery, ConsentQuery),
    request_body(content(
        (ImportUpload = "multipart/form-data"),
        (ImportRequest = "application/json"),
    )),
    responses(
        (status = 201, description = "Newly installed", body = Imported),
        (status = 200, description = "Upgraded, or here already", body = Imported),
    )
)]
pub(crate) async fn import(
    State(app): State<App>,
    InQuery(query): InQuery<ProgressQuery>,
    InQuery(consent): InQuery<ConsentQuery>,
    request: Request,
) -> Result<Response, Problem> {
    let progress = query.progress(&app)?;
    let Sent { source, answers, _upload } = sent(&app, request).await?;
    let terms = ImportTerms { consent: consent.into(), answers };
    let imported = Imported::from(app.engine.import(source, terms, progress).await?);
    let status = match imported.outcome {
        ImportOutcome::Installed => StatusCode::CREATED,
        ImportOutcome::Upgraded | ImportOutcome::Unchanged => StatusCode::OK,
    };
    Ok((status, Json(imported)).into_response())
}

/// Say what an import of the same toolset would do. Runs no code of it and leaves nothing behind.
#[utoipa::path(
    post, path = "/toolsets/preview", operation_id = "preview_toolset", tag = "toolsets",
    params(ProgressQuery),
    request_body(content(
        (ImportUpload = "multipart/form-data"),
        (ImportRequest = "application/json"),
    )),
    responses((status = 200, description = "What it would do", body = ToolsetPreview))
)]
pub(crate) async fn preview(
    State(app): State<App>,
    InQuery(query): InQuery<ProgressQuery>,
    request: Request,
) -> Result<Json<ToolsetPreview>, Problem> {
    let progress = query.progress(&app)?;
    let Sent { source, _upload, .. } = sent(&app, request).await?;
    Ok(Json(app.engine.preview_import(source, progress).await?.into()))
}

/// A toolset that a request names or carries.
struct Sent {
    source: ImportSource,
    answers: BTreeMap<String, String>,
    /// Kept until the source was read.
    _upload: Option<TempPath>,
}

async fn sent(app: &App, request: Request) -> Result<Sent, Problem> {
    match media_type(request.headers()) {
        "multipart/form-data" => {
            let Form { file, name, answers } = form(app, request).await?;
            let source = ImportSource::Zip { file: file.to_path_buf(), name };
            Ok(Sent { source, answers, _upload: Some(file) })
        }
        "application/json" => {
            let Body(mut request) = Body::<ImportRequest>::from_request(request, app).await?;
            let answers = std::mem::take(&mut request.answers);
            Ok(Sent { source: elsewhere(request)?, answers, _upload: None })
        }
        _ => {
            let wrong = "A toolset comes as a form with the field `file`, or as JSON that says where it is.";
            Err(Problem::new(kinds::WRONG_MEDIA_TYPE, wrong)
                .hint("Send multipart/form-data, or application/json with `source_type` and `source_ref`."))
        }
    }
}

impl ProgressQuery {
    /// Where the steps are told: to the log, and as events where the client wants them.
    pub(crate) fn progress(self, app: &App) -> Result<Arc<dyn Progress>, Problem> {
        let Some(id) = self.progress_id else { return Ok(Arc::new(Logged)) };
        let id = id.parse::<ProgressId>();
        let id = id.map_err(|error| Problem::new(kinds::BAD_REQUEST, format!("`progress_id`: {error}")))?;
        Ok(app.engine.announced(id))
    }
}

fn elsewhere(request: ImportRequest) -> Result<ImportSource, Problem> {
    match request.source_type {
        ImportFrom::Local => {
            let folder = PathBuf::from(request.source_ref);
            if !folder.is_absolute() {
                return Err(Problem::new(kinds::INVALID_BODY, "`source_ref` must be an absolute path.")
                    .hint("The folder is looked for on the server's machine."));
            }
            Ok(ImportSource::Folder(folder))
        }
        ImportFrom::Url => match Url::parse(&request.source_ref) {
            Ok(url) if matches!(url.scheme(), "http" | "https") => {
                let sha256 = request.sha256.map(|text| text.to_ascii_lowercase().parse());
                let sha256 = sha256
                    .transpose()
                    .map_err(|_| Problem::new(kinds::INVALID_BODY, "`sha256` must be 64 hex digits."))?;
                Ok(ImportSource::Url { url, sha256 })
            }
            _ => Err(Problem::new(kinds::INVALID_BODY, "`source_ref` must be an http or https address.")),
        },
    }
}

/// The toolset as a ZIP, the same bytes each time.
#[utoipa::path(
    get, path = "/toolsets/{toolset_id}/export", operation_id = "export_toolset", tag = "toolsets",
    params(("toolset_id" = String, Path)),
    responses((status = 200, description = "The ZIP", content_type = "application/zip", body = [u8]))
)]
pub(crate) async fn export(State(app): State<App>, InPath(id): InPath<String>) -> Result<Response, Problem> {
    sent_file(app.engine.export(&id).await?, &format!("{id}.zip")).await
}

/// Switch a toolset on or off with all its tools.
#[utoipa::path(
    post, path = "/toolsets/{toolset_id}/enable", operation_id = "enable_toolset", tag = "toolsets",
    params(("toolset_id" = String, Path)),
    request_body = EnableRequest,
    responses((status = 200, description = "The toolset", body = Toolset))
)]
pub(crate) async fn enable(
    State(app): State<App>,
    InPath(id): InPath<String>,
    Body(request): Body<EnableRequest>,
) -> Result<Json<Toolset>, Problem> {
    Ok(Json(app.engine.set_enabled(&id, request.enabled).await?.into()))
}

/// Say what a removal would take away, and what it would leave.
#[utoipa::path(
    get, path = "/toolsets/{toolset_id}/uninstall-preview", operation_id = "preview_uninstall", tag = "toolsets",
    params(("toolset_id" = String, Path)),
    responses((status = 200, description = "What would go and what would stay", body = UninstallPreview))
)]
pub(crate) async fn preview_uninstall(
    State(app): State<App>,
    InPath(id): InPath<String>,
) -> Result<Json<UninstallPreview>, Problem> {
    Ok(Json(app.engine.preview_uninstall(&id).await?.into()))
}

/// Remove a toolset. Its calls stay in the record.
#[utoipa::path(
    delete, path = "/toolsets/{toolset_id}", operation_id = "uninstall_toolset", tag = "toolsets",
    params(("toolset_id" = String, Path)),
    responses((status = 200, description = "What was removed", body = Uninstalled))
)]
pub(crate) async fn uninstall(
    State(app): State<App>,
    InPath(id): InPath<String>,
) -> Result<Json<Uninstalled>, Problem> {
    let removed = app.engine.uninstall(&id).await?;
    Ok(Json(Uninstalled {
        id: id.to_string(),
        removed: Removed {
            tools: removed.tools,
            files: removed.files,
            mcp_servers: removed.mcp_servers,
            overrides: removed.overrides,
            saved_inputs: removed.saved_inputs,
        },
    }))
}
