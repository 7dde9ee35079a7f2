//! Rows of `schedules`. Servers on one database agree by them: whoever changes a row from what was read has the run.

use pegboard_model::call::CallStatus;
use pegboard_model::ids::{CallId, ChatId, ToolId};
use pegboard_model::time::Timestamp;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, OnConflict, SimpleExpr};
use sea_orm::{ColumnTrait, Condition, EntityTrait, ExprTrait, QueryFilter, QueryOrder, UpdateMany};

use crate::record::ScheduleRow;
use crate::store::connection::{Store, StoreError, Write};
use crate::store::convert::{json_opt, parse, parse_opt, to_json};
use crate::store::entity::schedule::{ActiveModel, Column, Entity, Model};

const TABLE: &str = "schedules";

/// One run, before it begins.
#[derive(Debug, Clone)]
pub(crate) struct Claim {
    pub(crate) call: CallId,
    /// The moment that it was due at, as the row says.
    pub(crate) due: Timestamp,
    /// The next one.
    pub(crate) next: Option<Timestamp>,
    pub(crate) now: Timestamp,
    /// Until when nobody else may begin the call.
    pub(crate) until: Timestamp,
    pub(crate) chat: ChatId,
}

impl Write {
    /// Keeps what a person said of a schedule, or what a manifest brought; how its runs went stays.
    pub(crate) async fn put_schedule(&self, row: &ScheduleRow) -> Result<(), StoreError> {
        let mut replace = OnConflict::column(Column::ToolId);
        replace.update_columns([
            Column::Schedule,
            Column::Timezone,
            Column::Prompt,
            Column::Args,
            Column::Enabled,
            Column::NextRunAt,
        ]);
        Entity::insert(active(row)?).on_conflict(replace).exec_without_returning(self.tx()).await?;
        Ok(())
    }

    /// Keeps what a manifest brought, where there is no row yet.
    pub(crate) async fn bring_schedule(&self, row: &ScheduleRow) -> Result<(), StoreError> {
        let ignore = OnConflict::column(Column::ToolId).do_nothing().to_owned();
        Entity::insert(active(row)?).on_conflict(ignore).exec_without_returning(self.tx()).await?;
        Ok(())
    }

    pub(crate) async fn remove_schedule(&self, tool: &ToolId) -> Result<(), StoreError> {
        Entity::delete_by_id(tool.to_string()).exec(self.tx()).await?;
        Ok(())
    }
}

impl Store {
    /// All schedules, by tool.
    pub(crate) async fn schedules(&self) -> Result<Vec<ScheduleRow>, StoreError> {
        let rows = Entity::find().order_by_asc(Column::ToolId).all(self.reader()).await?;
        rows.into_iter().map(record).collect()
    }

    pub(crate) async fn schedule(&self, tool: &ToolId) -> Result<Option<ScheduleRow>, StoreError> {
        Entity::find_by_id(tool.to_string()).one(self.reader()).await?.map(record).transpose()
    }

    /// Takes the run of a tool that is due. Of servers that try at once, one gets it.
    pub(crate) async fn claim(&self, tool: &ToolId, claim: &Claim) -> Result<bool, StoreError> {
        let text = |at: Timestamp| SimpleExpr::from(at.to_string());
        let unclaimed = Condition::all()
            .add(Column::Enabled.eq(true))
            .add(Column::NextRunAt.eq(claim.due.to_string()))
            .add(Column::ClaimedUntil.is_null());
        let change = of(tool)
            .filter(unclaimed)
            .col_expr(Column::NextRunAt, Expr::value(claim.next.map(|next| next.to_string())))
            .col_expr(Column::LastRunAt, text(claim.now))
            .col_expr(Column::LastCallId, SimpleExpr::from(claim.call.to_string()))
            .col_expr(Column::ClaimedUntil, text(claim.until))
            .col_expr(Column::ChatId, SimpleExpr::from(claim.chat.to_string()))
            .col_expr(Column::LastError, Expr::value(None::<String>));
        self.changes_one(change).await
    }

    /// Takes over a run that somebody took and did not begin in time.
    pub(crate) async fn reclaim(
        &self,
        tool: &ToolId,
        call: CallId,
        [from, to]: [Timestamp; 2],
        chat: ChatId,
    ) -> Result<bool, StoreError> {
        let stale = Column::ClaimedUntil.eq(from.to_string());
        let change = of(tool)
            .filter(stale.and(Column::LastCallId.eq(call.to_string())))
            .col_expr(Column::ClaimedUntil, SimpleExpr::from(to.to_string()))
            .col_expr(Column::ChatId, SimpleExpr::from(chat.to_string()));
        self.changes_one(change).await
    }

