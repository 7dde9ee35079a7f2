//! States of workspaces (spec 1 §1.6).

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "workspace_manifests")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub chat_id: String,
    pub parent_id: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub files: String,
    #[sea_orm(column_type = "Text")]
    pub attrs: String,
    pub created_at: String,
    pub source: String,
    pub source_ref: Option<String>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
