//! The content security policy of the page.

use axum::http::header::CONTENT_SECURITY_POLICY;
use axum::http::{HeaderName, HeaderValue};

use crate::http::sandbox::hosts::FrameHost;

/// All but frames comes from the server itself. Styles may stand in the document: editors make them as they go.
const OWN: &str = "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data: blob:; media-src 'self' blob:; font-src 'self'; connect-src 'self'; \
    frame-ancestors 'none'; base-uri 'none'; object-src 'none'; form-action 'self'";

/// The header for a page whose frames come from `sandbox` and from `hosts`.
pub(crate) fn policy(sandbox: Option<&str>, hosts: &[FrameHost]) -> (HeaderName, HeaderValue) {
    let mut sources: Vec<String> = sandbox.map(str::to_owned).into_iter().collect();
    sources.extend(hosts.iter().map(FrameHost::sources));
    let sources = if sources.is_empty() { "'none'".to_owned() } else { sources.join(" ") };
    let text = format!("{OWN}; frame-src {sources}");
    // Every source is plain text by construction.
    let value = HeaderValue::from_str(&text).unwrap_or(HeaderValue::from_static(OWN));
    (CONTENT_SECURITY_POLICY, value)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::policy;

    #[test]
    fn only_frames_come_from_elsewhere() {
        let hosts = ["localhost".parse().unwrap(), "docs.example:8443".parse().unwrap()];
        let (_, value) = policy(Some("http://localhost:8322"), &hosts);
        insta::assert_snapshot!(value.to_str().unwrap());
        assert!(policy(None, &[]).1.to_str().unwrap().ends_with("; frame-src 'none'"));
    }
}
