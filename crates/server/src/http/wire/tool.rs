//! Tools.

use pegboard_engine::record::ToolRecord;
use pegboard_model::call::ProviderKind;
use pegboard_model::ids::{CallId, ToolId};
use pegboard_model::overrides::ToolOverride;
use pegboard_model::servers::Audience;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::http::wire::config::ConfigStatus;
use crate::http::wire::container::Container;

/// One callable.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct Tool {
    /// `TOOLSET:TOOL`, `mcp:TOOLSET~SERVER:TOOL`, or a built-in's name.
    pub(crate) id: String,
    /// What a model calls it.
    pub(crate) wire_name: String,
    /// What people see.
    pub(crate) name: String,
    pub(crate) description: String,
    /// `null` for built-ins.
    pub(crate) toolset_id: Option<String>,
    /// The toolset's display name; `Builtin` for built-ins.
    pub(crate) source_name: String,
    /// `builtin`, `python`, `mcp`, `container` or `node`.
    #[schema(value_type = String)]
    pub(crate) provider: ProviderKind,
    /// JSON Schema of the arguments; `null` when the tool's code could not be read.
    #[schema(value_type = Option<Object>)]
    pub(crate) input_schema: Option<Value>,
    /// Whether a person must see each call.
    pub(crate) requires_confirmation: bool,
    /// When its own code wants a person to see its calls: `always`, `never`, or `depends` where the code is asked about each
    /// call; `null` where it says nothing. Policy has the last word.
    pub(crate) needs_approval: Option<String>,
    /// Whether it can be called: toolset, tool and overrides together.
    pub(crate) enabled: bool,
    /// What shows its results: `code`, `document`, `html`, `frame`, `card`, or `app` for the app that its MCP server brings.
    pub(crate) renderer: Option<String>,
    /// The renderer's configuration, not interpolated.
    #[schema(value_type = Option<Object>)]
    pub(crate) renderer_config: Option<Value>,
    /// `module:function` of a Python tool.
    pub(crate) entrypoint: Option<String>,
    /// A word to group it by.
    pub(crate) category: Option<String>,
    /// Who it is there for: models, and the apps of its MCP server. Both, unless the server says for whom.
    pub(crate) visibility: Vec<Visibility>,
    pub(crate) overrides: Overrides,
    /// Whether it has a webhook.
    #[serde(default)]
    pub(crate) webhook: bool,
    /// Why its definition could not be read, if it could not.
    pub(crate) problem: Option<String>,
    /// Of a container tool, what its manifest says and how its image stands; `null` for any other.
    pub(crate) container: Option<Container>,
    pub(crate) status: ConfigStatus,
}

/// Who a tool is there for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Visibility {
    Model,
    App,
}

impl Visibility {
    fn of(record: &ToolRecord) -> Vec<Self> {
        let both = [(Self::Model, Audience::Model), (Self::App, Audience::App)];
        both.into_iter().filter(|(_, audience)| record.is_for(*audience)).map(|(word, _)| word).collect()
    }
}

/// Who changes what about a tool.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct Overrides {
    /// What the toolset's bundle changes.
    pub(crate) bundle: Option<OverrideRequest>,
    /// What the user changes.
    pub(crate) user: Option<OverrideRequest>,
}

impl From<ToolRecord> for Tool {
    fn from(record: ToolRecord) -> Self {
        let builtin = record.provider == ProviderKind::Builtin;
        Self {
            visibility: Visibility::of(&record),
            container: Container::of(&record),
            id: record.id.to_string(),
            wire_name: record.wire_name,
            name: record.name,
            description: record.description,
            toolset_id: record.toolset.filter(|_| !builtin).map(|id| id.to_string()),
            source_name: if builtin { "Builtin".to_owned() } else { record.source_name },
            provider: record.provider,
            input_schema: record.input_schema,
            requires_confirmation: record.requires_confirmation,
            needs_approval: record.needs_approval.map(|when| when.as_str().to_owned()),
            enabled: record.enabled,
            renderer: record.effective.renderer.map(|kind| kind.to_string()),
            renderer_config: record.effective.renderer_config,
            entrypoint: record.entrypoint,
            category: record.category,
            overrides: Overrides {
                bundle: record.bundle_override.map(Into::into),
                user: record.user_override.map(Into::into),
            },
            webhook: record.webhook,
            problem: record.problem,
            status: record.status.into(),
        }
    }
}

