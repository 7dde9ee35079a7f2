//! Rows of `toolset_mcp_servers` across toolsets, what servers told last, and what is kept sealed for them.

use pegboard_model::ids::{ServerKey, ToolsetId};
use pegboard_model::servers::Announced;
use pegboard_model::time::Timestamp;
use sea_orm::ActiveValue::{Set, Unchanged};
use sea_orm::sea_query::OnConflict;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

use crate::record::McpServerRecord;
use crate::store::connection::{Store, StoreError, Write};
use crate::store::convert::{json, parse, to_json};
use crate::store::entity::{mcp_server, server_announcement, server_credential, toolset_variable};
use crate::store::toolsets::server_record;

const ANNOUNCEMENTS: &str = "server_announcements";
const VARIABLES: &str = "toolset_variables";

impl Store {
    /// Every server of every toolset, by toolset and id.
    pub(crate) async fn all_mcp_servers(&self) -> Result<Vec<McpServerRecord>, StoreError> {
        let rows = mcp_server::Entity::find()
            .order_by_asc(mcp_server::Column::ToolsetId)
            .order_by_asc(mcp_server::Column::Id)
            .all(self.reader())
            .await?;
        rows.into_iter().map(server_record).collect()
    }

    /// What every server told last. One that this version cannot read is left out: the server will tell it again.
    pub(crate) async fn announcements(&self) -> Result<Vec<(ServerKey, Announced, Timestamp)>, StoreError> {
        let rows = server_announcement::Entity::find().all(self.reader()).await?;
        let mut told = Vec::with_capacity(rows.len());
        for row in rows {
            let key = ServerKey {
                toolset: parse(ANNOUNCEMENTS, &row.toolset_id)?,
                server: parse(ANNOUNCEMENTS, &row.server_id)?,
            };
            match json(ANNOUNCEMENTS, &row.announced) {
                Ok(announced) => told.push((key, announced, parse(ANNOUNCEMENTS, &row.at)?)),
                Err(error) => {
                    tracing::warn!(server = %key, ?error, "what a server told once is not readable now")
                }
            }
        }
        Ok(told)
    }

    /// The names of a toolset's variables.
    pub(crate) async fn variable_names(&self) -> Result<Vec<(ToolsetId, String)>, StoreError> {
        let rows: Vec<(String, String)> = toolset_variable::Entity::find()
            .select_only()
            .columns([toolset_variable::Column::ToolsetId, toolset_variable::Column::Name])
            .order_by_asc(toolset_variable::Column::Name)
            .into_tuple()
            .all(self.reader())
            .await?;
        rows.into_iter().map(|(toolset, name)| Ok((parse(VARIABLES, &toolset)?, name))).collect()
    }

    /// A variable's value as it was sealed.
    pub(crate) async fn variable(
        &self,
        toolset: &ToolsetId,
        name: &str,
    ) -> Result<Option<String>, StoreError> {
        let row = toolset_variable::Entity::find_by_id((toolset.to_string(), name.to_owned()));
        Ok(row.one(self.reader()).await?.map(|row| row.sealed))
    }

    /// A server's credentials as they were sealed.
    pub(crate) async fn credentials(&self, server: &ServerKey) -> Result<Option<String>, StoreError> {
        let row =
            server_credential::Entity::find_by_id((server.toolset.to_string(), server.server.to_string()));
        Ok(row.one(self.reader()).await?.map(|row| row.sealed))
    }

    /// Which servers have credentials.
    pub(crate) async fn servers_with_credentials(&self) -> Result<Vec<ServerKey>, StoreError> {
        let rows: Vec<(String, String)> = server_credential::Entity::find()
            .select_only()
            .columns([server_credential::Column::ToolsetId, server_credential::Column::ServerId])
            .into_tuple()
            .all(self.reader())
            .await?;
        let key = |(toolset, server): (String, String)| {
            Ok(ServerKey {
                toolset: parse("server_credentials", &toolset)?,
                server: parse("server_credentials", &server)?,
            })
        };
        rows.into_iter().map(key).collect()
    }
}

