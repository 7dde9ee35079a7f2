//! Rows of `saved_inputs`.

use pegboard_model::ids::{ToolId, ToolsetId};
use pegboard_model::saved_input::{InputName, SAVED_INPUTS_MAX};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::OnConflict;
use sea_orm::{ColumnTrait, EntityTrait, PaginatorTrait, QueryFilter, QuerySelect};

use crate::record::SavedInput;
use crate::store::connection::{Store, StoreError, Write};
use crate::store::convert::{json, parse, to_json};
use crate::store::entity::saved_input::{ActiveModel, Column, Entity, Model};
use crate::store::entity::toolset;

const TABLE: &str = "saved_inputs";

/// What became of an input that was to be saved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Saving {
    /// It is saved, in place of one of the same name.
    Saved,
    /// The tool has as many as it may have.
    Full,
    /// The toolset was removed meanwhile.
    ToolsetGone,
}

impl Write {
    /// Saves one input of a tool; of those who save at once, one waits for the other.
    pub(crate) async fn put_saved_input(
        &self,
        toolset: Option<&ToolsetId>,
        tool: &ToolId,
        input: &SavedInput,
    ) -> Result<Saving, StoreError> {
        if let Some(id) = toolset
            && !self.hold_toolset(id).await?
        {
            return Ok(Saving::ToolsetGone);
        }
        let others = Entity::find()
            .filter(Column::ToolId.eq(tool.to_string()))
            .filter(Column::Name.ne(input.name.as_str()))
            .count(self.tx())
            .await?;
        if others >= SAVED_INPUTS_MAX as u64 {
            return Ok(Saving::Full);
        }
        let row = ActiveModel {
            tool_id: Set(tool.to_string()),
            name: Set(input.name.to_string()),
            toolset_id: Set(toolset.map(ToString::to_string)),
            args: Set(to_json(TABLE, &input.args)?),
            updated_at: Set(input.updated_at.to_string()),
        };
        let mut replace = OnConflict::columns([Column::ToolId, Column::Name]);
        replace.update_columns([Column::Args, Column::UpdatedAt]);
        Entity::insert(row).on_conflict(replace).exec_without_returning(self.tx()).await?;
        Ok(Saving::Saved)
    }

    /// Keeps a toolset from being changed by others until the end of this transaction; whether it is there.
    pub(super) async fn hold_toolset(&self, id: &ToolsetId) -> Result<bool, StoreError> {
        let held: Option<String> = toolset::Entity::find_by_id(id.to_string())
            .select_only()
            .column(toolset::Column::Id)
            .lock_exclusive()
            .into_tuple()
            .one(self.tx())
            .await?;
        Ok(held.is_some())
    }

    /// Removes one input; whether there was one.
    pub(crate) async fn remove_saved_input(
        &self,
        tool: &ToolId,
        name: &InputName,
    ) -> Result<bool, StoreError> {
        let gone = Entity::delete_by_id((tool.to_string(), name.to_string())).exec(self.tx()).await?;
        Ok(gone.rows_affected > 0)
    }
}

impl Store {
    /// One tool's inputs, by name.
    pub(crate) async fn saved_inputs(&self, tool: &ToolId) -> Result<Vec<SavedInput>, StoreError> {
        let rows = Entity::find().filter(Column::ToolId.eq(tool.to_string())).all(self.reader()).await?;
        let mut inputs = rows.iter().map(record).collect::<Result<Vec<_>, _>>()?;
        // Here and not in the database: the two sort texts differently.
        inputs.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(inputs)
    }

    /// How many inputs the tools of a toolset have together.
    pub(crate) async fn count_saved_inputs(&self, toolset: &ToolsetId) -> Result<u64, StoreError> {
        Ok(Entity::find().filter(Column::ToolsetId.eq(toolset.as_str())).count(self.reader()).await?)
    }
}

fn record(row: &Model) -> Result<SavedInput, StoreError> {
    Ok(SavedInput {
        name: parse(TABLE, &row.name)?,
        args: json(TABLE, &row.args)?,
        updated_at: parse(TABLE, &row.updated_at)?,
    })
}
