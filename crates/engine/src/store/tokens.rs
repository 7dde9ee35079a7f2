//! Rows of `tokens`.

use pegboard_model::ids::TokenId;
use pegboard_model::time::Timestamp;
use sea_orm::ActiveValue::{Set, Unchanged};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder};

use crate::record::TokenRecord;
use crate::store::connection::{Store, StoreError, Write};
use crate::store::convert::{parse, parse_opt};
use crate::store::entity::token::{ActiveModel, Column, Entity, Model};

const TABLE: &str = "tokens";

impl Write {
    /// Adds a token by the hash of its secret.
    pub(crate) async fn add_token(&self, token: &TokenRecord, sha256: &str) -> Result<(), StoreError> {
        let row = ActiveModel {
            id: Set(token.id.to_string()),
            name: Set(token.name.clone()),
            scope: Set(token.scope.as_str().to_owned()),
            sha256: Set(sha256.to_owned()),
            created_at: Set(token.created_at.to_string()),
            revoked_at: Set(None),
        };
        Entity::insert(row).exec_without_returning(self.tx()).await?;
        Ok(())
    }

    pub(crate) async fn revoke_token(&self, id: TokenId, at: Timestamp) -> Result<(), StoreError> {
        let row = ActiveModel {
            id: Unchanged(id.to_string()),
            revoked_at: Set(Some(at.to_string())),
            ..Default::default()
        };
        Entity::update(row).exec_without_returning(self.tx()).await?;
        Ok(())
    }
}

impl Store {
    pub(crate) async fn token_by_hash(&self, sha256: &str) -> Result<Option<TokenRecord>, StoreError> {
        let row = Entity::find().filter(Column::Sha256.eq(sha256)).one(self.reader()).await?;
        row.map(record).transpose()
    }

    pub(crate) async fn token(&self, id: TokenId) -> Result<Option<TokenRecord>, StoreError> {
        Entity::find_by_id(id.to_string()).one(self.reader()).await?.map(record).transpose()
    }

    pub(crate) async fn tokens(&self) -> Result<Vec<TokenRecord>, StoreError> {
        let rows = Entity::find().order_by_desc(Column::Id).all(self.reader()).await?;
        rows.into_iter().map(record).collect()
    }
}

fn record(row: Model) -> Result<TokenRecord, StoreError> {
    Ok(TokenRecord {
        id: parse(TABLE, &row.id)?,
        name: row.name,
        scope: parse(TABLE, &row.scope)?,
        created_at: parse(TABLE, &row.created_at)?,
        revoked_at: parse_opt(TABLE, row.revoked_at.as_deref())?,
    })
}
