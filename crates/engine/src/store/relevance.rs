//! Rows of `embeddings` and `past_queries`.

use std::collections::HashSet;

use pegboard_model::ids::ToolId;
use pegboard_model::time::Timestamp;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::OnConflict;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

use crate::record::{PastQuery, TextHash};
use crate::store::connection::{Store, StoreError, Write};
use crate::store::convert::parse;
use crate::store::entity::{embedding, outcome, past_query};

const EMBEDDINGS: &str = "embeddings";
const QUERIES: &str = "past_queries";
const OUTCOMES: &str = "outcomes";

/// Rows that one statement names; databases bound how many values it may have.
const ROWS: usize = 500;

/// Bytes of a number.
const NUMBER: usize = size_of::<f32>();

impl Write {
    pub(crate) async fn put_embeddings(
        &self,
        model: &str,
        vectors: &[(TextHash, Vec<f32>)],
    ) -> Result<(), StoreError> {
        for some in vectors.chunks(ROWS) {
            let rows = some.iter().map(|(text, vector)| embedding::ActiveModel {
                model: Set(model.to_owned()),
                text_hash: Set(text.to_string()),
                vector: Set(vector.iter().flat_map(|number| number.to_le_bytes()).collect()),
            });
            // Another server on the same database may have computed the same.
            let key = [embedding::Column::Model, embedding::Column::TextHash];
            let known = OnConflict::columns(key).update_column(embedding::Column::Vector).to_owned();
            embedding::Entity::insert_many(rows).on_conflict(known).exec_without_returning(self.tx()).await?;
        }
        Ok(())
    }

    /// Forgets what no text needs any more, of every model.
    pub(crate) async fn remove_embeddings(&self, stale: &[(String, String)]) -> Result<(), StoreError> {
        for (model, text) in stale {
            embedding::Entity::delete_by_id((model.clone(), text.clone())).exec(self.tx()).await?;
        }
        Ok(())
    }

    /// Keeps a query for a tool, of which it has at most so many; the ones that were not used for longest go.
    pub(crate) async fn keep_past_query(
        &self,
        query: &PastQuery,
        at: Timestamp,
        most: u64,
    ) -> Result<(), StoreError> {
        let row = past_query::ActiveModel {
            tool_id: Set(query.tool.to_string()),
            text_hash: Set(query.hash.to_string()),
            query: Set(query.query.clone()),
            used_at: Set(at.to_string()),
        };
        let key = [past_query::Column::ToolId, past_query::Column::TextHash];
        let again = OnConflict::columns(key).update_column(past_query::Column::UsedAt).to_owned();
        past_query::Entity::insert(row).on_conflict(again).exec_without_returning(self.tx()).await?;
        let of_tool = past_query::Column::ToolId.eq(query.tool.to_string());
        let beyond = past_query::Entity::find()
            .filter(of_tool)
            .order_by_desc(past_query::Column::UsedAt)
            .offset(most)
            .limit(ROWS as u64)
            .all(self.tx())
            .await?;
        for old in beyond {
            past_query::Entity::delete_by_id((old.tool_id, old.text_hash)).exec(self.tx()).await?;
        }
        Ok(())
    }
}

impl Store {
    /// What a model made of these texts, as far as it is kept.
    pub(crate) async fn embeddings(
        &self,
        model: &str,
        texts: &[TextHash],
    ) -> Result<Vec<(TextHash, Vec<f32>)>, StoreError> {
        let mut found = Vec::with_capacity(texts.len());
        for some in texts.chunks(ROWS) {
            let rows = embedding::Entity::find()
                .filter(embedding::Column::Model.eq(model))
                .filter(embedding::Column::TextHash.is_in(some.iter().map(ToString::to_string)))
                .all(self.reader())
                .await?;
            for row in rows {
                found.push((parse(EMBEDDINGS, &row.text_hash)?, numbers(&row.vector)));
            }
        }
        Ok(found)
    }

    /// The kept embeddings that are of another model, or of none of these texts, by their keys.
    pub(crate) async fn stale_embeddings(
        &self,
        model: &str,
        wanted: &HashSet<TextHash>,
    ) -> Result<Vec<(String, String)>, StoreError> {
        let rows: Vec<(String, String)> = embedding::Entity::find()
            .select_only()
            .column(embedding::Column::Model)
            .column(embedding::Column::TextHash)
            .into_tuple()
            .all(self.reader())
            .await?;
        let is_wanted = |text: &str| text.parse().is_ok_and(|hash| wanted.contains(&hash));
        Ok(rows.into_iter().filter(|(of, text)| of != model || !is_wanted(text)).collect())
    }

    /// How often each tool was called, and the sum of its rewards, as far as outcomes are kept.
    pub(crate) async fn rewards(&self) -> Result<Vec<(ToolId, u64, f64)>, StoreError> {
        let rows: Vec<(String, i64, f64)> = outcome::Entity::find()
            .select_only()
            .column(outcome::Column::ToolId)
            .column_as(outcome::Column::CallId.count(), "calls")
            .column_as(outcome::Column::Reward.sum(), "reward")
            .group_by(outcome::Column::ToolId)
            .into_tuple()
            .all(self.reader())
            .await?;
        let record = |(tool, calls, reward): (String, i64, f64)| {
            Ok((parse(OUTCOMES, &tool)?, u64::try_from(calls).unwrap_or(0), reward))
        };
        rows.into_iter().map(record).collect()
    }

    /// The queries that led to tools, those used last first; at most `limit`.
    pub(crate) async fn past_queries(&self, limit: u64) -> Result<Vec<PastQuery>, StoreError> {
        let rows = past_query::Entity::find()
            .order_by_desc(past_query::Column::UsedAt)
            .limit(limit)
            .all(self.reader())
            .await?;
        let record = |row: past_query::Model| -> Result<PastQuery, StoreError> {
            let (tool, hash): (ToolId, TextHash) =
                (parse(QUERIES, &row.tool_id)?, parse(QUERIES, &row.text_hash)?);
            Ok(PastQuery { tool, hash, query: row.query })
        };
        rows.into_iter().map(record).collect()
    }
}

fn numbers(bytes: &[u8]) -> Vec<f32> {
    let (numbers, _) = bytes.as_chunks::<NUMBER>();
    numbers.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect()
}
