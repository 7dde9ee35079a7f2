//! MCP servers that toolsets declare (spec 1 §1.5).

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "toolset_mcp_servers")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub toolset_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub server_type: String,
    pub enabled: bool,
    pub command: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub args: String,
    pub cwd: Option<String>,
    pub url: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub headers: String,
    #[sea_orm(column_type = "Text")]
    pub env: String,
    pub requires_confirmation: Option<bool>,
    pub created_at: String,
    pub scope: String,
    pub lazy: bool,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
