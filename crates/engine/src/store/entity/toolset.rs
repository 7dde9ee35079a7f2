//! Installed toolset packages (spec 1 §1.1).

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "toolsets")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub name: String,
    pub version: String,
    pub description: String,
    pub enabled: bool,
    pub user_mcp: bool,
    pub installed_at: String,
    pub source_type: String,
    pub source_ref: String,
    pub manifest_version: String,
    pub fingerprint: String,
    #[sea_orm(column_type = "Text")]
    pub manifest: String,
    #[sea_orm(column_type = "Text")]
    pub python: String,
    #[sea_orm(column_type = "Text", nullable)]
    pub problem: Option<String>,
    #[sea_orm(column_type = "Text", nullable)]
    pub config_schema: Option<String>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
