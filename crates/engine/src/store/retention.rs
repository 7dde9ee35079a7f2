//! Removing old records, a few at a time, so that nobody waits long for the one writing connection.

use pegboard_model::call::CallStatus;
use pegboard_model::time::Timestamp;
use sea_orm::sea_query::{Alias, Expr, ExprTrait, Query, SelectStatement};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};

use crate::store::connection::{Store, StoreError};
use crate::store::entity::{call, outcome, prompt, schedule};

/// Rows that one statement removes at most.
const ROWS: u64 = 500;

impl Store {
    /// Removes some calls that ended and were asked for before a moment. Kept are those that something refers to: a
    /// call that they made, a prompt that waits, a schedule, and a state of a workspace that they left. Gives back how many are gone; zero is all.
    pub(crate) async fn remove_calls(&self, before: Timestamp) -> Result<u64, StoreError> {
        let gone = call::Entity::delete_many()
            .filter(call::Column::Id.in_subquery(old_calls(before)))
            .exec(self.writer())
            .await?;
        Ok(gone.rows_affected)
    }

    /// Removes some outcomes of before a moment. Gives back how many are gone; zero is all.
    pub(crate) async fn remove_outcomes(&self, before: Timestamp) -> Result<u64, StoreError> {
        let old = Query::select()
            .column(outcome::Column::CallId)
            .from(outcome::Entity)
            .and_where(outcome::Column::At.lt(before.to_string()))
            .limit(ROWS)
            .to_owned();
        let gone = outcome::Entity::delete_many()
            .filter(outcome::Column::CallId.in_subquery(old))
            .exec(self.writer())
            .await?;
        Ok(gone.rows_affected)
    }
}

/// Calls whose prompts nobody was done with.
fn waiting() -> SelectStatement {
    Query::select()
        .column(prompt::Column::CallId)
        .from(prompt::Entity)
        .and_where(prompt::Column::DoneAt.is_null())
        .to_owned()
}

/// The last runs of schedules, by which the scheduler knows that they began.
fn scheduled() -> SelectStatement {
    Query::select()
        .column(schedule::Column::LastCallId)
        .from(schedule::Entity)
        .and_where(schedule::Column::LastCallId.is_not_null())
        .to_owned()
}

fn old_calls(before: Timestamp) -> SelectStatement {
    let own = |column: call::Column| Expr::col((call::Entity, column));
    let child = Alias::new("child");
    let made_another = Query::select()
        .expr(Expr::val(1))
        .from_as(call::Entity, child.clone())
        .and_where(Expr::col((child, call::Column::ParentId)).equals((call::Entity, call::Column::Id)))
        .to_owned();
    let changed = own(call::Column::FilesAdded)
        .add(own(call::Column::FilesModified))
        .add(own(call::Column::FilesRemoved));
    Query::select()
        .column((call::Entity, call::Column::Id))
        .from(call::Entity)
        .and_where(own(call::Column::CreatedAt).lt(before.to_string()))
        .and_where(
            own(call::Column::Status).is_in([CallStatus::Success, CallStatus::Error].map(CallStatus::as_str)),
        )
        .and_where(changed.eq(0))
        .and_where(Expr::exists(made_another).not())
        .and_where(own(call::Column::Id).not_in_subquery(waiting()))
        .and_where(own(call::Column::Id).not_in_subquery(scheduled()))
        .limit(ROWS)
        .to_owned()
}
