//! Rows of `toolsets`, `toolset_files` and `toolset_mcp_servers`, and the installing of a whole toolset.

use pegboard_model::config::ConfigStatus;
use pegboard_model::ids::ToolsetId;
use pegboard_model::overrides::ToolOverride;
use pegboard_model::toolset::ServerScope;
use sea_orm::ActiveValue::{Set, Unchanged};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

use crate::record::{McpServerRecord, SourceType, ToolsetFile, ToolsetRecord};
use crate::store::connection::{Store, StoreError, Write};
use crate::store::convert::{json, json_opt, parse, to_json};
use crate::store::entity::{mcp_server, tool, tool_override, toolset, toolset_file};
use crate::store::tools::{OverrideLayer, ToolRow};
use crate::text::storable;

const TOOLSETS: &str = "toolsets";
const SERVERS: &str = "toolset_mcp_servers";
/// Rows of one INSERT; a statement may bind 32,766 values in SQLite.
const BATCH: usize = 500;

/// All rows of one toolset, as an import writes them.
pub(crate) struct Installation {
    pub(crate) toolset: ToolsetRecord,
    /// The manifest in canonical form.
    pub(crate) manifest: String,
    pub(crate) files: Vec<ToolsetFile>,
    pub(crate) tools: Vec<ToolRow>,
    /// What the bundle changes; the user's own layer stays as it is.
    pub(crate) overrides: Vec<ToolOverride>,
    pub(crate) servers: Vec<McpServerRecord>,
    /// Names and sealed values; others that are there already stay.
    pub(crate) variables: Vec<(String, String)>,
}

impl Write {
    /// Writes a toolset in place of whatever was installed under its id. The user's overrides stay.
    pub(crate) async fn install(&self, installation: &Installation) -> Result<(), StoreError> {
        let id = &installation.toolset.id;
        self.put_toolset_row(&installation.toolset, &installation.manifest).await?;
        self.clear_toolset(id).await?;
        for files in installation.files.chunks(BATCH) {
            let rows = files.iter().map(|file| file_row(id, file));
            toolset_file::Entity::insert_many(rows).exec_without_returning(self.tx()).await?;
        }
        for tools in installation.tools.chunks(BATCH) {
            self.add_tools(tools).await?;
        }
        for change in &installation.overrides {
            self.put_override(id, OverrideLayer::Bundle, change).await?;
        }
        for server in &installation.servers {
            mcp_server::Entity::insert(server_row(server)?).exec_without_returning(self.tx()).await?;
        }
        for (name, sealed) in &installation.variables {
            self.put_variable(id, name, sealed.clone(), installation.toolset.installed_at).await?;
        }
        Ok(())
    }

    /// Writes the row of a built-in toolset, which has neither files nor a manifest.
    pub(crate) async fn put_builtin(&self, toolset: &ToolsetRecord) -> Result<(), StoreError> {
        self.put_toolset_row(toolset, "").await
    }

    async fn put_toolset_row(&self, toolset: &ToolsetRecord, manifest: &str) -> Result<(), StoreError> {
        let row = toolset_row(toolset, manifest)?;
        let id = toolset.id.to_string();
        if toolset::Entity::find_by_id(id.clone()).one(self.tx()).await?.is_some() {
            toolset::Entity::update(toolset::ActiveModel { id: Unchanged(id), ..row })
                .exec_without_returning(self.tx())
                .await?;
        } else {
            toolset::Entity::insert(row).exec_without_returning(self.tx()).await?;
        }
        Ok(())
    }

    async fn clear_toolset(&self, id: &ToolsetId) -> Result<(), StoreError> {
        let id = id.as_str();
        let tx = self.tx();
        toolset_file::Entity::delete_many().filter(toolset_file::Column::ToolsetId.eq(id)).exec(tx).await?;
        tool::Entity::delete_many().filter(tool::Column::ToolsetId.eq(id)).exec(tx).await?;
        mcp_server::Entity::delete_many().filter(mcp_server::Column::ToolsetId.eq(id)).exec(tx).await?;
        tool_override::Entity::delete_many()
            .filter(tool_override::Column::ToolsetId.eq(id))
            .filter(tool_override::Column::Layer.eq(OverrideLayer::Bundle.as_str()))
            .exec(tx)
            .await?;
        Ok(())
    }

    /// Removes a toolset and every row that belongs to it, the user's overrides with it.
    pub(crate) async fn remove_toolset(&self, id: &ToolsetId) -> Result<(), StoreError> {
        toolset::Entity::delete_by_id(id.to_string()).exec(self.tx()).await?;
        Ok(())
    }

    pub(crate) async fn set_toolset_enabled(&self, id: &ToolsetId, enabled: bool) -> Result<(), StoreError> {
        let row = toolset::ActiveModel {
            id: Unchanged(id.to_string()),
            enabled: Set(enabled),
            ..Default::default()
        };
        toolset::Entity::update(row).exec_without_returning(self.tx()).await?;
        Ok(())
    }
}

impl Store {
    pub(crate) async fn toolsets(&self) -> Result<Vec<ToolsetRecord>, StoreError> {
        let rows = toolset::Entity::find().order_by_asc(toolset::Column::Id).all(self.reader()).await?;
        rows.into_iter().map(record).collect()
    }

    /// The canonical manifest of an installed toolset.
    pub(crate) async fn toolset_manifest(&self, id: &ToolsetId) -> Result<Option<String>, StoreError> {
        let row = toolset::Entity::find_by_id(id.to_string()).one(self.reader()).await?;
        Ok(row.map(|row| row.manifest))
    }

