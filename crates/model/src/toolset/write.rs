//! Writing of a manifest in its canonical form: keys in a fixed order, defaults left out, overrides with the shortest
//! tool ids, and texts quoted wherever another reader could take them for something else.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;
use serde_saphyr::SerializerOptions;

use super::entrypoint::Entrypoint;
use super::manifest::{
    MANIFEST_VERSION, McpServer, PythonSection, Requirements, ServerScope, ToolDeclaration, ToolsetManifest,
    Transport,
};
use super::names::{Declared, Others};
use super::write_bounds::Bounds;
use super::write_config::Config;
use super::write_node::Node;
use crate::overrides::ToolOverride;
use crate::render::RendererKind;

/// The manifest holds something that YAML cannot; nothing that was parsed does.
#[derive(Debug, thiserror::Error)]
#[error("the manifest cannot be written as YAML")]
pub struct ManifestWriteError(#[source] serde_saphyr::ser_error::Error);

impl ToolsetManifest {
    /// The manifest as `toolset.yaml`. Read again it is equal to this one, and written again it has the same bytes.
    ///
    /// # Errors
    /// When it holds something that YAML cannot.
    pub fn to_yaml(&self) -> Result<String, ManifestWriteError> {
        serde_saphyr::to_string_with_options(&Document::of(self), options()).map_err(ManifestWriteError)
    }
}

/// Texts of several lines as blocks, all others on one line, however long.
fn options() -> SerializerOptions {
    serde_saphyr::ser_options! {
        compact_list_indent: false,
        prefer_block_scalars: true,
        folded_wrap_chars: usize::MAX,
    }
}

#[derive(Serialize)]
struct Document<'a> {
    manifest_version: &'static str,
    id: &'a str,
    name: &'a str,
    version: String,
    #[serde(skip_serializing_if = "str::is_empty")]
    description: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    prompt_section: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    requires: Vec<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    python: Option<Python<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    node: Option<Node<'a>>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    containers: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    config_schema: Option<Config<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tools: Vec<Tool<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tool_overrides: Vec<Override<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    mcp_servers: Vec<Server<'a>>,
}

impl<'a> Document<'a> {
    fn of(manifest: &'a ToolsetManifest) -> Self {
        let tools: Vec<_> = manifest.tools.iter().map(|tool| &tool.id).collect();
        let servers: Vec<_> = manifest.mcp_servers.iter().map(|server| &server.id).collect();
        let others = Others::of(manifest.node.as_ref(), &manifest.containers);
        let declared = Declared { toolset: &manifest.id, tools: &tools, servers: &servers, others };
        let mut overrides: Vec<&ToolOverride> = manifest.tool_overrides.iter().collect();
        overrides.sort_by(|a, b| a.tool_id.cmp(&b.tool_id));
        Self {
            manifest_version: MANIFEST_VERSION,
            id: manifest.id.as_str(),
            name: &manifest.name,
            version: manifest.version.to_string(),
            description: &manifest.description,
            prompt_section: manifest.prompt_section.as_deref(),
            requires: manifest.requires.iter().map(|id| id.as_str()).collect(),
            python: manifest.python.as_ref().map(Python::of),
            node: manifest.node.as_ref().map(Node::of),
            containers: &manifest.containers,
            config_schema: Config::of(&manifest.config_schema),
            tools: manifest.tools.iter().map(Tool::of).collect(),
            tool_overrides: overrides.into_iter().map(|o| Override::of(o, &declared)).collect(),
            mcp_servers: manifest.mcp_servers.iter().map(Server::of).collect(),
        }
    }
}

