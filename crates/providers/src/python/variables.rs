//! Which of the server's environment variables a started process gets to see.

use std::ffi::{OsStr, OsString};
use std::path::Path;

/// Marks every process of one data folder, so that a restarted server finds what a killed one left.
pub(super) const HOUSE: &str = "PEGBOARD_HOUSE";

/// Marks the processes of one runner, so that what outlives it is found.
pub(super) const RUNNER: &str = "PEGBOARD_RUNNER";

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

/// Where programs are looked for when the server itself has no `PATH`.
const DEFAULT_PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// What tools may see of the server's environment. An allow-list: the server's own variables hold its secrets.
pub(super) fn for_tools() -> Vec<(OsString, OsString)> {
    filtered(|name| NAMES.contains(&name) || name.starts_with("LC_"))
}

/// What installers may see: the same, and how the person configured `uv` and `pip`.
pub(super) fn for_installers() -> Vec<(OsString, OsString)> {
    filtered(|name| {
        NAMES.contains(&name)
            || name == "TMPDIR"
            || ["LC_", "UV_", "PIP_"].iter().any(|prefix| name.starts_with(prefix))
    })
}

fn filtered(allowed: impl Fn(&str) -> bool) -> Vec<(OsString, OsString)> {
    std::env::vars_os().filter(|(name, _)| name.to_str().is_some_and(&allowed)).collect()
}

/// `PATH` with one folder before all others.
pub(super) fn path_with(folder: &Path) -> OsString {
    let rest = std::env::var_os("PATH").unwrap_or_else(|| OsString::from(DEFAULT_PATH));
    let mut path = folder.as_os_str().to_owned();
    path.push(OsStr::new(":"));
    path.push(rest);
    path
}

/// The folders of `PATH`.
pub(super) fn search_path() -> Vec<std::path::PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_else(|| OsString::from(DEFAULT_PATH));
    std::env::split_paths(&path).filter(|folder| folder.is_absolute()).collect()
}
