//! Rows of `model_profiles`.

use pegboard_model::inference::{ModelProfile, ModelProtocol, Pictures, ProfileName};
use pegboard_model::time::Timestamp;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::OnConflict;
use sea_orm::{EntityTrait, PaginatorTrait, QueryOrder};

use crate::store::connection::{Store, StoreError, Write};
use crate::store::convert::parse;
use crate::store::entity::model_profile::{ActiveModel, Column, Entity, Model};

const TABLE: &str = "model_profiles";

/// A profile as it is kept.
pub(crate) struct ModelRow {
    pub(crate) profile: ModelProfile,
    pub(crate) sealed_key: Option<String>,
    pub(crate) created_at: Timestamp,
}

impl Store {
    /// All of them, in the order in which they came.
    pub(crate) async fn models(&self) -> Result<Vec<ModelRow>, StoreError> {
        let all = Entity::find().order_by_asc(Column::CreatedAt).order_by_asc(Column::Name);
        all.all(self.reader()).await?.into_iter().map(read).collect()
    }
}

impl Write {
    pub(crate) async fn model(&self, name: &ProfileName) -> Result<Option<ModelRow>, StoreError> {
        Entity::find_by_id(name.to_string()).one(self.tx()).await?.map(read).transpose()
    }

    pub(crate) async fn count_models(&self) -> Result<u64, StoreError> {
        Ok(Entity::find().count(self.tx()).await?)
    }

    /// Keeps one in place of the one of that name, which keeps its place in the order.
    pub(crate) async fn put_model(&self, row: ModelRow) -> Result<(), StoreError> {
        let ModelRow { profile, sealed_key, created_at } = row;
        let row = ActiveModel {
            name: Set(profile.name.to_string()),
            protocol: Set(profile.protocol.to_string()),
            base_url: Set(profile.base_url),
            model: Set(profile.model),
            context_window: Set(i64::from(profile.context_window)),
            max_output_tokens: Set(profile.max_output_tokens.map(i64::from)),
            temperature: Set(profile.temperature),
            pictures: Set(Some(profile.pictures == Pictures::Shown)),
            api_key: Set(sealed_key),
            created_at: Set(created_at.to_string()),
        };
        let mut replace = OnConflict::column(Column::Name);
        replace.update_columns([
            Column::Protocol,
            Column::BaseUrl,
            Column::Model,
            Column::ContextWindow,
            Column::MaxOutputTokens,
            Column::Temperature,
            Column::Pictures,
            Column::ApiKey,
        ]);
        Entity::insert(row).on_conflict(replace).exec_without_returning(self.tx()).await?;
        Ok(())
    }

    /// Forgets one; whether there was one.
    pub(crate) async fn remove_model(&self, name: &ProfileName) -> Result<bool, StoreError> {
        Ok(Entity::delete_by_id(name.to_string()).exec(self.tx()).await?.rows_affected > 0)
    }
}

fn read(row: Model) -> Result<ModelRow, StoreError> {
    // Only what was checked is written; a number that another program put here counts as the nearest that fits.
    let tokens = |count: i64| u32::try_from(count.max(0)).unwrap_or(u32::MAX);
    let protocol: ModelProtocol = parse(TABLE, &row.protocol)?;
    let pictures = match row.pictures {
        Some(true) => Pictures::Shown,
        Some(false) => Pictures::Named,
        None => protocol.usual_pictures(row.base_url.as_deref()),
    };
    Ok(ModelRow {
        profile: ModelProfile {
            name: parse(TABLE, &row.name)?,
            protocol,
            base_url: row.base_url,
            model: row.model,
            context_window: tokens(row.context_window),
            max_output_tokens: row.max_output_tokens.map(tokens),
            temperature: row.temperature,
            pictures,
        },
        sealed_key: row.api_key,
        created_at: parse(TABLE, &row.created_at)?,
    })
}
