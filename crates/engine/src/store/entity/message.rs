//! The message tree of a chat.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "messages")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub chat_id: String,
    pub parent_id: Option<String>,
    pub role: String,
    #[sea_orm(column_type = "Text")]
    pub content: String,
    pub created_at: String,
    pub manifest_id: Option<String>,
    pub deleted_at: Option<String>,
    pub deleted_with: Option<String>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
