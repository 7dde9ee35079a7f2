//! Rows of `workers`.

use pegboard_model::ids::ToolName;
use pegboard_model::worker::Worker;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::OnConflict;
use sea_orm::{EntityTrait, QueryOrder};

use crate::record::WorkerRecord;
use crate::store::connection::{Store, StoreError, Write};
use crate::store::convert::parse;
use crate::store::entity::worker::{ActiveModel, Column, Entity, Model};

const TABLE: &str = "workers";

impl Write {
    /// Writes a worker in place of the one of its name.
    pub(crate) async fn put_worker(&self, worker: &WorkerRecord) -> Result<(), StoreError> {
        let row = ActiveModel {
            name: Set(worker.worker.name.to_string()),
            text: Set(worker.text.clone()),
            created_at: Set(worker.created_at.to_string()),
            updated_at: Set(worker.updated_at.to_string()),
        };
        let taken =
            OnConflict::column(Column::Name).update_columns([Column::Text, Column::UpdatedAt]).to_owned();
        Entity::insert(row).on_conflict(taken).exec_without_returning(self.tx()).await?;
        Ok(())
    }

    pub(crate) async fn remove_worker(&self, name: &ToolName) -> Result<(), StoreError> {
        Entity::delete_by_id(name.to_string()).exec(self.tx()).await?;
        Ok(())
    }
}

impl Store {
    /// Every worker that can be read, by name. One that cannot stays in the log: nothing runs as that worker then, and
    /// the others are not kept from it.
    pub(crate) async fn workers(&self) -> Result<Vec<WorkerRecord>, StoreError> {
        let rows = Entity::find().order_by_asc(Column::Name).all(self.reader()).await?;
        let mut workers = Vec::with_capacity(rows.len());
        for row in rows {
            match Worker::parse(&row.text, &WorkerRecord::file(&row.name)) {
                Ok(worker) => workers.push(record(worker, row)?),
                Err(error) => tracing::error!(%error, "a worker cannot be read any more"),
            }
        }
        Ok(workers)
    }
}

fn record(worker: Worker, row: Model) -> Result<WorkerRecord, StoreError> {
    Ok(WorkerRecord {
        worker,
        created_at: parse(TABLE, &row.created_at)?,
        updated_at: parse(TABLE, &row.updated_at)?,
        text: row.text,
    })
}