impl Write {
    /// Keeps what a server told, unless its toolset was removed meanwhile.
    pub(crate) async fn put_announcement(
        &self,
        server: &ServerKey,
        announced: &Announced,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        if !self.hold_toolset(&server.toolset).await? {
            return Ok(());
        }
        let row = server_announcement::ActiveModel {
            toolset_id: Set(server.toolset.to_string()),
            server_id: Set(server.server.to_string()),
            announced: Set(to_json(ANNOUNCEMENTS, announced)?),
            at: Set(at.to_string()),
        };
        let mut replace = OnConflict::columns([
            server_announcement::Column::ToolsetId,
            server_announcement::Column::ServerId,
        ]);
        replace.update_columns([server_announcement::Column::Announced, server_announcement::Column::At]);
        let insert = server_announcement::Entity::insert(row).on_conflict(replace);
        insert.exec_without_returning(self.tx()).await?;
        Ok(())
    }

    /// Forgets what the servers of a toolset told.
    pub(crate) async fn forget_announcements(&self, toolset: &ToolsetId) -> Result<(), StoreError> {
        server_announcement::Entity::delete_many()
            .filter(server_announcement::Column::ToolsetId.eq(toolset.as_str()))
            .exec(self.tx())
            .await?;
        Ok(())
    }

    /// Switches one server on or off.
    pub(crate) async fn set_server_enabled(
        &self,
        server: &ServerKey,
        enabled: bool,
    ) -> Result<(), StoreError> {
        let row = mcp_server::ActiveModel {
            toolset_id: Unchanged(server.toolset.to_string()),
            id: Unchanged(server.server.to_string()),
            enabled: Set(enabled),
            ..Default::default()
        };
        mcp_server::Entity::update(row).exec_without_returning(self.tx()).await?;
        Ok(())
    }

    /// Keeps a sealed variable in place of the one before.
    pub(crate) async fn put_variable(
        &self,
        toolset: &ToolsetId,
        name: &str,
        sealed: String,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let row = toolset_variable::ActiveModel {
            toolset_id: Set(toolset.to_string()),
            name: Set(name.to_owned()),
            sealed: Set(sealed),
            updated_at: Set(at.to_string()),
        };
        let mut replace =
            OnConflict::columns([toolset_variable::Column::ToolsetId, toolset_variable::Column::Name]);
        replace.update_columns([toolset_variable::Column::Sealed, toolset_variable::Column::UpdatedAt]);
        let insert = toolset_variable::Entity::insert(row).on_conflict(replace);
        insert.exec_without_returning(self.tx()).await?;
        Ok(())
    }

    /// Forgets a variable; whether there was one.
    pub(crate) async fn remove_variable(&self, toolset: &ToolsetId, name: &str) -> Result<bool, StoreError> {
        let gone = toolset_variable::Entity::delete_by_id((toolset.to_string(), name.to_owned()));
        Ok(gone.exec(self.tx()).await?.rows_affected > 0)
    }

    /// Keeps sealed credentials in place of those before; `None` forgets them. Nothing is kept for a toolset that is
    /// gone.
    pub(crate) async fn put_credentials(
        &self,
        server: &ServerKey,
        sealed: Option<String>,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let id = (server.toolset.to_string(), server.server.to_string());
        server_credential::Entity::delete_by_id(id.clone()).exec(self.tx()).await?;
        let Some(sealed) = sealed else { return Ok(()) };
        if !self.hold_toolset(&server.toolset).await? {
            return Ok(());
        }
        let row = server_credential::ActiveModel {
            toolset_id: Set(id.0),
            server_id: Set(id.1),
            sealed: Set(sealed),
            updated_at: Set(at.to_string()),
        };
        server_credential::Entity::insert(row).exec_without_returning(self.tx()).await?;
        Ok(())
    }
}
