//! What pending calls would do.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "call_effects")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub call_id: String,
    pub manifest_id: String,
    pub base_manifest_id: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub changes: String,
    #[sea_orm(column_type = "Text", nullable)]
    pub result: Option<String>,
    #[sea_orm(column_type = "Text", nullable)]
    pub error: Option<String>,
    #[sea_orm(column_type = "Text", nullable)]
    pub log: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub warnings: String,
    pub started_at: String,
    pub previewed_at: String,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