#[derive(Serialize)]
struct Python<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    requirements: Option<Packages<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    init: Option<&'a Entrypoint>,
    #[serde(skip_serializing_if = "Option::is_none")]
    post_init: Option<&'a Entrypoint>,
    #[serde(skip_serializing_if = "Option::is_none")]
    timeout_seconds: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    isolation: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sandbox: Option<Bounds>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Packages<'a> {
    Lines(&'a [String]),
    File(&'a str),
}

impl<'a> Python<'a> {
    fn of(python: &'a PythonSection) -> Self {
        Self {
            requirements: python.requirements.as_ref().map(|requirements| match requirements {
                Requirements::Lines(lines) => Packages::Lines(lines),
                Requirements::File(path) => Packages::File(path),
            }),
            init: python.hooks.init.as_ref(),
            post_init: python.hooks.post_init.as_ref(),
            timeout_seconds: python.timeout_seconds,
            isolation: python.isolation.map(|isolation| isolation.as_str()),
            sandbox: Bounds::of(&python.sandbox),
        }
    }
}

#[derive(Serialize)]
struct Tool<'a> {
    id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<&'a str>,
    entrypoint: &'a Entrypoint,
    #[serde(skip_serializing_if = "Option::is_none")]
    input_schema: Option<&'a Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    requires_confirmation: Option<bool>,
    #[serde(skip_serializing_if = "is_on")]
    enabled: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    category: Option<&'a str>,
}

impl<'a> Tool<'a> {
    fn of(tool: &'a ToolDeclaration) -> Self {
        Self {
            id: tool.id.as_str(),
            name: tool.name.as_deref(),
            description: tool.description.as_deref(),
            entrypoint: &tool.entrypoint,
            input_schema: tool.input_schema.as_ref(),
            requires_confirmation: tool.requires_confirmation,
            enabled: tool.enabled,
            category: tool.category.as_deref(),
        }
    }
}

#[derive(Serialize)]
struct Override<'a> {
    tool_id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    renderer: Option<RendererKind>,
    #[serde(skip_serializing_if = "Option::is_none")]
    renderer_config: Option<&'a Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name_override: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    description_override: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    requires_confirmation: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    enabled: Option<bool>,
}

impl<'a> Override<'a> {
    fn of(change: &'a ToolOverride, declared: &Declared<'_>) -> Self {
        Self {
            tool_id: declared.short(&change.tool_id),
            renderer: change.renderer,
            renderer_config: change.renderer_config.as_ref(),
            name_override: change.name_override.as_deref(),
            description_override: change.description_override.as_deref(),
            requires_confirmation: change.requires_confirmation,
            enabled: change.enabled,
        }
    }
}

#[derive(Serialize)]
struct Server<'a> {
    id: &'a str,
    r#type: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    command: Option<&'a str>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    args: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    cwd: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<&'a str>,
    #[serde(skip_serializing_if = "is_none_or_empty")]
    headers: Option<&'a BTreeMap<String, String>>,
    #[serde(skip_serializing_if = "is_none_or_empty")]
    env: Option<&'a BTreeMap<String, String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    requires_confirmation: Option<bool>,
    #[serde(skip_serializing_if = "is_on")]
    enabled: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    scope: Option<&'static str>,
    #[serde(skip_serializing_if = "is_on")]
    lazy: bool,
}

impl<'a> Server<'a> {
    fn of(server: &'a McpServer) -> Self {
        let bare = Self {
            id: server.id.as_str(),
            r#type: server.transport.as_str(),
            command: None,
            args: &[],
            cwd: None,
            url: None,
            headers: None,
            env: None,
            requires_confirmation: server.requires_confirmation,
            enabled: server.enabled,
            scope: (server.scope != ServerScope::default()).then(|| server.scope.as_str()),
            lazy: server.lazy,
        };
        match &server.transport {
            Transport::Stdio { command, args, cwd, env } => {
                Self { command: Some(command), args, cwd: cwd.as_deref(), env: Some(env), ..bare }
            }
            Transport::Sse { url, headers } | Transport::StreamableHttp { url, headers } => {
                Self { url: Some(url), headers: Some(headers), ..bare }
            }
        }
    }
}

// serde hands over references.

fn is_on(value: &bool) -> bool {
    *value
}

fn is_none_or_empty(variables: &Option<&BTreeMap<String, String>>) -> bool {
    variables.is_none_or(BTreeMap::is_empty)
}