    /// The call of a claimed run is recorded, whatever became of it.
    pub(crate) async fn run_is_recorded(&self, tool: &ToolId, call: CallId) -> Result<bool, StoreError> {
        let change = of_run(tool, call).col_expr(Column::ClaimedUntil, Expr::value(None::<String>));
        self.changes_one(change).await
    }

    /// No call came of a claimed run, and none will.
    pub(crate) async fn run_is_refused(
        &self,
        tool: &ToolId,
        call: CallId,
        why: &str,
    ) -> Result<bool, StoreError> {
        let change = of_run(tool, call)
            .col_expr(Column::ClaimedUntil, Expr::value(None::<String>))
            .col_expr(Column::LastCallId, Expr::value(None::<String>))
            .col_expr(Column::LastError, SimpleExpr::from(why));
        self.changes_one(change).await
    }

    /// Gives a claimed run back that did not begin: whoever looks next takes it over.
    pub(crate) async fn let_go(
        &self,
        tool: &ToolId,
        call: CallId,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let change = of_run(tool, call).col_expr(Column::ClaimedUntil, SimpleExpr::from(now.to_string()));
        self.changes_one(change).await
    }

    /// A run that a person began by hand.
    pub(crate) async fn ran_by_hand(
        &self,
        tool: &ToolId,
        call: CallId,
        at: Timestamp,
        chat: ChatId,
    ) -> Result<bool, StoreError> {
        let change = of(tool)
            .filter(Column::ClaimedUntil.is_null())
            .col_expr(Column::LastRunAt, SimpleExpr::from(at.to_string()))
            .col_expr(Column::LastCallId, SimpleExpr::from(call.to_string()))
            .col_expr(Column::ChatId, SimpleExpr::from(chat.to_string()))
            .col_expr(Column::LastError, Expr::value(None::<String>));
        self.changes_one(change).await
    }

    async fn changes_one(&self, change: UpdateMany<Entity>) -> Result<bool, StoreError> {
        let changed = change.exec(self.writer()).await?;
        self.synced().await?;
        Ok(changed.rows_affected > 0)
    }

    /// How a call stands and since when it runs; `None` where it is not recorded.
    pub(crate) async fn call_standing(
        &self,
        call: CallId,
    ) -> Result<Option<(CallStatus, Option<Timestamp>)>, StoreError> {
        let call = self.call(call).await?;
        Ok(call.map(|(call, _)| (call.status, call.started_at)))
    }
}

fn of(tool: &ToolId) -> UpdateMany<Entity> {
    Entity::update_many().filter(Column::ToolId.eq(tool.to_string()))
}

fn of_run(tool: &ToolId, call: CallId) -> UpdateMany<Entity> {
    of(tool).filter(Column::LastCallId.eq(call.to_string()))
}

fn active(row: &ScheduleRow) -> Result<ActiveModel, StoreError> {
    let text = |at: Option<Timestamp>| at.map(|at| at.to_string());
    Ok(ActiveModel {
        tool_id: Set(row.tool.to_string()),
        toolset_id: Set(row.toolset.as_ref().map(ToString::to_string)),
        schedule: Set(row.schedule.clone()),
        timezone: Set(row.timezone.clone()),
        prompt: Set(row.prompt.clone()),
        args: Set(row.args.as_ref().map(|args| to_json(TABLE, args)).transpose()?),
        enabled: Set(row.enabled),
        chat_id: Set(row.chat.map(|chat| chat.to_string())),
        next_run_at: Set(text(row.next_run_at)),
        last_run_at: Set(text(row.last_run_at)),
        last_call_id: Set(row.last_call.map(|call| call.to_string())),
        last_error: Set(row.last_error.clone()),
        claimed_until: Set(text(row.claimed_until)),
    })
}

fn record(row: Model) -> Result<ScheduleRow, StoreError> {
    Ok(ScheduleRow {
        tool: parse(TABLE, &row.tool_id)?,
        toolset: parse_opt(TABLE, row.toolset_id.as_deref())?,
        schedule: row.schedule,
        timezone: row.timezone,
        prompt: row.prompt,
        args: json_opt(TABLE, row.args.as_deref())?,
        enabled: row.enabled,
        chat: parse_opt(TABLE, row.chat_id.as_deref())?,
        next_run_at: parse_opt(TABLE, row.next_run_at.as_deref())?,
        last_run_at: parse_opt(TABLE, row.last_run_at.as_deref())?,
        last_call: parse_opt(TABLE, row.last_call_id.as_deref())?,
        last_error: row.last_error,
        claimed_until: parse_opt(TABLE, row.claimed_until.as_deref())?,
    })
}
