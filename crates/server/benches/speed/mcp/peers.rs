//! Other proxies, installed by `scripts/bench.sh` in the versions that `benches/peers` names.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::json;

use crate::mcp::echo;
use crate::mcp::proxy::Proxy;

/// The folder with `node_modules`.
const NODE: &str = "PEGBOARD_MCP_PEERS";
/// The folder of a Python environment.
const PYTHON: &str = "PEGBOARD_MCP_PEERS_PYTHON";

/// Starts each as its documentation says; what cannot be started says why.
pub(super) fn all() -> Vec<Result<Proxy, String>> {
    let started: [(&'static str, Result<Proxy, String>); 3] =
        [("fastmcp", fastmcp()), ("mcp-proxy", mcp_proxy()), ("supergateway", supergateway())];
    let label =
        |(name, proxy): (&str, Result<_, String>)| proxy.map_err(|why| format!("{name} is left out: {why}"));
    started.into_iter().map(label).collect()
}

/// `fastmcp run` of a file with one server.
fn fastmcp() -> Result<Proxy, String> {
    let program = installed(PYTHON, "bin/fastmcp")?;
    let config = std::env::temp_dir().join("fastmcp.json");
    let server = json!({"command": echo::program(), "args": [echo::ARGUMENT]});
    std::fs::write(&config, json!({"mcpServers": {"echo": server}}).to_string()).unwrap();
    let port = free_port();
    let mut command = quiet(Command::new(program));
    command.arg("run").arg(config).args(["--transport", "http", "--host", "127.0.0.1", "--no-banner"]);
    command.args(["--log-level", "ERROR", "--port", &port.to_string()]);
    Proxy::program("fastmcp", port, command)
}

fn mcp_proxy() -> Result<Proxy, String> {
    let script = installed(NODE, "node_modules/mcp-proxy/dist/bin/mcp-proxy.mjs")?;
    let port = free_port();
    let mut command = quiet(Command::new("node"));
    command.arg(script).args([
        "--host",
        "127.0.0.1",
        "--server",
        "stream",
        "--port",
        &port.to_string(),
        "--",
    ]);
    command.arg(echo::program()).arg(echo::ARGUMENT);
    Proxy::program("mcp-proxy", port, command)
}

/// With sessions: else it starts a process for every request.
fn supergateway() -> Result<Proxy, String> {
    let script = installed(NODE, "node_modules/supergateway/dist/index.js")?;
    let port = free_port();
    let mut command = quiet(Command::new("node"));
    command.arg(script).args(["--outputTransport", "streamableHttp", "--stateful", "--logLevel", "none"]);
    command.args(["--port", &port.to_string(), "--stdio"]);
    command.arg(format!("{} {}", echo::program().display(), echo::ARGUMENT));
    Proxy::program("supergateway", port, command)
}

fn installed(variable: &str, path: &str) -> Result<PathBuf, String> {
    let folder = std::env::var_os(variable).ok_or("`make bench` could not install it")?;
    let path = Path::new(&folder).join(path);
    if path.exists() { Ok(path) } else { Err(format!("{variable} has no {}", path.display())) }
}

fn quiet(mut command: Command) -> Command {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}
