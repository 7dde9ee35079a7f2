//! What waits to be asked of a model.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "prompts")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub tool_id: String,
    pub call_id: String,
    pub chat_id: String,
    #[sea_orm(column_type = "Text")]
    pub text: String,
    pub source: String,
    pub created_at: String,
    pub taken_at: Option<String>,
    /// Until when it is whoever's took it.
    pub taken_until: Option<String>,
    pub done_at: Option<String>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
