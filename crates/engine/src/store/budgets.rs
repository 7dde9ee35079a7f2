//! Rows of `budgets`.

use pegboard_model::ids::{ToolId, ToolsetId};
use pegboard_model::time::Timestamp;
use sea_orm::ActiveValue::Set;
use sea_orm::EntityTrait;
use sea_orm::sea_query::OnConflict;

use crate::store::connection::{Store, StoreError, Write};
use crate::store::convert::parse;
use crate::store::entity::budget::{ActiveModel, Column, Entity};

const TABLE: &str = "budgets";

impl Write {
    /// What a tool said with a result.
    pub(crate) async fn put_budget(
        &self,
        tool: &ToolId,
        toolset: Option<&ToolsetId>,
        remaining: f64,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let row = ActiveModel {
            tool_id: Set(tool.to_string()),
            toolset_id: Set(toolset.map(ToString::to_string)),
            remaining: Set(remaining),
            updated_at: Set(at.to_string()),
        };
        let mut replace = OnConflict::column(Column::ToolId);
        replace.update_columns([Column::Remaining, Column::UpdatedAt]);
        Entity::insert(row).on_conflict(replace).exec_without_returning(self.tx()).await?;
        Ok(())
    }
}

impl Store {
    /// What a tool may still spend, and when it said so.
    pub(crate) async fn budget(&self, tool: &ToolId) -> Result<Option<(f64, Timestamp)>, StoreError> {
        let row = Entity::find_by_id(tool.to_string()).one(self.reader()).await?;
        row.map(|row| Ok((row.remaining, parse(TABLE, &row.updated_at)?))).transpose()
    }

    /// The tools that have nothing left.
    pub(crate) async fn budgets(&self) -> Result<Vec<(ToolId, f64)>, StoreError> {
        let rows = Entity::find().all(self.reader()).await?;
        rows.iter().map(|row| Ok((parse(TABLE, &row.tool_id)?, row.remaining))).collect()
    }

    /// Forgets what a tool said.
    pub(crate) async fn forget_budget(&self, tool: &ToolId) -> Result<(), StoreError> {
        Entity::delete_by_id(tool.to_string()).exec(self.writer()).await?;
        self.synced().await
    }
}
