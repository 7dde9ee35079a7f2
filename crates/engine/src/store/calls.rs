//! Rows of `tool_calls`.

use std::collections::HashMap;

use pegboard_model::call::{CallStatus, Telemetry, ToolFailure};
use pegboard_model::fingerprint::Fingerprint;
use pegboard_model::ids::{CallId, ManifestId};
use pegboard_model::outcome::reward;
use pegboard_model::time::Timestamp;
use sea_orm::ActiveValue::{NotSet, Set, Unchanged};
use sea_orm::{ActiveModelTrait, ColumnTrait, Condition, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use serde_json::Value;

use crate::record::{CallRecord, Changes, Page, PageRequest, Previewable};
use crate::store::call_filter::CallFilter;
use crate::store::connection::{Store, StoreError, Write};
use crate::store::convert::{json, json_opt, parse, parse_opt, to_json};
use crate::store::entity::call::{ActiveModel, Column, Entity, Model};

const TABLE: &str = "tool_calls";
/// Ids in one question; databases bound the number of values.
const AT_ONCE: usize = 500;

/// What is known when a call begins to run.
pub(crate) struct Started {
    pub(crate) rule: String,
    pub(crate) asked_because: Option<String>,
    pub(crate) started_at: Timestamp,
    pub(crate) pre_manifest: Option<ManifestId>,
}

/// What is known when a call is over.
pub(crate) struct Finished {
    pub(crate) result: Result<Value, ToolFailure>,
    pub(crate) render_plan: Option<Value>,
    pub(crate) log: String,
    /// `None` for a call that never ran.
    pub(crate) started_at: Option<Timestamp>,
    pub(crate) finished_at: Timestamp,
    pub(crate) post_manifest: Option<ManifestId>,
    pub(crate) changes: Changes,
    pub(crate) warnings: Vec<String>,
}

impl Write {
    /// Adds a call as it stands: pending or running.
    pub(crate) async fn add_call(
        &self,
        call: &CallRecord,
        fingerprint: &Fingerprint,
    ) -> Result<(), StoreError> {
        Entity::insert(self.row(call, fingerprint)?).exec_without_returning(self.tx()).await?;
        Ok(())
    }

    /// A call's row without its end.
    fn row(&self, call: &CallRecord, fingerprint: &Fingerprint) -> Result<ActiveModel, StoreError> {
        let text = |id: Option<ManifestId>| id.map(|id| id.to_string());
        Ok(ActiveModel {
            id: Set(call.id.to_string()),
            chat_id: Set(call.chat.to_string()),
            message_id: Set(call.message.to_string()),
            tool_id: Set(call.tool.to_string()),
            toolset_id: Set(call.toolset.as_ref().map(ToString::to_string)),
            provider: Set(call.provider.map(|provider| provider.to_string())),
            args: Set(to_json(TABLE, &call.args)?),
            result: NotSet,
            render_plan: NotSet,
            status: Set(call.status.to_string()),
            error: NotSet,
            log: NotSet,
            caller: Set(call.caller.clone()),
            rule: Set(call.rule.clone()),
            asked_because: Set(call.asked_because.clone()),
            fingerprint: Set(fingerprint.to_string()),
            created_at: Set(call.created_at.to_string()),
            started_at: Set(call.started_at.map(|at| at.to_string())),
            finished_at: NotSet,
            pre_manifest_id: Set(text(call.pre_manifest)),
            post_manifest_id: Set(text(call.post_manifest)),
            changes: Set(to_json(TABLE, &call.changes)?),
            warnings: Set(to_json(TABLE, &call.warnings)?),
            renderer: NotSet,
            files_added: Set(count(&call.changes.added)),
            files_modified: Set(count(&call.changes.modified)),
            files_removed: Set(count(&call.changes.removed)),
            previewable: Set(call.previewable == Previewable::Yes),
            worker: Set(call.worker.as_ref().map(ToString::to_string)),
            parent_id: Set(call.parent.map(|id| id.to_string())),
            triggered_by: Set(call.triggered_by.map(|by| by.to_string())),
            prompt: Set(call.prompt.clone()),
            house_id: Set(Some(self.house().to_owned())),
            failure: NotSet,
            duration_ms: NotSet,
            reward: NotSet,
            telemetry: Set(said(call)?),
        })
    }

    /// Adds a call that ended in another house. It counts in no statistics of this one.
    pub(crate) async fn add_ended_call(&self, call: &CallRecord) -> Result<(), StoreError> {
        let text = |value: &Option<Value>| value.as_ref().map(|value| to_json(TABLE, value)).transpose();
        let failure = call.error.as_ref();
        let duration = call.started_at.zip(call.finished_at);
        let ended = ActiveModel {
            result: Set(text(&call.result)?),
            render_plan: Set(text(&call.render_plan)?),
            renderer: Set(call.render_plan.as_ref().and_then(renderer)),
            error: Set(failure.map(|failure| to_json(TABLE, failure)).transpose()?),
            failure: Set(failure.map(|failure| failure.kind.as_str().to_owned())),
            log: Set(call.log.clone()),
            finished_at: Set(call.finished_at.map(|at| at.to_string())),
            duration_ms: Set(duration.map(|(started, finished)| finished.millis_since(started).max(0))),
            ..self.row(call, &Fingerprint::from_stored(String::new()))?
        };
        Entity::insert(ended).exec_without_returning(self.tx()).await?;
        Ok(())
    }

    /// Moves a pending call on to running.
    pub(crate) async fn start_call(&self, id: CallId, started: &Started) -> Result<(), StoreError> {
        let row = ActiveModel {
            id: Unchanged(id.to_string()),
            status: Set(CallStatus::Running.to_string()),
            rule: Set(started.rule.clone()),
            asked_because: Set(started.asked_because.clone()),
            started_at: Set(Some(started.started_at.to_string())),
            house_id: Set(Some(self.house().to_owned())),
            pre_manifest_id: Set(started.pre_manifest.map(|id| id.to_string())),
            ..Default::default()
        };
        row.update_without_returning(self.tx()).await?;
        Ok(())
    }

    /// Writes how a call ended.
    pub(crate) async fn finish_call(&self, id: CallId, finished: &Finished) -> Result<(), StoreError> {
        end(id, finished)?.update_without_returning(self.tx()).await?;
        Ok(())
    }

    /// One call as this transaction sees it, so that two approvals cannot both find it pending.
    pub(crate) async fn call_status(&self, id: CallId) -> Result<Option<CallStatus>, StoreError> {
        let status: Option<String> = Entity::find_by_id(id.to_string())
            .select_only()
            .column(Column::Status)
            .lock_exclusive()
            .into_tuple()
            .one(self.tx())
            .await?;
        parse_opt(TABLE, status.as_deref())
    }
}

impl Store {
    /// Writes how a call ended, where nothing else is to be written: one statement is a transaction of its own.
    pub(crate) async fn finish_call(&self, id: CallId, finished: &Finished) -> Result<(), StoreError> {
        end(id, finished)?.update_without_returning(self.writer()).await?;
        self.synced().await
    }

    /// One call with the fingerprint it was judged by.
    pub(crate) async fn call(&self, id: CallId) -> Result<Option<(CallRecord, Fingerprint)>, StoreError> {
        let Some(row) = Entity::find_by_id(id.to_string()).one(self.reader()).await? else {
            return Ok(None);
        };
        let fingerprint = Fingerprint::from_stored(row.fingerprint.clone());
        let mut call = [record(row)?];
        self.add_effects(&mut call).await?;
        let [call] = call;
        Ok(Some((call, fingerprint)))
    }

    /// These calls, as far as there are any.
    pub(crate) async fn calls_of(&self, ids: &[CallId]) -> Result<HashMap<CallId, CallRecord>, StoreError> {
        let mut calls = HashMap::with_capacity(ids.len());
        for some in ids.chunks(AT_ONCE) {
            let among = Column::Id.is_in(some.iter().map(ToString::to_string));
            let rows = Entity::find().filter(among).all(self.reader()).await?;
            for row in rows {
                let call = record(row)?;
                calls.insert(call.id, call);
            }
        }
        Ok(calls)
    }

    /// Adds to those that are pending what they would do.
    async fn add_effects(&self, calls: &mut [CallRecord]) -> Result<(), StoreError> {
        let pending = calls.iter().filter(|call| call.status == CallStatus::Pending).map(|call| call.id);
        let mut effects = self.effects(pending.collect()).await?;
        for call in calls {
            call.effect = effects.remove(&call.id);
        }
        Ok(())
    }

    /// Calls, newest first.
    pub(crate) async fn calls(
        &self,
        filter: &CallFilter,
        page: PageRequest,
    ) -> Result<Page<CallRecord>, StoreError> {
        let query = filter.page(Entity::find(), page);
        let rows = query.all(self.reader()).await?;
        let mut records = rows.into_iter().map(record).collect::<Result<Vec<_>, _>>()?;
        self.add_effects(&mut records).await?;
        Ok(Page::cut(records, page.rows(), |call| call.id))
    }

    /// Calls that this server left running, oldest first. Those of another one on the same database may still run there.
    pub(crate) async fn running_calls(&self) -> Result<Vec<CallRecord>, StoreError> {
        let own = Condition::any().add(Column::HouseId.is_null()).add(Column::HouseId.eq(self.house()));
        let running = Condition::all().add(Column::Status.eq(CallStatus::Running.as_str())).add(own);
        let rows = Entity::find().filter(running).order_by_asc(Column::Id).all(self.reader()).await?;
        rows.into_iter().map(record).collect()
    }
}

/// What the end of a call changes in its row.
fn end(id: CallId, finished: &Finished) -> Result<ActiveModel, StoreError> {
    let (status, result, error) = match &finished.result {
        Ok(value) => (CallStatus::Success, Some(to_json(TABLE, value)?), None),
        Err(failure) => (CallStatus::Error, None, Some(to_json(TABLE, failure)?)),
    };
    let failure = finished.result.as_ref().err().map(|failure| failure.kind);
    // A clock that was set back makes no call quicker than nothing.
    let duration = finished.started_at.map(|started| finished.finished_at.millis_since(started).max(0));
    let plan = finished.render_plan.as_ref().map(|plan| to_json(TABLE, plan)).transpose()?;
    Ok(ActiveModel {
        id: Unchanged(id.to_string()),
        status: Set(status.to_string()),
        result: Set(result),
        error: Set(error),
        render_plan: Set(plan),
        log: Set(Some(finished.log.clone()).filter(|log| !log.is_empty())),
        finished_at: Set(Some(finished.finished_at.to_string())),
        post_manifest_id: Set(finished.post_manifest.map(|id| id.to_string())),
        changes: Set(to_json(TABLE, &finished.changes)?),
        warnings: Set(to_json(TABLE, &finished.warnings)?),
        renderer: Set(finished.render_plan.as_ref().and_then(renderer)),
        files_added: Set(count(&finished.changes.added)),
        files_modified: Set(count(&finished.changes.modified)),
        files_removed: Set(count(&finished.changes.removed)),
        failure: Set(failure.map(|kind| kind.as_str().to_owned())),
        duration_ms: Set(duration),
        reward: Set(Some(reward(failure))),
        ..Default::default()
    })
}

/// The word under which lists show what a call is shown as.
fn renderer(plan: &Value) -> Option<String> {
    plan.get("renderer").and_then(Value::as_str).map(str::to_owned)
}

fn count(paths: &[String]) -> i64 {
    i64::try_from(paths.len()).unwrap_or(i64::MAX)
}

/// Nothing, where the caller said nothing.
fn said(call: &CallRecord) -> Result<Option<String>, StoreError> {
    let said = Some(&call.telemetry).filter(|telemetry| **telemetry != Telemetry::default());
    said.map(|telemetry| to_json(TABLE, telemetry)).transpose()
}

fn record(row: Model) -> Result<CallRecord, StoreError> {
    Ok(CallRecord {
        id: parse(TABLE, &row.id)?,
        chat: parse(TABLE, &row.chat_id)?,
        message: parse(TABLE, &row.message_id)?,
        tool: parse(TABLE, &row.tool_id)?,
        toolset: parse_opt(TABLE, row.toolset_id.as_deref())?,
        provider: parse_opt(TABLE, row.provider.as_deref())?,
        args: json(TABLE, &row.args)?,
        status: parse(TABLE, &row.status)?,
        result: json_opt(TABLE, row.result.as_deref())?,
        error: json_opt(TABLE, row.error.as_deref())?,
        render_plan: json_opt(TABLE, row.render_plan.as_deref())?,
        log: row.log,
        caller: row.caller,
        worker: parse_opt(TABLE, row.worker.as_deref())?,
        parent: parse_opt(TABLE, row.parent_id.as_deref())?,
        triggered_by: parse_opt(TABLE, row.triggered_by.as_deref())?,
        prompt: row.prompt,
        telemetry: json_opt(TABLE, row.telemetry.as_deref())?.unwrap_or_default(),
        rule: row.rule,
        asked_because: row.asked_because,
        created_at: parse(TABLE, &row.created_at)?,
        started_at: parse_opt(TABLE, row.started_at.as_deref())?,
        finished_at: parse_opt(TABLE, row.finished_at.as_deref())?,
        pre_manifest: parse_opt(TABLE, row.pre_manifest_id.as_deref())?,
        post_manifest: parse_opt(TABLE, row.post_manifest_id.as_deref())?,
        changes: json(TABLE, &row.changes)?,
        warnings: json(TABLE, &row.warnings)?,
        previewable: if row.previewable { Previewable::Yes } else { Previewable::No },
        effect: None,
    })
}
