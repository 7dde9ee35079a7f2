//! Rows of `chests`.

use pegboard_model::chest::Chest;
use pegboard_model::ids::ChatId;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::OnConflict;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QuerySelect};

use crate::store::connection::{Store, StoreError, Write};
use crate::store::convert::{json, to_json};
use crate::store::entity::chat;
use crate::store::entity::chest::{ActiveModel, Column, Entity};

const TABLE: &str = "chests";

impl Write {
    /// Keeps others from changing what hangs on a chat until the transaction ends; says whether there is such a chat.
    pub(crate) async fn hold_chat(&self, chat: ChatId) -> Result<bool, StoreError> {
        let row = chat::Entity::find()
            .filter(chat::Column::Id.eq(chat.to_string()))
            .lock_exclusive()
            .one(self.tx())
            .await?;
        Ok(row.is_some())
    }

    pub(crate) async fn chest(&self, chat: ChatId) -> Result<Option<Chest>, StoreError> {
        chest(self.tx(), chat).await
    }

    pub(crate) async fn put_chest(&self, chat: ChatId, chest: &Chest) -> Result<(), StoreError> {
        let row = ActiveModel { chat_id: Set(chat.to_string()), contents: Set(to_json(TABLE, chest)?) };
        Entity::insert(row)
            .on_conflict(OnConflict::column(Column::ChatId).update_column(Column::Contents).to_owned())
            .exec_without_returning(self.tx())
            .await?;
        Ok(())
    }

    pub(crate) async fn remove_chest(&self, chat: ChatId) -> Result<(), StoreError> {
        Entity::delete_by_id(chat.to_string()).exec(self.tx()).await?;
        Ok(())
    }
}

impl Store {
    /// What somebody chose for a chat; nothing where nobody did.
    pub(crate) async fn chest(&self, chat: ChatId) -> Result<Option<Chest>, StoreError> {
        chest(self.reader(), chat).await
    }
}

async fn chest(database: &impl ConnectionTrait, chat: ChatId) -> Result<Option<Chest>, StoreError> {
    let row = Entity::find_by_id(chat.to_string()).one(database).await?;
    row.map(|row| json(TABLE, &row.contents)).transpose()
}
