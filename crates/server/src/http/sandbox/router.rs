//! What the listener for frames answers: frames, and nothing else. No API, no cookies, no other method than `GET`.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{Path, Request, State};
use axum::http::StatusCode;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName, HeaderValue, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tower_http::trace::TraceLayer;
use tracing::Span;

use crate::http::limits::{self, REQUESTS_MAX, Room};
use crate::http::origin::{self, AllowedHosts};
use crate::http::sandbox::document::GONE;
use crate::http::sandbox::origins::Origins;
use crate::http::sandbox::shown::{Shown, View};

/// For a page of ours with what a tool made inside, which inherits it. `frame-src 'none'` is what keeps a script in
/// there from leaving with what it knows: `srcdoc` needs no source, every navigation does.
const PAGE: &str = "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; \
    style-src 'unsafe-inline'; img-src data: blob:; font-src data:; media-src data: blob:; connect-src 'none'; \
    frame-src 'none'; form-action 'none'; base-uri 'none'";
/// For a PDF. Chromium's viewer refuses to work with the `sandbox` directive; a script in a PDF reaches no page.
const PDF: &str =
    "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'";
/// For what is nothing.
const NOTHING: &str = "sandbox; default-src 'none'; form-action 'none'; base-uri 'none'";

const HTML: HeaderValue = HeaderValue::from_static("text/html; charset=utf-8");

/// The policies as headers, with whoever may frame.
#[derive(Clone)]
struct Policies {
    page: HeaderValue,
    pdf: HeaderValue,
    nothing: HeaderValue,
    /// Sources of `frame-ancestors`.
    ancestors: String,
}

impl Policies {
    fn new(ancestors: &str) -> Self {
        let policy = |directives: &str| {
            let text = format!("{directives}; frame-ancestors {ancestors}");
            // Ancestors are plain names by construction.
            HeaderValue::from_str(&text).unwrap_or(HeaderValue::from_static("default-src 'none'; sandbox"))
        };
        Self {
            page: policy(PAGE),
            pdf: policy(PDF),
            nothing: policy(NOTHING),
            ancestors: ancestors.to_owned(),
        }
    }
}

#[derive(Clone)]
struct Listener {
    shown: Shown,
    policies: Arc<Policies>,
}

/// All answers of the listener. Layers run from the last to the first.
pub(crate) fn router(shown: Shown, origins: &Origins, allowed: AllowedHosts) -> Router {
    let policies = Arc::new(Policies::new(origins.ancestors()));
    Router::new()
        .route("/r/{id}", get(frame))
        .fallback(nothing)
        .method_not_allowed_fallback(nothing)
        .layer(middleware::from_fn_with_state(allowed, origin::check))
        .layer(middleware::from_fn_with_state(Room::new(REQUESTS_MAX), limits::admit))
        .layer(middleware::from_fn_with_state(Arc::clone(&policies), secure))
        .layer(TraceLayer::new_for_http().make_span_with(span_of).on_failure(()))
        .with_state(Listener { shown, policies })
}

/// What log lines of a request say of it. Not its path: whoever knows a frame's name can load it.
fn span_of(request: &Request) -> Span {
    tracing::debug_span!("frame", method = %request.method())
}

async fn frame(State(listener): State<Listener>, Path(id): Path<String>) -> Response {
    let view = id.parse().ok().and_then(|id| listener.shown.get(id));
    let policies = &listener.policies;
    let (kind, policy, bytes) = match view {
        Some(View::Page(bytes)) => (HTML, policies.page.clone(), bytes),
        Some(View::App(bytes, reach)) => (HTML, reach.policy(&policies.ancestors), bytes),
        Some(View::Pdf(bytes)) => (HeaderValue::from_static("application/pdf"), policies.pdf.clone(), bytes),
        None => return gone(),
    };
    ([(CONTENT_TYPE, kind), (CONTENT_SECURITY_POLICY, policy)], Body::from(bytes)).into_response()
}

async fn nothing() -> Response {
    gone()
}

fn gone() -> Response {
    (StatusCode::NOT_FOUND, [(CONTENT_TYPE, HTML)], GONE).into_response()
}

/// Headers that every answer carries.
async fn secure(State(policies): State<Arc<Policies>>, request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    headers.entry(CONTENT_SECURITY_POLICY).or_insert_with(|| policies.nothing.clone());
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.insert(HeaderName::from_static("origin-agent-cluster"), HeaderValue::from_static("?1"));
    response
}