/// What is changed about a tool. What is left out or `null` stays as the tool and its bundle have it.
#[derive(Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct OverrideRequest {
    /// `code`, `document`, `html`, `frame`, `card` or `app`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) renderer: Option<String>,
    /// Belongs to `renderer` and changes only together with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    pub(crate) renderer_config: Option<Value>,
    /// The display name; models still see the tool's id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) name_override: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) description_override: Option<String>,
    /// Whether a person must see each call.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) requires_confirmation: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) enabled: Option<bool>,
}

impl From<ToolOverride> for OverrideRequest {
    fn from(of: ToolOverride) -> Self {
        Self {
            renderer: of.renderer.map(|kind| kind.to_string()),
            renderer_config: of.renderer_config,
            name_override: of.name_override,
            description_override: of.description_override,
            requires_confirmation: of.requires_confirmation,
            enabled: of.enabled,
        }
    }
}

impl OverrideRequest {
    /// The same for one tool, as the engine takes it.
    ///
    /// # Errors
    /// When `renderer` names none.
    pub(crate) fn for_tool(
        self,
        tool: &str,
    ) -> Result<ToolOverride, pegboard_model::render::RendererKindError> {
        Ok(ToolOverride {
            renderer: self.renderer.as_deref().map(str::parse).transpose()?,
            renderer_config: self.renderer_config,
            name_override: self.name_override,
            description_override: self.description_override,
            requires_confirmation: self.requires_confirmation,
            enabled: self.enabled,
            ..ToolOverride::new(tool)
        })
    }
}

/// An override to try.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct OverridePreviewRequest {
    /// What would be set.
    #[serde(rename = "override")]
    pub(crate) change: OverrideRequest,
    /// A call of this tool, to see what would be shown of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = Uuid)]
    pub(crate) call_id: Option<CallId>,
}

/// What an override would come to.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct OverridePreview {
    /// The tool as it would be.
    pub(crate) tool: Tool,
    /// What would be shown of the call; `null` without one, and for one that is not over.
    #[schema(value_type = Option<Object>)]
    pub(crate) render_plan: Option<Value>,
}

impl From<pegboard_engine::OverridePreview> for OverridePreview {
    fn from(preview: pegboard_engine::OverridePreview) -> Self {
        let render_plan = preview.render_plan.and_then(|plan| serde_json::to_value(plan).ok());
        Self { tool: preview.tool.into(), render_plan }
    }
}

/// Tools that come from one place.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct ToolGroup {
    /// `builtin`, the toolset's id, or `TOOLSET~SERVER` of an MCP server.
    pub(crate) source: String,
    /// What people see: `Builtin`, or the toolset's name.
    pub(crate) name: String,
    /// `builtin`, `toolset` or `mcp_server`.
    pub(crate) kind: String,
    pub(crate) tools: Vec<Tool>,
}

impl ToolGroup {
    /// Groups tools by where they come from, in the order in which the sources first appear.
    pub(crate) fn group(records: Vec<ToolRecord>) -> Vec<Self> {
        let mut groups: Vec<Self> = Vec::new();
        for record in records {
            let (source, kind) = source(&record);
            let name = record.source_name.clone();
            let tool = Tool::from(record);
            match groups.iter_mut().find(|group| group.source == source) {
                Some(group) => group.tools.push(tool),
                None => groups.push(Self { source, name, kind: kind.to_owned(), tools: vec![tool] }),
            }
        }
        groups
    }
}

fn source(record: &ToolRecord) -> (String, &'static str) {
    match &record.id {
        ToolId::Builtin(_) => ("builtin".to_owned(), "builtin"),
        ToolId::Toolset { toolset, .. } => (toolset.to_string(), "toolset"),
        ToolId::Mcp { server, .. } => (server.to_string(), "mcp_server"),
    }
}
