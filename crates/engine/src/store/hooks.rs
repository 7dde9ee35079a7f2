//! Rows of `hooks` and `hook_deliveries`.

use pegboard_model::ids::ToolId;
use pegboard_model::time::Timestamp;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{OnConflict, SimpleExpr};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QuerySelect};

use crate::record::{HookRow, Signing};
use crate::store::connection::{Store, StoreError};
use crate::store::convert::{parse, parse_opt};
use crate::store::entity::hook::{ActiveModel, Column, Entity, Model};
use crate::store::entity::hook_delivery;

const TABLE: &str = "hooks";

impl Store {
    /// Makes the webhook of a tool, in place of the one before.
    pub(crate) async fn put_hook(&self, hook: &HookRow) -> Result<(), StoreError> {
        let row = ActiveModel {
            tool_id: Set(hook.tool.to_string()),
            toolset_id: Set(hook.toolset.as_ref().map(ToString::to_string)),
            token_sha256: Set(hook.token_sha256.clone()),
            secret: Set(hook.secret.clone()),
            prompt: Set(hook.prompt.clone()),
            signed_only: Set(hook.signing == Signing::Required),
            created_at: Set(hook.created_at.to_string()),
            last_used_at: Set(None),
        };
        let mut replace = OnConflict::column(Column::ToolId);
        replace.update_columns([
            Column::TokenSha256,
            Column::Secret,
            Column::Prompt,
            Column::SignedOnly,
            Column::CreatedAt,
            Column::LastUsedAt,
        ]);
        Entity::insert(row).on_conflict(replace).exec_without_returning(self.writer()).await?;
        self.synced().await
    }

    pub(crate) async fn hook(&self, tool: &ToolId) -> Result<Option<HookRow>, StoreError> {
        Entity::find_by_id(tool.to_string()).one(self.reader()).await?.map(record).transpose()
    }

    /// The tools that have one.
    pub(crate) async fn hooked(&self) -> Result<Vec<ToolId>, StoreError> {
        let ids: Vec<String> =
            Entity::find().select_only().column(Column::ToolId).into_tuple().all(self.reader()).await?;
        ids.iter().map(|id| parse(TABLE, id)).collect()
    }

    /// Removes it; whether there was one.
    pub(crate) async fn remove_hook(&self, tool: &ToolId) -> Result<bool, StoreError> {
        let gone = Entity::delete_by_id(tool.to_string()).exec(self.writer()).await?;
        self.synced().await?;
        Ok(gone.rows_affected > 0)
    }

    pub(crate) async fn hook_was_used(&self, tool: &ToolId, at: Timestamp) -> Result<(), StoreError> {
        Entity::update_many()
            .filter(Column::ToolId.eq(tool.to_string()))
            .col_expr(Column::LastUsedAt, SimpleExpr::from(at.to_string()))
            .exec(self.writer())
            .await?;
        Ok(())
    }

    /// Remembers what came in, and forgets what came in before `forgotten`. Whether it is new.
    pub(crate) async fn add_delivery(
        &self,
        sha256: &str,
        at: Timestamp,
        forgotten: Timestamp,
    ) -> Result<bool, StoreError> {
        use hook_delivery::{ActiveModel, Column, Entity};
        Entity::delete_many().filter(Column::At.lt(forgotten.to_string())).exec(self.writer()).await?;
        let row = ActiveModel { sha256: Set(sha256.to_owned()), at: Set(at.to_string()) };
        let ignore = OnConflict::column(Column::Sha256).do_nothing().to_owned();
        let added = Entity::insert(row).on_conflict(ignore).exec_without_returning(self.writer()).await?;
        self.synced().await?;
        Ok(added > 0)
    }
}

fn record(row: Model) -> Result<HookRow, StoreError> {
    Ok(HookRow {
        tool: parse(TABLE, &row.tool_id)?,
        toolset: parse_opt(TABLE, row.toolset_id.as_deref())?,
        token_sha256: row.token_sha256,
        secret: row.secret,
        prompt: row.prompt,
        signing: if row.signed_only { Signing::Required } else { Signing::Optional },
        created_at: parse(TABLE, &row.created_at)?,
        last_used_at: parse_opt(TABLE, row.last_used_at.as_deref())?,
    })
}
