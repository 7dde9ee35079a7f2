//! Values that people set for toolsets and tools, sealed.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "config_values")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub toolset_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub tool: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub key: String,
    pub secret: bool,
    #[sea_orm(column_type = "Text")]
    pub sealed: String,
    pub updated_at: String,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
