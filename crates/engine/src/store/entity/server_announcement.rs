//! What MCP servers told of themselves last; a cache.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "server_announcements")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub toolset_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub server_id: String,
    #[sea_orm(column_type = "Text")]
    pub announced: String,
    pub at: String,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
