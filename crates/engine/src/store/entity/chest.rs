//! What chats have at hand, where somebody chose.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "chests")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub chat_id: String,
    /// JSON: `{active: [id], essential: [id]}`.
    pub contents: String,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
