//! Webhooks of tools.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "hooks")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tool_id: String,
    pub toolset_id: Option<String>,
    /// Of the address's secret part.
    pub token_sha256: String,
    /// What signatures are made with, sealed.
    pub secret: String,
    #[sea_orm(column_type = "Text")]
    pub prompt: String,
    pub signed_only: bool,
    pub created_at: String,
    pub last_used_at: Option<String>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
