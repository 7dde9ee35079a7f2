//! Which of the server's environment variables a started process gets to see.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use pegboard_processes::{Mark, inherited};

/// Marks the processes of one runner, so that what outlives it is found.
pub(crate) const RUNNER: &str = "PEGBOARD_RUNNER";

/// What all processes of one runner carry.
pub(crate) fn mark(runner: &str) -> Mark {
    Mark::new(RUNNER, runner)
}

/// Where programs are looked for when the server itself has no `PATH`.
const DEFAULT_PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// What tools may see of the server's environment.
pub(crate) fn for_tools() -> Vec<(OsString, OsString)> {
    inherited(|_| false)
}

/// What installers may see: the same, and how the person configured `uv`, `pip` and `npm`.
pub(crate) fn for_installers() -> Vec<(OsString, OsString)> {
    const PREFIXES: [&str; 4] = ["UV_", "PIP_", "NPM_CONFIG_", "npm_config_"];
    inherited(|name| {
        matches!(name, "TMPDIR" | "NODE_EXTRA_CA_CERTS")
            || PREFIXES.iter().any(|prefix| name.starts_with(prefix))
    })
}

/// `PATH` with one folder before all others.
pub(crate) fn path_with(folder: &Path) -> OsString {
    let rest = std::env::var_os("PATH").unwrap_or_else(|| OsString::from(DEFAULT_PATH));
    let mut path = folder.as_os_str().to_owned();
    path.push(OsStr::new(":"));
    path.push(rest);
    path
}

/// The folders of `PATH`.
pub(crate) fn search_path() -> Vec<std::path::PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_else(|| OsString::from(DEFAULT_PATH));
    std::env::split_paths(&path).filter(|folder| folder.is_absolute()).collect()
}
