//! Rows of `call_effects`, and the states that they name.

use std::collections::HashMap;

use pegboard_model::ids::{CallId, ManifestId};
use sea_orm::ActiveValue::{Set, Unchanged};
use sea_orm::sea_query::Query;
use sea_orm::{ActiveModelTrait, ColumnTrait, EntityTrait, QueryFilter, QuerySelect};

use crate::record::{EffectRecord, ManifestSource};
use crate::store::connection::{Store, StoreError, Write};
use crate::store::convert::{json, json_opt, parse, parse_opt, to_json};
use crate::store::entity::effect::{ActiveModel, Column, Entity, Model};
use crate::store::entity::manifest;

const TABLE: &str = "call_effects";

impl Write {
    /// Keeps what a call would do. Its manifest is there, and no other effect of the call is.
    pub(crate) async fn add_effect(&self, call: CallId, effect: &EffectRecord) -> Result<(), StoreError> {
        let row = ActiveModel {
            call_id: Set(call.to_string()),
            manifest_id: Set(effect.manifest.to_string()),
            base_manifest_id: Set(effect.base.map(|id| id.to_string())),
            changes: Set(to_json(TABLE, &effect.changes)?),
            result: Set(effect.result.as_ref().map(|value| to_json(TABLE, value)).transpose()?),
            error: Set(effect.error.as_ref().map(|error| to_json(TABLE, error)).transpose()?),
            log: Set(effect.log.clone()),
            warnings: Set(to_json(TABLE, &effect.warnings)?),
            started_at: Set(effect.started_at.to_string()),
            previewed_at: Set(effect.previewed_at.to_string()),
        };
        Entity::insert(row).exec_without_returning(self.tx()).await?;
        Ok(())
    }

    /// Forgets what a call would do, with the state that it would leave.
    pub(crate) async fn drop_effect(&self, call: CallId) -> Result<(), StoreError> {
        let state = Query::select()
            .column(Column::ManifestId)
            .from(Entity)
            .and_where(Column::CallId.eq(call.to_string()))
            .take();
        manifest::Entity::delete_many()
            .filter(manifest::Column::Id.in_subquery(state))
            .filter(manifest::Column::Source.eq(ManifestSource::Preview.as_str()))
            .exec(self.tx())
            .await?;
        Entity::delete_by_id(call.to_string()).exec(self.tx()).await?;
        Ok(())
    }

    /// The state that a call would leave, as this transaction sees it.
    pub(crate) async fn effect_manifest(&self, call: CallId) -> Result<Option<ManifestId>, StoreError> {
        let id: Option<String> = Entity::find_by_id(call.to_string())
            .select_only()
            .column(Column::ManifestId)
            .into_tuple()
            .one(self.tx())
            .await?;
        parse_opt(TABLE, id.as_deref())
    }

    /// Makes the state that a call would leave one that a tool left.
    pub(crate) async fn adopt_manifest(&self, id: ManifestId) -> Result<(), StoreError> {
        let row = manifest::ActiveModel {
            id: Unchanged(id.to_string()),
            source: Set(ManifestSource::ToolRun.as_str().to_owned()),
            ..Default::default()
        };
        row.update_without_returning(self.tx()).await?;
        Ok(())
    }
}

impl Store {
    /// What these calls would do, of those that were tried out.
    pub(super) async fn effects(
        &self,
        calls: Vec<CallId>,
    ) -> Result<HashMap<CallId, EffectRecord>, StoreError> {
        if calls.is_empty() {
            return Ok(HashMap::new());
        }
        let wanted = Column::CallId.is_in(calls.iter().map(ToString::to_string));
        let rows = Entity::find().filter(wanted).all(self.reader()).await?;
        rows.into_iter().map(|row| Ok((parse(TABLE, &row.call_id)?, record(row)?))).collect()
    }
}

fn record(row: Model) -> Result<EffectRecord, StoreError> {
    Ok(EffectRecord {
        manifest: parse(TABLE, &row.manifest_id)?,
        base: parse_opt(TABLE, row.base_manifest_id.as_deref())?,
        changes: json(TABLE, &row.changes)?,
        result: json_opt(TABLE, row.result.as_deref())?,
        error: json_opt(TABLE, row.error.as_deref())?,
        log: row.log,
        warnings: json(TABLE, &row.warnings)?,
        started_at: parse(TABLE, &row.started_at)?,
        previewed_at: parse(TABLE, &row.previewed_at)?,
    })
}
