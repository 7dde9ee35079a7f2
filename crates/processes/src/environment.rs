//! Which of the server's environment variables a started process gets to see.

use std::ffi::OsString;

const NAMES: [&str; 17] = [
    "PATH",
    "HOME",
    "LANG",
    "TZ",
    "SSL_CERT_FILE",
    "SSL_CERT_DIR",
    "REQUESTS_CA_BUNDLE",
    "CURL_CA_BUNDLE",
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "ALL_PROXY",
    "NO_PROXY",
    "http_proxy",
    "https_proxy",
    "all_proxy",
    "no_proxy",
    "LANGUAGE",
];

/// What a started process may see of the server's environment: language, network and where programs are, and what
/// `besides` allows by name. An allow-list: the server's own variables hold its secrets.
pub fn inherited(besides: impl Fn(&str) -> bool) -> Vec<(OsString, OsString)> {
    let allowed = |name: &str| NAMES.contains(&name) || name.starts_with("LC_") || besides(name);
    std::env::vars_os().filter(|(name, _)| name.to_str().is_some_and(allowed)).collect()
}
