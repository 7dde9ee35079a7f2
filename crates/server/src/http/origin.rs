//! Who may talk to the server through a browser: nobody but its own pages.
//!
//! The `Host` check stops DNS rebinding, the `Origin` check stops pages from elsewhere. There is no CORS on purpose.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{HOST, ORIGIN};
use axum::http::uri::Authority;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use url::{Host, Url};

use crate::http::problem::{Problem, kinds};

/// The names by which clients may reach the server.
#[derive(Debug, Clone)]
pub(crate) struct AllowedHosts(Arc<Vec<String>>);

impl AllowedHosts {
    /// Loopback names are always allowed; `more` are the configured ones, without a port.
    pub(crate) fn new(more: impl IntoIterator<Item = String>) -> Self {
        Self(Arc::new(more.into_iter().map(|name| name.to_ascii_lowercase()).collect()))
    }

    /// The configured names.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }

    fn configured(&self, host: &str) -> bool {
        self.0.iter().any(|name| name.eq_ignore_ascii_case(host))
    }

    /// Why a request with these headers is refused, if it is.
    fn refusal(&self, host: Option<&str>, origin: Option<&str>) -> Option<Problem> {
        let Some(authority) = host.and_then(|host| host.parse::<Authority>().ok()) else {
            return Some(
                Problem::new(kinds::FOREIGN_HOST, "The request names no host.").hint("Send a Host header."),
            );
        };
        if !is_loopback(authority.host()) && !self.configured(authority.host()) {
            let detail = format!("This server does not answer under the name `{}`.", authority.host());
            return Some(
                Problem::new(kinds::FOREIGN_HOST, detail)
                    .hint("Use 127.0.0.1 or localhost, or start the server with --allowed-host NAME."),
            );
        }
        let origin = origin?;
        let allowed = Url::parse(origin).is_ok_and(|url| self.own_page(&url, &authority));
        if allowed {
            return None;
        }
        Some(
            Problem::new(kinds::FOREIGN_ORIGIN, "Requests from pages of other sites are refused.")
                .hint("Call the API from a program, or from the server's own pages."),
        )
    }

    /// Whether a page of this origin was served by this server: under the very host and port of the request, or
    /// under a configured name, whose port a proxy may have changed.
    fn own_page(&self, origin: &Url, authority: &Authority) -> bool {
        let (Some(host), "http" | "https") = (origin.host_str(), origin.scheme()) else {
            return false;
        };
        let same_host = host.eq_ignore_ascii_case(authority.host());
        let port = authority.port_u16().or(match origin.scheme() {
            "https" => Some(443),
            _ => Some(80),
        });
        (same_host && origin.port_or_known_default() == port) || self.configured(host)
    }
}

fn is_loopback(host: &str) -> bool {
    match Host::parse(host) {
        Ok(Host::Domain(name)) => name == "localhost",
        Ok(Host::Ipv4(address)) => address.is_loopback(),
        Ok(Host::Ipv6(address)) => address.is_loopback(),
        Err(_) => false,
    }
}

/// Refuses what a page from elsewhere sends.
pub(crate) async fn check(State(allowed): State<AllowedHosts>, request: Request, next: Next) -> Response {
    match refusal(&allowed, &request) {
        Some(problem) => problem.into_response(),
        None => next.run(request).await,
    }
}

fn refusal(allowed: &AllowedHosts, request: &Request) -> Option<Problem> {
    // A header that is not text counts as a foreign one, not as none.
    let header = |name| request.headers().get(name).map(|value| value.to_str().unwrap_or("?"));
    let host = header(HOST).or_else(|| request.uri().authority().map(Authority::as_str));
    let several = request.headers().get_all(HOST).iter().count() > 1;
    allowed.refusal(host.filter(|_| !several), header(ORIGIN))
}

#[cfg(test)]
mod tests {
    use super::AllowedHosts;

    fn allowed(host: Option<&str>, origin: Option<&str>) -> bool {
        let hosts = AllowedHosts::new(["Pegboard.example".to_owned()]);
        hosts.refusal(host, origin).is_none()
    }

    #[test]
    fn hosts_are_loopback_or_configured() {
        for host in
            ["127.0.0.1:8321", "localhost", "LOCALHOST:1", "[::1]:8321", "127.9.9.9", "pegboard.example:443"]
        {
            assert!(allowed(Some(host), None), "{host}");
        }
        for host in [
            "",
            "example.com",
            "127.0.0.1.example.com",
            "localhost.example.com",
            "0.0.0.0",
            "[::]",
            "10.0.0.1",
            "a b",
            "localhost@example.com",
            "pegboard.example.com",
        ] {
            assert!(!allowed(Some(host), None), "{host}");
        }
        assert!(!allowed(None, None));
    }

    #[test]
    fn origins_are_the_servers_own() {
        let own = |origin| allowed(Some("127.0.0.1:8321"), Some(origin));
        assert!(own("http://127.0.0.1:8321"));
        assert!(own("https://pegboard.example"), "a proxy may rewrite the host");
        for origin in [
            "null",
            "",
            "?",
            "http://127.0.0.1:9000",
            "http://localhost:8321",
            "http://example.com",
            "http://127.0.0.1:8321.example.com",
            "file://",
            "ftp://127.0.0.1:8321",
            "http://127.0.0.1",
        ] {
            assert!(!own(origin), "{origin}");
        }
        assert!(allowed(Some("localhost"), Some("http://localhost")));
        assert!(allowed(Some("localhost"), Some("https://localhost")));
    }
}
