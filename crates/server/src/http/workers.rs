//! Keep workers, look at them, take them along, remove them.

use std::path::PathBuf;

use axum::Json;
use axum::extract::{FromRequest, Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use pegboard_engine::{KeptWorker, WorkerOutcome, WorkerSource};
use pegboard_model::ids::ToolName;

use crate::http::body::Body;
use crate::http::form::{form, media_type};
use crate::http::params::{InPath, InQuery};
use crate::http::problem::{Problem, kinds};
use crate::http::sent_file::sent_file;
use crate::http::state::App;
use crate::http::wire::import::ProgressQuery;
use crate::http::wire::page::Page;
use crate::http::wire::worker::{
    Worker, WorkerCheck, WorkerCheckRequest, WorkerDefinition, WorkerImportFrom, WorkerImportRequest,
    WorkerRemoved, WorkerSummary, WorkerText, WorkerUpload,
};

/// All workers, by name.
#[utoipa::path(
    get, path = "/workers", operation_id = "list_workers", tag = "workers",
    responses((status = 200, description = "All of them", body = Page<WorkerSummary>))
)]
pub(crate) async fn list(State(app): State<App>) -> Json<Page<WorkerSummary>> {
    Json(Page::whole(app.engine.workers().iter().map(|worker| (&**worker).into()).collect()))
}

/// One worker with how its toolsets stand.
#[utoipa::path(
    get, path = "/workers/{worker}", operation_id = "get_worker", tag = "workers",
    params(("worker" = String, Path)),
    responses((status = 200, description = "The worker", body = Worker))
)]
pub(crate) async fn get(
    State(app): State<App>,
    InPath(name): InPath<String>,
) -> Result<Json<Worker>, Problem> {
    Ok(Json(app.engine.worker(&name)?.into()))
}

/// Keep a worker's file in place of the one of its name. Packages that it names are installed; modules beside it stay as
/// they were imported. Nothing is changed when anything is wrong.
#[utoipa::path(
    put, path = "/workers/{worker}", operation_id = "put_worker", tag = "workers",
    params(("worker" = String, Path), ProgressQuery), request_body = WorkerText,
    responses(
        (status = 201, description = "It is new", body = Worker),
        (status = 200, description = "It was there before", body = Worker),
    )
)]
pub(crate) async fn put(
    State(app): State<App>,
    InPath(name): InPath<String>,
    InQuery(query): InQuery<ProgressQuery>,
    Body(request): Body<WorkerText>,
) -> Result<Response, Problem> {
    let progress = query.progress(&app)?;
    let name: ToolName = name.parse().map_err(|error: pegboard_model::ids::NameError| {
        Problem::new(kinds::INVALID_WORKER, error.to_string())
    })?;
    answer(&app, &app.engine.put_worker(&name, request.text, progress).await?)
}

/// Keep a worker with the modules that lie beside its file: from the server's machine, or from a ZIP.
#[utoipa::path(
    post, path = "/workers/import", operation_id = "import_worker", tag = "workers",
    params(ProgressQuery),
    request_body(content(
        (WorkerUpload = "multipart/form-data"),
        (WorkerImportRequest = "application/json"),
    )),
    responses(
        (status = 201, description = "It is new", body = Worker),
        (status = 200, description = "It was there before", body = Worker),
    )
)]
pub(crate) async fn import(
    State(app): State<App>,
    InQuery(query): InQuery<ProgressQuery>,
    request: Request,
) -> Result<Response, Problem> {
    let progress = query.progress(&app)?;
    match media_type(request.headers()) {
        "multipart/form-data" => {
            let form = form(&app, request).await?;
            let source = WorkerSource::Zip(form.file.to_path_buf());
            answer(&app, &app.engine.import_worker(source, progress).await?)
        }
        "application/json" => {
            let Body(request) = Body::<WorkerImportRequest>::from_request(request, &app).await?;
            let WorkerImportFrom::Local = request.source_type;
            let file = PathBuf::from(request.source_ref);
            if !file.is_absolute() {
                return Err(Problem::new(kinds::INVALID_BODY, "`source_ref` must be an absolute path.")
                    .hint("The file is looked for on the server's machine."));
            }
            answer(&app, &app.engine.import_worker(WorkerSource::File(file), progress).await?)
        }
        _ => {
            let wrong = "A worker comes as a form with the field `file`, or as JSON that says where it is.";
            Err(Problem::new(kinds::WRONG_MEDIA_TYPE, wrong)
                .hint("Send multipart/form-data, or application/json with `source_type` and `source_ref`."))
        }
    }
}

fn answer(app: &App, kept: &KeptWorker) -> Result<Response, Problem> {
    let status = match kept.outcome {
        WorkerOutcome::Created => StatusCode::CREATED,
        WorkerOutcome::Changed => StatusCode::OK,
    };
    let worker: Worker = app.engine.worker(kept.worker.worker.name.as_str())?.into();
    Ok((status, Json(worker)).into_response())
}

/// Read a worker's file without keeping it, and say everything that is wrong with it.
#[utoipa::path(
    post, path = "/workers/check", operation_id = "check_worker", tag = "workers",
    request_body = WorkerCheckRequest,
    responses((status = 200, description = "Whether it holds", body = WorkerCheck))
)]
pub(crate) async fn check(
    State(app): State<App>,
    Body(request): Body<WorkerCheckRequest>,
) -> Json<WorkerCheck> {
    Json(match app.engine.check_worker(&request.text, request.name.as_deref()) {
        Ok((worker, toolsets)) => {
            let worker = Some(WorkerDefinition::of(&worker, toolsets));
            WorkerCheck { valid: true, problems: Vec::new(), worker }
        }
        Err(errors) => errors.into(),
    })
}

/// The worker's file with the modules beside it as a ZIP, the same bytes each time.
#[utoipa::path(
    get, path = "/workers/{worker}/export", operation_id = "export_worker", tag = "workers",
    params(("worker" = String, Path)),
    responses((status = 200, description = "The ZIP", content_type = "application/zip", body = [u8]))
)]
pub(crate) async fn export(
    State(app): State<App>,
    InPath(name): InPath<String>,
) -> Result<Response, Problem> {
    sent_file(app.engine.export_worker(&name).await?, &format!("{name}.zip")).await
}

/// Remove a worker with the toolsets that it brought. Its calls stay in the record.
#[utoipa::path(
    delete, path = "/workers/{worker}", operation_id = "remove_worker", tag = "workers",
    params(("worker" = String, Path)),
    responses((status = 200, description = "What was removed", body = WorkerRemoved))
)]
pub(crate) async fn remove(
    State(app): State<App>,
    InPath(name): InPath<String>,
) -> Result<Json<WorkerRemoved>, Problem> {
    Ok(Json(app.engine.remove_worker(&name).await?.into()))
}
