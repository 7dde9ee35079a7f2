//! Rows of `outcomes`. Nothing here writes one: the end of a call does, by a trigger (`m0015_outcomes`).

use std::collections::HashMap;

use pegboard_model::call::{FailureKind, ToolFailure};
use pegboard_model::ids::CallId;
use pegboard_model::time::Timestamp;
use sea_orm::{
    ColumnTrait, Condition, EntityTrait, FromQueryResult, QueryFilter, QueryOrder, QuerySelect, Select,
};

use crate::store::connection::{Store, StoreError};
use crate::store::convert::{json_opt, parse, parse_opt};
use crate::store::entity::call;
use crate::store::entity::outcome::{Column, Entity, Model};

const TABLE: &str = "outcomes";

/// How many calls of one tool ended in one way.
pub(crate) struct Ended {
    /// `None` is a success.
    pub(crate) failure: Option<FailureKind>,
    pub(crate) calls: u64,
    /// Of all of them together.
    pub(crate) reward: f64,
}

#[derive(FromQueryResult)]
struct EndedRow {
    failure: Option<String>,
    calls: i64,
    reward: f64,
}

/// Outcomes of one tool since a moment.
fn of(tool: &str, since: Timestamp) -> Select<Entity> {
    let since = Column::At.gte(since.to_string());
    Entity::find().filter(Condition::all().add(Column::ToolId.eq(tool)).add(since))
}

impl Store {
    /// How the calls of a tool ended, a row for each way.
    pub(crate) async fn ended(&self, tool: &str, since: Timestamp) -> Result<Vec<Ended>, StoreError> {
        let rows = of(tool, since)
            .select_only()
            .column(Column::Failure)
            .column_as(Column::CallId.count(), "calls")
            .column_as(Column::Reward.sum(), "reward")
            .group_by(Column::Failure)
            .into_model::<EndedRow>()
            .all(self.reader())
            .await?;
        let ended = |row: EndedRow| {
            let failure = parse_opt(TABLE, row.failure.as_deref())?;
            Ok(Ended { failure, calls: u64::try_from(row.calls).unwrap_or(0), reward: row.reward })
        };
        rows.into_iter().map(ended).collect()
    }

    /// How long the newest `max` calls of a tool took that ran, in milliseconds.
    pub(crate) async fn durations(
        &self,
        tool: &str,
        since: Timestamp,
        max: u64,
    ) -> Result<Vec<i64>, StoreError> {
        let rows = of(tool, since).filter(Column::DurationMs.is_not_null());
        let rows = rows.select_only().column(Column::DurationMs).order_by_desc(Column::At).limit(max);
        Ok(rows.into_tuple().all(self.reader()).await?)
    }

    /// The newest failures of a tool; without what happened where the call itself is not kept any more.
    pub(crate) async fn last_failures(
        &self,
        tool: &str,
        since: Timestamp,
        max: u64,
    ) -> Result<Vec<(CallId, Timestamp, FailureKind, Option<ToolFailure>)>, StoreError> {
        let failed = of(tool, since).filter(Column::Failure.is_not_null());
        let failed = failed.order_by_desc(Column::At).limit(max).all(self.reader()).await?;
        let ids = failed.iter().map(|row| row.call_id.clone());
        let errors: Vec<(String, Option<String>)> = call::Entity::find()
            .select_only()
            .columns([call::Column::Id, call::Column::Error])
            .filter(call::Column::Id.is_in(ids))
            .into_tuple()
            .all(self.reader())
            .await?;
        let errors: HashMap<String, Option<String>> = errors.into_iter().collect();
        let shown = |row: &Model| {
            let kind = parse(TABLE, row.failure.as_deref().unwrap_or_default())?;
            let error = errors.get(&row.call_id).and_then(Option::as_deref);
            Ok((parse(TABLE, &row.call_id)?, parse(TABLE, &row.at)?, kind, json_opt(TABLE, error)?))
        };
        failed.iter().map(shown).collect()
    }
}
