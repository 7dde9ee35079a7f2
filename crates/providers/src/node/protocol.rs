//! The messages of `docs/NODE_RUNNER_PROTOCOL.md`.

use std::collections::BTreeMap;
use std::path::Path;

use pegboard_model::toolset::{NodeCode, NodeSource};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::fault::ErrorKind;

/// The runner refuses any other.
pub(super) const VERSION: u32 = 1;

/// What the server tells the runner.
#[derive(Debug, Serialize)]
#[serde(tag = "op", rename_all = "lowercase")]
pub(super) enum Order<'a> {
    /// Import these; the first order.
    Load { protocol: u32, root: &'a Path, sources: Vec<Source<'a>>, context: Context<'a> },
    /// What do the tools say of themselves?
    Describe,
    /// Does a call with this input need approval?
    Ask { id: &'a str, tool: &'a str, input: &'a Map<String, Value> },
    /// Run a tool.
    Call { id: &'a str, tool: &'a str, input: &'a Map<String, Value>, result_bytes: u64 },
    /// Tell the tool to stop.
    Cancel,
}

/// Where tools come from.
#[derive(Debug, Serialize)]
pub(super) struct Source<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    package: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    module: Option<&'a str>,
    imports: &'a [String],
    args: Vec<Value>,
}

impl<'a> Source<'a> {
    /// The source as the bundle declares it, with its arguments filled in.
    pub(super) fn of(source: &'a NodeSource, args: Vec<Value>) -> Self {
        let (package, module) = match &source.code {
            NodeCode::Package(package) => (Some(package.name.as_str()), None),
            NodeCode::Module(path) => (None, Some(path.as_str())),
        };
        Self { package, module, imports: &source.imports, args }
    }
}

/// What tools get as their context.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Context<'a> {
    pub(super) workspace: &'a Path,
    pub(super) chat_id: String,
    pub(super) toolset_id: &'a str,
    pub(super) toolset_root: &'a Path,
    pub(super) config: Map<String, Value>,
}

/// What the runner tells the server.
#[derive(Debug, Deserialize)]
#[serde(tag = "event", rename_all = "lowercase")]
pub(super) enum Event {
    /// The imports are over.
    Loaded {
        protocol: u32,
        node: String,
        #[serde(default)]
        failed: BTreeMap<String, Fault>,
    },
    /// What the tools say of themselves.
    Described { tools: Vec<Described> },
    /// Whether a call needs approval.
    Answered { needed: bool },
    /// Something that the tool yielded.
    Progress { value: Value },
    /// The tool's result.
    Result {
        #[serde(default)]
        value: Value,
    },
    /// It failed.
    Error(Fault),
}

/// What went wrong.
#[derive(Debug, Deserialize)]
pub(super) struct Fault {
    pub(super) kind: ErrorKind,
    pub(super) message: String,
    pub(super) traceback: Option<String>,
}

/// What one tool says of itself.
#[derive(Debug, Deserialize)]
pub(super) struct Described {
    pub(super) name: String,
    pub(super) source: usize,
    pub(super) title: Option<String>,
    pub(super) description: Option<String>,
    pub(super) approval: Option<Stated>,
    pub(super) input_schema: Option<Value>,
    pub(super) error: Option<Fault>,
}

/// What the code says of approval.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Stated {
    Always,
    Never,
    /// It wants to be asked with each input.
    Depends,
    Unsaid,
}
