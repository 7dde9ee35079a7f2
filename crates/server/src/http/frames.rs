//! Opening frames, and asking whether a page lets itself be framed.

pub(crate) mod ancestors;
mod app;
pub(crate) mod check;
pub(crate) mod view;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use pegboard_model::time::Timestamp;

use crate::http::body::Body;
use crate::http::frames::app::of_app;
use crate::http::frames::check::check_page;
use crate::http::frames::view::{of_call, of_file};
use crate::http::params::InQuery;
use crate::http::problem::{Problem, kinds};
use crate::http::sandbox::shown::LIFE;
use crate::http::state::App;
use crate::http::wire::frame::{Frame, FrameCheck, FrameCheckQuery, FrameRequest};

/// Show a call's `html` view, the app of an MCP server's tool, or an HTML, SVG or PDF file of a workspace, on an origin
/// of its own.
///
/// The page in the frame posts `{type: "pegboard:height", height}` (CSS pixels) to the page around it whenever its
/// height changes; a PDF does not. An app posts the messages of MCP Apps (JSON-RPC 2.0) and hears those of the page.
#[utoipa::path(
    post, path = "/frames", operation_id = "open_frame", tag = "frames",
    request_body = FrameRequest,
    responses((status = 201, description = "Where it can be loaded", body = Frame))
)]
pub(crate) async fn open(
    State(app): State<App>,
    request: HeaderMap,
    Body(wanted): Body<FrameRequest>,
) -> Result<(StatusCode, Json<Frame>), Problem> {
    let origin = app.sandbox.origins.beside(&request).ok_or_else(nowhere)?;
    let (view, about) = match wanted {
        FrameRequest::Call { call_id, render_plan } => {
            (of_call(&app.engine, call_id, render_plan).await?, None)
        }
        FrameRequest::App { call_id, network } => {
            let (view, about) = of_app(&app.engine, call_id, network).await?;
            (view, Some(about))
        }
        FrameRequest::File { chat_id, path, manifest_id } => {
            (of_file(&app.engine, chat_id, &path, manifest_id).await?, None)
        }
    };
    let id = app.sandbox.shown.show(view).map_err(|error| Problem::internal(&error))?;
    let expires_at = jiff::Timestamp::now().checked_add(LIFE).map_err(|error| Problem::internal(&error))?;
    let frame =
        Frame { url: format!("{origin}/r/{id}"), expires_at: Timestamp::from(expires_at), app: about };
    Ok((StatusCode::CREATED, Json(frame)))
}

fn nowhere() -> Problem {
    Problem::new(kinds::NO_FRAME, "There is no place for frames beside the host name of this request.").hint(
        "Open the page under 127.0.0.1 or localhost, or start the server with --sandbox-url URL where a proxy is in front.",
    )
}

/// Whether a page lets itself be shown in a frame of ours. Its host must be one of the session's `frame_hosts`.
#[utoipa::path(
    get, path = "/frames/check", operation_id = "check_frame", tag = "frames",
    params(FrameCheckQuery),
    responses((status = 200, description = "Whether, and why not", body = FrameCheck))
)]
pub(crate) async fn check(
    State(app): State<App>,
    request: HeaderMap,
    InQuery(query): InQuery<FrameCheckQuery>,
) -> Json<FrameCheck> {
    let reason = check_page(&query.url, &app.sandbox.frame_hosts, &request).await.err();
    Json(FrameCheck { embeddable: reason.is_none(), reason: reason.map(|reason| reason.to_string()) })
}
