//! Refusals as OpenAI's clients read them.

use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use crate::http::compatible::naming::PREFIX;
use crate::http::problem::TYPE_PREFIX;
use crate::http::wire::problem::Problem;

/// Bytes of a problem document; ours are far shorter.
const PROBLEM_MAX: usize = 1 << 20;
/// What the content type of problems is.
const PROBLEM: &str = "application/problem+json";

/// Has refusals of what lies below `/v1/` say what they are in OpenAI's words.
pub(crate) async fn in_their_words(request: Request, next: Next) -> Response {
    let is_theirs = request.uri().path().starts_with(PREFIX);
    let response = next.run(request).await;
    let is_problem = response.headers().get(CONTENT_TYPE).is_some_and(|kind| kind == PROBLEM);
    if is_theirs && is_problem { reworded(response).await } else { response }
}

async fn reworded(response: Response) -> Response {
    let (mut parts, body) = response.into_parts();
    let problem = to_bytes(body, PROBLEM_MAX).await.ok();
    let problem = problem.and_then(|bytes| serde_json::from_slice::<Problem>(&bytes).ok());
    // OpenAI knows no 422.
    if parts.status == StatusCode::UNPROCESSABLE_ENTITY {
        parts.status = StatusCode::BAD_REQUEST;
    }
    let error = match problem {
        Some(problem) => {
            let detail = problem.detail.trim_end_matches('.');
            let message = problem.hint.map_or(problem.detail.clone(), |hint| format!("{detail}. {hint}"));
            let code = problem.kind.strip_prefix(TYPE_PREFIX).unwrap_or(&problem.kind).replace('-', "_");
            error(parts.status, &message, &code)
        }
        None => error(parts.status, "The server failed.", "internal"),
    };
    parts.headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    parts.headers.remove(CONTENT_LENGTH);
    Response::from_parts(parts, Body::from(error.to_string()))
}

/// An error as it stands in an answer or in a stream.
pub(super) fn error(status: StatusCode, message: &str, code: &str) -> Value {
    let kind = match status.as_u16() {
        401 => "authentication_error",
        403 => "permission_error",
        429 => "rate_limit_error",
        500.. => "server_error",
        _ => "invalid_request_error",
    };
    json!({"error": {"message": message, "type": kind, "param": null, "code": code}})
}

/// A reply that was begun and failed. Clients try again by themselves what fails so; its calls must not be made twice.
pub(super) fn failed(message: &str) -> Response {
    let body = error(StatusCode::BAD_GATEWAY, message, "reply_failed");
    let headers = [("x-should-retry", "false"), ("content-type", "application/json")];
    (StatusCode::BAD_GATEWAY, headers, body.to_string()).into_response()
}
