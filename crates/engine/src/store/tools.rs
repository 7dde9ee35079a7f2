//! Rows of `tools` and `tool_overrides`.

use std::str::FromStr;
use std::sync::Arc;

use pegboard_model::builtin::Effect;
use pegboard_model::call::{NeedsApproval, ProviderKind};
use pegboard_model::container::ContainerManifest;
use pegboard_model::ids::{ToolId, ToolsetId};
use pegboard_model::overrides::ToolOverride;
use pegboard_model::servers::UpstreamTool;
use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder};
use serde_json::Value;

use crate::store::connection::{Store, StoreError, Write};
use crate::store::convert::{json_opt, parse, parse_opt, to_json};
use crate::store::entity::{tool, tool_override};
use crate::text::storable;

const TOOLS: &str = "tools";
const OVERRIDES: &str = "tool_overrides";

/// One tool as its bundle and its code describe it, before any override.
#[derive(Debug, Clone)]
pub(crate) struct ToolRow {
    pub(crate) id: ToolId,
    pub(crate) toolset: Option<ToolsetId>,
    /// Its place in the manifest.
    pub(crate) position: i32,
    pub(crate) provider: ProviderKind,
    pub(crate) name: String,
    pub(crate) description: String,
    pub(crate) input_schema: Option<Value>,
    /// When its code, or its manifest, wants a person to see its calls.
    pub(crate) needs_approval: Option<NeedsApproval>,
    pub(crate) enabled: bool,
    pub(crate) entrypoint: Option<String>,
    pub(crate) category: Option<String>,
    pub(crate) problem: Option<String>,
    /// A server's tool as the server describes it; never of a row in the database, since servers may change their tools.
    pub(crate) upstream: Option<UpstreamTool>,
    /// What a built-in tool does to files; of others nothing is known.
    pub(crate) effect: Option<Effect>,
    /// What a container tool declares.
    pub(crate) container: Option<Arc<ContainerManifest>>,
}

impl ToolRow {
    /// Whether its code is a package's and not the bundle's own.
    pub(crate) fn is_of_package(&self) -> bool {
        let is_module = |entrypoint: &str| entrypoint.starts_with("./");
        self.provider == ProviderKind::Node && !self.entrypoint.as_deref().is_some_and(is_module)
    }
}

/// Who changes a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OverrideLayer {
    /// The manifest; replaced by every upgrade.
    Bundle,
    /// The user; outlives upgrades.
    User,
}

impl OverrideLayer {
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Bundle => "bundle",
            Self::User => "user",
        }
    }
}

impl FromStr for OverrideLayer {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "bundle" => Ok(Self::Bundle),
            "user" => Ok(Self::User),
            other => Err(format!("`{other}` is not an override layer")),
        }
    }
}

impl Write {
    pub(super) async fn add_tools(&self, tools: &[ToolRow]) -> Result<(), StoreError> {
        let rows = tools.iter().map(tool_row).collect::<Result<Vec<_>, _>>()?;
        tool::Entity::insert_many(rows).exec_without_returning(self.tx()).await?;
        Ok(())
    }

    /// Sets one layer's override of one tool; an override that changes nothing removes the row.
    pub(crate) async fn put_override(
        &self,
        toolset: &ToolsetId,
        layer: OverrideLayer,
        change: &ToolOverride,
    ) -> Result<(), StoreError> {
        tool_override::Entity::delete_many()
            .filter(tool_override::Column::ToolsetId.eq(toolset.as_str()))
            .filter(tool_override::Column::ToolId.eq(change.tool_id.as_str()))
            .filter(tool_override::Column::Layer.eq(layer.as_str()))
            .exec(self.tx())
            .await?;
        if *change == ToolOverride::new(change.tool_id.clone()) {
            return Ok(());
        }
        let row = override_row(toolset, layer, change)?;
        tool_override::Entity::insert(row).exec_without_returning(self.tx()).await?;
        Ok(())
    }
}

impl Store {
    /// Every tool of every toolset, in the order of their manifests.
    pub(crate) async fn tools(&self) -> Result<Vec<ToolRow>, StoreError> {
        let rows = tool::Entity::find()
            .order_by_asc(tool::Column::ToolsetId)
            .order_by_asc(tool::Column::Position)
            .all(self.reader())
            .await?;
        rows.into_iter().map(read_tool).collect()
    }

