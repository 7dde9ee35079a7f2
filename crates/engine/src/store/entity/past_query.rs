//! A query that led to a successful call of a tool.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "past_queries")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tool_id: String,
    /// SHA-256 of the query.
    #[sea_orm(primary_key, auto_increment = false)]
    pub text_hash: String,
    pub query: String,
    pub used_at: String,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
