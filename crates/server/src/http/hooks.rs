//! Webhooks of tools: made by people, called by whoever was given the address.

use std::sync::Arc;

use axum::Extension;
use axum::Json;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, FromRequest, Request, State};
use axum::http::header::{HOST, ORIGIN};
use axum::http::{HeaderMap, StatusCode};
use pegboard_engine::record::Signing;
use serde_json::Value;
use url::Url;

use crate::http::body::MaybeBody;
use crate::http::hook_rate::Rates;
use crate::http::hook_signature::{self, DELIVERY_HEADER, SIGNATURE_HEADER};
use crate::http::params::InPath;
use crate::http::problem::{Problem, kinds};
use crate::http::state::App;
use crate::http::wire::hook::{Delivered, MakeWebhook, Webhook};

/// Bytes of what is delivered.
pub(crate) const DELIVERY_MAX: usize = 256 << 10;

/// The webhook of a tool. Its address is told only when it is made.
#[utoipa::path(
    get, path = "/tools/{tool_id}/webhook", operation_id = "get_webhook", tag = "schedules",
    params(("tool_id" = String, Path, description = "Id or wire name, percent-encoded")),
    responses((status = 200, description = "Whether there is one, and when it was used", body = Webhook))
)]
pub(crate) async fn show(
    State(app): State<App>,
    InPath(tool): InPath<String>,
) -> Result<Json<Webhook>, Problem> {
    Ok(Json(Webhook::of(app.engine.hook(&tool).await?)))
}

/// Make the webhook of a tool, in place of the one before. The answer has its address and the key of its signatures, this once.
#[utoipa::path(
    post, path = "/tools/{tool_id}/webhook", operation_id = "make_webhook", tag = "schedules",
    params(("tool_id" = String, Path, description = "Id or wire name, percent-encoded")),
    request_body(content = Option<MakeWebhook>),
    responses((status = 200, description = "The webhook with its `url`", body = Webhook))
)]
pub(crate) async fn make(
    State(app): State<App>,
    InPath(tool): InPath<String>,
    headers: HeaderMap,
    MaybeBody(wanted): MaybeBody<MakeWebhook>,
) -> Result<Json<Webhook>, Problem> {
    let base = base(&headers)?;
    let signing = if wanted.require_signature { Signing::Required } else { Signing::Optional };
    let made = app.engine.make_hook(&tool, wanted.prompt, signing).await?;
    let mut url = base;
    if let Ok(mut segments) = url.path_segments_mut() {
        segments.clear().extend(["hooks", &made.record.tool.to_string(), &made.token]);
    }
    let shown = Webhook::of(Some(made.record));
    Ok(Json(Webhook { url: Some(url.into()), secret: Some(made.secret), ..shown }))
}

/// Remove the webhook of a tool: its address is good for nothing then.
#[utoipa::path(
    delete, path = "/tools/{tool_id}/webhook", operation_id = "remove_webhook", tag = "schedules",
    params(("tool_id" = String, Path, description = "Id or wire name, percent-encoded")),
    responses((status = 204, description = "It is gone"))
)]
pub(crate) async fn remove(
    State(app): State<App>,
    InPath(tool): InPath<String>,
) -> Result<StatusCode, Problem> {
    app.engine.remove_hook(&tool).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Run a tool by its webhook. The members of the body are the tool's parameters; a tool with a parameter `payload` gets the
/// whole body as that. The result is not told: it goes into the prompt queue.
#[utoipa::path(
    post, path = "/hooks/{tool_id}/{token}", operation_id = "deliver", tag = "schedules",
    params(
        ("tool_id" = String, Path, description = "The tool's id"),
        ("token" = String, Path, description = "The last part of the address that was given out"),
    ),
    request_body(content = Option<Object>),
    responses((status = 202, description = "The call, as far as it is known yet", body = Delivered))
)]
pub(crate) async fn deliver(
    State(app): State<App>,
    Extension(rates): Extension<Arc<Rates>>,
    InPath((tool, token)): InPath<(String, String)>,
    mut request: Request,
) -> Result<(StatusCode, Json<Delivered>), Problem> {
    let hook = app.engine.open_hook(&tool, &token).await?;
    if !rates.admit(&tool) {
        return Err(Problem::new(
            kinds::TOO_MANY,
            "This webhook was called as often as it may be in a minute.",
        )
        .hint("Try again in a minute."));
    }
    let headers = std::mem::take(request.headers_mut());
    DefaultBodyLimit::apply(DefaultBodyLimit::max(DELIVERY_MAX), &mut request);
    let body = Bytes::from_request(request, &app).await.map_err(|_| {
        Problem::new(kinds::TOO_LARGE, format!("What is delivered may have {} KiB.", DELIVERY_MAX >> 10))
    })?;
    let text = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or_default());
    let once = match text(SIGNATURE_HEADER) {
        Some(signature) => {
            let now = jiff::Timestamp::now().as_second();
            hook_signature::check(&hook.secret, signature, &body, now).map_err(|fault| {
                Problem::new(kinds::BAD_SIGNATURE, fault.to_string())
                    .hint("docs/SCHEDULES.md says how what is delivered is signed.")
            })?;
            Some(format!("signature {signature}"))
        }
        None if hook.signing == Signing::Required => {
            return Err(Problem::new(kinds::BAD_SIGNATURE, format!("`{SIGNATURE_HEADER}` is missing."))
                .hint("docs/SCHEDULES.md says how what is delivered is signed."));
        }
        None => text(DELIVERY_HEADER).map(|id| format!("delivery {id}")),
    };
    let delivered = app.engine.deliver(hook, once.as_deref(), read(&body)?).await?;
    Ok((StatusCode::ACCEPTED, Json(delivered.into())))
}

fn read(body: &[u8]) -> Result<Value, Problem> {
    if body.iter().all(u8::is_ascii_whitespace) {
        return Ok(Value::Null);
    }
    serde_json::from_slice(body)
        .map_err(|error| Problem::new(kinds::BAD_REQUEST, format!("The body is not JSON: {error}")))
}

/// The server as whoever asks knows it.
fn base(headers: &HeaderMap) -> Result<Url, Problem> {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let said = text(ORIGIN).map(str::to_owned).or_else(|| text(HOST).map(|host| format!("http://{host}")));
    let url = said.and_then(|said| Url::parse(&said).ok());
    url.ok_or_else(|| {
        Problem::new(kinds::BAD_REQUEST, "The request does not say under which name it was sent.")
    })
}
