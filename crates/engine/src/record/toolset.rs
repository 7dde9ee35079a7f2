//! Toolsets, their files, tools and servers (spec 1 §1.1–1.5).

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use pegboard_model::call::{NeedsApproval, ProviderKind};
use pegboard_model::config::{ConfigSchema, ConfigStatus};
use pegboard_model::container::{ContainerManifest, ImageStatus};
use pegboard_model::fingerprint::Fingerprint;
use pegboard_model::ids::{ToolId, ToolsetId};
use pegboard_model::overrides::ToolOverride;
use pegboard_model::servers::{Audience, UpstreamTool};
use pegboard_model::time::Timestamp;
use pegboard_model::toolset::{Hooks, Sandbox};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// How a toolset came here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SourceType {
    /// An uploaded archive.
    Zip,
    /// A folder on this machine.
    Local,
    /// An address.
    Url,
    /// Pegboard itself.
    Builtin,
    /// A worker's file; `source_ref` is the worker's name.
    Worker,
}

impl SourceType {
    /// The word in the database and on every surface.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Zip => "zip",
            Self::Local => "local",
            Self::Url => "url",
            Self::Builtin => "builtin",
            Self::Worker => "worker",
        }
    }
}

impl fmt::Display for SourceType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for SourceType {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        [Self::Zip, Self::Local, Self::Url, Self::Builtin, Self::Worker]
            .into_iter()
            .find(|source| source.as_str() == text)
            .ok_or_else(|| format!("`{text}` is not a source type"))
    }
}

/// One installed toolset.
#[derive(Debug, Clone)]
pub struct ToolsetRecord {
    pub id: ToolsetId,
    pub name: String,
    /// As its manifest says.
    pub version: String,
    pub description: String,
    pub enabled: bool,
    /// Routes it to the "MCP Servers" section (spec 2).
    pub user_mcp: bool,
    pub installed_at: Timestamp,
    pub source_type: SourceType,
    /// The original file name, folder or address.
    pub source_ref: String,
    pub manifest_version: String,
    /// Over all its files.
    pub fingerprint: Fingerprint,
    /// How its Python tools run.
    pub python: PythonSettings,
    /// Why its tools could not be looked up, if they could not.
    pub problem: Option<String>,
    /// What its tools want to be told.
    pub config_schema: ConfigSchema,
    /// Whether they were; what the registry says is right.
    pub status: ConfigStatus,
}

/// How a toolset's Python tools run.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PythonSettings {
    /// Requirement lines of its own environment; empty means the base environment.
    #[serde(default)]
    pub requirements: Vec<String>,
    /// What is called before its tools are.
    #[serde(default)]
    pub hooks: Hooks,
    /// How long one call may take; `None` is the house's limit.
    #[serde(default)]
    pub timeout_seconds: Option<u32>,
    /// `fork` or `spawn`; `None` lets the runner choose.
    #[serde(default)]
    pub isolation: Option<String>,
    /// What its tools may touch.
    #[serde(default)]
    pub sandbox: Sandbox,
}

/// One file of an installed toolset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolsetFile {
    /// Relative to the toolset, with `/`.
    pub path: String,
    /// `python`, `artifact`, `asset` or `config`.
    pub kind: String,
    /// Lower-case hex.
    pub sha256: String,
    /// Bytes.
    pub size: i64,
    /// Absolute.
    pub stored_path: String,
}

/// One tool with everything known about it.
#[derive(Debug, Clone)]
pub struct ToolRecord {
    pub id: ToolId,
    /// Its toolset; also of built-ins, which have one to be switched by.
    pub toolset: Option<ToolsetId>,
    /// The toolset's display name; "Builtin" for built-ins.
    pub source_name: String,
    pub provider: ProviderKind,
    /// The display name, overrides applied.
    pub name: String,
    /// Overrides applied.
    pub description: String,
    /// JSON Schema of the arguments; `None` when the code could not be read.
    pub input_schema: Option<Value>,
    /// Whether a person must see each call, as policy sees it now.
    pub requires_confirmation: bool,
    /// When its own code, or its manifest, wants a person to see its calls.
    pub needs_approval: Option<NeedsApproval>,
    /// Toolset, tool and overrides together.
    pub enabled: bool,
    pub entrypoint: Option<String>,
    pub category: Option<String>,
    /// What the bundle changes.
    pub bundle_override: Option<ToolOverride>,
    /// What the user changes.
    pub user_override: Option<ToolOverride>,
    /// Both together.
    pub effective: ToolOverride,
    /// What a model calls it.
    pub wire_name: String,
    /// Whether it has a webhook.
    pub webhook: bool,
    /// Why its definition could not be read, if it could not.
    pub problem: Option<String>,
    /// A server's tool as the server describes it.
    pub upstream: Option<UpstreamTool>,
    /// What a container tool declares.
    pub container: Option<Arc<ContainerManifest>>,
    /// How a container tool's image stands, as far as it was asked for.
    pub image: Option<ImageStatus>,
    /// Whether it was told what it wants to be told.
    pub status: ConfigStatus,
}

impl ToolRecord {
    /// Whether it is there for `audience`, by what its server says.
    pub fn is_for(&self, audience: Audience) -> bool {
        self.upstream.as_ref().is_none_or(|tool| tool.is_for(audience))
    }
}
