//! Parts of many rows of `tool_calls`: what lists and figures show, without arguments, results and render plans.

use futures::TryStreamExt as _;
use pegboard_model::activity::Sample;
use pegboard_model::call::ToolFailure;
use pegboard_model::time::Timestamp;
use sea_orm::sea_query::{Expr, Func};
use sea_orm::{EntityTrait, FromQueryResult, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect};

use crate::record::{CallSummary, ChangeCounts, Page, PageRequest};
use crate::store::call_filter::CallFilter;
use crate::store::connection::{Store, StoreError};
use crate::store::convert::{json_opt, parse, parse_opt};
use crate::store::entity::call::{Column, Entity};

const TABLE: &str = "tool_calls";
/// Characters of a call's arguments that a list shows.
const ARGS_SHOWN: usize = 200;

/// What a summary is made of.
#[derive(FromQueryResult)]
struct Row {
    id: String,
    status: String,
    tool_id: String,
    chat_id: String,
    message_id: String,
    caller: String,
    worker: Option<String>,
    parent_id: Option<String>,
    rule: String,
    created_at: String,
    started_at: Option<String>,
    finished_at: Option<String>,
    error: Option<String>,
    renderer: Option<String>,
    files_added: i64,
    files_modified: i64,
    files_removed: i64,
    args_begin: String,
}

const COLUMNS: [Column; 17] = [
    Column::Id,
    Column::Status,
    Column::ToolId,
    Column::ChatId,
    Column::MessageId,
    Column::Caller,
    Column::Worker,
    Column::ParentId,
    Column::Rule,
    Column::CreatedAt,
    Column::StartedAt,
    Column::FinishedAt,
    Column::Error,
    Column::Renderer,
    Column::FilesAdded,
    Column::FilesModified,
    Column::FilesRemoved,
];

/// What figures are made of; all of it stands in the index `calls_by_time`.
#[derive(FromQueryResult)]
struct Timing {
    tool_id: String,
    status: String,
    created_at: String,
    started_at: Option<String>,
    finished_at: Option<String>,
}

const TIMING: [Column; 5] =
    [Column::ToolId, Column::Status, Column::CreatedAt, Column::StartedAt, Column::FinishedAt];

impl Store {
    /// How many calls there are.
    pub(crate) async fn count_calls(&self, filter: &CallFilter) -> Result<u64, StoreError> {
        Ok(Entity::find().filter(filter.condition()).count(self.reader()).await?)
    }

    /// What lists show of calls, newest first.
    pub(crate) async fn call_summaries(
        &self,
        filter: &CallFilter,
        page: PageRequest,
    ) -> Result<Page<CallSummary>, StoreError> {
        let one_more = i32::try_from(ARGS_SHOWN + 1).unwrap_or(i32::MAX);
        let arguments = [Expr::col(Column::Args), Expr::val(1), Expr::val(one_more)];
        let rows = Entity::find().select_only().columns(COLUMNS);
        let rows = rows.expr_as(Func::cust("SUBSTR").args(arguments), "args_begin");
        let rows = filter.page(rows, page).into_model::<Row>().all(self.reader()).await?;
        let summaries = rows.into_iter().map(summary).collect::<Result<Vec<_>, _>>()?;
        Ok(Page::cut(summaries, page.rows(), |call| call.id))
    }

    /// Hands over the newest `max` calls, newest first, without holding them. Gives back whether there are more.
    pub(crate) async fn call_samples(
        &self,
        filter: &CallFilter,
        max: u64,
        mut take: impl FnMut(Sample<'_>),
    ) -> Result<bool, StoreError> {
        let rows = Entity::find().select_only().columns(TIMING).filter(filter.condition());
        let rows = rows.order_by_desc(Column::CreatedAt).limit(max + 1).into_model::<Timing>();
        let mut rows = rows.stream(self.reader()).await?;
        let mut taken = 0;
        while let Some(row) = rows.try_next().await? {
            if taken == max {
                return Ok(true);
            }
            take(sample(&row)?);
            taken += 1;
        }
        Ok(false)
    }
}

fn sample(row: &Timing) -> Result<Sample<'_>, StoreError> {
    let started: Option<Timestamp> = parse_opt(TABLE, row.started_at.as_deref())?;
    let finished: Option<Timestamp> = parse_opt(TABLE, row.finished_at.as_deref())?;
    Ok(Sample {
        at: parse(TABLE, &row.created_at)?,
        tool: &row.tool_id,
        status: parse(TABLE, &row.status)?,
        duration_ms: started.zip(finished).map(|(start, end)| end.millis_since(start)),
    })
}

fn summary(row: Row) -> Result<CallSummary, StoreError> {
    let count = |column: i64| u64::try_from(column).unwrap_or(0);
    let error: Option<ToolFailure> = json_opt(TABLE, row.error.as_deref())?;
    Ok(CallSummary {
        id: parse(TABLE, &row.id)?,
        status: parse(TABLE, &row.status)?,
        tool: parse(TABLE, &row.tool_id)?,
        chat: parse(TABLE, &row.chat_id)?,
        message: parse(TABLE, &row.message_id)?,
        caller: row.caller,
        worker: parse_opt(TABLE, row.worker.as_deref())?,
        parent: parse_opt(TABLE, row.parent_id.as_deref())?,
        rule: row.rule,
        created_at: parse(TABLE, &row.created_at)?,
        started_at: parse_opt(TABLE, row.started_at.as_deref())?,
        finished_at: parse_opt(TABLE, row.finished_at.as_deref())?,
        error: error.map(|error| (error.kind, error.message)),
        renderer: row.renderer,
        args_preview: shortened(row.args_begin),
        changes: ChangeCounts {
            added: count(row.files_added),
            modified: count(row.files_modified),
            removed: count(row.files_removed),
        },
    })
}

/// At most [`ARGS_SHOWN`] characters; the last one says where some are left out.
fn shortened(text: String) -> String {
    match text.char_indices().nth(ARGS_SHOWN) {
        None => text,
        Some(_) => text.chars().take(ARGS_SHOWN - 1).chain(['…']).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::{ARGS_SHOWN, shortened};

    #[test]
    fn arguments_are_shortened_by_characters_and_say_so() {
        assert_eq!(shortened("ü".repeat(ARGS_SHOWN)), "ü".repeat(ARGS_SHOWN));
        let cut = shortened("ü".repeat(ARGS_SHOWN + 1));
        assert_eq!(cut.chars().count(), ARGS_SHOWN);
        assert!(cut.ends_with('…'));
    }
}
