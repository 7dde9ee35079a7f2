//! Whether a page's headers let another page frame it: `X-Frame-Options` and the policy directive `frame-ancestors`.

use std::str::Split;

use axum::http::HeaderMap;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, X_FRAME_OPTIONS};
use url::Url;

/// Why a page does not let itself be framed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Refusal {
    #[error("the page forbids to be shown in a frame (X-Frame-Options)")]
    FrameOptions,
    #[error("the page forbids to be shown in a frame of this page (frame-ancestors)")]
    Ancestors,
    #[error("the address is a download, not a page")]
    Download,
}

/// Judges the headers of `page` as a browser would that shows it in a page of the origin `around`.
///
/// # Errors
/// When the browser would not show it.
pub(crate) fn judge(headers: &HeaderMap, page: &Url, around: &Url) -> Result<(), Refusal> {
    if texts(headers, &CONTENT_DISPOSITION).any(|text| starts_with_word(text, "attachment")) {
        return Err(Refusal::Download);
    }
    let policies = texts(headers, &CONTENT_SECURITY_POLICY).flat_map(|text| text.split(','));
    let mut stated = false;
    for sources in policies.filter_map(ancestors) {
        stated = true;
        if !sources.split_ascii_whitespace().any(|source| matches(source, page, around)) {
            return Err(Refusal::Ancestors);
        }
    }
    // Where a policy speaks of ancestors, browsers do not look at the older header.
    if stated { Ok(()) } else { options(headers, page, around) }
}

fn texts<'a>(headers: &'a HeaderMap, name: &axum::http::HeaderName) -> impl Iterator<Item = &'a str> {
    headers.get_all(name).iter().filter_map(|value| value.to_str().ok())
}

/// The sources of a policy's first `frame-ancestors`.
fn ancestors(policy: &str) -> Option<&str> {
    let directives: Split<'_, char> = policy.split(';');
    directives.map(str::trim).find_map(|directive| {
        let (name, sources) = directive.split_once([' ', '\t']).unwrap_or((directive, ""));
        name.eq_ignore_ascii_case("frame-ancestors").then_some(sources)
    })
}

/// Whether a source expression names the origin `around`.
fn matches(source: &str, page: &Url, around: &Url) -> bool {
    if source == "*" {
        return true;
    }
    if source.eq_ignore_ascii_case("'self'") {
        return page.origin() == around.origin();
    }
    if let Some(scheme) = source.strip_suffix(':') {
        return scheme_matches(scheme, around);
    }
    let (scheme, rest) = match source.split_once("://") {
        Some((scheme, rest)) => (Some(scheme), rest),
        None => (None, source),
    };
    let place = rest.split('/').next().unwrap_or(rest);
    let (host, port) = match place.rsplit_once(':') {
        Some((host, port)) => (host, Some(port)),
        None => (place, None),
    };
    // Without a scheme, that of the page which says so.
    scheme_matches(scheme.unwrap_or(page.scheme()), around)
        && host_matches(host, around.host_str().unwrap_or_default())
        && port_matches(port, around)
}

/// The secure form of a scheme is as good.
fn scheme_matches(scheme: &str, around: &Url) -> bool {
    scheme.eq_ignore_ascii_case(around.scheme())
        || (scheme.eq_ignore_ascii_case("http") && around.scheme() == "https")
}

fn host_matches(pattern: &str, host: &str) -> bool {
    match pattern.strip_prefix('*') {
        Some("") => true,
        Some(end) => {
            let start = host.len().checked_sub(end.len()).filter(|start| *start > 0);
            end.starts_with('.')
                && start.is_some_and(|start| {
                    host.is_char_boundary(start) && host[start..].eq_ignore_ascii_case(end)
                })
        }
        None => pattern.eq_ignore_ascii_case(host),
    }
}

fn port_matches(port: Option<&str>, around: &Url) -> bool {
    match port {
        Some("*") => true,
        Some(port) => port.parse() == Ok(around.port_or_known_default().unwrap_or(0)),
        None => around.port().is_none(),
    }
}

/// `X-Frame-Options`, as today's browsers read it: unknown values, such as `ALLOW-FROM`, do not count.
fn options(headers: &HeaderMap, page: &Url, around: &Url) -> Result<(), Refusal> {
    let values = texts(headers, &X_FRAME_OPTIONS).flat_map(|text| text.split(','));
    for value in values.map(str::trim) {
        let denied = value.eq_ignore_ascii_case("deny");
        let same = value.eq_ignore_ascii_case("sameorigin");
        if denied || (same && page.origin() != around.origin()) {
            return Err(Refusal::FrameOptions);
        }
    }
    Ok(())
}

fn starts_with_word(text: &str, word: &str) -> bool {
    text.split(';').next().is_some_and(|first| first.trim().eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use axum::http::{HeaderMap, HeaderName, HeaderValue};

    use super::{Refusal, judge};

    fn judged(headers: &[(&'static str, &str)]) -> Result<(), Refusal> {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(HeaderName::from_static(name), HeaderValue::from_str(value).unwrap());
        }
        judge(&map, &"http://localhost:3000/x".parse().unwrap(), &"http://127.0.0.1:8321".parse().unwrap())
    }

    fn policy(sources: &str) -> bool {
        judged(&[("content-security-policy", &format!("default-src *; frame-ancestors {sources}"))]).is_ok()
    }

    #[test]
    fn a_page_that_says_nothing_may_be_framed() {
        assert_eq!(judged(&[]), Ok(()));
        assert_eq!(judged(&[("content-security-policy", "default-src 'none'")]), Ok(()));
        assert_eq!(judged(&[("x-frame-options", "ALLOW-FROM http://a.example")]), Ok(()));
    }

    #[test]
    fn frame_options_forbid() {
        for value in ["DENY", "deny", "SAMEORIGIN", "allowall, deny", " Deny "] {
            assert_eq!(judged(&[("x-frame-options", value)]), Err(Refusal::FrameOptions), "{value}");
        }
    }

    #[test]
    fn a_policy_decides_before_frame_options() {
        let open = ("content-security-policy", "frame-ancestors *");
        assert_eq!(judged(&[("x-frame-options", "DENY"), open]), Ok(()));
        let closed = ("content-security-policy", "frame-ancestors 'none'");
        assert_eq!(judged(&[open, closed]), Err(Refusal::Ancestors));
        let both = ("content-security-policy", "frame-ancestors *, default-src *; Frame-Ancestors 'self'");
        assert_eq!(judged(&[both]), Err(Refusal::Ancestors));
    }

    #[test]
    fn sources_are_read_as_browsers_do() {
        for open in [
            "*",
            "http:",
            "HTTP:",
            "http://127.0.0.1:8321",
            "127.0.0.1:8321",
            "127.0.0.1:*",
            "http://*:8321",
            "'self' http://127.0.0.1:8321/path",
            "*:*",
        ] {
            assert!(policy(open), "{open}");
        }
        for closed in [
            "",
            "'none'",
            "'self'",
            "https:",
            "https://127.0.0.1:8321",
            "http://127.0.0.1",
            "http://127.0.0.1:8322",
            "http://localhost:8321",
            "*.0.0.1",
            "*1:8321",
            "data:",
        ] {
            assert!(!policy(closed), "{closed}");
        }
    }

    #[test]
    fn a_download_is_no_page() {
        assert_eq!(judged(&[("content-disposition", "Attachment; filename=x")]), Err(Refusal::Download));
        assert_eq!(judged(&[("content-disposition", "inline; filename=attachment")]), Ok(()));
    }
}
