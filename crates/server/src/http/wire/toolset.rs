//! Toolsets.

use pegboard_engine::record::{McpServerRecord, ToolsetFile, ToolsetRecord};
use pegboard_model::time::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::http::wire::tool::Tool;

/// One installed toolset.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct Toolset {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) description: String,
    pub(crate) enabled: bool,
    /// Whether it only wraps MCP servers that the user added.
    pub(crate) user_mcp: bool,
    #[schema(value_type = String, format = DateTime)]
    pub(crate) installed_at: Timestamp,
    /// `zip`, `local` or `url`.
    pub(crate) source_type: String,
    /// The archive's name, the folder or the address.
    pub(crate) source_ref: String,
    /// The version of the format of its `toolset.yaml`.
    pub(crate) manifest_version: String,
    /// Over all its files; changes when any of them does.
    pub(crate) fingerprint: String,
    /// Why its tools could not be looked up, if they could not.
    pub(crate) problem: Option<String>,
}

impl From<ToolsetRecord> for Toolset {
    fn from(record: ToolsetRecord) -> Self {
        Self {
            id: record.id.to_string(),
            name: record.name,
            version: record.version,
            description: record.description,
            enabled: record.enabled,
            user_mcp: record.user_mcp,
            installed_at: record.installed_at,
            source_type: record.source_type.to_string(),
            source_ref: record.source_ref,
            manifest_version: record.manifest_version,
            fingerprint: record.fingerprint.to_string(),
            problem: record.problem,
        }
    }
}

/// A toolset with all that belongs to it.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct ToolsetWithParts {
    #[serde(flatten)]
    pub(crate) toolset: Toolset,
    pub(crate) tools: Vec<Tool>,
    pub(crate) files: Vec<BundleFile>,
    pub(crate) mcp_servers: Vec<McpServer>,
}

/// One file of a toolset.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct BundleFile {
    /// Relative to the toolset, with `/`.
    pub(crate) path: String,
    /// `python`, `artifact`, `asset` or `config`.
    pub(crate) kind: String,
    /// Lower-case hex.
    pub(crate) sha256: String,
    /// Bytes.
    pub(crate) size: i64,
}

impl From<ToolsetFile> for BundleFile {
    fn from(file: ToolsetFile) -> Self {
        let ToolsetFile { path, kind, sha256, size, stored_path: _ } = file;
        Self { path, kind, sha256, size }
    }
}

/// One MCP server that a toolset declares.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct McpServer {
    pub(crate) id: String,
    /// `TOOLSET~SERVER`
    pub(crate) server_key: String,
    /// `stdio`, `sse` or `streamable-http`.
    pub(crate) server_type: String,
    pub(crate) enabled: bool,
    pub(crate) command: Option<String>,
    pub(crate) args: Vec<String>,
    pub(crate) cwd: Option<String>,
    pub(crate) url: Option<String>,
    /// Values other than `${VAR}` show as `***`.
    pub(crate) headers: Vec<Setting>,
    /// Values other than `${VAR}` show as `***`.
    pub(crate) env: Vec<Setting>,
    pub(crate) requires_confirmation: Option<bool>,
}

/// A name and its value, masked where it may be a secret.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct Setting {
    pub(crate) name: String,
    pub(crate) value: String,
}

/// What stands in the place of a secret.
const MASK: &str = "***";

fn masked(settings: Vec<(String, String)>) -> Vec<Setting> {
    let shown = |value: String| {
        let name = value.strip_prefix("${").and_then(|rest| rest.strip_suffix('}'));
        let reference = name.is_some_and(|name| name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_'));
        if reference { value } else { MASK.to_owned() }
    };
    let settings = settings.into_iter();
    settings.map(|(name, value)| Setting { name, value: shown(value) }).collect()
}

impl From<McpServerRecord> for McpServer {
    fn from(record: McpServerRecord) -> Self {
        Self {
            server_key: format!("{}~{}", record.toolset, record.id),
            id: record.id.to_string(),
            server_type: record.server_type,
            enabled: record.enabled,
            command: record.command,
            args: record.args,
            cwd: record.cwd,
            url: record.url,
            headers: masked(record.headers),
            env: masked(record.env),
            requires_confirmation: record.requires_confirmation,
        }
    }
}

/// Whether a toolset is to be on.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct EnableRequest {
    pub(crate) enabled: bool,
}

/// What went with a toolset.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct Uninstalled {
    pub(crate) id: String,
    pub(crate) removed: Removed,
}

/// Counts of what was removed.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct Removed {
    pub(crate) tools: usize,
    pub(crate) files: usize,
    pub(crate) mcp_servers: usize,
    pub(crate) overrides: usize,
    pub(crate) saved_inputs: u64,
}

#[cfg(test)]
mod tests {
    use super::masked;

    #[test]
    fn only_references_to_variables_are_shown() {
        let shown = |value: &str| {
            let settings = masked(vec![("NAME".to_owned(), value.to_owned())]);
            settings.into_iter().map(|setting| setting.value).collect::<String>()
        };
        assert_eq!(shown("${API_KEY}"), "${API_KEY}");
        for secret in ["sk-1", "${A} sk-1 ${B}", "${A}sk", "", "${sk-1}"] {
            assert_eq!(shown(secret), "***", "{secret}");
        }
    }
}
