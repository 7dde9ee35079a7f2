//! Rows of `prompts`.

use pegboard_model::ids::{PromptId, ToolId};
use pegboard_model::prompt::PromptStatus;
use pegboard_model::time::Timestamp;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::SimpleExpr;
use sea_orm::{ColumnTrait, Condition, EntityTrait, ExprTrait, QueryFilter, QueryOrder, QuerySelect};

use crate::record::{Page, PageRequest, PromptRecord};
use crate::store::connection::{Store, StoreError, Write};
use crate::store::convert::{parse, parse_opt};
use crate::store::entity::prompt::{ActiveModel, Column, Entity, Model};

const TABLE: &str = "prompts";

impl Write {
    /// Adds a prompt. Of those of one tool that nobody was done with, the `most` newest stay.
    pub(crate) async fn add_prompt(&self, prompt: &PromptRecord, most: u64) -> Result<u64, StoreError> {
        let text = |at: Option<Timestamp>| at.map(|at| at.to_string());
        let row = ActiveModel {
            id: Set(prompt.id.to_string()),
            tool_id: Set(prompt.tool.to_string()),
            call_id: Set(prompt.call.to_string()),
            chat_id: Set(prompt.chat.to_string()),
            text: Set(prompt.text.clone()),
            source: Set(prompt.source.to_string()),
            created_at: Set(prompt.created_at.to_string()),
            taken_at: Set(text(prompt.taken_at)),
            taken_until: Set(text(prompt.taken_until)),
            done_at: Set(text(prompt.done_at)),
        };
        Entity::insert(row).exec_without_returning(self.tx()).await?;
        self.drop_oldest(&prompt.tool, most).await
    }

    async fn drop_oldest(&self, tool: &ToolId, most: u64) -> Result<u64, StoreError> {
        let waiting = Condition::all().add(Column::ToolId.eq(tool.to_string())).add(Column::DoneAt.is_null());
        let oldest_kept: Option<String> = Entity::find()
            .filter(waiting.clone())
            .select_only()
            .column(Column::Id)
            .order_by_desc(Column::Id)
            .offset(most.saturating_sub(1))
            .limit(1)
            .into_tuple()
            .one(self.tx())
            .await?;
        let Some(oldest_kept) = oldest_kept else { return Ok(0) };
        let gone = Entity::delete_many().filter(waiting.add(Column::Id.lt(oldest_kept)));
        Ok(gone.exec(self.tx()).await?.rows_affected)
    }
}

impl Store {
    /// Prompts, newest first.
    pub(crate) async fn prompts(
        &self,
        status: Option<PromptStatus>,
        now: Timestamp,
        page: PageRequest,
    ) -> Result<Page<PromptRecord>, StoreError> {
        let rows = Entity::find()
            .filter(Condition::all().add_option(status.map(|status| stands(status, now))))
            .filter(Condition::all().add_option(page.cursor.map(|cursor| Column::Id.lt(cursor.to_string()))))
            .order_by_desc(Column::Id)
            .limit(page.rows() + 1)
            .all(self.reader())
            .await?;
        let prompts = rows.into_iter().map(record).collect::<Result<Vec<_>, _>>()?;
        Ok(Page::cut(prompts, page.rows(), |prompt| prompt.id))
    }

    pub(crate) async fn prompt(&self, id: PromptId) -> Result<Option<PromptRecord>, StoreError> {
        Entity::find_by_id(id.to_string()).one(self.reader()).await?.map(record).transpose()
    }

    /// Takes the oldest prompt that waits. Of those who ask at once, each gets another one.
    pub(crate) async fn take_prompt(
        &self,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<Option<PromptRecord>, StoreError> {
        loop {
            let oldest = Entity::find().filter(stands(PromptStatus::Waiting, now)).order_by_asc(Column::Id);
            let Some(row) = oldest.one(self.reader()).await? else { return Ok(None) };
            let unchanged = match &row.taken_until {
                Some(until) => Column::TakenUntil.eq(until.clone()),
                None => Column::TakenUntil.is_null(),
            };
            let taken = Entity::update_many()
                .filter(Column::Id.eq(row.id.clone()).and(Column::DoneAt.is_null()).and(unchanged))
                .col_expr(Column::TakenAt, SimpleExpr::from(now.to_string()))
                .col_expr(Column::TakenUntil, SimpleExpr::from(until.to_string()))
                .exec(self.writer())
                .await?;
            if taken.rows_affected > 0 {
                self.synced().await?;
                let mine = PromptRecord { taken_at: Some(now), taken_until: Some(until), ..record(row)? };
                return Ok(Some(mine));
            }
        }
    }

    /// Marks a prompt as done; one that is stays as it is.
    pub(crate) async fn end_prompt(&self, id: PromptId, now: Timestamp) -> Result<(), StoreError> {
        Entity::update_many()
            .filter(Column::Id.eq(id.to_string()).and(Column::DoneAt.is_null()))
            .col_expr(Column::DoneAt, SimpleExpr::from(now.to_string()))
            .exec(self.writer())
            .await?;
        self.synced().await
    }

    /// Removes a prompt; whether there was one.
    pub(crate) async fn remove_prompt(&self, id: PromptId) -> Result<bool, StoreError> {
        let gone = Entity::delete_by_id(id.to_string()).exec(self.writer()).await?;
        self.synced().await?;
        Ok(gone.rows_affected > 0)
    }
}

fn stands(status: PromptStatus, now: Timestamp) -> Condition {
    let now = now.to_string();
    match status {
        PromptStatus::Done => Condition::all().add(Column::DoneAt.is_not_null()),
        PromptStatus::Taken => Condition::all().add(Column::DoneAt.is_null()).add(Column::TakenUntil.gt(now)),
        PromptStatus::Waiting => Condition::all()
            .add(Column::DoneAt.is_null())
            .add(Condition::any().add(Column::TakenUntil.is_null()).add(Column::TakenUntil.lte(now))),
    }
}

fn record(row: Model) -> Result<PromptRecord, StoreError> {
    Ok(PromptRecord {
        id: parse(TABLE, &row.id)?,
        tool: parse(TABLE, &row.tool_id)?,
        call: parse(TABLE, &row.call_id)?,
        chat: parse(TABLE, &row.chat_id)?,
        text: row.text,
        source: parse(TABLE, &row.source)?,
        created_at: parse(TABLE, &row.created_at)?,
        taken_at: parse_opt(TABLE, row.taken_at.as_deref())?,
        taken_until: parse_opt(TABLE, row.taken_until.as_deref())?,
        done_at: parse_opt(TABLE, row.done_at.as_deref())?,
    })
}
