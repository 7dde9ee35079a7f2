//! Rows of `settings`.

use sea_orm::ActiveValue::Set;
use sea_orm::EntityTrait;
use sea_orm::sea_query::OnConflict;

use crate::store::connection::{Store, StoreError, Write};
use crate::store::entity::setting::{ActiveModel, Column, Entity};

impl Write {
    pub(crate) async fn set_setting(&self, key: &str, value: &str) -> Result<(), StoreError> {
        let row = ActiveModel { key: Set(key.to_owned()), value: Set(value.to_owned()) };
        Entity::insert(row)
            .on_conflict(OnConflict::column(Column::Key).update_column(Column::Value).to_owned())
            .exec_without_returning(self.tx())
            .await?;
        Ok(())
    }
}

impl Store {
    pub(crate) async fn setting(&self, key: &str) -> Result<Option<String>, StoreError> {
        Ok(Entity::find_by_id(key.to_owned()).one(self.reader()).await?.map(|row| row.value))
    }
}
