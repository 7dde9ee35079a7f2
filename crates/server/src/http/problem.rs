//! Refusals and failures as problem documents (RFC 9457).
//!
//! What sorts there are stands in [`kinds`]; which engine error is which sort, in [`engine`].

pub(crate) mod bundles;
mod chats;
mod config;
pub(crate) mod engine;
mod hooks;
pub(crate) mod kinds;
mod models;
mod outcomes;
mod policy;
mod replies;
mod schedules;
mod servers;
mod workers;

use axum::Json;
use axum::http::header::{CONTENT_TYPE, HeaderValue, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use uuid::Uuid;

use crate::http::problem::kinds::Kind;
use crate::http::wire::problem as wire;

/// What the names in `type` begin with.
pub(crate) const TYPE_PREFIX: &str = "urn:pegboard:problem:";

/// Seconds after which a client that was turned away may come back.
const RETRY_SECONDS: HeaderValue = HeaderValue::from_static("1");

/// A problem on its way to the client. Boxed, because results carry it everywhere.
#[derive(Debug)]
pub(crate) struct Problem(Box<wire::Problem>);

impl Problem {
    pub(crate) fn new(kind: Kind, detail: impl Into<String>) -> Self {
        Self(Box::new(wire::Problem {
            kind: format!("{TYPE_PREFIX}{}", kind.name),
            title: kind.title.to_owned(),
            status: kind.status,
            detail: detail.into(),
            hint: None,
            instance: None,
            near: Vec::new(),
            violations: Vec::new(),
        }))
    }

    /// A failure of the server itself: the client gets a name for it, the log gets the detail.
    pub(crate) fn internal(error: &dyn std::error::Error) -> Self {
        let instance = format!("urn:uuid:{}", Uuid::now_v7());
        tracing::error!(instance, error = chain(error), "an operation failed");
        let mut problem = Self::new(kinds::INTERNAL, "The server could not do this.")
            .hint("The server's log has the detail under this problem's `instance`.");
        problem.0.instance = Some(instance);
        problem
    }

    /// What the client is told.
    pub(crate) fn detail(&self) -> &str {
        &self.0.detail
    }

    #[must_use]
    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.0.hint = Some(hint.into());
        self
    }

    /// What was probably meant; with candidates, they are the hint.
    #[must_use]
    pub(crate) fn near(mut self, near: Vec<String>) -> Self {
        if let Some(first) = near.first() {
            self.0.hint = Some(format!("Did you mean `{first}`?"));
        }
        self.0.near = near;
        self
    }

    #[must_use]
    pub(crate) fn violations(mut self, violations: Vec<wire::Violation>) -> Self {
        self.0.violations = violations;
        self
    }

    #[cfg(test)]
    pub(crate) fn document(&self) -> &wire::Problem {
        &self.0
    }
}

/// An error with its causes.
fn chain(error: &dyn std::error::Error) -> String {
    let causes = std::iter::successors(Some(error), |error| error.source());
    let mut texts: Vec<String> = Vec::new();
    for text in causes.map(ToString::to_string) {
        // Transparent errors repeat the text of their cause.
        if texts.last() != Some(&text) {
            texts.push(text);
        }
    }
    texts.join(": ")
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.0.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response = (status, Json(self.0)).into_response();
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        match status {
            StatusCode::UNAUTHORIZED => {
                headers.insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer realm=\"pegboard\""));
            }
            StatusCode::SERVICE_UNAVAILABLE => {
                headers.insert(RETRY_AFTER, RETRY_SECONDS);
            }
            // The rest of the body was not read: the connection cannot be used again.
            StatusCode::PAYLOAD_TOO_LARGE => {
                headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
            }
            _ => {}
        }
        response
    }
}
