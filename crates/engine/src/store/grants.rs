//! Rows of `grants`.

use pegboard_model::fingerprint::Fingerprint;
use pegboard_model::ids::{ChatId, GrantId, ToolId};
use pegboard_model::policy::Grant;
use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect};

use crate::store::connection::{Store, StoreError, Write};
use crate::store::convert::parse;
use crate::store::entity::grant::{ActiveModel, Column, Entity, Model};

const TABLE: &str = "grants";

impl Write {
    pub(crate) async fn add_grant(&self, grant: &Grant) -> Result<(), StoreError> {
        let row = ActiveModel {
            id: Set(grant.id.to_string()),
            tool_id: Set(grant.tool.to_string()),
            chat_id: Set(grant.chat.to_string()),
            arguments: Set(grant.arguments.as_ref().map(ToString::to_string)),
            fingerprint: Set(grant.fingerprint.to_string()),
            granted_by: Set(grant.by.clone()),
            granted_at: Set(grant.at.to_string()),
        };
        Entity::insert(row).exec_without_returning(self.tx()).await?;
        Ok(())
    }

    /// Removes one and gives it back, if there was one.
    pub(crate) async fn remove_grant(&self, id: GrantId) -> Result<Option<Grant>, StoreError> {
        let row = Entity::find_by_id(id.to_string()).one(self.tx()).await?;
        let gone = Entity::delete_by_id(id.to_string()).exec(self.tx()).await?.rows_affected > 0;
        row.filter(|_| gone).map(record).transpose()
    }
}

impl Store {
    /// What was granted in a chat for one tool, the latest first.
    pub(crate) async fn grants_of(&self, chat: ChatId, tool: &ToolId) -> Result<Vec<Grant>, StoreError> {
        let rows = Entity::find()
            .filter(Column::ChatId.eq(chat.to_string()))
            .filter(Column::ToolId.eq(tool.to_string()))
            .order_by_desc(Column::Id)
            .all(self.reader())
            .await?;
        rows.into_iter().map(record).collect()
    }

    /// How many grants a chat has.
    pub(crate) async fn count_grants(&self, chat: ChatId) -> Result<u64, StoreError> {
        Ok(Entity::find().filter(Column::ChatId.eq(chat.to_string())).count(self.reader()).await?)
    }

    /// The latest grants, of one chat or of all.
    pub(crate) async fn grants(&self, chat: Option<ChatId>, limit: u64) -> Result<Vec<Grant>, StoreError> {
        let mut query = Entity::find().order_by_desc(Column::Id).limit(limit);
        if let Some(chat) = chat {
            query = query.filter(Column::ChatId.eq(chat.to_string()));
        }
        query.all(self.reader()).await?.into_iter().map(record).collect()
    }
}

fn record(row: Model) -> Result<Grant, StoreError> {
    Ok(Grant {
        id: parse(TABLE, &row.id)?,
        tool: parse(TABLE, &row.tool_id)?,
        chat: parse(TABLE, &row.chat_id)?,
        arguments: row.arguments.map(Fingerprint::from_stored),
        fingerprint: Fingerprint::from_stored(row.fingerprint),
        by: row.granted_by,
        at: parse(TABLE, &row.granted_at)?,
    })
}
