//! Where the packages lie.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

/// Packages of both registries, with the Node and the Python that they run on.
pub(crate) struct Packages {
    node: PathBuf,
    python: PathBuf,
}

impl Packages {
    /// Finds them; where they are not installed, says so.
    pub(crate) fn find() -> Option<Self> {
        let folder = |variable| {
            let found = std::env::var_os(variable).map(PathBuf::from);
            if found.is_none() {
                eprintln!("left out: {variable} names no folder with published packages");
            }
            found
        };
        Some(Self { node: folder("PEGBOARD_MCP_SERVERS")?, python: folder("PEGBOARD_MCP_PYTHON")? })
    }

    /// The Node beside the packages, which is new enough for all of them.
    pub(crate) fn node(&self) -> PathBuf {
        self.node.join("node_modules/node/bin/node")
    }

    /// A file of a package of the protocol's authors.
    pub(crate) fn module(&self, path: &str) -> PathBuf {
        self.node.join("node_modules/@modelcontextprotocol").join(path)
    }

    /// One of the clients that lie beside the packages.
    pub(crate) fn client(&self, name: &str) -> PathBuf {
        self.node.join("clients").join(name)
    }

    pub(crate) fn python(&self) -> PathBuf {
        self.python.join("bin/python")
    }

    /// A server for Node as `mcpServers` has it.
    pub(crate) fn node_server(&self, name: &str, args: &[&str]) -> Value {
        let script = self.module(&format!("server-{name}/dist/index.js"));
        self.server(&self.node(), &[&[script.to_str().unwrap()], args].concat())
    }

    /// A server for Python.
    pub(crate) fn python_server(&self, module: &str, args: &[&str]) -> Value {
        self.server(&self.python(), &[&["-m", module], args].concat())
    }

    fn server(&self, command: &Path, args: &[&str]) -> Value {
        json!({"command": command, "args": args})
    }
}
