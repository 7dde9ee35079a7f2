//! Which of Pegboard's environment variables a server's process gets to see.

use std::ffi::OsString;

use pegboard_model::variables::is_open_to_toolsets;
use pegboard_processes::inherited;

/// What programs expect of a login, and how the person configured the programs that fetch servers.
const NAMES: [&str; 6] = ["USER", "LOGNAME", "SHELL", "TERM", "TMPDIR", "NODE_EXTRA_CA_CERTS"];
const PREFIXES: [&str; 5] = ["npm_config_", "NPM_CONFIG_", "UV_", "PIP_", "XDG_"];

/// What a server's process inherits; its own settings come on top.
pub(super) fn for_servers() -> Vec<(OsString, OsString)> {
    inherited(|name| NAMES.contains(&name) || PREFIXES.iter().any(|prefix| name.starts_with(prefix)))
}

/// A variable of Pegboard's environment that a server's settings may name.
pub(super) fn variable(name: &str) -> Option<String> {
    if is_open_to_toolsets(name) { std::env::var(name).ok() } else { None }
}
