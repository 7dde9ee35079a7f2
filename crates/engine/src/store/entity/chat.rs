//! Conversations (spec 1 §1.8).

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "chats")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub title: String,
    pub created_at: String,
    pub active_leaf_message_id: Option<String>,
    pub active_manifest_id: Option<String>,
    pub checking_out: bool,
    pub deleted_at: Option<String>,
    pub untitled: bool,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