    /// The canonical manifests of all toolsets that people installed toolsets, by id.
    pub(crate) async fn toolset_manifests(&self) -> Result<Vec<(ToolsetId, String)>, StoreError> {
        let rows: Vec<(String, String)> = toolset::Entity::find()
            .select_only()
            .columns([toolset::Column::Id, toolset::Column::Manifest])
            .filter(toolset::Column::SourceType.ne(SourceType::Builtin.as_str()))
            .order_by_asc(toolset::Column::Id)
            .into_tuple()
            .all(self.reader())
            .await?;
        rows.into_iter().map(|(id, manifest)| Ok((parse(TOOLSETS, &id)?, manifest))).collect()
    }

    pub(crate) async fn toolset_files(&self, id: &ToolsetId) -> Result<Vec<ToolsetFile>, StoreError> {
        files(self.reader(), id).await
    }

    pub(crate) async fn mcp_servers(&self, id: &ToolsetId) -> Result<Vec<McpServerRecord>, StoreError> {
        let rows = mcp_server::Entity::find()
            .filter(mcp_server::Column::ToolsetId.eq(id.as_str()))
            .order_by_asc(mcp_server::Column::Id)
            .all(self.reader())
            .await?;
        rows.into_iter().map(server_record).collect()
    }
}

async fn files(db: &impl ConnectionTrait, id: &ToolsetId) -> Result<Vec<ToolsetFile>, StoreError> {
    let rows = toolset_file::Entity::find()
        .filter(toolset_file::Column::ToolsetId.eq(id.as_str()))
        .order_by_asc(toolset_file::Column::Path)
        .all(db)
        .await?;
    let file = |row: toolset_file::Model| ToolsetFile {
        path: row.path,
        kind: row.kind,
        sha256: row.sha256,
        size: row.size,
        stored_path: row.stored_path,
    };
    Ok(rows.into_iter().map(file).collect())
}

fn toolset_row(toolset: &ToolsetRecord, manifest: &str) -> Result<toolset::ActiveModel, StoreError> {
    Ok(toolset::ActiveModel {
        id: Set(toolset.id.to_string()),
        name: Set(storable(&toolset.name)),
        version: Set(toolset.version.clone()),
        description: Set(storable(&toolset.description)),
        enabled: Set(toolset.enabled),
        user_mcp: Set(toolset.user_mcp),
        installed_at: Set(toolset.installed_at.to_string()),
        source_type: Set(toolset.source_type.to_string()),
        source_ref: Set(toolset.source_ref.clone()),
        manifest_version: Set(toolset.manifest_version.clone()),
        fingerprint: Set(toolset.fingerprint.to_string()),
        manifest: Set(manifest.to_owned()),
        python: Set(to_json(TOOLSETS, &toolset.python)?),
        problem: Set(toolset.problem.as_deref().map(storable)),
        config_schema: Set(Some(to_json(TOOLSETS, &toolset.config_schema)?)),
    })
}

fn file_row(id: &ToolsetId, file: &ToolsetFile) -> toolset_file::ActiveModel {
    toolset_file::ActiveModel {
        toolset_id: Set(id.to_string()),
        path: Set(file.path.clone()),
        kind: Set(file.kind.clone()),
        sha256: Set(file.sha256.clone()),
        size: Set(file.size),
        stored_path: Set(file.stored_path.clone()),
    }
}

pub(super) fn server_row(server: &McpServerRecord) -> Result<mcp_server::ActiveModel, StoreError> {
    Ok(mcp_server::ActiveModel {
        toolset_id: Set(server.toolset.to_string()),
        id: Set(server.id.to_string()),
        server_type: Set(server.server_type.clone()),
        enabled: Set(server.enabled),
        command: Set(server.command.clone()),
        args: Set(to_json(SERVERS, &server.args)?),
        cwd: Set(server.cwd.clone()),
        url: Set(server.url.clone()),
        headers: Set(to_json(SERVERS, &server.headers)?),
        env: Set(to_json(SERVERS, &server.env)?),
        requires_confirmation: Set(server.requires_confirmation),
        created_at: Set(server.created_at.to_string()),
        scope: Set(server.scope.as_str().to_owned()),
        lazy: Set(server.lazy),
    })
}

fn record(row: toolset::Model) -> Result<ToolsetRecord, StoreError> {
    Ok(ToolsetRecord {
        id: parse(TOOLSETS, &row.id)?,
        name: row.name,
        version: row.version,
        description: row.description,
        enabled: row.enabled,
        user_mcp: row.user_mcp,
        installed_at: parse(TOOLSETS, &row.installed_at)?,
        source_type: parse(TOOLSETS, &row.source_type)?,
        source_ref: row.source_ref,
        manifest_version: row.manifest_version,
        fingerprint: pegboard_model::fingerprint::Fingerprint::from_stored(row.fingerprint),
        python: json(TOOLSETS, &row.python)?,
        problem: row.problem,
        config_schema: json_opt(TOOLSETS, row.config_schema.as_deref())?.unwrap_or_default(),
        status: ConfigStatus::System,
    })
}

pub(super) fn server_record(row: mcp_server::Model) -> Result<McpServerRecord, StoreError> {
    Ok(McpServerRecord {
        id: parse(SERVERS, &row.id)?,
        toolset: parse(SERVERS, &row.toolset_id)?,
        server_type: row.server_type,
        enabled: row.enabled,
        command: row.command,
        args: json(SERVERS, &row.args)?,
        cwd: row.cwd,
        url: row.url,
        headers: json(SERVERS, &row.headers)?,
        env: json(SERVERS, &row.env)?,
        requires_confirmation: row.requires_confirmation,
        created_at: parse(SERVERS, &row.created_at)?,
        scope: if row.scope == ServerScope::Chat.as_str() { ServerScope::Chat } else { ServerScope::Shared },
        lazy: row.lazy,
    })
}
