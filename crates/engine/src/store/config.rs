//! Rows of `config_values`.

use pegboard_model::config::Secrecy;
use pegboard_model::ids::{ConfigKey, ToolsetId};
use pegboard_model::time::Timestamp;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::OnConflict;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QuerySelect};

use crate::record::ConfigOwner;
use crate::store::connection::{Store, StoreError, Write};
use crate::store::convert::parse;
use crate::store::entity::config_value::{ActiveModel, Column, Entity, Model};

const TABLE: &str = "config_values";

/// A value as it is kept.
pub(crate) struct ConfigRow {
    pub(crate) key: ConfigKey,
    pub(crate) secrecy: Secrecy,
    pub(crate) sealed: String,
    pub(crate) updated_at: Timestamp,
}

impl Store {
    /// Which keys have a value, of everybody.
    pub(crate) async fn config_keys(&self) -> Result<Vec<(ConfigOwner, ConfigKey)>, StoreError> {
        let rows: Vec<(String, String, String)> = Entity::find()
            .select_only()
            .columns([Column::ToolsetId, Column::Tool, Column::Key])
            .into_tuple()
            .all(self.reader())
            .await?;
        let row = |(toolset, tool, key): (String, String, String)| {
            Ok((owner(&toolset, &tool)?, parse(TABLE, &key)?))
        };
        rows.into_iter().map(row).collect()
    }

    /// All values of one owner.
    pub(crate) async fn config(&self, owner: &ConfigOwner) -> Result<Vec<ConfigRow>, StoreError> {
        let (toolset, tool) = columns(owner);
        let found = Entity::find().filter(Column::ToolsetId.eq(toolset)).filter(Column::Tool.eq(tool));
        let row = |row: Model| {
            Ok(ConfigRow {
                key: parse(TABLE, &row.key)?,
                secrecy: if row.secret { Secrecy::Secret } else { Secrecy::Plain },
                sealed: row.sealed,
                updated_at: parse(TABLE, &row.updated_at)?,
            })
        };
        found.all(self.reader()).await?.into_iter().map(row).collect()
    }
}

impl Write {
    /// Keeps a value in place of the one before, unless its toolset was removed meanwhile; whether it is kept.
    pub(crate) async fn put_config(&self, owner: &ConfigOwner, value: ConfigRow) -> Result<bool, StoreError> {
        if !self.hold_toolset(owner.toolset()).await? {
            return Ok(false);
        }
        let (toolset, tool) = columns(owner);
        let row = ActiveModel {
            toolset_id: Set(toolset),
            tool: Set(tool),
            key: Set(value.key.to_string()),
            secret: Set(value.secrecy.is_secret()),
            sealed: Set(value.sealed),
            updated_at: Set(value.updated_at.to_string()),
        };
        let mut replace = OnConflict::columns([Column::ToolsetId, Column::Tool, Column::Key]);
        replace.update_columns([Column::Secret, Column::Sealed, Column::UpdatedAt]);
        Entity::insert(row).on_conflict(replace).exec_without_returning(self.tx()).await?;
        Ok(true)
    }

    /// Forgets a value; whether there was one.
    pub(crate) async fn remove_config(
        &self,
        owner: &ConfigOwner,
        key: &ConfigKey,
    ) -> Result<bool, StoreError> {
        let (toolset, tool) = columns(owner);
        let gone = Entity::delete_by_id((toolset, tool, key.to_string()));
        Ok(gone.exec(self.tx()).await?.rows_affected > 0)
    }
}

fn columns(owner: &ConfigOwner) -> (String, String) {
    let tool = owner.tool().map(ToString::to_string).unwrap_or_default();
    (owner.toolset().to_string(), tool)
}

pub(super) fn owner(toolset: &str, tool: &str) -> Result<ConfigOwner, StoreError> {
    let toolset: ToolsetId = parse(TABLE, toolset)?;
    if tool.is_empty() {
        return Ok(ConfigOwner::Toolset(toolset));
    }
    Ok(ConfigOwner::Tool(toolset, parse(TABLE, tool)?))
}
