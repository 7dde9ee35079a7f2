//! Headers that every answer carries, so that no browser mistakes an answer for a page.

use axum::extract::Request;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HeaderValue, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::middleware::Next;
use axum::response::Response;

/// For answers of the API: nothing in them may load or run anything.
const API_POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
);
/// For the page that browses the API: its own scripts, and the style attributes that they set.
pub(crate) const DOCS_POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
     connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
);

/// Adds what the handler did not set itself.
pub(crate) async fn secure(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.entry(CONTENT_SECURITY_POLICY).or_insert(API_POLICY);
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}