    /// Every override of both layers.
    pub(crate) async fn overrides(
        &self,
    ) -> Result<Vec<(ToolsetId, OverrideLayer, ToolOverride)>, StoreError> {
        let rows = tool_override::Entity::find()
            .order_by_asc(tool_override::Column::ToolId)
            .all(self.reader())
            .await?;
        rows.into_iter().map(read_override).collect()
    }
}

fn tool_row(tool: &ToolRow) -> Result<tool::ActiveModel, StoreError> {
    Ok(tool::ActiveModel {
        tool_id: Set(tool.id.to_string()),
        toolset_id: Set(tool.toolset.as_ref().map(ToString::to_string)),
        position: Set(tool.position),
        provider: Set(tool.provider.to_string()),
        name: Set(storable(&tool.name)),
        description: Set(storable(&tool.description)),
        input_schema: Set(tool.input_schema.as_ref().map(|schema| to_json(TOOLS, schema)).transpose()?),
        // What an older Pegboard goes by: it asks, where it cannot ask the code.
        requires_confirmation: Set(matches!(
            tool.needs_approval,
            Some(NeedsApproval::Always | NeedsApproval::Depends)
        )),
        needs_approval: Set(tool.needs_approval.map(|when| when.as_str().to_owned())),
        enabled: Set(tool.enabled),
        entrypoint: Set(tool.entrypoint.clone()),
        category: Set(tool.category.as_deref().map(storable)),
        problem: Set(tool.problem.as_deref().map(storable)),
        container: Set(tool
            .container
            .as_ref()
            .map(|manifest| to_json(TOOLS, manifest.as_ref()))
            .transpose()?),
    })
}

fn read_tool(row: tool::Model) -> Result<ToolRow, StoreError> {
    Ok(ToolRow {
        id: parse(TOOLS, &row.tool_id)?,
        toolset: parse_opt(TOOLS, row.toolset_id.as_deref())?,
        position: row.position,
        provider: parse(TOOLS, &row.provider)?,
        name: row.name,
        description: row.description,
        input_schema: json_opt(TOOLS, row.input_schema.as_deref())?,
        needs_approval: parse_opt(TOOLS, row.needs_approval.as_deref())?
            .or(row.requires_confirmation.then_some(NeedsApproval::Always)),
        enabled: row.enabled,
        entrypoint: row.entrypoint,
        category: row.category,
        problem: row.problem,
        upstream: None,
        effect: None,
        container: json_opt(TOOLS, row.container.as_deref())?.map(Arc::new),
    })
}

fn override_row(
    toolset: &ToolsetId,
    layer: OverrideLayer,
    change: &ToolOverride,
) -> Result<tool_override::ActiveModel, StoreError> {
    let config = change.renderer_config.as_ref().map(|config| to_json(OVERRIDES, config)).transpose()?;
    Ok(tool_override::ActiveModel {
        id: Set(format!("{}/{}/{}", layer.as_str(), toolset, change.tool_id)),
        toolset_id: Set(toolset.to_string()),
        tool_id: Set(change.tool_id.clone()),
        layer: Set(layer.as_str().to_owned()),
        renderer: Set(change.renderer.map(|renderer| renderer.to_string())),
        renderer_config: Set(config),
        name_override: Set(change.name_override.as_deref().map(storable)),
        description_override: Set(change.description_override.as_deref().map(storable)),
        requires_confirmation: Set(change.requires_confirmation),
        enabled: Set(change.enabled),
    })
}

fn read_override(row: tool_override::Model) -> Result<(ToolsetId, OverrideLayer, ToolOverride), StoreError> {
    let change = ToolOverride {
        tool_id: row.tool_id,
        renderer: parse_opt(OVERRIDES, row.renderer.as_deref())?,
        renderer_config: json_opt(OVERRIDES, row.renderer_config.as_deref())?,
        name_override: row.name_override,
        description_override: row.description_override,
        requires_confirmation: row.requires_confirmation,
        enabled: row.enabled,
    };
    Ok((parse(OVERRIDES, &row.toolset_id)?, parse(OVERRIDES, &row.layer)?, change))
}
